/**
 * The idempotency keys of a book. The newest are remembered with where they were used; of older ones only a compact
 * filter is kept, which tells keys that are surely new from those that the documents have to be asked for.
 */
import type { KeyUse } from '../../projections/idempotency.ts';
import { NO_STREAM } from '../eventstore/port.ts';
import type { Journal } from '../ledger/table.ts';
import { createTable } from '../ledger/table.ts';
import { createKeyFilter } from './key-filter.ts';
import type { SavedFilter } from './key-filter.ts';

export type KeyMemory = {
  /** The use of a key, if it is remembered. */
  find(key: string): KeyUse | undefined;
  /** Whether the key may have been used after the revision `knownTo`, by an event whose key is not remembered any more. */
  isInDoubt(key: string, knownTo: number): boolean;
  /** Remembers a use. Rolling the journal back forgets it. */
  remember(key: string, use: KeyUse): void;
  /** Remembers a use that is in the stream for good, so that no roll-back takes it away. */
  recall(key: string, use: KeyUse): void;
  /** Lets the oldest go where there are too many. */
  trim(): void;
  filter(): SavedFilter;
};

/** What a memory begins with when it has not seen all events itself: of those up to `revision` only the filter is left. */
export type SavedKeys = { readonly filter: SavedFilter; readonly revision: number };

/** A tenth more than `max` may be remembered, so that letting go happens seldom. */
export function createKeyMemory(journal: Journal, max: number, saved?: SavedKeys): KeyMemory {
  const uses = createTable<KeyUse>(journal);
  const filter = createKeyFilter(saved?.filter);
  /** Keys of newer events are all remembered. */
  let forgottenTo = saved?.revision ?? NO_STREAM;

  function forGood(change: () => void): void {
    const { recording } = journal;
    journal.recording = false;
    change();
    journal.recording = recording;
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
    isInDoubt: (key, knownTo) => knownTo < forgottenTo && !uses.has(key) && filter.mayHave(key),
    remember(key, use) {
      uses.set(key, use);
      filter.add(key);
    },
    recall(key, use) {
      if (uses.has(key)) return;
      forGood(() => uses.set(key, use));
      // A book that nobody writes to any more may still be asked for all that was ever done with it.
      trim();
    },
    trim,
    filter: () => filter.save(),
  };
}
