/** The platform's stream, opened for a tool that runs beside the service. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../src/config.ts';
import { decodeData } from '../../src/eventstore/codec.ts';
import { createEventStoreDb } from '../../src/eventstore/eventstoredb.ts';
import type { EventStore } from '../../src/eventstore/port.ts';
import { createSqliteEventStore } from '../../src/eventstore/sqlite.ts';
import type { PlatformEvent } from '../../src/generated/events.ts';
import { PLATFORM_STREAM, loadPlatform } from '../../src/platform/platform.ts';
import type { ApiKey, Platform } from '../../src/platform/platform.ts';
import { openDatabase } from '../../src/sqlite.ts';
import { FILE_NAME } from '../../src/stores.ts';

export type KeyRing = {
  readonly platform: Platform;
  /** Every key that was there when the ring was opened, as it is now, in the order of their issue. */
  readonly keys: () => readonly ApiKey[];
  close(): Promise<void>;
};

const READ_PAGE = 500;

/** Throws StoreUnavailable. */
export async function openKeyRing(config: Config): Promise<KeyRing> {
  const { eventStore, close } = openEventStore(config);
  try {
    const platform = await loadPlatform(eventStore);
    const hashes = await issuedHashes(eventStore);
    const keys = (): readonly ApiKey[] =>
      hashes.map((hash) => platform.findKey(hash)).filter((key) => key !== undefined);
    return { platform, keys, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** No thread and no projector: one connection to the file does for a few events. */
function openEventStore({
  eventStoreUrl,
  dataDir,
}: Config): Pick<KeyRing, 'close'> & { eventStore: EventStore } {
  if (eventStoreUrl !== undefined) {
    const eventStore = createEventStoreDb(eventStoreUrl);
    return { eventStore, close: () => eventStore.close() };
  }
  mkdirSync(dataDir, { recursive: true });
  const database = openDatabase(join(dataDir, FILE_NAME));
  const eventStore = createSqliteEventStore(database);
  return {
    eventStore,
    async close() {
      await eventStore.close();
      database.close();
    },
  };
}

/** The platform finds keys by their hashes, which the events that issued them name. */
async function issuedHashes(eventStore: EventStore): Promise<string[]> {
  const hashes: string[] = [];
  for (let revision = 0; ; revision += READ_PAGE) {
    const page = await eventStore.read(PLATFORM_STREAM, revision, READ_PAGE);
    for (const stored of page) {
      // The types of this stream's events are those that this service appended.
      const event = { type: stored.type, data: decodeData(stored) } as PlatformEvent;
      if (event.type === 'key.issued') hashes.push(event.data.secret_hash);
    }
    if (page.length < READ_PAGE) return hashes;
  }
}
