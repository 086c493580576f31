/** A histogram that counts in plain numbers, and is turned into series when somebody asks. */
import type { Metric, Registry } from 'prom-client';

export type Observe = (value: number) => void;

type Row = { readonly counts: number[]; sum: number };

/** Gives how to observe, for values of the labels in their order; keep what it gives rather than asking each time. */
export function createHistogram(
  registry: Registry,
  { name, help }: { readonly name: string; readonly help: string },
  labels: readonly string[],
  bounds: readonly number[],
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
  // A registry asks no more of a metric than these; its type names the library's own classes.
  registry.registerMetric({ name, get, reset } as unknown as Metric);
  const start = (values: readonly string[]): Row => {
    const row: Row = { counts: new Array<number>(bounds.length + 1).fill(0), sum: 0 };
    const named = Object.fromEntries(labels.map((label, i) => [label, values[i] ?? '']));
    rows.set(values.join('\n'), { labels: named, row });
    return row;
  };
  if (labels.length === 0) start([]);
  return (...values) => {
    let found = rows.get(values.join('\n'))?.row;
    return (value) => {
      // What was never observed is not shown.
      found ??= start(values);
      let at = 0;
      while (at < bounds.length && value > (bounds[at] ?? 0)) at += 1;
      found.counts[at] = (found.counts[at] ?? 0) + 1;
      found.sum += value;
    };
  };
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
