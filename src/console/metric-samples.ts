/**
 * Samples of the last hour for the charts: requests served by this process, projection lag, and totals of all books.
 * They are kept in memory only.
 */

import { BOOK_TOTALS } from '../../projections/collections.ts';
import { TOTALS_SCOPE, WALLETS, type BookTotals } from '../../projections/totals.ts';
import type { Metrics } from '../http/metrics.ts';
import { parseStoredAmount } from '../ledger/amount.ts';
import { environmentOf, type EnvironmentName } from '../ledger/ids.ts';
import {
  PAYOUTS_IN_FLIGHT,
  POINTS_BACKED,
  POINTS_HEADROOM,
  POINTS_ISSUED,
  REWARDS_GRANTED,
  ROUNDING,
  SPREAD_INCOME,
} from '../ledger/posting.ts';
import { listValues } from '../read-models/collection.ts';
import type { DocumentStore } from '../read-models/port.ts';
import type { ProjectionLag } from '../read-models/projector/projection-lag.ts';
import { delay, monotonicTime } from '../system/runtime.ts';
import type { Health } from '../telemetry/health.ts';

// Points in circulation and points issued, summed over the totals of books. The two are always equal.

/** Minor units of points, as decimal strings. */
type PointsSupply = {
  /** Owned by users, including pending amounts and payouts in progress. */
  readonly inCirculation: string;
  /** Bought, granted, or issued against treasury backing, minus the service's income. */
  readonly issued: string;
};

const POINTS = 'svc-points';
const CIRCULATION_ACCOUNTS: ReadonlySet<string> = new Set([
  WALLETS.available,
  WALLETS.pending,
  PAYOUTS_IN_FLIGHT,
]);
/** Accounts whose balances sum to minus the points in circulation. */
const ISSUANCE_ACCOUNTS: ReadonlySet<string> = new Set([
  POINTS_ISSUED,
  REWARDS_GRANTED,
  POINTS_BACKED,
  POINTS_HEADROOM,
  SPREAD_INCOME,
  ROUNDING,
]);

export function pointsSupply(books: readonly BookTotals[]): PointsSupply {
  let outside = 0n;
  let issued = 0n;
  for (const { rows } of books) {
    for (const { account, unit, balance } of rows) {
      if (unit !== POINTS) continue;
      if (CIRCULATION_ACCOUNTS.has(account)) outside += parseStoredAmount(balance);
      if (ISSUANCE_ACCOUNTS.has(account)) issued -= parseStoredAmount(balance);
    }
  }
  return { inCirculation: outside.toString(), issued: issued.toString() };
}

export type MetricSample = {
  /** Seconds since 1970. */
  readonly time: number;
  /** Transfers created per second. */
  readonly transfers: number;
  /** API requests per second, and those with a 5xx response. */
  readonly requests: number;
  readonly faults: number;
  /** Milliseconds; null if there were no requests. */
  readonly p50: number | null;
  readonly p99: number | null;
  /** Events that the slowest projection is behind; null until a projection has reported. */
  readonly lag: number | null;
  /** Pending webhook deliveries; null if this process does not deliver. */
  readonly webhooks: number | null;
  /** Points of all books by environment, in minor units. */
  readonly supply: Readonly<Record<EnvironmentName, PointsSupply>>;
};

export type MetricSamples = {
  /** Oldest first. */
  recent(): readonly MetricSample[];
  /** Current totals of each book. Throws StoreUnavailable. */
  bookTotals(): Promise<readonly BookTotals[]>;
};

const SAMPLE_EVERY_MS = 5_000;
const SAMPLES_MAX = 720;
const BOOKS_MAX = 2_000;

type MetricSamplesDependencies = {
  readonly documents: Pick<DocumentStore, 'list'>;
  readonly metrics: Pick<Metrics, 'listen'>;
  readonly projections: () => readonly ProjectionLag[];
  readonly health: () => Health;
  readonly webhooks: () => Promise<number | null>;
  readonly clock: () => number;
  readonly signal: AbortSignal;
};

export function startMetricSamples(parts: MetricSamplesDependencies): MetricSamples {
  const { documents, metrics, projections, clock, signal } = parts;
  const samples: MetricSample[] = [];
  const traffic = createTraffic();
  metrics.listen((method, route, status, seconds) => traffic.count(method, route, status, seconds));

  async function bookTotals(): Promise<readonly BookTotals[]> {
    const query = { scope: TOTALS_SCOPE, terms: ['books'], order: 'oldest', limit: BOOKS_MAX } as const;
    return listValues(documents, BOOK_TOTALS, query);
  }

  async function take(seconds: number): Promise<void> {
    const [totals, webhooks] = await Promise.all([bookTotals(), parts.webhooks()]);
    const lags = projections().map(({ lag }) => lag);
    samples.push({
      time: Math.round(clock() / 1000),
      ...traffic.take(seconds),
      lag: lags.length === 0 ? null : Math.max(...lags),
      webhooks,
      supply: { sandbox: supplyIn(totals, 'sandbox'), production: supplyIn(totals, 'production') },
    });
    if (samples.length > SAMPLES_MAX) samples.shift();
  }

  async function run(): Promise<void> {
    let before = monotonicTime();
    while (!signal.aborted) {
      const now = monotonicTime();
      // While a store is unavailable no sample is taken; the next one covers the whole gap.
      await take(Math.max((now - before) / 1000, 1)).then(
        () => (before = now),
        () => undefined,
      );
      await delay(SAMPLE_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
  void run();
  return { recent: () => samples, bookTotals };
}

const supplyIn = (totals: readonly BookTotals[], environment: EnvironmentName): PointsSupply =>
  pointsSupply(totals.filter(({ book }) => environmentOf(book) === environment));

/** Histogram buckets grow by a factor of 2^(1/8), so a quantile is at most 9% off. */
const STEPS_PER_DOUBLING = 8;
const FASTEST_MS = 0.05;
const BUCKETS = 200;

/** Counts requests between two samples. */
function createTraffic() {
  const buckets = new Uint32Array(BUCKETS);
  let transfers = 0;
  let requests = 0;
  let faults = 0;

  function quantile(part: number): number | null {
    if (requests === 0) return null;
    let left = Math.ceil(requests * part);
    const at = buckets.findIndex((count) => (left -= count) <= 0);
    return FASTEST_MS * 2 ** ((at + 0.5) / STEPS_PER_DOUBLING);
  }

  return {
    count(method: string, route: string, status: number, seconds: number): void {
      if (!route.startsWith('/v1/')) return;
      const doublings = Math.log2(Math.max(1, (seconds * 1000) / FASTEST_MS));
      const bucket = Math.min(BUCKETS - 1, Math.floor(doublings * STEPS_PER_DOUBLING));
      buckets[bucket] = (buckets[bucket] ?? 0) + 1;
      requests += 1;
      if (status >= 500) faults += 1;
      if (status === 201 && method === 'POST' && route === '/v1/transfers') transfers += 1;
    },
    take(seconds: number) {
      const taken = {
        transfers: transfers / seconds,
        requests: requests / seconds,
        faults: faults / seconds,
        p50: quantile(0.5),
        p99: quantile(0.99),
      };
      buckets.fill(0);
      transfers = requests = faults = 0;
      return taken;
    },
  };
}
