/** Follows the balance after each row of a file, which proves that no row is missing and in which order they were booked. Pure. */
import type { Amount } from '../../../ledger/amount.ts';
import type { StatementLine } from '../statement.ts';

/** A row: a line with its balance, or a balance only. */
export type Entry = {
  /** Where the file has it. */
  readonly number: number;
  readonly day: string;
  readonly amount: Amount;
  readonly balance: Amount | undefined;
  readonly line: StatementLine | undefined;
};

type Followed =
  | { readonly opening: Amount; readonly closing: Amount }
  /** The first row that does not fit. */
  | { readonly failed: Entry; readonly at: number; readonly expected: Amount };

/** Of rows in the order booked. Rows may have no balance, except the last one. */
export function followBalances(entries: readonly Entry[]): Followed {
  let before = 0n;
  let opening: Amount | undefined;
  for (const { amount, balance } of entries) {
    before += amount;
    if (balance === undefined) continue;
    opening = balance - before;
    break;
  }
  let running = opening ?? 0n;
  for (const [at, entry] of entries.entries()) {
    running += entry.amount;
    if (entry.balance !== undefined && entry.balance !== running)
      return { failed: entry, at, expected: running };
  }
  const last = entries.at(-1);
  if (last !== undefined && last.balance === undefined)
    return { failed: last, at: entries.length - 1, expected: running };
  return { opening: opening ?? 0n, closing: running };
}

/** By the days of the rows, and by references that are numbered. Undefined if neither tells. */
export function isOldestFirst(entries: readonly Entry[]): boolean | undefined {
  return direction(entries.map(({ day }) => day)) ?? numbered(entries);
}

function numbered(entries: readonly Entry[]): boolean | undefined {
  const parts = entries.flatMap(({ line }) =>
    line === undefined
      ? []
      : [/^(?<prefix>.*?)(?<number>\d{1,18})$/u.exec(line.bank_reference ?? '')?.groups],
  );
  if (parts.some((each) => each === undefined || each['prefix'] !== parts[0]?.['prefix'])) return undefined;
  const numbers = parts.map((each) => (each?.['number'] ?? '').padStart(18, '0'));
  const rises = numbers.every((each, i) => i === 0 || each > (numbers[i - 1] ?? ''));
  const falls = numbers.every((each, i) => i === 0 || each < (numbers[i - 1] ?? ''));
  return numbers.length < 2 || rises === falls ? undefined : rises;
}

/** Whether more values rise than fall. */
function direction(values: readonly string[]): boolean | undefined {
  let [rising, falling] = [0, 0];
  for (const [i, value] of values.entries()) {
    const before = values[i - 1];
    if (before === undefined || before === value) continue;
    if (before < value) rising += 1;
    else falling += 1;
  }
  return rising === falling ? undefined : rising > falling;
}
