/**
 * The thread that owns the only writing connection to the SQLite file, so that neither waits for the disk nor projections
 * block HTTP requests. openEmbeddedStores starts it; it exits after a call to `close`.
 */
import { PROJECTIONS } from '../../../projections/all.ts';
import { parentPort, workerData } from 'node:worker_threads';
import type { DocumentStore } from '../../read-models/port.ts';
import type {
  ProjectedPage,
  ProjectionProgress,
  ProjectorFault,
} from '../../read-models/projection-progress.ts';
import { createSqliteDocuments } from '../documents.ts';
import type { EventStore } from '../../event-store/port.ts';
import { createSqliteEventStore } from '../event-store.ts';
import { createVault } from '../../vault/vault.ts';
import { startBookProjector } from '../../read-models/projector/book-projector.ts';
import { openDatabase } from '../database.ts';
import { createFileGuard } from './file-guard.ts';
import { createServer, type ResponseMessage, type CallMessage } from './rpc.ts';
import { startWalCheckpoints } from '../wal/wal-checkpoints.ts';

export type ThreadOptions = {
  readonly file: string;
  /** Set if the projector runs in the thread. */
  readonly projector?: {
    readonly masterKey: Uint8Array;
    /** The server with the events, unless they are in the file. */
    readonly eventStoreUrl: string | undefined;
  };
};

/** Messages from the thread: responses to calls, one when it is ready, and the progress of the projector. */
export type ThreadMessage =
  | ResponseMessage
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly progress: readonly ProjectionProgress[] }
  | { readonly kind: 'page'; readonly page: ProjectedPage }
  | { readonly kind: 'projector_fault'; readonly fault: ProjectorFault };

/** The methods of the thread. The owner reads on its own connection. */
export type ThreadMethods = Pick<EventStore, 'append'> &
  Pick<DocumentStore, 'ensure' | 'write' | 'drop' | 'expire' | 'putRecord' | 'deleteRecord'> & {
    /** Makes the projector continue at once, because a reader is waiting. */
    hurry(): Promise<void>;
    ping(): Promise<void>;
    close(): Promise<void>;
  };

async function run(port: NonNullable<typeof parentPort>, { file, projector }: ThreadOptions): Promise<void> {
  const database = openDatabase(file);
  const walCheckpoints = startWalCheckpoints(database, file);
  const eventStore = createSqliteEventStore(database);
  const documents = createSqliteDocuments(database);
  // The event tables, and therefore the log file, exist now.
  const assertInPlace = createFileGuard(file);

  const post = (message: ThreadMessage): void => port.postMessage(message);
  const url = projector?.eventStoreUrl;
  const followedStore = url === undefined ? eventStore : await connectEventStoreDb(url);
  const projecting =
    projector &&
    startBookProjector({
      eventStore: followedStore,
      documents,
      projections: PROJECTIONS,
      vault: createVault(documents, projector.masterKey),
      isSoleProjector: true,
      seesAllReaders: true,
      onProgress: (progress) => post({ kind: 'progress', progress }),
      onPage: (page) => post({ kind: 'page', page }),
      onFault: (fault) => post({ kind: 'projector_fault', fault }),
    });

  // A full disk or a lock blocks writes but not reads, so after a failed append a ping also writes.
  let isWritable = true;
  const append: EventStore['append'] = async (...args) => {
    assertInPlace();
    try {
      return await eventStore.append(...args);
    } catch (error) {
      isWritable = false;
      throw error;
    }
  };
  const ping = async (): Promise<void> => {
    assertInPlace();
    if (!isWritable) await documents.putRecord('refusals', 'ping', '', { expiresAt: new Date(0) });
    isWritable = true;
    await eventStore.ping();
  };

  const methods: ThreadMethods = {
    append,
    ensure: (...args) => documents.ensure(...args),
    write: (...args) => documents.write(...args),
    drop: (...args) => documents.drop(...args),
    expire: (...args) => documents.expire(...args),
    putRecord: async (...args) => {
      assertInPlace();
      return documents.putRecord(...args);
    },
    deleteRecord: (...args) => documents.deleteRecord(...args),
    hurry: () => Promise.resolve(projecting?.flush()),
    ping,
    close: async () => {
      await projecting?.stop();
      if (followedStore !== eventStore) await followedStore.close();
      await walCheckpoints.stop();
      await eventStore.close();
      await documents.close();
      if (database.isOpen) database.close();
      // Without a listener, the thread exits once the response is sent.
      port.off('message', onCall);
    },
  };
  const onCall: (call: CallMessage) => void = createServer(port, methods);
  port.on('message', onCall);
  // The owner's connection is read-only, so the tables must exist.
  await documents.ensure([]);
  post({ kind: 'ready' });
}

/** Imported only if needed, because the driver is slow to load. */
async function connectEventStoreDb(url: string): Promise<EventStore> {
  const { createEventStoreDb } = await import('../../event-store/eventstoredb/eventstoredb.ts');
  return createEventStoreDb(url);
}

if (parentPort === null)
  throw new Error('storage-thread.ts must be started as a thread by openEmbeddedStores');
// openEmbeddedStores passes exactly these options.
await run(parentPort, workerData as ThreadOptions);
