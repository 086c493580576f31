import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { startCli } from '../support/cli.ts';
import type { Cli, Ended } from '../support/cli.ts';
import { startTestService } from '../support/service.ts';
import type { RunningService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const EXAMPLE = 'docs/examples/pay-and-cash-out.yaml';

describe('Fixtures of the command line', () => {
  let service: RunningService;
  let cli: Cli;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  before(async () => {
    service = await startTestService();
    cli = startCli();
    folder = await temporaryFolder();
  });
  after(async () => {
    await cli.close();
    await service.close();
    await folder.remove();
  });

  const run = (...args: string[]): Promise<Ended> =>
    cli.run(
      { BASE_URL: service.url, API_KEY: service.credentials.sandbox_api_key },
      'fixtures',
      'run',
      ...args,
    );

  function fixture(text: string): string {
    const file = join(folder.path, 'fixture.yaml');
    writeFileSync(file, text);
    return file;
  }

  it('run the example of the guide, again and again', async () => {
    const { code, out, err } = await run(EXAMPLE);
    expect(code, out + err).to.equal(0);
    expect(out)
      .to.match(/^✓ Create Ana {2}201 {2}\d+ ms\n/)
      .and.to.match(/\npayout +trf_\w+\n/);
    const again = await run(EXAMPLE, '--set', 'amount=20.00', '--json');
    expect(again.code, again.err).to.equal(0);
    const lines = again.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).to.include({
      kind: 'step',
      name: 'Create Ana',
      call: 'POST users',
      status: 201,
      error: null,
    });
    expect(lines.at(-1)).to.deep.include({ kind: 'result', passed: true });
    const { amount, ana } = lines.at(-1).variables;
    expect(amount).to.equal('20.00');
    const { body: transfers } = await service.sandbox.get(`/v1/transfers?user_id=${ana}`);
    expect(transfers.data.map((each: { amount: string }) => each.amount)).to.include('20.00');
  }).timeout(120_000);

  it('stop at the first step that is not as expected, and say why', async () => {
    const file = fixture(`
steps:
  - post: users
    body: { type: individual, external_reference: 'ana-\${run}' }
    expect: { status: 201, body: { first_name: Ana } }
  - get: users
`);
    const { code, out, err } = await run(file);
    expect([code, err]).to.deep.equal([1, 'Failed: POST users\n']);
    expect(out).to.match(/^✗ POST users {2}201 {2}\d+ ms\n {2}body\.first_name is null instead of "Ana"\n$/);
  }).timeout(120_000);

  it('report refusals, values that are missing, and conditions that never hold', async () => {
    for (const [step, error] of [
      ['post: users', 'the status is 422'],
      ['get: "users/${nobody}"', 'There is no variable nobody yet.'],
      ['{ get: routes, save: { first: data.99.id } }', 'the body has no data.99.id to save'],
      ['{ get: users, until: { has_more: 7 }, timeout_seconds: 0.5 }', 'Timed out: body.has_more is false'],
    ]) {
      const { code, out } = await run(
        fixture(`steps: [${step?.startsWith('{') ? step : `{ ${step} }`}]`),
        '--json',
      );
      expect(code, step).to.equal(1);
      expect(JSON.parse(out.split('\n')[0] ?? '').error, step).to.include(error);
    }
  }).timeout(120_000);

  it('are refused with the place that is wrong', async () => {
    for (const [text, place] of [
      ['steps: []', '/steps'],
      ['steps: [{ get: users, expct: {} }]', 'expct'],
      ['steps: [{ get: users, post: users }]', '/steps/0'],
      ['steps: [{ name: nothing }]', '/steps/0'],
      ['steps: [{ post: users, until: {} }]', '/steps/0'],
      ['steps: [', 'not valid YAML'],
    ] as const) {
      const { code, err } = await run(fixture(text));
      expect([code, err.includes(place)], `${text}: ${err}`).to.deep.equal([2, true]);
    }
    expect((await run(join(folder.path, 'missing.yaml'))).code).to.equal(2);
  }).timeout(120_000);
});
