/** Merges the records of minutes and nodes into series with one point for each step. */
import type { MetricPoint, MetricSeries } from '../generated/api.ts';
import { parseBookStream, type EnvironmentName } from '../ledger/ids.ts';
import type { TimeRange } from './minute-metrics.ts';
import { PAYOUT_TIME_LIMITS_SECONDS, addAmounts, type Counts, type MinuteRecord } from './minute-record.ts';

export type RollUpQuery = TimeRange & {
  readonly stepMs: number;
  /** What each series is about: everything together, an integrator, or a rail. */
  readonly by: 'none' | 'integrator' | 'rail';
  readonly environment: EnvironmentName;
  readonly integratorId?: string | undefined;
  readonly rail?: string | undefined;
};

type Totals = Omit<MetricPoint, 'time'>;

/** What is added up for a step or for a whole series. */
type Sums = {
  created: number;
  completed: number;
  failed: number;
  canceled: number;
  readonly volume: Map<string, string>;
  readonly payoutTimes: number[];
  readonly reasons: Map<string, number>;
  attempts: number;
  accepted: number;
  readonly attemptErrors: Map<string, number>;
  requests: number;
  readonly requestErrors: Map<string, number>;
};

/** Codes of a kind that a point contains, most frequent first. */
const CODES_SHOWN = 10;
/** Series that are returned, busiest first. */
export const SERIES_MAX = 50;

export class RollUp {
  readonly #options: RollUpQuery;
  readonly #integratorId: RollUpQuery['integratorId'];
  readonly #by: RollUpQuery['by'];
  readonly #rail: RollUpQuery['rail'];
  readonly #all = new Map<string, Map<number, Sums>>();
  readonly #isShown = new Map<string, string | undefined>();

  constructor(options: RollUpQuery) {
    this.#options = options;
    this.#integratorId = options.integratorId;
    this.#by = options.by;
    this.#rail = options.rail;
  }

  add({ minute, transfers, webhooks, requests }: MinuteRecord): void {
    for (const row of transfers) {
      const integrator = this.#integratorIn(row.book);
      if (integrator === undefined || (this.#rail !== undefined && row.rail !== this.#rail)) continue;
      const sums = this.#sumsOf(this.#keyOf(integrator, row.rail), minute);
      sums.created += row.created;
      sums.completed += row.completed;
      sums.failed += row.failed;
      sums.canceled += row.canceled;
      if (row.volume !== '' && row.unit !== null)
        sums.volume.set(row.unit, addAmounts(sums.volume.get(row.unit) ?? '', row.volume));
      row.payout_times.forEach((count, at) => {
        sums.payoutTimes[at] = (sums.payoutTimes[at] ?? 0) + count;
      });
      addCounts(sums.reasons, row.reasons);
    }
    // Webhooks and requests belong to no rail.
    if (this.#rail !== undefined) return;
    for (const row of webhooks) {
      const integrator = this.#integratorIn(row.book);
      if (integrator === undefined) continue;
      const sums = this.#sumsOf(this.#keyOf(integrator, null), minute);
      sums.attempts += row.attempts;
      sums.accepted += row.succeeded;
      addCounts(sums.attemptErrors, row.errors);
    }
    for (const row of requests) {
      const integrator = this.#integratorIn(row.book);
      if (integrator === undefined) continue;
      const sums = this.#sumsOf(this.#keyOf(integrator, null), minute);
      sums.requests += row.requests;
      addCounts(sums.requestErrors, row.errors);
    }
  }

  /** The series with anything in them, busiest first. */
  series(): readonly MetricSeries[] {
    return [...this.#all]
      .map(([key, steps]) => ({ key, steps: [...steps].sort(([a], [b]) => a - b) }))
      .map(({ key, steps }) => ({
        object: 'metric_series' as const,
        integrator_id: this.#by === 'integrator' ? key : (this.#integratorId ?? null),
        rail: this.#by === 'rail' ? (key === '' ? null : key) : (this.#rail ?? null),
        totals: present(addUp(steps.map(([, sums]) => sums))),
        points: steps.map(([time, sums]) => ({ time: new Date(time).toISOString(), ...present(sums) })),
      }))
      .sort((a, b) => busyness(b.totals) - busyness(a.totals));
  }

  /** The integrator of a book that the query includes. */
  #integratorIn(book: string): string | undefined {
    if (this.#isShown.has(book)) return this.#isShown.get(book);
    const parsed = parseBookStream(book);
    const isIncluded =
      parsed?.environment === this.#options.environment &&
      (this.#integratorId === undefined || parsed.integrator_id === this.#integratorId);
    const found = isIncluded ? parsed.integrator_id : undefined;
    this.#isShown.set(book, found);
    return found;
  }

  #sumsOf(key: string, minute: number): Sums {
    const steps = this.#all.get(key) ?? new Map<number, Sums>();
    this.#all.set(key, steps);
    const step =
      this.#options.from +
      Math.floor((minute - this.#options.from) / this.#options.stepMs) * this.#options.stepMs;
    const sums = steps.get(step) ?? createSums();
    steps.set(step, sums);
    return sums;
  }

  #keyOf(integrator: string, railOrNone: string | null): string {
    return this.#by === 'integrator' ? integrator : this.#by === 'rail' ? (railOrNone ?? '') : '';
  }
}

const busyness = ({ transfers, requests, webhooks }: Totals): number =>
  transfers.created + transfers.completed + requests.count + webhooks.attempts;

const createSums = (): Sums => ({
  ...{ created: 0, completed: 0, failed: 0, canceled: 0, attempts: 0, accepted: 0, requests: 0 },
  ...{ volume: new Map<string, string>(), payoutTimes: [] },
  ...{ reasons: new Map<string, number>(), attemptErrors: new Map<string, number>() },
  requestErrors: new Map<string, number>(),
});

function addUp(each: readonly Sums[]): Sums {
  const total = createSums();
  for (const sums of each) {
    for (const name of [
      'created',
      'completed',
      'failed',
      'canceled',
      'attempts',
      'accepted',
      'requests',
    ] as const)
      total[name] += sums[name];
    for (const [unit, amount] of sums.volume)
      total.volume.set(unit, addAmounts(total.volume.get(unit) ?? '', amount));
    sums.payoutTimes.forEach((count, at) => {
      total.payoutTimes[at] = (total.payoutTimes[at] ?? 0) + count;
    });
    for (const name of ['reasons', 'attemptErrors', 'requestErrors'] as const)
      for (const [code, count] of sums[name]) total[name].set(code, (total[name].get(code) ?? 0) + count);
  }
  return total;
}

function addCounts(to: Map<string, number>, counts: Counts): void {
  for (const [code, count] of Object.entries(counts)) to.set(code, (to.get(code) ?? 0) + count);
}

function present(sums: Sums): Totals {
  const { created, completed, failed, canceled, volume, payoutTimes, attempts, accepted, requests } = sums;
  return {
    transfers: {
      ...{ created, completed, failed, canceled, success_rate: rate(completed, completed + failed) },
      reasons: codes(sums.reasons),
    },
    volume: [...volume].map(([unit, amount]) => ({ unit, amount })),
    payouts: {
      count: payoutTimes.reduce((sum, count) => sum + count, 0),
      median_seconds: quantile(payoutTimes, 0.5),
      p95_seconds: quantile(payoutTimes, 0.95),
    },
    webhooks: {
      ...{ attempts, accepted, success_rate: rate(accepted, attempts) },
      errors: codes(sums.attemptErrors),
    },
    requests: {
      count: requests,
      failed: [...sums.requestErrors.values()].reduce((sum, count) => sum + count, 0),
      errors: codes(sums.requestErrors),
    },
  };
}

/** A share of 1 with four decimals; null of nothing. */
const rate = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000;

const codes = (counts: ReadonlyMap<string, number>) =>
  [...counts]
    .map(([code, count]) => ({ code, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, CODES_SHOWN);

/** The upper limit of the class that contains the quantile; for the last class, its lower limit. */
function quantile(counts: readonly number[], part: number): number | null {
  const count = counts.reduce((sum, each) => sum + each, 0);
  if (count === 0) return null;
  let left = Math.ceil(count * part);
  const at = counts.findIndex((each) => (left -= each) <= 0);
  return PAYOUT_TIME_LIMITS_SECONDS[at] ?? PAYOUT_TIME_LIMITS_SECONDS.at(-1) ?? null;
}
