/** The service's own workers: the loop with its handlers, its lease and its log. */
import type { Logger } from 'pino';
import type { DocumentStore } from '../read-models/port.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { instrumentHandlers } from '../telemetry/instrumentation.ts';
import { ProviderUnavailable } from '../rails/port.ts';
import { createHandlers } from './handlers/handlers.ts';
import type { HandlerDependencies } from './handlers/handlers.ts';
import { UNSHARED_LEASE, createLease, leaseWhenReady } from './lease.ts';
import { startTaskLoop } from './task-loop.ts';
import type { TaskFault, TaskLoop } from './task-loop.ts';

export type JobsOptions = Omit<HandlerDependencies, 'documents'> & {
  readonly documents: DocumentStore;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Whether other nodes may work on the same documents. */
  readonly shared: boolean;
  /** Whether the tasks have come to the end of the events once. */
  readonly isReady: () => Promise<boolean>;
  /** Left out: nobody counts. */
  readonly figures?: Metrics;
};

const LEASE = 'tasks';
const WARNED_ONCE_MS = 1_000;

/** Starts the loop; `stop` ends it. */
export function startJobs(parts: JobsOptions): TaskLoop {
  const { documents, shared, isReady, clock, log } = parts;
  const handlers = createHandlers(parts);
  let isAway = false;

  function taskFault({ task: { kind, stream, subject }, error, retryInMs }: TaskFault): void {
    const about = { task: kind, stream, subject, retry_in_ms: retryInMs };
    // A rail that is down may have many waiting for it: each says so once.
    if (error instanceof ProviderUnavailable)
      log[retryInMs < WARNED_ONCE_MS ? 'warn' : 'debug'](about, 'a task waits for its provider');
    else log.error({ ...about, err: error }, 'a task failed');
  }

  return startTaskLoop({
    documents: {
      async list(...args) {
        const found = await documents.list(...args);
        isAway = false;
        return found;
      },
    },
    handlers: parts.figures === undefined ? handlers : instrumentHandlers(parts.figures, handlers),
    lease: leaseWhenReady(shared ? createLease(documents, LEASE) : UNSHARED_LEASE, isReady),
    clock,
    onTaskFault: taskFault,
    onFault(err) {
      // It is asked again every half second; once is enough to be told.
      if (!isAway) log.warn({ err }, 'the tasks can not be listed now');
      isAway = true;
    },
  });
}
