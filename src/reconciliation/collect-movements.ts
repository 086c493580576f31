import { readAuthenticated, type Authentication } from '../event-store/authenticated-reader.ts';
import { decodeBookEvent } from '../event-store/book-event.ts';
import { FIRST_HASH, decodeMetadata } from '../event-store/codec.ts';
import { NO_STREAM, type EventStore, type StreamName } from '../event-store/port.ts';
import type { MovementCollection } from '../generated/api.ts';
import type { ReconciliationEvent } from '../generated/events.ts';
import type { Calendar } from '../system/calendar.ts';
import type { StreamOutcome } from '../writer/stream-writer.ts';
import type { ReconciliationContext, ReconciliationRequest } from './context.ts';
import { BOOK_START, readMovements, type MovementsCollected } from './read-movements.ts';
import {
  accountRows,
  addPosting,
  createDayTotals,
  kindRows,
  type DayTotals,
  type TotalsCollected,
} from './totals/day-totals.ts';
import type { TotalsCursor } from './totals/totals-state.ts';

// Reads the totals of postings from the verified events of a book.

const TOTALS_START: TotalsCursor = { revision: NO_STREAM, hash: FIRST_HASH };

const READ_PAGE = 500;
/** Small enough that an interrupted run loses little, and that the days of one part fit in one event. */
const PART_EVENTS_MAX = 50_000;
const PART_DAYS_MAX = 50;

/**
 * Yields the parts of the book after the cursor, up to its newest event. Throws StoreUnavailable, BrokenHashChain, and
 * UnauthenticatedEvent.
 */
async function* readTotals(
  { eventStore, macs, acceptedHistory }: Reading,
  calendar: Calendar,
  book: StreamName,
  cursor: TotalsCursor,
): AsyncGenerator<TotalsCollected, void, undefined> {
  let days = new Map<string, DayTotals>();
  let from = cursor.revision + 1;
  let end = cursor;

  function endPart(): TotalsCollected {
    // Times of a book never decrease, so its days are in order.
    const rows = [...days].map(([day, totals]) => ({
      ...{ day, accounts: accountRows(totals), kinds: kindRows(totals) },
    }));
    const part = { book, from_revision: from, to_revision: end.revision, to_hash: end.hash, days: rows };
    days = new Map();
    from = end.revision + 1;
    return part;
  }

  const read = { eventStore, macs, acceptedHistory, pageSize: READ_PAGE };
  for await (const page of readAuthenticated(read, { stream: book, ...cursor })) {
    for (const { stored, hash } of page) {
      end = { revision: stored.revision, hash };
      if (stored.type === 'posting.recorded') {
        const event = decodeBookEvent(stored);
        const day = calendar.dayOf(decodeMetadata(stored).time);
        const totals = days.get(day) ?? createDayTotals();
        days.set(day, totals);
        if (event.type === 'posting.recorded') addPosting(totals, event.data.lines);
      }
      if (end.revision - from >= PART_EVENTS_MAX || days.size >= PART_DAYS_MAX) yield endPart();
    }
  }
  if (end.revision >= from) yield endPart();
}

// Collects parts of books: appends what the books contain after the part that was collected last.

type Part = { readonly book: StreamName; readonly from_revision: number };

type PartSource<P extends Part> = {
  /** The parts of the book after the last one that was collected. */
  readonly read: (book: StreamName) => AsyncIterable<P>;
  /** The first revision that was not collected. */
  readonly next: (book: StreamName) => number;
  readonly eventOf: (part: P) => ReconciliationEvent;
};

/** Calls `onPart` for each part that was appended. Throws StoreUnavailable. */
async function collectParts<P extends Part>(
  { events }: Pick<ReconciliationContext, 'events'>,
  { read, next, eventOf }: PartSource<P>,
  book: StreamName,
  { actor, requestId }: ReconciliationRequest,
  onPart: (part: P) => void = () => undefined,
): Promise<void> {
  /** Whether the part follows what was collected before. Another process may have collected it. */
  async function append(part: P): Promise<boolean> {
    let isNext = true;
    await events.submit({
      actor,
      requestId,
      decide() {
        isNext = part.from_revision === next(part.book);
        return { events: isNext ? [eventOf(part)] : [], answer: { status: 200, body: '{}' } };
      },
    });
    return isNext;
  }

  for (let isComplete = false; !isComplete;) {
    isComplete = true;
    for await (const part of read(book)) {
      isComplete = await append(part);
      if (!isComplete) break;
      onPart(part);
    }
  }
}

// Collects what books have posted since the last collection: movements of clearing accounts, and totals.

type Reading = Authentication & { readonly eventStore: Pick<EventStore, 'read'> };

export type CollectMovements = (
  books: Iterable<StreamName>,
  request: ReconciliationRequest,
) => Promise<StreamOutcome>;

export function createCollectMovements(context: ReconciliationContext, reading: Reading): CollectMovements {
  const { environment, state, events } = context;
  let previous: Promise<unknown> = Promise.resolve();

  const cursorOf = (book: StreamName) => state.cursors.get(book) ?? BOOK_START;
  const movementParts: PartSource<MovementsCollected> = {
    read: (book) => readMovements(reading, book, cursorOf(book)),
    next: (book) => cursorOf(book).revision + 1,
    eventOf: (data) => ({ type: 'movements.collected', data }),
  };
  const totalsCursorOf = (book: StreamName) => state.totals.cursors.get(book) ?? TOTALS_START;
  const totalsParts: PartSource<TotalsCollected> = {
    read: (book) => readTotals(reading, state.calendar, book, totalsCursorOf(book)),
    next: (book) => totalsCursorOf(book).revision + 1,
    eventOf: (data) => ({ type: 'totals.collected', data }),
  };

  async function collect(
    books: Iterable<StreamName>,
    request: ReconciliationRequest,
  ): Promise<StreamOutcome> {
    await events.refresh();
    let [movements, read] = [0, 0];
    for (const book of books) {
      await collectParts(context, movementParts, book, request, (part) => {
        movements += part.movements.length;
      });
      await collectParts(context, totalsParts, book, request);
      read += 1;
    }
    return events.submit({
      ...request,
      decide({ time }) {
        const view: MovementCollection = {
          ...{ object: 'movement_collection', environment, books: read, movements, collected_at: time },
        };
        return { events: [], answer: { status: 200, body: JSON.stringify(view) } };
      },
    });
  }

  // One collection after the other, so that each reads only what is new.
  return (books, request) => {
    const collected = previous.catch(() => undefined).then(() => collect(books, request));
    previous = collected;
    return collected;
  };
}
