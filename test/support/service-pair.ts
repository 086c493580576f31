/** Several services in this process on the same stores in memory, as nodes that share EventStoreDB and MongoDB. */
import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { PROJECTIONS } from '../../projections/all.ts';
import { readConfig } from '../../src/config/config.ts';
import { createEventMacs } from '../../src/event-store/event-macs.ts';
import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import { StoreUnavailable, type EventStore } from '../../src/event-store/port.ts';
import { newIntegrator, newKey, newOperatorToken } from '../../src/platform/credentials.ts';
import { PLATFORM_STREAM, loadPlatform } from '../../src/platform/platform.ts';
import { createReadModelRouter } from '../../src/read-models/generations/read-model-router.ts';
import type { DocumentStore } from '../../src/read-models/port.ts';
import type { ProjectionProgress } from '../../src/read-models/projection-progress.ts';
import { startBookProjector } from '../../src/read-models/projector/book-projector.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { startService } from '../../src/service/start-service.ts';
import type { OpenStores } from '../../src/service/stores.ts';
import { createVault } from '../../src/vault/vault.ts';
import { createClient, createOperatorClient, type Client } from './client.ts';
import { readiness } from './readiness.ts';
import { writeConfigFile } from './service.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { waitFor } from './wait-for.ts';

/**
 * How a node reaches the event store: with answers, with errors, with calls that wait until it answers again, or with errors
 * only if it reads the platform's stream.
 */
export type Connection = 'up' | 'down' | 'frozen' | 'without_platform';

export type ServiceNode = {
  readonly url: string;
  readonly sandbox: Client;
  readonly admin: Client;
  /** Cuts off this node only. */
  connectEvents(state: Connection): void;
  /** The log lines so far, as text. */
  log(): string;
};

export type ServicePair = {
  readonly nodes: readonly [ServiceNode, ServiceNode];
  readonly eventStore: EventStore;
  readonly integratorId: string;
  /** Of an operator with every role. */
  readonly operatorToken: string;
  close(): Promise<void>;
};

type Environment = Readonly<Record<string, string>>;

type PairOptions = {
  /** The store of both; in memory unless given. */
  readonly documents?: DocumentStore;
  readonly clock?: () => number;
  /** The roles of the second node, as in ROLES; all unless given. */
  readonly secondRoles?: string;
  /** The master key of the stores, and variables of each node instead of MASTER_KEY. */
  readonly masterKey?: Buffer;
  readonly environments?: readonly [Environment, Environment];
  /** Overrides the reported progress of each projection. */
  readonly overrideProgress?: (progress: ProjectionProgress) => ProjectionProgress;
};

export async function startServicePair(
  settings?: object,
  {
    documents = createMemoryDocumentStore(),
    clock = Date.now,
    secondRoles = '',
    masterKey = randomBytes(32),
    environments = [{}, {}],
    overrideProgress = (progress) => progress,
  }: PairOptions = {},
): Promise<ServicePair> {
  const folder = await temporaryFolder();
  const eventStore = createMemoryEventStore();
  const { id: integratorId, event } = newIntegrator('pair');
  const key = newKey(integratorId, 'sandbox', 'read_write', null);
  const token = newOperatorToken('Ada', 'admin');
  await createVault(documents, masterKey).verifyMasterKey();
  const platform = await loadPlatform(eventStore, createEventMacs(masterKey));
  await platform.record(() => [event, key.event, token.event], 'system:test');

  const environment = {
    PORT: '0',
    CONFIG_FILE: writeConfigFile(folder.path, settings),
    EVENTSTORE_URL: 'esdb://in.memory',
    MONGODB_URL: 'mongodb://in.memory',
    MASTER_KEY: masterKey.toString('base64'),
  };

  async function startNode(ROLES: string, own: Environment) {
    const config = readConfig({ ...environment, ROLES, ...own });
    const switched = createSwitch(eventStore);
    const openStores: OpenStores = (_config, keys, listeners) => {
      const router = createReadModelRouter(documents, PROJECTIONS);
      const stores = { eventStore: switched.eventStore, documents: router };
      if (!config.roles.includes('projector'))
        return Promise.resolve({
          ...stores,
          flushProjector: () => undefined,
          close: () => Promise.resolve(),
        });
      const projector = startBookProjector({
        eventStore: switched.eventStore,
        documents,
        projections: PROJECTIONS,
        vault: createVault(documents, keys),
        ...{ onFault: listeners.onProjectorFault, onPage: listeners.onPage },
        onProgress: (report) => listeners.onProgress(router.report(report.map(overrideProgress))),
      });
      return Promise.resolve({
        ...stores,
        flushProjector: () => projector.flush(),
        close: () => projector.stop(),
      });
    };
    let logged = '';
    const log = pino({ level: 'info' }, { write: (line: string) => void (logged += line) });
    const service = await startService(config, log, { openStores, clock });
    await waitFor(
      'the node is ready',
      async () => (await readiness(service.url)).status === 200 || undefined,
    );
    const node: ServiceNode = {
      url: service.url,
      sandbox: createClient(service.url, key.key.text),
      admin: createOperatorClient(service.url, token.text),
      connectEvents: (state) => switched.connect(state),
      log: () => logged,
    };
    return { node, service };
  }
  const [a, b] = [await startNode('', environments[0]), await startNode(secondRoles, environments[1])];
  return {
    nodes: [a.node, b.node],
    eventStore,
    integratorId,
    operatorToken: token.text,
    async close() {
      for (const { node } of [a, b]) node.connectEvents('up');
      for (const { service } of [a, b]) await service.close();
      await documents.close();
      await eventStore.close();
      await folder.remove();
    },
  };
}

/** A connection to the event store that can be cut. */
function createSwitch(store: EventStore) {
  let state: Connection = 'up';
  let thaw: () => void = () => undefined;
  let thawed = Promise.resolve();

  const connected =
    <Args extends unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      if (state === 'frozen') await thawed;
      if (state === 'down' || (state === 'without_platform' && args[0] === PLATFORM_STREAM))
        throw new StoreUnavailable('the connection is cut');
      return call(...args);
    };
  const eventStore: EventStore = {
    ...store,
    append: connected((...args: Parameters<EventStore['append']>) => store.append(...args)),
    read: connected((...args: Parameters<EventStore['read']>) => store.read(...args)),
    readLast: connected((...args: Parameters<EventStore['readLast']>) => store.readLast(...args)),
    head: connected((...args: Parameters<EventStore['head']>) => store.head(...args)),
    ping: connected((...args: Parameters<EventStore['ping']>) => store.ping(...args)),
  };
  return {
    eventStore,
    connect(next: Connection) {
      thaw();
      state = next;
      if (next === 'frozen') thawed = new Promise((resolve) => (thaw = resolve));
    },
  };
}
