/** What a process with the role `worker` does besides serving: tasks, deliveries, and letting go of what is too old. */
import { COLLECTIONS } from '../../projections/collections.ts';
import { tasksProjection } from '../../projections/tasks.ts';
import { watchTasks } from '../observing/observed.ts';
import { keepToRetention } from '../retention.ts';
import type { Kept } from '../retention.ts';
import { DELIVERIES, RETRIES } from '../webhooks/delivery.ts';
import { startServiceWorkers } from '../workers/workers.ts';
import type { Parts } from './parts.ts';
import { caughtUpOnce } from './progress.ts';

export type Work = {
  /** Ends tasks and deliveries. */
  stop(): Promise<void>;
  /** Resolves when retention has ended, which the signal ends. */
  readonly ended: Promise<void>;
};

export function startWork(parts: Parts, signal: AbortSignal): Work {
  const { config, stores, figures, clock, log, progress, webhooks } = parts;
  const { keepers, vault, rails, submitPayout } = parts;
  const { documents } = stores;
  const ended = keepToRetention({
    documents,
    kept: KEPT,
    seconds: keptSeconds(config.file),
    clock,
    log,
    signal,
  });
  watchTasks(figures, documents, clock);
  const shared = config.mongoUrl !== undefined;
  const workers = startServiceWorkers({
    ...{ keepers, documents, vault, rails, submitPayout },
    ...{ log, clock, shared, figures },
    isReady: caughtUpOnce(documents, [tasksProjection]),
  });
  webhooks.start();
  progress.onTasks(() => {
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
const KEPT: readonly Kept[] = [
  { collection: COLLECTIONS.events, prefix: 'evt' },
  { collection: COLLECTIONS.redeliveries, prefix: 'rdl' },
  { collection: DELIVERIES, prefix: 'whd' },
  { collection: RETRIES, prefix: 'whr' },
];

const DAY_SECONDS = 24 * 60 * 60;

/** To its last day an event can be asked for again, and is then tried for as long as any other. */
const keptSeconds = ({ events, webhooks }: Parts['config']['file']): number =>
  events.retention_days * DAY_SECONDS + webhooks.retry_window_seconds;
