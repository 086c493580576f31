/** Reads from EventStoreDB: one stream, or the log of all streams. Enforces deadlines, because the client's have no effect on reads. */
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

/** Prefixes of the service's streams. The log of all streams also contains others, such as the server's own. */
export const STREAM_PREFIXES = ['book-', 'platform', 'treasury-', 'reconciliation-'] as const;

/** Page sizes of the backward search for the newest event of the service. */
const HEAD_PAGE = 8;
const HEAD_PAGE_MAX = 4_096;

const isStreamNotFound = (type: unknown): boolean => type === ErrorType.STREAM_NOT_FOUND;

/** Reads one event. Throws StoreUnavailable when the server does not answer. */
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

/** Events of all streams, including the server's own. Forwards, it includes the event at `from`; backwards, it does not. */
function readAll(
  { client, deadlineMs }: Connection,
  from: Position | typeof CLIENT_START | typeof END,
  count: number,
  direction: typeof FORWARDS | typeof BACKWARDS,
): Promise<RecordedEvent[]> {
  return collect(client.readAll({ fromPosition: from, maxCount: count, direction }), deadlineMs);
}

/** The server cannot filter a backward read, so this reads growing pages. The first one is usually enough. */
export async function readHead(connection: Connection): Promise<bigint> {
  let from: Position | typeof END = END;
  for (let count = HEAD_PAGE; ; count = Math.min(count * 4, HEAD_PAGE_MAX)) {
    const page: RecordedEvent[] = await readAll(connection, from, count, BACKWARDS);
    const newest = page.find(isServiceEvent);
    if (newest !== undefined) return positionOf(newest);
    const oldest = page.at(-1);
    if (oldest?.position === undefined) return START;
    from = oldest.position;
  }
}

/**
 * Reads pages of the log for one follower. It remembers how far it has read beyond the follower's position, so that a long
 * run of other streams' events is read only once.
 */
export function createPageReader(
  connection: Connection,
): (position: bigint, count: number) => Promise<StoredEvent[]> {
  let readTo: Position = { commit: START, prepare: START };

  return async (position, count) => {
    if (readTo.commit < position) readTo = { commit: position, prepare: position };
    for (;;) {
      const from = readTo.commit === START ? CLIENT_START : readTo;
      // One more, because the read includes the last known event.
      const page = await readAll(connection, from, count + 1, FORWARDS);
      const fresh = page.filter((event) => positionOf(event) > readTo.commit).slice(0, count);
      const last = fresh.at(-1);
      if (last?.position === undefined) return [];
      readTo = last.position;
      const matching = fresh.filter(isServiceEvent);
      if (matching.length > 0) return matching.map(toStoredEvent);
    }
  };
}

function isServiceEvent({ streamId }: RecordedEvent): boolean {
  return STREAM_PREFIXES.some((prefix) => streamId.startsWith(prefix));
}

/** Reads to the end, because an unfinished read blocks the client's close. Empty for a missing stream. */
async function collect(
  stream: StreamingRead<ResolvedEvent> | StreamingRead<AllStreamResolvedEvent>,
  deadlineMs: number,
): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  const read = async (): Promise<void> => {
    for await (const { event } of stream) if (event !== undefined) events.push(event);
  };
  // An error after the deadline would be unhandled and end the process.
  stream.on('error', () => undefined);
  try {
    await withStoreErrors(read(), deadlineMs, isStreamNotFound);
    return events;
  } catch (error) {
    stream.cancel().catch(() => undefined);
    if (error instanceof StoreUnavailable || !isStreamNotFound(errorTypeOf(error))) throw error;
    return [];
  }
}
