/** Lists of transfers: their filters and their pages. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Answer, Client } from '../../../support/client.ts';
import {
  expectBody,
  expectError,
  fundedWallet,
  listAll,
  newDepositAccount,
  newWallet,
  unknownId,
  onrampBody,
  transferBody,
} from '../../../support/api-steps.ts';
import { startTransferService } from '../../../support/transfer-service.ts';
import type { TransferService } from '../../../support/transfer-service.ts';

type Body = Answer['body'];

describe('Transfers', () => {
  let service: TransferService;
  let sandbox: Client;
  let post: TransferService['post'];
  let review: TransferService['review'];
  before(async () => {
    service = await startTransferService();
    ({ sandbox, post, review } = service);
  });
  after(() => service.close());

  describe('when listed', () => {
    it('are found by every filter and every pair of filters', async () => {
      const [a, b] = [
        await fundedWallet(sandbox, { cashable: '3000.00', earned: '100.00' }),
        await newWallet(sandbox),
      ];
      const reference = randomUUID();
      const more = { integrator_reference: reference };
      expectBody(await post(transferBody(a.id, b.id, '1.00', more)), 201);
      expectBody(await post(transferBody(b.id, a.id, '0.50')), 201);
      expectBody(await post(transferBody(a.id, b.id, '1000.00', more)), 201);
      const failed = expectBody(await post(transferBody(a.id, b.id, '1001.00')), 201);
      expectBody(await review(failed.id, { outcome: 'rejected' }), 200);
      expectBody(await post(onrampBody(b.id, '5.00', more)), 201);
      const account = await newDepositAccount(sandbox, b);
      const standing = { deposit_account_id: account.id, amount: '0.50' };
      expectBody(await sandbox.post('/v1/sandbox/deposits', standing), 200);
      const all = await listAll(sandbox, '/v1/transfers');
      const middle = all[3].created_at;
      const touches = (id: string) => (transfer: Body) =>
        [transfer.source, transfer.destination].some(
          ({ wallet_id, user_id }) => wallet_id === id || user_id === id,
        );
      const filters: [string, (transfer: Body) => boolean][] = [
        [`user_id=${a.user_id}`, touches(a.user_id)],
        [`user_id=${b.user_id}`, touches(b.user_id)],
        [`wallet_id=${a.id}`, touches(a.id)],
        [`wallet_id=${b.id}`, touches(b.id)],
        [
          `integrator_reference=${reference}`,
          ({ integrator_reference }) => integrator_reference === reference,
        ],
        [`created_after=${middle}`, ({ created_at }) => created_at > middle],
        [`created_before=${middle}`, ({ created_at }) => created_at < middle],
        ...['user_to_user', 'onramp', 'offramp', 'conversion'].map((kind): (typeof filters)[number] => [
          `kind=${kind}`,
          (transfer) => transfer.kind === kind,
        ]),
        ...['pending', 'awaiting_funds', 'completed', 'in_review', 'failed', 'returned', 'canceled'].map(
          (state): (typeof filters)[number] => [`state=${state}`, (transfer) => transfer.state === state],
        ),
        [`user_id=${unknownId('usr')}`, () => false],
        ['wallet_id=x', () => false],
        ['integrator_reference=nobody', () => false],
      ];
      const nameOf = (query: string): string => query.split('=')[0] ?? '';
      for (const [i, [query, holds]] of filters.entries()) {
        expect(await listAll(sandbox, `/v1/transfers?${query}`), query).to.deep.equal(all.filter(holds));
        for (const [also, alsoHolds] of filters.slice(i + 1)) {
          if (nameOf(also) === nameOf(query)) continue;
          const found = await listAll(sandbox, `/v1/transfers?${query}&${also}`);
          const wanted = all.filter((transfer) => holds(transfer) && alsoHolds(transfer));
          expect(found, `${query}&${also}`).to.deep.equal(wanted);
        }
      }
    });

    for (const filter of ['wallet_id', 'user_id']) {
      it(`are paged by ${filter} and reject a cursor that does not match`, () => pagesBy(filter));
    }
    async function pagesBy(filter: string): Promise<void> {
      const from = await fundedWallet(sandbox, { earned: '10.00' });
      const to = await newWallet(sandbox);
      const coin = { asset: 'svc-coin', acknowledge_price_risk: true };
      expectBody(await sandbox.post(`/v1/users/${to.user_id}/wallets`, coin), 201);
      const filtered = `/v1/transfers?${filter}=${filter === 'user_id' ? to.user_id : to.id}`;
      const ids: string[] = [];
      for (let i = 0; i < 5; i++) {
        ids.unshift(expectBody(await post(transferBody(from.id, to.id, '1.00')), 201).id);
      }
      const page = async (query: string) => {
        const { data, has_more } = expectBody(await sandbox.get(`${filtered}&limit=2&${query}`), 200);
        return [data.map(({ id }: { id: string }) => id), has_more];
      };
      expect(await page('')).to.deep.equal([ids.slice(0, 2), true]);
      expect(await page(`starting_after=${ids[1]}`)).to.deep.equal([ids.slice(2, 4), true]);
      expect(await page(`starting_after=${ids[2]}`)).to.deep.equal([ids.slice(3), false]);
      expect(await page(`ending_before=${ids[4]}`)).to.deep.equal([ids.slice(2, 4), true]);
      expect(await page(`ending_before=${ids[2]}`)).to.deep.equal([ids.slice(0, 2), false]);
      const other = expectBody(await post(onrampBody((await newWallet(sandbox)).id, '5.00')), 201);
      expectError(await sandbox.get(`${filtered}&starting_after=${other.id}`), 400, 'malformed_request');
    }
  });
});
