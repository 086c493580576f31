/**
 * One collection in an SQLite file: a table of documents and a table of entries, which is what lists walk. New documents
 * go to the end of their table and of its index, as IDs grow with time. (The table is not clustered on the ID: SQLite
 * would give every document over a kilobyte a page of its own.)
 *
 * An entry names a document under a number for its scope and one of its terms. What a batch costs is mostly the pages
 * its entries fall on: numbers that keep what was made together together make these few.
 */
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { prepareTuples } from './database.ts';
import { termHash } from './term-hash.ts';
import type {
  CollectionSpec,
  Document,
  DocumentWrite,
  ListQuery,
  StoredDocument,
} from '../read-models/port.ts';
import type { ExpiredRange } from '../read-models/document-age.ts';

/** A row of documents. A deleted one keeps its row with no body, so that an older write does not bring it back. */
type Row = readonly [id: string, scope: string, position: bigint, terms: string, body: string | null];
const COLUMNS = 'id, scope, position, terms, body';

/** What a write has to know of the row it replaces. */
type Head = { readonly scope: string; readonly position: bigint; readonly terms: string };

export type CollectionTables = {
  readonly kind: CollectionSpec['kind'];
  readonly get: (id: string) => StoredDocument | undefined;
  readonly getMany: (ids: readonly string[]) => StoredDocument[];
  /** Deleted ones too. What is found, or not found, is remembered for the write that mostly follows. */
  readonly getForWrite: (ids: readonly string[]) => StoredDocument[];
  readonly list: (query: ListQuery) => StoredDocument[];
  readonly scan: (query: { after?: string; limit: number }) => StoredDocument[];
  /** Belongs in a transaction. */
  readonly write: (write: DocumentWrite) => void;
  /** Drops the oldest of these, `limit` at most, and answers how many. Belongs in a transaction. */
  readonly expire: (expired: ExpiredRange, limit: number) => number;
  /** For a transaction that was rolled back: what it wrote is not there. */
  readonly clearCache: () => void;
};

const BIGINTS = { bigints: true } as const;

/** How many rows are remembered: more than a page of events touches, and a few megabytes. */
const SEEN_MAX = 20_000;

/** Creates the collection's tables unless they exist. */
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

/** The prepared statements of a collection whose tables exist. */
export function openCollectionTables(
  database: DatabaseSyncInstance,
  { name, kind }: CollectionSpec,
): CollectionTables {
  const one = prepareTuples<Row>(
    database,
    `SELECT ${COLUMNS} FROM ${documentsTable(name)} WHERE id = ?`,
    BIGINTS,
  );
  // One call for all of them: the call costs more than the look-up.
  const some = prepareTuples<Row>(
    database,
    `SELECT ${COLUMNS} FROM ${documentsTable(name)} WHERE id IN (SELECT value FROM json_each(?))`,
    BIGINTS,
  );
  const rowsOf = (ids: readonly string[]): Row[] => some.all(JSON.stringify(ids));
  const seen = new Map<string, Head | undefined>();
  return {
    kind,
    get(id) {
      const row = one.get(id);
      return row === undefined || isDeleted(row) ? undefined : documentOf(row);
    },
    getMany: (ids) => rowsOf(ids).flatMap((row) => (isDeleted(row) ? [] : documentOf(row))),
    getForWrite(ids) {
      const rows = rowsOf(ids);
      for (const id of ids) remember(seen, id, undefined);
      for (const [id, scope, position, terms] of rows) remember(seen, id, { scope, position, terms });
      return rows.map(documentOf);
    },
    list: prepareLists(database, name),
    scan: prepareScan(database, name),
    write: prepareWrite(database, name, kind, seen),
    expire: prepareExpire(database, name, seen),
    clearCache: () => seen.clear(),
  };
}

/** How many rows go at once, so that an append need not wait for a large table. */
const DROPPED_AT_ONCE = 2_000;

/** Removes some of the collection's rows, or its tables when they are empty. True when nothing is left. In a transaction. */
export function dropBatch(database: DatabaseSyncInstance, name: string): boolean {
  for (const [table, key] of [
    [entriesTable(name), 'list, id'],
    [documentsTable(name), 'rowid'],
  ] as const) {
    const isThere: unknown = database
      .prepare('SELECT 1 FROM sqlite_schema WHERE name = ?')
      .get(table.slice(1, -1));
    if (isThere === undefined) continue;
    const { changes } = database
      .prepare(
        `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} LIMIT ${DROPPED_AT_ONCE})`,
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

function documentsTable(name: string): string {
  return `"documents ${name}"`;
}

function entriesTable(name: string): string {
  return `"entries ${name}"`;
}

const isDeleted = ([, , , , body]: Row): boolean => body === null;

function documentOf([id, scope, position, terms, body]: Row): StoredDocument {
  return { id, scope, position, terms: parseTerms(terms), body: body ?? 'null' };
}

function parseTerms(text: string): string[] {
  // The text was written below, from an array of strings.
  return text === '[]' ? [] : (JSON.parse(text) as string[]);
}

/**
 * A write looks at the row it replaces only when it has to. A log's documents are taken to be new, and of a state's
 * documents it is remembered what they were when they were last read or written. Where that turns out to be wrong, the statement
 * changes no row, and the write begins again with a look.
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

  /** Whether `before` is what is stored. The write is then done, or dropped as an older one. */
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
    if (kind === 'state') remember(seen, id, { scope, position, terms });
    return true;
  };

  return (write) => {
    const { id } = write;
    const isExpected = kind === 'log' || seen.has(id);
    if (isExpected && replace(seen.get(id), write)) return;
    // The columns are those named in the statement.
    replace(select.get(id) as Head | undefined, write);
  };
}

function prepareExpire(
  database: DatabaseSyncInstance,
  name: string,
  seen: Map<string, Head | undefined>,
): CollectionTables['expire'] {
  const select = database.prepare(
    `SELECT id, scope, terms FROM ${documentsTable(name)} WHERE id >= ? AND id < ? ORDER BY id LIMIT ?`,
  );
  const removeEntry = database.prepare(`DELETE FROM ${entriesTable(name)} WHERE list = ? AND id = ?`);
  const removeDocument = database.prepare(`DELETE FROM ${documentsTable(name)} WHERE id = ?`);
  return ({ from, before }, limit) => {
    // The columns are those named in the statement.
    const rows = select.all(from, before, limit) as { id: string; scope: string; terms: string }[];
    for (const { id, scope, terms } of rows) {
      for (const list of listKeys(scope, parseTerms(terms))) removeEntry.run(list, id);
      removeDocument.run(id);
      seen.delete(id);
    }
    return rows.length;
  };
}

function remember(seen: Map<string, Head | undefined>, id: string, head: Head | undefined): void {
  if (seen.size >= SEEN_MAX) seen.clear();
  seen.set(id, head);
}

function prepareEntries(database: DatabaseSyncInstance, name: string) {
  const remove = database.prepare(`DELETE FROM ${entriesTable(name)} WHERE list = ? AND id = ?`);

  /** One statement for all entries of a document, as each call costs more than the entry itself. By their number. */
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
      if (document !== null) insert(id, listKeys(document.scope, document.terms));
    },
    /** Touches only the entries that differ. A deleted document has no scope and no entries. */
    replace(before: Head, document: Document | null, id: string): void {
      const old = before.scope === '' ? [] : listKeys(before.scope, parseTerms(before.terms));
      const added = new Set(document === null ? [] : listKeys(document.scope, document.terms));
      for (const list of old) if (!added.delete(list)) remove.run(list, id);
      insert(id, [...added]);
    },
  };
}

function listKeys(scope: string, terms: readonly string[]): number[] {
  return terms.map((term) => termHash(scope, term));
}

/** Lists, with one prepared statement for each shape of query: how many terms, which bounds, which order. */
function prepareLists(database: DatabaseSyncInstance, name: string): (query: ListQuery) => StoredDocument[] {
  const prepare = (query: ListQuery) => prepareTuples<Row>(database, listStatement(name, query), BIGINTS);
  const statements = new Map<string, ReturnType<typeof prepare>>();

  const walk = (query: ListQuery): StoredDocument[] => {
    const { scope, terms, after, before, order, limit } = query;
    const shape = `${terms.length} ${order} ${after === undefined ? '' : '>'}${before === undefined ? '' : '<'}`;
    let statement = statements.get(shape);
    if (statement === undefined) statements.set(shape, (statement = prepare(query)));
    const bounds = [after, before].filter((bound) => bound !== undefined);
    const [first = scope, ...others] = listKeys(scope, terms);
    return statement.all(first, ...bounds, ...others, limit).map(documentOf);
  };

  return (query) => {
    const found: StoredDocument[] = [];
    let rest = query;
    for (;;) {
      const walked = walk(rest);
      for (const document of walked) if (matches(document, query)) found.push(document);
      const last = walked.at(-1)?.id;
      // Only hashes that collide leave a full walk short of its limit.
      const missing = query.limit - found.length;
      if (last === undefined || walked.length < rest.limit || missing === 0) return found;
      rest = { ...query, limit: missing, ...(query.order === 'newest' ? { before: last } : { after: last }) };
    }
  };
}

function matches(document: StoredDocument, { scope, terms }: ListQuery): boolean {
  return document.scope === scope && terms.every((term) => document.terms.includes(term));
}

/**
 * Walks the first term's entries; every other term is one look-up by key. CROSS JOIN keeps SQLite to this order.
 * Without terms it walks the documents themselves, past those of other scopes.
 */
function listStatement(name: string, { terms, after, before, order }: ListQuery): string {
  const [from, id] =
    terms.length === 0
      ? [`FROM ${documentsTable(name)} d WHERE d.scope = ? AND d.body IS NOT NULL`, 'd.id']
      : [
          `FROM ${entriesTable(name)} e CROSS JOIN ${documentsTable(name)} d ON d.id = e.id WHERE e.list = ?`,
          'e.id',
        ];
  const inOtherList = `AND EXISTS (SELECT 1 FROM ${entriesTable(name)} o WHERE o.list = ? AND o.id = e.id)`;
  return `
    SELECT d.id, d.scope, d.position, d.terms, d.body ${from}
      ${after === undefined ? '' : `AND ${id} > ?`} ${before === undefined ? '' : `AND ${id} < ?`}
      ${inOtherList.repeat(Math.max(0, terms.length - 1))}
    ORDER BY ${id} ${order === 'newest' ? 'DESC' : 'ASC'}
    LIMIT ?`;
}
