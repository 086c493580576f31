/** Double entry: one posting is one balanced, atomic set of lines. */
import { formatAmount, minAmount, parseStoredAmount } from './amount.ts';
import type { Amount } from './amount.ts';
import { bucketKey, isReserveAccount, isWalletAccount } from './account.ts';
import type { Balance, Bucket } from './account.ts';
import type { BookEvent, EventData } from './event.ts';
import type { Table } from './table.ts';
import type { Wallet } from './wallets/wallet.ts';
import { LedgerViolation } from './violations.ts';
import type { TransferId } from './ids.ts';

export type Line = EventData<'posting.recorded'>['lines'][number];

/** A line to be: what an account gains (positive) or gives (negative) in a unit, and the cashable part of that. */
export type PostingLeg = {
  readonly account: string;
  readonly bucket?: Bucket;
  readonly unit: string;
  readonly decimals: number;
  readonly amount: Amount;
  readonly cashable?: Amount;
};

/** A line to be on a wallet's bucket. */
export const walletLeg = (wallet: Wallet, bucket: Bucket, amount: Amount, cashable: Amount): PostingLeg => ({
  account: wallet.id,
  bucket,
  unit: wallet.asset,
  decimals: wallet.decimals,
  amount,
  cashable,
});

/** How an amount of points divides; earned points go first (docs/contract-notes.md, "Money"). */
export type Split = { readonly earned: Amount; readonly cashable: Amount };

/** How an amount that leaves a balance divides; the balance must hold that much. */
export function splitEarnedFirst(amount: Amount, balance: Balance): Split {
  const earned = minAmount(amount, balance.amount - balance.cashable);
  return { earned, cashable: amount - earned };
}

/** Only points tell earned from cashable. */
export const tracksCashable = (unit: string): boolean => unit === 'svc-points';

/**
 * The event that records these legs on top of the balances given, with each account's balance afterwards.
 * Legs name each account and bucket at most once.
 */
export function createPosting(
  accounts: Pick<Table<Balance>, 'get'>,
  transferId: TransferId | null,
  description: string,
  legs: readonly PostingLeg[],
): BookEvent {
  const lines = legs.map((each) =>
    lineOf(each, accounts.get(bucketKey(each.account, each.bucket ?? 'available'))),
  );
  return { type: 'posting.recorded', data: { transfer_id: transferId, description, lines } };
}

function lineOf(
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

/** The balance an account's bucket has after a line, which must be the one the line states. */
export function applyLine(before: Balance | undefined, line: Line): Balance {
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

/** Throws unless the lines sum to zero in each unit, in amount and in cashable part. */
export function assertBalanced(lines: readonly Line[]): void {
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
