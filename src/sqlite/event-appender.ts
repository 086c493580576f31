/**
 * Appends events to an SQLite file. Appends from one turn of the event loop share a transaction, and so one wait for the
 * disk. Writers of different streams therefore barely slow each other down.
 */
import { setImmediate } from '../system/runtime.ts';
import { prepare, transaction, type Database } from './database.ts';
import { assertAppendable } from '../event-store/append-limits.ts';
import type { Signal } from '../async/signal.ts';
import {
  NO_STREAM,
  START,
  StoreUnavailable,
  type AppendResult,
  type EventStore,
  type NewEvent,
} from '../event-store/port.ts';

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
export function createSqliteAppender(database: Database, appended: Signal): Appender {
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
