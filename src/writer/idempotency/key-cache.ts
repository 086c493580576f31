/**
 * The idempotency keys of a book. The newest keys are cached with their use. For older keys, a compact filter separates
 * keys that are certainly new from keys that must be looked up in the read model.
 */
import type { IdempotencyKeyUse } from '../../read-models/idempotency-key-use.ts';
import { NO_STREAM } from '../../event-store/port.ts';
import type { UndoLog } from '../../ledger/table.ts';
import { createTable } from '../../ledger/table.ts';
import { createKeyFilter } from './key-filter.ts';
import type { SavedFilter } from './key-filter.ts';

export type KeyCache = {
  /** The use of a key, if it is cached. */
  find(key: string): IdempotencyKeyUse | undefined;
  /** Whether an event after the revision `unusedThrough` may have used the key and is no longer cached. */
  needsLookup(key: string, unusedThrough: number): boolean;
  /** Caches a use until the undo log is rolled back. */
  add(key: string, use: IdempotencyKeyUse): void;
  /** Caches a use by an acknowledged event, which no roll-back removes. */
  addPermanent(key: string, use: IdempotencyKeyUse): void;
  /** Removes the oldest uses when there are too many. */
  trim(): void;
  filter(): SavedFilter;
};

/** The keys of a snapshot: those of events up to `revision` are only in the filter. */
export type SavedKeys = { readonly filter: SavedFilter; readonly revision: number };

/** Caches up to 10 percent more than `max`, so that trimming is rare. */
export function createKeyCache(undoLog: UndoLog, max: number, saved?: SavedKeys): KeyCache {
  const uses = createTable<IdempotencyKeyUse>(undoLog);
  const filter = createKeyFilter(saved?.filter);
  /** All keys of newer events are cached. */
  let evictedThrough = saved?.revision ?? NO_STREAM;

  function withoutUndo(change: () => void): void {
    const { isRecording } = undoLog;
    undoLog.isRecording = false;
    change();
    undoLog.isRecording = isRecording;
  }

  function trim(): void {
    // The oldest are acknowledged: the cache is much larger than the number of commands in progress.
    if (uses.size <= max * 1.1) return;
    withoutUndo(() => {
      let surplus = uses.size - max;
      for (const [key, { revision }] of uses.entries()) {
        if (surplus-- <= 0) return;
        uses.delete(key);
        evictedThrough = Math.max(evictedThrough, revision);
      }
    });
  }

  return {
    find: (key) => uses.get(key),
    needsLookup: (key, unusedThrough) =>
      unusedThrough < evictedThrough && !uses.has(key) && filter.mayContain(key),
    add(key, use) {
      uses.set(key, use);
      filter.add(key);
    },
    addPermanent(key, use) {
      if (uses.has(key)) return;
      withoutUndo(() => uses.set(key, use));
      // Repeats can fill the cache of a book that has no new writes.
      trim();
    },
    trim,
    filter: () => filter.save(),
  };
}
