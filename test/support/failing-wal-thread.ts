/** A checkpoint thread that crashes on the first copy. */
import { parentPort } from 'node:worker_threads';

parentPort?.on('message', () => {
  throw new Error('The disk came off.');
});
