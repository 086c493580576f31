/** Sends the metrics of the registry by OTLP. Imported only if the environment asks for it. */
import { performance } from 'node:perf_hooks';
import { ValueType, type HrTime } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import {
  AggregationTemporality,
  DataPointType,
  MeterProvider,
  PeriodicExportingMetricReader,
  type DataPoint,
  type HistogramMetricData,
  type MetricData,
} from '@opentelemetry/sdk-metrics';
import type { MetricReading, MetricRegistry } from './metrics.ts';
import { SERVICE_NAME, processResource } from './otlp-resource.ts';

/** The SDK ends an export that takes longer. */
const EXPORT_MS_MAX = 10_000;

type Series = MetricReading['series'][number];
type Interval = { readonly startTime: HrTime; readonly endTime: HrTime };

/** Resolves to a function that sends the metrics a last time and stops. */
export function startMetricsExport(registry: MetricRegistry, everyMs: number): () => Promise<void> {
  const resource = processResource();
  const startTime = toHrTime(performance.timeOrigin);
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(),
    exportIntervalMillis: everyMs,
    exportTimeoutMillis: Math.min(everyMs, EXPORT_MS_MAX),
    metricProducers: [
      {
        async collect() {
          const readings = await registry.read();
          const interval = { startTime, endTime: toHrTime(performance.timeOrigin + performance.now()) };
          const metrics = readings.map((reading) => toMetricData(reading, interval));
          return {
            resourceMetrics: { resource, scopeMetrics: [{ scope: { name: SERVICE_NAME }, metrics }] },
            errors: [],
          };
        },
      },
    ],
  });
  const provider = new MeterProvider({ resource, readers: [reader] });
  return () => provider.shutdown();
}

function toHrTime(epochMs: number): HrTime {
  const seconds = Math.floor(epochMs / 1_000);
  return [seconds, Math.round((epochMs - seconds * 1_000) * 1e6)];
}

function toMetricData({ name, help, type, series }: MetricReading, interval: Interval): MetricData {
  const descriptor = { name, description: help, unit: '', valueType: ValueType.DOUBLE };
  // Values count from the start of the process, as in Prometheus.
  const common = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE };
  if (type === 'histogram')
    return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(series, interval) };
  const dataPoints = series.map(({ labels, value }) => ({ ...interval, attributes: labels, value }));
  return type === 'counter'
    ? { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...common, dataPointType: DataPointType.GAUGE, dataPoints };
}

type Buckets = { readonly boundaries: number[]; readonly counts: number[]; total: number; sum: number };

/** Prometheus has a series for each bucket, which includes the buckets below it; OTLP has one point with all of them. */
function histograms(series: readonly Series[], interval: Interval): HistogramMetricData['dataPoints'] {
  const points = new Map<string, DataPoint<Buckets>>();
  for (const { labels: all, value, part } of series) {
    const { le, ...labels } = all;
    const key = JSON.stringify(labels);
    const empty = { boundaries: [], counts: [], total: 0, sum: 0 };
    const point = points.get(key) ?? { ...interval, attributes: labels, value: empty };
    points.set(key, point);
    const buckets = point.value;
    if (part === 'sum') buckets.sum = value;
    if (part !== 'bucket') continue;
    buckets.counts.push(value - buckets.total);
    buckets.total = value;
    if (le !== undefined && le !== '+Inf') buckets.boundaries.push(Number(le));
  }
  return [...points.values()].map(({ value: { boundaries, counts, total, sum }, ...point }) => ({
    ...point,
    value: { buckets: { boundaries, counts }, count: total, sum },
  }));
}
