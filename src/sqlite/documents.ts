/** A document store in an SQLite file, which may also contain the events. */

import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { toPromise, yieldToEventLoop } from '../async/wait.ts';
import {
  assertCheckpoints,
  type CollectionSpec,
  type DocumentStore,
  type DocumentWrite,
  type RecordTable,
  type StoredRecord,
} from '../read-models/port.ts';
import { expiredRange } from '../read-models/projection-backlog.ts';
import { batchReads } from '../read-models/stores/batch-reads.ts';
import { lazy } from '../system/lazy.ts';
import { currentTime } from '../system/runtime.ts';
import { prepareTuples, transaction, withStoreErrors } from './database.ts';
import {
  createCollectionTables,
  dropBatch,
  openCollectionTables,
  type CollectionTables,
} from './document-collection.ts';

// Records in an SQLite file, all in one table. Each write of a record with an expiry deletes a few expired ones.

/** More than one, so that expired records are deleted faster than new ones are added. */
const EXPIRED_PER_WRITE = 4;

/** Prepares the statements of the table, which must exist. */
function prepareRecords(database: DatabaseSyncInstance) {
  const select = prepareTuples<readonly [key: string, value: string]>(
    database,
    `SELECT key, value FROM records WHERE place = ? AND key IN (SELECT json_each.value FROM json_each(?))
     AND (expires_at IS NULL OR expires_at > ?)`,
  );
  const scan = prepareTuples<readonly [key: string, value: string, expiresAt: number | null]>(
    database,
    `SELECT key, value, expires_at FROM records WHERE place = ? AND key > ?
     AND (expires_at IS NULL OR expires_at > ?) ORDER BY key LIMIT ?`,
  );
  const put = database.prepare(
    `INSERT INTO records (place, key, value, expires_at) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`,
  );
  const remove = database.prepare('DELETE FROM records WHERE place = ? AND key = ?');
  const removeExpired = database.prepare(
    `DELETE FROM records WHERE rowid IN (SELECT rowid FROM records WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`,
  );

  const replace = database.prepare(
    `UPDATE records SET value = ? WHERE place = ? AND key = ? AND value = ?
     AND (expires_at IS NULL OR expires_at > ?)`,
  );

  /** The records that have not expired, by key. */
  const findRecords = (table: RecordTable, keys: readonly string[]): Map<string, string> =>
    new Map(select.all(table, JSON.stringify(keys), currentTime()));

  return {
    findRecords,
    putRecord(
      table: RecordTable,
      key: string,
      value: string,
      expiresAt: number | null,
      ifAbsent: boolean,
    ): string {
      const present = ifAbsent ? findRecords(table, [key]).get(key) : undefined;
      if (present === undefined) put.run(table, key, value, expiresAt);
      return present ?? value;
    },
    deleteRecord(table: RecordTable, key: string): void {
      remove.run(table, key);
    },
    replaceRecord: (table: RecordTable, key: string, from: string, to: string): boolean =>
      replace.run(to, table, key, from, currentTime()).changes > 0,
    listRecords: (table: RecordTable, after: string, limit: number): StoredRecord[] =>
      scan.all(table, after, currentTime(), limit).map(([key, value, expiresAt]) => ({
        key,
        value,
        ...(expiresAt !== null && { expiresAt: new Date(expiresAt) }),
      })),
    clearExpired(): void {
      removeExpired.run(currentTime(), EXPIRED_PER_WRITE);
    },
  };
}

/** Collection names become quoted table names; this keeps them readable. */
const COLLECTION_NAME = /^[a-z][a-z0-9_]{0,62}$/;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS collections (name TEXT PRIMARY KEY, kind TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS checkpoints (projection TEXT PRIMARY KEY, position INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS records (
    place TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, expires_at INTEGER, UNIQUE (place, key)
  );
  CREATE INDEX IF NOT EXISTS records_by_expiry ON records (expires_at) WHERE expires_at IS NOT NULL;
`;

/** An open file. Its parts are created by the first call, so that an unusable file is an error of that call. */
type DocumentsFile = {
  readonly database: DatabaseSyncInstance;
  readonly statements: () => ReturnType<typeof prepareStatements>;
  readonly collections: Map<string, CollectionTables>;
};

/**
 * Creates a document store on a connection from `openDatabase`, and closes the connection when it is closed. On a
 * read-only connection, writes fail, and reads throw StoreUnavailable until another connection has created the tables.
 */
export function createSqliteDocuments(database: DatabaseSyncInstance): DocumentStore {
  const file: DocumentsFile = {
    database,
    statements: lazy(() => prepareStatements(database)),
    collections: new Map(),
  };
  return {
    ...collectionsIn(file),
    ...readsFrom(file),
    ...writesTo(file),
    ...recordsIn(file),
    ping: () => attempt(() => void file.statements().kindOf('')),
    close: () =>
      attempt(() => {
        if (database.isOpen) database.close();
      }),
  };
}

function collectionOf({ database, statements, collections }: DocumentsFile, name: string): CollectionTables {
  let collection = collections.get(name);
  if (collection === undefined) {
    const kind = statements().kindOf(name);
    if (kind === undefined) throw new Error(`there is no collection '${name}'`);
    collections.set(name, (collection = openCollectionTables(database, { name, kind })));
  }
  return collection;
}

const collectionsIn = ({
  database,
  statements,
  collections,
}: DocumentsFile): Pick<DocumentStore, 'ensure' | 'collections' | 'checkpoints' | 'drop'> => ({
  ensure: (specs) =>
    attempt(() => {
      for (const spec of specs) assertName(spec.name);
      statements();
      transaction(database, 'full', () => {
        for (const spec of specs) {
          createCollectionTables(database, spec.name);
          statements().addCollection(spec);
        }
      });
    }),

  collections: () =>
    attempt(
      () =>
        new Map(
          statements()
            .collectionNames()
            .map((name) => [name, name]),
        ),
    ),

  checkpoints: () => attempt(() => statements().checkpoints()),

  async drop(names, projections) {
    for (const name of names) {
      await attempt(() => assertName(name));
      while (!(await attempt(() => transaction(database, 'normal', () => dropBatch(database, name)))))
        await yieldToEventLoop();
      collections.delete(name);
      await attempt(() => transaction(database, 'normal', () => statements().removeCollection(name)));
    }
    await attempt(() =>
      transaction(database, 'normal', () => {
        for (const projection of projections) statements().removeCheckpoint(projection);
      }),
    );
  },
});

type Reads = Required<
  Pick<
    DocumentStore,
    'get' | 'getMany' | 'list' | 'listIds' | 'hasMoreThan' | 'intersect' | 'scan' | 'findInScopes'
  >
>;

const readsFrom = (file: DocumentsFile): Reads => ({
  get: (name, id) => attempt(() => collectionOf(file, name).get(id)),

  getMany: (name, ids, options) =>
    attempt(() => {
      const collection = collectionOf(file, name);
      const unique = [...new Set(ids)];
      return options?.deleted === true ? collection.getForWrite(unique) : collection.getMany(unique);
    }),

  list: (name, query) => attempt(() => collectionOf(file, name).list(query)),

  listIds: (name, query) => attempt(() => collectionOf(file, name).listIds(query)),

  hasMoreThan: (name, count, query) => attempt(() => collectionOf(file, name).hasMoreThan(count, query)),

  intersect: (name, query) => attempt(() => collectionOf(file, name).intersect(query)),

  scan: (name, query) => attempt(() => collectionOf(file, name).scan(query)),

  findInScopes: (name, scopes, page) => attempt(() => collectionOf(file, name).findInScopes(scopes, page)),
});

function writesTo(file: DocumentsFile): Pick<DocumentStore, 'write' | 'expire' | 'remove'> {
  const { database, statements, collections } = file;

  /** Does not wait for the disk, because a batch can be projected again from its events. */
  const writePart = (
    writes: readonly DocumentWrite[],
    checkpoints: ReadonlyMap<string, bigint>,
    expected?: ReadonlyMap<string, bigint>,
  ): void => {
    const prepared = statements();
    try {
      transaction(database, 'normal', () => {
        if (expected !== undefined) assertCheckpoints(prepared.checkpoints(), expected);
        for (const write of writes) collectionOf(file, write.collection).write(write);
        for (const [projection, position] of checkpoints) prepared.putCheckpoint(projection, position);
      });
    } catch (error) {
      for (const collection of collections.values()) collection.clearCache();
      throw error;
    }
  };

  return {
    async write(writes, checkpoints, expected) {
      // An unknown collection fails the whole batch.
      const parts = await attempt(() => partsOf(writes, (name) => collectionOf(file, name).kind));
      for (const part of parts) {
        await attempt(() => writePart(part, NO_CHECKPOINTS, expected));
        await yieldToEventLoop();
      }
      await attempt(() => writePart(parts.length === 0 ? writes : [], checkpoints, expected));
    },

    expire: (name, retention, { now, limit }) =>
      attempt(() => {
        const { expire } = collectionOf(file, name);
        return transaction(database, 'normal', () => expire(expiredRange(retention, now), limit));
      }),

    remove: (name, ids) =>
      attempt(() => {
        const collection = collectionOf(file, name);
        transaction(database, 'normal', () => collection.remove(ids));
      }),
  };
}

const recordsIn = ({
  database,
  statements,
}: DocumentsFile): Pick<
  DocumentStore,
  'putRecord' | 'getRecord' | 'deleteRecord' | 'replaceRecord' | 'listRecords'
> => ({
  putRecord: (table, key, value, { ifAbsent = false, expiresAt } = {}) =>
    attempt(() => {
      const prepared = statements();
      return transaction(database, 'full', () => {
        if (expiresAt !== undefined) prepared.clearExpired();
        return prepared.putRecord(table, key, value, expiresAt?.getTime() ?? null, ifAbsent);
      });
    }),

  getRecord: batchReads<RecordTable>((table, keys) => attempt(() => statements().findRecords(table, keys))),

  deleteRecord: (table, key) =>
    attempt(() => {
      const prepared = statements();
      transaction(database, 'full', () => prepared.deleteRecord(table, key));
    }),

  replaceRecord: (table, key, from, to) =>
    attempt(() => {
      const prepared = statements();
      return transaction(database, 'full', () => prepared.replaceRecord(table, key, from, to));
    }),

  listRecords: (table, { after = '', limit }) => attempt(() => statements().listRecords(table, after, limit)),
});

const NO_CHECKPOINTS: ReadonlyMap<string, bigint> = new Map();

/** A larger batch is written in parts, so that an append does not wait for all of it. */
const PART_WRITES_MAX = 250;

/**
 * Splits a large batch into transactions: logs before states, and collection by collection, so that few pages are written
 * twice. Empty for a small batch, which is one transaction with its checkpoints.
 */
function partsOf(
  writes: readonly DocumentWrite[],
  kindOf: (collection: string) => CollectionSpec['kind'],
): DocumentWrite[][] {
  if (writes.length <= PART_WRITES_MAX) return [];
  const byCollection = new Map<string, DocumentWrite[]>();
  for (const write of writes) {
    const part = byCollection.get(write.collection);
    if (part === undefined) byCollection.set(write.collection, [write]);
    else part.push(write);
  }
  const isState = (name: string): number => (kindOf(name) === 'state' ? 1 : 0);
  const names = [...byCollection.keys()].sort((a, b) => isState(a) - isState(b));
  return names.flatMap((name) => chunksOf(byCollection.get(name) ?? []));
}

function chunksOf(writes: readonly DocumentWrite[]): DocumentWrite[][] {
  const count = Math.ceil(writes.length / PART_WRITES_MAX);
  return Array.from({ length: count }, (_, at) =>
    writes.slice(at * PART_WRITES_MAX, (at + 1) * PART_WRITES_MAX),
  );
}

/** Runs work on the file; its errors become StoreUnavailable. */
function attempt<Result>(work: () => Result): Promise<Result> {
  return toPromise(() => withStoreErrors(work));
}

function assertName(name: string): void {
  if (!COLLECTION_NAME.test(name))
    throw new Error(`a collection name must match ${COLLECTION_NAME}; got '${name}'`);
}

function prepareStatements(database: DatabaseSyncInstance) {
  // The last object of SCHEMA shows whether all of it exists. A read-only connection cannot create it.
  const existing: unknown = database
    .prepare("SELECT 1 FROM sqlite_schema WHERE name = 'records_by_expiry'")
    .get();
  if (existing === undefined) database.exec(SCHEMA);
  return { ...prepareCollections(database), ...prepareCheckpoints(database), ...prepareRecords(database) };
}

function prepareCollections(database: DatabaseSyncInstance) {
  const selectKind = database.prepare('SELECT kind FROM collections WHERE name = ?');
  // A collection whose tables were lost does not exist, although its name is known.
  const selectNames = database.prepare(`
    SELECT name FROM collections WHERE 2 = (
      SELECT count(*) FROM sqlite_schema AS tables WHERE tables.type = 'table'
        AND tables.name IN ('documents ' || collections.name, 'entries ' || collections.name)
    )`);
  const insert = database.prepare(
    'INSERT INTO collections (name, kind) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const remove = database.prepare('DELETE FROM collections WHERE name = ?');
  return {
    kindOf(name: string): CollectionSpec['kind'] | undefined {
      // Written by addCollection.
      return (selectKind.get(name) as { kind: CollectionSpec['kind'] } | undefined)?.kind;
    },
    // The query has this one column.
    collectionNames: (): string[] => selectNames.all().map((row) => (row as { name: string }).name),
    addCollection({ name, kind }: CollectionSpec): void {
      insert.run(name, kind);
    },
    removeCollection(name: string): void {
      remove.run(name);
    },
  };
}

function prepareCheckpoints(database: DatabaseSyncInstance) {
  const select = database.prepare('SELECT projection, position FROM checkpoints');
  select.setReadBigInts(true);
  const put = database.prepare(
    `INSERT INTO checkpoints (projection, position) VALUES (?, ?)
     ON CONFLICT DO UPDATE SET position = max(position, excluded.position)`,
  );
  const remove = database.prepare('DELETE FROM checkpoints WHERE projection = ?');
  return {
    checkpoints(): Map<string, bigint> {
      // The columns are those of the statement.
      const rows = select.all() as { projection: string; position: bigint }[];
      return new Map(rows.map(({ projection, position }) => [projection, position]));
    },
    putCheckpoint(projection: string, position: bigint): void {
      put.run(projection, position);
    },
    removeCheckpoint(projection: string): void {
      remove.run(projection);
    },
  };
}
