/**
 * Metrics of the last 30 days. Each node counts what it does, and writes one record for each minute in which anything
 * happened. Readers merge the records of all nodes.
 */
import { withDeadline } from '../async/wait.ts';
import type { BookEvent } from '../generated/events.ts';
import { encodeBase32, smallestIdAt } from '../ledger/ids.ts';
import { parseBody } from '../read-models/collection.ts';
import type { DocumentStore } from '../read-models/port.ts';
import { clearTimeout, delay, randomFraction, setTimeout } from '../system/runtime.ts';
import { countEnded, countUnknown, MinuteCounters, type TransferDocuments } from './minute-counters.ts';
import {
  ALL_TERM,
  METRICS_COLLECTION,
  METRICS_PREFIX,
  METRICS_SCOPE,
  MINUTE_MS,
  recordId,
  recordWrite,
  type MinuteRecord,
} from './minute-record.ts';

/** In milliseconds since 1970. `to` is exclusive. */
export type TimeRange = { readonly from: number; readonly to: number };

type MinuteMetricsOptions = {
  readonly documents: Pick<DocumentStore, 'write' | 'list' | 'getMany'>;
  readonly transfers: TransferDocuments['transfers'];
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** A record was not written and is kept. */
  readonly onFault?: (error: unknown) => void;
};

const NODE_DIGITS = 16;
const RECORDS_PER_READ = 200;
/** Minutes that are kept while the documents store is unavailable. */
const UNWRITTEN_MAX = 120;
const STOP_TIMEOUT_MS = 1_000;
const STOP_LOOKUPS_MAX = 5;
const STOP_LOOKUP_PAUSE_MS = 100;
const NO_CHECKPOINTS: ReadonlyMap<string, bigint> = new Map();

export class MinuteMetrics {
  readonly #options: MinuteMetricsOptions;
  readonly #onFault: NonNullable<MinuteMetricsOptions['onFault']>;
  readonly #documents: MinuteMetricsOptions['documents'];
  readonly #transfers: MinuteMetricsOptions['transfers'];
  readonly #node = newNode();
  /** The counters of minutes that are not written, oldest first. The last one is counting. */
  #unwritten: Minute[];
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: MinuteMetricsOptions) {
    this.#options = options;
    this.#onFault = options.onFault ?? (() => undefined);
    this.#documents = options.documents;
    this.#transfers = options.transfers;
    this.#unwritten = [{ minute: this.#minuteNow(), counters: new MinuteCounters() }];
    this.#schedule();
  }

  /**
   * Records of all nodes, oldest first, and what this node has not written yet. A record that was written in between is
   * not returned twice. Throws StoreUnavailable.
   */
  async *read({ from, to }: TimeRange): AsyncIterable<MinuteRecord> {
    // What ended in this minute is shown with its rail as soon as its document says so.
    await (this.#writing = this.#writing.then(() => this.#countEndedNow()).catch(this.#onFault));
    const seen = new Set<string>();
    let after: string = smallestIdAt(METRICS_PREFIX, from);
    const before = smallestIdAt(METRICS_PREFIX, to);
    for (;;) {
      const found = await this.#documents.list(METRICS_COLLECTION, {
        ...{ scope: METRICS_SCOPE, terms: [ALL_TERM], order: 'oldest', limit: RECORDS_PER_READ },
        ...{ after, before },
      } as const);
      for (const each of found) {
        if (each.id.endsWith(this.#node)) seen.add(each.id);
        yield parseBody(METRICS_COLLECTION, each);
      }
      const last = found.at(-1);
      if (last === undefined || found.length < RECORDS_PER_READ) break;
      after = last.id;
    }
    for (const { minute, counters } of this.#unwritten)
      if (minute >= from && minute < to && !seen.has(recordId(minute, this.#node)))
        yield counters.record(minute);
  }

  countEvents(book: string, events: readonly BookEvent[]): void {
    this.#current().counters.countEvents(book, events);
  }

  countRequest(book: string, error: string | undefined): void {
    this.#current().counters.countRequest(book, error);
  }

  countAttempt(book: string, error: string | undefined): void {
    this.#current().counters.countAttempt(book, error);
  }

  countStored(book: string, bytes: number): void {
    this.#current().counters.countStored(book, bytes);
  }

  /** Writes what is counted, waits for it for at most a second, and stops. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    const last = this.#current();
    const all = this.#writing.then(async () => {
      await this.#writeEnded();
      await this.#untilFound(last.counters);
      await this.#write(last, undefined);
    });
    await withDeadline(all, STOP_TIMEOUT_MS).catch(this.#onFault);
  }

  #minuteNow(): number {
    return Math.floor(this.#options.clock() / MINUTE_MS) * MINUTE_MS;
  }

  #current(): Minute {
    const last = this.#unwritten.at(-1);
    if (last !== undefined) return last;
    const started = { minute: this.#minuteNow(), counters: new MinuteCounters() };
    this.#unwritten = [started];
    return started;
  }

  #schedule(): void {
    this.#timer = setTimeout(
      () => this.#endMinute(),
      MINUTE_MS - (this.#options.clock() % MINUTE_MS),
    ).unref();
  }

  #endMinute(): void {
    const minute = this.#minuteNow();
    const last = this.#current();
    // A timer may fire a moment early, and a clock may go back. Minutes are never written twice.
    if (minute > last.minute) {
      this.#unwritten = [...this.#unwritten, { minute, counters: new MinuteCounters() }].slice(
        -UNWRITTEN_MAX,
      );
      this.#writing = this.#writing.then(() => this.#writeEnded()).catch(this.#onFault);
    }
    this.#schedule();
  }

  /** Writes all minutes but the one that is counting. */
  async #writeEnded(): Promise<void> {
    for (
      let each = this.#unwritten[0];
      each !== undefined && each !== this.#current();
      each = this.#unwritten[0]
    ) {
      await this.#write(each, this.#unwritten[1]);
      this.#unwritten = this.#unwritten.filter((other) => other !== each);
    }
  }

  async #write({ minute, counters }: Minute, next: Minute | undefined): Promise<void> {
    if (counters.isEmpty) return;
    const left = await countEnded(counters, { documents: this.#documents, transfers: this.#transfers });
    for (const [id, ended] of left) next?.counters.ended.set(id, ended);
    const record = counters.record(minute);
    if (isEmpty(record)) return;
    await this.#documents.write([recordWrite(record, this.#node)], NO_CHECKPOINTS);
  }

  /** Counts what ended in the minute that is counting, as far as it can be looked up already. */
  async #countEndedNow(): Promise<void> {
    const { counters } = this.#current();
    for (const [id, ended] of await countEnded(counters, {
      documents: this.#documents,
      transfers: this.#transfers,
    }))
      this.#current().counters.ended.set(id, { ...ended, lookups: ended.lookups - 1 });
  }

  /** The newest transfers may not be in the documents yet. */
  async #untilFound(counters: MinuteCounters): Promise<void> {
    for (let tries = 0; tries < STOP_LOOKUPS_MAX && counters.ended.size > 0; tries++) {
      if (tries > 0) await delay(STOP_LOOKUP_PAUSE_MS);
      for (const [id, ended] of await countEnded(counters, {
        documents: this.#documents,
        transfers: this.#transfers,
      }))
        counters.ended.set(id, ended);
    }
    countUnknown(counters);
  }
}

type Minute = { readonly minute: number; readonly counters: MinuteCounters };

const isEmpty = ({ transfers, webhooks, requests, stored = [] }: MinuteRecord): boolean =>
  transfers.length + webhooks.length + requests.length + stored.length === 0;

/** Random digits, so that each process has records of its own. */
const newNode = (): string =>
  encodeBase32(Math.floor(randomFraction() * 2 ** 40), NODE_DIGITS / 2) +
  encodeBase32(Math.floor(randomFraction() * 2 ** 40), NODE_DIGITS / 2);
