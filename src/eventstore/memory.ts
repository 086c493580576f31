/**
 * Events in memory: for tests and benches, and for a service that is to forget everything when it stops.
 */
import { checkAppend } from './bounds.ts';
import { createBell, followPages } from './follow.ts';
import { settle } from '../settle.ts';
import {
  START,
  StoreUnavailable,
  type AppendResult,
  type EventStore,
  type NewEvent,
  type StoredEvent,
} from './port.ts';

/** An event store that lives and ends with the process. A position is the index in the list of all events. */
export function createMemoryEventStore(): EventStore {
  const all: StoredEvent[] = [];
  const streams = new Map<string, StoredEvent[]>();
  const bell = createBell();
  let closed = false;

  const whileOpen = <Result>(work: () => Result): Promise<Result> =>
    settle(() => {
      if (closed) throw new StoreUnavailable('The event store is closed.');
      return work();
    });

  const append = (name: string, events: readonly NewEvent[], expectedRevision: number): AppendResult => {
    checkAppend(events, expectedRevision);
    const stream = streams.get(name) ?? [];
    const actual = stream.length - 1;
    if (actual !== expectedRevision) return { ok: false, actual };
    streams.set(name, stream);
    for (const { id, type, data, metadata } of events) {
      const place = { stream: name, revision: stream.length, position: BigInt(all.length) };
      const stored = { id, type, data, metadata, ...place };
      stream.push(stored);
      all.push(stored);
    }
    bell.ring();
    return { ok: true, revision: stream.length - 1, position: BigInt(all.length - 1) };
  };

  const readAfter = (position: bigint, count: number): Promise<StoredEvent[]> =>
    whileOpen(() => {
      const from = Number(position) + 1;
      return all.slice(from, from + count);
    });

  return {
    append: (stream, events, expectedRevision) => whileOpen(() => append(stream, events, expectedRevision)),
    read: (stream, from, count) => whileOpen(() => streams.get(stream)?.slice(from, from + count) ?? []),
    readLast: (stream) => whileOpen(() => streams.get(stream)?.at(-1)),
    head: () => whileOpen(() => all.at(-1)?.position ?? START),
    follow: (position, options) => followPages({ readAfter, bell }, position, options),
    ping: () => whileOpen(() => undefined),
    close: () =>
      settle(() => {
        closed = true;
        bell.ring();
      }),
  };
}
