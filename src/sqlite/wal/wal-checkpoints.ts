/**
 * Checkpoints the write-ahead log without pausing appends. By default, SQLite copies the log into the file within the
 * commit that makes it too long, which blocks appends for tens of milliseconds. Here another thread copies most of the
 * log, and the writer only copies the pages written since, after which the log restarts.
 */

import { Worker } from 'node:worker_threads';
import { clearInterval, monotonicTime, setInterval } from '../../system/runtime.ts';
import { threadModule } from '../../system/thread-module.ts';
import { WAL_CHECKPOINT_PAGES, prepareTuples, withBusyTimeout, type Database } from '../database.ts';

/** Copies the write-ahead log in passes: pages written during one pass are left for the next. */

/** The result of `PRAGMA wal_checkpoint`: whether it was blocked, the pages in the log, and the pages copied. */
export type WalCheckpointResult = readonly [busy: number, inLog: number, copied: number];

/** Stops if the writer is always faster. */
const PASSES_MAX = 8;
/** The writer copies a remainder of this size itself. */
const REMAINDER_PAGES_MAX = 256;

/** Repeats `pass` until few pages were written during the last one. A pass returns the log's length at its start. */
export function copyInPasses(pass: () => WalCheckpointResult | undefined): void {
  for (let passes = 1, before = 0; passes <= PASSES_MAX; passes += 1) {
    const [, inLog] = pass() ?? [0, before, 0];
    if (inLog - before < REMAINDER_PAGES_MAX) return;
    before = inLog;
  }
}

export type WalRequest = 'copy' | 'close';

export type WalCheckpoints = {
  /** Removes what was deleted or replaced from the log, a few seconds from now, when documents have followed a deletion. */
  eraseSoon(): void;
  /** Resolves when the other thread has closed the file. */
  stop(): Promise<void>;
};

const THREAD = threadModule('src/sqlite/wal/wal-thread');
const CHECK_INTERVAL_MS = 250;
/** 128 MiB. A page that is written repeatedly is copied once. */
const CHECKPOINT_PAGES = 32_768;
/** The second time is for documents that followed late. */
const ERASE_AFTER_MS = [5_000, 60_000];
/** How long the writer waits for readers before it tries again to empty the log. */
const ERASE_WAIT_MS = 50;
/** The writer copies a log that has grown to this multiple, because the other thread does not keep up. */
const WRITER_LIMIT_FACTOR = 2;

/** Checkpoints the log whenever it has `pages` pages. Runs on the thread that writes to the file. */
export function startWalCheckpoints(
  database: Database,
  file: string,
  { pages = CHECKPOINT_PAGES, thread = THREAD }: { pages?: number; thread?: URL } = {},
): WalCheckpoints {
  const inspect = prepareTuples<WalCheckpointResult>(database, 'PRAGMA wal_checkpoint(NOOP)');
  const finish = prepareTuples<WalCheckpointResult>(database, 'PRAGMA wal_checkpoint(PASSIVE)');
  const empty = prepareTuples<WalCheckpointResult>(database, 'PRAGMA wal_checkpoint(TRUNCATE)');
  /** A commit that makes the log longer than this checkpoints it. */
  const setAutoCheckpoint = (limit: number): void => database.exec(`PRAGMA wal_autocheckpoint=${limit}`);
  setAutoCheckpoint(pages * WRITER_LIMIT_FACTOR);

  let worker: Worker | undefined;
  let isCopying = false;
  let eraseAt: readonly number[] = [];

  /** A deleted row stays in the log until the log is overwritten, which can take days. */
  function erase(): void {
    const [busy] = attempt(() => withBusyTimeout(database, ERASE_WAIT_MS, () => empty.get())) ?? [1];
    if (busy === 0) eraseAt = eraseAt.slice(1);
  }

  const start = (): Worker => {
    const started = new Worker(thread, { workerData: file });
    started.unref();
    started.on('message', () => {
      isCopying = false;
      attempt(() => finish.get());
    });
    // From now on the writer checkpoints itself, with fewer pages at a time.
    started.on('error', () => {
      clearInterval(timer);
      attempt(() => setAutoCheckpoint(Math.min(pages, WAL_CHECKPOINT_PAGES)));
    });
    return started;
  };

  const timer = setInterval(() => {
    if (isCopying) return;
    if (monotonicTime() >= (eraseAt[0] ?? Infinity)) erase();
    const [, inLog, copied] = attempt(() => inspect.get()) ?? [0, 0, 0];
    if (inLog - copied < pages) return;
    isCopying = true;
    worker ??= start();
    send(worker, 'copy');
  }, CHECK_INTERVAL_MS);
  timer.unref();

  return {
    eraseSoon() {
      eraseAt = ERASE_AFTER_MS.map((ms) => monotonicTime() + ms);
    },
    async stop() {
      clearInterval(timer);
      if (worker !== undefined && worker.threadId !== -1) {
        const exited = new Promise<void>((resolve) => worker?.once('exit', () => resolve()));
        send(worker, 'close');
        await exited;
      }
      erase();
    },
  };
}

const send = (worker: Worker, request: WalRequest): void => worker.postMessage(request);

/** Ignores errors of the file, because the next write reports them. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
