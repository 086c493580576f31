/**
 * The metrics of everything behind the HTTP server. Counters and histograms on the path of a command are kept in plain
 * numbers; the others use prom-client directly. No label contains an ID: each has a few values that are known in advance.
 */
import { Counter, Histogram, Registry } from 'prom-client';
import { monotonicTime } from '../../system/runtime.ts';
import type { ProjectedPage } from '../../read-models/projection-progress.ts';
import type { WriterObserver } from '../../writer/observer.ts';
import { createCounter } from '../../telemetry/counter.ts';
import { createGauges } from '../../telemetry/gauge.ts';
import type { RegisterGauge } from '../../telemetry/gauge.ts';
import { DURATION_BUCKETS_SECONDS, createHistogram } from '../../telemetry/histogram.ts';
import { createWriterMetrics } from './writer-metrics.ts';

export type Metrics = {
  readonly registry: Registry;
  readonly writer: WriterObserver;
  /** Counts a command by its outcome: `done`, `replayed`, `refused`, `key_reused`, or `fault`. */
  countCommand(outcome: string): void;
  recordPage(page: ProjectedPage): void;
  /** Returns a function to call at the end of each store call, with its start time. */
  timeStoreCall(store: string, call: string): (startedAt: number, failed: boolean) => void;
  recordRailCall(environment: string, rail: string, call: string, outcome: string, seconds: number): void;
  recordTask(kind: string, outcome: string, seconds: number): void;
  /** Registers a gauge whose values are read when the registry is. */
  gauge: RegisterGauge;
};

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: readonly string[] = []): Counter =>
    new Counter({ name, help, labelNames: [...labelNames], registers });
  const duration = (name: string, help: string, labelNames: readonly string[] = []): Histogram =>
    new Histogram({
      name,
      help,
      labelNames: [...labelNames],
      buckets: DURATION_BUCKETS_SECONDS,
      registers,
    });

  const commands = createCounter(registry, 'writer_commands_total', 'Commands by outcome.', ['outcome']);
  const storeSeconds = createHistogram(
    registry,
    { name: 'store_call_duration_seconds', help: 'Duration of store calls.' },
    ['store', 'call'],
    DURATION_BUCKETS_SECONDS,
  );
  const storeErrors = counter('store_errors_total', 'Failed store calls.', ['store', 'call']);
  const tasks = counter('task_runs_total', 'Task runs by kind and outcome.', ['kind', 'outcome']);
  const taskSeconds = duration('task_duration_seconds', 'Duration of task runs.', ['kind']);
  const railCalls = counter('rail_calls_total', 'Rail provider calls by outcome.', [
    'environment',
    'rail',
    'call',
    'outcome',
  ]);
  const railSeconds = duration('rail_call_duration_seconds', 'Duration of rail provider calls.', [
    'rail',
    'call',
  ]);
  const pages = counter('projector_pages_total', 'Pages of events projected.');
  const projected = counter('projector_events_total', 'Events projected.');
  const pageSeconds = duration(
    'projector_page_duration_seconds',
    'Time from reading a page of events to writing its documents.',
  );

  const gauge = createGauges(registry);

  return {
    registry,
    writer: createWriterMetrics(registry, gauge),
    countCommand: (outcome) => commands(outcome),
    recordPage({ events, ms }) {
      pages.inc();
      projected.inc(events);
      pageSeconds.observe(ms / 1000);
    },
    timeStoreCall(store, call) {
      const observe = storeSeconds(store, call);
      return (startedAt, failed) => {
        observe((monotonicTime() - startedAt) / 1000);
        if (failed) storeErrors.inc({ store, call });
      };
    },
    recordRailCall(environment, rail, call, outcome, seconds) {
      railCalls.inc({ environment, rail, call, outcome });
      railSeconds.observe({ rail, call }, seconds);
    },
    recordTask(kind, outcome, seconds) {
      tasks.inc({ kind, outcome });
      taskSeconds.observe({ kind }, seconds);
    },
    gauge,
  };
}
