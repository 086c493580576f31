/** What the storage thread does: writes to the SQLite file, and projects its events. */

import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { PROJECTIONS } from '../../../projections/all.ts';
import { StoreUnavailable, type EventStore } from '../../event-store/port.ts';
import type { DocumentStore } from '../../read-models/port.ts';
import type {
  ProjectedPage,
  ProjectionProgress,
  ProjectorFault,
} from '../../read-models/projection-progress.ts';
import { startBookProjector } from '../../read-models/projector/book-projector.ts';
import { KeyRing } from '../../system/key-ring.ts';
import { createVault } from '../../vault/vault.ts';
import type { Database } from '../database.ts';
import { createSqliteDocuments } from '../documents.ts';
import { createSqliteEventStore } from '../event-store.ts';
import { startWalCheckpoints } from '../wal/wal-checkpoints.ts';

// Checks that the paths of the open database files still refer to the same files. SQLite does not check this: if a file
// was removed, moved, or replaced, writes would be acknowledged and lost when the process ends.

/** The database, its write-ahead log, and the log's shared memory. */
const SUFFIXES = ['', '-wal', '-shm'];

/**
 * Must be called while a connection is open, so that all three files exist. Returns a check that throws StoreUnavailable
 * as long as a path refers to another file, or to none.
 */
function createFileGuard(file: string): () => void {
  const open = SUFFIXES.map((suffix) => ({ path: file + suffix, identity: identityOf(file + suffix) }));
  return () => {
    for (const { path, identity } of open)
      if (identityOf(path) !== identity)
        throw new StoreUnavailable(
          `${basename(path)} was removed, moved, or replaced while it was open; ` +
            'put the original file back, or stop the service first',
        );
  };
}

function identityOf(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}`;
}

export type ThreadOptions = {
  readonly file: string;
  /** Set if the projector runs in the thread. */
  readonly projector?: {
    /** A thread cannot share objects, so it has a ring of its own. */
    readonly masterKeys: readonly Uint8Array[];
    /** The server with the events, unless they are in the file. */
    readonly eventStoreUrl: string | undefined;
  };
};

/** The calls that the thread answers. The owner reads on its own connection. */
export type ThreadMethods = Pick<EventStore, 'append'> &
  Pick<
    DocumentStore,
    'ensure' | 'write' | 'drop' | 'expire' | 'remove' | 'putRecord' | 'deleteRecord' | 'replaceRecord'
  > & {
    /** Makes the projector continue at once, because a reader is waiting. */
    hurry(): Promise<void>;
    ping(): Promise<void>;
    close(): Promise<void>;
  };

type StorageEvents = {
  readonly onProgress: (progress: readonly ProjectionProgress[]) => void;
  readonly onPage: (page: ProjectedPage) => void;
  readonly onFault: (fault: ProjectorFault) => void;
};

/** `database` is the only connection that writes to the file. Resolves when all tables exist. */
export async function openStorage(
  database: Database,
  { file, projector }: ThreadOptions,
  events: StorageEvents,
): Promise<ThreadMethods> {
  const walCheckpoints = startWalCheckpoints(database, file);
  const eventStore = createSqliteEventStore(database);
  const documents = createSqliteDocuments(database);
  // The event tables, and therefore the log file, exist now.
  const assertInPlace = createFileGuard(file);

  const url = projector?.eventStoreUrl;
  const followedStore = url === undefined ? eventStore : await connectEventStoreDb(url);
  const projecting =
    projector &&
    startBookProjector({
      eventStore: followedStore,
      documents,
      projections: PROJECTIONS,
      vault: createVault(documents, KeyRing.of(projector.masterKeys)),
      isSoleProjector: true,
      seesAllReaders: true,
      ...events,
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

  // The owner's connection is read-only, so the tables must exist.
  await documents.ensure([]);
  return {
    append,
    ensure: (...args) => documents.ensure(...args),
    write: (...args) => documents.write(...args),
    drop: (...args) => documents.drop(...args),
    expire: (...args) => documents.expire(...args),
    remove: (...args) => documents.remove(...args),
    putRecord: async (...args) => {
      assertInPlace();
      return documents.putRecord(...args);
    },
    replaceRecord: async (...args) => {
      assertInPlace();
      return documents.replaceRecord(...args);
    },
    async deleteRecord(table, key) {
      await documents.deleteRecord(table, key);
      // A person was forgotten.
      if (table === 'vault') walCheckpoints.eraseSoon();
    },
    hurry: () => Promise.resolve(projecting?.flush()),
    ping,
    close: async () => {
      await projecting?.stop();
      if (followedStore !== eventStore) await followedStore.close();
      await walCheckpoints.stop();
      await eventStore.close();
      await documents.close();
      if (database.isOpen) database.close();
    },
  };
}

/** Imported only if needed, because the driver is slow to load. */
async function connectEventStoreDb(url: string): Promise<EventStore> {
  const { createEventStoreDb } = await import('../../event-store/eventstoredb/eventstoredb.ts');
  return createEventStoreDb(url);
}
