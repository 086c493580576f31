import { setImmediate } from '../../system/runtime.ts';

type Find<Table> = (table: Table, keys: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/**
 * Combines the reads of one turn of the event loop into one read for each table, because most of the cost of a read is its start.
 * `find` returns the values of existing keys.
 */
export function batchReads<Table extends string>(
  find: Find<Table>,
): (table: Table, key: string) => Promise<string | undefined> {
  const batches = new Map<Table, { readonly keys: string[]; readonly found: ReturnType<Find<Table>> }>();
  const startBatch = (table: Table) => {
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
