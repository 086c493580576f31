import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { startCli } from '../support/cli.ts';
import type { Cli, Ended } from '../support/cli.ts';
import { startTestService } from '../support/service.ts';
import type { RunningService } from '../support/service.ts';

const schemaOf = (file: string) => JSON.parse(readFileSync(`schemas/${file}`, 'utf8'));

/** Only operators unfreeze wallets, and a repayment follows from a credit of any kind. */
const NOT_TRIGGERED = ['wallet.unfrozen', 'receivable.repaid'];
/** As integrators see them. */
const EVENT_TYPES = (schemaOf('api/event.json').$defs.PublicEventType.enum as string[]).filter(
  (type) => !NOT_TRIGGERED.includes(type),
);

/** Every state that transfer.state_changed announces: all but those in which transfers are created. */
const FIRST_STATES: string[] = schemaOf('events/transfer.created.v1.json').properties.state.enum;
const STATES = schemaOf('api/transfer.json').$defs.TransferState.enum.filter(
  (state: string) => !FIRST_STATES.includes(state),
) as string[];

describe('Triggers of the command line', () => {
  let service: RunningService;
  let cli: Cli;
  before(async () => {
    const settings = {
      features: { transfer_cancel: true, webhook_endpoint_test: true },
      webhooks: { allow_loopback: true },
    };
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

  for (const state of STATES)
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
    expect(data.map(({ name }: { name: string }) => name)).to.have.members([
      ...EVENT_TYPES,
      ...STATES.map((state) => `transfer.${state}`),
    ]);
  }).timeout(120_000);

  it('are refused with a production key, and without a known name', async () => {
    const live = { BASE_URL: service.url, API_KEY: service.credentials.production_api_key };
    const refused = await cli.run(live, 'trigger', 'user.kyc_status_changed');
    expect([refused.code, refused.err.includes('403 sandbox_only')]).to.deep.equal([1, true]);
    for (const args of [['trigger'], ['trigger', 'nothing']]) expect((await run(...args)).code).to.equal(2);
  }).timeout(120_000);

  it('explain which feature is off', async () => {
    const plain = await startTestService({}, Date.now, { webhooks: { allow_loopback: true } });
    try {
      const env = { BASE_URL: plain.url, API_KEY: plain.credentials.sandbox_api_key };
      for (const [name, feature] of [
        ['transfer.canceled', 'transfer_cancel'],
        ['webhook_endpoint.test', 'webhook_endpoint_test'],
      ] as const) {
        const { code, err } = await cli.run(env, 'trigger', name);
        expect([code, err.includes(`features.${feature}`)], err).to.deep.equal([1, true]);
      }
    } finally {
      await plain.close();
    }
  }).timeout(120_000);
});
