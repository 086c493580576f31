/** Reads the log of public events of a book forward, in order and each event once. */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import type { StoredDocument } from '../../../read-models/port.ts';
import { listDocuments } from '../../operations/page.ts';
import type { Services } from '../../operations/services.ts';

export type EventFilter = {
  /** Terms of every event; none selects all. */
  readonly terms: readonly string[];
  /** Each event has at least one of these terms; undefined for no condition. */
  readonly anyOf: readonly string[] | undefined;
};

export type EventLogReader = {
  /** The next events; none at the end. Throws StoreUnavailable, after which the call can be repeated. */
  next(): Promise<readonly StoredDocument[]>;
  /** Whether everything that is projected has been returned. */
  isAtEnd(): boolean;
  /**
   * At the end: moves the cursor past events that the filter excludes and returns it; undefined if it did not move.
   */
  skipExcluded(): Promise<string | undefined>;
};

type Reader = {
  readonly services: Pick<Services, 'documents' | 'eventLog'>;
  /** The book. */
  readonly stream: string;
};

const PAGE_EVENTS = 50;

/** Starts after the event with the ID `after`. */
export function createEventLogReader(
  reader: Reader,
  { terms, anyOf }: EventFilter,
  after: string,
): EventLogReader {
  const { documents, eventLog } = reader.services;
  const listing = { collection: COLLECTIONS.events, terms };
  let cursor = after;
  /** The position at which the end was reached. */
  let endedAt: bigint | undefined;

  return {
    isAtEnd: () => endedAt !== undefined && endedAt === eventLog.position(),
    async next() {
      // Read before the list: events after this position may become visible before earlier ones.
      const checkpoint = eventLog.position();
      if (checkpoint === undefined || checkpoint === endedAt) return [];
      const query = { scope: reader.stream, after: cursor, order: 'oldest', limit: PAGE_EVENTS } as const;
      const found = await listDocuments(documents, listing, anyOf, query);
      const firstUnsafe = found.documents.findIndex(({ position }) => position > checkpoint);
      const safe = firstUnsafe === -1 ? found.documents : found.documents.slice(0, firstUnsafe);
      const isLastPage = !found.isCut && found.documents.length < PAGE_EVENTS;
      if (firstUnsafe !== -1 || isLastPage) endedAt = checkpoint;
      cursor = safe.at(-1)?.id ?? cursor;
      return safe;
    },
    async skipExcluded() {
      const newest = endedAt === undefined ? undefined : await newestEventId(reader, endedAt);
      if (newest === undefined || newest <= cursor) return undefined;
      return (cursor = newest);
    },
  };
}

const NEWEST_PAGE_EVENTS = 8;

/** The ID of the book's newest event up to a position; undefined if there is none. */
export async function newestEventId(
  { services: { documents }, stream }: Reader,
  position: bigint,
): Promise<string | undefined> {
  const query = { scope: stream, terms: ['every'], order: 'newest', limit: NEWEST_PAGE_EVENTS } as const;
  for (let before: string | undefined; ;) {
    const page = await documents.list(COLLECTIONS.events, {
      ...query,
      ...(before === undefined ? {} : { before }),
    });
    const found = page.find((each) => each.position <= position);
    if (found !== undefined || page.length < NEWEST_PAGE_EVENTS) return found?.id;
    before = page.at(-1)?.id;
  }
}
