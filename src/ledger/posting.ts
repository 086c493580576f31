/** Double entry: a posting is a balanced, atomic set of lines. */

import { bucketKey, isReserveAccount, isWalletAccount, type Balance, type Bucket } from './account.ts';
import { formatAmount, minAmount, parseStoredAmount, type Amount } from './amount.ts';
import type { Book } from './book.ts';
import type { BookEvent, EventData, RecordedBookEvent } from './event.ts';
import type { TransferId } from './ids.ts';
import type { Table } from './table.ts';
import { LedgerViolation } from './violations.ts';
import type { Wallet } from './wallet.ts';

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
    if (isWalletAccount(line.account)) {
      if (book.wallets.get(line.account)?.asset !== line.unit)
        throw new LedgerViolation('unit_mismatch', `There is no ${line.unit} wallet ${line.account}.`);
      book.balanceTimes.set(line.account, time);
    }
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
