/** The service's own workers: the loop with its handlers, its lease and its log. */
import type { Documents } from '../documents/port.ts';
import { ProviderUnavailable } from '../rails/port.ts';
import { createHandlers } from './handlers.ts';
import type { HandlerParts } from './handlers.ts';
import { ALONE, createLease } from './lease.ts';
import { startWorkers } from './loop.ts';
import type { TaskFault, Workers } from './loop.ts';

export type ServiceWorkers = HandlerParts & {
  readonly documents: Documents;
  /** Whether other nodes may work on the same documents. */
  readonly shared: boolean;
};

const LEASE = 'tasks';

/** Starts the loop; `stop` ends it. */
export function startServiceWorkers(parts: ServiceWorkers): Workers {
  const { documents, shared, clock, log } = parts;
  let isAway = false;

  function taskFault({ task: { kind, stream, subject }, error, retryInMs }: TaskFault): void {
    const about = { task: kind, stream, subject, retry_in_ms: retryInMs };
    if (error instanceof ProviderUnavailable) log.warn(about, 'a task waits for its provider');
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
    handlers: createHandlers(parts),
    lease: shared ? createLease(documents, LEASE) : ALONE,
    clock,
    onTaskFault: taskFault,
    onFault(err) {
      // It is asked again every half second; once is enough to be told.
      if (!isAway) log.warn({ err }, 'the tasks can not be listed now');
      isAway = true;
    },
  });
}
