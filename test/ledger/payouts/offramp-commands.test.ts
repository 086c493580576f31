import { expect } from 'chai';
import fc from 'fast-check';
import { asPoints, parseStoredAmount } from '../../../src/ledger/amount.ts';
import type { ReadonlyBook } from '../../../src/ledger/book.ts';
import { evolve } from '../../../src/ledger/evolve.ts';
import { deletePayoutAccount } from '../../../src/ledger/payout-account.ts';
import { findPayoutToSubmit } from '../../../src/ledger/payout.ts';
import { formatRatio, pointsToFiat } from '../../../src/ledger/quote.ts';
import { reviewTransfer } from '../../../src/ledger/review.ts';
import { deactivateUser } from '../../../src/ledger/user.ts';
import type { LedgerRule } from '../../../src/ledger/violations.ts';
import { setComplianceHold } from '../../../src/ledger/wallet.ts';
import { REFUSED_BY_RAIL, offramp, review, settlement, submission } from '../../support/ledger-commands.ts';
import { createLedger, expectRule, given, idIn, onlyOne, type Ledger } from '../../support/ledger.ts';
import { POLICY } from '../../support/policy.ts';

/** The service accounts that payouts use. */
const accounts = (ledger: Ledger) => ({
  in_flight: ledger.balance('payouts_in_flight'),
  issued: ledger.balance('points_issued'),
  fiat_held: ledger.balance('fiat_held:usd'),
  clearing: ledger.balance('clearing:bank_eft:usd'),
});

const freeze = (ledger: Ledger, wallet_id: string, hold = true) =>
  ledger.run((book) => setComplianceHold(book, { wallet_id, hold, reason: 'A check.' }));

/** An off-ramp in review. */
function heldOfframp(ledger: Ledger, amount = '1000000.00') {
  const from = ledger.fundedWallet(amount, '7.00');
  const account = ledger.payoutAccount(from);
  const id = idIn(ledger.run(offramp(from, account, amount)), 'transfer_id');
  return { id, from, account };
}

describe('Off-ramps', () => {
  describe('when created', () => {
    it('starts pending and debits cashable points immediately', () => {
      const ledger = given();
      const from = ledger.fundedWallet('300.00', '50.00');
      const account = ledger.payoutAccount(from);
      const issued = ledger.balance('points_issued');
      const events = ledger
        .when(offramp(from, account, '250.00', { integrator_reference: 'ref', metadata: { a: 'b' } }))
        .then('transfer.created', 'posting.recorded');
      const transfer = ledger.openTransfer(idIn(events, 'transfer_id'));
      expect(transfer).to.deep.include({
        kind: 'offramp',
        state: 'pending',
        state_reason: null,
        version: 1,
        amount: '250.00',
        integrator_reference: 'ref',
        metadata: { a: 'b' },
        payout: { amount: '2.50', rate: '0.01' },
        destination: {
          type: 'payout_account',
          payout_account_id: account,
          user_id: ledger.ownerOf(from),
          currency: 'usd',
          rail: 'bank_eft',
        },
      });
      expect(transfer.receipt).to.include({ amount_debited: '250.00', completed_at: null });
      expect(ledger.walletBalances(from)).to.deep.equal({
        available: '100.00',
        pending: '0.00',
        cashable: '50.00',
      });
      expect(accounts(ledger)).to.deep.equal({ in_flight: 250_00n, issued, fiat_held: 0n, clearing: 0n });
    });

    it('pays out points times price, rounded down to the currency’s decimals', () => {
      const ledger = given();
      const from = ledger.fundedWallet('1000.00');
      const cad = ledger.payoutAccount(from, { currency: 'cad', country: 'CA' });
      const { data } = onlyOne(ledger.run(offramp(from, cad, '100.33')), 'transfer.created');
      expect(data.payout).to.deep.equal({ amount: '3.00', rate: '0.03' });
      fc.assert(
        fc.property(
          fc.bigInt({ min: 0n, max: 10n ** 12n }),
          fc.integer({ min: 1, max: 9_999 }),
          (points, cents) => {
            const price = { numerator: BigInt(cents), denominator: 10_000n };
            const paid = pointsToFiat(asPoints(points), 2, price);
            expect(paid * 10_000n * 100n <= points * BigInt(cents) * 100n).to.equal(true);
            expect((paid + 1n) * 10_000n > points * BigInt(cents)).to.equal(true);
            expect(Number(formatRatio(price))).to.equal(cents / 10_000);
          },
        ),
      );
    });

    it('is debited and held for review from the review threshold', () => {
      const ledger = given();
      const { id, from } = heldOfframp(ledger);
      expect(ledger.openTransfer(id)).to.deep.include({ state: 'in_review', version: 2 });
      expect(ledger.openTransfer(id).state_reason?.code).to.equal('review_amount');
      expect(ledger.walletBalances(from)).to.deep.equal({
        available: '7.00',
        pending: '0.00',
        cashable: '0.00',
      });
      expect(findPayoutToSubmit(ledger.book, id)).to.equal(undefined);
    });

    it('is refused with the first error in contract order', () => {
      const ledger = given();
      const from = ledger.fundedWallet('200.00', '50.00');
      const user = ledger.ownerOf(from);
      const account = ledger.payoutAccount(from);
      const strange = ledger.payoutAccount(ledger.wallet());
      const coin = ledger.coinWallet('1.00000000');
      const coinAccount = ledger.payoutAccount(coin);

      ledger.when(offramp('wal_none', account, '100.00')).thenRefused('not_found');
      ledger.when(offramp(from, 'pa_none', '100.00')).thenRefused('not_found');
      ledger.when(offramp(from, strange, '100.00')).thenRefused('unsupported_route');
      ledger.when(offramp(coin, coinAccount, '1.00000000')).thenRefused('unsupported_route');
      ledger
        .when(
          offramp(from, account, '100.00', { source: { type: 'fiat', currency: 'usd', rail: 'bank_eft' } }),
        )
        .thenRefused('unsupported_route');
      ledger
        .when(offramp(from, account, '1.00', { quote_id: 'qt_1' }))
        .thenRefused('validation_failed', 'quote_id');
      ledger.when(offramp(from, account, '100.001')).thenRefused('validation_failed', 'amount');
      ledger.when(offramp(from, account, '0')).thenRefused('amount_below_minimum');
      ledger.when(offramp(from, account, '99.99')).thenRefused('amount_below_minimum');
      ledger.when(offramp(from, account, '2500000.01')).thenRefused('amount_above_maximum');
      ledger.when(offramp(from, account, '250.01')).thenRefused('insufficient_balance');
      ledger.when(offramp(from, account, '250.00')).thenRefused('amount_exceeds_cashable');
      ledger.when(offramp(from, account, '200.01')).thenRefused('amount_exceeds_cashable');
      ledger.when(offramp(from, account, '200.00')).then('transfer.created', 'posting.recorded');

      const unused = ledger.payoutAccount(from);
      ledger.run((book) => deletePayoutAccount(book, { user_id: user, payout_account_id: unused }));
      ledger.when(offramp(from, unused, '1.00')).thenRefused('payout_account_deleted');
      freeze(ledger, from);
      ledger.when(offramp(from, unused, '1.00')).thenRefused('wallet_frozen');
      ledger.kyc(user, 'rejected');
      ledger.when(offramp(from, unused, '1.00')).thenRefused('user_not_approved');
    });

    it('is refused for a deactivated user', () => {
      const ledger = given();
      const from = ledger.wallet();
      const account = ledger.payoutAccount(from);
      ledger.run((book) => deactivateUser(book, { user_id: ledger.ownerOf(from) }));
      ledger.when(offramp(from, account, '100.00')).thenRefused('user_deactivated');
    });

    it('is refused if the points are worth less than one minor unit', () => {
      const ledger = createLedger({
        ...POLICY,
        pointPrices: new Map([['usd', { numerator: 1n, denominator: 1_000_000n }]]),
      });
      const from = ledger.fundedWallet('200.00');
      ledger.when(offramp(from, ledger.payoutAccount(from), '100.00')).thenRefused('amount_below_minimum');
    });

    it('blocks deactivation of its user until it is final', () => {
      const ledger = given();
      const { id, from } = ledger.submittedOfframp('100.00');
      const account = ledger.payoutAccount(ledger.fundedWallet('100.00'));
      expect(account).to.match(/^pa_/);
      const user_id = ledger.ownerOf(from);
      // Its earned points would also be refused.
      ledger.when((book) => deactivateUser(book, { user_id })).thenRefused('user_has_balance');
      const poor = ledger.fundedWallet('100.00');
      const open = idIn(ledger.run(offramp(poor, ledger.payoutAccount(poor), '100.00')), 'transfer_id');
      ledger
        .when((book) => deactivateUser(book, { user_id: ledger.ownerOf(poor) }))
        .thenRefused('user_has_open_transfers');
      ledger.run(submission(open));
      ledger.run(settlement(open, 'completed'));
      ledger.run(settlement(id, 'completed'));
      ledger.when((book) => deactivateUser(book, { user_id: ledger.ownerOf(poor) })).then('user.deactivated');
    });
  });

  describe('when submitted', () => {
    it('records the amount paid out, the rate and the rail reference', () => {
      const ledger = given();
      const from = ledger.fundedWallet('100.00');
      const id = idIn(ledger.run(offramp(from, ledger.payoutAccount(from), '100.00')), 'transfer_id');
      expect(findPayoutToSubmit(ledger.book, id)?.to.sealed_details).to.equal('sealed details');
      ledger.when(submission(id)).then({
        type: 'transfer.state_changed',
        data: {
          transfer_id: id,
          state: 'payout_submitted',
          receipt: { amount_paid_out: '1.00', rate: '0.01', rail_reference: 'RAIL-9' },
        },
      });
      expect(findPayoutToSubmit(ledger.book, id)).to.equal(undefined);
    });

    it('is recorded only once when the rail is asked again', () => {
      const ledger = given();
      const { id } = ledger.submittedOfframp();
      ledger.when(submission(id)).then();
      ledger.when(submission(id, false)).then();
    });

    it('is refused for a final off-ramp, which might be paid twice', () => {
      const ledger = given();
      const { id } = ledger.submittedOfframp();
      ledger.run(settlement(id, 'completed'));
      ledger.when(submission(id)).thenRefused('transfer_state_conflict');
      ledger.when(submission('trf_none')).thenRefused('transfer_state_conflict');
    });

    it('is refunded immediately if the rail rejects it', () => {
      const ledger = given();
      const from = ledger.fundedWallet('150.00', '50.00');
      const before = accounts(ledger);
      const id = idIn(ledger.run(offramp(from, ledger.payoutAccount(from), '100.00')), 'transfer_id');
      const events = ledger
        .when(submission(id, false))
        .then(
          'transfer.state_changed',
          'transfer.state_changed',
          'posting.recorded',
          'transfer.state_changed',
        );
      const states = events.flatMap((event) =>
        event.type === 'transfer.state_changed' ? [[event.data.state, event.data.state_reason?.code]] : [],
      );
      expect(states).to.deep.equal([
        ['payout_submitted', undefined],
        ['undeliverable', 'account_closed'],
        ['refunded', 'account_closed'],
      ]);
      expect(ledger.walletBalances(from)).to.include({ available: '200.00', cashable: '150.00' });
      expect(accounts(ledger)).to.deep.equal(before);
      expect(ledger.book.transfers.get(id)).to.equal(undefined);
    });
  });

  describe('when they end', () => {
    it('removes the points from circulation and the fiat from the backing', () => {
      const ledger = given();
      const { id, from } = ledger.submittedOfframp('200.00');
      const { issued } = accounts(ledger);
      ledger.when(settlement(id, 'completed')).then('posting.recorded', {
        type: 'transfer.state_changed',
        data: { transfer_id: id, state: 'completed' },
      });
      expect(accounts(ledger)).to.deep.equal({
        in_flight: 0n,
        issued: issued + 200_00n,
        fiat_held: -2_00n,
        clearing: 2_00n,
      });
      expect(ledger.walletBalances(from)).to.include({ available: '7.00', cashable: '0.00' });
    });

    for (const outcome of ['returned', 'undeliverable'] as const) {
      it(`refunds the wallet in full, with the same split, when the payout is ${outcome}`, () => {
        const ledger = given();
        const { id, from } = ledger.submittedOfframp('200.00');
        const events = ledger
          .when(settlement(id, outcome, REFUSED_BY_RAIL))
          .then('transfer.state_changed', 'posting.recorded', 'transfer.state_changed');
        expect(events[0]?.data).to.deep.equal({
          transfer_id: id,
          state: outcome,
          state_reason: REFUSED_BY_RAIL,
        });
        expect(events[2]?.data).to.deep.include({ state: 'refunded', state_reason: REFUSED_BY_RAIL });
        expect(ledger.walletBalances(from)).to.deep.equal({
          available: '207.00',
          pending: '0.00',
          cashable: '200.00',
        });
        expect(accounts(ledger)).to.include({ in_flight: 0n, fiat_held: 0n, clearing: 0n });
      });
    }

    it('gives a default reason if the rail gives none', () => {
      for (const [outcome, code] of [
        ['returned', 'returned_by_rail'],
        ['undeliverable', 'rejected_by_rail'],
      ] as const) {
        const ledger = given();
        const { id } = ledger.submittedOfframp();
        const [event] = ledger.run(settlement(id, outcome));
        expect(event?.data).to.have.nested.property('state_reason.code', code);
      }
    });

    it('refunds to, and completes from, a frozen wallet', () => {
      const ledger = given();
      const [back, out] = [ledger.submittedOfframp(), ledger.submittedOfframp()];
      freeze(ledger, back.from);
      freeze(ledger, out.from);
      ledger
        .when(settlement(back.id, 'returned'))
        .then('transfer.state_changed', 'posting.recorded', 'transfer.state_changed');
      ledger.when(settlement(out.id, 'completed')).then('posting.recorded', 'transfer.state_changed');
      expect(ledger.walletBalances(back.from)).to.include({ available: '207.00', cashable: '200.00' });
    });

    it('ends once: a second outcome is not found', () => {
      const ledger = given();
      const { id } = ledger.submittedOfframp();
      ledger.run(settlement(id, 'returned'));
      ledger.when(settlement(id, 'completed')).thenRefused('not_found');
    });

    it('accepts an outcome only for a submitted off-ramp', () => {
      const ledger = given();
      const from = ledger.fundedWallet('100.00');
      const id = idIn(ledger.run(offramp(from, ledger.payoutAccount(from), '100.00')), 'transfer_id');
      ledger.when(settlement(id, 'completed')).thenRefused('transfer_state_conflict');
      ledger.when(settlement(heldOfframp(ledger).id, 'returned')).thenRefused('transfer_state_conflict');
      ledger.when(settlement(ledger.heldTransfer().id, 'completed')).thenRefused('transfer_state_conflict');
      ledger.when(settlement('trf_none', 'completed')).thenRefused('not_found');
    });
  });

  describe('in review', () => {
    it('waits for its rail after approval, and is submitted like any other', () => {
      const ledger = given();
      const { id } = heldOfframp(ledger);
      ledger.when(review(id, 'approved')).then({ type: 'offramp.approved', data: { transfer_id: id } });
      expect(ledger.openTransfer(id)).to.deep.include({ state: 'in_review', version: 2 });
      expect(findPayoutToSubmit(ledger.book, id)?.transfer.id).to.equal(id);
      ledger.run(submission(id));
      expect(ledger.openTransfer(id)).to.deep.include({
        state: 'payout_submitted',
        version: 3,
        state_reason: null,
      });
    });

    it('cannot be rejected or approved again after approval', () => {
      const ledger = given();
      const { id } = heldOfframp(ledger);
      ledger.run(review(id, 'approved'));
      ledger.when(review(id, 'rejected')).thenRefused('transfer_state_conflict');
      ledger.when(review(id, 'approved')).thenRefused('transfer_state_conflict');
      ledger.run(submission(id));
      ledger.when(review(id, 'approved')).thenRefused('transfer_state_conflict');
    });

    it('recognizes a repeated approval request', () => {
      const ledger = given();
      const { id } = heldOfframp(ledger);
      const approve = (request: string) => (book: ReadonlyBook) =>
        reviewTransfer(book, { transfer_id: id, outcome: 'approved', reason: undefined, request });
      ledger.when(approve('a')).then({ type: 'offramp.approved', data: { transfer_id: id, request: 'a' } });
      ledger.when(approve('a')).then();
      ledger.when(approve('b')).thenRefused('transfer_state_conflict');
      ledger.run(submission(id));
      ledger.when(approve('a')).then();
    });

    it('is refunded in full after rejection, without asking the rail', () => {
      const ledger = given();
      const { id, from } = heldOfframp(ledger);
      const events = ledger.when(review(id, 'rejected')).then('posting.recorded', 'transfer.state_changed');
      expect(events[1]?.data).to.deep.include({
        state: 'refunded',
        state_reason: { code: 'review_rejected', message: 'The review rejected the transfer.' },
      });
      expect(ledger.walletBalances(from)).to.include({ available: '1000007.00', cashable: '1000000.00' });
      expect(ledger.balance('payouts_in_flight')).to.equal(0n);
      ledger.when(submission(id)).thenRefused('transfer_state_conflict');
    });

    it('cannot be approved from a frozen wallet, but can be rejected back into it', () => {
      const ledger = given();
      const { id, from } = heldOfframp(ledger);
      freeze(ledger, from);
      ledger.when(review(id, 'approved')).thenRefused('wallet_frozen');
      ledger.when(review(id, 'rejected')).then('posting.recorded', 'transfer.state_changed');
      expect(parseStoredAmount(ledger.walletBalances(from).available)).to.equal(1_000_007_00n);
    });
  });

  it('refuses an approval event that no off-ramp waits for', () => {
    const ledger = given();
    const { id } = ledger.submittedOfframp();
    const approve = (transfer_id: string, rule: LedgerRule): void => {
      const location = { stream: ledger.book.stream, revision: ledger.book.revision + 1 };
      const time = new Date(ledger.book.time).toISOString();
      expectRule(
        () => evolve(ledger.book, { type: 'offramp.approved', data: { transfer_id }, ...location, time }),
        rule,
      );
    };
    approve(id, 'approval_unexpected');
    approve('trf_none', 'object_missing');
    approve(ledger.heldTransfer().id, 'approval_unexpected');
  });
});
