/**
 * The figures of the parts behind HTTP. What happens often is counted in plain numbers and only turned into series when
 * somebody asks, so that counting costs next to nothing. No label holds an ID: each has a few values, known beforehand.
 */
import { Counter, Gauge, Registry } from 'prom-client';
import type { ProjectedPage } from '../read-models/projection-progress.ts';
import type { WriterObserver, WriterStats } from '../writer/observer.ts';
import { createHistogram } from './histogram.ts';
import { createLedgerCounters } from './ledger-counters.ts';
import { createCounter } from './counter.ts';

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const SIZES = [1, 2, 5, 10, 20, 50, 100, 200, 300, 500];

export type Metrics = {
  readonly registry: Registry;
  readonly writer: WriterObserver;
  /** A command was answered: `done`, `replayed`, `refused`, `key_reused`, or `fault`. */
  countCommand(outcome: string): void;
  recordPage(page: ProjectedPage): void;
  /** Gives what to call when the call has ended. */
  timeStoreCall(store: string, call: string): (startedAt: number, failed: boolean) => void;
  recordRailCall(environment: string, rail: string, call: string, outcome: string, seconds: number): void;
  recordTask(kind: string, outcome: string, seconds: number): void;
  /** Figures that are read when somebody asks for them. */
  gauge(
    name: string,
    help: string,
    labels: readonly string[],
    read: () => Readings | Promise<Readings>,
  ): void;
};

export type Readings = readonly {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}[];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const seconds = (name: string, help: string, labels: readonly string[]) =>
    createHistogram(registry, { name, help }, labels, SECONDS);

  const commands = createCounter(registry, 'keeper_commands_total', 'Commands answered, by outcome.', [
    'outcome',
  ]);
  const tasks = createCounter(registry, 'worker_tasks_total', 'Tasks run, by kind and outcome.', [
    'kind',
    'outcome',
  ]);
  const railCalls = createCounter(registry, 'rail_calls_total', 'Calls of providers, by outcome.', [
    'environment',
    'rail',
    'call',
    'outcome',
  ]);
  const faults = createCounter(registry, 'store_faults_total', 'Calls of a store that failed.', [
    'store',
    'call',
  ]);
  const pages = createCounter(registry, 'projector_pages_total', 'Pages of events that were projected.', []);
  const projected = createCounter(registry, 'projector_events_total', 'Events in those pages.', []);
  const pageSeconds = seconds(
    'projector_page_duration_seconds',
    'From a page that was read to its documents being written.',
    [],
  )();
  const storeSeconds = seconds('store_call_duration_seconds', 'Time that calls of the stores take.', [
    'store',
    'call',
  ]);
  const taskSeconds = seconds('worker_task_duration_seconds', 'Time that tasks take.', ['kind']);
  const railSeconds = seconds('rail_call_duration_seconds', 'Time that providers take.', ['rail', 'call']);

  const gauge: Metrics['gauge'] = (name, help, labels, read) => {
    const made: Gauge = new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers,
      async collect() {
        const readings = await read();
        made.reset();
        // One without labels would read 0 now, which is a figure too.
        if (labels.length === 0) made.remove();
        for (const { labels: each, value } of readings) made.set({ ...each }, value);
      },
    });
  };

  return {
    registry,
    writer: keeperFigures(registry, gauge),
    countCommand: (outcome) => commands(outcome),
    recordPage({ events, ms }) {
      pages();
      projected.add(events);
      pageSeconds(ms / 1000);
    },
    timeStoreCall(store, call) {
      const observe = storeSeconds(store, call);
      return (startedAt, failed) => {
        observe((performance.now() - startedAt) / 1000);
        if (failed) faults(store, call);
      };
    },
    recordRailCall(environment, rail, call, outcome, seconds) {
      railCalls(environment, rail, call, outcome);
      railSeconds(rail, call)(seconds);
    },
    recordTask(kind, outcome, seconds) {
      tasks(kind, outcome);
      taskSeconds(kind)(seconds);
    },
    gauge,
  };
}

function keeperFigures(registry: Registry, gauge: Metrics['gauge']): WriterObserver {
  const registers = [registry];
  const appends = createCounter(registry, 'keeper_appends_total', 'Appends, by outcome.', ['outcome']);
  const seconds = createHistogram(
    registry,
    {
      name: 'keeper_append_duration_seconds',
      help: 'From giving an append to the store to its acknowledgement.',
    },
    [],
    SECONDS,
  )();
  const sizes = createHistogram(
    registry,
    { name: 'keeper_append_events', help: 'Events in an append.' },
    [],
    SIZES,
  )();
  const conflicts = new Counter({
    name: 'keeper_conflicts_total',
    help: 'Appends that another process was ahead of; what was in them was decided again.',
    registers,
  });
  const ledger = createLedgerCounters(registry);
  let look: (() => WriterStats) | undefined;
  const now = (name: keyof WriterStats) => (): Readings => [{ labels: {}, value: look?.()[name] ?? 0 }];
  gauge('keeper_books', 'Books in memory.', [], now('books'));
  gauge('keeper_queue_commands', 'Commands that are not answered yet.', [], now('queued'));
  return {
    appended({ outcome, startedAt, events }) {
      appends(outcome);
      seconds((performance.now() - startedAt) / 1000);
      sizes(events);
      if (outcome === 'conflict') conflicts.inc();
    },
    acknowledged: ledger,
    registerStats: (given) => {
      look = given;
    },
  };
}
