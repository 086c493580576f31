/** Reads from EventStoreDB: one stream, or the log of all streams. Enforces deadlines, because the client's have no effect on reads. */

import { ErrorType, StreamDeletedError, type EventStoreDBClient } from '@eventstore/db-client';
import { isAborted } from '../../async/wait.ts';
import { START, type Position, type StoredEvent, type StreamName } from '../port.ts';
import { startRead, withStoreErrors } from './calls.ts';
import type { ReadRequest } from './messages.ts';

export type Connection = { readonly client: EventStoreDBClient; readonly deadlineMs: number };

/** Prefixes of the service's streams. The log of all streams also contains others, such as the server's own. */
export const STREAM_PREFIXES = ['book-', 'platform', 'treasury-', 'reconciliation-'] as const;

const OF_SERVICE = { by: 'stream', prefixes: STREAM_PREFIXES } as const;

/**
 * The server reads this long over events of others until it finds some of the service: about 900,000 a second. A server that hangs is
 * noticed earlier, because the connection is checked.
 */
const SEARCH_DEADLINE_MS = 10 * 60_000;

/** Reads one event. Throws StoreUnavailable when the server does not answer. */
export async function probe(connection: Connection): Promise<void> {
  await collect(connection, { position: 'end', count: 1, isBackwards: true });
}

export async function readStream(
  connection: Connection,
  stream: string,
  from: number,
  count: number,
): Promise<StoredEvent[]> {
  return count < 1 ? [] : collect(connection, { stream, from, count });
}

export async function readLast(connection: Connection, stream: string): Promise<StoredEvent | undefined> {
  return (await collect(connection, { stream, from: 'end', count: 1, isBackwards: true }))[0];
}

/** Usually enough to find an event of the service. */
const HEAD_PAGE = 8;
const SEARCH_PAGE = 1_000;

/** The newest event of the service among the events up to `searchedTo`. */
type KnownHead = { readonly head: Position; readonly searchedTo: Position };

/**
 * Reads the position of the service's newest event. It remembers how far it has searched, because others may have appended millions of
 * events since the service did.
 */
export function createHeadReader(connection: Connection): () => Promise<Position> {
  let known: KnownHead | undefined;
  /** Shared, because it may take long. */
  let searching: Promise<KnownHead> | undefined;

  const searchBackward = async (): Promise<KnownHead> => {
    const searchedTo = await readEnd(connection);
    for (let position: Position | 'end' = 'end'; ;) {
      const request = { position, count: HEAD_PAGE, isBackwards: true, filter: OF_SERVICE };
      // A backward read does not include the event at its position.
      const page: StoredEvent[] = await search(connection, request);
      const newest = page.find(isServiceEvent);
      if (newest !== undefined) return { head: newest.position, searchedTo };
      const oldest = page.at(-1);
      if (oldest === undefined) return { head: START, searchedTo };
      position = oldest.position;
    }
  };

  return async () => {
    const page = await collect(connection, { position: 'end', count: HEAD_PAGE, isBackwards: true });
    const end = page[0]?.position ?? START;
    const newest = page.find(isServiceEvent)?.position;
    if (newest !== undefined) {
      known = { head: newest, searchedTo: end };
      return newest;
    }
    if (end === START) return START;
    // The store was restored from a backup.
    if (known !== undefined && end < known.searchedTo) known = undefined;
    let { head, searchedTo } = (known ??= await (searching ??= searchBackward().finally(() => {
      searching = undefined;
    })));
    for (;;) {
      const position = searchedTo === START ? 'start' : searchedTo;
      const found = await search(connection, { position, count: SEARCH_PAGE, filter: OF_SERVICE });
      const last = found.findLast(isServiceEvent)?.position ?? START;
      if (last > head) head = last;
      if (found.length < SEARCH_PAGE) break;
      searchedTo = found.at(-1)?.position ?? searchedTo;
    }
    known = { head, searchedTo: end > head ? end : head };
    return head;
  };
}

export const isServiceStream = (stream: StreamName): boolean =>
  STREAM_PREFIXES.some((prefix) => stream.startsWith(prefix));

/** The server itself ends a deleted stream with an event, which is none of the service's. */
const isServiceEvent = ({ stream, type }: StoredEvent): boolean =>
  isServiceStream(stream) && !type.startsWith('$');

/**
 * Reads pages of the log for one follower. It remembers how far the server has searched beyond the follower's position, so that a long
 * run of other streams' events is searched once.
 */
export function createPageReader(
  connection: Connection,
  abort?: AbortSignal,
): (position: bigint, count: number) => Promise<StoredEvent[]> {
  let readTo = START;
  let isAtEnd = false;

  return async (after, count) => {
    if (readTo < after) readTo = after;
    // Everything up to this event will have been searched. Not while pages follow one another, because it is another read.
    const end = isAtEnd ? await readEnd(connection) : readTo;
    // The store was restored from a backup that lacks only events of others.
    if (end < readTo) readTo = after;
    // One more, because the read includes the last known event.
    const position = readTo === START ? 'start' : readTo;
    const page = await search(connection, { position, count: count + 1, filter: OF_SERVICE }, abort);
    const fresh = page.filter((event) => event.position > readTo).slice(0, count);
    isAtEnd = fresh.length === 0;
    readTo = fresh.at(-1)?.position ?? (end > readTo ? end : readTo);
    return fresh.filter(isServiceEvent);
  };
}

/** The position of the newest event of the log, of any stream. */
export async function readEnd(connection: Connection): Promise<bigint> {
  const [newest] = await collect(connection, { position: 'end', count: 1, isBackwards: true });
  return newest?.position ?? START;
}

/** Empty for a missing stream. Throws StreamDeletedError for one that was deleted for good. */
export async function readRaw(connection: Connection, request: ReadRequest): Promise<StoredEvent[]> {
  const call = startRead(connection.client, request);
  try {
    return await withStoreErrors(call.events, connection.deadlineMs, isDeleted);
  } catch (error) {
    call.cancel();
    throw error;
  }
}

const isDeleted = (type: unknown): boolean => type === ErrorType.STREAM_DELETED;

/** Empty for a missing stream, and for one that was deleted for good. */
async function collect(connection: Connection, request: ReadRequest): Promise<StoredEvent[]> {
  try {
    return await readRaw(connection, request);
  } catch (error) {
    if (error instanceof StreamDeletedError) return [];
    throw error;
  }
}

/** Reads the log with a filter. Ends without events when `abort` aborts. */
export async function search(
  { client }: Connection,
  request: ReadRequest,
  abort?: AbortSignal,
): Promise<StoredEvent[]> {
  if (abort?.aborted === true) return [];
  const call = startRead(client, request);
  const cancel = (): void => call.cancel();
  abort?.addEventListener('abort', cancel);
  try {
    return await withStoreErrors(call.events, SEARCH_DEADLINE_MS);
  } catch (error) {
    cancel();
    if (abort !== undefined && isAborted(abort)) return [];
    throw error;
  } finally {
    abort?.removeEventListener('abort', cancel);
  }
}
