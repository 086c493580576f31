/** One node with its SQLite file, on a disk that may lose what was not synced when the power fails. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE_FILE_NAME } from '../../../src/config/config.ts';
import { openStores } from '../../../src/service/stores.ts';
import { openDatabase, type Database } from '../../../src/sqlite/database.ts';
import { createSqliteDocuments } from '../../../src/sqlite/documents.ts';
import { createSqliteEventStore } from '../../../src/sqlite/event-store.ts';
import { createRandom } from '../commands/random.ts';
import { delegateTo } from './delegate.ts';
import { mixPages } from './power-failure.ts';
import { startStorageHere } from './storage-here.ts';
import type { SimulatedStores, StoresOptions } from './stores.ts';

/** In memory if possible, because the simulation itself needs no durability. */
export const TEMPORARY_FOLDER = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** What the disk has of the write-ahead log of the connection that writes, and of the file. */
type Log = {
  readonly database: Database;
  readonly path: string;
  /** Everything of the log before was synced. */
  syncedBytes: number;
  /** Whether SQLite syncs what it copies from the log into the file. */
  syncsFile: boolean;
  /** While SQLite copies the log into the file: what was synced of the file before. */
  copy: { readonly before: Buffer; readonly reader: Database } | undefined;
};

export function createFileStores({ scheduler, random, faults }: StoresOptions): SimulatedStores {
  const root = mkdtempSync(join(TEMPORARY_FOLDER, 'ledger-simulation-'));
  let lives = 0;
  let log: Log | undefined;
  let harness: ReturnType<typeof openForHarness> | undefined;

  const folder = (): string => join(root, String(lives));
  const file = (): string => join(folder(), DATABASE_FILE_NAME);
  mkdirSync(folder());
  const current = () => (harness ??= openForHarness(file()));

  /** A power failure takes any part of what was not synced; a crash of the process alone takes nothing. */
  function crash(): void {
    if (log === undefined) return;
    const { database, path, syncedBytes } = log;
    const bytes = sizeOf(path);
    const hasPower = random.oneIn(2);
    const kept = hasPower ? bytes : syncedBytes + random.below(bytes - syncedBytes + 1);
    if (!hasPower) faults.count('power failure');
    if (kept < bytes) faults.count('power failure that lost writes');
    const before = file();
    const mixed = hasPower || log.copy === undefined ? undefined : fileAfterPowerFailure(before, log.copy);
    const content = existsSync(path) ? readFileSync(path).subarray(0, kept) : Buffer.alloc(0);
    lives += 1;
    mkdirSync(folder());
    if (mixed === undefined) copyFileSync(before, file());
    else writeFileSync(file(), mixed);
    writeFileSync(`${file()}-wal`, content);
    closeHarness();
    closeReader(log);
    if (database.isOpen) database.close();
    log = undefined;
    rmSync(join(root, String(lives - 1)), { recursive: true });
  }

  function fileAfterPowerFailure(path: string, { before }: NonNullable<Log['copy']>): Buffer {
    faults.count('power failure during a checkpoint');
    // The number of choices depends on the pages.
    return mixPages(before, readFileSync(path), createRandom(random.below(2 ** 31)));
  }

  /** A reader keeps SQLite from writing over the log before the copied pages are synced. */
  function beginCheckpoint(): (() => void) | undefined {
    const current = log;
    if (current === undefined || !current.database.isOpen || current.copy !== undefined) return undefined;
    const reader = openDatabase(file(), { readOnly: true });
    reader.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
    current.copy = { before: readFileSync(file()), reader };
    current.database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    if (current.syncsFile) current.syncedBytes = sizeOf(current.path);
    return () => {
      if (log === current && current.database.isOpen) endCheckpoint(current);
    };
  }

  function closeHarness(): void {
    harness?.database.close();
    harness = undefined;
  }

  return {
    eventStore: delegateTo(() => current().eventStore),
    documents: delegateTo(() => current().documents),
    configFor: (config) => ({ ...config, dataDir: folder() }),
    openerOf:
      (process, connection) =>
      (...args) =>
        openStores(...args, {
          startStorage: startStorageHere({
            ...{ scheduler, random, faults, process, connection },
            open(path) {
              if (log !== undefined) closeReader(log);
              log = openLogged(path);
              return log.database;
            },
          }),
        }),
    crash,
    isFile: true,
    beginCheckpoint,
    loseAllButVault: () => Promise.resolve(false),
    backUp: () => undefined,
    restore: () => Promise.resolve(false),
    restoreInParts: () => Promise.resolve(false),
    restoredAtMs: () => undefined,
    restoreEvents: () => Promise.resolve(false),
    tearSnapshot: () => Promise.resolve(false),
    lostAtMs: () => undefined,
    close() {
      closeHarness();
      if (log !== undefined) closeReader(log);
      if (log?.database.isOpen === true) log.database.close();
      rmSync(root, { recursive: true });
    },
  };
}

function openForHarness(file: string) {
  const database = openDatabase(file);
  return {
    database,
    eventStore: createSqliteEventStore(database),
    documents: createSqliteDocuments(database),
  };
}

function closeReader({ copy }: Log): void {
  if (copy?.reader.isOpen === true) copy.reader.close();
}

/** The copied pages are synced, and the log begins again. */
function endCheckpoint(log: Log): void {
  closeReader(log);
  log.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  log.syncedBytes = 0;
  if (sizeOf(log.path) > 0) throw new Error('The log was not copied completely.');
  if (log.syncsFile) log.copy = undefined;
}

/**
 * SQLite syncs the log with each commit at the level FULL, and at other levels only before it copies the log into the file. At
 * the level OFF it syncs nothing.
 */
function openLogged(file: string): Log {
  const database = openDatabase(file);
  const run = database.exec.bind(database);
  run('PRAGMA wal_checkpoint(TRUNCATE)');
  const log: Log = { database, path: `${file}-wal`, syncedBytes: 0, syncsFile: true, copy: undefined };
  let isFull = true;
  const observed = (sql: string): void => {
    run(sql);
    if (sql.startsWith('PRAGMA synchronous=')) {
      isFull = sql.endsWith('FULL');
      log.syncsFile = !sql.endsWith('OFF');
    } else if (isFull && !database.isTransaction && !sql.startsWith('PRAGMA'))
      log.syncedBytes = sizeOf(log.path);
  };
  // The method cannot be assigned.
  Object.defineProperty(database, 'exec', { value: observed });
  return log;
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
