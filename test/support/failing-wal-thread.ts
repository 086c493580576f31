/** A thread that breaks when it is to copy. */
import { parentPort } from 'node:worker_threads';

parentPort?.on('message', () => {
  throw new Error('The disk came off.');
});
