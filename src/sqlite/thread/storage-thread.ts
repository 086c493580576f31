/**
 * The thread that owns the one writing connection of the SQLite file, so that neither a wait for the disk nor a page of
 * projections holds up HTTP. It is started by startEmbedded and ends when it is told to close.
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
  /** Set when the projector is to run in the thread. */
  readonly projector?: {
    readonly masterKey: Uint8Array;
    /** Where the events are, unless they are in the file. */
    readonly eventStoreUrl: string | undefined;
  };
};

/** What the thread says: answers to calls, once that it serves, and how far the projector has come. */
export type ThreadMessage =
  | ResponseMessage
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly progress: readonly ProjectionProgress[] }
  | { readonly kind: 'page'; readonly page: ProjectedPage }
  | { readonly kind: 'projector_fault'; readonly fault: ProjectorFault };

/** What the thread does for the owner. Reads are not among it: the owner has a connection for them. */
export type ThreadMethods = Pick<EventStore, 'append'> &
  Pick<DocumentStore, 'ensure' | 'write' | 'drop' | 'expire' | 'putRecord' | 'deleteRecord'> & {
    /** A reader waits for the projector. */
    hurry(): Promise<void>;
    ping(): Promise<void>;
    close(): Promise<void>;
  };

async function run(port: NonNullable<typeof parentPort>, { file, projector }: ThreadOptions): Promise<void> {
  const database = openDatabase(file);
  const walCheckpoints = startWalCheckpoints(database, file);
  const eventStore = createSqliteEventStore(database);
  const documents = createSqliteDocuments(database);
  // The tables of events are there, and with them the log. Documents but for records can be made again from events.
  const assertInPlace = createFileGuard(file);

  const say = (message: ThreadMessage): void => port.postMessage(message);
  const url = projector?.eventStoreUrl;
  const followed = url === undefined ? eventStore : await connectEventStoreDb(url);
  const projecting =
    projector &&
    startBookProjector({
      eventStore: followed,
      documents,
      projections: PROJECTIONS,
      vault: createVault(documents, projector.masterKey),
      isSoleProjector: true,
      seesAllReaders: true,
      onProgress: (progress) => say({ kind: 'progress', progress }),
      onPage: (page) => say({ kind: 'page', page }),
      onFault: (fault) => say({ kind: 'projector_fault', fault }),
    });

  // A file that can't be written may still be read (a full disk, a lock): after an append that failed, a ping is a write.
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
      if (followed !== eventStore) await followed.close();
      await walCheckpoints.stop();
      await eventStore.close();
      await documents.close();
      if (database.isOpen) database.close();
      // The last listener goes, and with it the thread, once the answer is on its way.
      port.off('message', answer);
    },
  };
  const answer: (call: CallMessage) => void = createServer(port, methods);
  port.on('message', answer);
  // The owner's connection only reads: the tables have to be there.
  await documents.ensure([]);
  say({ kind: 'ready' });
}

/** The driver takes a while to load, so only a service that uses the server loads it. */
async function connectEventStoreDb(url: string): Promise<EventStore> {
  const { createEventStoreDb } = await import('../../event-store/eventstoredb/eventstoredb.ts');
  return createEventStoreDb(url);
}

if (parentPort === null) throw new Error('This file is run as a thread, by startEmbedded.');
// startEmbedded gives the thread exactly these options.
await run(parentPort, workerData as ThreadOptions);
