/**
 * The thread that owns the only writing connection to the SQLite file, so that neither waits for the disk nor projections
 * block HTTP requests. openEmbeddedStores starts it; it exits after a call to `close`.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type {
  ProjectedPage,
  ProjectionProgress,
  ProjectorFault,
} from '../../read-models/projection-progress.ts';
import { openDatabase } from '../database.ts';
import { createServer, type CallMessage, type ResponseMessage } from './rpc.ts';
import { openStorage, type ThreadOptions } from './storage.ts';

/** Messages from the thread: responses to calls, one when it is ready, and the progress of the projector. */
export type ThreadMessage =
  | ResponseMessage
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly progress: readonly ProjectionProgress[] }
  | { readonly kind: 'page'; readonly page: ProjectedPage }
  | { readonly kind: 'projector_fault'; readonly fault: ProjectorFault };

async function run(port: NonNullable<typeof parentPort>, options: ThreadOptions): Promise<void> {
  const post = (message: ThreadMessage): void => port.postMessage(message);
  const storage = await openStorage(openDatabase(options.file), options, {
    onProgress: (progress) => post({ kind: 'progress', progress }),
    onPage: (page) => post({ kind: 'page', page }),
    onFault: (fault) => post({ kind: 'projector_fault', fault }),
  });
  const close = async (): Promise<void> => {
    await storage.close();
    // Without a listener, the thread exits once the response is sent.
    port.off('message', onCall);
  };
  const onCall: (call: CallMessage) => void = createServer(port, { ...storage, close });
  port.on('message', onCall);
  post({ kind: 'ready' });
}

if (parentPort === null)
  throw new Error('storage-thread.ts must be started as a thread by openEmbeddedStores');
// openEmbeddedStores passes exactly these options.
await run(parentPort, workerData as ThreadOptions);
