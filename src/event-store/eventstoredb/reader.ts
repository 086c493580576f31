/**
 * Reading from EventStoreDB: one stream, or the log of all streams. Each reading has a deadline of our own, as the
 * client's has no effect on them.
 */
import {
  BACKWARDS,
  END,
  ErrorType,
  FORWARDS,
  START as CLIENT_START,
  type AllStreamResolvedEvent,
  type EventStoreDBClient,
  type Position,
  type RecordedEvent,
  type ResolvedEvent,
  type StreamingRead,
} from '@eventstore/db-client';
import { positionOf, toStoredEvent } from './event-data.ts';
import { withStoreErrors, errorTypeOf } from './errors.ts';
import { START, StoreUnavailable, type StoredEvent } from '../port.ts';

export type Connection = { readonly client: EventStoreDBClient; readonly deadlineMs: number };

/** The streams of the service. A server has others, its own to begin with, and a reading of all of them shows them. */
export const STREAM_PREFIXES = ['book-', 'platform', 'treasury-'] as const;

/** How many of the newest events are searched at first for one of ours. */
const HEAD_PAGE = 8;
const HEAD_PAGE_MAX = 4_096;

const isStreamNotFound = (type: unknown): boolean => type === ErrorType.STREAM_NOT_FOUND;

/** Throws a StoreUnavailable unless the server answers a small reading. */
export async function probe(connection: Connection): Promise<void> {
  await readAll(connection, END, 1, BACKWARDS);
}

export async function readStream(
  { client, deadlineMs }: Connection,
  stream: string,
  fromRevision: number,
  count: number,
): Promise<StoredEvent[]> {
  if (count < 1) return [];
  const options = { fromRevision: BigInt(fromRevision), maxCount: count, direction: FORWARDS } as const;
  return (await collect(client.readStream(stream, options), deadlineMs)).map(toStoredEvent);
}

export async function readLast(
  { client, deadlineMs }: Connection,
  stream: string,
): Promise<StoredEvent | undefined> {
  const options = { fromRevision: END, maxCount: 1, direction: BACKWARDS } as const;
  return (await collect(client.readStream(stream, options), deadlineMs)).map(toStoredEvent)[0];
}

/** Events of all streams, the server's own included. Forwards it begins with the event at `from`, backwards before it. */
function readAll(
  { client, deadlineMs }: Connection,
  from: Position | typeof CLIENT_START | typeof END,
  count: number,
  direction: typeof FORWARDS | typeof BACKWARDS,
): Promise<RecordedEvent[]> {
  return collect(client.readAll({ fromPosition: from, maxCount: count, direction }), deadlineMs);
}

/** The server can't search its log backwards, so it is read in growing pages: in most cases the first one will do. */
export async function readHead(connection: Connection): Promise<bigint> {
  let from: Position | typeof END = END;
  for (let count = HEAD_PAGE; ; count = Math.min(count * 4, HEAD_PAGE_MAX)) {
    const page: RecordedEvent[] = await readAll(connection, from, count, BACKWARDS);
    const newest = page.find(isOurs);
    if (newest !== undefined) return positionOf(newest);
    const oldest = page.at(-1);
    if (oldest?.position === undefined) return START;
    from = oldest.position;
  }
}

/**
 * Reads the log on behalf of one follower. It remembers how far it has looked beyond the follower's position, so that
 * a long run of events that are not ours is read once.
 */
export function createPageReader(
  connection: Connection,
): (position: bigint, count: number) => Promise<StoredEvent[]> {
  let looked: Position = { commit: START, prepare: START };

  return async (position, count) => {
    if (looked.commit < position) looked = { commit: position, prepare: position };
    for (;;) {
      const from = looked.commit === START ? CLIENT_START : looked;
      // One more, as the log is read from the last known event on.
      const page = await readAll(connection, from, count + 1, FORWARDS);
      const fresh = page.filter((event) => positionOf(event) > looked.commit).slice(0, count);
      const last = fresh.at(-1);
      if (last?.position === undefined) return [];
      looked = last.position;
      const ours = fresh.filter(isOurs);
      if (ours.length > 0) return ours.map(toStoredEvent);
    }
  };
}

function isOurs({ streamId }: RecordedEvent): boolean {
  return STREAM_PREFIXES.some((prefix) => streamId.startsWith(prefix));
}

/** Reads to the end, as a reading that is left early keeps the client from closing. None for a missing stream. */
async function collect(
  reading: StreamingRead<ResolvedEvent> | StreamingRead<AllStreamResolvedEvent>,
  deadlineMs: number,
): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  const read = async (): Promise<void> => {
    for await (const { event } of reading) if (event !== undefined) events.push(event);
  };
  // An error that comes after the deadline finds nobody listening, which would end the process.
  reading.on('error', () => undefined);
  try {
    await withStoreErrors(read(), deadlineMs, isStreamNotFound);
    return events;
  } catch (error) {
    reading.cancel().catch(() => undefined);
    if (error instanceof StoreUnavailable || !isStreamNotFound(errorTypeOf(error))) throw error;
    return [];
  }
}
