/**
 * What a book has for one endpoint, in the book's order, each once: a list that only grows, and a cursor in it. The cursor
 * stands behind what is recorded without a gap, so that after a crash nothing is left out, and little comes again.
 */
import type { DocumentStore, StoredDocument } from '../../read-models/port.ts';

export type EventFeedOptions = {
  readonly collection: string;
  readonly scope: string;
  readonly term: string;
  /** Everything up to this ID was taken up before. */
  readonly startAfter: string;
};

export type EventFeed = {
  /**
   * The next documents, a page at most. Only those up to the position of a checkpoint that was read before count: later
   * ones may show before earlier ones.
   */
  read(checkpoint: bigint): Promise<readonly StoredDocument[]>;
  /** Whether there may be more than what was read, as the projections are at this checkpoint. */
  mayHaveMore(checkpoint: bigint): boolean;
  markRecorded(id: string): void;
  cursor(): string;
  /** The first that is not recorded yet. */
  oldestUnrecorded(): string | undefined;
  outstanding(): number;
};

const PAGE = 48;
/** So many may be read past the first that is not recorded: what one slow answer holds up, and what a crash repeats. */
export const OUTSTANDING_MAX = 1_000;

export function createEventFeed(
  documents: Pick<DocumentStore, 'list'>,
  options: EventFeedOptions,
): EventFeed {
  const { collection, scope, term, startAfter } = options;
  /** What was read and is not behind the cursor yet, in order; true once it is recorded. */
  const outstanding = new Map<string, boolean>();
  let cursor = startAfter;
  let readTo = startAfter;
  /** The checkpoint at which it was read to its end. */
  let endedAt: bigint | undefined;

  return {
    async read(checkpoint) {
      const query = { scope, terms: [term], after: readTo, order: 'oldest', limit: PAGE } as const;
      const found = await documents.list(collection, query);
      const unsure = found.findIndex(({ position }) => position > checkpoint);
      const sure = unsure === -1 ? found : found.slice(0, unsure);
      if (sure.length < PAGE) endedAt = checkpoint;
      for (const { id } of sure) outstanding.set(id, false);
      readTo = sure.at(-1)?.id ?? readTo;
      return sure;
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
