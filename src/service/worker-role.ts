/** What a process with the role `worker` does besides serving: tasks, deliveries, and letting go of what is too old. */
import { COLLECTIONS } from '../../projections/collections.ts';
import { tasksProjection } from '../../projections/tasks.ts';
import { registerTaskMetrics } from '../telemetry/instrumentation.ts';
import { runRetention } from '../read-models/retention.ts';
import type { RetainedCollection } from '../read-models/retention.ts';
import { DELIVERIES_COLLECTION, RETRIES_COLLECTION } from '../webhooks/records/delivery.ts';
import { startJobs } from '../jobs/jobs.ts';
import type { Dependencies } from './dependencies.ts';
import { caughtUpCheck } from './projection-progress.ts';

export type WorkerRole = {
  /** Ends tasks and deliveries. */
  stop(): Promise<void>;
  /** Resolves when retention has ended, which the signal ends. */
  readonly ended: Promise<void>;
};

export function startWorkerRole(parts: Dependencies, signal: AbortSignal): WorkerRole {
  const { config, stores, metrics, clock, log, progress, webhooks } = parts;
  const { keepers, vault, rails, submitPayout } = parts;
  const { documents } = stores;
  const ended = runRetention({
    documents,
    collections: KEPT,
    seconds: keptSeconds(config.file),
    clock,
    log,
    signal,
  });
  registerTaskMetrics(metrics, documents, clock);
  const shared = config.mongoUrl !== undefined;
  const workers = startJobs({
    ...{ keepers, documents, vault, rails, submitPayout },
    ...{ log, clock, shared, figures: metrics },
    isReady: caughtUpCheck(documents, [tasksProjection]),
  });
  webhooks.start();
  progress.onTasksAdvanced(() => {
    workers.wake();
    webhooks.wake();
  });
  return {
    async stop() {
      await Promise.all([workers.stop(), webhooks.stop()]);
    },
    ended,
  };
}

/** What is kept as long as events are. */
const KEPT: readonly RetainedCollection[] = [
  { collection: COLLECTIONS.events, prefix: 'evt' },
  { collection: COLLECTIONS.redeliveries, prefix: 'rdl' },
  { collection: DELIVERIES_COLLECTION, prefix: 'whd' },
  { collection: RETRIES_COLLECTION, prefix: 'whr' },
];

const DAY_SECONDS = 24 * 60 * 60;

/** To its last day an event can be asked for again, and is then tried for as long as any other. */
const keptSeconds = ({ events, webhooks }: Dependencies['config']['file']): number =>
  events.retention_days * DAY_SECONDS + webhooks.retry_window_seconds;
