/**
 * Starting the storage thread, calling it, and noticing when it is gone.
 */
import type { Worker } from 'node:worker_threads';
import type {
  ProjectedPage,
  ProjectionProgress,
  ProjectorFault,
} from '../../read-models/projection-progress.ts';
import { StoreUnavailable } from '../../event-store/port.ts';
import { startWorker } from './start-worker.ts';
import { createCaller, type Caller } from './rpc.ts';
import type { ThreadMessage, ThreadMethods, ThreadOptions } from './storage-thread.ts';

export type ThreadCall = Caller<ThreadMethods>['call'];

export type ThreadEvents = {
  readonly onProgress?: (progress: readonly ProjectionProgress[]) => void;
  readonly onPage?: (page: ProjectedPage) => void;
  readonly onProjectorError?: (fault: ProjectorFault) => void;
  /** The thread ended by itself. What was under way has been rejected. */
  readonly onExit?: (fault: StoreUnavailable) => void;
};

export type StorageThread = {
  readonly call: ThreadCall;
  /** Resolves when the thread has ended: by itself after its last answer, else by force. */
  close(): Promise<void>;
};

/** A call that takes longer has no answer worth waiting for. */
const ANSWER_DEADLINE_MS = 30_000;
const CLOSE_DEADLINE_MS = 10_000;

const THREAD = new URL('./storage-thread.ts', import.meta.url);

/**
 * Of which new objects take a third. A page of events lives just long enough to be copied by a collection or two, unless
 * there is room for it until it is over: a sixth of the processor time of a rebuild.
 */
const YOUNG_GENERATION_MIB = 192;

/** Resolves when the thread, which runs `file`, serves. Throws a StoreUnavailable when it can't. */
export async function startStorageThread(
  options: ThreadOptions,
  events: ThreadEvents,
  file: URL = THREAD,
): Promise<StorageThread> {
  const worker = startWorker(file, {
    workerData: options,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MIB },
  });
  const caller = createCaller<ThreadMethods>(worker, ANSWER_DEADLINE_MS);
  let closing = false;
  const ended = endOf(worker);
  const ready = new Promise<void>((resolve) => {
    worker.on('message', (message: ThreadMessage) => {
      if (message.kind === 'ready') resolve();
      else if (message.kind === 'progress') events.onProgress?.(message.progress);
      else if (message.kind === 'page') events.onPage?.(message.page);
      else if (message.kind === 'projector_fault') events.onProjectorError?.(message.fault);
      else caller.receive(message);
    });
  });
  const failed = ended.then((fault) => {
    caller.fail(fault);
    return fault;
  });
  const fault = await Promise.race([ready, failed]);
  if (fault !== undefined) throw fault;
  void failed.then((reason) => {
    if (!closing) events.onExit?.(reason);
  });

  return {
    call: (...args) => caller.call(...args),
    close: async () => {
      closing = true;
      // A thread that is gone, or that does not answer, is closed all the same.
      await caller.call('close').catch(() => undefined);
      const timer = setTimeout(() => void worker.terminate(), CLOSE_DEADLINE_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** Resolves when the thread has ended, with the reason in the words of a store's user. */
function endOf(worker: Worker): Promise<StoreUnavailable> {
  return new Promise((resolve) => {
    let cause: unknown;
    worker.once('error', (error) => {
      cause = error;
    });
    worker.once('exit', (code) => {
      const why = cause instanceof Error ? cause.message : `exit code ${code}`;
      resolve(new StoreUnavailable(`The storage thread has ended: ${why}`, { cause }));
    });
  });
}
