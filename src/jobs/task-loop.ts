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
import { PollingLoop } from '../async/polling-loop.ts';
import { backoffDelayMs, exponentialDelays, type BackoffPolicy } from '../async/wait.ts';
import { environmentOf } from '../ledger/ids.ts';
import { parseBody } from '../read-models/collection.ts';
import type { DocumentStore, StoredDocument } from '../read-models/port.ts';
import { monotonicTime } from '../system/runtime.ts';
import type { Lease } from './lease.ts';

// How far sandbox books are ahead of the clock, for work on the documents of all books.

const REFRESH_INTERVAL_MS = 250;
const PAGE = 500;
const BOOKS_PER_CALL = 20;

export class BookClocks {
  readonly #documents: Pick<DocumentStore, 'list'>;
  #ahead = new Map<string, number>();
  #refreshAt = -Infinity;
  #turn = 0;

  constructor(documents: Pick<DocumentStore, 'list'>) {
    this.#documents = documents;
  }

  /** Reads the documents again, unless that was a moment ago. */
  async refresh(): Promise<void> {
    const now = monotonicTime();
    if (now < this.#refreshAt) return;
    const found = new Map<string, number>();
    for (let after: string | undefined; ;) {
      const page = await this.#documents.list(BOOK_CLOCKS, {
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
    this.#ahead = found;
    // Reading thousands of clocks takes a while.
    this.#refreshAt = now + Math.max(REFRESH_INTERVAL_MS, this.#ahead.size);
  }

  /** In milliseconds; 0 for all other books. */
  aheadMs(stream: string): number {
    return this.#ahead.get(stream) ?? 0;
  }

  /** The books that are ahead, a few per call, in turn. */
  nextBooks(): readonly string[] {
    const books = [...this.#ahead.keys()];
    const from = this.#turn < books.length ? this.#turn : 0;
    this.#turn = from + BOOKS_PER_CALL;
    return books.slice(from, this.#turn);
  }
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
  /** Called for each failed run of a task, which ends when it resolves. */
  readonly onTaskFault: (fault: TaskFault) => void | Promise<void>;
  /** Listing tasks or acquiring the lease failed. It is retried. */
  readonly onFault: (error: unknown) => void;
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

/** Runs one loop per kind, so that a hanging kind does not block the others. */
export class TaskLoop {
  readonly #loops: readonly KindLoop[];

  constructor(options: TaskLoopOptions) {
    this.#loops = Object.entries(options.handlers).map(
      // The keys of the handlers are task kinds.
      ([kind, handler]) => new KindLoop(kind as TaskKind, handler, options),
    );
  }

  /** New tasks may be due. */
  wake(): void {
    for (const loop of this.#loops) loop.wake();
  }

  /** Resolves when all running tasks have ended. */
  async stop(): Promise<void> {
    await Promise.all(this.#loops.map((loop) => loop.stop()));
  }
}

class KindLoop {
  readonly #options: TaskLoopOptions;
  readonly #handler: TaskHandler;
  readonly #kind: TaskKind;
  readonly #documents: TaskLoopOptions['documents'];
  readonly #limiter = createConcurrencyLimiter();
  // With the wall clock, a pause would last longer after the clock is set back.
  readonly #backoff: TaskBackoff;
  readonly #running = new Map<string, Promise<void>>();
  readonly #clocks: BookClocks;
  #isStopped = false;
  /** Where the next poll continues; undefined for the first task. */
  #after: string | undefined;
  readonly #loop: PollingLoop;

  constructor(kind: TaskKind, handler: TaskHandler, options: TaskLoopOptions) {
    this.#kind = kind;
    this.#handler = handler;
    this.#options = options;
    this.#backoff = createTaskBackoff(options.elapsed ?? monotonicTime);
    this.#documents = options.documents;
    this.#clocks = new BookClocks(options.documents);
    this.#loop = new PollingLoop({
      run: () => this.#poll(),
      everyMs: POLL_INTERVAL_MS,
      onError: options.onFault,
    });
  }

  wake(): void {
    this.#loop.wake();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#loop.stop();
    await Promise.all(this.#running.values());
  }

  /** Returns the time until the next poll in milliseconds. */
  async #poll(): Promise<number> {
    if (!(await this.#options.lease.tryAcquire())) return POLL_INTERVAL_MS;
    const { count, hasSkipped } = await this.#startDueTasks();
    // A poll that skipped a task has already waited for slots.
    if (hasSkipped) return 0;
    return count === 0 && this.#kind !== 'expire_onramp' ? EMPTY_POLL_INTERVAL_MS : POLL_INTERVAL_MS;
  }

  async #runTask(id: string, task: Task): Promise<void> {
    try {
      await (this.#options.isDropped(task) ? this.#options.drop(id, task) : this.#handler(task));
      this.#backoff.recordSuccess(id);
    } catch (error) {
      await this.#options.onTaskFault({ task, error, retryInMs: this.#backoff.recordFailure(id) });
    }
  }

  /** Starts the tasks of a page. Returns whether it skipped one without a free slot. */
  async #startTasks(page: readonly StoredDocument[], slotDeadline: number): Promise<boolean> {
    let hasSkipped = false;
    for (const document of page) {
      const { id } = document;
      if (this.#running.has(id) || !this.#backoff.isReady(id)) continue;
      const task = parseBody(COLLECTIONS.tasks, document);
      const release = await this.#limiter.acquire(
        taskLimits(task, this.#backoff.hasFailed(id)),
        slotDeadline,
      );
      if (release === undefined) {
        hasSkipped = true;
        continue;
      }
      if (this.#isStopped) return false;
      const ended = this.#runTask(id, task).finally(() => {
        this.#running.delete(id);
        release();
      });
      this.#running.set(id, ended);
    }
    return hasSkipped;
  }

  /** Lists and starts due tasks. Returns how many were listed, and whether it skipped one without a free slot. */
  async #startDueTasks(): Promise<{ count: number; hasSkipped: boolean }> {
    const slotDeadline = monotonicTime() + SLOT_WAIT_MS;
    let count = 0;
    let hasSkipped = false;
    for (let pages = 0; pages < PAGES_PER_POLL && !this.#isStopped; pages += 1) {
      const page = await this.#documents.list(COLLECTIONS.tasks, {
        scope: TASKS_SCOPE,
        terms: [`kind:${this.#kind}`],
        ...(this.#after === undefined ? {} : { after: this.#after }),
        ...dueBy(this.#kind, this.#options.clock()),
        order: 'oldest',
        limit: PAGE_TASKS,
      });
      this.#after = page.length < PAGE_TASKS ? undefined : page.at(-1)?.id;
      count += page.length;
      hasSkipped = (await this.#startTasks(page, slotDeadline)) || hasSkipped;
      if (this.#after === undefined) break;
    }
    if (this.#kind === 'expire_onramp')
      hasSkipped = (await this.#startEarlyExpiries(slotDeadline)) || hasSkipped;
    return { count, hasSkipped };
  }

  /** In sandbox books that are ahead of the clock, expiries are due earlier than in the list of all books. */
  async #startEarlyExpiries(slotDeadline: number): Promise<boolean> {
    let hasSkipped = false;
    await this.#clocks.refresh();
    for (const stream of this.#clocks.nextBooks()) {
      const page = await this.#documents.list(COLLECTIONS.tasks, {
        scope: TASKS_SCOPE,
        terms: [expiriesTerm(stream)],
        ...dueBy(this.#kind, this.#options.clock() + this.#clocks.aheadMs(stream)),
        order: 'oldest',
        limit: PAGE_TASKS,
      });
      hasSkipped = (await this.#startTasks(page, slotDeadline)) || hasSkipped;
    }
    return hasSkipped;
  }
}
