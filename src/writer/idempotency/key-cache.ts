/**
 * The idempotency keys of a book. The newest are remembered with where they were used; of older ones only a compact
 * filter is kept, which tells keys that are surely new from those that the documents have to be asked for.
 */
import type { IdempotencyKeyUse } from '../../read-models/idempotency-key-use.ts';
import { NO_STREAM } from '../../event-store/port.ts';
import type { UndoLog } from '../../ledger/table.ts';
import { createTable } from '../../ledger/table.ts';
import { createKeyFilter } from './key-filter.ts';
import type { SavedFilter } from './key-filter.ts';

export type KeyCache = {
  /** The use of a key, if it is remembered. */
  find(key: string): IdempotencyKeyUse | undefined;
  /** Whether the key may have been used after the revision `knownTo`, by an event whose key is not remembered any more. */
  needsLookup(key: string, knownTo: number): boolean;
  /** Remembers a use. Rolling the journal back forgets it. */
  add(key: string, use: IdempotencyKeyUse): void;
  /** Remembers a use that is in the stream for good, so that no roll-back takes it away. */
  addPermanent(key: string, use: IdempotencyKeyUse): void;
  /** Lets the oldest go where there are too many. */
  trim(): void;
  filter(): SavedFilter;
};

/** What a memory begins with when it has not seen all events itself: of those up to `revision` only the filter is left. */
export type SavedKeys = { readonly filter: SavedFilter; readonly revision: number };

/** A tenth more than `max` may be remembered, so that letting go happens seldom. */
export function createKeyCache(journal: UndoLog, max: number, saved?: SavedKeys): KeyCache {
  const uses = createTable<IdempotencyKeyUse>(journal);
  const filter = createKeyFilter(saved?.filter);
  /** Keys of newer events are all remembered. */
  let forgottenTo = saved?.revision ?? NO_STREAM;

  function forGood(change: () => void): void {
    const { isRecording } = journal;
    journal.isRecording = false;
    change();
    journal.isRecording = isRecording;
  }

  function trim(): void {
    // The oldest are long acknowledged: far more are remembered than can be under way.
    if (uses.size <= max * 1.1) return;
    forGood(() => {
      let surplus = uses.size - max;
      for (const [key, { revision }] of uses.entries()) {
        if (surplus-- <= 0) return;
        uses.delete(key);
        forgottenTo = Math.max(forgottenTo, revision);
      }
    });
  }

  return {
    find: (key) => uses.get(key),
    needsLookup: (key, knownTo) => knownTo < forgottenTo && !uses.has(key) && filter.mayContain(key),
    add(key, use) {
      uses.set(key, use);
      filter.add(key);
    },
    addPermanent(key, use) {
      if (uses.has(key)) return;
      forGood(() => uses.set(key, use));
      // A book that nobody writes to any more may still be asked for all that was ever done with it.
      trim();
    },
    trim,
    filter: () => filter.save(),
  };
}
