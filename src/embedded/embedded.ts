/**
 * The embedded mode: events and documents in one SQLite file, written by a thread and read right here.
 */
import type { Documents } from '../documents/port.ts';
import { createSqliteDocuments } from '../documents/sqlite.ts';
import { createBell } from '../eventstore/follow.ts';
import { StoreUnavailable, type EventStore } from '../eventstore/port.ts';
import { createSqliteEventReader } from '../eventstore/sqlite.ts';
import { openDatabase, type Database } from '../sqlite.ts';
import { startThread, type Thread, type ThreadCall, type ThreadEvents } from './start-thread.ts';
import type { ThreadOptions } from './thread.ts';

export type EmbeddedOptions = ThreadOptions & ThreadEvents;

export type Embedded = {
  readonly eventStore: EventStore;
  readonly documents: Documents;
  /** Tells the thread's projector that a reader waits for it. */
  hurry(): void;
  /** Ends the thread, after it has done what it was asked before. */
  readonly close: () => Promise<void>;
};

/** Resolves when both stores serve. Throws a StoreUnavailable when the file can't be opened. */
export async function startEmbedded({ file, projector, ...events }: EmbeddedOptions): Promise<Embedded> {
  const thread = await startThread({ file, ...(projector && { projector }) }, events);
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

async function openForReading(file: string, thread: Thread): Promise<Database> {
  try {
    return openDatabase(file, { readOnly: true });
  } catch (error) {
    // Nobody else would end it, and it would keep the process.
    await thread.close();
    throw error;
  }
}

function embeddedEventStore(database: Database, call: ThreadCall): EventStore {
  const bell = createBell();
  const reader = createSqliteEventReader(database, bell);
  const gate = createGate('The event store is closed.');
  return {
    ...reader,
    append: gate.whileOpen(async (...args: Parameters<EventStore['append']>) => {
      const result = await call('append', ...args);
      if (result.ok) bell.ring();
      return result;
    }),
    ping: gate.whileOpen(() => call('ping')),
    close: () => {
      gate.close();
      return reader.close();
    },
  };
}

function embeddedDocuments(database: Database, call: ThreadCall): Documents {
  const reader = createSqliteDocuments(database);
  const gate = createGate('The documents store is closed.');
  return {
    ...reader,
    ensure: gate.whileOpen((...args: Parameters<Documents['ensure']>) => call('ensure', ...args)),
    write: gate.whileOpen((...args: Parameters<Documents['write']>) => call('write', ...args)),
    drop: gate.whileOpen((...args: Parameters<Documents['drop']>) => call('drop', ...args)),
    expire: gate.whileOpen((...args: Parameters<Documents['expire']>) => call('expire', ...args)),
    putRecord: gate.whileOpen((...args: Parameters<Documents['putRecord']>) => call('putRecord', ...args)),
    deleteRecord: gate.whileOpen((...args: Parameters<Documents['deleteRecord']>) =>
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
