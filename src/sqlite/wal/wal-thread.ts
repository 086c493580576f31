/**
 * Copies pages from the write-ahead log into the file, while the storage thread goes on writing. Started by
 * `startWalCheckpoints`; answers each `copy` when little is left, and ends at `close`.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { withStoreErrors, openDatabase, prepareTuples } from '../database.ts';
import type { WalRequest } from './wal-checkpoints.ts';
import { copyInPasses, type WalCheckpointResult } from './wal-passes.ts';

if (parentPort === null) throw new Error('This file is run as a thread, by startWalCheckpoints.');
const port = parentPort;
// startWalCheckpoints gives the thread the name of the file.
const database = openDatabase(workerData as string);
const pass = prepareTuples<WalCheckpointResult>(database, 'PRAGMA wal_checkpoint(PASSIVE)');

function copy(): void {
  copyInPasses(() => withStoreErrors(() => pass.get()));
  port.postMessage('copied');
}

function close(): void {
  database.close();
  port.off('message', obey);
}

const obey = (order: WalRequest): void => (order === 'copy' ? copy() : close());
port.on('message', obey);
