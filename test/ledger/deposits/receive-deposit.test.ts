import { expect } from 'chai';
import fc from 'fast-check';
import { asFiat, asPoints, formatAmount, parseStoredAmount } from '../../../src/ledger/amount.ts';
import { createTransfer } from '../../../src/ledger/create-transfer.ts';
import { deactivateDepositAccount } from '../../../src/ledger/deposit-account.ts';
import type { RecordedBookEvent } from '../../../src/ledger/event.ts';
import { depositRate, fiatToPoints, formatPointsPerUnit } from '../../../src/ledger/quote.ts';
import { deactivateUser } from '../../../src/ledger/user.ts';
import { CAD, USD, arrival, onramp } from '../../support/ledger-commands.ts';
import { createLedger, given, idIn, onlyOne, type Ledger } from '../../support/ledger.ts';
import { INSTRUCTIONS, POLICY } from '../../support/policy.ts';

const CREDITED = [
  'deposit.arrived',
  'transfer.state_changed',
  'posting.recorded',
  'transfer.state_changed',
] as const;
const RETURNED = ['deposit.arrived', 'transfer.state_changed'] as const;

/** A wallet with an on-ramp of 50.00 usd that awaits funds. */
function waiting(ledger: Ledger, amount = '50.00', fiat = USD): { wallet: string; id: string } {
  const wallet = ledger.wallet();
  return { wallet, id: idIn(ledger.run(onramp(wallet, amount, fiat)), 'transfer_id') };
}

const statesIn = (events: readonly RecordedBookEvent[]) =>
  events.flatMap((event) => (event.type === 'transfer.state_changed' ? [event.data.state] : []));

const lastReason = (events: readonly RecordedBookEvent[]): string | undefined => {
  const last = events.at(-1);
  return last?.type === 'transfer.state_changed' ? last.data.state_reason?.code : undefined;
};

function freeze(ledger: Ledger, wallet_id: string): void {
  ledger.record({ type: 'wallet.frozen', data: { wallet_id, reason: 'A check.' } });
}

describe('Creating an on-ramp', () => {
  it('starts awaiting funds, with the provider’s instructions', () => {
    const ledger = given();
    const wallet = ledger.wallet();
    const events = ledger
      .when(onramp(wallet, '50', USD, { integrator_reference: 'topup-1' }))
      .then('transfer.created');
    expect(onlyOne(events, 'transfer.created').data).to.deep.include({
      kind: 'onramp',
      state: 'awaiting_funds',
      source: { type: 'fiat', currency: 'usd', rail: 'bank_eft' },
      amount: '50.00',
      deposit_instructions: INSTRUCTIONS,
      integrator_reference: 'topup-1',
    });
    expect(ledger.openTransfer(idIn(events, 'transfer_id'))).to.include({ version: 1, receipt: null });
    expect(ledger.walletBalances(wallet).available).to.equal('0.00');
  });

  it('is refused with the first error in contract order', () => {
    const ledger = given();
    const wallet = ledger.wallet();
    const owner = ledger.ownerOf(wallet);
    freeze(ledger, wallet);
    ledger.kyc(owner, 'rejected');
    const nowhere = { currency: 'gbp', rail: 'bank_eft' };
    const bad = (to: string, fiat = nowhere, amount = '0.001') =>
      ledger.when(onramp(to, amount, fiat, { quote_id: 'qt_1' }));
    bad(`wal_${'0'.repeat(26)}`).thenRefused('not_found');
    bad(wallet).thenRefused('user_not_approved');
    ledger.kyc(owner, 'approved');
    bad(wallet).thenRefused('wallet_frozen');
    ledger.record({ type: 'wallet.unfrozen', data: { wallet_id: wallet, reason: 'Cleared.' } });
    bad(wallet).thenRefused('unsupported_route');
    bad(wallet, USD).thenRefused('validation_failed', 'quote_id');
    const worse = (amount: string) => ledger.when(onramp(wallet, amount));
    worse('0.001').thenRefused('validation_failed', 'amount');
    worse('0.99').thenRefused('amount_below_minimum');
    worse('25000.01').thenRefused('amount_above_maximum');
    worse('1.00').then('transfer.created');
    worse('25000.00').then('transfer.created');
  });

  it('is refused for a coin wallet, a deactivated user, and a payout account', () => {
    const ledger = given();
    ledger.when(onramp(ledger.coinWallet(), '50.00')).thenRefused('unsupported_route');
    const closed = ledger.wallet();
    ledger.run((book) => deactivateUser(book, { user_id: ledger.ownerOf(closed) }));
    ledger.when(onramp(closed, '50.00')).thenRefused('user_deactivated');
  });

  it('reports an unknown payout account as not found', () => {
    const ledger = given();
    const input = {
      source: { type: 'fiat' as const, ...USD },
      destination: { type: 'payout_account' as const, payout_account_id: `pa_${'0'.repeat(26)}` },
      amount: '5.00',
    };
    ledger.when((book, context) => createTransfer(book, input, context)).thenRefused('not_found');
  });
});

describe('A deposit for an on-ramp', () => {
  it('is credited at the fixed price, with a full receipt', () => {
    const ledger = given();
    const { wallet, id } = waiting(ledger);
    const events = ledger.when(arrival(id, '50.00')).then(...CREDITED);
    expect(statesIn(events)).to.deep.equal(['funds_received', 'completed']);
    expect(ledger.walletBalances(wallet)).to.deep.equal({
      available: '5000.00',
      pending: '0.00',
      cashable: '5000.00',
    });
    const receipts = events.flatMap((event) =>
      event.type === 'transfer.state_changed' ? [event.data.receipt] : [],
    );
    expect(receipts).to.deep.equal([
      { amount_expected: '50.00', amount_received: '50.00', rate: '100', fees: [], rail_reference: 'RAIL-1' },
      { amount_credited: '5000.00' },
    ]);
    expect(ledger.book.transfers.size).to.equal(0);
  });

  it('books the fiat as backing of the points', () => {
    const ledger = given();
    ledger.run(arrival(waiting(ledger).id, '50.00'));
    expect(ledger.balance('clearing:bank_eft:usd')).to.equal(-50_00n);
    expect(ledger.balance('fiat_held:usd')).to.equal(50_00n);
    expect(ledger.balance('points_issued')).to.equal(-5_000_00n);
  });

  for (const [what, amount, points] of [
    ['more than expected', '50.01', '5001.00'],
    ['less than expected', '1.00', '100.00'],
    ['the most that the route allows', '25000.00', '2500000.00'],
  ] as const) {
    it(`is credited with the amount received: ${what}`, () => {
      const ledger = createLedger({
        ...POLICY,
        reviewThreshold: { ...POLICY.reviewThreshold, onramp: asPoints(10n ** 20n) },
      });
      const { wallet, id } = waiting(ledger);
      const events = ledger.run(arrival(id, amount));
      expect(onlyOne(events, 'deposit.arrived').data.amount_received).to.equal(amount);
      expect(ledger.walletBalances(wallet).available).to.equal(points);
    });
  }

  it('is returned if it is below the route’s minimum', () => {
    const ledger = given();
    const { wallet, id } = waiting(ledger);
    const events = ledger.when(arrival(id, '0.99')).then(...RETURNED);
    expect(statesIn(events)).to.deep.equal(['returned']);
    expect(lastReason(events)).to.equal('below_minimum');
    expect(ledger.walletBalances(wallet).available).to.equal('0.00');
  });

  it('is returned if the rail says so', () => {
    const ledger = given();
    const events = ledger.when(arrival(waiting(ledger).id, '50.00', 'returned')).then(...RETURNED);
    expect(lastReason(events)).to.equal('returned_by_rail');
  });

  it('is held for review if it is above the route’s maximum', () => {
    const ledger = given();
    const { wallet, id } = waiting(ledger);
    const events = ledger.when(arrival(id, '25000.01')).then(...CREDITED);
    expect(statesIn(events)).to.deep.equal(['funds_received', 'in_review']);
    expect(lastReason(events)).to.equal('above_maximum');
    expect(ledger.walletBalances(wallet)).to.deep.equal({
      available: '0.00',
      pending: '2500001.00',
      cashable: '0.00',
    });
    expect(ledger.openTransfer(id)).to.deep.include({ state: 'in_review', version: 3 });
    expect(ledger.openTransfer(id).receipt).to.include({ amount_received: '25000.01', completed_at: null });
  });

  it('is held for review if the points reach the review threshold', () => {
    const ledger = given();
    expect(lastReason(ledger.run(arrival(waiting(ledger).id, '10000.00')))).to.equal('review_amount');
    expect(statesIn(ledger.run(arrival(waiting(ledger).id, '9999.99')))).to.include('completed');
  });

  it('is held for review if the rail requests one', () => {
    const ledger = given();
    expect(lastReason(ledger.run(arrival(waiting(ledger).id, '50.00', 'in_review')))).to.equal(
      'review_requested',
    );
  });

  it('is held for review if the wallet is frozen', () => {
    const ledger = given();
    const { wallet, id } = waiting(ledger);
    freeze(ledger, wallet);
    expect(lastReason(ledger.run(arrival(id, '50.00')))).to.equal('wallet_frozen');
    expect(ledger.walletBalances(wallet).pending).to.equal('5000.00');
  });

  it('is held for review if the user is no longer approved', () => {
    const ledger = given();
    const { wallet, id } = waiting(ledger);
    ledger.kyc(ledger.ownerOf(wallet), 'rejected');
    expect(lastReason(ledger.run(arrival(id, '50.00')))).to.equal('user_not_approved');
  });

  it('is refused if no transfer awaits it, or the amount is zero or too precise', () => {
    const ledger = given();
    const { id } = waiting(ledger);
    ledger.when(arrival(`trf_${'0'.repeat(26)}`, '50.00')).thenRefused('not_found');
    ledger.when(arrival(id, '0.00')).thenRefused('amount_below_minimum');
    ledger.when(arrival(id, '50.001')).thenRefused('validation_failed', 'amount');
    const held = ledger.heldTransfer();
    ledger.when(arrival(held.id, '50.00')).thenRefused('transfer_state_conflict');
  });

  it('is accepted only once for each on-ramp', () => {
    const ledger = given();
    const { id } = waiting(ledger);
    ledger.run(arrival(id, '50.00', 'in_review'));
    ledger.when(arrival(id, '50.00')).thenRefused('transfer_state_conflict');
  });
});

describe('A deposit to a deposit account', () => {
  it('creates an on-ramp and credits it', () => {
    const ledger = given();
    const wallet = ledger.wallet();
    const account = ledger.depositAccount(wallet);
    const events = ledger.when(arrival(account, '12.34')).then('transfer.created', ...CREDITED);
    const created = onlyOne(events, 'transfer.created').data;
    expect(created).to.include({ amount: '12.34', deposit_account_id: account, state: 'awaiting_funds' });
    expect(onlyOne(events, 'deposit.arrived').data).to.include({
      transfer_id: created.transfer_id,
      deposit_account_id: account,
      rate: '100',
      currency: 'usd',
    });
    expect(ledger.walletBalances(wallet).available).to.equal('1234.00');
  });

  it('creates a new on-ramp for every payment', () => {
    const ledger = given();
    const account = ledger.depositAccount(ledger.wallet());
    const [first, second] = [ledger.run(arrival(account, '5.00')), ledger.run(arrival(account, '5.00'))];
    expect(idIn(first, 'transfer_id')).to.not.equal(idIn(second, 'transfer_id'));
    expect(idIn(first, 'deposit_id')).to.not.equal(idIn(second, 'deposit_id'));
  });

  it('has no expected amount in its receipt', () => {
    const ledger = given();
    const events = ledger.run(arrival(ledger.depositAccount(ledger.wallet()), '5.00'));
    const [received] = events.filter(({ type }) => type === 'transfer.state_changed');
    expect(JSON.stringify(received)).to.not.include('amount_expected');
  });

  it('is returned if the account is deactivated, before any other check', () => {
    const ledger = given();
    const wallet = ledger.wallet();
    const account = ledger.depositAccount(wallet);
    freeze(ledger, wallet);
    const user_id = ledger.ownerOf(wallet);
    ledger.run((book) => deactivateDepositAccount(book, { user_id, deposit_account_id: account }));
    const events = ledger.when(arrival(account, '0.50', 'in_review')).then('transfer.created', ...RETURNED);
    expect(statesIn(events)).to.deep.equal(['returned']);
    expect(lastReason(events)).to.equal('deposit_account_deactivated');
  });

  it('is held for review if the user is deactivated, because the wallet is frozen', () => {
    const ledger = given();
    const wallet = ledger.wallet();
    const account = ledger.depositAccount(wallet);
    ledger.run((book) => deactivateUser(book, { user_id: ledger.ownerOf(wallet) }));
    expect(lastReason(ledger.run(arrival(account, '5.00')))).to.equal('wallet_frozen');
  });

  it('is refused if the account does not exist', () => {
    given()
      .when(arrival(`da_${'0'.repeat(26)}`, '5.00'))
      .thenRefused('not_found');
  });
});

describe('The fixed point price', () => {
  it('rounds points down to 0.01', () => {
    const ledger = given();
    for (const [arrived, credited] of [
      ['1.00', '33.33'],
      ['1.01', '33.66'],
      ['1.02', '34.00'],
      ['3.00', '100.00'],
      ['100.00', '3333.33'],
    ] as const) {
      const { wallet, id } = waiting(ledger, '50.00', CAD);
      ledger.run(arrival(id, arrived));
      expect(ledger.walletBalances(wallet).available).to.equal(credited);
    }
  });

  it('is reported as a rate that reproduces the credited amount', () => {
    const cents = fc.bigInt({ min: 1n, max: 10n ** 17n });
    const part = fc.bigInt({ min: 1n, max: 10n ** 9n });
    fc.assert(
      fc.property(
        cents,
        part,
        fc.constantFrom(1n, 10n, 100n, 10_000n, 10n ** 9n, 10n ** 12n),
        (amount, numerator, denominator) => {
          const price = { numerator, denominator };
          const rate = depositRate(asFiat(amount), 2, price);
          expect(rate).to.match(/^(0|[1-9][0-9]*)(\.[0-9]{0,17}[1-9])?$/);
          const [whole = '0', fraction = ''] = rate.split('.');
          const scaled = BigInt(whole + fraction.padEnd(18, '0'));
          expect((amount * scaled) / 10n ** 18n).to.equal(fiatToPoints(asFiat(amount), 2, price));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('rounds the rate up unless that would credit 0.01 points too many', () => {
    // A point costs 0.123456789, so this deposit is worth slightly less than another 0.01 points.
    const price = { numerator: 123_456_789n, denominator: 10n ** 9n };
    const [up, down] = ['8.100000073710000671', '8.10000007371000067'];
    expect(formatPointsPerUnit(price)).to.equal(up);
    expect(depositRate(asFiat(100n), 2, price)).to.equal(up);
    expect(depositRate(asFiat(339_641_836_55n), 2, price)).to.equal(down);
  });

  it('never credits more than the exact value, nor 0.01 points less', () => {
    const cents = fc.bigInt({ min: 0n, max: 10n ** 12n });
    fc.assert(
      fc.property(cents, fc.bigInt({ min: 1n, max: 999n }), (amount, numerator) => {
        const points = fiatToPoints(asFiat(amount), 2, { numerator, denominator: 100n });
        expect(points * numerator <= amount * 100n).to.equal(true);
        expect((points + 1n) * numerator > amount * 100n).to.equal(true);
      }),
    );
  });

  it('credits zero points for a very small deposit, which can still be reviewed', () => {
    const dear = new Map([['usd', { numerator: 1_000n, denominator: 1n }]]);
    const ledger = createLedger({ ...POLICY, pointPrices: dear });
    const { wallet, id } = waiting(ledger);
    ledger.run(arrival(id, '5.00', 'in_review'));
    expect(ledger.walletBalances(wallet).pending).to.equal('0.00');
    expect(
      formatAmount(parseStoredAmount(ledger.openTransfer(id).receipt?.amount_received ?? ''), 2),
    ).to.equal('5.00');
  });
});
