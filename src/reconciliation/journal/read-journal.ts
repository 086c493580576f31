/** Reads the double-entry journal of a time: all postings of the books, and the write-offs of reconciliation. */
import { readAuthenticated } from '../../event-store/authenticated-reader.ts';
import type { Authentication } from '../../event-store/authenticated-reader.ts';
import { decodeBookEvent } from '../../event-store/book-event.ts';
import { FIRST_HASH, decodeData, decodeMetadata } from '../../event-store/codec.ts';
import type { EventStore, Revision, StoredEvent, StreamName } from '../../event-store/port.ts';
import type { ReconciliationEvent } from '../../generated/events.ts';
import { bucketKey } from '../../ledger/account.ts';
import { isBookStream } from '../../ledger/book-name.ts';

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

export type JournalReading = Authentication & { readonly eventStore: Pick<EventStore, 'read' | 'readLast'> };

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
