/** Opens the event store and the document store. The two URLs decide which adapters are used and where the projector runs. */

import { join } from 'node:path';
import { PROJECTIONS } from '../../projections/all.ts';
import { ConfigError } from '../config/config-file.ts';
import { DATABASE_FILE_NAME, type Config } from '../config/config.ts';
import type { EventStore } from '../event-store/port.ts';
import { createLease } from '../jobs/lease.ts';
import { createReadModelRouter, type ReadModelRouter } from '../read-models/generations/read-model-router.ts';
import type { DocumentStore } from '../read-models/port.ts';
import type {
  ProjectedPage,
  ProjectionProgress,
  ProjectorFault,
} from '../read-models/projection-progress.ts';
import { startBookProjector } from '../read-models/projector/book-projector.ts';
import { withCircuitBreaker } from '../read-models/stores/circuit-breaker.ts';
import { openEmbeddedStores, type StartStorage } from '../sqlite/embedded-stores.ts';
import { errorMessage } from '../system/errors.ts';
import { makeFolder } from '../system/folder.ts';
import { createVault } from '../vault/vault.ts';
import { createProgressBroadcast } from './projection-progress.ts';
import { asKeyRing, type KeySource } from '../system/key-ring.ts';

/** Closes what was opened in the reverse order, and goes on when one part fails to close. */

type Close = () => unknown;

export type CloseStack = {
  /** Closes `parts` together, before everything that was added earlier. */
  add(...parts: readonly Close[]): void;
  /** Closes each part once. Throws an AggregateError with every error after all parts have been closed. */
  readonly close: () => Promise<void>;
};

export function createCloseStack(): CloseStack {
  const groups: (readonly Close[])[] = [];

  async function closeAll(): Promise<void> {
    const errors: unknown[] = [];
    for (const group of groups.toReversed()) {
      const results = await Promise.allSettled(group.map((close) => Promise.resolve().then(close)));
      for (const result of results) if (result.status === 'rejected') errors.push(result.reason);
    }
    if (errors.length > 0) throw new AggregateError(errors, `${errors.length} parts failed to close.`);
  }

  let closed: Promise<void> | undefined;
  return {
    add: (...parts) => void groups.push(parts),
    close: () => (closed ??= closeAll()),
  };
}

/**
 * Runs `open` and adds a `close` to its result. When `open` throws, closes what it added to the stack and rethrows. When
 * that fails too, throws an AggregateError whose first error is the one from `open`.
 */
export async function openClosable<Opened extends object>(
  open: (stack: CloseStack) => Promise<Opened>,
): Promise<Opened & { close(): Promise<void> }> {
  const stack = createCloseStack();
  try {
    return { ...(await open(stack)), close: stack.close };
  } catch (error) {
    await stack.close().catch((closeError: unknown) => {
      throw new AggregateError([error, closeError], 'Opening failed, and so did closing what was open.', {
        cause: error,
      });
    });
    throw error;
  }
}

export type Stores = {
  readonly eventStore: EventStore;
  readonly documents: ReadModelRouter;
  /** Makes the projector in this process, if any, project the newest events now. */
  flushProjector(): void;
  /** Stops the projector and closes the stores. */
  close(): Promise<void>;
};

type StoreListeners = {
  /** Reports which generation of each projection is read, and its position. */
  readonly onProgress: (progress: readonly ProjectionProgress[]) => void;
  readonly onPage: (page: ProjectedPage) => void;
  readonly onProjectorFault: (fault: ProjectorFault) => void;
  /** The storage thread has ended. The database file cannot be written until the service restarts. */
  readonly onStorageFailure: (error: Error) => void;
};

export type OpenStores = (config: Config, masterKey: KeySource, listeners: StoreListeners) => Promise<Stores>;

/** Stores that the caller opens and closes, and another way to start the storage of the database file. */
type SharedStores = {
  readonly eventStore?: EventStore;
  readonly documents?: DocumentStore;
  readonly startStorage?: StartStorage;
};

/**
 * A server that does not answer is no error here: calls to it throw StoreUnavailable until it answers. `shared` replaces the
 * servers, and the thread that writes to the file.
 */
export const openStores = (
  config: Config,
  masterKey: KeySource,
  listeners: StoreListeners,
  shared: SharedStores = {},
): Promise<Stores> =>
  openClosable(async (stack) => {
    // The projector may report before the router exists.
    const progress = createProgressBroadcast();
    const raw = { ...listeners, onProgress: progress.report };
    const opened = await (config.mongoUrl === undefined
      ? openFileDocuments(config, masterKey, raw, stack, shared)
      : openMongoDocuments(config, config.mongoUrl, masterKey, raw, stack, shared));
    const documents = createReadModelRouter(opened.documents, PROJECTIONS);
    progress.subscribe((report) => listeners.onProgress(documents.report(report)));
    return { ...opened, documents };
  });

type OpenedStores = Pick<Stores, 'eventStore' | 'flushProjector'> & { readonly documents: DocumentStore };

/** The documents are in the database file, and so are the events unless they have a server. The projector runs in the storage thread. */
async function openFileDocuments(
  config: Config,
  masterKey: KeySource,
  { onProgress, onPage, onProjectorFault, onStorageFailure }: StoreListeners,
  stack: CloseStack,
  { startStorage }: SharedStores,
): Promise<OpenedStores> {
  const { eventStoreUrl, roles } = config;
  const server = eventStoreUrl === undefined ? undefined : await connectEventStoreDb(eventStoreUrl, stack);
  const embedded = await openEmbeddedStores({
    ...{ file: databaseFile(config), startStorage },
    ...(roles.includes('projector') && {
      projector: { masterKeys: asKeyRing(masterKey).configuredKeys, eventStoreUrl },
    }),
    onProgress,
    onPage,
    onProjectorError: onProjectorFault,
    onExit: onStorageFailure,
  });
  stack.add(() => embedded.close());
  return {
    eventStore: server ?? embedded.eventStore,
    documents: embedded.documents,
    flushProjector: () => embedded.hurry(),
  };
}

/**
 * The documents are in MongoDB. The projector runs in this thread, because it mostly waits for the network. It uses the
 * store without the circuit breaker, because it has its own backoff.
 */
async function openMongoDocuments(
  config: Config,
  mongoUrl: string,
  masterKey: KeySource,
  { onProgress, onPage, onProjectorFault, onStorageFailure }: StoreListeners,
  stack: CloseStack,
  shared: SharedStores,
): Promise<OpenedStores> {
  const store = shared.documents ?? (await connectMongoDb(mongoUrl, stack));
  const eventStore = shared.eventStore ?? (await openEventStore(config, onStorageFailure, stack));
  const documents = withCircuitBreaker(store);
  if (!config.roles.includes('projector')) return { eventStore, documents, flushProjector: () => undefined };
  // Several projectors may update the same documents, but only one of them builds new generations.
  const lease = createLease(store, 'builds');
  // If the server does not answer, the lease expires.
  stack.add(() => lease.release().catch(() => undefined));
  const projector = startBookProjector({
    eventStore,
    documents: store,
    projections: PROJECTIONS,
    canBuild: () => lease.confirm(),
    vault: createVault(store, masterKey),
    onProgress,
    onFault: onProjectorFault,
    onPage,
  });
  stack.add(() => projector.stop());
  return { eventStore, documents, flushProjector: () => projector.flush() };
}

/** The drivers are slow to load, so a service loads only those that it uses. */
async function connectMongoDb(url: string, stack: CloseStack): Promise<DocumentStore> {
  const { createMongoDocumentStore } = await import('../read-models/stores/mongodb/database.ts');
  const store = connect('MONGODB_URL', () => createMongoDocumentStore(url));
  stack.add(() => store.close());
  return store;
}

async function openEventStore(
  config: Config,
  onExit: (error: Error) => void,
  stack: CloseStack,
): Promise<EventStore> {
  if (config.eventStoreUrl !== undefined) return connectEventStoreDb(config.eventStoreUrl, stack);
  const embedded = await openEmbeddedStores({ file: databaseFile(config), onExit });
  stack.add(() => embedded.close());
  return embedded.eventStore;
}

async function connectEventStoreDb(url: string, stack: CloseStack): Promise<EventStore> {
  const { createEventStoreDb } = await import('../event-store/eventstoredb/eventstoredb.ts');
  const eventStore = connect('EVENTSTORE_URL', () => createEventStoreDb(url));
  stack.add(() => eventStore.close());
  return eventStore;
}

/** A driver throws at once for an invalid connection string. Its message may quote a part of the password. */
function connect<Client>(variable: string, create: () => Client): Client {
  try {
    return create();
  } catch (error) {
    const reason = errorMessage(error).replace(/".*"/s, '(redacted)');
    throw new ConfigError(`${variable} is not a valid connection string: ${reason.replace(/\.?$/, '.')}`);
  }
}

function databaseFile({ dataDir }: Config): string {
  makeFolder(dataDir);
  return join(dataDir, DATABASE_FILE_NAME);
}
