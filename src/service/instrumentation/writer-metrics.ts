/** Metrics of the book writers: appends, conflicts, books in memory, and the ledger events they write. */
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import { monotonicTime } from '../../system/runtime.ts';
import type { WriterObserver, WriterStats } from '../../writer/observer.ts';
import { createCounter } from '../../telemetry/counter.ts';
import type { Readings, RegisterGauge } from '../../telemetry/gauge.ts';
import { DURATION_BUCKETS_SECONDS, createHistogram } from '../../telemetry/histogram.ts';
import { createLedgerCounters } from './ledger-counters.ts';

const APPEND_EVENTS_BUCKETS = [1, 2, 5, 10, 20, 50, 100, 200, 300, 500];

export function createWriterMetrics(registry: Registry, gauge: RegisterGauge): WriterObserver {
  const appends = createCounter(registry, 'writer_appends_total', 'Appends by outcome.', ['outcome']);
  const seconds = createHistogram(
    registry,
    {
      name: 'writer_append_duration_seconds',
      help: 'Time from sending an append to the event store to its acknowledgement.',
    },
    [],
    DURATION_BUCKETS_SECONDS,
  )();
  const sizes = createHistogram(
    registry,
    { name: 'writer_append_events', help: 'Events per append.' },
    [],
    APPEND_EVENTS_BUCKETS,
  )();
  const conflicts = new Counter({
    name: 'writer_conflicts_total',
    help: 'Appends that conflicted with another process. Their commands were decided again.',
    registers: [registry],
  });
  const decidedAgain = new Counter({
    name: 'writer_commands_decided_again_total',
    help: 'Commands that were decided again after a conflict: the work that conflicts cost.',
    registers: [registry],
  });
  const conflictSeconds = createHistogram(
    registry,
    {
      name: 'writer_conflict_duration_seconds',
      help: 'Time from sending an append that conflicted until its commands were decided again.',
    },
    [],
    DURATION_BUCKETS_SECONDS,
  )();
  let readStats: (() => WriterStats) | undefined;
  const reading = (name: keyof WriterStats) => (): Readings => [
    { labels: {}, value: readStats?.()[name] ?? 0 },
  ];
  gauge('writer_books', 'Books in memory.', [], reading('books'));
  gauge('writer_pending_commands', 'Commands without a response yet.', [], reading('queued'));
  return {
    appended({ outcome, startedAt, events }) {
      appends(outcome);
      seconds((monotonicTime() - startedAt) / 1000);
      sizes(events);
      if (outcome === 'conflict') conflicts.inc();
    },
    decidedAgain({ commands, startedAt }) {
      decidedAgain.inc(commands);
      conflictSeconds((monotonicTime() - startedAt) / 1000);
    },
    acknowledged: createLedgerCounters(registry),
    registerStats: (read) => {
      readStats = read;
    },
  };
}
