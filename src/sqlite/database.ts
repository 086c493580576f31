/**
 * The SQLite file behind the embedded mode: how it is opened, and the one way to write to it.
 */
import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { StoreUnavailable } from '../event-store/port.ts';

/** A connection. It and its statements belong to the thread that opened it. */
export type Database = DatabaseSyncInstance;

/** No text may hold a NUL: SQLite gives back what is before it. JSON texts escape it, so they never do. */
export type SqlValue = string | number | bigint | null;

/** A prepared statement, and the shape of its rows: whoever writes the SQL says what its columns are. */
export type Statement<Row> = {
  get(...values: SqlValue[]): Row | undefined;
  all(...values: SqlValue[]): Row[];
  run(...values: SqlValue[]): unknown;
};

/**
 * How durable a transaction is when it returns. `full`: on the disk. `normal`: in the file's order, but the newest ones
 * are lost when the machine stops; for what can be replayed from events.
 */
export type Durability = 'full' | 'normal';

const BUSY_TIMEOUT_MS = 5_000;
const CACHE_KIB = 64 * 1024;
const MMAP_BYTES = 256 * 1024 * 1024;
/** In pages of 4 KiB: 32 MiB between checkpoints. Pages that are written again and again meanwhile are copied once. */
export const WAL_CHECKPOINT_PAGES = 8_192;
/** A write-ahead log that outgrew this (behind a long read) is cut back to it. */
const WAL_BYTES_MAX = 256 * 1024 * 1024;

/** The synchronous level each connection was last set to, so that the PRAGMA is issued on a change only. */
const levels = new WeakMap<Database, Durability>();

/**
 * Opens the file with a write-ahead log (many readers beside one writer, in any process) and full durability.
 * A read-only connection needs a file that was opened for writing before. Another process' lock is waited for up to
 * `busyTimeoutMs`. Throws a StoreUnavailable when the file can't be opened.
 */
export function openDatabase(
  file: string,
  { readOnly = false, busyTimeoutMs = BUSY_TIMEOUT_MS }: { readOnly?: boolean; busyTimeoutMs?: number } = {},
): Database {
  if (!readOnly) makePrivate(file);
  return withStoreErrors(() => {
    const database = new DatabaseSync(file, { readOnly, timeout: busyTimeoutMs });
    database.exec(
      `PRAGMA cache_size=-${CACHE_KIB}; PRAGMA mmap_size=${MMAP_BYTES}; PRAGMA temp_store=MEMORY`,
    );
    if (!readOnly) {
      database.exec(
        `PRAGMA journal_mode=WAL; PRAGMA journal_size_limit=${WAL_BYTES_MAX};
         PRAGMA wal_autocheckpoint=${WAL_CHECKPOINT_PAGES}; PRAGMA synchronous=FULL;
         PRAGMA secure_delete=FAST`,
      );
      levels.set(database, 'full');
    }
    return database;
  });
}

/**
 * A file that is not there yet is made for its owner alone, and SQLite makes those beside it likewise. One that is there is
 * not touched: closing it would let go of the locks that other connections of this process have on it, and a process that
 * finds none removes the log on leaving, with whatever is in it.
 */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'ax', 0o600));
  } catch {
    // It is there, or SQLite will say what is wrong.
  }
}

/**
 * Runs `work` in one write transaction of the given durability, and rolls it back when it throws. The connection may
 * be shared by several stores in one thread, so each transaction says which level it needs. `work` is synchronous and
 * starts no transaction of its own. Throws a StoreUnavailable for what is wrong with the file, the disk or a lock.
 */
export function transaction<Result>(database: Database, sync: Durability, work: () => Result): Result {
  return withStoreErrors(() => {
    setLevel(database, sync);
    database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      database.exec('COMMIT');
      return result;
    } catch (error) {
      rollBack(database);
      throw error;
    }
  });
}

export function prepare<Row = never>(database: Database, sql: string): Statement<Row> {
  return withStoreErrors(() => database.prepare(sql));
}

/**
 * The same with rows as arrays: for many rows, which are read in a third of the time that those with named columns take.
 * Integers are bigints where that is asked for.
 */
export function prepareTuples<Row extends readonly SqlValue[]>(
  database: Database,
  sql: string,
  { bigints = false }: { bigints?: boolean } = {},
): Statement<Row> {
  return withStoreErrors(() => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    if (bigints) statement.setReadBigInts(true);
    return statement;
  });
}

/** Runs one statement outside of a transaction, a read for instance. Throws a StoreUnavailable as `transaction` does. */
export function withStoreErrors<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw asUnavailable(error);
  }
}

/** SQLite refuses to change the level inside a transaction, so it is set before one begins. */
function setLevel(database: Database, sync: Durability): void {
  if (levels.get(database) === sync) return;
  database.exec(sync === 'full' ? 'PRAGMA synchronous=FULL' : 'PRAGMA synchronous=NORMAL');
  levels.set(database, sync);
}

/** SQLite has rolled back by itself after some faults. Whatever goes wrong here, the first fault is the one to tell. */
function rollBack(database: Database): void {
  try {
    if (database.isTransaction) database.exec('ROLLBACK');
  } catch {
    // The connection is as good as lost; its next use fails and says so.
  }
}

/** The primary result codes that speak of the file, the disk, memory or a lock, and not of what was asked. */
const OUTSIDE_CODES = new Set([
  3 /* PERM */, 5 /* BUSY */, 6 /* LOCKED */, 7 /* NOMEM */, 8 /* READONLY */, 9 /* INTERRUPT */,
  10 /* IOERR */, 11 /* CORRUPT */, 13 /* FULL */, 14 /* CANTOPEN */, 15 /* PROTOCOL */, 26 /* NOTADB */,
]);

function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if ('code' in error && error.code === 'ERR_INVALID_STATE') {
    return new StoreUnavailable('The database is closed.', { cause: error });
  }
  if (!('sqliteCode' in error) || typeof error.sqliteCode !== 'number') return error;
  // The low byte is the primary code; the rest tells its kinds apart.
  if (!OUTSIDE_CODES.has(error.sqliteCode & 0xff)) return error;
  return new StoreUnavailable(`The database can't be used: ${error.message}.`, { cause: error });
}
