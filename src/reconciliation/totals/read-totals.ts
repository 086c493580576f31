/** Reads the totals of postings from the verified events of a book. */
import { readAuthenticated, type Authentication } from '../../event-store/authenticated-reader.ts';
import { decodeBookEvent } from '../../event-store/book-event.ts';
import { FIRST_HASH, decodeMetadata } from '../../event-store/codec.ts';
import { NO_STREAM, type EventStore, type StreamName } from '../../event-store/port.ts';
import { dayOf } from '../state/days.ts';
import {
  accountRows,
  addPosting,
  createDayTotals,
  kindRows,
  type DayTotals,
  type TotalsCollected,
} from './day-totals.ts';
import type { TotalsCursor } from './totals-state.ts';

export const TOTALS_START: TotalsCursor = { revision: NO_STREAM, hash: FIRST_HASH };

const READ_PAGE = 500;
/** So that an interrupted collection loses little, and the days of a part fit into one event. */
const PART_EVENTS_MAX = 50_000;
const PART_DAYS_MAX = 50;

/**
 * Yields the parts of the book after the cursor, up to its newest event. Throws StoreUnavailable, BrokenHashChain, and
 * UnauthenticatedEvent.
 */
export async function* readTotals(
  { eventStore, macs, acceptedHistory }: Authentication & { readonly eventStore: Pick<EventStore, 'read'> },
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
        const day = dayOf(decodeMetadata(stored).time);
        const totals = days.get(day) ?? createDayTotals();
        days.set(day, totals);
        if (event.type === 'posting.recorded') addPosting(totals, event.data.lines);
      }
      if (end.revision - from >= PART_EVENTS_MAX || days.size >= PART_DAYS_MAX) yield endPart();
    }
  }
  if (end.revision >= from) yield endPart();
}
