/**
 * The tables of a book: maps with an undo log. The writer applies events before they are stored, and rolls them back
 * if the append fails. Values are immutable, so undoing a change restores the old value.
 */

export type UndoLog = { readonly steps: (() => void)[]; isRecording: boolean };

/** Creates an empty undo log that does not record yet. */
export const createUndoLog = (): UndoLog => ({ steps: [], isRecording: false });

/** Undoes changes, newest first, until `mark` of them are left. */
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

/** Creates a table with these entries. Its changes can be rolled back while the undo log records. */
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
