import { randomBytes, randomUUID } from 'node:crypto';
import type { AppendResult, EventStore, NewEvent, StoredEvent } from '../../src/event-store/port.ts';

/** A stream name that no other test or run uses, because a real server keeps its data. */
export function uniqueStream(): string {
  return `book-${randomBytes(8).toString('hex')}-sandbox`;
}

export function newEvent(given: Partial<NewEvent> = {}): NewEvent {
  return { id: randomUUID(), type: 'tested', data: '{"n":1}', metadata: '{"actor":"test"}', ...given };
}

export function newEvents(count: number, given: Partial<NewEvent> = {}): NewEvent[] {
  return Array.from({ length: count }, () => newEvent(given));
}

/** Appends events. Throws on a conflict. */
export async function appendOrThrow(
  store: EventStore,
  stream: string,
  events: readonly NewEvent[],
  expectedRevision: number,
): Promise<Extract<AppendResult, { ok: true }>> {
  const result = await store.append(stream, events, expectedRevision);
  if (!result.ok) throw new Error(`${stream} is at revision ${result.actual}, not ${expectedRevision}.`);
  return result;
}

/**
 * Follows the store from a position until `enough` events of the given streams arrived. Throws if the subscription
 * ends before.
 */
export async function collectFollowed(
  store: EventStore,
  position: bigint,
  streams: ReadonlySet<string>,
  enough: number,
  {
    pageSize = 100,
    pause = () => Promise.resolve(),
  }: { pageSize?: number; pause?: () => Promise<void> } = {},
): Promise<StoredEvent[]> {
  const stop = new AbortController();
  const kept: StoredEvent[] = [];
  for await (const page of store.follow(position, { signal: stop.signal, pageSize })) {
    kept.push(...page.filter(({ stream }) => streams.has(stream)));
    if (kept.length >= enough) stop.abort();
    await pause();
  }
  if (kept.length < enough) throw new Error(`The following ended after ${kept.length} of ${enough} events.`);
  return kept;
}

/** Appends at the current revision of the stream, and retries after a conflict. */
export async function appendWithRetry(
  store: EventStore,
  stream: string,
  events: readonly NewEvent[],
): Promise<void> {
  let expected = (await store.readLast(stream))?.revision ?? -1;
  for (;;) {
    const result = await store.append(stream, events, expected);
    if (result.ok) return;
    expected = result.actual;
  }
}
