/**
 * The embedded mode: events and documents in one SQLite file, written by a thread and read right here.
 */
import type { DocumentStore } from '../read-models/port.ts';
import { createSqliteDocuments } from './documents.ts';
import { createSignal } from '../async/signal.ts';
import { StoreUnavailable, type EventStore } from '../event-store/port.ts';
import { createSqliteEventReader } from './event-store.ts';
import { openDatabase, type Database } from './database.ts';
import {
  startStorageThread,
  type StorageThread,
  type ThreadCall,
  type ThreadEvents,
} from './thread/start-storage-thread.ts';
import type { ThreadOptions } from './thread/storage-thread.ts';

export type EmbeddedStoresOptions = ThreadOptions & ThreadEvents;

export type EmbeddedStores = {
  readonly eventStore: EventStore;
  readonly documents: DocumentStore;
  /** Tells the thread's projector that a reader waits for it. */
  hurry(): void;
  /** Ends the thread, after it has done what it was asked before. */
  readonly close: () => Promise<void>;
};

/** Resolves when both stores serve. Throws a StoreUnavailable when the file can't be opened. */
export async function openEmbeddedStores({
  file,
  projector,
  ...events
}: EmbeddedStoresOptions): Promise<EmbeddedStores> {
  const thread = await startStorageThread({ file, ...(projector && { projector }) }, events);
  const database = await openForReading(file, thread);
  const eventStore = embeddedEventStore(database, thread.call);
  const documents = embeddedDocuments(database, thread.call);
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await eventStore.close();
    await documents.close();
    // The thread's connection closes last, as the last connection of all tidies the file up.
    if (database.isOpen) database.close();
    await thread.close();
  };
  const hurry = (): void => {
    // A thread that is gone has said so already.
    thread.call('hurry').catch(() => undefined);
  };
  return { eventStore, documents, hurry, close: () => (closed ??= close()) };
}

async function openForReading(file: string, thread: StorageThread): Promise<Database> {
  try {
    return openDatabase(file, { readOnly: true });
  } catch (error) {
    // Nobody else would end it, and it would keep the process.
    await thread.close();
    throw error;
  }
}

function embeddedEventStore(database: Database, call: ThreadCall): EventStore {
  const appended = createSignal();
  const reader = createSqliteEventReader(database, appended);
  const gate = createGate('The event store is closed.');
  return {
    ...reader,
    append: gate.whileOpen(async (...args: Parameters<EventStore['append']>) => {
      const result = await call('append', ...args);
      if (result.ok) appended.notify();
      return result;
    }),
    ping: gate.whileOpen(() => call('ping')),
    close: () => {
      gate.close();
      return reader.close();
    },
  };
}

function embeddedDocuments(database: Database, call: ThreadCall): DocumentStore {
  const reader = createSqliteDocuments(database);
  const gate = createGate('The documents store is closed.');
  return {
    ...reader,
    ensure: gate.whileOpen((...args: Parameters<DocumentStore['ensure']>) => call('ensure', ...args)),
    write: gate.whileOpen((...args: Parameters<DocumentStore['write']>) => call('write', ...args)),
    drop: gate.whileOpen((...args: Parameters<DocumentStore['drop']>) => call('drop', ...args)),
    expire: gate.whileOpen((...args: Parameters<DocumentStore['expire']>) => call('expire', ...args)),
    putRecord: gate.whileOpen((...args: Parameters<DocumentStore['putRecord']>) =>
      call('putRecord', ...args),
    ),
    deleteRecord: gate.whileOpen((...args: Parameters<DocumentStore['deleteRecord']>) =>
      call('deleteRecord', ...args),
    ),
    ping: gate.whileOpen(() => call('ping')),
    close: () => {
      gate.close();
      return reader.close();
    },
  };
}

type Gate = {
  whileOpen<Args extends unknown[], Result>(
    work: (...args: Args) => Promise<Result>,
  ): (...args: Args) => Promise<Result>;
  close(): void;
};

/** The thread serves on while one of the two stores is closed, so that each has to keep its own door. */
function createGate(reason: string): Gate {
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
