/**
 * Appending to EventStoreDB, at an exact revision and nothing else: the server forgets the IDs it knows when it
 * restarts, and would then store an append to "any" revision twice.
 *
 * The client sends all appends of a process over one stream of calls, which makes them cheap, and keeps those under way
 * in one table. What follows from that is kept to here: a connection is used for appends alone (a broken reading would
 * have it replaced while its stream still lives), by all stores of the process that go to the same server, and with so
 * few appends under way that none has to wait in the stream's buffer (one that waits there when the stream breaks is
 * rejected where nobody can listen, and the process ends).
 */
import {
  ErrorType,
  EventStoreDBClient,
  NO_STREAM as CLIENT_NO_STREAM,
  WrongExpectedVersionError,
  type AppendResult as ClientResult,
} from '@eventstore/db-client';
import { assertAppendable } from '../append-limits.ts';
import { toEventData } from './event-data.ts';
import { withStoreErrors } from './errors.ts';
import { NO_STREAM, StoreUnavailable, type EventStore } from '../port.ts';

/** Less than the 16 messages that the buffer of a stream of calls holds. An append is one message. */
const UNDER_WAY_MAX = 12;
/** The client finds out that a connection is dead in less than this, and then rejects what was under way on it. */
const LOST_AFTER_MS = 60_000;
/** The server is told a moment by our clock, and drops what comes later. Clocks may differ by this much. */
const CLOCKS_APART_MS = 300_000;
const DISPOSE_DEADLINE_MS = 2_000;

export type Appender = {
  /** As the port's `append`, but an append that the server had before comes without a position. */
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

  /** Sends when there is a slot, unless the caller has gone by then. */
  const send = async (isGone: () => boolean, work: () => Promise<ClientResult>): Promise<ClientResult> => {
    const release = await shared.slots.take();
    if (isGone()) {
      release();
      throw new StoreUnavailable('EventStoreDB was too busy to take the append in time.');
    }
    const sent = work();
    const lost = setTimeout(release, deadlineMs + LOST_AFTER_MS).unref();
    const settled = (): void => {
      clearTimeout(lost);
      release();
    };
    sent.then(settled, settled);
    return sent;
  };

  return {
    append: async (stream, events, expectedRevision) => {
      assertAppendable(events, expectedRevision);
      const data = events.map(toEventData);
      const options = {
        expectedRevision: expectedRevision === NO_STREAM ? CLIENT_NO_STREAM : BigInt(expectedRevision),
        deadline: deadlineMs + CLOCKS_APART_MS,
      } as const;
      let gone = false;
      const sending = send(
        () => gone,
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
        gone = true;
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
    slots: createSlots(UNDER_WAY_MAX),
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
  /** Resolves when it is the caller's turn, with what to call once to let the next one in. */
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
