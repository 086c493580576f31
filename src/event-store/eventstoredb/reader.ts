/** Reads from EventStoreDB: one stream, or the log of all streams. Enforces deadlines, because the client's have no effect on reads. */
import type { EventStoreDBClient } from '@eventstore/db-client';
import { START, type StoredEvent } from '../port.ts';
import { startRead, withStoreErrors } from './calls.ts';
import type { ReadRequest } from './messages.ts';

export type Connection = { readonly client: EventStoreDBClient; readonly deadlineMs: number };

/** Prefixes of the service's streams. The log of all streams also contains others, such as the server's own. */
export const STREAM_PREFIXES = ['book-', 'platform', 'treasury-', 'reconciliation-'] as const;

/** Page sizes of the backward search for the newest event of the service. */
const HEAD_PAGE = 8;
const HEAD_PAGE_MAX = 4_096;

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

/** The server cannot filter a backward read, so this reads growing pages. The first one is usually enough. */
export async function readHead(connection: Connection): Promise<bigint> {
  let position: bigint | 'end' = 'end';
  for (let count = HEAD_PAGE; ; count = Math.min(count * 4, HEAD_PAGE_MAX)) {
    // A backward read does not include the event at its position.
    const page: StoredEvent[] = await collect(connection, { position, count, isBackwards: true });
    const newest = page.find(isServiceEvent);
    if (newest !== undefined) return newest.position;
    const oldest = page.at(-1);
    if (oldest === undefined) return START;
    position = oldest.position;
  }
}

/**
 * Reads pages of the log for one follower. It remembers how far it has read beyond the follower's position, so that a long
 * run of other streams' events is read only once.
 */
export function createPageReader(
  connection: Connection,
): (position: bigint, count: number) => Promise<StoredEvent[]> {
  let readTo = START;

  return async (after, count) => {
    if (readTo < after) readTo = after;
    for (;;) {
      const position = readTo === START ? 'start' : readTo;
      // One more, because the read includes the last known event.
      const page = await collect(connection, { position, count: count + 1 });
      const fresh = page.filter((event) => event.position > readTo).slice(0, count);
      const last = fresh.at(-1);
      if (last === undefined) return [];
      readTo = last.position;
      const matching = fresh.filter(isServiceEvent);
      if (matching.length > 0) return matching;
    }
  };
}

function isServiceEvent({ stream }: StoredEvent): boolean {
  return STREAM_PREFIXES.some((prefix) => stream.startsWith(prefix));
}

/** Empty for a missing stream. */
async function collect({ client, deadlineMs }: Connection, request: ReadRequest): Promise<StoredEvent[]> {
  const call = startRead(client, request);
  try {
    return await withStoreErrors(call.events, deadlineMs);
  } catch (error) {
    call.cancel();
    throw error;
  }
}
