/**
 * The events of a book for one endpoint, in order and each once: an append-only list with a cursor.
 * Everything up to the cursor has been recorded, so that a crash loses nothing and repeats little.
 */
import type { DocumentStore, StoredDocument } from '../../read-models/port.ts';

export type EventFeedOptions = {
  readonly collection: string;
  readonly scope: string;
  readonly term: string;
  /** Reading starts after this ID. */
  readonly startAfter: string;
};

export type EventFeed = {
  /**
   * Returns the next page of documents, up to the position of `checkpoint`. The checkpoint must have been
   * read before this call, because later documents may become visible before earlier ones.
   */
  read(checkpoint: bigint): Promise<readonly StoredDocument[]>;
  /** Whether unread documents may exist at this checkpoint. */
  mayHaveMore(checkpoint: bigint): boolean;
  markRecorded(id: string): void;
  cursor(): string;
  /** The ID of the first document that is not recorded yet. */
  oldestUnrecorded(): string | undefined;
  outstanding(): number;
};

const PAGE = 48;
/**
 * Limit of documents read beyond the first unrecorded one. It bounds what one slow response blocks and what a
 * crash repeats.
 */
export const OUTSTANDING_MAX = 1_000;

export function createEventFeed(
  documents: Pick<DocumentStore, 'list'>,
  options: EventFeedOptions,
): EventFeed {
  const { collection, scope, term, startAfter } = options;
  /** Documents that were read and are after the cursor, in order; true once recorded. */
  const outstanding = new Map<string, boolean>();
  let cursor = startAfter;
  let readTo = startAfter;
  /** The checkpoint at which the end was reached. */
  let endedAt: bigint | undefined;

  return {
    async read(checkpoint) {
      const query = { scope, terms: [term], after: readTo, order: 'oldest', limit: PAGE } as const;
      const found = await documents.list(collection, query);
      const firstUnsafe = found.findIndex(({ position }) => position > checkpoint);
      const safe = firstUnsafe === -1 ? found : found.slice(0, firstUnsafe);
      if (safe.length < PAGE) endedAt = checkpoint;
      for (const { id } of safe) outstanding.set(id, false);
      readTo = safe.at(-1)?.id ?? readTo;
      return safe;
    },
    mayHaveMore: (checkpoint) =>
      outstanding.size < OUTSTANDING_MAX && (endedAt === undefined || endedAt < checkpoint),
    markRecorded(id) {
      if (outstanding.has(id)) outstanding.set(id, true);
      for (const [first, isRecorded] of outstanding) {
        if (!isRecorded) return;
        outstanding.delete(first);
        cursor = first;
      }
    },
    cursor: () => cursor,
    oldestUnrecorded: () => outstanding.keys().next().value,
    outstanding: () => outstanding.size,
  };
}
