/** Collects the movements of books: appends what was posted to clearing accounts since the last collection. */
import type { Authentication } from '../../event-store/authenticated-reader.ts';
import type { EventStore, StreamName } from '../../event-store/port.ts';
import type { MovementCollection } from '../../generated/api.ts';
import type { StreamOutcome } from '../../writer/stream-writer.ts';
import type { ReconciliationContext, ReconciliationRequest } from '../context.ts';
import { BOOK_START, readMovements } from './read-movements.ts';
import type { MovementsCollected } from './read-movements.ts';

type Reading = Authentication & { readonly eventStore: Pick<EventStore, 'read'> };

export type CollectMovements = (
  books: Iterable<StreamName>,
  request: ReconciliationRequest,
) => Promise<StreamOutcome>;

export function createCollectMovements(
  { environment, state, events }: ReconciliationContext,
  reading: Reading,
): CollectMovements {
  /** Whether the part follows what was collected before. Another process may have collected it. */
  async function append(
    part: MovementsCollected,
    { actor, requestId }: ReconciliationRequest,
  ): Promise<boolean> {
    let isNext = true;
    await events.submit({
      actor,
      requestId,
      decide() {
        const { revision } = state.cursors.get(part.book) ?? BOOK_START;
        isNext = part.from_revision === revision + 1;
        return {
          events: isNext ? [{ type: 'movements.collected', data: part }] : [],
          answer: { status: 200, body: '{}' },
        };
      },
    });
    return isNext;
  }

  async function collectBook(book: StreamName, request: ReconciliationRequest): Promise<number> {
    let count = 0;
    for (let isComplete = false; !isComplete;) {
      isComplete = true;
      for await (const part of readMovements(reading, book, state.cursors.get(book) ?? BOOK_START)) {
        if (await append(part, request)) {
          count += part.movements.length;
          continue;
        }
        isComplete = false;
        break;
      }
    }
    return count;
  }

  return async (books, request) => {
    await events.refresh();
    let [movements, read] = [0, 0];
    for (const book of books) {
      movements += await collectBook(book, request);
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
  };
}
