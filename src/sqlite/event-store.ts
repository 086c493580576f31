/**
 * An event store in an SQLite file. One table contains all events in order of position; an index finds them by stream.
 * Any number of processes may open the file: a transaction takes the write lock before it reads the stream's revision.
 */

import { createSignal, toPromise, type Signal } from '../async/wait.ts';
import { followPages } from '../event-store/follow.ts';
import {
  NO_STREAM,
  START,
  StoreUnavailable,
  assertAppendable,
  type AppendResult,
  type EventStore,
  type NewEvent,
  type StoredEvent,
} from '../event-store/port.ts';
import { setImmediate } from '../system/runtime.ts';
import { prepare, prepareTuples, transaction, withStoreErrors, type Database } from './database.ts';

// Appends events to an SQLite file. Appends from one turn of the event loop share a transaction, and so one wait for the
// disk. Writers of different streams therefore barely slow each other down.

type Appender = { append: EventStore['append']; close(): void };

type QueuedAppend = {
  readonly stream: string;
  readonly events: readonly NewEvent[];
  readonly expectedRevision: number;
  readonly resolve: (result: AppendResult) => void;
  readonly reject: (error: unknown) => void;
};

/** Larger transactions are split, so that the first appends do not wait for the last. */
const TRANSACTION_EVENTS_MAX = 2_000;

/** Notifies `appended` after each transaction with new events. `close` first writes queued appends. */
function createSqliteAppender(database: Database, appended: Signal): Appender {
  const appendRows = createRowAppender(database);
  let queue: QueuedAppend[] = [];
  let closed = false;

  const flushSome = (): void => {
    const batch = takeBatch(queue);
    queue = queue.slice(batch.length);
    if (queue.length > 0) setImmediate(flushSome);
    if (batch.length > 0) write(batch);
  };
  const write = (batch: readonly QueuedAppend[]): void => {
    try {
      const results = transaction(database, 'full', () => batch.map(appendRows));
      batch.forEach(({ resolve, reject }, index) => {
        const result = results[index];
        if (result === undefined) reject(new Error('the transaction returned no result for an append'));
        else resolve(result);
      });
      if (results.some(({ ok }) => ok)) appended.notify();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  return {
    append: (stream, events, expectedRevision) =>
      new Promise((resolve, reject) => {
        if (closed) throw new StoreUnavailable('the event store is closed');
        assertAppendable(events, expectedRevision);
        queue.push({ stream, events, expectedRevision, resolve, reject });
        if (queue.length === 1) setImmediate(flushSome);
      }),
    close: () => {
      closed = true;
      while (queue.length > 0) flushSome();
    },
  };
}

/** The first appends that fit into one transaction, and at least one. */
function takeBatch(queue: readonly QueuedAppend[]): QueuedAppend[] {
  let events = 0;
  const end = queue.findIndex((waiting, index) => {
    events += waiting.events.length;
    return index > 0 && events > TRANSACTION_EVENTS_MAX;
  });
  return end === -1 ? [...queue] : queue.slice(0, end);
}

type Append = Pick<QueuedAppend, 'stream' | 'events' | 'expectedRevision'>;

/** Inserts the rows of one append. Requires a transaction, which makes the revision check and the insert atomic. */
function createRowAppender(database: Database): (append: Append) => AppendResult {
  const findStream = prepare<{ key: number }>(database, 'SELECT key FROM streams WHERE name = ?');
  const addStream = prepare<{ key: number }>(database, 'INSERT INTO streams (name) VALUES (?) RETURNING key');
  const findRevision = prepare<{ revision: number | null }>(
    database,
    'SELECT max(revision) AS revision FROM events WHERE stream = ?',
  );
  const findPosition = prepare<{ position: number | null }>(
    database,
    'SELECT max(position) AS position FROM events',
  );
  const addEvent = prepare(database, 'INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)');

  return ({ stream, events, expectedRevision }) => {
    const known = findStream.get(stream)?.key;
    const actual = known === undefined ? NO_STREAM : (findRevision.get(known)?.revision ?? NO_STREAM);
    if (actual !== expectedRevision) return { ok: false, actual };
    const key = known ?? addStream.get(stream)?.key;
    if (key === undefined) throw new Error(`the insert of stream '${stream}' returned no key`);
    let revision = actual;
    let position = findPosition.get()?.position ?? Number(START);
    for (const { id, type, data, metadata } of events) {
      revision += 1;
      position += 1;
      addEvent.run(position, key, revision, id, type, data, metadata);
    }
    return { ok: true, revision, position: BigInt(position) };
  };
}

/** Rows refer to their stream by a short number. The triggers protect history from mistakes of other programs. */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS streams (key INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY,
    stream INTEGER NOT NULL REFERENCES streams (key),
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    data TEXT NOT NULL,
    metadata TEXT NOT NULL,
    UNIQUE (stream, revision)
  ) STRICT;
  CREATE TRIGGER IF NOT EXISTS events_never_change BEFORE UPDATE ON events
    BEGIN SELECT RAISE (ABORT, 'Events never change.'); END;
  CREATE TRIGGER IF NOT EXISTS events_never_go BEFORE DELETE ON events
    BEGIN SELECT RAISE (ABORT, 'Events are never deleted.'); END;
`;

/** How often followers poll for events of other processes, which cannot signal them. */
const POLL_MS = 250;

type EventRow = readonly [
  position: number,
  stream: string,
  revision: number,
  id: string,
  type: string,
  data: string,
  metadata: string,
];

/** The read methods of the port. */
type EventReader = Omit<EventStore, 'append'>;

/**
 * Creates an event store on a connection. The caller closes the connection after the store. An append is on disk when it
 * resolves.
 */
export function createSqliteEventStore(database: Database): EventStore {
  transaction(database, 'full', () => database.exec(SCHEMA));
  const appended = createSignal();
  const appender = createSqliteAppender(database, appended);
  const reader = createSqliteEventReader(database, appended);
  return {
    ...reader,
    append: appender.append,
    close: () => {
      appender.close();
      return reader.close();
    },
  };
}

/**
 * Creates a reader, which may use a read-only connection once another one has created the tables. The code that appends
 * must notify `appended`.
 */
export function createSqliteEventReader(database: Database, appended: Signal): EventReader {
  const select = `SELECT position, name, revision, id, type, data, metadata
    FROM events JOIN streams ON streams.key = events.stream`;
  const page = prepareTuples<EventRow>(
    database,
    `${select} WHERE name = ? AND revision >= ? ORDER BY revision LIMIT ?`,
  );
  const last = prepareTuples<EventRow>(database, `${select} WHERE name = ? ORDER BY revision DESC LIMIT 1`);
  const after = prepareTuples<EventRow>(database, `${select} WHERE position > ? ORDER BY position LIMIT ?`);
  const newest = prepare<{ position: number | null }>(
    database,
    'SELECT max(position) AS position FROM events',
  );
  let closed = false;

  const whileOpen = <Result>(work: () => Result): Promise<Result> =>
    toPromise(() => {
      if (closed) throw new StoreUnavailable('the event store is closed');
      return withStoreErrors(work);
    });
  const head = (): bigint => BigInt(newest.get()?.position ?? START);
  const readAfter = (position: bigint, count: number): Promise<StoredEvent[]> =>
    whileOpen(() => after.all(position, count).map(toStored));

  return {
    read: (stream, from, count) => whileOpen(() => page.all(stream, from, count).map(toStored)),
    readLast: (stream) => whileOpen(() => last.all(stream).map(toStored)[0]),
    head: () => whileOpen(head),
    follow: (position, options) => followPages({ readAfter, appended, pollMs: POLL_MS }, position, options),
    ping: () =>
      whileOpen(() => {
        head();
      }),
    close: () =>
      toPromise(() => {
        closed = true;
        appended.notify();
      }),
  };
}

function toStored([position, stream, revision, id, type, data, metadata]: EventRow): StoredEvent {
  return { position: BigInt(position), stream, revision, id, type, data, metadata };
}
