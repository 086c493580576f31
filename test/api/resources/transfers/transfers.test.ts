/** Transfers between users and from fiat. */
import { expect } from 'chai';
import type { Answer, Client } from '../../../support/client.ts';
import {
  expectBody,
  expectError,
  fundedWallet,
  newWallet,
  unknownId,
  onrampBody,
  transferBody,
} from '../../../support/api-steps.ts';
import { startTransferService } from '../../../support/transfer-service.ts';
import type { TransferService } from '../../../support/transfer-service.ts';

type Body = Answer['body'];

const DAY_MS = 24 * 60 * 60 * 1000;

describe('Transfers', () => {
  let service: TransferService;
  let sandbox: Client;
  let post: TransferService['post'];
  let shown: TransferService['shown'];
  let review: TransferService['review'];
  let pay: TransferService['pay'];
  let balanceOf: TransferService['balanceOf'];
  before(async () => {
    service = await startTransferService();
    ({ sandbox, post, shown, review, pay, balanceOf } = service);
  });
  after(() => service.close());

  describe('between users', () => {
    it('complete immediately with a receipt, earned points first', async () => {
      const from = await fundedWallet(sandbox, { cashable: '100.00', earned: '30.00' });
      const to = await newWallet(sandbox);
      const more = { integrator_reference: 'order 1', metadata: { a: 'b' } };
      const transfer = expectBody(await post(transferBody(from.id, to.id, '40', more)), 201);
      const { id, created_at, updated_at } = transfer;
      const end = ({ id: wallet_id, user_id }: Body) => ({
        type: 'wallet',
        wallet_id,
        user_id,
        asset: 'svc-points',
      });
      expect(transfer).to.deep.equal({
        id,
        object: 'transfer',
        kind: 'user_to_user',
        state: 'completed',
        state_reason: null,
        source: end(from),
        destination: end(to),
        amount: '40.00',
        deposit_account_id: null,
        deposit_instructions: null,
        receipt: {
          amount_debited: '40.00',
          amount_credited: '40.00',
          earned_amount: '30.00',
          rate: null,
          fees: [],
          rail_reference: null,
          initiated_at: created_at,
          completed_at: updated_at,
        },
        ...more,
        version: 2,
        created_at,
        updated_at,
      });
      expect(await shown(id)).to.deep.equal(transfer);
      expect(await balanceOf(from)).to.include({ available: '90.00', cashable: '90.00' });
      expect(await balanceOf(to)).to.include({ available: '40.00', cashable: '10.00' });
    });

    it('preserve the split of earned and cashable points', async () => {
      const a = await fundedWallet(sandbox, { cashable: '100.00', earned: '5.00' });
      const [b, c] = [await newWallet(sandbox), await newWallet(sandbox)];
      expectBody(await post(transferBody(a.id, b.id, '105.00')), 201);
      const { receipt } = expectBody(await post(transferBody(b.id, c.id, '7.50')), 201);
      expect(receipt.earned_amount).to.equal('5.00');
      expect(await balanceOf(b)).to.include({ available: '97.50', cashable: '97.50' });
      expect(await balanceOf(c)).to.include({ available: '7.50', cashable: '2.50' });
    });

    it('are held above a threshold and complete when approved', async () => {
      const from = await fundedWallet(sandbox, { cashable: '1500.00', earned: '200.00' });
      const to = await newWallet(sandbox);
      expectBody(await post(transferBody(from.id, to.id, '0.05')), 201);
      const held = expectBody(await post(transferBody(from.id, to.id, '1000.00')), 201);
      expect(held).to.include({ state: 'in_review', version: 2 });
      expect(held.state_reason).to.have.all.keys('code', 'message');
      expect(held.receipt).to.include({
        amount_debited: '1000.00',
        amount_credited: null,
        completed_at: null,
      });
      expect(await shown(held.id)).to.deep.equal(held);
      const done = expectBody(await review(held.id, { outcome: 'approved' }), 200);
      expect(done).to.include({ state: 'completed', state_reason: null, version: 3 });
      expect(done.receipt).to.include({
        amount_debited: '1000.00',
        amount_credited: '1000.00',
        earned_amount: held.receipt.earned_amount,
        initiated_at: held.created_at,
        completed_at: done.updated_at,
      });
      expect(await shown(held.id)).to.deep.equal(done);
      expect(await balanceOf(to)).to.include({ available: '1000.05', pending: '0.00', cashable: '800.05' });
      expectError(await review(held.id, { outcome: 'approved' }), 409, 'transfer_state_conflict');
    });

    it('fail when rejected and restore the sender’s balance and split', async () => {
      const from = await fundedWallet(sandbox, { cashable: '1500.00', earned: '200.00' });
      const to = await newWallet(sandbox);
      const held = expectBody(await post(transferBody(from.id, to.id, '1600.00')), 201);
      expect(await balanceOf(from)).to.include({
        available: '100.00',
        pending: '1600.00',
        cashable: '100.00',
      });
      const reason = { code: 'looks_odd', message: 'It looks odd.' };
      const failed = expectBody(await review(held.id, { outcome: 'rejected', reason }), 200);
      expect(failed).to.deep.include({ state: 'failed', state_reason: reason, version: 3 });
      expect(failed.receipt).to.include({ amount_credited: null, completed_at: null });
      const { available, pending, cashable } = from.balance;
      expect(await balanceOf(from)).to.include({ available, pending, cashable });
      expect(await balanceOf(to)).to.include({ available: '0.00', pending: '0.00' });
    });

    it('report what is wrong with coin transfers and zero amounts', async () => {
      const [from, to] = [await newWallet(sandbox, 'svc-coin'), await newWallet(sandbox, 'svc-coin')];
      expectError(await post(transferBody(from.id, to.id, '0.00000099')), 422, 'amount_below_minimum');
      expectError(await post(transferBody(from.id, to.id, '100.00000001')), 422, 'amount_above_maximum');
      expectError(await post(transferBody(from.id, to.id, '0.00000100')), 422, 'insufficient_balance');
    });
  });

  describe('from fiat', () => {
    it('wait for the deposit with separate instructions', async () => {
      const wallet = await newWallet(sandbox);
      const references = new Set<string>();
      for (const currency of ['usd', 'cad', 'eur']) {
        const body = onrampBody(wallet.id, '5', { source: { type: 'fiat', currency, rail: 'bank_eft' } });
        const transfer = expectBody(await post(body), 201);
        expect(transfer).to.deep.include({
          kind: 'onramp',
          state: 'awaiting_funds',
          state_reason: null,
          amount: '5.00',
          source: body.source,
          receipt: null,
          deposit_account_id: null,
          version: 1,
        });
        const { deposit_instructions, created_at, id } = transfer;
        expect(deposit_instructions).to.include({ type: 'bank', currency, rail: 'bank_eft', amount: '5.00' });
        const lives = Date.parse(deposit_instructions.expires_at) - Date.parse(created_at);
        expect(lives).to.be.within(7 * DAY_MS - 60_000, 7 * DAY_MS + 60_000);
        references.add(deposit_instructions.reference);
        expect(await shown(id)).to.deep.equal(transfer);
      }
      expect(references.size).to.equal(3);
    });

    it('are credited with the received amount, more or less than expected', async () => {
      const wallet = await newWallet(sandbox);
      for (const [amount, credited] of [
        ['5.00', '500.00'],
        ['1.01', '101.00'],
        ['9.99', '999.00'],
      ]) {
        const { id, created_at } = expectBody(await post(onrampBody(wallet.id, '5.00')), 201);
        const paid = expectBody(await pay(id, amount ?? ''), 200);
        expect(paid).to.include({ id, state: 'completed', amount: '5.00', version: 3, state_reason: null });
        expect(paid.receipt).to.deep.equal({
          amount_expected: '5.00',
          amount_received: amount,
          amount_credited: credited,
          rate: '100',
          fees: [],
          rail_reference: paid.receipt.rail_reference,
          initiated_at: created_at,
          completed_at: paid.updated_at,
        });
        expect(paid.receipt.rail_reference).to.be.a('string');
        expect(await shown(id)).to.deep.equal(paid);
      }
      expect(await balanceOf(wallet)).to.include({ available: '1600.00', cashable: '1600.00' });
    });

    it('are returned if the deposit is too small or the rail returns it', async () => {
      const wallet = await newWallet(sandbox);
      for (const [amount, outcome] of [
        ['0.99', 'credited'],
        ['5.00', 'returned'],
      ]) {
        const { id } = expectBody(await post(onrampBody(wallet.id, '5.00')), 201);
        const back = expectBody(await pay(id, amount ?? '', { outcome }), 200);
        expect(back).to.include({ state: 'returned', version: 2 });
        expect(back.state_reason).to.have.all.keys('code', 'message');
        expect(await shown(id)).to.deep.equal(back);
      }
      expect(await balanceOf(wallet)).to.include({ available: '0.00', pending: '0.00' });
    });

    it('are held for large deposits or if the rail asks, until the review decides', async () => {
      const wallet = await newWallet(sandbox);
      const ends: [string, object, string, object][] = [
        ['5.00', { outcome: 'in_review' }, 'completed', { outcome: 'approved' }],
        ['1000.01', {}, 'completed', { outcome: 'approved' }],
        ['500.00', {}, 'returned', { outcome: 'rejected' }],
      ];
      for (const [amount, more, state, decision] of ends) {
        const { id } = expectBody(await post(onrampBody(wallet.id, '5.00')), 201);
        const held = expectBody(await pay(id, amount, more), 200);
        expect(held, amount).to.include({ state: 'in_review', version: 3 });
        expect(held.receipt).to.include({
          amount_received: amount,
          amount_credited: null,
          completed_at: null,
        });
        const before = await balanceOf(wallet);
        const points = `${Number(amount) * 100}.00`;
        expect(before.pending).to.equal(points);
        const over = expectBody(await review(id, decision), 200);
        expect(over).to.include({ state, version: 4 });
        expect(over.state_reason === null).to.equal(state === 'completed');
        expect(over.receipt.amount_credited).to.equal(state === 'completed' ? points : null);
        expect(await shown(id)).to.deep.equal(over);
        expect((await balanceOf(wallet)).pending).to.equal('0.00');
      }
      expect(await balanceOf(wallet)).to.include({ available: '100501.00', cashable: '100501.00' });
    });

    it('that are final or not from fiat accept no deposits', async () => {
      const from = await fundedWallet(sandbox, { cashable: '2000.00' });
      const to = await newWallet(sandbox);
      const done = expectBody(await post(transferBody(from.id, to.id, '1.00')), 201);
      const held = expectBody(await post(transferBody(from.id, to.id, '1000.00')), 201);
      const paid = expectBody(await post(onrampBody(to.id, '5.00')), 201);
      expectBody(await pay(paid.id, '5.00'), 200);
      for (const { id } of [done, held, paid])
        expectError(await pay(id, '1.00'), 409, 'transfer_state_conflict');
    });
  });

  it('cannot be canceled by default', async () => {
    const wallet = await newWallet(sandbox);
    const { id } = expectBody(await post(onrampBody(wallet.id, '5.00')), 201);
    for (const each of [id, unknownId('trf'), 'x', wallet.id]) {
      for (const body of [undefined, {}, { reason: 'x' }]) {
        expectError(await sandbox.post(`/v1/transfers/${each}/cancel`, body), 501, 'not_implemented');
      }
    }
    expect((await shown(id)).state).to.equal('awaiting_funds');
  });

  it('are 404 if unknown', async () => {
    expectError(await sandbox.get(`/v1/transfers/${unknownId('trf')}`), 404, 'not_found');
  });
});
