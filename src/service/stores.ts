/** Which adapters serve the two ports, and where the projector runs: decided by the two URLs, here and nowhere else. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config/config.ts';
import type { Config } from '../config/config.ts';
import { withCircuitBreaker } from '../read-models/stores/circuit-breaker.ts';
import type { DocumentStore } from '../read-models/port.ts';
import type {
  ProjectedPage,
  ProjectionProgress,
  ProjectorFault,
} from '../read-models/projection-progress.ts';
import { createReadModelRouter, type ReadModelRouter } from '../read-models/generations/read-model-router.ts';
import { openEmbeddedStores } from '../sqlite/embedded-stores.ts';
import type { EventStore } from '../event-store/port.ts';
import { errorMessage } from '../system/errors.ts';
import { createVault } from '../vault/vault.ts';
import { startBookProjector } from '../read-models/projector/book-projector.ts';
import { createLease } from '../jobs/lease.ts';
import { PROJECTIONS } from '../../projections/all.ts';

export type Stores = {
  readonly eventStore: EventStore;
  readonly documents: ReadModelRouter;
  /** Tells the projector that a reader waits for it, if it runs here. */
  hurry(): void;
  /** Stops the projector and closes the stores. */
  close(): Promise<void>;
};

export type StoreListeners = {
  /** What is read, as far as it is. */
  readonly onProgress: (progress: readonly ProjectionProgress[]) => void;
  readonly onPage?: (page: ProjectedPage) => void;
  readonly onProjectorFault: (fault: ProjectorFault) => void;
  /** The embedded file can't be written any more. */
  readonly onFault: (fault: Error) => void;
};

export const DATABASE_FILE_NAME = 'ledger.sqlite';

/** Whether everything is in the one file. */
export const isEmbedded = ({ eventStoreUrl, mongoUrl }: Config): boolean =>
  eventStoreUrl === undefined && mongoUrl === undefined;

/** Opens the stores. Servers that are away are no fault here: calls to them are, until they are back. */
export async function openStores(
  config: Config,
  masterKey: Uint8Array,
  events: StoreListeners,
): Promise<Stores> {
  const here: { served?: ReadModelRouter } = {};
  let early: readonly ProjectionProgress[] | undefined;
  const onProgress = (progress: readonly ProjectionProgress[]): void => {
    // A projector may report before the stores are here.
    if (here.served === undefined) early = progress;
    else events.onProgress(here.served.report(progress));
  };
  const opened = await (config.mongoUrl === undefined
    ? withFileDocuments(config, masterKey, { ...events, onProgress })
    : withMongo(config, config.mongoUrl, masterKey, { ...events, onProgress }));
  here.served = createReadModelRouter(opened.documents, PROJECTIONS);
  if (early !== undefined) onProgress(early);
  return { ...opened, documents: here.served };
}

type Opened = Omit<Stores, 'documents'> & { readonly documents: DocumentStore };

/** Documents, and events too unless they have a server, are in the file. The projector runs in the file's thread. */
async function withFileDocuments(
  config: Config,
  masterKey: Uint8Array,
  events: StoreListeners,
): Promise<Opened> {
  const { eventStoreUrl, roles } = config;
  const eventStore = eventStoreUrl === undefined ? undefined : await connectEventStoreDb(eventStoreUrl);
  const embedded = await openEmbeddedStores({
    file: fileIn(config.dataDir),
    ...events,
    ...(roles.includes('projector') && { projector: { masterKey, eventStoreUrl } }),
  });
  if (eventStore === undefined) return embedded;
  return {
    eventStore,
    documents: embedded.documents,
    hurry: () => embedded.hurry(),
    async close() {
      await eventStore.close();
      await embedded.close();
    },
  };
}

/**
 * Documents have a server. The projector runs right here: it mostly waits for the network. It has pauses of its own while
 * the server is away, so it is not turned away for others that found it so.
 */
async function withMongo(
  config: Config,
  mongoUrl: string,
  masterKey: Uint8Array,
  events: StoreListeners,
): Promise<Opened> {
  // The drivers take a while to load, so only those who use a server load them.
  const { createMongoDocumentStore } = await import('../read-models/stores/mongodb/document-store.ts');
  const documents = connecting('MONGODB_URL', () => createMongoDocumentStore(mongoUrl));
  const { eventStore, close: closeEvents } = await openEvents(config, events);
  // Projectors beside each other keep up the same documents, but one alone builds new ones.
  const lease = createLease(documents, 'builds');
  const projecting = config.roles.includes('projector')
    ? startBookProjector({
        eventStore,
        documents,
        canBuild: () => lease.isHeld(),
        vault: createVault(documents, masterKey),
        onProgress: events.onProgress,
        onFault: events.onProjectorFault,
        ...(events.onPage && { onPage: events.onPage }),
      })
    : undefined;
  return {
    eventStore,
    documents: withCircuitBreaker(documents),
    hurry: () => projecting?.flush(),
    async close() {
      await projecting?.stop();
      // A server that is away lets it run out.
      if (projecting !== undefined) await lease.release().catch(() => undefined);
      await closeEvents();
      await documents.close();
    },
  };
}

async function openEvents(
  config: Config,
  events: StoreListeners,
): Promise<Pick<Stores, 'eventStore' | 'close'>> {
  if (config.eventStoreUrl === undefined)
    return openEmbeddedStores({ file: fileIn(config.dataDir), onExit: events.onFault });
  const eventStore = await connectEventStoreDb(config.eventStoreUrl);
  return { eventStore, close: () => eventStore.close() };
}

async function connectEventStoreDb(url: string): Promise<EventStore> {
  const { createEventStoreDb } = await import('../event-store/eventstoredb/eventstoredb.ts');
  return connecting('EVENTSTORE_URL', () => createEventStoreDb(url));
}

/** A client throws at once for a connection string that it can't read. What it quotes of that may be a part of a password. */
function connecting<Client>(variable: string, connect: () => Client): Client {
  try {
    return connect();
  } catch (error) {
    const why = errorMessage(error).replace(/".*"/s, 'something');
    throw new ConfigError(
      `${variable} is no connection string of such a server: ${why.replace(/\.?$/, '.')}`,
    );
  }
}

function fileIn(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true });
  return join(dataDir, DATABASE_FILE_NAME);
}
