/**
 * Runs the service's own tasks. Each kind of task has a loop that lists due tasks in order and runs the handler of that
 * kind. A handler submits a command whose event closes the task. Until then the task stays listed, so that a crash loses
 * nothing. Every handler must be safe to repeat.
 */

import { BOOK_CLOCKS, COLLECTIONS } from '../../projections/collections.ts';
import {
  CLOCKS_TERM,
  TASKS_SCOPE,
  dueBy,
  expiriesTerm,
  type Task,
  type TaskKind,
} from '../../projections/tasks.ts';
import { createConcurrencyLimiter, type Limit } from '../async/concurrency-limiter.ts';
import { startPollingLoop } from '../async/polling-loop.ts';
import { backoffDelayMs, exponentialDelays, type BackoffPolicy } from '../async/wait.ts';
import { environmentOf } from '../ledger/ids.ts';
import { parseBody } from '../read-models/collection.ts';
import type { DocumentStore, StoredDocument } from '../read-models/port.ts';
import { monotonicTime } from '../system/runtime.ts';
import type { Lease } from './lease.ts';

// How far sandbox books are ahead of the clock, for work on the documents of all books.

type BookClocks = {
  /** Reads the documents again, unless that was a moment ago. */
  refresh(): Promise<void>;
  /** In milliseconds; 0 for all other books. */
  aheadMs(stream: string): number;
  /** The books that are ahead, a few per call, in turn. */
  nextBooks(): readonly string[];
};

const REFRESH_INTERVAL_MS = 250;
const PAGE = 500;
const BOOKS_PER_CALL = 20;

export function createBookClocks(documents: Pick<DocumentStore, 'list'>): BookClocks {
  let ahead = new Map<string, number>();
  let refreshAt = -Infinity;
  let turn = 0;

  return {
    async refresh() {
      const now = monotonicTime();
      if (now < refreshAt) return;
      const found = new Map<string, number>();
      for (let after: string | undefined; ;) {
        const page = await documents.list(BOOK_CLOCKS, {
          scope: TASKS_SCOPE,
          terms: [CLOCKS_TERM],
          order: 'oldest',
          limit: PAGE,
          ...(after === undefined ? {} : { after }),
        });
        for (const document of page) {
          const { stream, ahead_seconds } = parseBody(BOOK_CLOCKS, document);
          // Nobody can advance the time of a book in production, even by writing to the store.
          if (environmentOf(stream) === 'sandbox') found.set(stream, ahead_seconds * 1_000);
        }
        after = page.at(-1)?.id;
        if (page.length < PAGE) break;
      }
      ahead = found;
      // Reading thousands of clocks takes a while.
      refreshAt = now + Math.max(REFRESH_INTERVAL_MS, ahead.size);
    },
    aheadMs: (stream) => ahead.get(stream) ?? 0,
    nextBooks() {
      const books = [...ahead.keys()];
      const from = turn < books.length ? turn : 0;
      turn = from + BOOKS_PER_CALL;
      return books.slice(from, turn);
    },
  };
}

// Which tasks are to be left alone for a while: those that failed, ever longer, and those that were done and whose
// event the list has yet to hear of. It is memory of this process alone: after a restart everything is tried again.

type TaskBackoff = {
  /** Whether a task may be run now. */
  isReady(id: string): boolean;
  /** Whether it failed when it was run last. */
  hasFailed(id: string): boolean;
  /** It failed: gives for how many milliseconds it is left alone. */
  recordFailure(id: string): number;
  recordSuccess(id: string): void;
};

const RETRIES: BackoffPolicy = { delaysMs: exponentialDelays(500, 60_000) };
/** Longer than a list that keeps up takes to lose a task that is done. */
const DONE_PAUSE_MS = 1_000;
const KEPT_MAX = 10_000;

/**
 * `now` is in milliseconds of a clock that is never put back, and so are the pauses. Past the maximum, what was kept first is
 * forgotten first.
 */
function createTaskBackoff(now: () => number, keptMax: number = KEPT_MAX): TaskBackoff {
  const kept = new Map<string, { readonly failures: number; readonly until: number }>();

  const keep = (id: string, failures: number, pause: number): void => {
    kept.delete(id);
    kept.set(id, { failures, until: now() + pause });
    const [oldest] = kept.keys();
    if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest);
  };

  return {
    isReady: (id) => (kept.get(id)?.until ?? 0) <= now(),
    hasFailed: (id) => (kept.get(id)?.failures ?? 0) > 0,
    recordFailure(id) {
      const failures = (kept.get(id)?.failures ?? 0) + 1;
      const pause = backoffDelayMs(RETRIES, failures);
      keep(id, failures, pause);
      return pause;
    },
    recordSuccess: (id) => keep(id, 0, DONE_PAUSE_MS),
  };
}

// Concurrency limits for tasks of one kind. Tasks of a hanging rail keep their slots until the deadline, so no group may
// take all slots: each environment has its own limit, one book gets half of it, and tasks that failed before leave slots
// for new ones.

const TASKS_PER_ENVIRONMENT_MAX = 16;
const TASKS_PER_BOOK_MAX = 8;
const FAILED_TASKS_PER_ENVIRONMENT_MAX = 6;

function taskLimits({ stream }: Pick<Task, 'stream'>, hasFailed: boolean): readonly Limit[] {
  const environment = environmentOf(stream);
  return [
    { key: environment, max: TASKS_PER_ENVIRONMENT_MAX },
    { key: stream, max: TASKS_PER_BOOK_MAX },
    ...(hasFailed ? [{ key: `${environment}, failed`, max: FAILED_TASKS_PER_ENVIRONMENT_MAX }] : []),
  ];
}

/** Runs one task, or finds that nothing is left to do. After an error the task is run again later. */
export type TaskHandler = (task: Task) => Promise<void>;
export type TaskHandlers = Readonly<Partial<Record<TaskKind, TaskHandler>>>;

export type TaskFault = {
  readonly task: Task;
  readonly error: unknown;
  readonly retryInMs: number;
};

type TaskLoopOptions = {
  readonly documents: Pick<DocumentStore, 'list'>;
  readonly handlers: TaskHandlers;
  /** Whether the task belongs to a book that a reset has replaced. Its handler does not run any more. */
  readonly isDropped: (task: Task) => boolean;
  /** Closes a task that is dropped. */
  readonly drop: (id: string, task: Task) => Promise<void>;
  readonly lease: Lease;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Milliseconds of a monotonic clock; by default that of the process. */
  readonly elapsed?: () => number;
  /** Called for each failed run of a task. */
  readonly onTaskFault: (fault: TaskFault) => void;
  /** Listing tasks or acquiring the lease failed. It is retried. */
  readonly onFault: (error: unknown) => void;
};

export type TaskLoop = {
  /** New tasks may be due. */
  wake(): void;
  /** Resolves when all running tasks have ended. */
  stop(): Promise<void>;
};

/** How often tasks are listed without a call to `wake`. */
const POLL_INTERVAL_MS = 500;
/** The same while there are none of a kind that does not wait for a due time: a new one comes with a call to `wake`. */
const EMPTY_POLL_INTERVAL_MS = 5_000;
const PAGE_TASKS = 100;
/** Pages per poll. The next poll continues from there, so that many failing tasks do not block those behind them. */
const PAGES_PER_POLL = 10;
/** How long one poll waits for free slots in total, to keep the order of tasks. After that it skips tasks without a slot. */
const SLOT_WAIT_MS = 250;

/** Starts one loop per kind, so that a hanging kind does not block the others. */
export function startTaskLoop(options: TaskLoopOptions): TaskLoop {
  const loops = Object.entries(options.handlers).map(([kind, handler]) =>
    // The keys of the handlers are task kinds.
    startKind(kind as TaskKind, handler, options),
  );
  return {
    wake() {
      for (const loop of loops) loop.wake();
    },
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
      await options.lease.release().catch(options.onFault);
    },
  };
}

function startKind(
  kind: TaskKind,
  handler: TaskHandler,
  {
    documents,
    isDropped,
    drop,
    lease,
    clock,
    elapsed = monotonicTime,
    onTaskFault,
    onFault,
  }: TaskLoopOptions,
): TaskLoop {
  const limiter = createConcurrencyLimiter();
  // With the wall clock, a pause would last longer after the clock is set back.
  const backoff = createTaskBackoff(elapsed);
  const running = new Map<string, Promise<void>>();
  const clocks = createBookClocks(documents);
  let isStopped = false;
  /** Where the next poll continues; undefined for the first task. */
  let after: string | undefined;

  async function runTask(id: string, task: Task): Promise<void> {
    try {
      await (isDropped(task) ? drop(id, task) : handler(task));
      backoff.recordSuccess(id);
    } catch (error) {
      onTaskFault({ task, error, retryInMs: backoff.recordFailure(id) });
    }
  }

  /** Starts the tasks of a page. Returns whether it skipped one without a free slot. */
  async function startTasks(page: readonly StoredDocument[], slotDeadline: number): Promise<boolean> {
    let hasSkipped = false;
    for (const document of page) {
      const { id } = document;
      if (running.has(id) || !backoff.isReady(id)) continue;
      const task = parseBody(COLLECTIONS.tasks, document);
      const release = await limiter.acquire(taskLimits(task, backoff.hasFailed(id)), slotDeadline);
      if (release === undefined) {
        hasSkipped = true;
        continue;
      }
      if (isStopped) return false;
      const ended = runTask(id, task).finally(() => {
        running.delete(id);
        release();
      });
      running.set(id, ended);
    }
    return hasSkipped;
  }

  /** Lists and starts due tasks. Returns how many were listed, and whether it skipped one without a free slot. */
  async function startDueTasks(): Promise<{ count: number; hasSkipped: boolean }> {
    const slotDeadline = monotonicTime() + SLOT_WAIT_MS;
    let count = 0;
    let hasSkipped = false;
    for (let pages = 0; pages < PAGES_PER_POLL && !isStopped; pages += 1) {
      const page = await documents.list(COLLECTIONS.tasks, {
        scope: TASKS_SCOPE,
        terms: [`kind:${kind}`],
        ...(after === undefined ? {} : { after }),
        ...dueBy(kind, clock()),
        order: 'oldest',
        limit: PAGE_TASKS,
      });
      after = page.length < PAGE_TASKS ? undefined : page.at(-1)?.id;
      count += page.length;
      hasSkipped = (await startTasks(page, slotDeadline)) || hasSkipped;
      if (after === undefined) break;
    }
    if (kind === 'expire_onramp') hasSkipped = (await startEarlyExpiries(slotDeadline)) || hasSkipped;
    return { count, hasSkipped };
  }

  /** In sandbox books that are ahead of the clock, expiries are due earlier than in the list of all books. */
  async function startEarlyExpiries(slotDeadline: number): Promise<boolean> {
    let hasSkipped = false;
    await clocks.refresh();
    for (const stream of clocks.nextBooks()) {
      const page = await documents.list(COLLECTIONS.tasks, {
        scope: TASKS_SCOPE,
        terms: [expiriesTerm(stream)],
        ...dueBy(kind, clock() + clocks.aheadMs(stream)),
        order: 'oldest',
        limit: PAGE_TASKS,
      });
      hasSkipped = (await startTasks(page, slotDeadline)) || hasSkipped;
    }
    return hasSkipped;
  }

  const loop = startPollingLoop({
    async run() {
      if (!(await lease.tryAcquire())) return POLL_INTERVAL_MS;
      const { count, hasSkipped } = await startDueTasks();
      // A poll that skipped a task has already waited for slots.
      if (hasSkipped) return 0;
      return count === 0 && kind !== 'expire_onramp' ? EMPTY_POLL_INTERVAL_MS : POLL_INTERVAL_MS;
    },
    retryMs: POLL_INTERVAL_MS,
    onError: onFault,
  });

  return {
    wake: () => loop.wake(),
    async stop() {
      isStopped = true;
      await loop.stop();
      await Promise.all(running.values());
    },
  };
}
