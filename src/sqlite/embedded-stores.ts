/** Embedded mode: events and documents in one SQLite file, written by the storage thread and read on this thread. */

import { join } from 'node:path';
import { createSignal } from '../async/wait.ts';
import { StoreUnavailable, type EventStore } from '../event-store/port.ts';
import type { DocumentStore } from '../read-models/port.ts';
import { openDatabase, openLockFile, type Database } from './database.ts';
import { createSqliteDocuments } from './documents.ts';
import { createSqliteEventReader } from './event-store.ts';
import {
  startStorageThread,
  type StorageThread,
  type ThreadCall,
  type ThreadEvents,
} from './thread/start-storage-thread.ts';
import type { ThreadOptions } from './thread/storage.ts';

/** `startStorage` starts the thread; tests may run the storage elsewhere. */
type EmbeddedStoresOptions = ThreadOptions &
  ThreadEvents & { readonly startStorage?: StartStorage | undefined };
export type StartStorage = (options: ThreadOptions, events: ThreadEvents) => Promise<StorageThread>;

export type EmbeddedStores = {
  readonly eventStore: EventStore;
  readonly documents: DocumentStore;
  /** Makes the thread's projector continue at once, because a reader is waiting. */
  hurry(): void;
  /** Closes the thread after its pending calls. */
  readonly close: () => Promise<void>;
};

/** Resolves when both stores are ready. Throws StoreUnavailable when the file cannot be opened. */
export async function openEmbeddedStores({
  file,
  projector,
  startStorage = startStorageThread,
  ...events
}: EmbeddedStoresOptions): Promise<EmbeddedStores> {
  const thread = await startStorage({ file, ...(projector && { projector }) }, events);
  const database = await openForReading(file, thread);
  const eventStore = embeddedEventStore(database, thread.call);
  const documents = embeddedDocuments(database, thread.call);
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await eventStore.close();
    await documents.close();
    // The thread's connection closes last, because the last connection deletes the log files.
    if (database.isOpen) database.close();
    await thread.close();
  };
  const hurry = (): void => {
    // The exit of a thread is reported through onExit.
    thread.call('hurry').catch(() => undefined);
  };
  return { eventStore, documents, hurry, close: () => (closed ??= close()) };
}

async function openForReading(file: string, thread: StorageThread): Promise<Database> {
  try {
    return openDatabase(file, { readOnly: true });
  } catch (error) {
    // A running thread would keep the process alive.
    await thread.close();
    throw error;
  }
}

function embeddedEventStore(database: Database, call: ThreadCall): EventStore {
  const appended = createSignal();
  const reader = createSqliteEventReader(database, appended);
  const guard = createCloseGuard('the event store is closed');
  return {
    ...reader,
    append: guard.whileOpen(async (...args: Parameters<EventStore['append']>) => {
      const result = await call('append', ...args);
      if (result.ok) appended.notify();
      return result;
    }),
    ping: guard.whileOpen(() => call('ping')),
    close: () => {
      guard.close();
      return reader.close();
    },
  };
}

function embeddedDocuments(database: Database, call: ThreadCall): DocumentStore {
  const reader = createSqliteDocuments(database);
  const guard = createCloseGuard('the document store is closed');
  return {
    ...reader,
    ensure: guard.whileOpen((...args: Parameters<DocumentStore['ensure']>) => call('ensure', ...args)),
    write: guard.whileOpen((...args: Parameters<DocumentStore['write']>) => call('write', ...args)),
    drop: guard.whileOpen((...args: Parameters<DocumentStore['drop']>) => call('drop', ...args)),
    expire: guard.whileOpen((...args: Parameters<DocumentStore['expire']>) => call('expire', ...args)),
    remove: guard.whileOpen((...args: Parameters<DocumentStore['remove']>) => call('remove', ...args)),
    putRecord: guard.whileOpen((...args: Parameters<DocumentStore['putRecord']>) =>
      call('putRecord', ...args),
    ),
    replaceRecord: guard.whileOpen((...args: Parameters<DocumentStore['replaceRecord']>) =>
      call('replaceRecord', ...args),
    ),
    deleteRecord: guard.whileOpen((...args: Parameters<DocumentStore['deleteRecord']>) =>
      call('deleteRecord', ...args),
    ),
    ping: guard.whileOpen(() => call('ping')),
    close: () => {
      guard.close();
      return reader.close();
    },
  };
}

type CloseGuard = {
  whileOpen<Args extends unknown[], Result>(
    work: (...args: Args) => Promise<Result>,
  ): (...args: Args) => Promise<Result>;
  close(): void;
};

/** Rejects calls to one store after its close, because the thread still serves the other. */
function createCloseGuard(reason: string): CloseGuard {
  let closed = false;
  return {
    whileOpen:
      (work) =>
      (...args) =>
        closed ? Promise.reject(new StoreUnavailable(reason)) : work(...args),
    close: () => {
      closed = true;
    },
  };
}

// Lets one process at a time use a folder.

const LOCK_FILE_NAME = 'service.lock';

/**
 * Locks the folder until the returned function is called or the process ends, in any way.
 * Undefined when it is locked already. Throws StoreUnavailable when the lock file cannot be opened.
 */
export function lockFolder(folder: string): (() => void) | undefined {
  const database = openLockFile(join(folder, LOCK_FILE_NAME));
  return database && (() => database.close());
}
