import { expect } from 'chai';
import fc from 'fast-check';
import { asPoints, formatAmount, parseStoredAmount } from '../../../src/ledger/amount.ts';
import { createTransfer } from '../../../src/ledger/create-transfer.ts';
import { splitEarnedFirst } from '../../../src/ledger/posting.ts';
import { deactivateUser } from '../../../src/ledger/user.ts';
import { review, transfer, type Decide } from '../../support/ledger-commands.ts';
import { createLedger, given, idIn, onlyOne, type Ledger } from '../../support/ledger.ts';
import { POLICY } from '../../support/policy.ts';

const NO_WALLET = `wal_${'0'.repeat(26)}`;

const deactivate =
  (user_id: string): Decide =>
  (book) =>
    deactivateUser(book, { user_id });

/** All possible errors at once. Removing them one by one shows the order of checks. */
function freeze(ledger: Ledger, wallet_id: string): void {
  ledger.record({ type: 'wallet.frozen', data: { wallet_id, reason: 'A check.' } });
}
function unfreeze(ledger: Ledger, wallet_id: string): void {
  ledger.record({ type: 'wallet.unfrozen', data: { wallet_id, reason: 'Cleared.' } });
}

describe('A transfer of points between users', () => {
  it('is created, posted and completed immediately', () => {
    const ledger = given();
    const [anna, ben] = [ledger.fundedWallet('100.00'), ledger.wallet()];
    const extras = { integrator_reference: 'order-1', metadata: { order: '1' } };
    const events = ledger
      .when(transfer(anna, ben, '12.5', extras))
      .then('transfer.created', 'posting.recorded', 'transfer.state_changed');
    const end = (wallet_id: string) => ({
      type: 'wallet',
      wallet_id,
      user_id: ledger.ownerOf(wallet_id),
      asset: 'svc-points',
    });
    expect(onlyOne(events, 'transfer.created').data).to.deep.include({
      kind: 'user_to_user',
      state: 'pending',
      source: end(anna),
      destination: end(ben),
      amount: '12.50',
      ...extras,
    });
    expect(onlyOne(events, 'transfer.state_changed').data).to.deep.include({
      state: 'completed',
      receipt: { amount_debited: '12.50', earned_amount: '0.00', fees: [], amount_credited: '12.50' },
    });
    expect(ledger.walletBalances(anna)).to.deep.equal({
      available: '87.50',
      pending: '0.00',
      cashable: '87.50',
    });
    expect(ledger.walletBalances(ben)).to.deep.equal({
      available: '12.50',
      pending: '0.00',
      cashable: '12.50',
    });
    expect(ledger.book.transfers.size).to.equal(0);
  });

  it('spends earned points first, and they arrive as earned points', () => {
    const ledger = given();
    const [anna, ben] = [ledger.fundedWallet('60.00', '40.00'), ledger.wallet()];
    const first = ledger.run(transfer(anna, ben, '30.00'));
    expect(onlyOne(first, 'transfer.state_changed').data.receipt).to.include({ earned_amount: '30.00' });
    expect(ledger.walletBalances(anna)).to.include({ available: '70.00', cashable: '60.00' });
    expect(ledger.walletBalances(ben)).to.include({ available: '30.00', cashable: '0.00' });
    const second = ledger.run(transfer(anna, ben, '30.00'));
    expect(onlyOne(second, 'transfer.state_changed').data.receipt).to.include({ earned_amount: '10.00' });
    expect(ledger.walletBalances(anna)).to.include({ available: '40.00', cashable: '40.00' });
    expect(ledger.walletBalances(ben)).to.include({ available: '60.00', cashable: '20.00' });
  });

  it('splits every amount into available parts that add up', () => {
    const cents = fc.bigInt({ min: 0n, max: 10n ** 12n });
    fc.assert(
      fc.property(cents, cents, cents, (bought, earned, wanted) => {
        const balance = { unit: 'svc-points', amount: bought + earned, cashable: bought };
        const amount = wanted > balance.amount ? balance.amount : wanted;
        const split = splitEarnedFirst(amount, balance);
        expect(split.earned + split.cashable).to.equal(amount);
        expect(split.earned <= earned && split.cashable <= bought).to.equal(true);
        expect(split.cashable === 0n || split.earned === earned).to.equal(true);
      }),
    );
  });

  it('can empty the wallet, but not overdraw it', () => {
    const ledger = given();
    const [anna, ben] = [ledger.fundedWallet('5.00', '5.00'), ledger.wallet()];
    ledger.when(transfer(anna, ben, '10.01')).thenRefused('insufficient_balance');
    ledger.run(transfer(anna, ben, '10.00'));
    expect(ledger.walletBalances(anna)).to.deep.equal({
      available: '0.00',
      pending: '0.00',
      cashable: '0.00',
    });
    ledger.when(transfer(anna, ben, '0.01')).thenRefused('insufficient_balance');
  });

  it('accepts the route’s minimum and maximum, and nothing beyond them', () => {
    const ledger = createLedger({
      ...POLICY,
      reviewThreshold: { ...POLICY.reviewThreshold, user_to_user: asPoints(10n ** 20n) },
    });
    const [anna, ben] = [ledger.fundedWallet('9000000.00'), ledger.wallet()];
    ledger.when(transfer(anna, ben, '0')).thenRefused('amount_below_minimum');
    ledger
      .when(transfer(anna, ben, '0.01'))
      .then('transfer.created', 'posting.recorded', 'transfer.state_changed');
    ledger
      .when(transfer(anna, ben, '2500000'))
      .then('transfer.created', 'posting.recorded', 'transfer.state_changed');
    ledger.when(transfer(anna, ben, '2500000.01')).thenRefused('amount_above_maximum');
  });

  it('must be positive, even on a route without a minimum', () => {
    const routes = POLICY.routes.map((route) => ({ ...route, min: 0n }));
    const ledger = createLedger({ ...POLICY, routes });
    const [anna, ben] = [ledger.fundedWallet('10.00'), ledger.wallet()];
    const fiat = { source: { type: 'fiat', currency: 'usd', rail: 'bank_eft' } } as const;
    ledger.when(transfer(anna, ben, '0')).thenRefused('amount_below_minimum');
    ledger.when(transfer(anna, ben, '0.00', fiat)).thenRefused('amount_below_minimum');
    ledger
      .when(transfer(anna, ben, '0.01'))
      .then('transfer.created', 'posting.recorded', 'transfer.state_changed');
  });
});

describe('A transfer of coin between users', () => {
  it('moves coin without a cashable or earned part', () => {
    const ledger = given();
    const [anna, ben] = [ledger.coinWallet('2.00000000'), ledger.coinWallet()];
    const events = ledger.run(transfer(anna, ben, '0.5'));
    const { lines } = onlyOne(events, 'posting.recorded').data;
    expect(lines.every((line) => !('cashable' in line) && !('cashable_after' in line))).to.equal(true);
    expect(onlyOne(events, 'transfer.state_changed').data.receipt).to.deep.equal({
      amount_debited: '0.50000000',
      fees: [],
      amount_credited: '0.50000000',
    });
    expect(ledger.walletBalances(anna)).to.include({ available: '1.50000000', cashable: '0.00000000' });
    expect(ledger.walletBalances(ben)).to.include({ available: '0.50000000', cashable: '0.00000000' });
  });

  it('has its own limits and decimals', () => {
    const ledger = given();
    const [anna, ben] = [ledger.coinWallet('200.00000000'), ledger.coinWallet()];
    ledger.when(transfer(anna, ben, '0.00000099')).thenRefused('amount_below_minimum');
    ledger.when(transfer(anna, ben, '100.00000001')).thenRefused('amount_above_maximum');
    ledger.when(transfer(anna, ben, '0.000000001')).thenRefused('validation_failed', 'amount');
  });
});

describe('A large transfer of coin between users', () => {
  const reviewThreshold = { ...POLICY.reviewThreshold, user_to_user: asPoints(5_000_00n) };
  const coinPrice = { numerator: 2_500n, denominator: 1n };

  it('is held for review by its value in points, and released or returned in full', () => {
    for (const outcome of ['approved', 'rejected'] as const) {
      const ledger = createLedger({ ...POLICY, reviewThreshold });
      const [anna, ben] = [ledger.coinWallet('5.00000000'), ledger.coinWallet()];
      const send = (amount: string) => ledger.run(transfer(anna, ben, amount, { coinPrice }));
      expect(onlyOne(send('1.99999999'), 'transfer.state_changed').data.state).to.equal('completed');
      const held = send('2.00000000');
      expect(onlyOne(held, 'transfer.state_changed').data).to.deep.include({
        state: 'in_review',
        state_reason: { code: 'review_amount', message: 'The amount requires a review.' },
      });
      expect(ledger.walletBalances(anna)).to.include({ available: '1.00000001', pending: '2.00000000' });
      ledger.run(review(idIn(held, 'transfer_id'), outcome));
      const [left, arrived] =
        outcome === 'approved' ? ['1.00000001', '3.99999999'] : ['3.00000001', '1.99999999'];
      expect(ledger.walletBalances(anna)).to.include({ available: left, pending: '0.00000000' });
      expect(ledger.walletBalances(ben)).to.include({ available: arrived, pending: '0.00000000' });
    }
  });

  it('completes immediately if coin has never had a price', () => {
    const ledger = createLedger({ ...POLICY, reviewThreshold });
    const events = ledger.run(transfer(ledger.coinWallet('5.00000000'), ledger.coinWallet(), '5'));
    expect(onlyOne(events, 'transfer.state_changed').data.state).to.equal('completed');
  });
});

describe('A refused transfer', () => {
  it('is refused with the first error in contract order', () => {
    const ledger = given();
    const [anna, coin] = [ledger.fundedWallet('10.00'), ledger.coinWallet()];
    const [sender, recipient] = [ledger.ownerOf(anna), ledger.ownerOf(coin)];
    freeze(ledger, anna);
    ledger.kyc(sender, 'rejected');
    ledger.kyc(recipient, 'rejected');
    const bad = (to: string, amount = '0.001') =>
      ledger.when(transfer(anna, to, amount, { quote_id: 'qt_1' }));
    bad(NO_WALLET).thenRefused('not_found');
    bad(coin).thenRefused('user_not_approved');
    ledger.kyc(sender, 'approved');
    bad(coin).thenRefused('user_not_approved');
    ledger.kyc(recipient, 'approved');
    bad(coin).thenRefused('wallet_frozen');
    unfreeze(ledger, anna);
    bad(coin).thenRefused('unsupported_route');
    const ben = ledger.wallet(recipient);
    bad(ben).thenRefused('validation_failed', 'quote_id');
    const worse = (amount: string) => ledger.when(transfer(anna, ben, amount));
    worse('0.001').thenRefused('validation_failed', 'amount');
    worse('0.00').thenRefused('amount_below_minimum');
    worse('2500000.01').thenRefused('amount_above_maximum');
    worse('10.01').thenRefused('insufficient_balance');
    worse('10.00').then('transfer.created', 'posting.recorded', 'transfer.state_changed');
  });

  it('names an unknown wallet on either side', () => {
    const ledger = given();
    const anna = ledger.fundedWallet('1.00');
    ledger.when(transfer(anna, NO_WALLET, '1.00')).thenRefused('not_found');
    ledger.when(transfer(NO_WALLET, anna, '1.00')).thenRefused('not_found');
  });

  it('has an unapproved owner on either side', () => {
    const ledger = given();
    const [anna, ben] = [ledger.fundedWallet('10.00'), ledger.fundedWallet('10.00')];
    ledger.kyc(ledger.ownerOf(ben), 'approved', 'pending');
    ledger.when(transfer(anna, ben, '1.00')).thenRefused('user_not_approved');
    ledger.when(transfer(ben, anna, '1.00')).thenRefused('user_not_approved');
  });

  it('reports a deactivated sender, but a deactivated recipient only as not approved', () => {
    const ledger = given();
    const [anna, closed] = [ledger.fundedWallet('10.00'), ledger.wallet()];
    ledger.run(deactivate(ledger.ownerOf(closed)));
    ledger.when(transfer(closed, anna, '1.00')).thenRefused('user_deactivated');
    ledger.when(transfer(anna, closed, '1.00')).thenRefused('user_not_approved');
  });

  it('has a frozen wallet on either side', () => {
    const ledger = given();
    const [anna, ben] = [ledger.fundedWallet('10.00'), ledger.fundedWallet('10.00')];
    freeze(ledger, ben);
    ledger.when(transfer(anna, ben, '1.00')).thenRefused('wallet_frozen');
    ledger.when(transfer(ben, anna, '1.00')).thenRefused('wallet_frozen');
    unfreeze(ledger, ben);
    ledger
      .when(transfer(ben, anna, '1.00'))
      .then('transfer.created', 'posting.recorded', 'transfer.state_changed');
  });

  it('has the same wallet on both sides, or two assets', () => {
    const ledger = given();
    const anna = ledger.fundedWallet('10.00');
    const annasCoin = ledger.wallet(ledger.ownerOf(anna), 'svc-coin');
    ledger.when(transfer(anna, anna, '1.00')).thenRefused('unsupported_route');
    ledger.when(transfer(anna, ledger.coinWallet(), '1.00')).thenRefused('unsupported_route');
    ledger.when(transfer(ledger.coinWallet('1.00000000'), anna, '1.00')).thenRefused('unsupported_route');
    // Two wallets of one user are a conversion, which needs a quote.
    ledger.when(transfer(anna, annasCoin, '1.00')).thenRefused('validation_failed', 'quote_id');
  });

  it('names an unknown payout account', () => {
    const ledger = given();
    const source = { type: 'wallet' as const, wallet_id: ledger.fundedWallet('10.00') };
    const destination = { type: 'payout_account' as const, payout_account_id: `pa_${'0'.repeat(26)}` };
    ledger
      .when((book, context) => createTransfer(book, { source, destination, amount: '1.00' }, context))
      .thenRefused('not_found');
  });

  it('has no configured route', () => {
    const ledger = createLedger({ ...POLICY, routes: [] });
    ledger
      .when(transfer(ledger.fundedWallet('1.00'), ledger.wallet(), '1.00'))
      .thenRefused('unsupported_route');
  });
});

describe('A transfer that needs a review', () => {
  it('is held in the sender’s pending balance with its split', () => {
    const ledger = given();
    const [anna, ben] = [ledger.fundedWallet('1500000.00', '100.00'), ledger.wallet()];
    const events = ledger
      .when(transfer(anna, ben, '1000000.00'))
      .then('transfer.created', 'posting.recorded', 'transfer.state_changed');
    const { state, state_reason, receipt } = onlyOne(events, 'transfer.state_changed').data;
    expect(state).to.equal('in_review');
    expect(state_reason?.code).to.equal('review_amount');
    expect(receipt).to.deep.equal({ amount_debited: '1000000.00', earned_amount: '100.00', fees: [] });
    expect(ledger.walletBalances(anna)).to.deep.equal({
      available: '500100.00',
      pending: '1000000.00',
      cashable: '500100.00',
    });
    expect(ledger.walletBalances(ben).available).to.equal('0.00');
    const id = idIn(events, 'transfer_id');
    expect(ledger.openTransfer(id)).to.include({ state: 'in_review', version: 2 });
    expect(ledger.book.holds.get(id)).to.include({ amount: 1_000_000_00n, cashable: 999_900_00n });
  });

  it('is not held below the review threshold', () => {
    const ledger = given();
    const events = ledger.run(transfer(ledger.fundedWallet('1000000.00'), ledger.wallet(), '999999.99'));
    expect(onlyOne(events, 'transfer.state_changed').data.state).to.equal('completed');
  });

  it('can be one of several held transfers from one wallet', () => {
    const ledger = given();
    const [anna, ben] = [ledger.fundedWallet('3000000.00'), ledger.wallet()];
    for (let i = 0; i < 3; i++) ledger.run(transfer(anna, ben, '1000000.00'));
    expect(ledger.walletBalances(anna)).to.include({ available: '0.00', pending: '3000000.00' });
    expect(ledger.book.holds.size).to.equal(3);
  });
});

describe('Amounts in transfer events', () => {
  it('always have the decimals of their unit', () => {
    const cents = fc.integer({ min: 1, max: 99_999_999 });
    const ledger = given();
    const [anna, ben] = [ledger.fundedWallet('100000000.00'), ledger.wallet()];
    fc.assert(
      fc.property(cents, (amount) => {
        const text = formatAmount(BigInt(amount), 2);
        const short = text.replace(/\.?0+$/, '');
        const before = parseStoredAmount(ledger.walletBalances(ben).available);
        const events = ledger.run(transfer(anna, ben, short));
        expect(onlyOne(events, 'transfer.created').data.amount).to.equal(text);
        expect(parseStoredAmount(ledger.walletBalances(ben).available) - before).to.equal(BigInt(amount));
        ledger.run(transfer(ben, anna, text));
      }),
      { numRuns: 50 },
    );
  });
});
