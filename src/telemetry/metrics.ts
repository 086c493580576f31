/**
 * The metrics of a service, in one registry. Counters and histograms count in plain numbers, which become series when the
 * registry is read: with labels, `Counter.inc` of prom-client takes 7 to 10 times as long, and `Histogram.observe` 40 times.
 * Gauges are read when the registry is. No label contains an ID: each has a few values that are known in advance.
 */
import { Counter, Gauge, Registry, collectDefaultMetrics, register, type Metric } from 'prom-client';

/** Counts one for these label values, in the order of the label names. */
export type LabeledCounter = ((...values: readonly string[]) => void) & {
  /** Adds an amount. */
  add(amount: number, ...values: readonly string[]): void;
};

/** Separates label values in a key. No label value contains it. */
const SEPARATOR = '\n';

export type Readings = readonly {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}[];

/** The values of a metric at one time. */
export type MetricReading = {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly series: readonly {
    readonly labels: Readonly<Record<string, string>>;
    readonly value: number;
    /** Of a histogram: `bucket`, `sum`, or `count`. */
    readonly part: string | undefined;
  }[];
};

type LibraryMetric = {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly values: readonly {
    readonly labels: Readonly<Record<string, string | number>>;
    readonly value: number;
    readonly metricName?: string;
  }[];
};

type Observe = (value: number) => void;

type Row = { readonly counts: number[]; sum: number };

const DURATION_BUCKETS_SECONDS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
];

/** Each application has one of its own, so that several can run in one process. They share the metrics of the process. */
export class MetricRegistry {
  readonly #registry = new Registry();

  constructor() {
    // The library has no way to stop the timers and observers of these metrics.
    if (register.getSingleMetric('process_cpu_seconds_total') === undefined) collectDefaultMetrics();
  }

  counter(name: string, help: string, labels: readonly string[] = []): LabeledCounter {
    const counts = new Map<string, number>();
    const counter: Counter = new Counter({
      name,
      help,
      labelNames: [...labels],
      registers: [this.#registry],
      collect() {
        counter.reset();
        for (const [key, count] of counts) {
          const values = key.split(SEPARATOR);
          counter.inc(Object.fromEntries(labels.map((label, i) => [label, values[i] ?? ''])), count);
        }
      },
    });
    const add = (amount: number, ...values: readonly string[]): void => {
      const key = values.length === 1 ? (values[0] ?? '') : values.join(SEPARATOR);
      counts.set(key, (counts.get(key) ?? 0) + amount);
    };
    return Object.assign((...values: readonly string[]) => add(1, ...values), { add });
  }

  /** A gauge has the values that `read` returns when the registry is read. */
  gauge(
    name: string,
    help: string,
    labels: readonly string[],
    read: () => number | Readings | Promise<Readings>,
  ): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [this.#registry],
      async collect() {
        const found = await read();
        gauge.reset();
        // `reset` sets a gauge without labels to 0, which would be a reading.
        if (labels.length === 0) gauge.remove();
        const readings = typeof found === 'number' ? [{ labels: {}, value: found }] : found;
        for (const { labels: each, value } of readings) gauge.set({ ...each }, value);
      },
    });
  }

  /** Returns a function that gives the observer of these label values, in order. Callers keep the observer. */
  histogram(
    name: string,
    help: string,
    labels: readonly string[] = [],
    bounds: readonly number[] = DURATION_BUCKETS_SECONDS,
  ): (...values: readonly string[]) => Observe {
    const rows = new Map<string, { readonly labels: Record<string, string>; readonly row: Row }>();
    const get = () =>
      Promise.resolve({
        name,
        help,
        type: 'histogram',
        aggregator: 'sum',
        values: [...rows.values()].flatMap((each) => seriesOf(name, bounds, each)),
      });
    const reset = (): void => rows.clear();
    // A registry uses only these members, but its type requires an instance of the library's classes.
    this.#registry.registerMetric({ name, get, reset } as unknown as Metric);
    const start = (values: readonly string[]): Row => {
      const row: Row = { counts: new Array<number>(bounds.length + 1).fill(0), sum: 0 };
      const named = Object.fromEntries(labels.map((label, i) => [label, values[i] ?? '']));
      rows.set(values.join(SEPARATOR), { labels: named, row });
      return row;
    };
    if (labels.length === 0) start([]);
    return (...values) => {
      let found = rows.get(values.join(SEPARATOR))?.row;
      return (value) => {
        // A series appears after its first observation.
        found ??= start(values);
        let at = 0;
        while (at < bounds.length && value > (bounds[at] ?? 0)) at += 1;
        found.counts[at] = (found.counts[at] ?? 0) + 1;
        found.sum += value;
      };
    };
  }

  /** The value of a metric without labels; undefined without a reading. */
  async value(name: string): Promise<number | undefined> {
    const found = await this.#registry.getSingleMetric(name)?.get();
    return found?.values[0]?.value;
  }

  /** All metrics, for another format. The buckets of a histogram are in ascending order and include those below them. */
  async read(): Promise<readonly MetricReading[]> {
    const found = await Promise.all([register, this.#registry].map((each) => each.getMetricsAsJSON()));
    // The library declares the type as an enumeration, whose values are not what it returns.
    return (found.flat() as unknown as readonly LibraryMetric[]).map(({ name, help, type, values }) => ({
      name,
      help,
      type,
      series: values.map(({ labels, value, metricName }) => ({
        labels: Object.fromEntries(Object.entries(labels).map(([label, text]) => [label, String(text)])),
        value,
        part: metricName?.slice(name.length + 1),
      })),
    }));
  }

  /** All metrics, in the format of Prometheus. */
  async render(): Promise<{ contentType: string; text: string }> {
    const texts = await Promise.all([register, this.#registry].map((each) => each.metrics()));
    return { contentType: this.#registry.contentType, text: texts.join('\n') };
  }
}

function seriesOf(
  name: string,
  bounds: readonly number[],
  { labels, row }: { readonly labels: Record<string, string>; readonly row: Row },
) {
  let count = 0;
  const buckets = [...bounds, '+Inf'].map((le, i) => {
    count += row.counts[i] ?? 0;
    return { labels: { ...labels, le }, value: count, metricName: `${name}_bucket` };
  });
  return [
    ...buckets,
    { labels, value: row.sum, metricName: `${name}_sum` },
    { labels, value: count, metricName: `${name}_count` },
  ];
}
