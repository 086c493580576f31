import { expect } from 'chai';
import type { Answer, Client } from '../../../support/client.ts';
import { startTestService } from '../../../support/service.ts';
import type { RunningService } from '../../../support/service.ts';
import {
  expectBody,
  expectError,
  fundedWallet,
  listAll,
  newWallet,
  unknownId,
  onrampBody,
  transferBody,
} from '../../../support/api-steps.ts';

type Body = Answer['body'];

describe('Cancellation', () => {
  it('is 501 for any ID unless the configuration enables it', async () => {
    const service = await startTestService();
    try {
      const { sandbox } = service;
      const wallet = await newWallet(sandbox);
      const { id } = expectBody(await sandbox.post('/v1/transfers', onrampBody(wallet.id, '5.00')), 201);
      for (const any of [id, unknownId('trf'), 'x']) {
        const answer = await sandbox.post(`/v1/transfers/${any}/cancel`, undefined, { idempotencyKey: null });
        expectError(answer, 501, 'not_implemented');
      }
    } finally {
      await service.close();
    }
  });

  describe('when enabled', () => {
    let service: RunningService;
    let sandbox: Client;
    before(async () => {
      service = await startTestService({}, Date.now, {
        features: { transfer_cancel: true },
        reviews: { amount_at_least: { user_to_user: '100.00' } },
      });
      ({ sandbox } = service);
    });
    after(() => service.close());

    const cancel = (id: string) => sandbox.post(`/v1/transfers/${id}/cancel`);
    const onramp = async (wallet: Body): Promise<Body> =>
      expectBody(await sandbox.post('/v1/transfers', onrampBody(wallet.id, '5.00')), 201);
    const pay = (transfer_id: string) =>
      sandbox.post('/v1/sandbox/deposits', { transfer_id, amount: '5.00' });

    it('cancels an on-ramp in awaiting_funds', async () => {
      const { id } = await onramp(await newWallet(sandbox));
      const idempotencyKey = `cancel ${id}`;
      const first = await sandbox.post(`/v1/transfers/${id}/cancel`, {}, { idempotencyKey });
      const canceled = expectBody(first, 200);
      expect(canceled).to.deep.include({
        id,
        state: 'canceled',
        state_reason: { code: 'canceled', message: 'The transfer was canceled on request.' },
        receipt: null,
        version: 2,
      });
      expect(expectBody(await sandbox.get(`/v1/transfers/${id}`), 200)).to.deep.equal(canceled);
      const again = await sandbox.post(`/v1/transfers/${id}/cancel`, {}, { idempotencyKey });
      expect([again.status, again.text]).to.deep.equal([200, first.text]);
      expectError(await cancel(id), 409, 'transfer_not_cancelable');
      expect(expectBody(await pay(id), 200)).to.deep.equal(canceled);
      const events = (await listAll(sandbox, `/v1/events?object_id=${id}`)).reverse();
      expect(events.map(({ type, object_version }) => `${type} ${object_version}`)).to.deep.equal([
        'transfer.created 1',
        'transfer.state_changed 2',
        'deposit.returned 2',
      ]);
    });

    it('is refused after money has moved', async () => {
      const from = await fundedWallet(sandbox, { cashable: '500.00' });
      const to = await newWallet(sandbox);
      const paid = await onramp(to);
      expectBody(await pay(paid.id), 200);
      const held = expectBody(
        await sandbox.post('/v1/transfers', transferBody(from.id, to.id, '100.00')),
        201,
      );
      expect(held).to.include({ state: 'in_review' });
      const done = expectBody(await sandbox.post('/v1/transfers', transferBody(from.id, to.id, '1.00')), 201);
      const review = await onramp(to);
      const asked = { transfer_id: review.id, amount: '5.00', outcome: 'in_review' };
      expectBody(await sandbox.post('/v1/sandbox/deposits', asked), 200);
      for (const { id } of [paid, held, done, review])
        expectError(await cancel(id), 409, 'transfer_not_cancelable');
    });

    it('is validated like other writes', async () => {
      const { id } = await onramp(await newWallet(sandbox));
      const path = `/v1/transfers/${id}/cancel`;
      expectError(await cancel(unknownId('trf')), 404, 'not_found');
      expectError(await cancel(unknownId('usr')), 404, 'not_found');
      expectError(await service.production.post(path), 404, 'not_found');
      expectError(await sandbox.post(path, {}, { idempotencyKey: null }), 400, 'malformed_request');
      expectError(await sandbox.post(path, { now: true }), 422, 'validation_failed');
      expectError(await sandbox.post(path, { long: 'x'.repeat(128 * 1024) }), 413, 'payload_too_large');
      const headers = { 'Content-Type': 'text/plain' };
      const raw = { raw: '{}', headers };
      expectError(await sandbox.request('POST', path, raw), 415, 'unsupported_media_type');
      const idempotencyKey = `used ${id}`;
      const other = expectBody(
        await sandbox.post(
          '/v1/transfers',
          {
            ...onrampBody((await newWallet(sandbox)).id, '5.00'),
          },
          { idempotencyKey },
        ),
        201,
      );
      expect(other).to.include({ state: 'awaiting_funds' });
      expectError(await sandbox.post(path, {}, { idempotencyKey }), 409, 'idempotency_key_reused');
      expect(expectBody(await sandbox.get(`/v1/transfers/${id}`), 200)).to.include({
        state: 'awaiting_funds',
      });
    });

    it('and a concurrent deposit have a consistent result', async () => {
      const wallet = await newWallet(sandbox);
      const transfers = await Promise.all(Array.from({ length: 40 }, () => onramp(wallet)));
      const ends = await Promise.all(
        transfers.map(async ({ id }, i) => {
          const calls = [() => cancel(id), () => pay(id), () => cancel(id)];
          if (i % 2 === 0) calls.reverse();
          const answers = await Promise.all(calls.map((call) => call()));
          const [paid] = answers.filter(({ body }) => body.state === 'completed');
          const canceled = answers.filter(({ body }) => body.state === 'canceled');
          const refused = answers.filter(({ status }) => status === 409);
          for (const answer of refused) expectError(answer, 409, 'transfer_not_cancelable');
          // Either the money came first and both cancellations failed, or one cancellation came first and the money was
          // returned.
          const outcome = [paid === undefined ? 0 : 1, canceled.length, refused.length].join();
          expect(outcome).to.be.oneOf(['1,0,2', '0,2,1']);
          return paid === undefined ? 'canceled' : 'completed';
        }),
      );
      const credited = ends.filter((end) => end === 'completed').length * 500;
      const { available, pending } = expectBody(
        await sandbox.get(`/v1/users/${wallet.user_id}/wallets/${wallet.id}/balance`),
        200,
      );
      expect([available, pending]).to.deep.equal([`${credited}.00`, '0.00']);
      const list = `/v1/transfers?wallet_id=${wallet.id}`;
      for (const { id, state } of await listAll(sandbox, list)) {
        const at = transfers.findIndex((transfer) => transfer.id === id);
        expect(state, id).to.equal(ends[at]);
      }
    });
  });
});
