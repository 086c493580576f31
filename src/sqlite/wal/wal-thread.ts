/**
 * The thread that copies pages from the write-ahead log into the file while the storage thread keeps writing. It is
 * started by startWalCheckpoints, answers each `copy` once few pages remain, and exits after `close`.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase, prepareTuples, withStoreErrors } from '../database.ts';
import { copyInPasses, type WalCheckpointResult, type WalRequest } from './wal-checkpoints.ts';

if (parentPort === null) throw new Error('wal-thread.ts must be started as a thread by startWalCheckpoints');
const port = parentPort;
// startWalCheckpoints passes the file name.
const database = openDatabase(workerData as string);
const pass = prepareTuples<WalCheckpointResult>(database, 'PRAGMA wal_checkpoint(PASSIVE)');

function copy(): void {
  copyInPasses(() => withStoreErrors(() => pass.get()));
  port.postMessage('copied');
}

function close(): void {
  database.close();
  port.off('message', onRequest);
}

const onRequest = (request: WalRequest): void => (request === 'copy' ? copy() : close());
port.on('message', onRequest);
