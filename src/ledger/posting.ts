/** Double entry: a posting is a balanced, atomic set of lines. */

import { countDecimals, formatAmount, isAsset, minAmount, parseStoredAmount, type Amount } from './amount.ts';
import type { Book } from './book.ts';
import type { BookEvent, EventData, RecordedBookEvent } from './event.ts';
import type { TransferId } from './ids.ts';
import type { Table } from './table.ts';
import { LedgerViolation } from './violations.ts';
import type { Wallet } from './wallet.ts';

// The accounts of a book. Each wallet has an available and a pending account; all other accounts belong to the
// service. Money enters as a negative balance of a service account, so every unit of a book sums to zero.

export type Bucket = 'available' | 'pending';

/** `cashable` is the part of `amount` that can be paid out. It is zero for units other than points. */
export type Balance = { readonly unit: string; readonly amount: Amount; readonly cashable: Amount };

/** Purchased points in circulation, as a negative balance. */
export const POINTS_ISSUED = 'points_issued';
/** Points granted as rewards, as a negative balance. */
export const REWARDS_GRANTED = 'rewards_granted';
/** Points debited for payouts whose outcome is not known yet. */
export const PAYOUTS_IN_FLIGHT = 'payouts_in_flight';
/** Backing that the treasury allocated to this book, as a negative balance. */
export const POINTS_BACKED = 'points_backed';
/** Points that can still be issued against the treasury's backing when users sell coin. */
export const POINTS_HEADROOM = 'points_headroom';
/** Coin that the treasury allocated to this book, as a negative balance. */
export const COIN_ALLOCATED = 'coin_allocated';
/** Coin that can be sold to users. */
export const COIN_STOCK = 'coin_stock';
/** Points earned by the spread of conversions. */
export const SPREAD_INCOME = 'spread_income';
/** Points left over from rounding in conversions. */
export const ROUNDING = 'rounding';
/** Fiat that a rail received (negative) or paid out. */
export const clearingAccount = (rail: string, currency: string): string => `clearing:${rail}:${currency}`;
const CLEARING = /^clearing:(?<rail>[^:]+):(?<currency>[^:]+)$/;
/** The rail and currency of a clearing account; undefined for any other account. */
export function parseClearingAccount(
  account: string,
): { readonly rail: string; readonly currency: string } | undefined {
  const { rail, currency } = CLEARING.exec(account)?.groups ?? {};
  return rail === undefined || currency === undefined ? undefined : { rail, currency };
}
/** Fiat that backs issued points. */
export const fiatHeldAccount = (currency: string): string => `fiat_held:${currency}`;

/** What the user of a wallet owes since a deposit was reversed, as a negative balance. */
export const receivableAccount = (walletId: string): string => `${RECEIVABLE}${walletId}`;
const RECEIVABLE = 'receivable:';
/** The wallet of a receivable; undefined for any other account. */
export const receivableWallet = (account: string): string | undefined =>
  account.startsWith(RECEIVABLE) ? account.slice(RECEIVABLE.length) : undefined;

/** Service accounts that must not become negative. */
export const isReserveAccount = (account: string): boolean =>
  account === POINTS_HEADROOM || account === COIN_STOCK;

/** Whether an account belongs to a wallet and not to the service. */
export const isWalletAccount = (account: string): boolean => account.startsWith('wal_');

/** The wallet that an account belongs to: its own accounts, and what its user owes. Undefined for other accounts. */
export const walletOf = (account: string): string | undefined =>
  isWalletAccount(account) ? account : receivableWallet(account);

/** The key of an account's bucket in the `accounts` table. */
export const bucketKey = (account: string, bucket: Bucket): string =>
  bucket === 'available' ? account : `${account}:${bucket}`;

export type Line = EventData<'posting.recorded'>['lines'][number];

/** A line before its balance is known: the change of an account in a unit, with its cashable part. */
export type PostingLeg = {
  readonly account: string;
  readonly bucket?: Bucket;
  readonly unit: string;
  readonly decimals: number;
  readonly amount: Amount;
  readonly cashable?: Amount;
};

/** The leg of a wallet's bucket. */
export const walletLeg = (wallet: Wallet, bucket: Bucket, amount: Amount, cashable: Amount): PostingLeg => ({
  account: wallet.id,
  bucket,
  unit: wallet.asset,
  decimals: wallet.decimals,
  amount,
  cashable,
});

/** The split of an amount of points. Earned points are spent first (docs/contract-notes.md, "Money"). */
export type Split = { readonly earned: Amount; readonly cashable: Amount };

/** Splits an amount that leaves a balance. The balance must cover the amount. */
export function splitEarnedFirst(amount: Amount, balance: Balance): Split {
  const earned = minAmount(amount, balance.amount - balance.cashable);
  return { earned, cashable: amount - earned };
}

/** Whether a unit has a cashable part. Only points do. */
export const tracksCashable = (unit: string): boolean => unit === 'svc-points';

/**
 * Creates the event that posts these legs on top of the given balances. Each account and bucket must occur at most
 * once.
 */
export function createPosting(
  accounts: Pick<Table<Balance>, 'get'>,
  transferId: TransferId | null,
  description: string,
  legs: readonly PostingLeg[],
): BookEvent {
  const lines = legs.map((each) =>
    toLine(each, accounts.get(bucketKey(each.account, each.bucket ?? 'available'))),
  );
  return { type: 'posting.recorded', data: { transfer_id: transferId, description, lines } };
}

function toLine(
  { account, bucket = 'available', unit, decimals, amount, cashable = 0n }: PostingLeg,
  before: Balance | undefined,
): Line {
  const total = formatAmount(amount, decimals);
  const balance_after = formatAmount((before?.amount ?? 0n) + amount, decimals);
  if (!tracksCashable(unit)) return { account, bucket, unit, amount: total, balance_after };
  return {
    account,
    bucket,
    unit,
    amount: total,
    cashable: formatAmount(cashable, decimals),
    balance_after,
    cashable_after: formatAmount((before?.cashable ?? 0n) + cashable, decimals),
  };
}

/** The balance after a line. Throws a LedgerViolation if it differs from the stated balance or becomes negative. */
function applyLine(before: Balance | undefined, line: Line): Balance {
  const after = {
    unit: line.unit,
    amount: (before?.amount ?? 0n) + parseStoredAmount(line.amount),
    cashable:
      (before?.cashable ?? 0n) + (line.cashable === undefined ? 0n : parseStoredAmount(line.cashable)),
  };
  const stated = line.cashable_after === undefined ? 0n : parseStoredAmount(line.cashable_after);
  if (after.amount !== parseStoredAmount(line.balance_after) || after.cashable !== stated) {
    throw new LedgerViolation(
      'balance_mismatch',
      `The line of ${line.account} does not result in the balance it states.`,
    );
  }
  if (before !== undefined && before.unit !== line.unit)
    throw new LedgerViolation(
      'unit_mismatch',
      `${line.account} is kept in ${before.unit}, not in ${line.unit}.`,
    );
  if (isWalletAccount(line.account) && (after.cashable < 0n || after.cashable > after.amount)) {
    throw new LedgerViolation(
      'negative_balance',
      `The balance of wallet ${line.account} would become negative.`,
    );
  }
  if (isReserveAccount(line.account) && after.amount < 0n)
    throw new LedgerViolation('negative_balance', `The balance of ${line.account} would become negative.`);
  if (receivableWallet(line.account) !== undefined && after.amount > 0n)
    throw new LedgerViolation('negative_balance', `More would be repaid than ${line.account} says.`);
  return after;
}

/** Throws a LedgerViolation unless the lines sum to zero in each unit, in amount and in cashable part. */
function assertBalanced(lines: readonly Line[]): void {
  const sums = new Map<string, { amount: Amount; cashable: Amount }>();
  for (const line of lines) {
    const sum = sums.get(line.unit) ?? { amount: 0n, cashable: 0n };
    sum.amount += parseStoredAmount(line.amount);
    if (line.cashable !== undefined) sum.cashable += parseStoredAmount(line.cashable);
    sums.set(line.unit, sum);
  }
  for (const [unit, sum] of sums) {
    if (sum.amount !== 0n || sum.cashable !== 0n)
      throw new LedgerViolation('posting_unbalanced', `The posting does not sum to zero in ${unit}.`);
  }
}

// Applies postings to the accounts and holds of a book.

export function applyPosting(
  book: Book,
  { data: posting, time }: RecordedBookEvent<'posting.recorded'>,
): void {
  assertBalanced(posting.lines);
  for (const line of posting.lines) {
    const wallet = walletOf(line.account);
    if (wallet !== undefined) {
      if (book.wallets.get(wallet)?.asset !== line.unit)
        throw new LedgerViolation('unit_mismatch', `There is no ${line.unit} wallet ${wallet}.`);
      book.balanceTimes.set(wallet, time);
    }
    if (!isAsset(line.unit) && book.units.get(line.unit) === undefined)
      book.units.set(line.unit, countDecimals(line.amount));
    const key = bucketKey(line.account, line.bucket);
    book.accounts.set(key, applyLine(book.accounts.get(key), line));
    if (line.bucket === 'pending') applyHold(book, posting.transfer_id, line);
  }
}

function applyHold(book: Book, transferId: TransferId | null, line: Line): void {
  if (transferId === null)
    throw new LedgerViolation('hold_without_transfer', 'A pending balance must belong to a transfer.');
  const before = book.holds.get(transferId);
  const amount = (before?.amount ?? 0n) + parseStoredAmount(line.amount);
  const cashable = (before?.cashable ?? 0n) + parseStoredAmount(line.cashable ?? '0');
  if (cashable < 0n || cashable > amount)
    throw new LedgerViolation(
      'negative_balance',
      `The hold of transfer ${transferId} would become negative.`,
    );
  // A deposit can be worth zero points. It still gets a hold, so that its review finds it.
  if (amount === 0n && before !== undefined) book.holds.delete(transferId);
  else book.holds.set(transferId, { unit: line.unit, amount, cashable });
}
