/** Which adapters serve the two ports, and where the projector runs: decided by the two URLs, here and nowhere else. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config.ts';
import type { Config } from './config.ts';
import { failFast } from './documents/fail-fast.ts';
import type { Documents } from './documents/port.ts';
import type { ProjectedPage, ProjectionProgress, ProjectorFault } from './documents/progress.ts';
import { serveDocuments, type ServedDocuments } from './documents/served.ts';
import { startEmbedded } from './embedded/embedded.ts';
import type { EventStore } from './eventstore/port.ts';
import { messageOf } from './fault.ts';
import { createVault } from './keeper/vault.ts';
import { startProjecting } from './projecting.ts';
import { createLease } from './workers/lease.ts';
import { PROJECTIONS } from '../projections/all.ts';

export type Stores = {
  readonly eventStore: EventStore;
  readonly documents: ServedDocuments;
  /** Tells the projector that a reader waits for it, if it runs here. */
  hurry(): void;
  /** Stops the projector and closes the stores. */
  close(): Promise<void>;
};

export type StoreEvents = {
  /** What is read, as far as it is. */
  readonly onProgress: (progress: readonly ProjectionProgress[]) => void;
  readonly onPage?: (page: ProjectedPage) => void;
  readonly onProjectorFault: (fault: ProjectorFault) => void;
  /** The embedded file can't be written any more. */
  readonly onFault: (fault: Error) => void;
};

export const FILE_NAME = 'ledger.sqlite';

/** Whether everything is in the one file. */
export const isEmbedded = ({ eventStoreUrl, mongoUrl }: Config): boolean =>
  eventStoreUrl === undefined && mongoUrl === undefined;

/** Opens the stores. Servers that are away are no fault here: calls to them are, until they are back. */
export async function openStores(
  config: Config,
  masterKey: Uint8Array,
  events: StoreEvents,
): Promise<Stores> {
  const here: { served?: ServedDocuments } = {};
  let early: readonly ProjectionProgress[] | undefined;
  const onProgress = (progress: readonly ProjectionProgress[]): void => {
    // A projector may report before the stores are here.
    if (here.served === undefined) early = progress;
    else events.onProgress(here.served.report(progress));
  };
  const opened = await (config.mongoUrl === undefined
    ? withFileDocuments(config, masterKey, { ...events, onProgress })
    : withMongo(config, config.mongoUrl, masterKey, { ...events, onProgress }));
  here.served = serveDocuments(opened.documents, PROJECTIONS);
  if (early !== undefined) onProgress(early);
  return { ...opened, documents: here.served };
}

type Opened = Omit<Stores, 'documents'> & { readonly documents: Documents };

/** Documents, and events too unless they have a server, are in the file. The projector runs in the file's thread. */
async function withFileDocuments(
  config: Config,
  masterKey: Uint8Array,
  events: StoreEvents,
): Promise<Opened> {
  const { eventStoreUrl, roles } = config;
  const eventStore = eventStoreUrl === undefined ? undefined : await connectEventStoreDb(eventStoreUrl);
  const embedded = await startEmbedded({
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
  events: StoreEvents,
): Promise<Opened> {
  // The drivers take a while to load, so only those who use a server load them.
  const { createMongoDocuments } = await import('./documents/mongodb.ts');
  const documents = connecting('MONGODB_URL', () => createMongoDocuments(mongoUrl));
  const { eventStore, close: closeEvents } = await openEvents(config, events);
  // Projectors beside each other keep up the same documents, but one alone builds new ones.
  const lease = createLease(documents, 'builds');
  const projecting = config.roles.includes('projector')
    ? startProjecting({
        eventStore,
        documents,
        mayBuild: () => lease.isHeld(),
        vault: createVault(documents, masterKey),
        onProgress: events.onProgress,
        onFault: events.onProjectorFault,
        ...(events.onPage && { onPage: events.onPage }),
      })
    : undefined;
  return {
    eventStore,
    documents: failFast(documents),
    hurry: () => projecting?.hurry(),
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
  events: StoreEvents,
): Promise<Pick<Stores, 'eventStore' | 'close'>> {
  if (config.eventStoreUrl === undefined)
    return startEmbedded({ file: fileIn(config.dataDir), onFault: events.onFault });
  const eventStore = await connectEventStoreDb(config.eventStoreUrl);
  return { eventStore, close: () => eventStore.close() };
}

async function connectEventStoreDb(url: string): Promise<EventStore> {
  const { createEventStoreDb } = await import('./eventstore/eventstoredb.ts');
  return connecting('EVENTSTORE_URL', () => createEventStoreDb(url));
}

/** A client throws at once for a connection string that it can't read. What it quotes of that may be a part of a password. */
function connecting<Client>(variable: string, connect: () => Client): Client {
  try {
    return connect();
  } catch (error) {
    const why = messageOf(error).replace(/".*"/s, 'something');
    throw new ConfigError(
      `${variable} is no connection string of such a server: ${why.replace(/\.?$/, '.')}`,
    );
  }
}

function fileIn(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true });
  return join(dataDir, FILE_NAME);
}
