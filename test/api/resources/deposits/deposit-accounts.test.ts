import { expect } from 'chai';
import type { Answer, Client } from '../../../support/client.ts';
import { startTestService } from '../../../support/service.ts';
import type { RunningService } from '../../../support/service.ts';
import {
  expectBody,
  expectError,
  listAll,
  newDepositAccount,
  newUser,
  newWallet,
  unknownId,
} from '../../../support/api-steps.ts';

describe('Deposit accounts', () => {
  let service: RunningService;
  let sandbox: Client;
  before(async () => {
    service = await startTestService();
    ({ sandbox } = service);
  });
  after(() => service.close());

  type Wallet = Answer['body'];
  const listOf = ({ user_id }: Wallet): string => `/v1/users/${user_id}/deposit_accounts`;
  const open = (wallet: Wallet, more: object = {}) =>
    sandbox.post(listOf(wallet), {
      source: { currency: 'usd', rail: 'bank_eft' },
      destination: { wallet_id: wallet.id },
      ...more,
    });
  const pay = async (deposit_account_id: string, amount: string, more: object = {}) =>
    expectBody(await sandbox.post('/v1/sandbox/deposits', { deposit_account_id, amount, ...more }), 200);
  const balanceOf = async (wallet: Wallet) =>
    expectBody(await sandbox.get(`/v1/users/${wallet.user_id}/wallets/${wallet.id}/balance`), 200);

  describe('when created', () => {
    it('have every field and bank details of their currency', async () => {
      const wallet = await newWallet(sandbox);
      const numbers = new Set<string>();
      for (const currency of ['usd', 'cad', 'eur']) {
        const source = { currency, rail: 'bank_eft' };
        const account = expectBody(await open(wallet, { source, metadata: { for: currency } }), 201);
        const { id, created_at, deposit_instructions } = account;
        expect(account).to.deep.equal({
          id,
          object: 'deposit_account',
          user_id: wallet.user_id,
          status: 'active',
          source,
          destination: { wallet_id: wallet.id, asset: 'svc-points' },
          deposit_instructions,
          metadata: { for: currency },
          version: 1,
          created_at,
        });
        expect(deposit_instructions).to.include({ type: 'bank', ...source });
        expect(deposit_instructions).to.not.have.any.keys('amount', 'expires_at');
        expect(deposit_instructions.reference).to.be.a('string').that.is.not.empty;
        numbers.add(deposit_instructions.account_number);
        expect(expectBody(await sandbox.get(`${listOf(wallet)}/${id}`), 200)).to.deep.equal(account);
      }
      expect(numbers.size).to.equal(3);
      expect(await listAll(sandbox, listOf(wallet))).to.have.length(3);
    });

    it('can be several per wallet and currency with separate details', async () => {
      const wallet = await newWallet(sandbox);
      const [one, two] = [expectBody(await open(wallet), 201), expectBody(await open(wallet), 201)];
      const details = ({ deposit_instructions: { account_number, reference } }: Answer['body']) =>
        [account_number, reference].join();
      expect(details(one)).to.not.equal(details(two));
      const list = expectBody(await sandbox.get(`${listOf(wallet)}?limit=1`), 200);
      expect(list).to.deep.equal({ data: [two], has_more: true });
      const next = expectBody(await sandbox.get(`${listOf(wallet)}?limit=1&starting_after=${two.id}`), 200);
      expect(next).to.deep.equal({ data: [one], has_more: false });
    });

    it('are refused for routes without bank details', async () => {
      const [wallet, coin] = [await newWallet(sandbox), await newWallet(sandbox, 'svc-coin')];
      for (const source of [
        { currency: 'cad', rail: 'emailpay' },
        { currency: 'usd', rail: 'emailpay' },
        { currency: 'gbp', rail: 'bank_eft' },
        { currency: 'usd', rail: 'carrier_pigeon' },
        { currency: 'usd', rail: 'constructor' },
      ]) {
        expectError(await open(wallet, { source }), 422, 'unsupported_route');
      }
      expectError(await open(coin), 422, 'unsupported_route');
    });

    it('need a currency, a rail, and a wallet', async () => {
      const wallet = await newWallet(sandbox);
      for (const more of [
        { source: { currency: 'USD', rail: 'bank_eft' } },
        { source: { currency: 'usd' } },
        { source: { rail: 'bank_eft' } },
        { source: 'usd' },
        { source: { currency: 'usd', rail: '' } },
        { destination: {} },
        { destination: { wallet_id: wallet.id, asset: 'svc-points' } },
        { destination: { wallet_id: 7 } },
      ]) {
        expectError(await open(wallet, more), 422, 'validation_failed');
      }
    });

    it('credit only a wallet of the same approved user', async () => {
      const [wallet, other] = [await newWallet(sandbox), await newWallet(sandbox)];
      for (const wallet_id of [other.id, unknownId('wal'), wallet.user_id, 'x']) {
        expectError(await open(wallet, { destination: { wallet_id } }), 404, 'not_found');
      }
      const misplaced = await open(wallet, { destination: { wallet_id: wallet.user_id } });
      expect(expectError(misplaced, 404, 'not_found').message).to.contain(
        '`destination.wallet_id` is the ID of a user, not of a wallet.',
      );
      expectError(await open({ user_id: unknownId('usr'), id: wallet.id }), 404, 'not_found');
      expectBody(
        await sandbox.post(`/v1/sandbox/users/${wallet.user_id}/kyc`, { kyc_status: 'rejected' }),
        200,
      );
      expectError(await open(wallet), 403, 'user_not_approved');
    });
  });

  describe('when deactivated and reactivated', () => {
    it('change status and version, and conflict if unchanged', async () => {
      const wallet = await newWallet(sandbox);
      const account = await newDepositAccount(sandbox, wallet);
      const path = `${listOf(wallet)}/${account.id}`;
      expectError(await sandbox.post(`${path}/reactivate`), 409, 'deposit_account_state_conflict');
      const off = expectBody(await sandbox.post(`${path}/deactivate`), 200);
      expect(off).to.deep.equal({ ...account, status: 'deactivated', version: 2 });
      expect(expectBody(await sandbox.get(path), 200)).to.deep.equal(off);
      expectError(await sandbox.post(`${path}/deactivate`), 409, 'deposit_account_state_conflict');
      const on = expectBody(await sandbox.post(`${path}/reactivate`), 200);
      expect(on).to.deep.equal({ ...account, version: 3 });
      expect(expectBody(await sandbox.get(listOf(wallet)), 200).data).to.deep.equal([on]);
    });

    it('can be deactivated but not reactivated if the user is no longer approved', async () => {
      const wallet = await newWallet(sandbox);
      const account = await newDepositAccount(sandbox, wallet);
      const path = `${listOf(wallet)}/${account.id}`;
      expectBody(
        await sandbox.post(`/v1/sandbox/users/${wallet.user_id}/kyc`, { kyc_status: 'rejected' }),
        200,
      );
      expectBody(await sandbox.post(`${path}/deactivate`), 200);
      expectError(await sandbox.post(`${path}/reactivate`), 403, 'user_not_approved');
    });

    it('are 404 if unknown or of another user', async () => {
      const [wallet, other] = [await newWallet(sandbox), await newWallet(sandbox)];
      const account = await newDepositAccount(sandbox, other);
      for (const id of [account.id, unknownId('da')]) {
        const path = `${listOf(wallet)}/${id}`;
        for (const action of ['deactivate', 'reactivate']) {
          expectError(await sandbox.post(`${path}/${action}`), 404, 'not_found');
        }
        expectError(await sandbox.get(path), 404, 'not_found');
        expectError(await sandbox.get(`${path}/activity`), 404, 'not_found');
      }
      const { id } = await newUser(sandbox);
      expect(expectBody(await sandbox.get(`/v1/users/${id}/deposit_accounts`), 200).data).to.deep.equal([]);
      expectError(await sandbox.get(`/v1/users/${unknownId('usr')}/deposit_accounts`), 404, 'not_found');
    });
  });

  describe('when deposits arrive', () => {
    it('create a transfer for each payment and list it as activity', async () => {
      const wallet = await newWallet(sandbox);
      const account = await newDepositAccount(sandbox, wallet, 'cad');
      const transfer = await pay(account.id, '12.34');
      expect(transfer).to.deep.include({
        kind: 'onramp',
        state: 'completed',
        state_reason: null,
        version: 3,
        amount: '12.34',
        deposit_account_id: account.id,
        deposit_instructions: null,
        source: { type: 'fiat', currency: 'cad', rail: 'bank_eft' },
        destination: { type: 'wallet', wallet_id: wallet.id, user_id: wallet.user_id, asset: 'svc-points' },
      });
      expect(transfer.receipt).to.include({
        amount_expected: null,
        amount_received: '12.34',
        amount_credited: '1234.00',
        rate: '100',
      });
      const [deposit, ...more] = await listAll(sandbox, `${listOf(wallet)}/${account.id}/activity`);
      expect(more).to.deep.equal([]);
      expect(deposit.id).to.match(/^dep_/);
      expect(deposit).to.deep.equal({
        id: deposit.id,
        object: 'deposit',
        deposit_account_id: account.id,
        transfer_id: transfer.id,
        state: 'completed',
        amount_received: '12.34',
        currency: 'cad',
        fees: [],
        rate: '100',
        amount_credited: '1234.00',
        rail_reference: transfer.receipt.rail_reference,
        return_reason: null,
        created_at: deposit.created_at,
      });
      const balance = await balanceOf(wallet);
      expect(balance).to.include({ available: '1234.00', cashable: '1234.00', pending: '0.00' });
    });

    it('return deposits below the minimum, returned by the rail, or for a deactivated account', async () => {
      const wallet = await newWallet(sandbox);
      const account = await newDepositAccount(sandbox, wallet);
      const small = await pay(account.id, '0.99');
      const sent = await pay(account.id, '5.00', { outcome: 'returned' });
      expectBody(await sandbox.post(`${listOf(wallet)}/${account.id}/deactivate`), 200);
      const late = await pay(account.id, '7.00');
      for (const transfer of [small, sent, late]) {
        expect(transfer).to.include({ state: 'returned', version: 2, receipt: null });
        expect(transfer.state_reason.code).to.be.a('string');
      }
      const activity = await listAll(sandbox, `${listOf(wallet)}/${account.id}/activity`);
      expect(activity.map(({ transfer_id }) => transfer_id)).to.deep.equal([late.id, sent.id, small.id]);
      for (const [i, transfer] of [late, sent, small].entries()) {
        expect(activity[i]).to.include({
          state: 'returned',
          return_reason: transfer.state_reason.code,
          amount_credited: '0.00',
          amount_received: transfer.amount,
        });
      }
      expect(await balanceOf(wallet)).to.include({ available: '0.00', pending: '0.00', cashable: '0.00' });
      expectBody(await sandbox.post(`${listOf(wallet)}/${account.id}/reactivate`), 200);
      expect((await pay(account.id, '1.00')).state).to.equal('completed');
    });

    it('hold deposits above the maximum or for users who are no longer approved', async () => {
      const wallet = await newWallet(sandbox);
      const account = await newDepositAccount(sandbox, wallet);
      const large = await pay(account.id, '25000.01');
      expect(large).to.include({ state: 'in_review', version: 3 });
      const most = await pay(account.id, '9999.99');
      expect(most.state).to.equal('completed');
      const policy = await pay(account.id, '10000.00');
      expect([policy.state, policy.state_reason.code]).to.deep.equal(['in_review', 'review_amount']);
      expectBody(
        await sandbox.post(`/v1/sandbox/users/${wallet.user_id}/kyc`, { kyc_status: 'under_review' }),
        200,
      );
      const unapproved = await pay(account.id, '2.00');
      expect(unapproved.state).to.equal('in_review');
      const activity = await listAll(sandbox, `${listOf(wallet)}/${account.id}/activity`);
      expect(activity.map(({ state }) => state)).to.deep.equal([
        'in_review',
        'in_review',
        'completed',
        'in_review',
      ]);
      expect(await balanceOf(wallet)).to.include({ available: '999999.00', pending: '3500201.00' });
    });

    it('follow the state of their transfers through a review', async () => {
      const wallet = await newWallet(sandbox);
      const account = await newDepositAccount(sandbox, wallet);
      const review = async (id: string, outcome: string) =>
        expectBody(await sandbox.post(`/v1/sandbox/transfers/${id}/review_outcome`, { outcome }), 200);
      const [good, bad] = [
        await pay(account.id, '3.00', { outcome: 'in_review' }),
        await pay(account.id, '4.00', { outcome: 'in_review' }),
      ];
      await review(good.id, 'approved');
      await review(bad.id, 'rejected');
      const activity = await listAll(sandbox, `${listOf(wallet)}/${account.id}/activity`);
      expect(activity.map(({ state, amount_credited }) => [state, amount_credited])).to.deep.equal([
        ['returned', '0.00'],
        ['completed', '300.00'],
      ]);
      expect(activity[0].return_reason).to.be.a('string');
    });

    it('page their activity and filter it by time', async () => {
      const wallet = await newWallet(sandbox);
      const account = await newDepositAccount(sandbox, wallet);
      for (let i = 1; i <= 11; i++) await pay(account.id, `${i}.00`);
      const path = `${listOf(wallet)}/${account.id}/activity`;
      const all = await listAll(sandbox, path);
      expect(all.map(({ amount_received }) => Number(amount_received))).to.deep.equal(
        Array.from({ length: 11 }, (_, i) => 11 - i),
      );
      const page = async (query: string) => expectBody(await sandbox.get(`${path}?${query}`), 200);
      expect(await page('')).to.deep.equal({ data: all.slice(0, 10), has_more: true });
      const back = await page(`limit=3&ending_before=${all[10].id}`);
      expect(back).to.deep.equal({ data: all.slice(7, 10), has_more: true });
      const { created_at } = all[4];
      expect((await page(`limit=100&created_after=${created_at}`)).data).to.deep.equal(
        all.filter((each) => each.created_at > created_at),
      );
      expect((await page(`limit=100&created_before=${created_at}`)).data).to.deep.equal(
        all.filter((each) => each.created_at < created_at),
      );
    });
  });
});
