import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createOperatorClient } from '../../../support/client.ts';
import type { Answer, Client } from '../../../support/client.ts';
import { startSharedService } from '../../../support/shared-service.ts';
import type { SharedService } from '../../../support/shared-service.ts';
import {
  expectBody,
  expectError,
  fundedWallet,
  listAll,
  newPayoutAccount,
  newWallet,
  unknownId,
  offrampBody,
  submittedOfframp,
  waitForTransferState,
} from '../../../support/api-steps.ts';

const REASON = { code: 'account_closed', message: 'The account is closed.' };

describe('Off-ramps over HTTP', () => {
  let service: SharedService;
  let sandbox: Client;

  before(async () => {
    // Transfers of 5,000.00 points or more are held.
    service = await startSharedService({
      reviews: { amount_at_least: { offramp: '5000.00' } },
    });
    ({ sandbox } = service);
  });
  after(() => service.close());

  const holder = async (cashable = '10000.00', earned = '50.00') => {
    const wallet = await fundedWallet(sandbox, { cashable, earned });
    return { wallet, account: await newPayoutAccount(sandbox, wallet.user_id) };
  };
  const create = (wallet: Answer['body'], account: Answer['body'], amount: string, more: object = {}) =>
    sandbox.post('/v1/transfers', offrampBody(wallet.id, account.id, amount, more));
  const settle = (id: string, body: object, options: object = {}) =>
    sandbox.post(`/v1/sandbox/transfers/${id}/payout_outcome`, body, options);
  const review = (id: string, body: object, options: object = {}) =>
    sandbox.post(`/v1/sandbox/transfers/${id}/review_outcome`, body, options);
  const figures = async (wallet: Answer['body']) => {
    const path = `/v1/users/${wallet.user_id}/wallets/${wallet.id}/balance`;
    const { available, pending, cashable } = expectBody(await sandbox.get(path), 200);
    return { available, pending, cashable };
  };
  const eventsOf = async (id: string): Promise<string[]> => {
    const all = await listAll(sandbox, `/v1/events?object_id=${id}`);
    return all
      .reverse()
      .map(({ type, object_version, data }) => `${type} ${object_version} ${data.state}`)
      .sort((a, b) => Number(a.split(' ')[1]) - Number(b.split(' ')[1]));
  };
  const held = async () => {
    const { wallet, account } = await holder();
    const transfer = expectBody(await create(wallet, account, '6000.00'), 201);
    return { wallet, account, transfer };
  };

  describe('when created', () => {
    it('are pending with a receipt and debit the wallet', async () => {
      const { wallet, account } = await holder();
      const transfer = expectBody(
        await create(wallet, account, '1000.50', { integrator_reference: 'r-1', metadata: { a: 'b' } }),
        201,
      );
      expect(transfer).to.deep.include({
        kind: 'offramp',
        state: 'pending',
        state_reason: null,
        amount: '1000.50',
        version: 1,
        integrator_reference: 'r-1',
        metadata: { a: 'b' },
        source: { type: 'wallet', wallet_id: wallet.id, user_id: wallet.user_id, asset: 'svc-points' },
        destination: {
          type: 'payout_account',
          payout_account_id: account.id,
          user_id: wallet.user_id,
          currency: 'usd',
          rail: 'bank_eft',
        },
      });
      expect(transfer.receipt).to.deep.equal({
        amount_debited: '1000.50',
        amount_paid_out: null,
        rate: null,
        fees: [],
        rail_reference: null,
        initiated_at: transfer.created_at,
        completed_at: null,
      });
      expect(await figures(wallet)).to.deep.equal({
        available: '9049.50',
        pending: '0.00',
        cashable: '8999.50',
      });
    });

    it('are submitted automatically and complete when the rail reports it', async () => {
      const { wallet, account } = await holder();
      const submitted = await submittedOfframp(sandbox, wallet.id, account.id, '1000.50');
      expect(submitted.version).to.equal(2);
      expect(submitted.receipt).to.deep.include({ amount_paid_out: '10.00', rate: '0.01' });
      expect(submitted.receipt.rail_reference).to.be.a('string').that.is.not.empty;
      const done = expectBody(await settle(submitted.id, { outcome: 'completed', reason: REASON }), 200);
      expect(done).to.deep.include({ state: 'completed', version: 3, state_reason: null });
      expect(done.receipt.completed_at).to.equal(done.updated_at);
      expect(expectBody(await sandbox.get(`/v1/transfers/${done.id}`), 200)).to.deep.equal(done);
      expect(await eventsOf(done.id)).to.deep.equal([
        'transfer.created 1 pending',
        'transfer.state_changed 2 payout_submitted',
        'transfer.state_changed 3 completed',
      ]);
      expect((await figures(wallet)).cashable).to.equal('8999.50');
    });

    it('pay out by emailpay without a name check', async () => {
      const wallet = await fundedWallet(sandbox, { cashable: '500.00' });
      const payouts = `/v1/users/${wallet.user_id}/payout_accounts`;
      const body = {
        type: 'emailpay',
        currency: 'cad',
        country: 'CA',
        rail: 'emailpay',
        account_owner_name: 'Ada Moreau',
        emailpay: { email: 'ada@example.com' },
      };
      const account = expectBody(await sandbox.post(payouts, body), 201);
      const submitted = await submittedOfframp(sandbox, wallet.id, account.id, '500.00');
      expect(submitted.destination).to.include({ currency: 'cad', rail: 'emailpay' });
      expect(submitted.receipt.amount_paid_out).to.equal('5.00');
      expect(expectBody(await settle(submitted.id, { outcome: 'completed' }), 200).state).to.equal(
        'completed',
      );
      expect(expectBody(await sandbox.get(`${payouts}/${account.id}`), 200)).to.deep.equal(account);
    });

    it('have a consistent history, including refunds', async () => {
      const { wallet, account } = await holder('2000.00', '0.00');
      const { id } = await submittedOfframp(sandbox, wallet.id, account.id, '500.00');
      expectBody(await settle(id, { outcome: 'returned' }), 200);
      const history = await listAll(sandbox, `/v1/users/${wallet.user_id}/wallets/${wallet.id}/history`);
      const own = history.filter(({ transfer_id }) => transfer_id === id);
      expect(own.map(({ bucket, amount }) => `${bucket} ${amount}`)).to.have.members([
        'available -500.00',
        'cashable -500.00',
        'available 500.00',
        'cashable 500.00',
      ]);
    });

    it('are refused for each rule', async () => {
      const { wallet, account } = await holder();
      const other = await holder('100.00');
      const coin = await newWallet(sandbox, 'svc-coin');
      const coinAccount = await newPayoutAccount(sandbox, coin.user_id);
      const cases = [
        [404, 'not_found', { ...wallet, id: unknownId('wal') }, account, '100.00'],
        [404, 'not_found', wallet, { id: unknownId('pa') }, '100.00'],
        [404, 'not_found', wallet, { id: wallet.id }, '100.00'],
        [422, 'unsupported_route', wallet, other.account, '100.00'],
        [422, 'unsupported_route', coin, coinAccount, '1.00'],
        [422, 'validation_failed', wallet, account, '100.001'],
        [422, 'amount_below_minimum', wallet, account, '0'],
        [422, 'amount_below_minimum', wallet, account, '99.99'],
        [422, 'amount_above_maximum', wallet, account, '2500000.01'],
        [422, 'insufficient_balance', wallet, account, '10050.01'],
        [422, 'amount_exceeds_cashable', wallet, account, '10000.01'],
      ] as const;
      for (const [status, code, from, to, amount] of cases) {
        expectError(await create(from, to, amount), status, code);
        expectError(await create(from, to, amount, { dry_run: true }), status, code);
      }
      expectError(
        await create(wallet, account, '100.00', { quote_id: unknownId('qt') }),
        422,
        'validation_failed',
      );
      const fiat = { source: { type: 'fiat', currency: 'usd', rail: 'bank_eft' } };
      expectError(await create(wallet, account, '100.00', fiat), 422, 'unsupported_route');
      expectError(
        await service.otherIntegrator.post('/v1/transfers', offrampBody(wallet.id, account.id, '100.00')),
        404,
        'not_found',
      );
      expectBody(
        await sandbox.post(`/v1/sandbox/users/${wallet.user_id}/kyc`, { kyc_status: 'rejected' }),
        200,
      );
      expectError(await create(wallet, account, '100.00'), 403, 'user_not_approved');
      expectError(await create(wallet, account, '100.00', fiat), 403, 'user_not_approved');
      expect((await figures(wallet)).available).to.equal('10050.00');
    });

    it('fail without a debit if the rail rejects them', async () => {
      const { wallet, account } = await holder('50000.00');
      const before = await figures(wallet);
      // The sandbox rails reject this amount of 404.04 dollars.
      const amount = '40404.00';
      const idempotencyKey = randomUUID();
      const body = offrampBody(wallet.id, account.id, amount, { integrator_reference: 'refused' });
      const answer = await sandbox.post('/v1/transfers', body, { idempotencyKey });
      const transfer = expectBody(answer, 201);
      expect(transfer).to.include({ kind: 'offramp', state: 'failed', version: 2, receipt: null, amount });
      expect(transfer.state_reason.code).to.equal('refused_by_rail');
      expect((await sandbox.get(`/v1/transfers/${transfer.id}`)).text).to.equal(answer.text);
      expect((await sandbox.post('/v1/transfers', body, { idempotencyKey })).text).to.equal(answer.text);
      expect(await figures(wallet)).to.deep.equal(before);
      expect(await eventsOf(transfer.id)).to.deep.equal([
        'transfer.created 1 pending',
        'transfer.state_changed 2 failed',
      ]);
      expectError(await settle(transfer.id, { outcome: 'completed' }), 409, 'transfer_state_conflict');
      // A final transfer blocks neither the account nor the user, and other amounts are accepted.
      expectBody(await create(wallet, account, '40403.99', { dry_run: true }), 200);
      const path = `/v1/users/${wallet.user_id}/payout_accounts/${account.id}`;
      expect(expectBody(await sandbox.request('DELETE', path), 200).status).to.equal('deleted');
    });

    it('block deactivation of the user and, before submission, deletion of the account', async () => {
      const { wallet, account, transfer } = await held();
      const user = `/v1/users/${wallet.user_id}`;
      expectError(
        await sandbox.request('DELETE', `${user}/payout_accounts/${account.id}`),
        409,
        'payout_account_in_use',
      );
      const poor = await holder('200.00', '0.00');
      const { id } = await submittedOfframp(sandbox, poor.wallet.id, poor.account.id, '200.00');
      const deactivate = () => sandbox.post(`/v1/users/${poor.wallet.user_id}/deactivate`);
      expectError(await deactivate(), 409, 'user_has_open_transfers');
      expectBody(await settle(id, { outcome: 'completed' }), 200);
      expectBody(await deactivate(), 200);
      expectBody(await review(transfer.id, { outcome: 'rejected' }), 200);
    });

    it('return the same answer for the same key', async () => {
      const { wallet, account } = await holder();
      const idempotencyKey = randomUUID();
      const send = () =>
        sandbox.post('/v1/transfers', offrampBody(wallet.id, account.id, '100.00'), { idempotencyKey });
      const [first, second] = await Promise.all([send(), send()]);
      const { id } = expectBody(first, 201);
      await waitForTransferState(sandbox, id, 'payout_submitted');
      const third = await send();
      for (const each of [second, third]) expect(each.text).to.equal(first.text);
      expect((await figures(wallet)).available).to.equal('9950.00');
    });

    it('are previewed without moving money', async () => {
      const { wallet, account } = await holder();
      const preview = expectBody(await create(wallet, account, '1000.99', { dry_run: true }), 200);
      expect(preview).to.deep.equal({
        object: 'transfer_preview',
        kind: 'offramp',
        source: { type: 'wallet', wallet_id: wallet.id, user_id: wallet.user_id, asset: 'svc-points' },
        destination: {
          type: 'payout_account',
          payout_account_id: account.id,
          user_id: wallet.user_id,
          currency: 'usd',
          rail: 'bank_eft',
        },
        amount: '1000.99',
        estimated: { rate: '0.01', fees: [], amount_paid_out: '10.00', settlement_time_seconds: 86_400 },
      });
      expect((await figures(wallet)).available).to.equal('10050.00');
    });

    it('are published as routes', async () => {
      const { data } = expectBody(await sandbox.get('/v1/routes?kind=offramp'), 200);
      const names = data.map(
        ({ destination }: Answer['body']) => `${destination.rail} ${destination.currency}`,
      );
      expect(names).to.have.members(['bank_eft usd', 'bank_eft cad', 'bank_eft eur', 'emailpay cad']);
      expect(data[0]).to.deep.include({ min_amount: '100.00', max_amount: '2500000.00' });
    });
  });

  describe('when the rail reports the outcome', () => {
    for (const outcome of ['returned', 'undeliverable']) {
      it(`are refunded in full for ${outcome}, with a reason`, async () => {
        const { wallet, account } = await holder();
        const { id } = await submittedOfframp(sandbox, wallet.id, account.id, '1000.00');
        const idempotencyKey = randomUUID();
        const answer = await settle(id, { outcome, reason: REASON }, { idempotencyKey });
        expect(expectBody(answer, 200)).to.deep.include({
          state: 'refunded',
          version: 4,
          state_reason: REASON,
        });
        expect(await figures(wallet)).to.deep.equal({
          available: '10050.00',
          pending: '0.00',
          cashable: '10000.00',
        });
        expect(await eventsOf(id)).to.have.members([
          'transfer.created 1 pending',
          'transfer.state_changed 2 payout_submitted',
          `transfer.state_changed 3 ${outcome}`,
          `payout.returned 3 ${outcome}`,
          'transfer.state_changed 4 refunded',
        ]);
        const again = await settle(id, { outcome, reason: REASON }, { idempotencyKey });
        expect(again.text).to.equal(answer.text);
        expectError(await settle(id, { outcome: 'completed' }), 409, 'transfer_state_conflict');
      });
    }

    it('accept an outcome immediately after creation', async () => {
      const { wallet, account } = await holder();
      const transfer = expectBody(await create(wallet, account, '100.00'), 201);
      const done = expectBody(await settle(transfer.id, { outcome: 'completed' }), 200);
      expect(done).to.deep.include({ state: 'completed', version: 3 });
    });

    it('accept an outcome only in payout_submitted', async () => {
      const { transfer } = await held();
      expectError(await settle(transfer.id, { outcome: 'completed' }), 409, 'transfer_state_conflict');
      expectError(await settle(unknownId('trf'), { outcome: 'completed' }), 404, 'not_found');
      expectError(await settle(transfer.id, { outcome: 'lost' }), 422, 'validation_failed');
      const { reason } = { reason: { code: 'x' } };
      expectError(await settle(transfer.id, { outcome: 'returned', reason }), 422, 'validation_failed');
      const url = `/v1/sandbox/transfers/${transfer.id}/payout_outcome`;
      expectError(await service.production.post(url, { outcome: 'completed' }), 403, 'sandbox_only');
      expectError(await service.otherIntegrator.post(url, { outcome: 'completed' }), 404, 'not_found');
    });
  });

  describe('in review', () => {
    it('are in_review immediately, with the wallet debited', async () => {
      const { wallet, transfer } = await held();
      expect(transfer).to.deep.include({ state: 'in_review', version: 2 });
      expect(transfer.state_reason.code).to.equal('review_amount');
      expect(transfer.receipt.amount_debited).to.equal('6000.00');
      expect(await figures(wallet)).to.deep.equal({
        available: '4050.00',
        pending: '0.00',
        cashable: '4000.00',
      });
    });

    it('cannot be approved while their rail is disabled', async () => {
      const { transfer } = await held();
      const operator = createOperatorClient(service.url, service.credentials.operator_token);
      const switchRail = async (available: boolean) =>
        expectBody(
          await operator.post('/operator/v1/rails/sandbox/bank_eft/availability', { available }),
          200,
        );
      await switchRail(false);
      expectError(await review(transfer.id, { outcome: 'approved' }), 503, 'provider_unavailable');
      await switchRail(true);
      const approved = expectBody(await review(transfer.id, { outcome: 'approved' }), 200);
      expect(approved.state).to.equal('payout_submitted');
    });

    it('are submitted when approved, with the same answer for the same key', async () => {
      const { transfer } = await held();
      const idempotencyKey = randomUUID();
      const answer = await review(transfer.id, { outcome: 'approved' }, { idempotencyKey });
      expect(expectBody(answer, 200)).to.deep.include({
        state: 'payout_submitted',
        version: 3,
        state_reason: null,
      });
      expect(expectBody(await sandbox.get(`/v1/transfers/${transfer.id}`), 200)).to.deep.equal(answer.body);
      const again = await review(transfer.id, { outcome: 'approved' }, { idempotencyKey });
      expect(again.text).to.equal(answer.text);
      expect(again.headers.get('idempotent-replayed')).to.equal('true');
      expectError(
        await review(transfer.id, { outcome: 'rejected' }, { idempotencyKey }),
        409,
        'idempotency_key_reused',
      );
      expectError(await review(transfer.id, { outcome: 'approved' }), 409, 'transfer_state_conflict');
      expectError(await review(transfer.id, { outcome: 'rejected' }), 409, 'transfer_state_conflict');
      expectBody(await settle(transfer.id, { outcome: 'completed' }), 200);
      expect(await eventsOf(transfer.id)).to.deep.equal([
        'transfer.created 1 pending',
        'transfer.state_changed 2 in_review',
        'transfer.state_changed 3 payout_submitted',
        'transfer.state_changed 4 completed',
      ]);
    });

    it('are approved once under concurrency', async () => {
      const { transfer } = await held();
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => review(transfer.id, { outcome: 'approved' })),
      );
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409, 409, 409]);
    });

    it('are refunded when rejected, without a returned payout', async () => {
      const { wallet, transfer } = await held();
      const answer = expectBody(await review(transfer.id, { outcome: 'rejected', reason: REASON }), 200);
      expect(answer).to.deep.include({ state: 'refunded', version: 3, state_reason: REASON });
      expect(await figures(wallet)).to.deep.include({ available: '10050.00', cashable: '10000.00' });
      expect(await eventsOf(transfer.id)).to.deep.equal([
        'transfer.created 1 pending',
        'transfer.state_changed 2 in_review',
        'transfer.state_changed 3 refunded',
      ]);
    });
  });

  it('are unavailable in production without a provider', async () => {
    const { data } = expectBody(await service.production.get('/v1/routes?kind=offramp'), 200);
    expect(data.every(({ available }: Answer['body']) => !available)).to.equal(true);
  });
});
