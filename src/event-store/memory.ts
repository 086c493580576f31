/** An event store in memory, for tests, benchmarks, and services without persistence. */
import { assertAppendable } from './append-limits.ts';
import { createSignal } from '../async/signal.ts';
import { followPages } from './follow.ts';
import { toPromise } from '../async/to-promise.ts';
import { createTextLog } from './text-log.ts';
import {
  START,
  StoreUnavailable,
  type AppendResult,
  type EventStore,
  type NewEvent,
  type StoredEvent,
} from './port.ts';

/** The position of an event is its index among all events. */
export function createMemoryEventStore(): EventStore {
  const log = createTextLog();
  /** The positions of each stream's events. */
  const streams = new Map<string, number[]>();
  const appended = createSignal();
  let closed = false;

  const whileOpen = <Result>(work: () => Result): Promise<Result> =>
    toPromise(() => {
      if (closed) throw new StoreUnavailable('the event store is closed');
      return work();
    });

  const append = (name: string, events: readonly NewEvent[], expectedRevision: number): AppendResult => {
    assertAppendable(events, expectedRevision);
    const positions = streams.get(name) ?? [];
    const actual = positions.length - 1;
    if (actual !== expectedRevision) return { ok: false, actual };
    streams.set(name, positions);
    for (const event of events) {
      const revision = positions.length;
      positions.push(log.size);
      log.add(written({ stream: name, revision, ...event }));
    }
    appended.notify();
    return { ok: true, revision: positions.length - 1, position: BigInt(log.size - 1) };
  };

  const storedAt = (position: number): StoredEvent => read(log.at(position), position);

  const readAfter = (position: bigint, count: number): Promise<StoredEvent[]> =>
    whileOpen(() => {
      const from = Number(position) + 1;
      const end = Math.min(from + count, log.size);
      return Array.from({ length: Math.max(0, end - from) }, (_, index) => storedAt(from + index));
    });

  return {
    append: (stream, events, expectedRevision) => whileOpen(() => append(stream, events, expectedRevision)),
    read: (stream, from, count) =>
      whileOpen(() => (streams.get(stream)?.slice(from, from + count) ?? []).map(storedAt)),
    readLast: (stream) =>
      whileOpen(() => {
        const position = streams.get(stream)?.at(-1);
        return position === undefined ? undefined : storedAt(position);
      }),
    head: () => whileOpen(() => (log.size === 0 ? START : BigInt(log.size - 1))),
    follow: (position, options) => followPages({ readAfter, appended }, position, options),
    ping: () => whileOpen(() => undefined),
    close: () =>
      toPromise(() => {
        closed = true;
        appended.notify();
      }),
  };
}

/** Separates the members of an event. Stream names, types, and JSON text never contain it. */
const SEPARATOR = '\0';

function written({ stream, revision, id, type, data, metadata }: Omit<StoredEvent, 'position'>): string {
  return [stream, revision, id, type, data, metadata].join(SEPARATOR);
}

function read(text: string, position: number): StoredEvent {
  const [stream = '', revision, id = '', type = '', data = '', metadata = ''] = text.split(SEPARATOR);
  return { stream, revision: Number(revision), position: BigInt(position), id, type, data, metadata };
}
