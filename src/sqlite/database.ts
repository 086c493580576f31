/** Opens SQLite files and runs transactions on them. */
import { closeSync, openSync } from 'node:fs';
import { constants } from 'node:os';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { StoreUnavailable } from '../event-store/port.ts';

/** A connection. It and its statements must only be used on the thread that opened it. */
export type Database = DatabaseSyncInstance;

/** Text must not contain NUL, because SQLite truncates it there. JSON text never does. */
export type SqlValue = string | number | bigint | null;

/** A prepared statement. The code that writes the SQL states the type of its rows. */
type Statement<Row> = {
  get(...values: SqlValue[]): Row | undefined;
  all(...values: SqlValue[]): Row[];
  run(...values: SqlValue[]): unknown;
};

/**
 * The durability of a transaction when it returns. `full`: on disk. `normal`: ordered, but a power failure may lose the
 * newest transactions; only for data that can be replayed from events.
 */
type Durability = 'full' | 'normal';

const BUSY_TIMEOUT_MS = 5_000;
const CACHE_KIB = 64 * 1024;
const MMAP_BYTES = 256 * 1024 * 1024;
/** In pages of 4 KiB: 32 MiB between checkpoints. A page that is written repeatedly between checkpoints is copied once. */
export const WAL_CHECKPOINT_PAGES = 8_192;
/** A write-ahead log that has grown beyond this, for example during a long read, is truncated. */
const WAL_BYTES_MAX = 256 * 1024 * 1024;

/** The current synchronous level of each connection, so that the PRAGMA runs only on a change. */
const levels = new WeakMap<Database, Durability | 'none'>();

/**
 * Opens the file with a write-ahead log (many readers and one writer, in any process) and full durability. A read-only
 * connection requires a file that was opened for writing before. Waits up to `busyTimeoutMs` for another process's lock.
 * With `isBulkLoad`, nothing waits for the disk: for a new file that the caller flushes before anyone uses it. Throws StoreUnavailable when the file cannot be opened.
 */
export function openDatabase(
  file: string,
  {
    readOnly = false,
    isBulkLoad = false,
    busyTimeoutMs = BUSY_TIMEOUT_MS,
  }: { readOnly?: boolean; isBulkLoad?: boolean; busyTimeoutMs?: number } = {},
): Database {
  if (!readOnly) makePrivate(file);
  return withStoreErrors(() => {
    const database = new DatabaseSync(file, { readOnly, timeout: busyTimeoutMs });
    database.exec(
      `PRAGMA cache_size=-${CACHE_KIB}; PRAGMA mmap_size=${MMAP_BYTES}; PRAGMA temp_store=MEMORY`,
    );
    if (!readOnly) {
      // Deleted and replaced rows are overwritten, also on pages that become free: some are about people who were forgotten.
      database.exec(
        `PRAGMA journal_mode=WAL; PRAGMA journal_size_limit=${WAL_BYTES_MAX};
         PRAGMA wal_autocheckpoint=${WAL_CHECKPOINT_PAGES}; PRAGMA synchronous=FULL;
         PRAGMA secure_delete=ON`,
      );
      levels.set(database, 'full');
      if (isBulkLoad) {
        database.exec('PRAGMA synchronous=OFF');
        levels.set(database, 'none');
      }
    }
    return database;
  });
}

const BUSY_CODE = 5;
const IO_ERROR_CODE = 10;
const FULL_CODE = 13;
const { ENOSPC } = constants.errno;

/**
 * A connection to an empty file that holds an exclusive lock until it is closed; the operating system releases the lock
 * when the process ends. Undefined when another connection, in any process, holds it.
 */
export function openLockFile(file: string): Database | undefined {
  makePrivate(file);
  let database: Database | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof Error && 'sqliteCode' in error && error.sqliteCode === BUSY_CODE) return undefined;
    throw toStoreError(error);
  }
}

/**
 * Creates a missing file with access for its owner only; SQLite copies the mode to the log files. An existing file is not
 * opened here: closing it would release the locks of this process's other connections, and another process that finds no
 * locks would delete the log when it closes.
 */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'ax', 0o600));
  } catch {
    // The file exists, or SQLite reports the problem.
  }
}

/** Runs `work`, which waits for other connections no longer than this. */
export function withBusyTimeout<Result>(database: Database, ms: number, work: () => Result): Result {
  database.exec(`PRAGMA busy_timeout=${ms}`);
  try {
    return work();
  } finally {
    database.exec(`PRAGMA busy_timeout=${BUSY_TIMEOUT_MS}`);
  }
}

/**
 * Runs `work` in a write transaction, and rolls back when it throws. Several stores may share the connection, so each
 * transaction states its durability. `work` must be synchronous and must not start a transaction. Throws StoreUnavailable
 * for problems with the file, the disk, or a lock.
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

/** Like `prepare`, but rows are arrays, which are read three times as fast as objects. `bigints` returns integers as bigint. */
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

/** Runs a statement outside a transaction, such as a read. Throws StoreUnavailable as `transaction` does. */
export function withStoreErrors<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw toStoreError(error);
  }
}

/** Must run before the transaction starts, because SQLite rejects a change of the level inside one. */
function setLevel(database: Database, sync: Durability): void {
  const level = levels.get(database);
  if (level === sync || level === 'none') return;
  database.exec(sync === 'full' ? 'PRAGMA synchronous=FULL' : 'PRAGMA synchronous=NORMAL');
  levels.set(database, sync);
}

/** SQLite rolls back on its own after some errors. An error here is ignored in favor of the original one. */
function rollBack(database: Database): void {
  try {
    if (database.isTransaction) database.exec('ROLLBACK');
  } catch {
    // The connection is unusable; its next use reports that.
  }
}

/** The primary result codes for problems with the file, the disk, memory, or a lock, not with the statement. */
const ENVIRONMENT_CODES = new Set([
  3 /* PERM */, 5 /* BUSY */, 6 /* LOCKED */, 7 /* NOMEM */, 8 /* READONLY */, 9 /* INTERRUPT */,
  10 /* IOERR */, 11 /* CORRUPT */, 13 /* FULL */, 14 /* CANTOPEN */, 15 /* PROTOCOL */, 26 /* NOTADB */,
]);

/** SQLite reports a full disk as such, or as an I/O error if its shared memory cannot grow. */
const isFull = (code: number, error: object): boolean =>
  code === FULL_CODE || (code === IO_ERROR_CODE && 'systemErrno' in error && error.systemErrno === ENOSPC);

/** Statements refer to tables that the service has created. Such an error may have no code. */
const isDamage = ({ message }: Error): boolean =>
  /^(no such (table|column): |database disk image is malformed|file is not a database)/.test(message);

function toStoreError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if ('code' in error && error.code === 'ERR_INVALID_STATE') {
    return new StoreUnavailable('the database is closed', { cause: error });
  }
  if (isDamage(error))
    return new StoreUnavailable(`the database is damaged: ${error.message}`, { cause: error });
  if (!('sqliteCode' in error) || typeof error.sqliteCode !== 'number') return error;
  // The low byte is the primary code.
  if (!ENVIRONMENT_CODES.has(error.sqliteCode & 0xff)) return error;
  const reason = isFull(error.sqliteCode & 0xff, error)
    ? 'the disk is full'
    : `the database cannot be used: ${error.message}`;
  return new StoreUnavailable(reason, { cause: error });
}
