/** The events that an audit reads which continues from signed states: of each book with a state only the later ones. */
import { FIRST_HASH } from '../../event-store/codec.ts';
import { storedHash, type ChainHeads } from '../chain/chain-check.ts';
import { AuditUnavailable, type EventSource, type SourceEvent } from '../event-source.ts';
import type { BookStart } from './state-files.ts';

export type ContinuedSource = EventSource & {
  /** Where the hash chain of each book continues. The checkpoint of its state confirms it. */
  readonly heads: ChainHeads;
};

const PAGE_EVENTS = 1_000;
/** Of one stream. All streams together keep about ten times `PAGE_EVENTS` in memory. */
const STREAM_PAGE_MIN = 20;

/**
 * Up to the newest of the states, each stream is read on its own: books from their states, all others from their first event. From
 * there on, all events are read in global order. `others` are the names of all other streams, as far as they are known.
 */
export async function continueSource(
  source: EventSource,
  starts: ReadonlyMap<string, BookStart>,
  others: Iterable<string>,
): Promise<ContinuedSource> {
  const heads: { stream: string; events: number; hash: string }[] = [];
  const froms = new Map([...others].map((stream) => [stream, 0]));
  let pivot = -1n;
  for (const [stream, { checkpoint, readFrom }] of starts) {
    froms.set(stream, readFrom);
    const [last] = await source.read(stream, checkpoint.size - 1, 1);
    if (last !== undefined && last.position > pivot) pivot = last.position;
    const [before] = readFrom === 0 ? [] : await source.read(stream, readFrom - 1, 1);
    const hash = readFrom === 0 ? FIRST_HASH : storedHash(before?.metadata ?? '');
    heads.push({ stream, events: readFrom, hash: hash ?? '' });
  }
  return {
    ...source,
    gapless: false,
    heads,
    async *pages(after, upTo) {
      if (after < pivot) yield* earlierPages(source, froms, pivot < upTo ? pivot : upTo);
      for await (const page of source.pages(after < pivot ? pivot : after, upTo)) {
        for (const { stream, revision } of page) {
          if (froms.has(stream)) continue;
          if (revision > 0)
            throw new AuditUnavailable(`${stream} has no checkpoint, so an audit must read all streams`);
          froms.set(stream, 0);
        }
        // If the last events before all checkpoints are missing, this reads everything.
        yield page.filter(({ stream, revision }) => revision >= (froms.get(stream) ?? 0));
      }
    },
  };
}

/** The events of these streams up to a position, in global order. */
async function* earlierPages(
  source: EventSource,
  froms: ReadonlyMap<string, number>,
  upTo: bigint,
): AsyncGenerator<SourceEvent[]> {
  const pageSize = Math.max(STREAM_PAGE_MIN, Math.floor((10 * PAGE_EVENTS) / froms.size));
  /** By the positions of their next events, the last first. */
  const readers: StreamReader[] = [];
  const enqueue = async (reader: StreamReader): Promise<void> => {
    const position = await reader.nextPosition();
    if (position === undefined || position > upTo) return;
    let [from, to] = [0, readers.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((readers[middle]?.position ?? 0n) > position) from = middle + 1;
      else to = middle;
    }
    readers.splice(from, 0, reader);
  };
  for (const [stream, from] of froms) await enqueue(new StreamReader(source, stream, from, pageSize));
  let page: SourceEvent[] = [];
  for (let reader = readers.pop(); reader !== undefined; reader = readers.pop()) {
    const until = readers.at(-1)?.position ?? upTo;
    for (let next = await reader.nextPosition(); next !== undefined && next <= until;) {
      page.push(reader.take());
      if (page.length >= PAGE_EVENTS) {
        yield page;
        page = [];
      }
      next = reader.position ?? (await reader.nextPosition());
    }
    await enqueue(reader);
  }
  if (page.length > 0) yield page;
}

class StreamReader {
  readonly #source: EventSource;
  readonly #stream: string;
  readonly #pageSize: number;
  #page: readonly SourceEvent[] = [];
  #at = 0;
  #from: number;

  constructor(source: EventSource, stream: string, from: number, pageSize: number) {
    this.#source = source;
    this.#stream = stream;
    this.#from = from;
    this.#pageSize = pageSize;
  }

  /** Of the next event, if it has been read. */
  get position(): bigint | undefined {
    return this.#page[this.#at]?.position;
  }

  /** Reads on if necessary. Undefined at the end of the stream. */
  async nextPosition(): Promise<bigint | undefined> {
    if (this.position !== undefined) return this.position;
    this.#page = await this.#source.read(this.#stream, this.#from, this.#pageSize);
    this.#at = 0;
    this.#from = (this.#page.at(-1)?.revision ?? this.#from) + 1;
    return this.position;
  }

  take(): SourceEvent {
    const event = this.#page[this.#at];
    if (event === undefined) throw new Error(`no event of ${this.#stream} has been read`);
    this.#at += 1;
    return event;
  }
}
