/** The task loop of the service, with its lease and its log. */
import type { Logger } from 'pino';
import { StoreUnavailable } from '../event-store/port.ts';
import { dropTask } from '../ledger/sandbox.ts';
import type { SandboxBooks } from '../platform/sandbox-books.ts';
import { ProviderUnavailable } from '../rails/port.ts';
import type { DocumentStore } from '../read-models/port.ts';
import { createConditionLog } from '../telemetry/condition-log.ts';
import { NO_ANSWER, type BookWriters } from '../writer/command.ts';
import { leaseBetweenNodes, leaseWhenReady } from './lease.ts';
import { recordPayoutAttempt } from './payout-attempts.ts';
import { TaskLoop, type TaskFault, type TaskHandlers } from './task-loop.ts';

type JobsOptions = {
  readonly handlers: TaskHandlers;
  readonly documents: DocumentStore;
  readonly writers: Pick<BookWriters, 'submit'>;
  readonly books: Pick<SandboxBooks, 'isFormer'>;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Whether other nodes may run tasks of the same documents. */
  readonly shared: boolean;
  /** Whether the tasks projection has caught up. */
  readonly isReady: () => Promise<boolean>;
};

const LEASE_NAME = 'tasks';
/** A task that waits for a rail warns only while its pause is shorter, which is once. */
const WARN_PAUSE_MAX_MS = 1_000;

export function startJobs(options: JobsOptions): TaskLoop {
  const { handlers, documents, writers, books, shared, isReady, clock, log } = options;
  const listing = createConditionLog(log, {
    started: 'task listing failed',
    ended: 'task listing recovered',
  });

  function logTaskFault({ task: { kind, stream, subject }, error, retryInMs }: TaskFault): void {
    const fields = { task: kind, stream, subject, retry_in_ms: retryInMs };
    if (error instanceof ProviderUnavailable)
      log[retryInMs < WARN_PAUSE_MAX_MS ? 'warn' : 'debug'](fields, 'task deferred: provider unavailable');
    else if (error instanceof StoreUnavailable)
      // The health monitor logs that a store is unavailable.
      log.debug({ ...fields, reason: error.message }, 'task deferred: store unavailable');
    else log.error({ ...fields, err: error }, 'task failed');
  }

  return new TaskLoop({
    documents: {
      async list(...args) {
        const found = await documents.list(...args);
        listing.ended();
        return found;
      },
    },
    handlers,
    isDropped: ({ stream }) => books.isFormer(stream),
    drop: (task_id, { stream }) => drop(writers, stream, task_id),
    lease: leaseWhenReady(leaseBetweenNodes(shared, documents, LEASE_NAME), isReady),
    clock,
    async onTaskFault(fault) {
      logTaskFault(fault);
      // A store that is unavailable says nothing about the bank.
      if (fault.task.kind !== 'submit_payout' || fault.error instanceof StoreUnavailable) return;
      await recordPayoutAttempt(documents, fault, clock()).catch((err: unknown) => {
        log.debug({ subject: fault.task.subject, err }, 'attempt of a payout not recorded');
      });
    },
    onFault(err) {
      // The health monitor logs that a store is unavailable.
      if (!(err instanceof StoreUnavailable)) listing.started({ err });
    },
  });
}

/** Does nothing until the book is closed. The task is listed again then. */
async function drop(writers: Pick<BookWriters, 'submit'>, stream: string, task_id: string): Promise<void> {
  await writers.submit(stream, {
    decide: (book) => dropTask(book, { task_id }),
    answer: NO_ANSWER,
    actor: 'system:sandbox_reset',
    requestId: task_id,
  });
}
