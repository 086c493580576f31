/**
 * Metrics of the last 30 days. Each node counts what it does, and writes one record for each minute in which anything
 * happened. Readers merge the records of all nodes.
 */
import { withDeadline } from '../async/wait.ts';
import { encodeBase32, smallestIdAt } from '../ledger/ids.ts';
import { parseBody } from '../read-models/collection.ts';
import type { DocumentStore } from '../read-models/port.ts';
import { clearTimeout, delay, randomFraction, setTimeout } from '../system/runtime.ts';
import {
  countEnded,
  countUnknown,
  createMinuteCounters,
  type MinuteCounters,
  type TransferDocuments,
} from './minute-counters.ts';
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

export type MinuteMetrics = Pick<MinuteCounters, 'countEvents' | 'countRequest' | 'countAttempt'> & {
  /** Records of all nodes, oldest first, and what this node has not written yet. Throws StoreUnavailable. */
  read(range: TimeRange): AsyncIterable<MinuteRecord>;
  /** Writes what is counted, waits for it for at most a second, and stops. */
  stop(): Promise<void>;
};

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

export function startMinuteMetrics({
  documents,
  transfers,
  clock,
  onFault = () => undefined,
}: MinuteMetricsOptions): MinuteMetrics {
  const node = newNode();
  const minuteNow = (): number => Math.floor(clock() / MINUTE_MS) * MINUTE_MS;
  /** The counters of minutes that are not written, oldest first. The last one is counting. */
  let unwritten: Minute[] = [{ minute: minuteNow(), counters: createMinuteCounters() }];
  let writing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const current = (): Minute => {
    const last = unwritten.at(-1);
    if (last !== undefined) return last;
    const started = { minute: minuteNow(), counters: createMinuteCounters() };
    unwritten = [started];
    return started;
  };

  const schedule = (): void => {
    timer = setTimeout(endMinute, MINUTE_MS - (clock() % MINUTE_MS)).unref();
  };

  function endMinute(): void {
    const minute = minuteNow();
    const last = current();
    // A timer may fire a moment early, and a clock may go back. Minutes are never written twice.
    if (minute > last.minute) {
      unwritten = [...unwritten, { minute, counters: createMinuteCounters() }].slice(-UNWRITTEN_MAX);
      writing = writing.then(writeEnded).catch(onFault);
    }
    schedule();
  }

  /** Writes all minutes but the one that is counting. */
  async function writeEnded(): Promise<void> {
    for (let each = unwritten[0]; each !== undefined && each !== current(); each = unwritten[0]) {
      await write(each, unwritten[1]);
      unwritten = unwritten.filter((other) => other !== each);
    }
  }

  async function write({ minute, counters }: Minute, next: Minute | undefined): Promise<void> {
    if (counters.isEmpty) return;
    const left = await countEnded(counters, { documents, transfers });
    for (const [id, ended] of left) next?.counters.ended.set(id, ended);
    const record = counters.record(minute);
    if (isEmpty(record)) return;
    await documents.write([recordWrite(record, node)], NO_CHECKPOINTS);
  }

  /** Counts what ended in the minute that is counting, as far as it can be looked up already. */
  async function countEndedNow(): Promise<void> {
    const { counters } = current();
    for (const [id, ended] of await countEnded(counters, { documents, transfers }))
      current().counters.ended.set(id, { ...ended, lookups: ended.lookups - 1 });
  }

  /** The newest transfers may not be in the documents yet. */
  async function untilFound(counters: MinuteCounters): Promise<void> {
    for (let tries = 0; tries < STOP_LOOKUPS_MAX && counters.ended.size > 0; tries++) {
      if (tries > 0) await delay(STOP_LOOKUP_PAUSE_MS);
      for (const [id, ended] of await countEnded(counters, { documents, transfers }))
        counters.ended.set(id, ended);
    }
    countUnknown(counters);
  }

  /** Adds what this node has counted. A record that was written in between is not returned twice. */
  async function* read({ from, to }: TimeRange): AsyncIterable<MinuteRecord> {
    // What ended in this minute is shown with its rail as soon as its document says so.
    await (writing = writing.then(countEndedNow).catch(onFault));
    const seen = new Set<string>();
    let after: string = smallestIdAt(METRICS_PREFIX, from);
    const before = smallestIdAt(METRICS_PREFIX, to);
    for (;;) {
      const found = await documents.list(METRICS_COLLECTION, {
        ...{ scope: METRICS_SCOPE, terms: [ALL_TERM], order: 'oldest', limit: RECORDS_PER_READ },
        ...{ after, before },
      } as const);
      for (const each of found) {
        if (each.id.endsWith(node)) seen.add(each.id);
        yield parseBody(METRICS_COLLECTION, each);
      }
      const last = found.at(-1);
      if (last === undefined || found.length < RECORDS_PER_READ) break;
      after = last.id;
    }
    for (const { minute, counters } of unwritten)
      if (minute >= from && minute < to && !seen.has(recordId(minute, node))) yield counters.record(minute);
  }

  schedule();
  return {
    countEvents: (book, events) => current().counters.countEvents(book, events),
    countRequest: (book, error) => current().counters.countRequest(book, error),
    countAttempt: (book, error) => current().counters.countAttempt(book, error),
    read,
    async stop() {
      clearTimeout(timer);
      const last = current();
      const all = writing.then(async () => {
        await writeEnded();
        await untilFound(last.counters);
        await write(last, undefined);
      });
      await withDeadline(all, STOP_TIMEOUT_MS).catch(onFault);
    },
  };
}

type Minute = { readonly minute: number; readonly counters: MinuteCounters };

const isEmpty = ({ transfers, webhooks, requests }: MinuteRecord): boolean =>
  transfers.length + webhooks.length + requests.length === 0;

/** Random digits, so that each process has records of its own. */
const newNode = (): string =>
  encodeBase32(Math.floor(randomFraction() * 2 ** 40), NODE_DIGITS / 2) +
  encodeBase32(Math.floor(randomFraction() * 2 ** 40), NODE_DIGITS / 2);
