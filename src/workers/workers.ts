/** The service's own workers: the loop with its handlers, its lease and its log. */
import type { Logger } from 'pino';
import type { Documents } from '../documents/port.ts';
import type { Figures } from '../observing/figures.ts';
import { observedHandlers } from '../observing/observed.ts';
import { ProviderUnavailable } from '../rails/port.ts';
import { createHandlers } from './handlers.ts';
import type { HandlerParts } from './handlers.ts';
import { ALONE, createLease, onceReady } from './lease.ts';
import { startWorkers } from './loop.ts';
import type { TaskFault, Workers } from './loop.ts';

export type ServiceWorkers = Omit<HandlerParts, 'documents'> & {
  readonly documents: Documents;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Whether other nodes may work on the same documents. */
  readonly shared: boolean;
  /** Whether the tasks have come to the end of the events once. */
  readonly isReady: () => Promise<boolean>;
  /** Left out: nobody counts. */
  readonly figures?: Figures;
};

const LEASE = 'tasks';
const WARNED_ONCE_MS = 1_000;

/** Starts the loop; `stop` ends it. */
export function startServiceWorkers(parts: ServiceWorkers): Workers {
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

  return startWorkers({
    documents: {
      async list(...args) {
        const found = await documents.list(...args);
        isAway = false;
        return found;
      },
    },
    handlers: parts.figures === undefined ? handlers : observedHandlers(parts.figures, handlers),
    lease: onceReady(shared ? createLease(documents, LEASE) : ALONE, isReady),
    clock,
    onTaskFault: taskFault,
    onFault(err) {
      // It is asked again every half second; once is enough to be told.
      if (!isAway) log.warn({ err }, 'the tasks can not be listed now');
      isAway = true;
    },
  });
}
