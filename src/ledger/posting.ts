/** Double entry: a posting is a balanced, atomic set of lines. */
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

/** Throws a LedgerViolation unless the lines sum to zero in each unit, in amount and in cashable part. */
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
