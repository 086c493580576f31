/** Starts the storage thread, calls it, and detects when it exits. */
import { Worker } from 'node:worker_threads';
import { StoreUnavailable } from '../../event-store/port.ts';
import type {
  ProjectedPage,
  ProjectionProgress,
  ProjectorFault,
} from '../../read-models/projection-progress.ts';
import { clearTimeout, setTimeout } from '../../system/runtime.ts';
import { threadModule } from '../../system/thread-module.ts';
import { createCaller, type Caller } from './rpc.ts';
import type { ThreadMessage } from './storage-thread.ts';
import type { ThreadMethods, ThreadOptions } from './storage.ts';

export type ThreadCall = Caller<ThreadMethods>['call'];

export type ThreadEvents = {
  readonly onProgress?: (progress: readonly ProjectionProgress[]) => void;
  readonly onPage?: (page: ProjectedPage) => void;
  readonly onProjectorError?: (fault: ProjectorFault) => void;
  /** The thread exited unexpectedly. Pending calls have been rejected. */
  readonly onExit?: (fault: StoreUnavailable) => void;
};

export type StorageThread = {
  readonly call: ThreadCall;
  /** Asks the thread to close, and terminates it if it does not. Resolves when it has exited. */
  close(): Promise<void>;
};

const CALL_DEADLINE_MS = 30_000;
const CLOSE_DEADLINE_MS = 10_000;

const THREAD = threadModule('src/sqlite/thread/storage-thread');

/**
 * One third of it is for new objects. A smaller space makes the garbage collector copy pages of events that are still in
 * use, which costs a sixth of the processor time of a rebuild.
 */
const YOUNG_GENERATION_MIB = 192;

/** Runs `file` as a thread. Resolves when it is ready; throws StoreUnavailable when it fails to start. */
export async function startStorageThread(
  options: ThreadOptions,
  events: ThreadEvents,
  file: URL = THREAD,
): Promise<StorageThread> {
  const worker = new Worker(file, {
    workerData: options,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MIB },
  });
  const caller = createCaller<ThreadMethods>(worker, CALL_DEADLINE_MS);
  let isClosing = false;
  const exited = exitOf(worker);
  const ready = new Promise<void>((resolve) => {
    worker.on('message', (message: ThreadMessage) => {
      if (message.kind === 'ready') resolve();
      else if (message.kind === 'progress') events.onProgress?.(message.progress);
      else if (message.kind === 'page') events.onPage?.(message.page);
      else if (message.kind === 'projector_fault') events.onProjectorError?.(message.fault);
      else caller.receive(message);
    });
  });
  const failed = exited.then((fault) => {
    caller.fail(fault);
    return fault;
  });
  const fault = await Promise.race([ready, failed]);
  if (fault !== undefined) throw fault;
  void failed.then((reason) => {
    if (!isClosing) events.onExit?.(reason);
  });

  return {
    call: (...args) => caller.call(...args),
    close: async () => {
      isClosing = true;
      // The thread may have exited or may not answer.
      await caller.call('close').catch(() => undefined);
      const timer = setTimeout(() => void worker.terminate(), CLOSE_DEADLINE_MS);
      await exited;
      clearTimeout(timer);
    },
  };
}

/** Resolves with the reason when the thread has exited. */
function exitOf(worker: Worker): Promise<StoreUnavailable> {
  return new Promise((resolve) => {
    let cause: unknown;
    worker.once('error', (error) => {
      cause = error;
    });
    worker.once('exit', (code) => {
      const reason = cause instanceof Error ? cause.message : `exit code ${code}`;
      resolve(new StoreUnavailable(`the storage thread has exited: ${reason}`, { cause }));
    });
  });
}
