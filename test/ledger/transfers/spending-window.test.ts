import { expect } from 'chai';
import fc from 'fast-check';
import { asPoints } from '../../../src/ledger/amount.ts';
import {
  DAY_MS,
  EMPTY_SPENDING_WINDOW,
  SPENDING_WINDOWS,
  WINDOW_ENTRIES_MAX,
  addSpending,
  refuseOverLimit,
  spentInWindow,
  subtractRefund,
  type SpendingWindow,
  type SpendingWindowName,
} from '../../../src/ledger/limits.ts';
import type { LimitByKind, Policy } from '../../../src/ledger/policy.ts';
import {
  offramp,
  payoutAccount,
  review,
  settlement,
  submission,
  transfer,
} from '../../support/ledger-commands.ts';
import { createLedger, idIn, type Ledger } from '../../support/ledger.ts';
import { POLICY } from '../../support/policy.ts';

const NAMES: readonly SpendingWindowName[] = ['per24h', 'per30d'];

describe('A spending window', () => {
  for (const name of NAMES) {
    const { lengthMs } = SPENDING_WINDOWS[name];

    it(`is exact at its edges for up to ${WINDOW_ENTRIES_MAX} transfers: ${name}`, () => {
      const start = Date.parse('2026-03-01T09:00:00.000Z');
      let spending = addSpending(name, EMPTY_SPENDING_WINDOW, asPoints(100n), start);
      spending = addSpending(name, spending, asPoints(7n), start + 1);
      expect(spentInWindow(name, spending, start + lengthMs - 1)).to.equal(107n);
      expect(spentInWindow(name, spending, start + lengthMs)).to.equal(7n);
      expect(spentInWindow(name, spending, start + lengthMs + 1)).to.equal(0n);
    });

    it(`never undercounts, and drops spending at most one time step late: ${name}`, () => {
      const gap = fc.oneof(
        fc.constant(0),
        fc.nat({ max: 10 }),
        fc.nat({ max: lengthMs / 500 }),
        fc.nat({ max: lengthMs / 20 }),
      );
      const step = fc.record({ gap, amount: fc.bigInt({ min: 1n, max: 10n ** 12n }) });
      fc.assert(
        fc.property(fc.array(step, { maxLength: 600, size: 'max' }), (steps) => {
          let spending: SpendingWindow = EMPTY_SPENDING_WINDOW;
          let now = 1_700_000_000_000;
          const sent: [number, bigint][] = [];
          for (const { gap: pause, amount } of steps) {
            now += pause;
            spending = addSpending(name, spending, asPoints(amount), now);
            sent.push([now, amount]);
            expect(spending.entries.length <= WINDOW_ENTRIES_MAX).to.equal(true);
          }
          for (const later of [now, now + lengthMs / 3, now + lengthMs - 1, now + lengthMs * 2]) {
            const since = (time: number): bigint =>
              sent.reduce((sum, [at, amount]) => (at > time ? sum + amount : sum), 0n);
            const found = spentInWindow(name, spending, later);
            expect(found >= since(later - lengthMs)).to.equal(true);
            expect(found <= since(later - lengthMs - spending.step)).to.equal(true);
          }
        }),
        { numRuns: 60 },
      );
    });

    it(`never undercounts spending, whenever refunds arrive: ${name}`, () => {
      const gap = fc.oneof(
        fc.nat({ max: 10 }),
        fc.nat({ max: lengthMs / 300 }),
        fc.nat({ max: lengthMs / 5 }),
      );
      const amount = fc.bigInt({ min: 0n, max: 10n ** 12n });
      const step = fc.record({ gap, amount, back: fc.option(fc.nat(), { freq: 2 }) });
      fc.assert(
        fc.property(fc.array(step, { maxLength: 600, size: 'max' }), (steps) => {
          let spending: SpendingWindow = EMPTY_SPENDING_WINDOW;
          let now = 1_700_000_000_000;
          let sent: (readonly [number, bigint])[] = [];
          for (const { gap: pause, amount: next, back } of steps) {
            now += pause;
            spending = addSpending(name, spending, asPoints(next), now);
            sent.push([now, next]);
            const returned = back === null ? undefined : sent[back % sent.length];
            if (returned !== undefined) {
              spending = subtractRefund(spending, asPoints(returned[1]), returned[0]);
              sent = sent.filter((each) => each !== returned);
            }
            const since = (time: number): bigint =>
              sent.reduce((sum, [at, each]) => (at > time ? sum + each : sum), 0n);
            const found = spentInWindow(name, spending, now);
            expect(found >= since(now - lengthMs)).to.equal(true);
            expect(found <= since(now - lengthMs - spending.step)).to.equal(true);
          }
        }),
        { numRuns: 40 },
      );
    });

    it(`subtracts refunds at any step size: ${name}`, () => {
      let spending: SpendingWindow = EMPTY_SPENDING_WINDOW;
      const start = 1_700_000_000_000;
      for (let i = 0; i < 400; i++) spending = addSpending(name, spending, asPoints(3n), start + i * 50_000);
      expect(spending.step > 1).to.equal(true);
      for (let i = 0; i < 400; i++) spending = subtractRefund(spending, asPoints(3n), start + i * 50_000);
      expect(spending.total).to.equal(0n);
      expect(spending.entries).to.deep.equal([]);
      expect(subtractRefund(spending, asPoints(3n), start)).to.equal(spending);
    });
  }
});

const limits = (per24h: bigint, per30d: bigint) => {
  const both = (value: bigint): LimitByKind => ({ user_to_user: asPoints(value), offramp: asPoints(value) });
  return createLedger({ ...POLICY, userLimits: { per24h: both(per24h), per30d: both(per30d) } });
};
const POSTED = ['transfer.created', 'posting.recorded', 'transfer.state_changed'] as const;

describe('User limits', () => {
  const send = (ledger: Ledger, from: string, to: string, amount: string) =>
    ledger.when(transfer(from, to, amount));

  it('count the amount sent in 24 hours, to the millisecond', () => {
    const ledger = limits(100_00n, 1_000_00n);
    const [anna, ben] = [ledger.fundedWallet('1000.00'), ledger.fundedWallet('1000.00')];
    send(ledger, anna, ben, '60.00').then(...POSTED);
    ledger.advanceClock(1_000);
    send(ledger, anna, ben, '40.00').then(...POSTED);
    send(ledger, anna, ben, '0.01').thenRefused('user_limit_exceeded');
    // Points that Ben receives do not count for Ben, and points that he sends do not count for Anna.
    send(ledger, ben, anna, '100.00').then(...POSTED);
    ledger.advanceClock(DAY_MS - 1_001);
    send(ledger, anna, ben, '0.01').thenRefused('user_limit_exceeded');
    ledger.advanceClock(1);
    send(ledger, anna, ben, '60.01').thenRefused('user_limit_exceeded');
    send(ledger, anna, ben, '60.00').then(...POSTED);
  });

  it('count the amount sent in 30 days', () => {
    const ledger = limits(100_00n, 250_00n);
    const [anna, ben] = [ledger.fundedWallet('1000.00'), ledger.wallet()];
    for (const amount of ['100.00', '100.00', '50.00']) {
      send(ledger, anna, ben, amount).then(...POSTED);
      ledger.advanceClock(DAY_MS);
    }
    send(ledger, anna, ben, '0.01').thenRefused('user_limit_exceeded');
    ledger.advanceClock(27 * DAY_MS);
    send(ledger, anna, ben, '100.00').then(...POSTED);
  });

  it('release spending when a review returns the money', () => {
    const ledger = limits(1_500_000_00n, 10_000_000_00n);
    const [anna, ben] = [ledger.fundedWallet('3000000.00'), ledger.wallet()];
    const id = idIn(ledger.run(transfer(anna, ben, '1000000.00')), 'transfer_id');
    ledger.advanceClock(60_000);
    send(ledger, anna, ben, '600000.00').thenRefused('user_limit_exceeded');
    ledger.run(review(id, 'rejected'));
    send(ledger, anna, ben, '600000.00').then(...POSTED);
  });

  it('apply to payouts, and release spending when a payout is returned', () => {
    const ledger = limits(500_00n, 10_000_00n);
    const anna = ledger.fundedWallet('2000.00');
    const account = idIn(ledger.run(payoutAccount(ledger.ownerOf(anna))), 'payout_account_id');
    const pay = (amount: string) => ledger.when(offramp(anna, account, amount));
    const id = idIn(pay('400.00').then('transfer.created', 'posting.recorded'), 'transfer_id');
    pay('100.01').thenRefused('user_limit_exceeded');
    pay('1600.00').thenRefused('user_limit_exceeded');
    ledger.run(submission(id));
    ledger.advanceClock(60_000);
    pay('100.01').thenRefused('user_limit_exceeded');
    ledger.run(settlement(id, 'returned'));
    pay('500.01').thenRefused('user_limit_exceeded');
    pay('500.00').then('transfer.created', 'posting.recorded');
    // Every user has separate limits.
    send(ledger, anna, ledger.wallet(), '500.00').then(...POSTED);
  });

  it('count coin at the given price, and as zero without a price', () => {
    const ledger = limits(5_000_00n, 10_000_00n);
    const [anna, ben] = [ledger.coinWallet('10.00000000'), ledger.coinWallet()];
    const coinPrice = { numerator: 2_500n, denominator: 1n };
    const coin = (amount: string, more = {}) => ledger.when(transfer(anna, ben, amount, more));
    coin('2.00000001', { coinPrice }).then(...POSTED);
    coin('0.00000400', { coinPrice }).thenRefused('user_limit_exceeded');
    coin('1').then(...POSTED);
    expect(ledger.book.spending.get(`user_to_user:${ledger.ownerOf(anna)}`)?.per24h.total).to.equal(
      5_000_00n,
    );
  });

  it('are checked after the balance', () => {
    const ledger = limits(1_00n, 1_00n);
    const [anna, ben] = [ledger.fundedWallet('10.00'), ledger.wallet()];
    send(ledger, anna, ben, '10.01').thenRefused('insufficient_balance');
    send(ledger, anna, ben, '10.00').thenRefused('user_limit_exceeded');
  });

  it('are separate for each transfer kind', () => {
    const ledger = limits(100_00n, 100_00n);
    const [anna, ben] = [ledger.fundedWallet('1000.00'), ledger.wallet()];
    send(ledger, anna, ben, '100.00').then(...POSTED);
    const more = { user_id: ledger.ownerOf(anna), points: asPoints(100_00n) };
    const context = { now: ledger.book.time, policy: { ...POLICY, userLimits: limitsOf(100_00n) } };
    expect(refuseOverLimit(ledger.book, { kind: 'offramp', ...more }, context)).to.equal(undefined);
    const refused = refuseOverLimit(ledger.book, { kind: 'user_to_user', ...more }, context);
    expect(refused?.refusal.code).to.equal('user_limit_exceeded');
    expect(refused?.refusal.message).to.contain('100.00 points in 24 hours');
  });
});

const limitsOf = (each: bigint): Policy['userLimits'] => ({
  per24h: { user_to_user: asPoints(each), offramp: asPoints(each) },
  per30d: { user_to_user: asPoints(each), offramp: asPoints(each) },
});
