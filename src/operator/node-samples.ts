/**
 * Samples of the last hour for the charts: requests served by this process, projection lag, and totals of all books.
 * They are kept in memory only.
 */

import { WALLETS, type BookTotals } from '../../projections/totals.ts';
import type { NodeSample, PointsSupply } from '../generated/api.ts';
import type { Metrics } from '../http/metrics.ts';
import { formatAmount, parseStoredAmount } from '../ledger/amount.ts';
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
import type { DocumentStore } from '../read-models/port.ts';
import type { ProjectionLag } from '../read-models/projector/projection-lag.ts';
import { delay, monotonicTime } from '../system/runtime.ts';
import type { Health } from '../telemetry/health.ts';
import { allBookTotals } from './operations/services.ts';

// Points in circulation and points issued, summed over the totals of books. The two are always equal.

const POINTS = 'svc-points';
const POINT_DECIMALS = 2;
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

export function pointsSupply(books: readonly Pick<BookTotals, 'rows'>[]): PointsSupply {
  let outside = 0n;
  let issued = 0n;
  for (const { rows } of books) {
    for (const { account, unit, balance } of rows) {
      if (unit !== POINTS) continue;
      if (CIRCULATION_ACCOUNTS.has(account)) outside += parseStoredAmount(balance);
      if (ISSUANCE_ACCOUNTS.has(account)) issued -= parseStoredAmount(balance);
    }
  }
  return {
    in_circulation: formatAmount(outside, POINT_DECIMALS),
    issued: formatAmount(issued, POINT_DECIMALS),
  };
}

export type NodeSamples = {
  /** Oldest first. */
  recent(): readonly NodeSample[];
};

const SAMPLE_EVERY_MS = 5_000;
const SAMPLES_MAX = 720;

type NodeSamplesDependencies = {
  readonly documents: Pick<DocumentStore, 'list'>;
  readonly metrics: Pick<Metrics, 'listen'>;
  readonly projections: () => readonly ProjectionLag[];
  readonly health: () => Health;
  readonly webhooks: () => Promise<number | null>;
  readonly clock: () => number;
  readonly signal: AbortSignal;
};

export function startNodeSamples(parts: NodeSamplesDependencies): NodeSamples {
  const { documents, metrics, projections, clock, signal } = parts;
  const samples: NodeSample[] = [];
  const traffic = createTraffic();
  metrics.listen((method, route, status, seconds) => traffic.count(method, route, status, seconds));

  async function take(seconds: number): Promise<void> {
    const [totals, webhooks] = await Promise.all([allBookTotals(documents), parts.webhooks()]);
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
  return { recent: () => samples };
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
