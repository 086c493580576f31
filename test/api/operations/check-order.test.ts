/** Each request here is wrong in two ways that follow each other in the order of checks; the first is the answer. */
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

  it('has the key before the rate limit, and the limit before what the key may do', async () => {
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

  it('has what the key may do before operations that are not yet available', async () => {
    expectError(await service.readOnly.post('/v1/transfers/x/cancel'), 403, 'permission_denied');
  });

  it('has operations that are not yet available before the idempotency key', async () => {
    for (const id of ['x', unknownId('trf'), unknownId('usr')]) {
      const answer = await service.sandbox.request('POST', `/v1/transfers/${id}/cancel`, {
        ...unkeyed,
        raw: '{',
      });
      expectError(answer, 501, 'not_implemented');
    }
  });

  it('has the sandbox alone before the idempotency key', async () => {
    const answer = await service.production.request('POST', '/v1/sandbox/deposits', unkeyed);
    expectError(answer, 403, 'sandbox_only');
  });

  it('has the idempotency key before the shape of path, query and body', async () => {
    const { sandbox } = service;
    for (const [path, request] of [
      ['/v1/users/x/deactivate', {}],
      ['/v1/users?x=1', { body: {} }],
      ['/v1/users', { body: {} }],
      ['/v1/users', { raw: '{' }],
      ['/v1/users', { raw: '{}', headers: { 'Content-Type': 'text/plain' } }],
      ['/v1/users', { raw: `"${'x'.repeat(70_000)}"` }],
    ] as const) {
      const { message } = expectError(
        await sandbox.request('POST', path, { ...unkeyed, ...request }),
        400,
        'malformed_request',
      );
      expect(message).to.contain('Idempotency-Key');
    }
  });

  it('has the shape of the request before a stored result', async () => {
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

  it('has a stored result before the objects', async () => {
    const { sandbox } = service;
    const idempotencyKey = randomUUID();
    const user = { type: 'individual', external_reference: randomUUID() };
    expectBody(await sandbox.post('/v1/users', user, { idempotencyKey }), 201);
    const path = `/v1/users/${unknownId('usr')}/deactivate`;
    expectError(await sandbox.post(path, undefined, { idempotencyKey }), 409, 'idempotency_key_reused');
  });

  it('has the objects before approval', async () => {
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

  it('has approval before conflicts', async () => {
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

  it('has the other party’s approval before the state of one’s own user', async () => {
    const { sandbox } = service;
    const [mine, theirs] = [await newWallet(sandbox), await newWallet(sandbox)];
    for (const { user_id } of [mine, theirs])
      expectBody(await sandbox.post(`/v1/users/${user_id}/deactivate`), 200);
    const answer = await sandbox.post('/v1/transfers', transferBody(mine.id, theirs.id, '1.00'));
    expectError(answer, 403, 'user_not_approved');
  });

  it('has conflicts before business rules', async () => {
    const { sandbox } = service;
    const { id } = await approvedUser(sandbox);
    const path = `/v1/users/${id}/wallets`;
    expectBody(await sandbox.post(path, { asset: 'svc-coin', acknowledge_price_risk: true }), 201);
    expectError(await sandbox.post(path, { asset: 'svc-coin' }), 409, 'wallet_exists');
    const [gone, other] = [await newWallet(sandbox), await newWallet(sandbox)];
    expectBody(await sandbox.post(`/v1/users/${gone.user_id}/deactivate`), 200);
    for (const body of [
      transferBody(gone.id, other.id, '0'),
      transferBody(gone.id, other.id, '1.00'),
      onrampBody(gone.id, '0'),
      onrampBody(gone.id, '5.00', { source: { type: 'fiat', currency: 'xxx', rail: 'none' } }),
    ]) {
      expectError(await sandbox.post('/v1/transfers', body), 409, 'user_deactivated');
    }
  });

  it('has, among business rules, the route, then the limits, then the balance', async () => {
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
