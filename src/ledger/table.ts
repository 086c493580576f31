/**
 * The tables of a book: maps whose changes can be taken back.
 *
 * The keeper decides commands on state that is still being written. When that write turns out not to have happened,
 * the changes are undone, newest first. Values are never changed in place, so undoing is putting the old value back.
 */

export type UndoLog = { readonly steps: (() => void)[]; isRecording: boolean };

/** An empty undoLog; it records nothing until it is told to. */
export const createUndoLog = (): UndoLog => ({ steps: [], isRecording: false });

/** Takes changes back, newest first, until only the `mark` oldest are left. */
export function rollBack(undoLog: UndoLog, mark = 0): void {
  while (undoLog.steps.length > mark) undoLog.steps.pop()?.();
}

export type ReadonlyTable<V, K extends string = string> = {
  readonly size: number;
  get(key: K): V | undefined;
  has(key: K): boolean;
  entries(): IterableIterator<[K, V]>;
  values(): IterableIterator<V>;
};

export type Table<V, K extends string = string> = ReadonlyTable<V, K> & {
  set(key: K, value: V): void;
  delete(key: K): void;
};

/** A table with these entries. What is changed while the undoLog records can be taken back. */
export function createTable<V, K extends string = string>(
  undoLog: UndoLog,
  entries: Iterable<readonly [K, V]> = [],
): Table<V, K> {
  const map = new Map<K, V>(entries);
  const restore = (key: K, old: V | undefined) => () => {
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
      if (undoLog.isRecording) undoLog.steps.push(restore(key, map.get(key)));
      map.set(key, value);
    },
    delete(key) {
      if (undoLog.isRecording) undoLog.steps.push(restore(key, map.get(key)));
      map.delete(key);
    },
    entries: () => map.entries(),
    values: () => map.values(),
  };
}
