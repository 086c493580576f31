/** How far sandbox books are ahead of the clock, for work on the documents of all books. */
import { BOOK_CLOCKS } from '../../projections/collections.ts';
import { CLOCKS_TERM, TASKS_SCOPE } from '../../projections/tasks.ts';
import { environmentOf } from '../ledger/ids.ts';
import { parseBody } from '../read-models/collection.ts';
import type { DocumentStore } from '../read-models/port.ts';
import { monotonicTime } from '../system/runtime.ts';

type BookClocks = {
  /** Reads the documents again, unless that was a moment ago. */
  refresh(): Promise<void>;
  /** In milliseconds; 0 for all other books. */
  aheadMs(stream: string): number;
  /** The books that are ahead, a few per call, in turn. */
  nextBooks(): readonly string[];
};

const REFRESH_INTERVAL_MS = 250;
const PAGE = 500;
const BOOKS_PER_CALL = 20;

export function createBookClocks(documents: Pick<DocumentStore, 'list'>): BookClocks {
  let ahead = new Map<string, number>();
  let refreshAt = -Infinity;
  let turn = 0;

  return {
    async refresh() {
      const now = monotonicTime();
      if (now < refreshAt) return;
      const found = new Map<string, number>();
      for (let after: string | undefined; ;) {
        const page = await documents.list(BOOK_CLOCKS, {
          scope: TASKS_SCOPE,
          terms: [CLOCKS_TERM],
          order: 'oldest',
          limit: PAGE,
          ...(after === undefined ? {} : { after }),
        });
        for (const document of page) {
          const { stream, ahead_seconds } = parseBody(BOOK_CLOCKS, document);
          // Nobody can advance the time of a book in production, even by writing to the store.
          if (environmentOf(stream) === 'sandbox') found.set(stream, ahead_seconds * 1_000);
        }
        after = page.at(-1)?.id;
        if (page.length < PAGE) break;
      }
      ahead = found;
      // Reading thousands of clocks takes a while.
      refreshAt = now + Math.max(REFRESH_INTERVAL_MS, ahead.size);
    },
    aheadMs: (stream) => ahead.get(stream) ?? 0,
    nextBooks() {
      const books = [...ahead.keys()];
      const from = turn < books.length ? turn : 0;
      turn = from + BOOKS_PER_CALL;
      return books.slice(from, turn);
    },
  };
}
