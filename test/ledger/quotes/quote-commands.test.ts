import { expect } from 'chai';
import { asPoints, parseStoredAmount } from '../../../src/ledger/amount.ts';
import type { BookEvent } from '../../../src/ledger/event.ts';
import {
  COIN_STOCK,
  POINTS_BACKED,
  POINTS_HEADROOM,
  ROUNDING,
  SPREAD_INCOME,
} from '../../../src/ledger/posting.ts';
import { createQuote, type ArchivedQuote } from '../../../src/ledger/quote.ts';
import { PRICE, allocation, quote, reward, transfer } from '../../support/ledger-commands.ts';
import { createLedger, given, idIn, onlyOne, type Ledger } from '../../support/ledger.ts';
import { POLICY } from '../../support/policy.ts';

const NOTHING = `wal_${'0'.repeat(26)}`;
const NO_QUOTE = `qt_${'0'.repeat(26)}`;

/** A user with both wallets, in a book with stock and backing. */
function holder(ledger: Ledger, points = '1000.00', coin = '0', earned = '0.00') {
  const id = ledger.fundedWallet(points, earned);
  const owner = ledger.ownerOf(id);
  const coinId = ledger.wallet(owner, 'svc-coin');
  if (coin !== '0') {
    ledger.run(allocation({ coin_stock: `${coin}.00000000` }));
    const from = ledger.coinWallet(`${coin}.00000000`);
    ledger.run(transfer(from, coinId, coin));
  }
  return { points: id, coin: coinId, owner };
}

function backed(coin_stock = '10.00000000', points_backing = '50000.00'): Ledger {
  const ledger = given();
  ledger.run(allocation({ coin_stock, points_backing }));
  return ledger;
}

const quoteId = (events: readonly BookEvent[]): string => idIn(events, 'quote_id');
const convert = (from: string, to: string, amount: string, quote_id: string, archivedQuote?: ArchivedQuote) =>
  transfer(from, to, amount, archivedQuote === undefined ? { quote_id } : { quote_id, archivedQuote });

const CONVERTED = ['transfer.created', 'posting.recorded', 'transfer.state_changed'] as const;

describe('A quote', () => {
  it('locks the price minus the spread for 30 seconds', () => {
    const ledger = backed();
    const anna = holder(ledger);
    const events = ledger.when(quote(anna.points, anna.coin, '100')).then('quote.created');
    const { data, time } = onlyOne(events, 'quote.created');
    expect(data).to.deep.include({
      source_wallet_id: anna.points,
      destination_wallet_id: anna.coin,
      from: 'svc-points',
      to: 'svc-coin',
      amount: '100.00',
      rate: '0.000396',
      amount_out: '0.03960000',
      fee: '1.00',
    });
    expect(Date.parse(data.expires_at) - Date.parse(time)).to.equal(30_000);
    expect(ledger.walletBalances(anna.points).available).to.equal('1000.00');
  });

  it('is refused with the first error in contract order', () => {
    const ledger = given();
    const anna = holder(ledger, '10.00', '1', '5.00');
    const [ben] = [holder(ledger)];
    const ask = (from: string, to: string, amount: string) => ledger.when(quote(from, to, amount));
    ledger.record({ type: 'wallet.frozen', data: { wallet_id: anna.coin, reason: 'A check.' } });
    ledger.kyc(anna.owner, 'rejected');
    ask(NOTHING, anna.coin, '0.001').thenRefused('not_found');
    ask(anna.points, NOTHING, '0.001').thenRefused('not_found');
    ask(anna.points, anna.coin, '0.001').thenRefused('user_not_approved');
    ledger.kyc(anna.owner, 'approved');
    ask(anna.points, anna.coin, '0.001').thenRefused('wallet_frozen');
    ledger.record({ type: 'wallet.unfrozen', data: { wallet_id: anna.coin, reason: 'Cleared.' } });
    ask(anna.points, ben.coin, '0.001').thenRefused('unsupported_route');
    ask(anna.points, ben.points, '0.001').thenRefused('unsupported_route');
    ask(anna.points, anna.points, '0.001').thenRefused('unsupported_route');
    ask(anna.points, anna.coin, '0.001').thenRefused('validation_failed', 'amount');
    ask(anna.points, anna.coin, '0').thenRefused('amount_below_minimum');
    ask(anna.points, anna.coin, '2500000.01').thenRefused('amount_above_maximum');
    ask(anna.points, anna.coin, '15.01').thenRefused('insufficient_balance');
    ask(anna.points, anna.coin, '10.01').thenRefused('amount_exceeds_cashable');
    const priceless = (amount: string) =>
      ledger.when((book, context) =>
        createQuote(
          book,
          { source_wallet_id: anna.points, destination_wallet_id: anna.coin, amount, price: undefined },
          context,
        ),
      );
    priceless('10.01').thenRefused('amount_exceeds_cashable');
    priceless('10.00').thenRefused('provider_unavailable');
    ask(anna.points, anna.coin, '0.01').thenRefused('amount_below_minimum');
  });

  it('is refused for a deactivated user', () => {
    const ledger = backed();
    const anna = holder(ledger, '0.00');
    ledger.record({ type: 'user.deactivated', data: { user_id: anna.owner, frozen_wallet_ids: [] } });
    ledger.when(quote(anna.points, anna.coin, '1.00')).thenRefused('user_deactivated');
  });

  it('cannot buy more coin than the stock holds', () => {
    const ledger = backed('0.03960000');
    const anna = holder(ledger);
    ledger.when(quote(anna.points, anna.coin, '101.00')).thenRefused('insufficient_liquidity');
    ledger.when(quote(anna.points, anna.coin, '100.00')).then('quote.created');
    ledger.run(allocation({ coin_stock: '1.00000000' }));
    ledger.when(quote(anna.points, anna.coin, '101.00')).then('quote.created');
  });

  it('cannot sell more coin than the points headroom covers', () => {
    const ledger = backed('1.00000000', '2500.00');
    const anna = holder(ledger, '0.00', '2');
    ledger.when(quote(anna.coin, anna.points, '1.00000400')).thenRefused('insufficient_liquidity');
    ledger.when(quote(anna.coin, anna.points, '1.00000000')).then('quote.created');
  });

  it('is required for a conversion, and refused for other transfers', () => {
    const ledger = backed();
    const [anna, ben] = [holder(ledger), holder(ledger)];
    ledger.when(transfer(anna.points, anna.coin, '1.00')).thenRefused('validation_failed', 'quote_id');
    ledger
      .when(transfer(anna.points, ben.points, '1.00', { quote_id: NO_QUOTE }))
      .thenRefused('validation_failed', 'quote_id');
  });
});

describe('A conversion', () => {
  it('of points to coin settles immediately from the stock', () => {
    const ledger = backed();
    const anna = holder(ledger, '1000.00', '0', '50.00');
    const id = quoteId(ledger.run(quote(anna.points, anna.coin, '100.00')));
    const extras = { integrator_reference: 'order-1', metadata: { order: '1' } };
    const events = ledger
      .when(transfer(anna.points, anna.coin, '100', { quote_id: id, ...extras }))
      .then(...CONVERTED);
    expect(onlyOne(events, 'transfer.created').data).to.deep.include({
      kind: 'conversion',
      state: 'pending',
      amount: '100.00',
      quote_id: id,
      ...extras,
    });
    expect(onlyOne(events, 'transfer.state_changed').data).to.deep.include({
      state: 'completed',
      receipt: {
        amount_debited: '100.00',
        amount_credited: '0.03960000',
        rate: '0.000396',
        fees: [{ type: 'svc', amount: '1.00', unit: 'svc-points' }],
      },
    });
    // Earned points are not spent.
    expect(ledger.walletBalances(anna.points)).to.include({ available: '950.00', cashable: '900.00' });
    expect(ledger.walletBalances(anna.coin).available).to.equal('0.03960000');
    expect(ledger.balance(COIN_STOCK)).to.equal(parseStoredAmount('9.96040000'));
    expect(ledger.balance(POINTS_HEADROOM)).to.equal(parseStoredAmount('50099.00'));
    expect(ledger.balance(SPREAD_INCOME)).to.equal(parseStoredAmount('1.00'));
    expect(ledger.balance(ROUNDING)).to.equal(0n);
    expect(ledger.book.transfers.size).to.equal(0);
  });

  it('of coin to points issues cashable points against the backing', () => {
    const ledger = backed();
    const anna = holder(ledger, '0.00', '2');
    const stock = ledger.balance(COIN_STOCK);
    const id = quoteId(ledger.run(quote(anna.coin, anna.points, '1.5')));
    ledger.when(convert(anna.coin, anna.points, '1.5', id)).then(...CONVERTED);
    expect(ledger.walletBalances(anna.points)).to.deep.equal({
      available: '3712.50',
      pending: '0.00',
      cashable: '3712.50',
    });
    expect(ledger.walletBalances(anna.coin).available).to.equal('0.50000000');
    expect(ledger.balance(COIN_STOCK) - stock).to.equal(parseStoredAmount('1.50000000'));
    expect(ledger.balance(POINTS_HEADROOM)).to.equal(parseStoredAmount('46250.00'));
    expect(ledger.balance(SPREAD_INCOME)).to.equal(parseStoredAmount('37.50'));
    expect(ledger.balance(POINTS_BACKED)).to.equal(-parseStoredAmount('50000.00'));
  });

  it('books the rounding remainder in its own account', () => {
    const ledger = backed();
    const anna = holder(ledger);
    const price = { numerator: 10_000_000n, denominator: 1n };
    const id = quoteId(ledger.run(quote(anna.points, anna.coin, '10.19', price)));
    ledger.when(convert(anna.points, anna.coin, '10.19', id)).then(...CONVERTED);
    // The spread is 0.11; 10.08 buys 100 minor units for 10.00, and 0.08 buys nothing.
    expect(ledger.walletBalances(anna.coin).available).to.equal('0.00000100');
    expect(ledger.balance(SPREAD_INCOME)).to.equal(11n);
    expect(ledger.balance(ROUNDING)).to.equal(8n);
  });

  it('is refused with the first error in contract order', () => {
    const ledger = backed();
    const anna = holder(ledger, '100.00');
    const ben = holder(ledger, '100.00');
    const id = quoteId(ledger.run(quote(anna.points, anna.coin, '100.00')));
    const used = quoteId(ledger.run(quote(anna.points, anna.coin, '1.00')));
    ledger.run(convert(anna.points, anna.coin, '1.00', used));
    const bad = (quote_id: string, amount = '0.001', from = anna.points, to = anna.coin) =>
      ledger.when(convert(from, to, amount, quote_id));
    ledger.record({ type: 'wallet.frozen', data: { wallet_id: anna.points, reason: 'A check.' } });
    ledger.kyc(anna.owner, 'rejected');
    bad(used, '1.00', NOTHING).thenRefused('not_found');
    bad(NO_QUOTE).thenRefused('not_found');
    bad(used).thenRefused('user_not_approved');
    ledger.kyc(anna.owner, 'approved');
    bad(used).thenRefused('wallet_frozen');
    ledger.record({ type: 'wallet.unfrozen', data: { wallet_id: anna.points, reason: 'Cleared.' } });
    bad(used).thenRefused('quote_used');
    bad(id).thenRefused('validation_failed', 'amount');
    bad(id, '99.99').thenRefused('quote_mismatch');
    bad(id, '100.00', ben.points, ben.coin).thenRefused('quote_mismatch');
    bad(id, '100.00', anna.coin, anna.points).thenRefused('quote_mismatch');
    ledger.advanceClock(29_999);
    bad(id, '100.00').thenRefused('insufficient_balance');
    ledger.run(reward(anna.points, '5.00'));
    bad(id, '100.00').thenRefused('amount_exceeds_cashable');
    ledger.advanceClock(1);
    bad(id, '100.00').thenRefused('quote_expired');
    bad(id, '99.99').thenRefused('quote_mismatch');
  });

  it('fails and uses up the quote if the stock became too low', () => {
    const ledger = backed('0.05000000');
    const [anna, ben] = [holder(ledger), holder(ledger)];
    const [first, second] = [anna, ben].map(({ points, coin }) =>
      quoteId(ledger.run(quote(points, coin, '100.00'))),
    );
    ledger.when(convert(anna.points, anna.coin, '100.00', first ?? '')).then(...CONVERTED);
    const before = ledger.walletBalances(ben.points);
    const events = ledger
      .when(convert(ben.points, ben.coin, '100.00', second ?? ''))
      .then('transfer.created', 'transfer.state_changed');
    const { state, state_reason, receipt } = onlyOne(events, 'transfer.state_changed').data;
    expect(state).to.equal('failed');
    expect(state_reason?.code).to.equal('insufficient_liquidity');
    expect(receipt).to.equal(undefined);
    expect(ledger.walletBalances(ben.points)).to.deep.equal(before);
    ledger.when(convert(ben.points, ben.coin, '100.00', second ?? '')).thenRefused('quote_used');
  });

  it('fails if the backing became too low', () => {
    const ledger = backed('1.00000000', '3000.00');
    const [anna, ben] = [holder(ledger, '0.00', '1'), holder(ledger, '0.00', '1')];
    const [first, second] = [anna, ben].map(({ points, coin }) =>
      quoteId(ledger.run(quote(coin, points, '1.00000000'))),
    );
    ledger.when(convert(anna.coin, anna.points, '1.00000000', first ?? '')).then(...CONVERTED);
    ledger
      .when(convert(ben.coin, ben.points, '1.00000000', second ?? ''))
      .then('transfer.created', 'transfer.state_changed');
    // Points that return release the backing.
    const id = quoteId(ledger.run(quote(anna.points, anna.coin, '2475.00')));
    ledger.run(convert(anna.points, anna.coin, '2475.00', id));
    const again = quoteId(ledger.run(quote(ben.coin, ben.points, '1.00000000')));
    ledger.when(convert(ben.coin, ben.points, '1.00000000', again)).then(...CONVERTED);
  });

  it('does not count against user limits', () => {
    const none = { user_to_user: asPoints(0n), offramp: asPoints(0n) };
    const ledger = createLedger({ ...POLICY, userLimits: { per24h: none, per30d: none } });
    ledger.run(allocation({ coin_stock: '1.00000000' }));
    const anna = holder(ledger);
    const id = quoteId(ledger.run(quote(anna.points, anna.coin, '1.00')));
    ledger.when(convert(anna.points, anna.coin, '1.00', id)).then(...CONVERTED);
  });
});

describe('An expired quote', () => {
  /** Enough events for the book to remove expired quotes. */
  function pass(ledger: Ledger, to: string): void {
    ledger.advanceClock(30_000);
    for (let i = 0; i < 256; i++) ledger.run(reward(to, '0.01'));
  }

  it('is removed from the book, used or not, while open quotes stay', () => {
    const ledger = backed();
    const anna = holder(ledger);
    const used = quoteId(ledger.run(quote(anna.points, anna.coin, '1.00')));
    ledger.run(convert(anna.points, anna.coin, '1.00', used));
    for (let i = 0; i < 5; i++) ledger.run(quote(anna.points, anna.coin, '1.00'));
    expect(ledger.book.quotes.size).to.equal(6);
    ledger.advanceClock(1_000);
    pass(ledger, anna.points);
    const open = quoteId(ledger.run(quote(anna.points, anna.coin, '1.00', PRICE)));
    expect([...ledger.book.quotes.entries()].map(([id]) => id)).to.deep.equal([open]);
  });

  it('is removed within about as many events as there are quotes', () => {
    const ledger = backed();
    const anna = holder(ledger);
    const count = 3_000;
    for (let i = 0; i < count; i++) ledger.run(quote(anna.points, anna.coin, '1.00'));
    ledger.advanceClock(30_000);
    for (let i = 0; i < count; i++) ledger.run(reward(anna.points, '0.01'));
    expect(ledger.book.quotes.size).to.equal(0);
  });

  it('is reported as used or expired from its archived state', () => {
    const ledger = backed();
    const anna = holder(ledger);
    const id = quoteId(ledger.run(quote(anna.points, anna.coin, '1.00')));
    const past = ledger.book.quotes.get(id);
    if (past === undefined) throw new Error('a quote that was just made is not there');
    pass(ledger, anna.points);
    const again = (amount: string, more: Partial<ArchivedQuote> = {}) =>
      ledger.when(convert(anna.points, anna.coin, amount, id, { ...past, ...more }));
    ledger.when(convert(anna.points, anna.coin, '1.00', id)).thenRefused('not_found');
    again('1.00').thenRefused('quote_expired');
    again('2.00').thenRefused('quote_mismatch');
    again('2.00', { transfer_id: 'trf_1' }).thenRefused('quote_used');
    // An archived quote with another ID is ignored.
    again('1.00', { id: NO_QUOTE }).thenRefused('not_found');
  });
});
