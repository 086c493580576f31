import type { LastVerification } from '../generated/api.ts';
import type { BookEvent } from '../ledger/event.ts';
import { ENVIRONMENTS, type EnvironmentName } from '../ledger/ids.ts';
import type { ProjectedPage } from '../read-models/projection-progress.ts';
import type { BreakSummary } from '../reconciliation/breaks/breaks.ts';
import type { Reconciliations } from '../reconciliation/reconciliation.ts';
import { monotonicTime } from '../system/runtime.ts';
import { MetricRegistry, type Readings } from '../telemetry/metrics.ts';
import type { WriterObserver, WriterStats } from '../writer/command.ts';

// Counters of what this process has written to the books: events, transfers, and fiat in and out.

const CLEARING = 'clearing:';

/** Returns a function to call with the events of each command after they have been appended. */
function createLedgerCounters(registry: MetricRegistry): (events: readonly BookEvent[]) => void {
  const written = registry.counter('ledger_events_total', 'Events written to books, by type.', ['type']);
  const created = registry.counter('ledger_transfers_total', 'Transfers created, by kind.', ['kind']);
  const stateChanges = registry.counter(
    'ledger_transfer_state_changes_total',
    'State changes of transfers, by new state.',
    ['state'],
  );
  const help = 'through a rail, in units of the currency (a floating-point approximation of the books).';
  const moneyIn = registry.counter('ledger_fiat_in_total', `Fiat received ${help}`, ['rail', 'currency']);
  const moneyOut = registry.counter('ledger_fiat_out_total', `Fiat paid out ${help}`, ['rail', 'currency']);

  return (events) => {
    for (const event of events) {
      written(event.type);
      if (event.type === 'transfer.created') created(event.data.kind);
      else if (event.type === 'transfer.state_changed') stateChanges(event.data.state);
      else if (event.type === 'posting.recorded') {
        for (const { account, amount } of event.data.lines) {
          if (!account.startsWith(CLEARING)) continue;
          const [, rail = '', currency = ''] = account.split(':');
          // A clearing account is negative for money received.
          const value = Number(amount);
          if (value < 0) moneyIn.add(-value, rail, currency);
          else moneyOut.add(value, rail, currency);
        }
      }
    }
  };
}

// Metrics of the book writers: appends, conflicts, books in memory, and the ledger events they write.

const APPEND_EVENTS_BUCKETS = [1, 2, 5, 10, 20, 50, 100, 200, 300, 500];

function createWriterMetrics(registry: MetricRegistry): WriterObserver {
  const appends = registry.counter('writer_appends_total', 'Appends by outcome.', ['outcome']);
  const seconds = registry.histogram(
    'writer_append_duration_seconds',
    'Time from sending an append to the event store to its acknowledgement.',
  )();
  const sizes = registry.histogram('writer_append_events', 'Events per append.', [], APPEND_EVENTS_BUCKETS)();
  const conflicts = registry.counter(
    'writer_conflicts_total',
    'Appends that conflicted with another process. Their commands were decided again.',
  );
  const decidedAgain = registry.counter(
    'writer_commands_decided_again_total',
    'Commands that were decided again after a conflict: the work that conflicts cost.',
  );
  const conflictSeconds = registry.histogram(
    'writer_conflict_duration_seconds',
    'Time from sending an append that conflicted until its commands were decided again.',
  )();
  let readStats: (() => WriterStats) | undefined;
  const stat = (name: keyof WriterStats) => (): number => readStats?.()[name] ?? 0;
  registry.gauge('writer_books', 'Books in memory.', [], stat('books'));
  registry.gauge('writer_pending_commands', 'Commands without a response yet.', [], stat('queued'));
  return {
    appended({ outcome, startedAt, events }) {
      appends(outcome);
      seconds((monotonicTime() - startedAt) / 1000);
      sizes(events);
      if (outcome === 'conflict') conflicts();
    },
    decidedAgain({ commands, startedAt }) {
      decidedAgain.add(commands);
      conflictSeconds((monotonicTime() - startedAt) / 1000);
    },
    acknowledged: createLedgerCounters(registry),
    registerStats: (read) => {
      readStats = read;
    },
  };
}

// The metrics of everything behind the HTTP server.

export type Metrics = {
  readonly registry: MetricRegistry;
  readonly writer: WriterObserver;
  /** Counts a command by its outcome: `done`, `replayed`, `refused`, `key_reused`, or `fault`. */
  countCommand(outcome: string): void;
  recordPage(page: ProjectedPage): void;
  /** Returns a function to call at the end of each store call, with its start time. */
  timeStoreCall(store: string, call: string): (startedAt: number, failed: boolean) => void;
  recordRailCall(environment: string, rail: string, call: string, outcome: string, seconds: number): void;
  recordTask(kind: string, outcome: string, seconds: number): void;
};

export function createMetrics(): Metrics {
  const registry = new MetricRegistry();
  const commands = registry.counter('writer_commands_total', 'Commands by outcome.', ['outcome']);
  const storeSeconds = registry.histogram('store_call_duration_seconds', 'Duration of store calls.', [
    'store',
    'call',
  ]);
  const storeErrors = registry.counter('store_errors_total', 'Failed store calls.', ['store', 'call']);
  const tasks = registry.counter('task_runs_total', 'Task runs by kind and outcome.', ['kind', 'outcome']);
  const taskSeconds = registry.histogram('task_duration_seconds', 'Duration of task runs.', ['kind']);
  const railCalls = registry.counter('rail_calls_total', 'Rail provider calls by outcome.', [
    'environment',
    'rail',
    'call',
    'outcome',
  ]);
  const railSeconds = registry.histogram('rail_call_duration_seconds', 'Duration of rail provider calls.', [
    'rail',
    'call',
  ]);
  const pages = registry.counter('projector_pages_total', 'Pages of events projected.');
  const projected = registry.counter('projector_events_total', 'Events projected.');
  const pageSeconds = registry.histogram(
    'projector_page_duration_seconds',
    'Time from reading a page of events to writing its documents.',
  )();

  return {
    registry,
    writer: createWriterMetrics(registry),
    countCommand: (outcome) => commands(outcome),
    recordPage({ events, ms }) {
      pages();
      projected.add(events);
      pageSeconds(ms / 1000);
    },
    timeStoreCall(store, call) {
      const observe = storeSeconds(store, call);
      return (startedAt, failed) => {
        observe((monotonicTime() - startedAt) / 1000);
        if (failed) storeErrors(store, call);
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
  };
}

// Metrics of the breaks between banks and books.

/** Registers how many breaks there are, and the age of the oldest open one. Reads the streams of reconciliation. */
export function registerReconciliationMetrics(
  metrics: Pick<Metrics, 'registry'>,
  reconciliations: Pick<Reconciliations, 'get'>,
  clock: () => number,
): void {
  /** No readings while the streams cannot be read; the log and `/readyz` say why. */
  const each = (read: (environment: EnvironmentName, summary: BreakSummary) => Readings) => () =>
    Promise.all(
      ENVIRONMENTS.map(async (environment) =>
        read(environment, await (await reconciliations.get(environment)).summary()),
      ),
    ).then(
      (found) => found.flat(),
      (): Readings => [],
    );
  metrics.registry.gauge(
    'reconciliation_breaks',
    'Breaks between banks and books, by environment and state.',
    ['environment', 'state'],
    each((environment, { open, accepted }) => [
      { labels: { environment, state: 'open' }, value: open },
      { labels: { environment, state: 'accepted' }, value: accepted },
    ]),
  );
  metrics.registry.gauge(
    'reconciliation_oldest_break_seconds',
    'Age of the oldest open break, in seconds since its day began; 0 if none is open.',
    ['environment'],
    each((environment, { since }) => [
      {
        labels: { environment },
        value: since === undefined ? 0 : Math.max(0, (clock() - Date.parse(since)) / 1_000),
      },
    ]),
  );
}

// Metrics of payouts.

type RailLabels = { readonly environment: string; readonly rail: string };

/** Registers the number of overdue payouts of each rail. No readings while the documents cannot be read. */
export function registerPayoutMetrics(
  metrics: Pick<Metrics, 'registry'>,
  rails: readonly RailLabels[],
  overdue: () => Promise<readonly RailLabels[]>,
): void {
  const count = (found: readonly RailLabels[]): Readings =>
    rails.map(({ environment, rail }) => ({
      labels: { environment, rail },
      value: found.filter((each) => each.environment === environment && each.rail === rail).length,
    }));
  metrics.registry.gauge(
    'payouts_overdue',
    'Payouts that their bank did not confirm within the settlement time of the rail; at most 1,000 per rail.',
    ['environment', 'rail'],
    () => overdue().then(count, (): Readings => []),
  );
}

/** Registers which rules of notifications fail. No readings while the documents cannot be read. */
export function registerNotificationMetrics(
  metrics: Pick<Metrics, 'registry'>,
  rules: readonly { readonly name: string }[],
  failing: () => Promise<ReadonlyMap<string, number>>,
): void {
  const read = (found: ReadonlyMap<string, number>): Readings =>
    rules.map(({ name: rule }) => ({ labels: { rule }, value: found.has(rule) ? 1 : 0 }));
  metrics.registry.gauge(
    'notifications_failing',
    '1 while messages under a rule of notifications have not been accepted for a minute, otherwise 0.',
    ['rule'],
    () => failing().then(read, (): Readings => []),
  );
}

// Metrics of the last recorded audit verification.

/** Registers the time and result of the last verification. Without a record there are no readings. */
export function registerVerificationMetrics(
  metrics: Metrics,
  last: () => LastVerification | undefined,
): void {
  const each = (read: (record: LastVerification) => number) => (): Readings => {
    try {
      const record = last();
      return record === undefined ? [] : [{ labels: {}, value: read(record) }];
    } catch {
      // No readings while the folder cannot be read; GET /operator/v1/audit reports why.
      return [];
    }
  };
  metrics.registry.gauge(
    'audit_last_verification_timestamp_seconds',
    'End of the last recorded verification, in seconds since 1970.',
    [],
    each(({ finished_at }) => Date.parse(finished_at) / 1000),
  );
  metrics.registry.gauge(
    'audit_last_verification_ok',
    '1 if the last recorded verification found no problem, otherwise 0.',
    [],
    each(({ ok }) => (ok ? 1 : 0)),
  );
}
