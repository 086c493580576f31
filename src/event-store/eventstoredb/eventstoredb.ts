/** An event store in EventStoreDB. */

import {
  END,
  ErrorType,
  EventStoreDBClient,
  WrongExpectedVersionError,
  streamNameFilter,
} from '@eventstore/db-client';
import { createSignal, type Signal } from '../../async/wait.ts';
import { clearTimeout, currentTime, randomUUID, setTimeout } from '../../system/runtime.ts';
import { followPages } from '../follow.ts';
import { NO_STREAM, StoreUnavailable, assertAppendable, type EventStore } from '../port.ts';
import { createAppendCalls, withStoreErrors, type Success } from './calls.ts';
import { encodeAppend } from './messages.ts';
import {
  STREAM_PREFIXES,
  createHeadReader,
  createPageReader,
  probe,
  readLast,
  readStream,
  type Connection,
} from './reads.ts';
import { createStreamSettings, userOf } from './stream-settings.ts';

// Appends to EventStoreDB, always at an exact revision: the server forgets known event IDs when it restarts, and would
// then store an append to "any" revision twice.
//
// Its connection is used for appends only, because a broken read would replace it while appends are unanswered. Few appends are
// in flight, so that those that nobody waits for any more are not sent once a server that hangs continues.

const IN_FLIGHT_MAX = 12;
/** The client detects a dead connection within this time and rejects its calls. */
const LOST_AFTER_MS = 60_000;
/** The server drops calls after a deadline from our clock. Tolerates clocks that differ by this much. */
const CLOCK_SKEW_MS = 300_000;
const DISPOSE_DEADLINE_MS = 2_000;

export type Appender = {
  /** As in the port, but without a position for an append that the server already had. */
  append(...args: Parameters<EventStore['append']>): Promise<Appended>;
  close(): Promise<void>;
};

type Appended =
  | { readonly ok: true; readonly revision: number; readonly position: bigint | undefined }
  | { readonly ok: false; readonly actual: number };

export function createAppender(url: string, deadlineMs: number): Appender {
  const client = EventStoreDBClient.connectionString(url);
  const calls = createAppendCalls(client);
  const slots = createSlots(IN_FLIGHT_MAX);

  /** Waits for a free slot, unless the caller has given up by then. */
  const send = async (isAbandoned: () => boolean, work: () => Promise<Success>): Promise<Success> => {
    const release = await slots.take();
    if (isAbandoned()) {
      release();
      throw new StoreUnavailable('EventStoreDB was too busy to accept the append in time');
    }
    const sent = work();
    const lost = setTimeout(release, deadlineMs + LOST_AFTER_MS).unref();
    const onSettled = (): void => {
      clearTimeout(lost);
      release();
    };
    sent.then(onSettled, onSettled);
    return sent;
  };

  return {
    append: async (stream, events, expectedRevision) => {
      assertAppendable(events, expectedRevision);
      const correlationId = randomUUID();
      const message = encodeAppend({
        ...{ correlationId, stream, events },
        expectedRevision: expectedRevision === NO_STREAM ? undefined : expectedRevision,
        deadline: Math.ceil((currentTime() + deadlineMs + CLOCK_SKEW_MS) / 1000),
      });
      let isAbandoned = false;
      const sending = send(
        () => isAbandoned,
        () => calls.append(correlationId, message),
      );
      try {
        return { ok: true, ...(await withStoreErrors(sending, deadlineMs, isWrongRevision)) };
      } catch (error) {
        isAbandoned = true;
        if (!(error instanceof WrongExpectedVersionError)) throw error;
        const { actualVersion } = error;
        return { ok: false, actual: typeof actualVersion === 'bigint' ? Number(actualVersion) : NO_STREAM };
      }
    },
    close: () => withStoreErrors(client.dispose(), DISPOSE_DEADLINE_MS).catch(() => undefined),
  };
}

const isWrongRevision = (type: unknown): boolean => type === ErrorType.WRONG_EXPECTED_VERSION;

type Slots = {
  /** Resolves with a function that releases the slot. */
  take(): Promise<() => void>;
};

function createSlots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];
  const enter = (): (() => void) => {
    let released = false;
    return () => {
      if (released) return;
      released = true;
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    };
  };
  return {
    take: () =>
      new Promise((resolve) => {
        if (free === 0) {
          waiting.push(() => resolve(enter()));
          return;
        }
        free -= 1;
        resolve(enter());
      }),
  };
}

// A subscription that only signals that new events exist. The server drops a live subscription when a burst outgrows its
// buffer, so nothing depends on what this one delivers or misses.
//
// It still delivers whole events, which costs as much as reading them. It is therefore open only while a follower waits,
// and closed while followers read page after page.

/** Followers read pages while a dropped subscription is closed. The pause spares a server that is unavailable. */
const REOPEN_DELAY_MS = 100;

/** Events in a row without a waiting follower before the subscription is closed. */
const UNUSED_EVENTS_MAX = 64;

export type SubscriptionSignal = Pick<Signal, 'count' | 'wait'> & { close(): void };

/** Signals when an event is appended to a stream with one of these prefixes, or when one may have been missed. */
export function createSubscriptionSignal(
  client: EventStoreDBClient,
  prefixes: readonly string[],
): SubscriptionSignal {
  const signal = createSignal();
  let waiting = 0;
  let unusedEvents = 0;
  /** Closes the subscription. Also set during the reopen delay, and for good once this signal is closed. */
  let unsubscribe: (() => void) | undefined;

  const open = (): void => {
    unsubscribe ??= subscribe(client, prefixes, {
      // Events may have been appended between the last read and the start of the subscription.
      onConfirmed: () => signal.notify(),
      onEvent: () => {
        signal.notify();
        unusedEvents += 1;
        if (unusedEvents < UNUSED_EVENTS_MAX) return;
        unsubscribe?.();
        unsubscribe = undefined;
      },
      onDropped: () => {
        const timer = setTimeout(() => {
          unsubscribe = undefined;
          if (waiting > 0) open();
        }, REOPEN_DELAY_MS);
        unsubscribe = () => clearTimeout(timer);
        signal.notify();
      },
    });
  };

  return {
    count: () => signal.count(),
    async wait(seen, options) {
      unusedEvents = 0;
      waiting += 1;
      open();
      try {
        await signal.wait(seen, options);
      } finally {
        waiting -= 1;
      }
    },
    close() {
      signal.notify();
      unsubscribe?.();
      unsubscribe = () => undefined;
    },
  };
}

type Listener = {
  readonly onConfirmed: () => void;
  readonly onEvent: () => void;
  readonly onDropped: () => void;
};

/** Returns a function that ends the subscription; the listener is not called after that. */
function subscribe(
  client: EventStoreDBClient,
  prefixes: readonly string[],
  { onConfirmed, onEvent, onDropped }: Listener,
): () => void {
  let isClosed = false;
  const unlessClosed = (listener: () => void) => (): void => {
    if (!isClosed) listener();
  };
  const dropped = unlessClosed(() => {
    isClosed = true;
    onDropped();
  });
  const subscription = client
    .subscribeToAll({ fromPosition: END, filter: streamNameFilter({ prefixes: [...prefixes] }) })
    .on('confirmation', unlessClosed(onConfirmed))
    .on('data', unlessClosed(onEvent))
    .on('error', dropped)
    .on('end', dropped);
  return unlessClosed(() => {
    isClosed = true;
    // A subscription that was never confirmed cannot be ended either.
    subscription.unsubscribe().catch(() => undefined);
  });
}

export type EventStoreDbOptions = {
  /** How long to wait for one call. */
  readonly deadlineMs?: number;
};

const DEADLINE_MS = 10_000;
/** Followers poll this often even without a signal. */
const POLL_MS = 1_000;

/** The client knows only the first of the schemes that the servers of all releases have documented. */
const asKnownUrl = (url: string): string =>
  url.replace(/^(?:kurrentdb|kurrent|kdb)(\+discover)?:/, 'esdb$1:');

/**
 * `url` is a connection string: `esdb://user:password@host:2113`, with `?tls=false` for a server without TLS. It may also start with
 * `kurrentdb:`. The first
 * call connects. Streams with other names than the service's can be written and read, but are not followed.
 */
export function createEventStoreDb(
  givenUrl: string,
  { deadlineMs = DEADLINE_MS }: EventStoreDbOptions = {},
): EventStore {
  const url = asKnownUrl(givenUrl);
  const client = EventStoreDBClient.connectionString(url);
  const connection: Connection = { client, deadlineMs };
  const appender = createAppender(url, deadlineMs);
  const head = createHeadReader(connection);
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
    head: () => whileOpen(head),
    follow(position, options) {
      const readPage = createPageReader(connection, options.signal);
      const readAfter: typeof readPage = (...after) => whileOpen(() => readPage(...after));
      return followPages({ readAfter, appended, pollMs: POLL_MS }, position, options);
    },
    settings: createStreamSettings(connection, append, userOf(url)),
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
