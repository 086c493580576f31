/**
 * Appends to EventStoreDB, always at an exact revision: the server forgets known event IDs when it restarts, and would
 * then store an append to "any" revision twice.
 *
 * The client sends all appends of a process over one stream of calls. That leads to three rules:
 * - Its connection is used for appends only, because a broken read would replace it while its stream is still in use.
 * - All stores of the process with the same URL share it.
 * - Few appends are in flight, so that none waits in the stream's buffer. When the stream breaks, an append in the buffer
 *   is rejected where no code can handle it, which ends the process.
 */
import {
  ErrorType,
  EventStoreDBClient,
  NO_STREAM as CLIENT_NO_STREAM,
  WrongExpectedVersionError,
  type AppendResult as ClientResult,
} from '@eventstore/db-client';
import { clearTimeout, setTimeout } from '../../system/runtime.ts';
import { assertAppendable } from '../append-limits.ts';
import { toEventData } from './event-data.ts';
import { withStoreErrors } from './errors.ts';
import { NO_STREAM, StoreUnavailable, type EventStore } from '../port.ts';

/** Below 16, the number of messages in the buffer of a stream of calls. An append is one message. */
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

export type Appended =
  | { readonly ok: true; readonly revision: number; readonly position: bigint | undefined }
  | { readonly ok: false; readonly actual: number };

type Shared = { readonly client: EventStoreDBClient; readonly slots: Slots; users: number };
const sharedByUrl = new Map<string, Shared>();

export function createAppender(url: string, deadlineMs: number): Appender {
  const shared = join(url);

  /** Waits for a free slot, unless the caller has given up by then. */
  const send = async (
    isAbandoned: () => boolean,
    work: () => Promise<ClientResult>,
  ): Promise<ClientResult> => {
    const release = await shared.slots.take();
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
      const data = events.map(toEventData);
      const options = {
        expectedRevision: expectedRevision === NO_STREAM ? CLIENT_NO_STREAM : BigInt(expectedRevision),
        deadline: deadlineMs + CLOCK_SKEW_MS,
      } as const;
      let isAbandoned = false;
      const sending = send(
        () => isAbandoned,
        () => shared.client.appendToStream(stream, data, options),
      );
      try {
        const { nextExpectedRevision, position } = await withStoreErrors(
          sending,
          deadlineMs,
          isWrongRevision,
        );
        return { ok: true, revision: Number(nextExpectedRevision), position: position?.commit };
      } catch (error) {
        isAbandoned = true;
        if (!(error instanceof WrongExpectedVersionError)) throw error;
        const { actualVersion } = error;
        return { ok: false, actual: typeof actualVersion === 'bigint' ? Number(actualVersion) : NO_STREAM };
      }
    },
    close: () => leave(url, shared),
  };
}

const isWrongRevision = (type: unknown): boolean => type === ErrorType.WRONG_EXPECTED_VERSION;

function join(url: string): Shared {
  const shared = sharedByUrl.get(url) ?? {
    client: EventStoreDBClient.connectionString(url),
    slots: createSlots(IN_FLIGHT_MAX),
    users: 0,
  };
  sharedByUrl.set(url, shared);
  shared.users += 1;
  return shared;
}

async function leave(url: string, shared: Shared): Promise<void> {
  shared.users -= 1;
  if (shared.users > 0) return;
  sharedByUrl.delete(url);
  await withStoreErrors(shared.client.dispose(), DISPOSE_DEADLINE_MS).catch(() => undefined);
}

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
