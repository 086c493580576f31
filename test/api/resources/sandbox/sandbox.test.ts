import { expect } from 'chai';
import type { Client } from '../../../support/client.ts';
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
  onrampBody,
  transferBody,
} from '../../../support/api-steps.ts';

describe('The sandbox', () => {
  let service: RunningService;
  let sandbox: Client;
  before(async () => {
    service = await startTestService();
    ({ sandbox } = service);
  });
  after(() => service.close());

  describe('for KYC', () => {
    const kyc = (id: string, body: object) => sandbox.post(`/v1/sandbox/users/${id}/kyc`, body);
    const typesOf = async (id: string) =>
      (await listAll(sandbox, `/v1/events?object_id=${id}`)).map(({ type }) => type).reverse();

    it('sets any status from any status', async () => {
      const { id } = await newUser(sandbox);
      const statuses = ['under_review', 'incomplete', 'rejected', 'approved', 'not_started', 'rejected'];
      for (const kyc_status of statuses) {
        const user = expectBody(await kyc(id, { kyc_status }), 200);
        expect(user.kyc_status).to.equal(kyc_status);
        expect(expectBody(await sandbox.get(`/v1/users/${id}`), 200)).to.deep.equal(user);
      }
    });

    it('sets the terms to approved with KYC unless specified', async () => {
      for (const [body, terms] of [
        [{ kyc_status: 'approved' }, 'approved'],
        [{ kyc_status: 'approved', terms_status: 'pending' }, 'pending'],
        [{ kyc_status: 'rejected' }, 'pending'],
        [{ kyc_status: 'rejected', terms_status: 'approved' }, 'approved'],
      ] as const) {
        const { id } = await newUser(sandbox);
        expect(expectBody(await kyc(id, body), 200).terms_status).to.equal(terms);
      }
      const { id } = await approvedUser(sandbox);
      expect(expectBody(await kyc(id, { kyc_status: 'rejected' }), 200).terms_status).to.equal('approved');
      const taken = expectBody(await kyc(id, { kyc_status: 'rejected', terms_status: 'pending' }), 200);
      expect(taken.terms_status).to.equal('pending');
    });

    it('emits an event and a version for each changed status', async () => {
      const { id } = await newUser(sandbox);
      const both = expectBody(await kyc(id, { kyc_status: 'approved' }), 200);
      expect(both.version).to.equal(3);
      const same = expectBody(await kyc(id, { kyc_status: 'approved' }), 200);
      expect(same).to.deep.equal(both);
      const one = expectBody(await kyc(id, { kyc_status: 'rejected' }), 200);
      expect(one.version).to.equal(4);
      expect(await typesOf(id)).to.deep.equal([
        'user.created',
        'user.kyc_status_changed',
        'user.terms_status_changed',
        'user.kyc_status_changed',
      ]);
    });

    it('increases the version without an event if only the reasons change', async () => {
      const { id } = await newUser(sandbox);
      const refuse = (code: string) =>
        kyc(id, { kyc_status: 'rejected', rejection_reasons: [{ code, message: code }] });
      expectBody(await refuse('blurred'), 200);
      const again = expectBody(await refuse('expired'), 200);
      expect(again.version).to.equal(3);
      expect(again.rejection_reasons).to.deep.equal([{ code: 'expired', message: 'expired' }]);
      expect(await typesOf(id)).to.deep.equal(['user.created', 'user.kyc_status_changed']);
    });

    it('keeps reasons only for rejected and incomplete', async () => {
      const { id } = await newUser(sandbox);
      const rejection_reasons = [
        { code: 'document_expired', message: 'The document has expired.' },
        { code: 'blurred', message: 'The picture is blurred.' },
      ];
      for (const kyc_status of ['rejected', 'incomplete']) {
        const user = expectBody(await kyc(id, { kyc_status, rejection_reasons }), 200);
        expect(user.rejection_reasons).to.deep.equal(rejection_reasons);
      }
      for (const kyc_status of ['under_review', 'approved', 'not_started']) {
        const user = expectBody(await kyc(id, { kyc_status, rejection_reasons }), 200);
        expect(user.rejection_reasons).to.deep.equal([]);
      }
      for (const bad of [
        [{ code: 'x' }],
        [{ code: '', message: 'y' }],
        ['x'],
        {},
        [{ code: 'x', message: 'y', z: 1 }],
      ]) {
        const answer = await kyc(id, { kyc_status: 'rejected', rejection_reasons: bad });
        expectError(answer, 422, 'validation_failed');
      }
    });

    it('is 404 for unknown users', async () => {
      expectError(await kyc(unknownId('usr'), { kyc_status: 'approved' }), 404, 'not_found');
      const { id } = await newUser(sandbox);
      for (const body of [{ kyc_status: 'done' }, { kyc_status: 'approved', terms_status: 'rejected' }]) {
        expectError(await kyc(id, body), 422, 'validation_failed');
      }
    });
  });

  describe('for deposits', () => {
    const deposit = (body: object) => sandbox.post('/v1/sandbox/deposits', body);

    it('needs either an account or a transfer', async () => {
      const wallet = await newWallet(sandbox);
      const { id: deposit_account_id } = await newDepositAccount(sandbox, wallet);
      const onramp = expectBody(await sandbox.post('/v1/transfers', onrampBody(wallet.id, '5.00')), 201);
      const amount = '5.00';
      const both = await deposit({ amount, deposit_account_id, transfer_id: onramp.id });
      expectError(both, 422, 'validation_failed');
      expectError(await deposit({ amount }), 422, 'validation_failed');
      expectBody(await deposit({ amount, deposit_account_id }), 200);
      const paid = expectBody(await deposit({ amount, transfer_id: onramp.id }), 200);
      expect(paid).to.include({ id: onramp.id, state: 'completed' });
    });

    it('needs a positive amount with the currency’s decimals', async () => {
      const wallet = await newWallet(sandbox);
      const { id: deposit_account_id } = await newDepositAccount(sandbox, wallet);
      expectError(await deposit({ deposit_account_id, amount: '1.001' }), 422, 'validation_failed');
      expectError(await deposit({ deposit_account_id, amount: '0.00' }), 422, 'amount_below_minimum');
      expectError(
        await deposit({ deposit_account_id, amount: '1', outcome: 'lost' }),
        422,
        'validation_failed',
      );
      for (const missing of [{ deposit_account_id: unknownId('da') }, { transfer_id: unknownId('trf') }]) {
        expectError(await deposit({ amount: '1.00', ...missing }), 404, 'not_found');
      }
    });

    it('accepts the largest amount of a request', async () => {
      const wallet = await newWallet(sandbox);
      const { id: deposit_account_id } = await newDepositAccount(sandbox, wallet);
      const held = expectBody(await deposit({ deposit_account_id, amount: '999999999999999.99' }), 200);
      expect(held.state).to.equal('in_review');
      const path = `/v1/sandbox/transfers/${held.id}/review_outcome`;
      const done = expectBody(await sandbox.post(path, { outcome: 'approved' }), 200);
      expect(done.receipt.amount_credited).to.equal('99999999999999999.00');
      const balance = `/v1/users/${wallet.user_id}/wallets/${wallet.id}/balance`;
      expect(expectBody(await sandbox.get(balance), 200).available).to.equal('99999999999999999.00');
    });
  });

  describe('for rewards', () => {
    const reward = (body: object) => sandbox.post('/v1/sandbox/rewards', body);

    it('grants earned points and returns the history entry', async () => {
      const wallet = await newWallet(sandbox);
      const path = `/v1/users/${wallet.user_id}/wallets/${wallet.id}`;
      for (const [body, description, balance_after] of [
        [{ amount: '5' }, 'Reward', '5.00'],
        [{ amount: '0.01', description: 'Welcome 😀' }, 'Welcome 😀', '5.01'],
      ] as const) {
        const entry = expectBody(await reward({ wallet_id: wallet.id, ...body }), 201);
        expect(entry).to.deep.include({
          object: 'wallet_history_entry',
          wallet_id: wallet.id,
          transfer_id: null,
          bucket: 'available',
          amount: Number(body.amount).toFixed(2),
          balance_after,
          description,
        });
        expect(expectBody(await sandbox.get(`${path}/history?limit=1`), 200).data).to.deep.equal([entry]);
      }
      const balance = expectBody(await sandbox.get(`${path}/balance`), 200);
      expect(balance).to.include({ available: '5.01', cashable: '0.00' });
    });

    it('grants only points, within limits, to wallets of approved users', async () => {
      const [wallet, coin] = [await newWallet(sandbox), await newWallet(sandbox, 'svc-coin')];
      const wallet_id = wallet.id;
      expectError(await reward({ wallet_id: coin.id, amount: '1.00' }), 422, 'unsupported_route');
      expectError(await reward({ wallet_id, amount: '0' }), 422, 'amount_below_minimum');
      expectError(await reward({ wallet_id, amount: '0.001' }), 422, 'validation_failed');
      expectError(await reward({ wallet_id, amount: '2500000.01' }), 422, 'amount_above_maximum');
      expectError(await reward({ wallet_id: unknownId('wal'), amount: '1.00' }), 404, 'not_found');
      expectError(await reward({ wallet_id, amount: '1.00', description: '' }), 422, 'validation_failed');
      expectBody(
        await sandbox.post(`/v1/sandbox/users/${wallet.user_id}/kyc`, { kyc_status: 'rejected' }),
        200,
      );
      expectError(await reward({ wallet_id, amount: '1.00' }), 403, 'user_not_approved');
    });
  });

  describe('for reviews', () => {
    const review = (id: string, body: object) =>
      sandbox.post(`/v1/sandbox/transfers/${id}/review_outcome`, body);

    it('decides only transfers in review', async () => {
      const [from, to] = [await fundedWallet(sandbox, { earned: '5.00' }), await newWallet(sandbox)];
      const done = expectBody(await sandbox.post('/v1/transfers', transferBody(from.id, to.id, '1.00')), 201);
      const waiting = expectBody(await sandbox.post('/v1/transfers', onrampBody(to.id, '5.00')), 201);
      for (const { id } of [done, waiting]) {
        for (const outcome of ['approved', 'rejected']) {
          expectError(await review(id, { outcome }), 409, 'transfer_state_conflict');
        }
      }
      expectError(await review(unknownId('trf'), { outcome: 'approved' }), 404, 'not_found');
      for (const body of [{ outcome: 'maybe' }, { outcome: 'rejected', reason: 'x' }]) {
        expectError(await review(waiting.id, body), 422, 'validation_failed');
      }
    });

    it('approves only if the users are approved, and can always reject', async () => {
      const wallet = await newWallet(sandbox);
      const { id: deposit_account_id } = await newDepositAccount(sandbox, wallet);
      const body = { deposit_account_id, amount: '2.00', outcome: 'in_review' };
      const { id } = expectBody(await sandbox.post('/v1/sandbox/deposits', body), 200);
      const kyc = `/v1/sandbox/users/${wallet.user_id}/kyc`;
      expectBody(await sandbox.post(kyc, { kyc_status: 'under_review' }), 200);
      expectError(await review(id, { outcome: 'approved' }), 403, 'user_not_approved');
      expect(expectBody(await review(id, { outcome: 'rejected' }), 200).state).to.equal('returned');
    });

    it('decides once for many concurrent requests', async () => {
      const wallet = await newWallet(sandbox);
      const { id: deposit_account_id } = await newDepositAccount(sandbox, wallet);
      const body = { deposit_account_id, amount: '2.00', outcome: 'in_review' };
      const { id } = expectBody(await sandbox.post('/v1/sandbox/deposits', body), 200);
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) => review(id, { outcome: i % 2 === 0 ? 'approved' : 'rejected' })),
      );
      const [decided, ...more] = answers.filter(({ status }) => status === 200);
      expect(more).to.deep.equal([]);
      for (const answer of answers)
        if (answer !== decided) expectError(answer, 409, 'transfer_state_conflict');
      expect(expectBody(await sandbox.get(`/v1/transfers/${id}`), 200)).to.deep.equal(decided?.body);
    });
  });
});
