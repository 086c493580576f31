/** Each request fails two consecutive checks, and the answer is that of the first one. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createClient } from '../../support/client.ts';
import { startSharedService } from '../../support/shared-service.ts';
import type { SharedService } from '../../support/shared-service.ts';
import {
  approvedUser,
  expectBody,
  expectError,
  fundedWallet,
  newUser,
  newWallet,
  unknownId,
  onrampBody,
  transferBody,
} from '../../support/api-steps.ts';

describe('The order of checks', () => {
  let service: SharedService;
  before(async () => {
    service = await startSharedService();
  });
  after(() => service.close());

  const unkeyed = { idempotencyKey: null };

  it('is key, rate limit, permission', async () => {
    const tight = await startSharedService({ rate_limit: { requests_per_second: 1, burst: 1 } });
    try {
      await tight.readOnly.get('/v1/users');
      expectError(await tight.readOnly.post('/v1/users', {}), 429, 'rate_limited');
      const nobody = createClient(tight.url, tight.keys.revoked);
      for (let i = 0; i < 3; i++) expectError(await nobody.get('/v1/users'), 401, 'invalid_api_key');
    } finally {
      await tight.close();
    }
  });

  it('is permission before availability', async () => {
    expectError(await service.readOnly.post('/v1/transfers/x/cancel'), 403, 'permission_denied');
  });

  it('is availability before the idempotency key', async () => {
    for (const id of ['x', unknownId('trf'), unknownId('usr')]) {
      const answer = await service.sandbox.request('POST', `/v1/transfers/${id}/cancel`, {
        ...unkeyed,
        raw: '{',
      });
      expectError(answer, 501, 'not_implemented');
    }
  });

  it('is the environment before the idempotency key', async () => {
    const answer = await service.production.request('POST', '/v1/sandbox/deposits', unkeyed);
    expectError(answer, 403, 'sandbox_only');
  });

  it('is the idempotency key before path, query, and body', async () => {
    const { sandbox } = service;
    for (const [path, request] of [
      ['/v1/users/x/deactivate', {}],
      ['/v1/users?x=1', { body: {} }],
      ['/v1/users', { body: {} }],
      ['/v1/users', { raw: '{' }],
      ['/v1/users', { raw: '{}', headers: { 'Content-Type': 'text/plain' } }],
      ['/v1/users', { raw: `"${'x'.repeat(140_000)}"` }],
    ] as const) {
      const { message } = expectError(
        await sandbox.request('POST', path, { ...unkeyed, ...request }),
        400,
        'malformed_request',
      );
      expect(message).to.contain('Idempotency-Key');
    }
  });

  it('is the format of the request before a stored result', async () => {
    const { sandbox } = service;
    const idempotencyKey = randomUUID();
    const user = { type: 'individual', external_reference: randomUUID() };
    expectBody(await sandbox.post('/v1/users', user, { idempotencyKey }), 201);
    const again = (request: object) => sandbox.request('POST', '/v1/users', { idempotencyKey, ...request });
    expectError(await again({ body: { ...user, type: 'robot' } }), 422, 'validation_failed');
    expectError(await again({ raw: '{' }), 400, 'malformed_request');
    const text = { raw: '{}', headers: { 'Content-Type': 'text/plain' } };
    expectError(await again(text), 415, 'unsupported_media_type');
    expectError(
      await sandbox.post('/v1/users/x/deactivate', undefined, { idempotencyKey }),
      404,
      'not_found',
    );
    expectError(await sandbox.post('/v1/users?x=1', user, { idempotencyKey }), 400, 'malformed_request');
  });

  it('is a stored result before the existence of objects', async () => {
    const { sandbox } = service;
    const idempotencyKey = randomUUID();
    const user = { type: 'individual', external_reference: randomUUID() };
    expectBody(await sandbox.post('/v1/users', user, { idempotencyKey }), 201);
    const path = `/v1/users/${unknownId('usr')}/deactivate`;
    expectError(await sandbox.post(path, undefined, { idempotencyKey }), 409, 'idempotency_key_reused');
  });

  it('is the existence of objects before approval', async () => {
    const { sandbox } = service;
    const user = await newUser(sandbox);
    expectError(
      await sandbox.post(`/v1/users/${user.id}/deposit_accounts`, {
        source: { currency: 'usd', rail: 'bank_eft' },
        destination: { wallet_id: unknownId('wal') },
      }),
      404,
      'not_found',
    );
    const wallet = await newWallet(sandbox);
    expectBody(
      await sandbox.post(`/v1/sandbox/users/${wallet.user_id}/kyc`, { kyc_status: 'rejected' }),
      200,
    );
    for (const body of [
      transferBody(wallet.id, unknownId('wal'), '1.00'),
      transferBody(unknownId('wal'), wallet.id, '1.00'),
      {
        source: { type: 'wallet', wallet_id: wallet.id },
        destination: { type: 'payout_account', payout_account_id: unknownId('pa') },
        amount: '1.00',
      },
    ]) {
      expectError(await sandbox.post('/v1/transfers', body), 404, 'not_found');
    }
  });

  it('is approval before conflicts', async () => {
    const { sandbox } = service;
    const wallet = await newWallet(sandbox);
    const { user_id } = wallet;
    expectBody(await sandbox.post(`/v1/sandbox/users/${user_id}/kyc`, { kyc_status: 'incomplete' }), 200);
    const open = { asset: 'svc-points' };
    expectError(await sandbox.post(`/v1/users/${user_id}/wallets`, open), 403, 'user_not_approved');
    expectBody(await sandbox.post(`/v1/users/${user_id}/deactivate`), 200);
    expectError(await sandbox.post(`/v1/users/${user_id}/wallets`, open), 403, 'user_not_approved');
    expectError(await sandbox.post('/v1/transfers', onrampBody(wallet.id, '5.00')), 403, 'user_not_approved');
    const other = await newWallet(sandbox);
    expectError(
      await sandbox.post('/v1/transfers', transferBody(wallet.id, other.id, '1.00')),
      403,
      'user_not_approved',
    );
  });

  it('is the other party’s approval before the state of the caller’s user', async () => {
    const { sandbox } = service;
    const [mine, theirs] = [await newWallet(sandbox), await newWallet(sandbox)];
    for (const { user_id } of [mine, theirs])
      expectBody(await sandbox.post(`/v1/users/${user_id}/deactivate`), 200);
    const answer = await sandbox.post('/v1/transfers', transferBody(mine.id, theirs.id, '1.00'));
    expectError(answer, 403, 'user_not_approved');
  });

  it('is conflicts before business rules', async () => {
    const { sandbox } = service;
    const { id } = await approvedUser(sandbox);
    const path = `/v1/users/${id}/wallets`;
    expectBody(await sandbox.post(path, { asset: 'svc-coin', acknowledge_price_risk: true }), 201);
    expectError(await sandbox.post(path, { asset: 'svc-coin' }), 409, 'wallet_exists');
    const [deactivated, other] = [await newWallet(sandbox), await newWallet(sandbox)];
    expectBody(await sandbox.post(`/v1/users/${deactivated.user_id}/deactivate`), 200);
    for (const body of [
      transferBody(deactivated.id, other.id, '0'),
      transferBody(deactivated.id, other.id, '1.00'),
      onrampBody(deactivated.id, '0'),
      onrampBody(deactivated.id, '5.00', { source: { type: 'fiat', currency: 'xxx', rail: 'none' } }),
    ]) {
      expectError(await sandbox.post('/v1/transfers', body), 409, 'user_deactivated');
    }
  });

  it('is, among business rules, route, limits, balance', async () => {
    const { sandbox } = service;
    const from = await fundedWallet(sandbox, { earned: '10.00' });
    const coin = await newWallet(sandbox, 'svc-coin');
    const to = await newWallet(sandbox);
    const transfer = (body: object) => sandbox.post('/v1/transfers', body);
    expectError(await transfer(transferBody(from.id, coin.id, '0')), 422, 'unsupported_route');
    expectError(await transfer(transferBody(from.id, from.id, '0')), 422, 'unsupported_route');
    expectError(await transfer(onrampBody(coin.id, '0')), 422, 'unsupported_route');
    expectError(await transfer(transferBody(to.id, from.id, '0')), 422, 'amount_below_minimum');
    expectError(await transfer(transferBody(to.id, from.id, '2500000.01')), 422, 'amount_above_maximum');
    expectError(await transfer(transferBody(to.id, from.id, '2500000.00')), 422, 'insufficient_balance');
  });
});
