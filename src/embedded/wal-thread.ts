/**
 * Copies pages from the write-ahead log into the file, while the storage thread goes on writing. Started by
 * `startWalCheckpoints`; answers each `copy` when little is left, and ends at `close`.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { guarded, openDatabase, prepareTuples } from '../sqlite.ts';
import type { WalMarks, WalOrder } from './wal-checkpoints.ts';

/** What is written during one pass is left for the next. */
const PASSES_MAX = 4;
/** In pages. Not worth a pass of its own: the writer copies so many itself while it holds still. */
const LITTLE = 256;

if (parentPort === null) throw new Error('This file is run as a thread, by startWalCheckpoints.');
const port = parentPort;
// startWalCheckpoints gives the thread the name of the file.
const database = openDatabase(workerData as string);
const pass = prepareTuples<WalMarks>(database, 'PRAGMA wal_checkpoint(PASSIVE)');

function copy(): void {
  for (let passes = 1, before = Infinity; passes <= PASSES_MAX; passes += 1) {
    const [, inLog] = guarded(() => pass.get()) ?? [0, 0, 0];
    if (inLog - before < LITTLE) break;
    before = inLog;
  }
  port.postMessage('copied');
}

function close(): void {
  database.close();
  port.off('message', obey);
}

const obey = (order: WalOrder): void => (order === 'copy' ? copy() : close());
port.on('message', obey);
