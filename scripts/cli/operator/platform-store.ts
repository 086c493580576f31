/** Opens the platform stream without the service. */
import { join } from 'node:path';
import { ConfigError } from '../../../src/config/config-file.ts';
import { DATABASE_FILE_NAME, type Config } from '../../../src/config/config.ts';
import type { AcceptedHistory } from '../../../src/event-store/authenticated-reader.ts';
import { createEventMacs } from '../../../src/event-store/event-macs.ts';
import { createEventStoreDb } from '../../../src/event-store/eventstoredb/eventstoredb.ts';
import type { EventStore } from '../../../src/event-store/port.ts';
import { loadPlatform, type Platform } from '../../../src/platform/platform.ts';
import type { DocumentStore } from '../../../src/read-models/port.ts';
import { openDatabase } from '../../../src/sqlite/database.ts';
import { createSqliteDocuments } from '../../../src/sqlite/documents.ts';
import { createSqliteEventStore } from '../../../src/sqlite/event-store.ts';
import { makeFolder } from '../../../src/system/folder.ts';
import type { KeyRing } from '../../../src/system/key-ring.ts';
import { loadMasterKey } from '../../../src/vault/master-key.ts';
import { mayBeMasterKey } from '../../../src/vault/stored-key-ring.ts';

type OpenPlatform = {
  readonly platform: Platform;
  readonly eventStore: EventStore;
  readonly close: () => Promise<void>;
};

/**
 * Uses the store and the master key of the service's configuration. The service may be running. `accepted` accepts the
 * stream up to that event without MACs. Throws StoreUnavailable, ConfigError, and UnauthenticatedEvent.
 */
export async function openPlatform(config: Config, accepted?: AcceptedHistory): Promise<OpenPlatform> {
  const macs = createEventMacs(await loadStoredKeyRing(config));
  const { eventStore, close } = openEventStore(config);
  try {
    return { platform: await loadPlatform(eventStore, macs, accepted && { accepted }), eventStore, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A single connection is enough for a few events, so there is no storage thread and no projector. */
export function openEventStore({ eventStoreUrl, dataDir }: Config): Omit<OpenPlatform, 'platform'> {
  if (eventStoreUrl !== undefined) {
    const eventStore = createEventStoreDb(eventStoreUrl);
    return { eventStore, close: () => eventStore.close() };
  }
  makeFolder(dataDir);
  const database = openDatabase(join(dataDir, DATABASE_FILE_NAME));
  const eventStore = createSqliteEventStore(database);
  return {
    eventStore,
    async close() {
      await eventStore.close();
      database.close();
    },
  };
}

export async function openDocuments({ dataDir, mongoUrl }: Config): Promise<DocumentStore> {
  if (mongoUrl === undefined) {
    const documents = createSqliteDocuments(openDatabase(join(dataDir, DATABASE_FILE_NAME)));
    await documents.ensure([]);
    return documents;
  }
  // Loading the driver is slow, so load it only if needed.
  const { createMongoDocumentStore } = await import('../../../src/read-models/stores/mongodb/database.ts');
  return createMongoDocumentStore(mongoUrl);
}

/**
 * The master key of the service's configuration. If there are several, the vault says which one is used. Throws ConfigError and
 * StoreUnavailable.
 */
export async function loadStoredKeyRing(config: Config): Promise<KeyRing> {
  const key = loadMasterKey(config);
  if (key.ring.configured.length === 1) return key.ring;
  const documents = await openDocuments(config);
  try {
    if (!(await mayBeMasterKey(documents, key.ring))) throw new ConfigError(key.mismatchMessage);
    return key.ring;
  } finally {
    await documents.close();
  }
}
