/** Collects what books have posted since the last collection: movements of clearing accounts, and totals. */
import type { Authentication } from '../../event-store/authenticated-reader.ts';
import type { EventStore, StreamName } from '../../event-store/port.ts';
import type { MovementCollection } from '../../generated/api.ts';
import type { StreamOutcome } from '../../writer/stream-writer.ts';
import type { ReconciliationContext, ReconciliationRequest } from '../context.ts';
import type { TotalsCollected } from '../totals/day-totals.ts';
import { TOTALS_START, readTotals } from '../totals/read-totals.ts';
import { collectParts } from './collect-parts.ts';
import type { PartSource } from './collect-parts.ts';
import { BOOK_START, readMovements } from './read-movements.ts';
import type { MovementsCollected } from './read-movements.ts';

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
