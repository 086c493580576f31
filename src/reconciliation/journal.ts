import { readAuthenticated, type Authentication } from '../event-store/authenticated-reader.ts';
import { decodeBookEvent } from '../event-store/book-event.ts';
import { FIRST_HASH, decodeData, decodeMetadata } from '../event-store/codec.ts';
import type { EventStore, Revision, StoredEvent, StreamName } from '../event-store/port.ts';
import type { ReconciliationEvent } from '../generated/events.ts';
import { countDecimals, formatAmount, parseStoredAmount } from '../ledger/amount.ts';
import { integratorOf, isBookStream } from '../ledger/ids.ts';
import { bucketKey, isWalletAccount } from '../ledger/posting.ts';
import type { Calendar } from '../system/calendar.ts';

// The code that an accounting system has for an account.

/** Codes by account, or by its first parts: `clearing:bank_eft:usd`, `clearing:bank_eft`, or `clearing`. `wallets` is all wallets. */
export type AccountCodes = ReadonlyMap<string, string>;

/** The most specific code; null if there is none. */
export function accountCode(codes: AccountCodes, account: string): string | null {
  const [first = '', ...rest] = account.split(':');
  const parts = [isWalletAccount(account) ? 'wallets' : first, ...rest];
  for (let length = parts.length; length > 0; length -= 1) {
    const found = codes.get(parts.slice(0, length).join(':'));
    if (found !== undefined) return found;
  }
  return null;
}

// Reads the double-entry journal of a time: all postings of the books, and the write-offs of reconciliation.

/** A debit or a credit of an account. The lines of an entry sum to zero in each unit. */
export type JournalLine = {
  /** ISO 8601. */
  readonly time: string;
  /** The event that recorded it. */
  readonly stream: StreamName;
  readonly revision: Revision;
  readonly account: string;
  readonly unit: string;
  /** Negative for a debit. */
  readonly amount: string;
  /** The transfer; of a write-off, the line or the movement. */
  readonly reference: string | null;
  readonly description: string;
};

/** Times from the first one until before the second, in ISO 8601. */
export type JournalRange = { readonly from: string; readonly until: string };

type JournalReading = Authentication & { readonly eventStore: Pick<EventStore, 'read' | 'readLast'> };

const READ_PAGE = 500;

/**
 * Yields the lines of the streams in their order, and of each stream in the order of its events, in parts of bounded size. Throws
 * StoreUnavailable, BrokenHashChain, and UnauthenticatedEvent.
 */
export async function* readJournal(
  reading: JournalReading,
  streams: Iterable<StreamName>,
  range: JournalRange,
): AsyncGenerator<readonly JournalLine[], void, undefined> {
  for (const stream of streams) {
    const first = await firstRevisionAt(reading.eventStore, stream, range.from);
    const [before] = first === 0 ? [] : await reading.eventStore.read(stream, first - 1, 1);
    // If this hash was changed, the next event is not chained to it.
    const hash = before === undefined ? FIRST_HASH : decodeMetadata(before).hash;
    const read = { ...reading, pageSize: READ_PAGE };
    pages: for await (const page of readAuthenticated(read, { stream, revision: first - 1, hash })) {
      const lines: JournalLine[] = [];
      for (const { stored } of page) {
        const { time } = decodeMetadata(stored);
        if (time >= range.until) {
          if (lines.length > 0) yield lines;
          break pages;
        }
        lines.push(...linesOf(stored, time));
      }
      if (lines.length > 0) yield lines;
    }
  }
}

/** The first event at the time or later. Times of a stream never decrease. */
async function firstRevisionAt(
  eventStore: JournalReading['eventStore'],
  stream: StreamName,
  time: string,
): Promise<Revision> {
  const last = await eventStore.readLast(stream);
  let [low, high] = [0, (last?.revision ?? -1) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [event] = await eventStore.read(stream, middle, 1);
    if (event !== undefined && decodeMetadata(event).time < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function linesOf(stored: StoredEvent, time: string): readonly JournalLine[] {
  const { stream, revision } = stored;
  const common = { time, stream, revision };
  if (isBookStream(stream)) {
    if (stored.type !== 'posting.recorded') return [];
    const event = decodeBookEvent(stored);
    if (event.type !== 'posting.recorded') return [];
    const { transfer_id: reference, description, lines } = event.data;
    return lines.map(({ account, bucket, unit, amount }) => ({
      ...common,
      ...{ account: bucketKey(account, bucket), unit, amount, reference, description },
    }));
  }
  if (stored.type !== 'break.written_off') return [];
  // The stream is verified, and the service writes no other events to it.
  const event = { type: stored.type, data: decodeData(stored) } as Extract<
    ReconciliationEvent,
    { type: 'break.written_off' }
  >;
  const { line_id, movement_id, reason, lines } = event.data;
  const reference = line_id ?? movement_id;
  return lines.map(({ account, unit, amount }) => ({
    ...common,
    ...{ account, unit, amount, reference, description: `Written off: ${reason}` },
  }));
}

// The journal as a CSV file for accounting systems, and its totals.

export const JOURNAL_COLUMNS = [
  ...(['date', 'time', 'integrator_id', 'account', 'account_code'] as const),
  ...(['unit', 'debit', 'credit'] as const),
  ...(['reference', 'description', 'entry'] as const),
] as const;

type JournalRecord = Readonly<Record<(typeof JOURNAL_COLUMNS)[number], string | null>>;

export function journalRecord(line: JournalLine, calendar: Calendar, codes: AccountCodes): JournalRecord {
  const { time, stream, revision, account, unit, amount, reference, description } = line;
  const isDebit = amount.startsWith('-');
  return {
    date: calendar.dayOf(time),
    time,
    integrator_id: integratorOf(stream) ?? null,
    ...{ account, account_code: accountCode(codes, account), unit, reference, description },
    debit: isDebit ? amount.slice(1) : null,
    credit: isDebit ? null : amount,
    entry: `${stream}@${revision}`,
  };
}

/** A day (`2026-11-20`) or a month (`2026-11`). */
export function journalRange(calendar: Calendar, period: string): JournalRange {
  const { start, end } = calendar.boundsOf(period);
  return { from: new Date(start).toISOString(), until: new Date(end).toISOString() };
}

type JournalTotals = {
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
