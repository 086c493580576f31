import type { Authentication } from '../event-store/authenticated-reader.ts';
import type { EventStore, StreamName } from '../event-store/port.ts';
import type { MovementCollection } from '../generated/api.ts';
import type { ReconciliationEvent } from '../generated/events.ts';
import type { StreamOutcome } from '../writer/stream-writer.ts';
import type { ReconciliationContext, ReconciliationRequest } from './context.ts';
import { BOOK_START, readMovements, type MovementsCollected } from './read-movements.ts';
import type { TotalsCollected } from './totals/day-totals.ts';
import { TOTALS_START, readTotals } from './totals/read-totals.ts';

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
    read: (book) => readTotals(reading, book, totalsCursorOf(book)),
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
