/**
 * Given / when / then tests of the pure ledger.
 *
 *   const ledger = given();
 *   const anna = ledger.fundedWallet('100.00');
 *   ledger.when(transfer(anna, ledger.wallet(), '120.00')).thenRefused('insufficient_balance');
 *
 * IDs depend on the revision, so scenarios are built from decisions instead of handwritten events.
 */
import { expect } from 'chai';
import { formatAmount, parseStoredAmount } from '../../src/ledger/amount.ts';
import { createBook, type Book, type DecisionContext } from '../../src/ledger/book.ts';
import type { BookEvent, EventType, RecordedBookEvent } from '../../src/ledger/event.ts';
import { evolve } from '../../src/ledger/evolve.ts';
import type { OpenPayoutAccount } from '../../src/ledger/payout-account.ts';
import { policyFor, type Policy } from '../../src/ledger/policy.ts';
import { bucketKey } from '../../src/ledger/posting.ts';
import type { Refusal, RefusalCode } from '../../src/ledger/refusal.ts';
import type { Transfer } from '../../src/ledger/transfer.ts';
import { createUser, setKyc } from '../../src/ledger/user.ts';
import { LedgerViolation, type LedgerRule } from '../../src/ledger/violations.ts';
import { withRepayments } from '../../src/ledger/late-movement.ts';
import { openWallet } from '../../src/ledger/wallet.ts';
import {
  USD,
  allocation,
  depositAccount,
  offramp,
  payoutAccount,
  submission,
  transfer,
  type Decide,
  type Fiat,
} from './ledger-commands.ts';
import { POLICY, START_TIME, STREAM } from './policy.ts';

/** An event type, or the complete event. */
export type Expected = EventType | BookEvent;

/** The balances of a wallet as decimal strings. */
export type WalletBalances = {
  readonly available: string;
  readonly pending: string;
  readonly cashable: string;
};

export type Ledger = {
  readonly book: Book;
  /** All recorded events. */
  readonly events: readonly RecordedBookEvent[];
  /** Advances the clock. */
  advanceClock(ms: number): void;
  /** Records events without a decision. */
  record(...events: readonly BookEvent[]): RecordedBookEvent[];
  /** Decides and records. Throws if it is refused. */
  run(decide: Decide): RecordedBookEvent[];
  /** Decides. `then` compares and records the events; `thenRefused` compares the refusal. */
  when(decide: Decide): {
    then(...expected: readonly Expected[]): RecordedBookEvent[];
    thenRefused(code: RefusalCode, field?: string): Refusal;
  };
  /** The following create an object and return its ID. Without a reference, a unique one is used. */
  user(reference?: string): string;
  approvedUser(reference?: string): string;
  wallet(userId?: string, asset?: string): string;
  fundedWallet(bought: string, earned?: string): string;
  coinWallet(amount?: string): string;
  depositAccount(walletId: string, source?: Fiat): string;
  /** A payout account of the wallet's owner. */
  payoutAccount(walletId: string, more?: Partial<OpenPayoutAccount>): string;
  /** A submitted off-ramp and its source wallet. */
  submittedOfframp(amount?: string): { id: string; from: string };
  /** A user-to-user transfer in review, with both wallets. */
  heldTransfer(amount?: string, earned?: string): { id: string; from: string; to: string };
  kyc(userId: string, kyc: 'approved' | 'rejected', terms?: 'pending' | 'approved'): void;
  ownerOf(walletId: string): string;
  walletBalances(walletId: string): WalletBalances;
  /** The balance of an account in its own unit. */
  balance(account: string): bigint;
  /** A transfer that is not final. */
  openTransfer(transferId: string): Transfer;
};

export function given(...events: readonly BookEvent[]): Ledger {
  const ledger = createLedger();
  ledger.record(...events);
  return ledger;
}

export function createLedger(policy: Policy = POLICY): Ledger {
  const book = createBook(STREAM);
  const log: RecordedBookEvent[] = [];
  let now = START_TIME;
  let references = 0;

  const contextNow = (): DecisionContext => ({
    now,
    time: new Date(now).toISOString(),
    policy: policyFor(book, policy),
  });

  const record = (events: readonly BookEvent[]): RecordedBookEvent[] => {
    const time = contextNow().time;
    const recorded = events.map((event, i): RecordedBookEvent => {
      const place = { stream: STREAM, revision: book.revision + 1 + i, time };
      return { ...event, ...place };
    });
    for (const event of recorded) {
      evolve(book, event);
      log.push(event);
    }
    return recorded;
  };

  const run = (decide: Decide): RecordedBookEvent[] => {
    const decision = decide(book, contextNow());
    if ('refusal' in decision)
      throw new Error(`refused: ${decision.refusal.code} (${decision.refusal.message})`);
    return record(withRepayments(book, decision.events));
  };

  const user = (reference = `ref-${++references}`): string =>
    idIn(
      run((book, context) =>
        createUser(
          book,
          {
            type: 'individual',
            external_reference: reference,
            country: null,
            seal: () => null,
            metadata: {},
          },
          context,
        ),
      ),
      'user_id',
    );

  const kyc: Ledger['kyc'] = (user_id, kyc_status, terms_status = 'approved') => {
    run((book) => setKyc(book, { user_id, kyc_status, terms_status, rejection_reasons: [] }));
  };

  const approvedUser = (reference?: string): string => {
    const id = user(reference);
    kyc(id, 'approved');
    return id;
  };

  const wallet = (userId = approvedUser(), asset = 'svc-points'): string =>
    idIn(
      run((book, context) =>
        openWallet(book, { user_id: userId, asset, acknowledge_price_risk: true, metadata: {} }, context),
      ),
      'wallet_id',
    );

  const ownerOf = (walletId: string): string => {
    const found = book.wallets.get(walletId);
    if (found === undefined) throw new Error(`no wallet ${walletId}`);
    return found.user_id;
  };

  const openAccount = (walletId: string, source: Fiat = USD): string =>
    idIn(run(depositAccount(ownerOf(walletId), walletId, source)), 'deposit_account_id');

  const openPayout: Ledger['payoutAccount'] = (walletId, more) =>
    idIn(run(payoutAccount(ownerOf(walletId), more)), 'payout_account_id');

  const fundedWallet = (bought: string, earned = '0.00'): string => {
    const id = wallet();
    if (parseStoredAmount(bought) > 0n)
      record([pointsOutOfNothing('points_issued', id, bought, bought, book)]);
    if (parseStoredAmount(earned) > 0n)
      record([pointsOutOfNothing('rewards_granted', id, earned, '0.00', book)]);
    return id;
  };

  const coinWallet = (amount = '0.00000000'): string => {
    const id = wallet(undefined, 'svc-coin');
    if (parseStoredAmount(amount) > 0n) run(allocation({ coin_stock: amount }));
    const stock = formatAmount(
      (book.accounts.get('coin_stock')?.amount ?? 0n) - parseStoredAmount(amount),
      8,
    );
    const line = { bucket: 'available' as const, unit: 'svc-coin' };
    const lines = [
      { ...line, account: 'coin_stock', amount: `-${amount}`, balance_after: stock },
      { ...line, account: id, amount, balance_after: amount },
    ];
    if (parseStoredAmount(amount) > 0n)
      record([{ type: 'posting.recorded', data: { transfer_id: null, description: 'Stock', lines } }]);
    return id;
  };

  return {
    book,
    events: log,
    advanceClock: (ms) => void (now += ms),
    record: (...events) => record(events),
    run,
    when(decide) {
      const decision = decide(book, contextNow());
      return {
        then(...expected) {
          if ('refusal' in decision) {
            throw new Error(`refused: ${decision.refusal.code} (${decision.refusal.message})`);
          }
          const seen = decision.events.map((event, i) =>
            typeof expected[i] === 'string' ? event.type : event,
          );
          expect(seen).to.deep.equal(expected);
          return record(decision.events);
        },
        thenRefused(code, field) {
          if (!('refusal' in decision)) throw new Error(`not refused with ${code}`);
          const { refusal } = decision;
          expect(refusal.code).to.equal(code);
          expect(refusal.message).to.match(/^[A-Z].*\.$/);
          if (field !== undefined) {
            expect(refusal.details?.map((detail) => detail.field)).to.deep.equal([field]);
          }
          return refusal;
        },
      };
    },
    user,
    approvedUser,
    wallet,
    fundedWallet,
    coinWallet,
    depositAccount: openAccount,
    payoutAccount: openPayout,
    submittedOfframp(amount = '200.00') {
      const from = fundedWallet(amount, '7.00');
      const id = idIn(run(offramp(from, openPayout(from), amount)), 'transfer_id');
      run(submission(id));
      return { id, from };
    },
    heldTransfer(amount = '1000000.00', earned = '0.00') {
      const bought = formatAmount(parseStoredAmount(amount) - parseStoredAmount(earned), 2);
      const from = fundedWallet(bought, earned);
      const to = wallet();
      const id = idIn(run(transfer(from, to, amount)), 'transfer_id');
      expect(book.transfers.get(id)?.state).to.equal('in_review');
      return { id, from, to };
    },
    kyc,
    ownerOf,
    walletBalances(walletId) {
      const decimals = book.wallets.get(walletId)?.decimals ?? 2;
      const text = (amount = 0n): string => formatAmount(amount, decimals);
      const there = book.accounts.get(walletId);
      return {
        available: text(there?.amount),
        pending: text(book.accounts.get(bucketKey(walletId, 'pending'))?.amount),
        cashable: text(there?.cashable),
      };
    },
    balance: (account) => book.accounts.get(account)?.amount ?? 0n,
    openTransfer(transferId) {
      const found = book.transfers.get(transferId);
      if (found === undefined) throw new Error(`the transfer ${transferId} is over, or never was`);
      return found;
    },
  };
}

/** Credits any amount, even above the limit of a single deposit or reward. */
function pointsOutOfNothing(
  from: string,
  to: string,
  amount: string,
  cashable: string,
  book: Book,
): BookEvent {
  const text = (value: bigint): string => formatAmount(value, 2);
  const line = (account: string, sign: bigint) => {
    const before = book.accounts.get(account);
    const moved = { amount: sign * parseStoredAmount(amount), cashable: sign * parseStoredAmount(cashable) };
    return {
      account,
      bucket: 'available' as const,
      unit: 'svc-points',
      amount: text(moved.amount),
      cashable: text(moved.cashable),
      balance_after: text((before?.amount ?? 0n) + moved.amount),
      cashable_after: text((before?.cashable ?? 0n) + moved.cashable),
    };
  };
  const data = { transfer_id: null, description: 'Given', lines: [line(from, -1n), line(to, 1n)] };
  return { type: 'posting.recorded', data };
}

/** The first ID with this field name in the data of the events. */
export function idIn(events: readonly BookEvent[], name: string): string {
  for (const { data } of events) {
    const id: unknown = Object.entries(data).find(([key]) => key === name)?.[1];
    if (typeof id === 'string') return id;
  }
  throw new Error(`no event has a ${name}`);
}

/** The only event of a type. */
export function onlyOne<T extends EventType>(
  events: readonly RecordedBookEvent[],
  type: T,
): RecordedBookEvent<T> {
  const found = events.filter((event): event is RecordedBookEvent<T> => event.type === type);
  const [first] = found;
  if (first === undefined || found.length > 1)
    throw new Error(`${found.length} events of type ${type}, not one`);
  return first;
}

/** Expects a call to throw a LedgerViolation of this rule. */
export function expectRule(call: () => unknown, rule: LedgerRule): void {
  expect(call).to.throw(LedgerViolation).with.property('rule', rule);
}
