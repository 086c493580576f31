/**
 * A collection in an SQLite file: a table of documents, and a table of entries that lists scan. New documents are added
 * at the end of their table and of its index, because IDs grow with time. The table is not clustered on the ID, because
 * SQLite would use a whole page for every document above one kilobyte.
 *
 * An entry maps a number, derived from a scope and a term, to a document. The cost of a batch is mostly the number of
 * pages that its entries are on, so the numbers keep documents created together close together.
 */
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import {
  type CollectionSpec,
  type Document,
  type DocumentWrite,
  type ListQuery,
  type StoredDocument,
  type Intersection,
  type CountQuery,
  type IntersectionQuery,
} from '../read-models/port.ts';
import type { ExpiredRange } from '../read-models/projection-backlog.ts';
import { prepareTuples } from './database.ts';
import {
  BIGINTS,
  COLUMNS,
  documentOf,
  documentsTable,
  entriesTable,
  isDeleted,
  listNumbers,
  parseTerms,
  prepareCounts,
  prepareIdLists,
  prepareIntersections,
  prepareLists,
  type Row,
} from './document-lists.ts';

/** The columns that a write needs of the row it replaces. */
type Head = { readonly scope: string; readonly position: bigint; readonly terms: string };

export type CollectionTables = {
  readonly kind: CollectionSpec['kind'];
  readonly get: (id: string) => StoredDocument | undefined;
  readonly getMany: (ids: readonly string[]) => StoredDocument[];
  /** Includes deleted documents. The result is cached for the write that usually follows. */
  readonly getForWrite: (ids: readonly string[]) => StoredDocument[];
  readonly list: (query: ListQuery) => StoredDocument[];
  readonly listIds: (query: ListQuery) => string[];
  readonly intersect: (query: IntersectionQuery) => Intersection;
  readonly hasMoreThan: (count: number, query: CountQuery) => boolean;
  readonly scan: (query: { after?: string; limit: number }) => StoredDocument[];
  /** Requires a transaction. */
  readonly write: (write: DocumentWrite) => void;
  /** Deletes up to `limit` documents, oldest first, and returns how many. Requires a transaction. */
  readonly expire: (expired: ExpiredRange, limit: number) => number;
  readonly findInScopes: (
    scopes: readonly string[],
    page: { readonly after?: string; readonly limit: number },
  ) => { ids: string[]; readTo: string | undefined };
  /** Requires a transaction. */
  readonly remove: (ids: readonly string[]) => void;
  /** Must be called after a transaction was rolled back. */
  readonly clearCache: () => void;
};

/** The number of cached rows: more than a page of events touches, and a few megabytes. */
const CACHED_ROWS_MAX = 20_000;

/** Creates the collection's tables if they do not exist. */
export function createCollectionTables(database: DatabaseSyncInstance, name: string): void {
  database.exec(`
    CREATE TABLE IF NOT EXISTS ${documentsTable(name)} (
      id TEXT PRIMARY KEY, scope TEXT NOT NULL, position INTEGER NOT NULL, terms TEXT NOT NULL, body TEXT
    );
    CREATE TABLE IF NOT EXISTS ${entriesTable(name)} (
      list INTEGER NOT NULL, id TEXT NOT NULL, PRIMARY KEY (list, id)
    ) WITHOUT ROWID;
  `);
}

/** Prepares the statements of a collection whose tables exist. */
export function openCollectionTables(
  database: DatabaseSyncInstance,
  { name, kind }: CollectionSpec,
): CollectionTables {
  const one = prepareTuples<Row>(
    database,
    `SELECT ${COLUMNS} FROM ${documentsTable(name)} WHERE id = ?`,
    BIGINTS,
  );
  // One statement for all IDs, because a call costs more than a look-up.
  const some = prepareTuples<Row>(
    database,
    `SELECT ${COLUMNS} FROM ${documentsTable(name)} WHERE id IN (SELECT value FROM json_each(?))`,
    BIGINTS,
  );
  const rowsOf = (ids: readonly string[]): Row[] => some.all(JSON.stringify(ids));
  const getMany = (ids: readonly string[]): StoredDocument[] =>
    rowsOf(ids).flatMap((row) => (isDeleted(row) ? [] : documentOf(row)));
  const seen = new Map<string, Head | undefined>();
  const removeRows = prepareRemoval(database, name, seen);
  return {
    kind,
    get(id) {
      const row = one.get(id);
      return row === undefined || isDeleted(row) ? undefined : documentOf(row);
    },
    getMany,
    getForWrite(ids) {
      const rows = rowsOf(ids);
      for (const id of ids) cacheRow(seen, id, undefined);
      for (const [id, scope, position, terms] of rows) cacheRow(seen, id, { scope, position, terms });
      return rows.map(documentOf);
    },
    list: prepareLists(database, name, getMany),
    intersect: prepareIntersections(database, name),
    hasMoreThan: prepareCounts(database, name),
    listIds: prepareIdLists(database, name),
    scan: prepareScan(database, name),
    write: prepareWrite(database, name, kind, seen),
    expire: prepareExpire(database, name, removeRows),
    findInScopes: prepareScopes(database, name),
    remove: (ids) => removeRows(rowsOf(ids)),
    clearCache: () => seen.clear(),
  };
}

/** Rows deleted per transaction, so that an append does not wait for a large table. */
const DROP_BATCH_ROWS = 2_000;

/** Deletes a batch of the collection's rows, or its tables once they are empty. True when done. Requires a transaction. */
export function dropBatch(database: DatabaseSyncInstance, name: string): boolean {
  for (const [table, key] of [
    [entriesTable(name), 'list, id'],
    [documentsTable(name), 'rowid'],
  ] as const) {
    const exists: unknown = database
      .prepare('SELECT 1 FROM sqlite_schema WHERE name = ?')
      .get(table.slice(1, -1));
    if (exists === undefined) continue;
    const { changes } = database
      .prepare(
        `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} LIMIT ${DROP_BATCH_ROWS})`,
      )
      .run();
    if (changes > 0) return false;
    database.exec(`DROP TABLE ${table}`);
  }
  return true;
}

function prepareScan(
  database: DatabaseSyncInstance,
  name: string,
): (query: { after?: string; limit: number }) => StoredDocument[] {
  const statement = prepareTuples<Row>(
    database,
    `SELECT ${COLUMNS} FROM ${documentsTable(name)} WHERE id > ? AND body IS NOT NULL ORDER BY id LIMIT ?`,
    BIGINTS,
  );
  return ({ after = '', limit }) => statement.all(after, limit).map(documentOf);
}

/**
 * A write reads the row that it replaces only if necessary. The documents of a log are assumed to be new, and the rows of
 * a state collection are cached when they are read or written. If that turns out to be wrong, the statement changes no
 * row, and the write is repeated after a read.
 */
function prepareWrite(
  database: DatabaseSyncInstance,
  name: string,
  kind: CollectionSpec['kind'],
  seen: Map<string, Head | undefined>,
): (write: DocumentWrite) => void {
  const select = database.prepare(`SELECT scope, position, terms FROM ${documentsTable(name)} WHERE id = ?`);
  select.setReadBigInts(true);
  const insert = database.prepare(
    `INSERT INTO ${documentsTable(name)} (id, scope, position, terms, body) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  );
  const update = database.prepare(
    `UPDATE ${documentsTable(name)} SET scope = ?, position = ?, terms = ?, body = ? WHERE id = ? AND position = ?`,
  );
  const entries = prepareEntries(database, name);

  /** Returns whether `before` matches the stored row. If so, the write is done, or ignored because it is older. */
  const replace = (before: Head | undefined, { id, document, position }: DocumentWrite): boolean => {
    if (before !== undefined && before.position >= position) return true;
    const scope = document?.scope ?? '';
    const terms = document === null || document.terms.length === 0 ? '[]' : JSON.stringify(document.terms);
    const body = document?.body ?? null;
    if (before === undefined) {
      if (insert.run(id, scope, position, terms, body).changes === 0) return false;
      entries.add(document, id);
    } else {
      if (update.run(scope, position, terms, body, id, before.position).changes === 0) return false;
      if (before.terms !== terms || before.scope !== scope) entries.replace(before, document, id);
    }
    if (kind === 'state') cacheRow(seen, id, { scope, position, terms });
    return true;
  };

  return (write) => {
    const { id } = write;
    const isExpected = kind === 'log' || seen.has(id);
    if (isExpected && replace(seen.get(id), write)) return;
    // The columns are those of the statement.
    replace(select.get(id) as Head | undefined, write);
  };
}

/** The columns that a removal needs. */
type Listed = readonly [id: string, scope: string, position: bigint, terms: string];

function prepareRemoval(
  database: DatabaseSyncInstance,
  name: string,
  seen: Map<string, Head | undefined>,
): (rows: readonly Listed[] | readonly Row[]) => void {
  const removeEntry = database.prepare(`DELETE FROM ${entriesTable(name)} WHERE list = ? AND id = ?`);
  const removeDocument = database.prepare(`DELETE FROM ${documentsTable(name)} WHERE id = ?`);
  return (rows) => {
    for (const [id, scope, , terms] of rows) {
      for (const list of listNumbers(scope, parseTerms(terms))) removeEntry.run(list, id);
      removeDocument.run(id);
      seen.delete(id);
    }
  };
}

function prepareExpire(
  database: DatabaseSyncInstance,
  name: string,
  removeRows: (rows: readonly Listed[]) => void,
): CollectionTables['expire'] {
  const select = prepareTuples<Listed>(
    database,
    `SELECT id, scope, position, terms FROM ${documentsTable(name)} WHERE id >= ? AND id < ? ORDER BY id LIMIT ?`,
    BIGINTS,
  );
  return ({ from, before }, limit) => {
    const rows = select.all(from, before, limit);
    removeRows(rows);
    return rows.length;
  };
}

/** No index has the scopes, because every write would pay for it. Reads the start of each row, without its body. */
function prepareScopes(database: DatabaseSyncInstance, name: string): CollectionTables['findInScopes'] {
  const select = prepareTuples<readonly [id: string, scope: string]>(
    database,
    `SELECT id, scope FROM ${documentsTable(name)} WHERE id > ? ORDER BY id LIMIT ?`,
  );
  return (scopes, { after = '', limit }) => {
    const rows = select.all(after, limit);
    const wanted = new Set(scopes);
    const ids = rows.flatMap(([id, scope]) => (wanted.has(scope) ? [id] : []));
    return { ids, readTo: rows.length < limit ? undefined : rows.at(-1)?.[0] };
  };
}

function cacheRow(seen: Map<string, Head | undefined>, id: string, head: Head | undefined): void {
  if (seen.size >= CACHED_ROWS_MAX) seen.clear();
  seen.set(id, head);
}

function prepareEntries(database: DatabaseSyncInstance, name: string) {
  const remove = database.prepare(`DELETE FROM ${entriesTable(name)} WHERE list = ? AND id = ?`);

  /** One statement for all entries of a document, because each call costs more than an entry. */
  const prepareInsert = (count: number) => {
    const rows = Array.from({ length: count }, (_, index) => `(?1, ?${index + 2})`);
    return database.prepare(
      `INSERT OR IGNORE INTO ${entriesTable(name)} (id, list) VALUES ${rows.join(', ')}`,
    );
  };
  const inserts = new Map<number, ReturnType<typeof prepareInsert>>();
  const insert = (id: string, lists: readonly number[]): void => {
    if (lists.length === 0) return;
    let statement = inserts.get(lists.length);
    if (statement === undefined) inserts.set(lists.length, (statement = prepareInsert(lists.length)));
    statement.run(id, ...lists);
  };

  return {
    add(document: Document | null, id: string): void {
      if (document !== null) insert(id, listNumbers(document.scope, document.terms));
    },
    /** Changes only the entries that differ. A deleted document has no scope and no entries. */
    replace(before: Head, document: Document | null, id: string): void {
      const old = before.scope === '' ? [] : listNumbers(before.scope, parseTerms(before.terms));
      const added = new Set(document === null ? [] : listNumbers(document.scope, document.terms));
      for (const list of old) if (!added.delete(list)) remove.run(list, id);
      insert(id, [...added]);
    },
  };
}
