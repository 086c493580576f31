import { expect } from 'chai';
import { arrival, onramp, review } from '../../support/ledger-commands.ts';
import { createLedger, given, idIn, onlyOne } from '../../support/ledger.ts';
import { POLICY } from '../../support/policy.ts';
import type { Ledger } from '../../support/ledger.ts';

const SETTLED = ['posting.recorded', 'transfer.state_changed'] as const;

function heldOnramp(ledger: Ledger, amount = '50.00'): { wallet: string; id: string } {
  const wallet = ledger.wallet();
  const id = idIn(ledger.run(onramp(wallet, '50.00')), 'transfer_id');
  ledger.run(arrival(id, amount, 'in_review'));
  return { wallet, id };
}

const freeze = (wallet_id: string) => ({
  type: 'wallet.frozen' as const,
  data: { wallet_id, reason: 'A check.' },
});

describe('Reviewing a user-to-user transfer', () => {
  it('releases the money to the recipient with its original split', () => {
    const ledger = given();
    const { id, from, to } = ledger.heldTransfer('1000000.00', '250.00');
    const events = ledger.when(review(id, 'approved')).then(...SETTLED);
    const { state, state_reason, receipt } = onlyOne(events, 'transfer.state_changed').data;
    expect(state).to.equal('completed');
    expect(state_reason).to.equal(undefined);
    expect(receipt).to.deep.equal({ amount_credited: '1000000.00' });
    expect(ledger.walletBalances(from)).to.deep.equal({
      available: '0.00',
      pending: '0.00',
      cashable: '0.00',
    });
    expect(ledger.walletBalances(to)).to.deep.equal({
      available: '1000000.00',
      pending: '0.00',
      cashable: '999750.00',
    });
    expect(ledger.book.holds.size).to.equal(0);
    expect(ledger.book.transfers.size).to.equal(0);
  });

  it('returns the money with the same split and the given reason on rejection', () => {
    const ledger = given();
    const { id, from, to } = ledger.heldTransfer('1000000.00', '250.00');
    const reason = { code: 'suspected_fraud', message: 'It looks wrong.' };
    const events = ledger.when(review(id, 'rejected', reason)).then(...SETTLED);
    expect(onlyOne(events, 'transfer.state_changed').data).to.deep.include({
      state: 'failed',
      state_reason: reason,
    });
    expect(ledger.walletBalances(from)).to.deep.equal({
      available: '1000000.00',
      pending: '0.00',
      cashable: '999750.00',
    });
    expect(ledger.walletBalances(to).available).to.equal('0.00');
  });

  it('uses a default reason for a rejection without one', () => {
    const ledger = given();
    const events = ledger.run(review(ledger.heldTransfer().id, 'rejected'));
    expect(onlyOne(events, 'transfer.state_changed').data.state_reason?.code).to.equal('review_rejected');
  });

  it('cannot release money from or to a frozen wallet, but can return it', () => {
    for (const side of ['from', 'to'] as const) {
      const ledger = given();
      const held = ledger.heldTransfer();
      ledger.record(freeze(held[side]));
      ledger.when(review(held.id, 'approved')).thenRefused('wallet_frozen');
      ledger.when(review(held.id, 'rejected')).then(...SETTLED);
    }
  });

  it('cannot release money from or to an unapproved user, but can return it', () => {
    for (const side of ['from', 'to'] as const) {
      const ledger = given();
      const held = ledger.heldTransfer();
      const user_id = ledger.book.wallets.get(held[side])?.user_id ?? '';
      const data = { user_id, kyc_status: 'under_review', rejection_reasons: [] } as const;
      ledger.record({ type: 'user.kyc_status_changed', data });
      ledger.when(review(held.id, 'approved')).thenRefused('user_not_approved');
      ledger.when(review(held.id, 'rejected')).then(...SETTLED);
    }
  });

  it('does not touch the hold of another transfer', () => {
    const ledger = given();
    const [one, two] = [ledger.heldTransfer(), ledger.heldTransfer()];
    ledger.run(review(one.id, 'approved'));
    expect(ledger.walletBalances(two.from).pending).to.equal('1000000.00');
    expect(ledger.book.holds.has(two.id)).to.equal(true);
  });
});

describe('Reviewing an on-ramp', () => {
  it('credits the held amount on approval', () => {
    const ledger = given();
    const { wallet, id } = heldOnramp(ledger, '49.99');
    const events = ledger.when(review(id, 'approved')).then(...SETTLED);
    const { state, receipt, deposit_id } = onlyOne(events, 'transfer.state_changed').data;
    expect({ state, receipt }).to.deep.equal({ state: 'completed', receipt: { amount_credited: '4999.00' } });
    expect(deposit_id).to.match(/^dep_/);
    expect(ledger.walletBalances(wallet)).to.deep.equal({
      available: '4999.00',
      pending: '0.00',
      cashable: '4999.00',
    });
  });

  it('returns the fiat and removes the points on rejection', () => {
    const ledger = given();
    const { wallet, id } = heldOnramp(ledger);
    const events = ledger.when(review(id, 'rejected')).then(...SETTLED);
    expect(onlyOne(events, 'transfer.state_changed').data.state).to.equal('returned');
    expect(ledger.walletBalances(wallet)).to.deep.equal({
      available: '0.00',
      pending: '0.00',
      cashable: '0.00',
    });
    for (const account of ['clearing:bank_eft:usd', 'fiat_held:usd', 'points_issued']) {
      expect(ledger.balance(account), account).to.equal(0n);
    }
  });

  it('cannot credit a frozen wallet, but can return the money', () => {
    const ledger = given();
    const { wallet, id } = heldOnramp(ledger);
    ledger.record(freeze(wallet));
    ledger.when(review(id, 'approved')).thenRefused('wallet_frozen');
    ledger.when(review(id, 'rejected')).then(...SETTLED);
  });

  for (const outcome of ['approved', 'rejected'] as const) {
    it(`also ends if the deposit is worth zero points: ${outcome}`, () => {
      const pointPrices = new Map([['usd', { numerator: 1_000n, denominator: 1n }]]);
      const ledger = createLedger({ ...POLICY, pointPrices });
      const { id } = heldOnramp(ledger, '5.00');
      ledger.when(review(id, outcome)).then(...SETTLED);
      expect(ledger.book.holds.size).to.equal(0);
      expect(ledger.balance('fiat_held:usd')).to.equal(outcome === 'approved' ? 5_00n : 0n);
    });
  }
});

describe('A review', () => {
  it('is refused for a transfer that is not in review', () => {
    const ledger = given();
    const waiting = idIn(ledger.run(onramp(ledger.wallet(), '50.00')), 'transfer_id');
    ledger.when(review(waiting, 'approved')).thenRefused('transfer_state_conflict');
    ledger.when(review(`trf_${'0'.repeat(26)}`, 'approved')).thenRefused('not_found');
  });

  it('cannot be repeated, because the book drops final transfers', () => {
    const ledger = given();
    const { id } = ledger.heldTransfer();
    ledger.run(review(id, 'approved'));
    ledger.when(review(id, 'approved')).thenRefused('not_found');
  });
});
