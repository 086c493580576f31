/** An event store in memory, for tests, benchmarks, and services without persistence. */

import { createSignal, toPromise } from '../async/wait.ts';
import { followPages } from './follow.ts';
import {
  START,
  StoreUnavailable,
  assertAppendable,
  utf8BytesMax,
  type AppendResult,
  type EventStore,
  type NewEvent,
  type StoredEvent,
} from './port.ts';

// A growing list of texts, stored as bytes outside the heap. The garbage collector sees a few large buffers instead of
// many strings, which it would copy and scan repeatedly.

/** Texts are numbered from 0, in order of insertion. */
type TextLog = {
  readonly size: number;
  add(text: string): void;
  /** Throws RangeError if there is no text with this number. */
  at(number: number): string;
};

const CHUNK_BYTES = 4 * 1024 * 1024;

export function createTextLog(): TextLog {
  const chunks: Buffer[] = [];
  // The locations of the texts, in arrays of numbers because one object per text would burden the garbage collector.
  const chunkOf: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let used = 0;

  const chunkFor = (bytesMax: number): Buffer => {
    const newest = chunks.at(-1);
    if (newest !== undefined && newest.length - used >= bytesMax) return newest;
    const chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, bytesMax));
    chunks.push(chunk);
    used = 0;
    return chunk;
  };

  return {
    get size() {
      return ends.length;
    },
    add(text) {
      const chunk = chunkFor(utf8BytesMax(text));
      chunkOf.push(chunks.length - 1);
      starts.push(used);
      used += chunk.write(text, used);
      ends.push(used);
    },
    at(number) {
      const chunk = chunks[chunkOf[number] ?? -1];
      if (chunk === undefined) throw new RangeError(`there is no text ${number}; the log has ${ends.length}`);
      return chunk.toString('utf8', starts[number], ends[number]);
    },
  };
}

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
