import { setImmediate } from '../../system/runtime.ts';
import type { DocumentStore, RecordTable } from '../port.ts';

type Find = (table: RecordTable, keys: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/**
 * Combines the record reads of one turn of the event loop into one read for each table, because most of the cost of a read is
 * its start. `find` returns the values of live records by key.
 */
export function batchReads(find: Find): DocumentStore['getRecord'] {
  const batches = new Map<RecordTable, { readonly keys: string[]; readonly found: ReturnType<Find> }>();
  const startBatch = (table: RecordTable) => {
    const keys: string[] = [];
    const found = new Promise<ReadonlyMap<string, string>>((resolve) => {
      setImmediate(() => {
        batches.delete(table);
        resolve(find(table, keys));
      });
    });
    const batch = { keys, found };
    batches.set(table, batch);
    return batch;
  };
  return async (table, key) => {
    const { keys, found } = batches.get(table) ?? startBatch(table);
    keys.push(key);
    return (await found).get(key);
  };
}
