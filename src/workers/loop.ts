/**
 * The loop that does what the service has to do by itself. Tasks are listed in the order they are due, kind by kind, and
 * each is run by its kind's handler. A handler comes back with a command, whose event closes the task; until then the
 * task stays listed, so that nothing is lost when the process ends. Every handler is therefore safe to run again.
 */
import { COLLECTIONS } from '../../projections/collections.ts';
import { TASKS_SCOPE, firstTaskAt } from '../../projections/tasks.ts';
import type { Task, TaskKind } from '../../projections/tasks.ts';
import { createWaker } from '../waker.ts';
import type { Waker } from '../waker.ts';
import type { Documents, StoredDocument } from '../documents/port.ts';
import { createTaskBackoff } from './backoff.ts';
import type { Lease } from './lease.ts';

/** Does one task, or finds that there is nothing to do any more. What it throws has the task run again later. */
export type Handler = (task: Task) => Promise<void>;
export type Handlers = Readonly<Partial<Record<TaskKind, Handler>>>;

export type TaskFault = {
  readonly task: Task;
  readonly error: unknown;
  readonly retryInMs: number;
};

export type LoopOptions = {
  readonly documents: Pick<Documents, 'list'>;
  readonly handlers: Handlers;
  readonly lease: Lease;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** For each time that a task fails. */
  readonly onTaskFault: (fault: TaskFault) => void;
  /** Tasks can't be listed, or the lease can't be asked for. It is tried again. */
  readonly onFault: (error: unknown) => void;
};

export type Workers = {
  /** There may be new tasks. */
  wake(): void;
  /** Resolves when the tasks under way are done with. */
  stop(): Promise<void>;
};

/** Without a call to `wake`, the list is looked at this often. */
const LOOK_EVERY_MS = 500;
const PAGE = 100;
/** How far one look goes; the next one goes on from there. So many that fail don't hold up those behind them. */
const PAGES_PER_LOOK = 10;
/** Tasks of a kind that run at a time. */
const CONCURRENCY = 16;

/** Runs until it is stopped. Each kind has a loop of its own, so that one that hangs holds up no other. */
export function startWorkers(options: LoopOptions): Workers {
  const wakers: Waker[] = [];
  let stopped = false;
  const loops = Object.entries(options.handlers).map(([kind, handler]) => {
    const waker = createWaker();
    wakers.push(waker);
    // The names of the handlers are the kinds.
    const look = createLook(kind as TaskKind, handler, options, () => stopped);
    return run(look, waker, options, () => stopped);
  });
  const wake = (): void => {
    for (const waker of wakers) waker.wake();
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
  /** Starts what is due, as far as there is room. */
  start(): Promise<void>;
  /** Resolves when nothing is under way. */
  ended(): Promise<void>;
};

async function run(
  look: Look,
  waker: Waker,
  { lease, onFault }: LoopOptions,
  isStopped: () => boolean,
): Promise<void> {
  while (!isStopped()) {
    try {
      if (await lease.isHeld()) await look.start();
    } catch (error) {
      onFault(error);
    }
    if (!isStopped()) await waker.sleep(LOOK_EVERY_MS);
  }
  await look.ended();
}

function createLook(
  kind: TaskKind,
  handler: Handler,
  { documents, clock, onTaskFault }: LoopOptions,
  isStopped: () => boolean,
): Look {
  const running = new Map<string, Promise<void>>();
  const backoff = createTaskBackoff(clock);
  /** Where the next look begins; undefined for the first task of all. */
  let after: string | undefined;

  async function runTask(id: string, task: Task): Promise<void> {
    try {
      await handler(task);
      backoff.done(id);
    } catch (error) {
      onTaskFault({ task, error, retryInMs: backoff.failed(id) });
    } finally {
      running.delete(id);
    }
  }

  async function startAll(page: readonly StoredDocument[]): Promise<void> {
    for (const { id, body } of page) {
      while (running.size >= CONCURRENCY) await Promise.race(running.values());
      if (isStopped()) return;
      if (running.has(id) || !backoff.isReady(id)) continue;
      // The tasks projection wrote it.
      running.set(id, runTask(id, JSON.parse(body) as Task));
    }
  }

  return {
    async start() {
      for (let pages = 0; pages < PAGES_PER_LOOK && !isStopped(); pages += 1) {
        const page = await documents.list(COLLECTIONS.tasks, {
          scope: TASKS_SCOPE,
          terms: [`kind:${kind}`],
          ...(after === undefined ? {} : { after }),
          before: firstTaskAt(clock() + 1),
          order: 'oldest',
          limit: PAGE,
        });
        after = page.length < PAGE ? undefined : page.at(-1)?.id;
        await startAll(page);
        if (after === undefined) return;
      }
    },
    async ended() {
      await Promise.all(running.values());
    },
  };
}
