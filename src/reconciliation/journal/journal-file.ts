/** The journal as a CSV file for accounting systems, and its totals. */
import { formatAmount, countDecimals, parseStoredAmount } from '../../ledger/amount.ts';
import { integratorOf } from '../../ledger/book-name.ts';
import { dayAfter } from '../state/days.ts';
import { accountCode } from './account-code.ts';
import type { AccountCodes } from './account-code.ts';
import type { JournalLine, JournalRange } from './read-journal.ts';

export const JOURNAL_COLUMNS = [
  ...(['date', 'time', 'integrator_id', 'account', 'account_code'] as const),
  ...(['unit', 'debit', 'credit'] as const),
  ...(['reference', 'description', 'entry'] as const),
] as const;

export type JournalRecord = Readonly<Record<(typeof JOURNAL_COLUMNS)[number], string | null>>;

const DAY_LENGTH = 'YYYY-MM-DD'.length;

export function journalRecord(line: JournalLine, codes: AccountCodes): JournalRecord {
  const { time, stream, revision, account, unit, amount, reference, description } = line;
  const isDebit = amount.startsWith('-');
  return {
    date: time.slice(0, DAY_LENGTH),
    time,
    integrator_id: integratorOf(stream) ?? null,
    ...{ account, account_code: accountCode(codes, account), unit, reference, description },
    debit: isDebit ? amount.slice(1) : null,
    credit: isDebit ? null : amount,
    entry: `${stream}@${revision}`,
  };
}

/** A day (`2026-11-20`) or a month (`2026-11`) in UTC. */
export function journalRange(period: string): JournalRange {
  const isDay = period.length === DAY_LENGTH;
  const first = isDay ? period : `${period}-01`;
  const [year = 0, month = 0] = period.split('-').map(Number);
  const next = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, DAY_LENGTH);
  return { from: `${first}T00:00:00.000Z`, until: `${isDay ? dayAfter(first) : next}T00:00:00.000Z` };
}

export type JournalTotals = {
  readonly lines: number;
  readonly units: readonly { readonly unit: string; readonly debit: string; readonly credit: string }[];
};

/** The sums of debits and credits by unit, which are equal. */
export async function journalTotals(parts: AsyncIterable<readonly JournalLine[]>): Promise<JournalTotals> {
  const sums = new Map<string, { debit: bigint; credit: bigint; decimals: number }>();
  let lines = 0;
  for await (const part of parts) {
    lines += part.length;
    for (const { unit, amount } of part) {
      const sum = sums.get(unit) ?? { debit: 0n, credit: 0n, decimals: countDecimals(amount) };
      const value = parseStoredAmount(amount);
      if (value < 0n) sum.debit -= value;
      else sum.credit += value;
      sums.set(unit, sum);
    }
  }
  const units = [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    lines,
    units: units.map(([unit, { debit, credit, decimals }]) => ({
      unit,
      debit: formatAmount(debit, decimals),
      credit: formatAmount(credit, decimals),
    })),
  };
}
