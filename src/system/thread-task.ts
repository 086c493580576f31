/** Runs long tasks in worker threads, one thread for each task, so that none occupies the event loop. */
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { clearTimeout, setTimeout } from './runtime.ts';
import { threadModule } from './thread-module.ts';

/** A thread that ended without a result. What the task threw has lost its class; its message is the one of this error. */
export class ThreadFailed extends Error {
  override readonly name = 'ThreadFailed';
  readonly reason: 'time' | 'memory' | 'other';

  constructor(reason: ThreadFailed['reason'], message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

const STOPPED = 'the task was stopped';

type Limits = { readonly timeoutMs?: number; readonly memoryMb?: number };

/** What a thread starts with. */
type Start<Task> = { readonly threadTask: string; readonly task: Task };

/**
 * Defines a task that the module with this path runs; the module must call this when it is imported, and be one of the compiled
 * programs (scripts/compile.mjs). Tasks and results must support structured cloning. The returned function throws ThreadFailed, also
 * when its signal aborts.
 */
export function defineThreadTask<Task, Result>(
  module: string,
  run: (task: Task) => Result | Promise<Result>,
  limits: Limits = {},
): (task: Task, signal?: AbortSignal) => Promise<Result> {
  // A thread may import modules with tasks that it was not started for. An error of the task ends the thread.
  if (!isMainThread && isStartOf<Task>(workerData, module)) void runHere(run, workerData.task);
  return (task, signal) => runInThread({ threadTask: module, task }, limits, signal);
}

async function runHere<Task, Result>(
  run: (task: Task) => Result | Promise<Result>,
  task: Task,
): Promise<void> {
  parentPort?.postMessage(await run(task));
}

const isStartOf = <Task>(data: unknown, module: string): data is Start<Task> =>
  typeof data === 'object' && data !== null && 'threadTask' in data && data.threadTask === module;

function runInThread<Task, Result>(
  start: Start<Task>,
  { timeoutMs, memoryMb }: Limits,
  signal: AbortSignal | undefined,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) throw new ThreadFailed('other', STOPPED);
    const worker = new Worker(threadModule(start.threadTask), {
      workerData: start,
      resourceLimits: memoryMb === undefined ? {} : { maxOldGenerationSizeMb: memoryMb },
    });
    const stop = (): void => void worker.terminate();
    signal?.addEventListener('abort', stop, { once: true });
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            reject(new ThreadFailed('time', `the thread took longer than ${timeoutMs} ms`));
            stop();
          }, timeoutMs);
    worker.once('message', (result: Result) => resolve(result));
    worker.once('error', (error: Error & { readonly code?: string }) => {
      const reason = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'other';
      reject(new ThreadFailed(reason, error.message, error));
    });
    worker.once('exit', (code) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      const reason = signal?.aborted === true ? STOPPED : `the thread exited with code ${code}`;
      reject(new ThreadFailed('other', reason));
    });
  });
}
