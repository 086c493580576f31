import { withDeadline } from '../../async/wait.ts';
import { nextTurn } from '../../system/runtime.ts';

type Find<Table> = (table: Table, keys: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** A read waits at most this long for the one before it, because a server may never answer that one. */
const WAIT_MS_MAX = 50;

/**
 * Combines reads into one for each table, because most of the cost of a read is its start. Those that come while a read is in
 * progress start together when it ends. `find` returns the values of existing keys.
 */
export function batchReads<Table extends string>(
  find: Find<Table>,
): (table: Table, key: string) => Promise<string | undefined> {
  const batches = new Map<Table, { readonly keys: string[]; readonly found: ReturnType<Find<Table>> }>();
  const reading = new Map<Table, ReturnType<Find<Table>>>();

  const start = async (table: Table, keys: readonly string[]): ReturnType<Find<Table>> => {
    await nextTurn();
    const previous = reading.get(table);
    if (previous !== undefined) await withDeadline(previous, WAIT_MS_MAX).catch(() => undefined);
    batches.delete(table);
    const found = find(table, keys);
    reading.set(table, found);
    try {
      return await found;
    } finally {
      if (reading.get(table) === found) reading.delete(table);
    }
  };

  return async (table, key) => {
    let batch = batches.get(table);
    if (batch === undefined) {
      const keys: string[] = [];
      batch = { keys, found: start(table, keys) };
      batches.set(table, batch);
    }
    batch.keys.push(key);
    return (await batch.found).get(key);
  };
}
