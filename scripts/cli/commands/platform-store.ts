/** Opens the platform stream without the service. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../../src/config/config.ts';
import { createEventStoreDb } from '../../../src/event-store/eventstoredb/eventstoredb.ts';
import type { EventStore } from '../../../src/event-store/port.ts';
import { createSqliteEventStore } from '../../../src/sqlite/event-store.ts';
import { loadPlatform } from '../../../src/platform/platform.ts';
import type { Platform } from '../../../src/platform/platform.ts';
import { openDatabase } from '../../../src/sqlite/database.ts';
import { DATABASE_FILE_NAME } from '../../../src/config/storage.ts';

export type OpenPlatform = { readonly platform: Platform; readonly close: () => Promise<void> };

/** Uses the store of the service's configuration. The service may be running. Throws StoreUnavailable. */
export async function openPlatform(config: Config): Promise<OpenPlatform> {
  const { eventStore, close } = openEventStore(config);
  try {
    return { platform: await loadPlatform(eventStore), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A single connection is enough for a few events, so there is no storage thread and no projector. */
function openEventStore({
  eventStoreUrl,
  dataDir,
}: Config): Pick<OpenPlatform, 'close'> & { eventStore: EventStore } {
  if (eventStoreUrl !== undefined) {
    const eventStore = createEventStoreDb(eventStoreUrl);
    return { eventStore, close: () => eventStore.close() };
  }
  mkdirSync(dataDir, { recursive: true });
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
