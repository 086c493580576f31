/** An event store in EventStoreDB. */
import { EventStoreDBClient } from '@eventstore/db-client';
import { createAppender } from './appender.ts';
import { createSubscriptionSignal } from './subscription-signal.ts';
import { withStoreErrors } from './errors.ts';
import {
  createPageReader,
  STREAM_PREFIXES,
  probe,
  readHead,
  readLast,
  readStream,
  type Connection,
} from './reader.ts';
import { followPages } from '../follow.ts';
import { StoreUnavailable, type EventStore } from '../port.ts';

export type EventStoreDbOptions = {
  /** How long to wait for one call. */
  readonly deadlineMs?: number;
};

const DEADLINE_MS = 10_000;
const DISPOSE_DEADLINE_MS = 2_000;
/** Followers poll this often even without a signal. */
const POLL_MS = 1_000;

/**
 * `url` is a connection string: `esdb://user:password@host:2113`, with `?tls=false` for a server without TLS. The first
 * call connects. Streams with other names than the service's can be written and read, but are not followed.
 */
export function createEventStoreDb(
  url: string,
  { deadlineMs = DEADLINE_MS }: EventStoreDbOptions = {},
): EventStore {
  const client = EventStoreDBClient.connectionString(url);
  const connection: Connection = { client, deadlineMs };
  const appender = createAppender(url, deadlineMs);
  const appended = createSubscriptionSignal(client, STREAM_PREFIXES);
  let closed = false;

  const whileOpen = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    if (closed) throw new StoreUnavailable('the event store is closed');
    return work();
  };
  const append: EventStore['append'] = async (stream, events, expectedRevision) => {
    const result = await appender.append(stream, events, expectedRevision);
    if (!result.ok) return result;
    const { ok, revision, position = await readPosition(connection, stream, revision) } = result;
    return { ok, revision, position };
  };

  return {
    append: (...args) => whileOpen(() => append(...args)),
    read: (stream, from, count) => whileOpen(() => readStream(connection, stream, from, count)),
    readLast: (stream) => whileOpen(() => readLast(connection, stream)),
    head: () => whileOpen(() => readHead(connection)),
    follow(position, options) {
      const readPage = createPageReader(connection);
      const readAfter: typeof readPage = (...after) => whileOpen(() => readPage(...after));
      return followPages({ readAfter, appended, pollMs: POLL_MS }, position, options);
    },
    ping: () => whileOpen(() => probe(connection)),
    close: async () => {
      if (closed) return;
      closed = true;
      appended.close();
      // The client's own dispose may wait forever for an unfinished read.
      const disposed = withStoreErrors(client.dispose(), DISPOSE_DEADLINE_MS).catch(() => undefined);
      await Promise.all([disposed, appender.close()]);
    },
  };
}

async function readPosition(connection: Connection, stream: string, revision: number): Promise<bigint> {
  const [event] = await readStream(connection, stream, revision, 1);
  if (event === undefined)
    throw new StoreUnavailable(`${stream} does not contain the events that were just appended`);
  return event.position;
}
