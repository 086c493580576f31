/** What a process with the role `worker` runs in addition: tasks, webhook deliveries, retention, and screening. */
import { COLLECTIONS } from '../../projections/collections.ts';
import { tasksProjection } from '../../projections/tasks.ts';
import { PollingLoop } from '../async/polling-loop.ts';
import { DAY_SECONDS, eventRetentionSeconds } from '../config/config-file.ts';
import { StoreUnavailable } from '../event-store/port.ts';
import { createHandlers } from '../jobs/handlers.ts';
import { startJobs } from '../jobs/jobs.ts';
import { leaseBetweenNodes, type Lease } from '../jobs/lease.ts';
import { rescreenNames } from '../jobs/rescreening.ts';
import {
  METRICS_COLLECTION,
  METRICS_PREFIX,
  METRICS_RETENTION_DAYS,
} from '../minute-metrics/minute-record.ts';
import { SESSIONS_COLLECTION } from '../operator/operations/session-directory.ts';
import type { Rebuilds } from '../read-models/generations/rebuilds.ts';
import { runRetention, type RetainedCollection } from '../read-models/retention.ts';
import { REQUESTS_COLLECTION } from '../request-log/entry.ts';
import { createConditionLog } from '../telemetry/condition-log.ts';
import { RETAINED_DELIVERY_COLLECTIONS } from '../webhooks/attempt-record.ts';
import type { Dependencies } from './dependencies.ts';
import { removeFormerBooks } from './former-books.ts';
import { instrumentHandlers, registerTaskMetrics } from './instruments.ts';
import { caughtUpCheck, onProjectionAdvanced } from './projection-progress.ts';

export type WorkerRole = {
  /** Stops the jobs and the webhook deliveries, after those under way. */
  stop(): Promise<void>;
  /** Resolves when retention and screening have ended after the signal. */
  readonly ended: Promise<void>;
};

export function startWorkerRole(
  dependencies: Dependencies,
  rebuilds: Pick<Rebuilds, 'startForgottenComparisons'>,
  signal: AbortSignal,
): WorkerRole {
  const { config, stores, metrics, clock, log, progress, webhooks } = dependencies;
  const { writers, books, authentication, vault, rails, submitPayout, screening, platform, history } =
    dependencies;
  const { documents } = stores;
  const leaseOf = (name: string): Lease => leaseBetweenNodes(config.mongoUrl !== undefined, documents, name);
  const resets = completeResets(dependencies);
  const comparisons = startComparisons(rebuilds, leaseOf('comparisons'), log);
  const retained = runRetention({
    documents,
    collections: RETAINED_COLLECTIONS,
    seconds: eventRetentionSeconds(config.file),
    clock,
    log,
    signal,
  });
  const requestsRetained = runRetention({
    ...{ documents, clock, log, signal },
    collections: [{ collection: REQUESTS_COLLECTION, prefix: 'req' }],
    seconds: config.file.requests.retention_days * DAY_SECONDS,
  });
  const metricsRetained = runRetention({
    ...{ documents, clock, log, signal },
    collections: [{ collection: METRICS_COLLECTION, prefix: METRICS_PREFIX }],
    seconds: METRICS_RETENTION_DAYS * DAY_SECONDS,
  });
  const sessionsRetained = runRetention({
    ...{ documents, clock, log, signal },
    collections: [{ collection: SESSIONS_COLLECTION, prefix: 'ses' }],
    seconds: DAY_SECONDS,
  });
  const formerRemoved = removeFormerBooks(dependencies, leaseOf('former_books'), signal);
  const screened = rescreenNames(
    {
      ...{ writers, vault, screening, log },
      platform: () => platform.get(),
      lease: leaseOf('screening'),
    },
    signal,
  );
  registerTaskMetrics(metrics, documents, clock);
  const handlers = createHandlers({
    ...{ writers, documents, authentication, vault, rails, submitPayout },
    eventStore: stores.eventStore,
  });
  const jobs = startJobs({
    ...{ documents, writers, books, log, clock },
    handlers: instrumentHandlers(metrics, handlers),
    shared: config.mongoUrl !== undefined,
    isReady: caughtUpCheck(documents, [tasksProjection], () => history.breaks()),
  });
  webhooks.start();
  onProjectionAdvanced(progress, tasksProjection.name, () => {
    jobs.wake();
    webhooks.wake();
  });
  return {
    async stop() {
      await Promise.all([jobs.stop(), webhooks.stop(), resets.stop(), comparisons.stop()]);
    },
    ended: Promise.all([
      retained,
      requestsRetained,
      metricsRetained,
      sessionsRetained,
      formerRemoved,
      screened,
    ]).then(() => undefined),
  };
}

/** Collections that are retained as long as events are. */
const RETAINED_COLLECTIONS: readonly RetainedCollection[] = [
  { collection: COLLECTIONS.events, prefix: 'evt' },
  { collection: COLLECTIONS.redeliveries, prefix: 'rdl' },
  ...RETAINED_DELIVERY_COLLECTIONS,
];

/** Less than half of the lease, so that its holder renews it before others find it expired. */
const COMPARISONS_EVERY_MS = 2_000;

/** A rebuild that is to be compared is compared even if the one who asked for it is gone. */
const startComparisons = (
  rebuilds: Pick<Rebuilds, 'startForgottenComparisons'>,
  lease: Lease,
  log: Dependencies['log'],
) =>
  new PollingLoop({
    async run() {
      if (await lease.tryAcquire()) await rebuilds.startForgottenComparisons();
    },
    everyMs: COMPARISONS_EVERY_MS,
    onError(err) {
      // The health monitor logs that a store is unavailable.
      if (!(err instanceof StoreUnavailable)) log.error({ err }, 'comparison of a projection not started');
    },
  });

const COMPLETE_RESETS_EVERY_MS = 1_000;

/** A request usually completes its reset. This completes those whose process ended before, or whose integrator sends nothing more. */
const completeResets = ({ books, log }: Pick<Dependencies, 'books' | 'log'>) => {
  const failing = createConditionLog(log, {
    started: 'sandbox reset not completed',
    ended: 'sandbox resets completed',
  });
  return new PollingLoop({
    async run() {
      await books.completeResets();
      failing.ended();
    },
    everyMs: COMPLETE_RESETS_EVERY_MS,
    onError(err) {
      // The health monitor logs that a store is unavailable.
      if (!(err instanceof StoreUnavailable)) failing.started({ err });
    },
  });
};
