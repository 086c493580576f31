import { startTestService } from '../../../support/service.ts';
import type { RunningService } from '../../../support/service.ts';
import { expectBody, expectError, newWallet, transferBody } from '../../../support/api-steps.ts';
import { convert, holderOfBoth } from '../../../support/treasury.ts';

const HOUR_MS = 60 * 60 * 1000;

describe('The limits of a user', () => {
  let service: RunningService;
  let now = Date.now();
  before(async () => {
    service = await startTestService({}, () => now, {
      user_limits: { per_24h: { user_to_user: '100.00' }, per_30d: { user_to_user: '150.00' } },
    });
  });
  after(() => service.close());

  it('apply to 24 hours and 30 days, and to dry runs', async () => {
    const { sandbox } = service;
    const { points, coin } = await holderOfBoth(sandbox);
    const to = await newWallet(sandbox);
    const send = (amount: string, more: object = {}) =>
      sandbox.post('/v1/transfers', transferBody(points.id, to.id, amount, more));
    expectBody(await send('100.00'), 201);
    expectError(await send('0.01'), 422, 'user_limit_exceeded');
    expectError(await send('0.01', { dry_run: true }), 422, 'user_limit_exceeded');
    // Conversions and incoming transfers do not count.
    expectBody(await convert(sandbox, points, coin, '200.00'), 201);
    expectBody(await sandbox.post('/v1/transfers', transferBody(to.id, points.id, '100.00')), 201);
    now += 24 * HOUR_MS;
    expectBody(await send('50.00'), 201);
    expectError(await send('0.01'), 422, 'user_limit_exceeded');
    now += 29 * 24 * HOUR_MS;
    expectBody(await send('100.00'), 201);
  });

  it('count coin at its price', async () => {
    const { sandbox } = service;
    const { coin } = await holderOfBoth(sandbox, { coinFor: '500.00' });
    const to = await newWallet(sandbox, 'svc-coin');
    const send = (amount: string) => sandbox.post('/v1/transfers', transferBody(coin.id, to.id, amount));
    expectError(await send('0.04000400'), 422, 'user_limit_exceeded');
    expectBody(await send('0.04'), 201);
    expectError(await send('0.00000400'), 422, 'user_limit_exceeded');
  });
});
