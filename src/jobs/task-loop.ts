/**
 * Runs the service's own tasks. Each kind of task has a loop that lists due tasks in order and runs the
 * handler of that kind. A handler submits a command whose event closes the task. Until then the task stays
 * listed, so a crash loses nothing, and every handler must be safe to repeat.
 */
import { parseBody } from '../read-models/collection.ts';
import { COLLECTIONS } from '../../projections/collections.ts';
import { TASKS_SCOPE, dueBy } from '../../projections/tasks.ts';
import type { Task, TaskKind } from '../../projections/tasks.ts';
import { createSignal } from '../async/signal.ts';
import type { Signal } from '../async/signal.ts';
import type { DocumentStore, StoredDocument } from '../read-models/port.ts';
import { createTaskBackoff } from './task-backoff.ts';
import type { Lease } from './lease.ts';
import { createPlaces, sharesOf } from './task-limits.ts';

/** Runs one task, or finds nothing left to do. After an error the task is run again later. */
export type TaskHandler = (task: Task) => Promise<void>;
export type TaskHandlers = Readonly<Partial<Record<TaskKind, TaskHandler>>>;

export type TaskFault = {
  readonly task: Task;
  readonly error: unknown;
  readonly retryInMs: number;
};

export type TaskLoopOptions = {
  readonly documents: Pick<DocumentStore, 'list'>;
  readonly handlers: TaskHandlers;
  readonly lease: Lease;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Milliseconds of a monotonic clock; by default that of the process. */
  readonly elapsed?: () => number;
  /** Called for each failed run of a task. */
  readonly onTaskFault: (fault: TaskFault) => void;
  /** Listing tasks or asking for the lease failed. It is retried. */
  readonly onFault: (error: unknown) => void;
};

export type TaskLoop = {
  /** New tasks may be due. */
  wake(): void;
  /** Resolves when all running tasks have ended. */
  stop(): Promise<void>;
};

/** Without a call to `wake`, the list is looked at this often. */
const LOOK_EVERY_MS = 500;
const PAGE = 100;
/** How far one look goes; the next one goes on from there. So many that fail don't hold up those behind them. */
const PAGES_PER_LOOK = 10;
/** How long a look waits for places, all told, so that what flows goes on in order. Then it passes by what has none. */
const PATIENCE_MS = 250;

/** Runs until it is stopped. Each kind has a loop of its own, so that one that hangs holds up no other. */
export function startTaskLoop(options: TaskLoopOptions): TaskLoop {
  const signals: Signal[] = [];
  let stopped = false;
  const loops = Object.entries(options.handlers).map(([kind, handler]) => {
    const signal = createSignal();
    signals.push(signal);
    // The names of the handlers are the kinds.
    const look = createLook(kind as TaskKind, handler, options, () => stopped);
    return run(look, signal, options, () => stopped);
  });
  const wake = (): void => {
    for (const signal of signals) signal.notify();
  };
  return {
    wake,
    async stop() {
      stopped = true;
      wake();
      await Promise.all(loops);
      await options.lease.release().catch(options.onFault);
    },
  };
}

type Look = {
  /** Starts what is due, as far as there is room; true when it passed by something that there was no room for. */
  start(): Promise<boolean>;
  /** Resolves when nothing is under way. */
  ended(): Promise<void>;
};

async function run(
  look: Look,
  signal: Signal,
  { lease, onFault }: TaskLoopOptions,
  isStopped: () => boolean,
): Promise<void> {
  let seen = signal.count();
  while (!isStopped()) {
    let isFull = false;
    try {
      isFull = (await lease.isHeld()) && (await look.start());
    } catch (error) {
      onFault(error);
    }
    // Such a look has waited for room already.
    if (!isFull && !isStopped()) {
      await signal.wait(seen, { timeoutMs: LOOK_EVERY_MS });
      seen = signal.count();
    }
  }
  await look.ended();
}

function createLook(
  kind: TaskKind,
  handler: TaskHandler,
  { documents, clock, elapsed = () => performance.now(), onTaskFault }: TaskLoopOptions,
  isStopped: () => boolean,
): Look {
  const places = createPlaces();
  // A pause by the time of day would last for as long as that is put back.
  const backoff = createTaskBackoff(elapsed);
  /** Where the next look begins; undefined for the first task of all. */
  let after: string | undefined;

  async function runTask(id: string, task: Task): Promise<void> {
    try {
      await handler(task);
      backoff.recordSuccess(id);
    } catch (error) {
      onTaskFault({ task, error, retryInMs: backoff.recordFailure(id) });
    }
  }

  async function startAll(page: readonly StoredDocument[], patienceEnds: number): Promise<boolean> {
    let isFull = false;
    for (const document of page) {
      const { id } = document;
      if (places.has(id) || !backoff.isReady(id)) continue;
      const task = parseBody(COLLECTIONS.tasks, document);
      const shares = sharesOf(task, backoff.hasFailed(id));
      const hasPlace = await places.wait(shares, patienceEnds);
      if (isStopped()) return false;
      if (hasPlace) places.take(id, shares, () => runTask(id, task));
      else isFull = true;
    }
    return isFull;
  }

  return {
    async start() {
      const patienceEnds = performance.now() + PATIENCE_MS;
      let isFull = false;
      for (let pages = 0; pages < PAGES_PER_LOOK && !isStopped(); pages += 1) {
        const page = await documents.list(COLLECTIONS.tasks, {
          scope: TASKS_SCOPE,
          terms: [`kind:${kind}`],
          ...(after === undefined ? {} : { after }),
          ...dueBy(kind, clock()),
          order: 'oldest',
          limit: PAGE,
        });
        after = page.length < PAGE ? undefined : page.at(-1)?.id;
        isFull = (await startAll(page, patienceEnds)) || isFull;
        if (after === undefined) break;
      }
      return isFull;
    },
    ended: () => places.empty(),
  };
}
