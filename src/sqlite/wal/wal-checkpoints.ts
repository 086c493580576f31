/**
 * Checkpoints of the write-ahead log without a pause. Left to itself, SQLite copies the log into the file within the commit
 * that makes it too long: tens of milliseconds in which nothing is appended. Here another thread copies most of it on the
 * side, and the writer only what was written meanwhile, after which the log begins anew.
 */
import type { Worker } from 'node:worker_threads';
import { prepareTuples, WAL_CHECKPOINT_PAGES, type Database } from '../database.ts';
import { startWorker } from '../thread/start-worker.ts';
import type { WalCheckpointResult } from './wal-passes.ts';

/** What the other thread is told. */
export type WalRequest = 'copy' | 'close';

export type WalCheckpoints = {
  /** Resolves when the other thread has left the file. */
  stop(): Promise<void>;
};

const THREAD = new URL('./wal-thread.ts', import.meta.url);
const LOOK_EVERY_MS = 250;
/** 128 MiB. Pages that are written again and again meanwhile are copied once, and nobody waits for it. */
const PAGES = 32_768;
/** A log this many times as long as wanted is copied by the writer after all: the other thread does not keep up. */
const PATIENCE = 2;

/** Looks after the log of a file, for the thread that writes to it: has it copied when it is `pages` long. */
export function startWalCheckpoints(
  database: Database,
  file: string,
  { pages = PAGES, thread = THREAD }: { pages?: number; thread?: URL } = {},
): WalCheckpoints {
  const look = prepareTuples<WalCheckpointResult>(database, 'PRAGMA wal_checkpoint(NOOP)');
  const finish = prepareTuples<WalCheckpointResult>(database, 'PRAGMA wal_checkpoint(PASSIVE)');
  /** Commits that make the log longer than this copy it. */
  const copyWithin = (limit: number): void => database.exec(`PRAGMA wal_autocheckpoint=${limit}`);
  copyWithin(pages * PATIENCE);

  let worker: Worker | undefined;
  let isCopying = false;
  const start = (): Worker => {
    const started = startWorker(thread, { workerData: file });
    started.unref();
    started.on('message', () => {
      isCopying = false;
      attempt(() => finish.get());
    });
    // The writer copies by itself then, less at a time.
    started.on('error', () => {
      clearInterval(timer);
      attempt(() => copyWithin(Math.min(pages, WAL_CHECKPOINT_PAGES)));
    });
    return started;
  };

  const timer = setInterval(() => {
    if (isCopying) return;
    const [, inLog, copied] = attempt(() => look.get()) ?? [0, 0, 0];
    if (inLog - copied < pages) return;
    isCopying = true;
    worker ??= start();
    tell(worker, 'copy');
  }, LOOK_EVERY_MS);
  timer.unref();

  return {
    async stop() {
      clearInterval(timer);
      if (worker === undefined || worker.threadId === -1) return;
      const ended = new Promise<void>((resolve) => worker?.once('exit', () => resolve()));
      tell(worker, 'close');
      await ended;
    },
  };
}

const tell = (worker: Worker, order: WalRequest): void => worker.postMessage(order);

/** A file that can't be used is told of by whoever writes to it. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
