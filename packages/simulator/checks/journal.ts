/**
 * The double-entry journal of all sandboxes: each entry sums to zero, the totals are those of the file, and the accounts
 * have what the models, the treasury, and the bank know.
 */
import { textOf } from '../model/prediction.ts';
import type { Json } from '../model/prediction.ts';
import { formatAmount, parseAmount } from '../model/state/money.ts';
import { aheadSeconds, generationsOf, isCertain } from '../model/state/world.ts';
import type { Book } from '../model/state/world.ts';
import type { OperatorCalls } from '../operators/operator-calls.ts';
import type { Allocated } from '../operators/treasurer.ts';
import { STARTS_AT } from '../scheduler/simulated-runtime.ts';
import { Difference } from './difference.ts';

export type JournalOptions = {
  readonly calls: OperatorCalls;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The current books that models know, by integrator. */
  readonly books: ReadonlyMap<string, readonly Book[]>;
  /** What the treasury has allocated, by integrator. */
  readonly allocated: ReadonlyMap<string, Allocated>;
  /** The sums of accounts over all books, in the smallest unit. */
  readonly accounts: ReadonlyMap<string, bigint>;
};

type Line = {
  readonly integratorId: string;
  readonly book: string;
  readonly entry: string;
  readonly account: string;
  readonly unit: string;
  /** Negative for a debit. */
  readonly amount: bigint;
};

const PATH = 'reconciliation/sandbox/journal';
const MONTH_LENGTH = 'YYYY-MM'.length;

export async function checkJournal(options: JournalOptions): Promise<void> {
  const { calls, now, books, allocated, accounts } = options;
  const lines: Line[] = [];
  for (const month of monthsUntil(now + 1_000 * Math.max(0, ...[...books.values()].flat().map(aheadSeconds))))
    lines.push(...(await readMonth(calls, month)));
  const unbalanced = [...sumsBy(lines, ({ entry, unit }) => `${entry} ${unit}`)].find(
    ([, sum]) => sum !== 0n,
  );
  if (unbalanced !== undefined) throw new Difference(`the journal has ${unbalanced.join(' = ')}, not zero`);
  expectSums('of all books', sumsBy(lines, accountOf), accounts);
  for (const [integratorId, of] of books) {
    const generations = of.flatMap(generationsOf);
    if (!generations.every(isCertain)) continue;
    const own = lines.filter((each) => each.integratorId === integratorId);
    const sums = sumsBy(own, accountOf);
    const expected = balancesOf(generations);
    expectSums(`of ${integratorId}`, sums, expected);
    const unknown = [...sums.keys()].find((each) => each.startsWith('wal_') && !expected.has(each));
    if (unknown !== undefined) throw new Difference(`the journal has ${unknown}, which no client knows`);
  }
  for (const [integratorId, { coin, points }] of allocated) {
    const own = lines.filter((each) => each.integratorId === integratorId);
    expectAllocation(own, 'coin_allocated', coin);
    expectAllocation(own, 'points_backed', points);
  }
}

/** Sandboxes may be ahead. */
function monthsUntil(time: number): readonly string[] {
  const months: string[] = [];
  const last = new Date(time).toISOString().slice(0, MONTH_LENGTH);
  for (const date = new Date(STARTS_AT); months.at(-1) !== last; date.setUTCMonth(date.getUTCMonth() + 1))
    months.push(date.toISOString().slice(0, MONTH_LENGTH));
  return months;
}

async function readMonth(calls: OperatorCalls, period: string): Promise<readonly Line[]> {
  const rows = await calls.rows(PATH, { period });
  const lines = rows.map((row) => lineOf(row, period));
  const totals = await calls.read(PATH, { period });
  const sides = sumsBy(lines, ({ unit, amount }) => `${unit} ${amount < 0n ? 'debit' : 'credit'}`);
  const units = [...new Set(lines.map(({ unit }) => unit))].sort().map((unit) => ({
    ...{ unit, debit: formatAmount(-(sides.get(`${unit} debit`) ?? 0n), unit) },
    credit: formatAmount(sides.get(`${unit} credit`) ?? 0n, unit),
  }));
  const expected = { object: 'journal', environment: 'sandbox', period, lines: rows.length, units };
  if (JSON.stringify(totals) !== JSON.stringify(expected))
    throw new Difference(
      `the totals of the journal are ${JSON.stringify(totals)}, those of its file ${JSON.stringify(expected)}`,
    );
  return lines;
}

function lineOf(row: Json, period: string): Line {
  const [debit, credit, unit] = [textOf(row, 'debit'), textOf(row, 'credit'), textOf(row, 'unit')];
  const [entry, time] = [textOf(row, 'entry'), textOf(row, 'time')];
  const amount = parseAmount(debit === '' ? credit : debit, unit);
  const isInPeriod = time.startsWith(period) && time.startsWith(textOf(row, 'date'));
  if (amount === undefined || (debit === '') === (credit === '') || !isInPeriod)
    throw new Difference(`the journal of ${period} has the line ${JSON.stringify(row)}`);
  return {
    ...{ integratorId: textOf(row, 'integrator_id'), book: entry.split('@')[0] ?? '', entry, unit },
    ...{ account: textOf(row, 'account'), amount: debit === '' ? amount : -amount },
  };
}

const accountOf = ({ account }: Line): string => account;

function sumsBy(lines: readonly Line[], keyOf: (line: Line) => string): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const line of lines) sums.set(keyOf(line), (sums.get(keyOf(line)) ?? 0n) + line.amount);
  return sums;
}

/** The accounts that models know: wallets, and the points that operators and integrators have granted. */
function balancesOf(books: readonly Book[]): ReadonlyMap<string, bigint> {
  const balances = new Map<string, bigint>();
  let granted = 0n;
  for (const { wallets, history } of books) {
    for (const { id, figures } of wallets.values()) {
      balances.set(id, figures.available);
      balances.set(`${id}:pending`, figures.pending);
      balances.set(`receivable:${id}`, figures.receivable);
    }
    for (const { transferId, bucket, amount } of history.values)
      // A repayment has no transfer either.
      if (transferId === null && bucket === 'available' && amount > 0n) granted += amount;
  }
  return balances.set('rewards_granted', -granted);
}

function expectSums(
  about: string,
  sums: ReadonlyMap<string, bigint>,
  expected: ReadonlyMap<string, bigint>,
): void {
  for (const [account, sum] of expected)
    if ((sums.get(account) ?? 0n) !== sum)
      throw new Difference(
        `the journal ${about} has ${String(sums.get(account) ?? 0n)} on ${account} instead of ${String(sum)}`,
      );
}

/** The current book has all of it. One that a reset has replaced may have less. */
function expectAllocation(lines: readonly Line[], account: string, allocated: bigint): void {
  const inBooks = sumsBy(
    lines.filter((each) => each.account === account),
    ({ book }) => book,
  );
  const largest = [...inBooks.values()].reduce((most, each) => (-each > most ? -each : most), 0n);
  if (largest !== allocated)
    throw new Difference(
      `${account} is ${[...inBooks].map((each) => each.join(': ')).join(', ')} instead of ${String(allocated)}`,
    );
}
