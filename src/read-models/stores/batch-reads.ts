import type { DocumentStore, RecordTable } from '../port.ts';

type Find = (table: RecordTable, keys: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/**
 * Looks for records that are asked for in one turn of the event loop, such as those of all requests that came in together,
 * become one for each table: most of what a look costs is beginning it. `find` gives the values of live ones by their keys.
 */
export function batchReads(find: Find): DocumentStore['getRecord'] {
  const looks = new Map<RecordTable, { readonly keys: string[]; readonly found: ReturnType<Find> }>();
  const begin = (table: RecordTable) => {
    const keys: string[] = [];
    const found = new Promise<ReadonlyMap<string, string>>((resolve) => {
      setImmediate(() => {
        looks.delete(table);
        resolve(find(table, keys));
      });
    });
    const look = { keys, found };
    looks.set(table, look);
    return look;
  };
  return async (table, key) => {
    const { keys, found } = looks.get(table) ?? begin(table);
    keys.push(key);
    return (await found).get(key);
  };
}
