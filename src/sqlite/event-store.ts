/**
 * An event store in an SQLite file. One table contains all events in order of position; an index finds them by stream.
 * Any number of processes may open the file: a transaction takes the write lock before it reads the stream's revision.
 */
import { toPromise } from '../async/to-promise.ts';
import { withStoreErrors, prepare, prepareTuples, transaction, type Database } from './database.ts';
import { createSignal, type Signal } from '../async/signal.ts';
import { followPages } from '../event-store/follow.ts';
import { START, StoreUnavailable, type EventStore, type StoredEvent } from '../event-store/port.ts';
import { createSqliteAppender } from './event-appender.ts';

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
export type EventReader = Omit<EventStore, 'append'>;

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
