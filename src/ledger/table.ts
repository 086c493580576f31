/**
 * The tables of a book: maps whose changes can be taken back.
 *
 * The keeper decides commands on state that is still being written. When that write turns out not to have happened,
 * the changes are undone, newest first. Values are never changed in place, so undoing is putting the old value back.
 */

export type UndoLog = { readonly steps: (() => void)[]; isRecording: boolean };

/** An empty journal; it records nothing until it is told to. */
export const createUndoLog = (): UndoLog => ({ steps: [], isRecording: false });

/** Takes changes back, newest first, until only the `mark` oldest are left. */
export function rollBack(journal: UndoLog, mark = 0): void {
  while (journal.steps.length > mark) journal.steps.pop()?.();
}

export type ReadonlyTable<V> = {
  readonly size: number;
  get(key: string): V | undefined;
  has(key: string): boolean;
  entries(): IterableIterator<[string, V]>;
  values(): IterableIterator<V>;
};

export type Table<V> = ReadonlyTable<V> & {
  set(key: string, value: V): void;
  delete(key: string): void;
};

/** A table with these entries. What is changed while the journal records can be taken back. */
export function createTable<V>(journal: UndoLog, entries: Iterable<readonly [string, V]> = []): Table<V> {
  const map = new Map<string, V>(entries);
  const restore = (key: string, old: V | undefined) => () => {
    if (old === undefined) map.delete(key);
    else map.set(key, old);
  };
  return {
    get size() {
      return map.size;
    },
    get: (key) => map.get(key),
    has: (key) => map.has(key),
    set(key, value) {
      if (journal.isRecording) journal.steps.push(restore(key, map.get(key)));
      map.set(key, value);
    },
    delete(key) {
      if (journal.isRecording) journal.steps.push(restore(key, map.get(key)));
      map.delete(key);
    },
    entries: () => map.entries(),
    values: () => map.values(),
  };
}
