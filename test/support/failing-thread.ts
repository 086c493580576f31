/** A storage thread that crashes on the first append. */
import { parentPort } from 'node:worker_threads';
import { createServer, type CallMessage } from '../../src/sqlite/thread/rpc.ts';

const port = parentPort;
if (port === null) throw new Error('This file is run as a thread.');
const answer = createServer(port, {
  append: () => {
    setImmediate(() => {
      throw new Error('The disk came off.');
    });
    return new Promise(() => undefined);
  },
  ping: () => Promise.resolve(),
});
port.on('message', (call: CallMessage) => answer(call));
port.postMessage({ kind: 'ready' });
