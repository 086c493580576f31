/** Amounts in snapshots, which are text because JSON has no bigint. */
import type { Balance } from '../../ledger/account.ts';
import { asPoints } from '../../ledger/amount.ts';
import type { TableEntries } from '../../ledger/book.ts';
import type { SpendingWindow, UserSpending } from '../../ledger/transfers/spending-window.ts';

/** A replacer for JSON.stringify. */
export const writeBigint = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value;

/** Restores the bigint amounts of a table's values, which are stored as text. */
export const AMOUNT_READERS: Partial<Record<keyof TableEntries, (value: unknown) => unknown>> = {
  accounts: readBalance,
  holds: readBalance,
  spending: readSpending,
};

function readSpending(value: unknown): UserSpending {
  type Written = { step: number; total: string; entries: [number, string][] };
  const read = ({ step, total, entries }: Written): SpendingWindow => ({
    step,
    total: asPoints(BigInt(total)),
    entries: entries.map(([end, amount]) => [end, asPoints(BigInt(amount))] as const),
  });
  // Written by the same fold version.
  const { per24h, per30d } = value as { per24h: Written; per30d: Written };
  return { per24h: read(per24h), per30d: read(per30d) };
}

function readBalance(value: unknown): Balance {
  // Written by the same fold version.
  const { unit, amount, cashable } = value as { unit: string; amount: string; cashable: string };
  return { unit, amount: BigInt(amount), cashable: BigInt(cashable) };
}
