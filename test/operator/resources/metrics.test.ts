/** Metrics of the last 30 days through the operator API. */
import { expect } from 'chai';
import type { MetricHistory } from '../../../src/generated/api.ts';
import {
  expectBody,
  expectError,
  fundedWallet,
  newPayoutAccount,
  newWallet,
  offrampBody,
  transferBody,
} from '../../support/api-steps.ts';
import { createOperatorClient } from '../../support/client.ts';
import { startTestService } from '../../support/service.ts';
import type { RunningService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitFor } from '../../support/wait-for.ts';

describe('Metrics of the last 30 days', () => {
  const read = async (service: RunningService, query = ''): Promise<MetricHistory> => {
    const admin = createOperatorClient(service.url, service.credentials.operator_token);
    return expectBody(await admin.get(`/operator/v1/metrics?environment=sandbox${query}`), 200);
  };

  it('survive a restart, by integrator and rail', async () => {
    const folder = await temporaryFolder();
    const env = { DATA_DIR: folder.path };
    const before = await startTestService(env);
    const from = await fundedWallet(before.sandbox, { cashable: '500.00' });
    const to = await newWallet(before.sandbox);
    expectBody(await before.sandbox.post('/v1/transfers', transferBody(from.id, to.id, '12.00')), 201);
    const account = await newPayoutAccount(before.sandbox, from.user_id);
    const body = offrampBody(from.id, account.id, '100.00');
    const { id } = expectBody(await before.sandbox.post('/v1/transfers', body), 201);
    const outcome = { outcome: 'completed' };
    await waitFor('the payout', async () => {
      const answer = await before.sandbox.post(`/v1/sandbox/transfers/${id}/payout_outcome`, outcome);
      return answer.status < 300 ? true : undefined;
    });
    expectError(await before.sandbox.get('/v1/transfers/trf_0'), 404, 'not_found');
    await before.close();

    const after = await startTestService(env);
    const { data } = await read(after, '&by=rail&step=1d');
    const bank = data.find(({ rail }) => rail === 'bank_eft');
    expect(bank?.points).to.have.length(1);
    expect(bank?.totals.transfers).to.include({ completed: 2, failed: 0, success_rate: 1 });
    expect(bank?.totals.volume).to.deep.equal([{ unit: 'usd', amount: '6.00' }]);
    expect(bank?.totals.payouts.count).to.equal(1);
    const [all, ...others] = (await read(after, '&by=integrator')).data;
    expect(others).to.deep.equal([]);
    expect(all?.integrator_id).to.match(/^int_/);
    expect(all?.totals.transfers).to.include({ created: 3, completed: 3 });
    expect(all?.totals.requests.errors).to.deep.include({ code: 'not_found', count: 1 });
    const production = createOperatorClient(after.url, after.credentials.operator_token);
    expect(expectBody(await production.get('/operator/v1/metrics'), 200).data).to.deep.equal([]);
    await after.close();
    await folder.remove();
  });

  it('choose a step, and refuse too many points and a time that ends before it begins', async () => {
    const service = await startTestService();
    const { step_seconds, from, to } = await read(
      service,
      '&from=2026-11-01T00:00:30Z&to=2026-11-21T00:00:00Z',
    );
    expect([step_seconds, from, to]).to.deep.equal([
      21_600,
      '2026-11-01T00:00:00.000Z',
      '2026-11-21T00:00:00.000Z',
    ]);
    const admin = createOperatorClient(service.url, service.credentials.operator_token);
    for (const query of [
      'from=2026-11-01T00:00:00Z&to=2026-11-21T00:00:00Z&step=1m',
      'from=2026-11-21T00:00:00Z&to=2026-11-01T00:00:00Z',
    ])
      expectError(await admin.get(`/operator/v1/metrics?${query}`), 400, 'malformed_request');
    await service.close();
  });
});
