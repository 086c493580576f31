/**
 * Appends to EventStoreDB, always at an exact revision: the server forgets known event IDs when it restarts, and would
 * then store an append to "any" revision twice.
 *
 * Its connection is used for appends only, because a broken read would replace it while appends are unanswered. Few appends are
 * in flight, so that those that nobody waits for any more are not sent once a server that hangs continues.
 */
import { ErrorType, EventStoreDBClient, WrongExpectedVersionError } from '@eventstore/db-client';
import { clearTimeout, currentTime, randomUUID, setTimeout } from '../../system/runtime.ts';
import { NO_STREAM, StoreUnavailable, assertAppendable, type EventStore } from '../port.ts';
import { createAppendCalls, withStoreErrors, type Success } from './calls.ts';
import { encodeAppend } from './messages.ts';

const IN_FLIGHT_MAX = 12;
/** The client detects a dead connection within this time and rejects its calls. */
const LOST_AFTER_MS = 60_000;
/** The server drops calls after a deadline from our clock. Tolerates clocks that differ by this much. */
const CLOCK_SKEW_MS = 300_000;
const DISPOSE_DEADLINE_MS = 2_000;

type Appender = {
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
