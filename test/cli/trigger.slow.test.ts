import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { startCli } from '../support/cli.ts';
import type { Cli, Ended } from '../support/cli.ts';
import { startTestService } from '../support/service.ts';
import type { RunningService } from '../support/service.ts';

/** As integrators see them. */
const EVENT_TYPES: string[] = JSON.parse(readFileSync('schemas/api/event.json', 'utf8')).$defs.PublicEventType
  .enum;

describe('Triggers of the command line', () => {
  let service: RunningService;
  let cli: Cli;
  before(async () => {
    const settings = { features: { webhook_endpoint_test: true }, webhooks: { allow_loopback: true } };
    service = await startTestService({}, Date.now, settings);
    cli = startCli();
  });
  after(async () => {
    await cli.close();
    await service.close();
  });

  const run = (...args: string[]): Promise<Ended> =>
    cli.run({ BASE_URL: service.url, API_KEY: service.credentials.sandbox_api_key }, ...args);

  for (const type of EVENT_TYPES)
    it(`make ${type} happen`, async () => {
      const { code, out, err } = await run('trigger', type, '--json');
      expect(code, err).to.equal(0);
      expect(JSON.parse(out)).to.include({ object: 'event', type });
    }).timeout(120_000);

  for (const state of ['completed', 'in_review', 'payout_submitted', 'returned', 'undeliverable', 'refunded'])
    it(`take a transfer to the state ${state}`, async () => {
      const { code, out, err } = await run('trigger', `transfer.${state}`, '--json');
      expect(code, err).to.equal(0);
      expect(JSON.parse(out)).to.deep.include({ type: 'transfer.state_changed' });
      expect(JSON.parse(out).data.state).to.equal(state);
    }).timeout(120_000);

  it('are listed with their event types', async () => {
    const { out } = await run('trigger', '--list');
    expect(out).to.match(/\ntransfer\.completed +transfer\.state_changed\n/);
    const { data } = JSON.parse((await run('trigger', '--list', '--json')).out);
    expect(data.map(({ name }: { name: string }) => name)).to.include.members(EVENT_TYPES);
  }).timeout(120_000);

  it('are refused with a production key, and without a known name', async () => {
    const live = { BASE_URL: service.url, API_KEY: service.credentials.production_api_key };
    const refused = await cli.run(live, 'trigger', 'user.kyc_status_changed');
    expect([refused.code, refused.err.includes('403 sandbox_only')]).to.deep.equal([1, true]);
    for (const args of [['trigger'], ['trigger', 'nothing']]) expect((await run(...args)).code).to.equal(2);
  }).timeout(120_000);
});
