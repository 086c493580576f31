import { expect } from 'chai';
import type { Answer, Client } from '../../../support/client.ts';
import { startTestService } from '../../../support/service.ts';
import type { RunningService } from '../../../support/service.ts';
import {
  approvedUser,
  expectBody,
  expectError,
  fundedWallet,
  listAll,
  newDepositAccount,
  newUser,
  newWallet,
  unknownId,
  transferBody,
} from '../../../support/api-steps.ts';

const cents = (amount: string): bigint => BigInt(amount.replace('.', ''));

describe('Wallets', () => {
  let service: RunningService;
  let sandbox: Client;
  let production: Client;
  before(async () => {
    service = await startTestService({}, Date.now, {
      reviews: { amount_at_least: { user_to_user: '1000.00' } },
    });
    ({ sandbox, production } = service);
  });
  after(() => service.close());

  const pathTo = ({ user_id, id }: Answer['body']): string => `/v1/users/${user_id}/wallets/${id}`;

  describe('when created', () => {
    it('are empty, for points and coin', async () => {
      const { id: user_id } = await approvedUser(sandbox);
      const path = `/v1/users/${user_id}/wallets`;
      for (const [body, decimals, zero] of [
        [{ asset: 'svc-points', metadata: { main: 'yes' } }, 2, '0.00'],
        [{ asset: 'svc-coin', acknowledge_price_risk: true }, 8, '0.00000000'],
      ] as const) {
        const wallet = expectBody(await sandbox.post(path, body), 201);
        const { id, created_at } = wallet;
        const isCoin = body.asset === 'svc-coin';
        expect(wallet).to.deep.equal({
          id,
          object: 'wallet',
          user_id,
          asset: body.asset,
          decimals,
          status: 'active',
          balance: {
            object: 'wallet_balance',
            wallet_id: id,
            asset: body.asset,
            available: zero,
            pending: zero,
            cashable: zero,
            as_of: created_at,
          },
          price_risk_acknowledged_at: isCoin ? created_at : null,
          metadata: isCoin ? {} : { main: 'yes' },
          version: 1,
          created_at,
        });
        expect(expectBody(await sandbox.get(`${path}/${id}`), 200)).to.deep.equal(wallet);
        expect(expectBody(await sandbox.get(`${path}/${id}/balance`), 200)).to.deep.equal(wallet.balance);
        expect(expectBody(await sandbox.get(`${path}/${id}/history`), 200)).to.deep.equal({
          data: [],
          has_more: false,
        });
      }
    });

    it('need a user with approved KYC and terms', async () => {
      const { id } = await newUser(sandbox);
      const open = () => sandbox.post(`/v1/users/${id}/wallets`, { asset: 'svc-points' });
      for (const statuses of [
        { kyc_status: 'not_started' },
        { kyc_status: 'under_review', terms_status: 'approved' },
        { kyc_status: 'incomplete' },
        { kyc_status: 'rejected' },
        { kyc_status: 'approved', terms_status: 'pending' },
      ]) {
        expectBody(await sandbox.post(`/v1/sandbox/users/${id}/kyc`, statuses), 200);
        expectError(await open(), 403, 'user_not_approved');
      }
      expectBody(await sandbox.post(`/v1/sandbox/users/${id}/kyc`, { kyc_status: 'approved' }), 200);
      expectBody(await open(), 201);
      const stranger = await sandbox.post(`/v1/users/${unknownId('usr')}/wallets`, { asset: 'svc-points' });
      expectError(stranger, 404, 'not_found');
    });

    it('are unique per asset under concurrency', async () => {
      const { id } = await approvedUser(sandbox);
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => sandbox.post(`/v1/users/${id}/wallets`, { asset: 'svc-points' })),
      );
      expect(answers.filter(({ status }) => status === 201)).to.have.length(1);
      for (const answer of answers.filter(({ status }) => status !== 201))
        expectError(answer, 409, 'wallet_exists');
      expect(await listAll(sandbox, `/v1/users/${id}/wallets`)).to.have.length(1);
    });

    it('of coin need acknowledged price risk', async () => {
      const { id } = await approvedUser(sandbox);
      const open = (body: object) => sandbox.post(`/v1/users/${id}/wallets`, { asset: 'svc-coin', ...body });
      expectError(await open({}), 422, 'price_risk_not_acknowledged');
      expectError(await open({ acknowledge_price_risk: false }), 422, 'price_risk_not_acknowledged');
      expectError(await open({ acknowledge_price_risk: 'true' }), 422, 'validation_failed');
      expectBody(await open({ acknowledge_price_risk: true }), 201);
    });

    it('of points have no acknowledged risk', async () => {
      const { id } = await approvedUser(sandbox);
      const body = { asset: 'svc-points', acknowledge_price_risk: true };
      const wallet = expectBody(await sandbox.post(`/v1/users/${id}/wallets`, body), 201);
      expect(wallet.price_risk_acknowledged_at).to.equal(null);
    });

    it('are 422 for an unknown asset', async () => {
      const { id } = await approvedUser(sandbox);
      for (const asset of ['svc-gold', '', 'usd', 7, null, 'constructor']) {
        expectError(await sandbox.post(`/v1/users/${id}/wallets`, { asset }), 422, 'validation_failed');
      }
    });
  });

  it('are listed by user and asset, newest first', async () => {
    const points = await newWallet(sandbox);
    const path = `/v1/users/${points.user_id}/wallets`;
    const coin = expectBody(
      await sandbox.post(path, { asset: 'svc-coin', acknowledge_price_risk: true }),
      201,
    );
    for (const [query, expected] of [
      ['', [coin, points]],
      ['?asset=svc-points', [points]],
      ['?asset=svc-coin', [coin]],
      ['?limit=1', [coin]],
      [`?starting_after=${coin.id}`, [points]],
      [`?ending_before=${points.id}`, [coin]],
      [`?asset=svc-coin&starting_after=${coin.id}`, []],
    ] as const) {
      expect(expectBody(await sandbox.get(path + query), 200).data, query).to.deep.equal(expected);
    }
    const foreign = `${path}?asset=svc-coin&starting_after=${points.id}`;
    expectError(await sandbox.get(foreign), 400, 'malformed_request');
    expectError(await sandbox.get(`/v1/users/${unknownId('usr')}/wallets`), 404, 'not_found');
  });

  describe('with balances and history', () => {
    it('have balances that equal the sum of their entries after every step', async () => {
      const wallet = await fundedWallet(sandbox, { cashable: '3000.00', earned: '100.50' });
      const other = await newWallet(sandbox);
      const account = await newDepositAccount(sandbox, wallet);
      const review = async (id: string, outcome: string) =>
        expectBody(await sandbox.post(`/v1/sandbox/transfers/${id}/review_outcome`, { outcome }), 200);
      const pay = async (from: Answer['body'], to: Answer['body'], amount: string) =>
        expectBody(await sandbox.post('/v1/transfers', transferBody(from.id, to.id, amount)), 201);
      const held = async (): Promise<string> => {
        const deposit = { deposit_account_id: account.id, amount: '7.77', outcome: 'in_review' };
        return expectBody(await sandbox.post('/v1/sandbox/deposits', deposit), 200).id;
      };
      const steps: (() => Promise<unknown>)[] = [
        () => pay(wallet, other, '50.25'),
        () => pay(wallet, other, '100.00'),
        () => pay(other, wallet, '60.00'),
        async () => review((await pay(wallet, other, '1000.00')).id, 'approved'),
        async () => review((await pay(wallet, other, '1000.00')).id, 'rejected'),
        () => pay(wallet, other, '1000.00'),
        held,
        async () => review(await held(), 'approved'),
        async () => review(await held(), 'rejected'),
      ];
      for (const step of steps) {
        await step();
        for (const each of [wallet, other]) await expectSums(each);
      }
      const { balance } = expectBody(await sandbox.get(pathTo(wallet)), 200);
      expect([balance.available, balance.pending]).to.deep.equal(['1787.25', '1777.00']);
    });

    async function expectSums(wallet: Answer['body']): Promise<void> {
      const { balance } = expectBody(await sandbox.get(pathTo(wallet)), 200);
      const entries = await listAll(sandbox, `${pathTo(wallet)}/history`);
      for (const bucket of ['available', 'pending', 'cashable']) {
        let sum = 0n;
        for (const entry of entries.filter((each) => each.bucket === bucket).reverse()) {
          sum += cents(entry.amount);
          expect(cents(entry.balance_after), `${bucket} after ${entry.id}`).to.equal(sum);
          expect(sum >= 0n).to.equal(true);
        }
        expect(sum, bucket).to.equal(cents(balance[bucket]));
      }
      expect(cents(balance.cashable) <= cents(balance.available)).to.equal(true);
    }

    it('have two entries for a partly cashable amount', async () => {
      const from = await fundedWallet(sandbox, { cashable: '100.00', earned: '60.00' });
      const to = await newWallet(sandbox);
      const { id } = expectBody(
        await sandbox.post('/v1/transfers', transferBody(from.id, to.id, '100.00')),
        201,
      );
      for (const [wallet, sign, after] of [
        [from, '-', { available: '60.00', cashable: '60.00' }],
        [to, '', { available: '100.00', cashable: '40.00' }],
      ] as const) {
        const entries = await listAll(sandbox, `${pathTo(wallet)}/history`);
        const moved = entries.filter(({ transfer_id }) => transfer_id === id);
        expect(
          moved.map(({ bucket, amount, balance_after }) => [bucket, amount, balance_after]),
        ).to.have.deep.members([
          ['available', `${sign}100.00`, after.available],
          ['cashable', `${sign}40.00`, after.cashable],
        ]);
        for (const entry of moved) {
          expect(entry).to.include({ object: 'wallet_history_entry', wallet_id: wallet.id });
          expect(entry.id).to.match(/^whe_/);
        }
      }
    });

    it('have money in review in the pending bucket', async () => {
      const from = await fundedWallet(sandbox, { cashable: '600.00', earned: '500.00' });
      const to = await newWallet(sandbox);
      expectBody(await sandbox.post('/v1/transfers', transferBody(from.id, to.id, '1000.00')), 201);
      const held = expectBody(await sandbox.get(`${pathTo(from)}/balance`), 200);
      expect(held).to.include({ available: '100.00', pending: '1000.00', cashable: '100.00' });
      const untouched = expectBody(await sandbox.get(`${pathTo(to)}/balance`), 200);
      expect(untouched).to.include({ available: '0.00', pending: '0.00', cashable: '0.00' });
      const account = await newDepositAccount(sandbox, to);
      const deposit = { deposit_account_id: account.id, amount: '2.00', outcome: 'in_review' };
      expectBody(await sandbox.post('/v1/sandbox/deposits', deposit), 200);
      const waiting = expectBody(await sandbox.get(`${pathTo(to)}/balance`), 200);
      expect(waiting).to.include({ available: '0.00', pending: '200.00', cashable: '0.00' });
      expectError(
        await sandbox.post('/v1/transfers', transferBody(to.id, from.id, '1.00')),
        422,
        'insufficient_balance',
      );
    });

    it('do not increase the version when the balance changes', async () => {
      const wallet = await fundedWallet(sandbox, { cashable: '100.00', earned: '60.00' });
      expect(wallet.version).to.equal(1);
      expect(wallet.balance.as_of > wallet.created_at).to.equal(true);
    });

    it('are paged and filtered by time', async () => {
      const wallet = await newWallet(sandbox);
      for (let i = 1; i <= 12; i++) {
        const reward = { wallet_id: wallet.id, amount: `${i}`, description: `Reward ${i}` };
        expectBody(await sandbox.post('/v1/sandbox/rewards', reward), 201);
      }
      const path = `${pathTo(wallet)}/history`;
      const all = await listAll(sandbox, path);
      expect(all.map(({ description }) => description)).to.deep.equal(
        Array.from({ length: 12 }, (_, i) => `Reward ${12 - i}`),
      );
      const page = async (query: string) => expectBody(await sandbox.get(`${path}?${query}`), 200);
      expect(await page('')).to.deep.equal({ data: all.slice(0, 10), has_more: true });
      const back = await page(`limit=5&ending_before=${all[7].id}`);
      expect(back).to.deep.equal({ data: all.slice(2, 7), has_more: true });
      const middle = all[5];
      const after = await page(`limit=100&created_after=${middle.created_at}`);
      expect(after.data).to.deep.equal(all.filter(({ created_at }) => created_at > middle.created_at));
      const before = await page(`limit=100&created_before=${middle.created_at}`);
      expect(before.data).to.deep.equal(all.filter(({ created_at }) => created_at < middle.created_at));
      const none = await page(`created_after=${all[0].created_at}&created_before=${all[0].created_at}`);
      expect(none).to.deep.equal({ data: [], has_more: false });
      // The same time with another offset.
      const moment = new Date(middle.created_at).getTime() + 2 * 60 * 60 * 1000;
      const elsewhere = encodeURIComponent(new Date(moment).toISOString().replace('Z', '+02:00'));
      expect((await page(`limit=100&created_after=${elsewhere}`)).data).to.deep.equal(after.data);
    });

    it('are 404 for an unknown wallet', async () => {
      const { user_id } = await newWallet(sandbox);
      for (const tail of ['', '/balance', '/history']) {
        expectError(
          await sandbox.get(`/v1/users/${user_id}/wallets/${unknownId('wal')}${tail}`),
          404,
          'not_found',
        );
      }
    });

    it('are 404 for the wallet of another user or environment, after its own user has read them', async () => {
      const wallet = await newWallet(sandbox);
      const { user_id } = await newWallet(sandbox);
      expectBody(await sandbox.get(`${pathTo(wallet)}/history`), 200);
      const others = `/v1/users/${user_id}/wallets/${wallet.id}/history`;
      expectError(await sandbox.get(others), 404, 'not_found');
      expectError(await production.get(`${pathTo(wallet)}/history`), 404, 'not_found');
      expectBody(await sandbox.get(`${pathTo(wallet)}/history`), 200);
    });
  });
});
