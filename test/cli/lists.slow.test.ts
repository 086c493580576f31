/** The command line writes lists with filters, as tables and as CSV. */
import { expect } from 'chai';
import { expectBody, fundedWallet, newWallet, transferBody } from '../support/api-steps.ts';
import { runCliProcess } from '../support/cli.ts';
import { startServiceWithOperators } from '../support/service-with-operators.ts';
import type { ServiceWithOperators } from '../support/service-with-operators.ts';

/** More than the service reads at once for an export. */
const TRANSFERS = 205;

describe('Lists on the command line', function () {
  this.timeout(120_000);
  let service: ServiceWithOperators;
  before(async () => {
    service = await startServiceWithOperators();
    const { sandbox } = service;
    const from = await fundedWallet(sandbox, { cashable: '900.00' });
    const to = await newWallet(sandbox);
    for (let i = 0; i < TRANSFERS; i++)
      expectBody(await sandbox.post('/v1/transfers', transferBody(from.id, to.id, '1.00')), 201);
  });
  after(() => service.close());

  const run = (...args: readonly string[]) =>
    runCliProcess({ BASE_URL: service.url, OPERATOR_TOKEN: service.credentials.operator_token }, ...args);

  it('are complete as CSV, regardless of the limit, and recorded', async () => {
    const { code, out, err } = await run(
      'transfers',
      'list',
      '--kind',
      'user_to_user',
      '--limit',
      '2',
      '--csv',
    );
    expect([code, err]).to.deep.equal([0, '']);
    const lines = out.trim().split('\r\n');
    expect(lines[0]).to.match(/^id,created_at,/);
    expect(lines).to.have.length(TRANSFERS + 1);
    const activity = await run('activity', 'list', '--operation', 'exportOperatorTransfers', '--csv');
    expect(activity.out).to.include('kind=user_to_user').and.to.include(',cli,');
  });

  it('are tables up to the limit', async () => {
    const { out } = await run('transfers', 'list', '--min', '1', '--max', '1.00', '--limit', '2');
    expect(out.trim().split('\n')).to.have.length(3);
    expect((await run('users', 'list', '--kyc', 'rejected')).out).to.equal('No users match.\n');
  });

  it('fail with the error of the service', async () => {
    const refused = await run('transfers', 'list', '--integrator', 'x', '--csv');
    expect([refused.code, refused.out, refused.err.includes('400 malformed_request')]).to.deep.equal([
      1,
      '',
      true,
    ]);
  });
});
