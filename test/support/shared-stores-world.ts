/** Several services in this process on the same stores, which a test can restore to an earlier time. */
import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import pino from 'pino';
import { PROJECTIONS } from '../../projections/all.ts';
import { compareReadModels, type Comparison } from '../../src/audit/compare/comparison.ts';
import { eventStoreSource } from '../../src/audit/event-source.ts';
import { verify } from '../../src/audit/verification/verification.ts';
import { readConfig } from '../../src/config/config.ts';
import { createEventMacs } from '../../src/event-store/event-macs.ts';
import { bookStreamOf } from '../../src/ledger/ids.ts';
import { newIntegrator, newKey, newOperatorToken } from '../../src/platform/credentials.ts';
import { loadPlatform } from '../../src/platform/platform.ts';
import {
  createReadModelRouter,
  type ReadModelRouter,
} from '../../src/read-models/generations/read-model-router.ts';
import type { DocumentStore } from '../../src/read-models/port.ts';
import { runService, type Service } from '../../src/service/start-service.ts';
import { openStores } from '../../src/service/stores.ts';
import { createClient, type Client } from './client.ts';
import type { Release } from './earlier-release.ts';
import { readiness } from './readiness.ts';
import { restorableEvents, type RestorableDocuments, type RestorableEvents } from './restorable-stores.ts';
import { writeConfigFile } from './service.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { waitFor } from './wait-for.ts';
import { LOCAL } from './webhook-client.ts';

export type Node = {
  readonly url: string;
  readonly sandbox: Client;
  /** The log lines so far, as text. */
  readonly log: () => string;
  /** The documents as this node uses them, with the number of writes of documents by collection. */
  readonly written: ReadonlyMap<string, number>;
  close(): Promise<void>;
};

export type SharedStoresWorld = {
  readonly documents: RestorableDocuments;
  readonly events: RestorableEvents;
  readonly masterKey: Uint8Array;
  /** The book of the sandbox key that all nodes share. */
  readonly stream: string;
  /** Of an operator with the role `admin`. */
  readonly operatorToken: string;
  /** Of this release, unless another one is given. */
  startNode(release?: Release): Promise<Node>;
  /** A new integrator with a sandbox. */
  newSandbox(): Promise<{ readonly apiKey: string; readonly stream: string }>;
  /** Sandbox keys of one new integrator. */
  newSandboxKeys(count: number): Promise<string[]>;
  /** Waits until the documents contain all events. */
  untilProjected(): Promise<unknown>;
  /**
   * A backup of the documents of one point in time, which contain all events so far. The result restores it, as soon as every
   * running node has noted in the store that time has passed since the backup. Without such a note, a node that projects the
   * missing events again before the next check leaves nothing to detect.
   */
  backUpDocuments(): Promise<() => Promise<void>>;
  /** The checkpoints and marks in the documents store. */
  checkpoints(): Promise<ReadonlyMap<string, bigint>>;
  /** Compares the read models with the events, once all events are projected. */
  compare(): Promise<Comparison>;
  close(): Promise<void>;
};

/** Much longer than needed, also for a slow server on a slow machine. */
const RECOVERED_WITHIN_MS = 60_000;

export const untilReady = (node: Pick<Node, 'url'>): Promise<true> =>
  waitFor(
    'ready',
    // A service that starts over does not listen for a moment.
    async () => ((await readiness(node.url).catch(() => undefined))?.status === 200 ? true : undefined),
    RECOVERED_WITHIN_MS,
  ).catch(async () => {
    throw new Error(`The service does not become ready: ${JSON.stringify(await readiness(node.url))}`);
  });

/** Waits until the log has these words. Returns how long that took, in milliseconds. */
export async function untilLogged(node: Pick<Node, 'log'>, words: string): Promise<number> {
  const startedAt = performance.now();
  await waitFor(`"${words}" in the log`, () => node.log().includes(words) || undefined, RECOVERED_WITHIN_MS);
  return performance.now() - startedAt;
}

const THIS_RELEASE: Release = { readConfig, runService, openStores };

export async function createSharedStoresWorld(documents: RestorableDocuments): Promise<SharedStoresWorld> {
  const folder = await temporaryFolder();
  const events = restorableEvents();
  const { eventStore } = events;
  const masterKey = randomBytes(32);
  const platform = await loadPlatform(eventStore, createEventMacs(masterKey));
  const integrator = newIntegrator('Shared');
  const { key, event } = newKey(integrator.id, 'sandbox', 'read_write', null);
  const operator = newOperatorToken('Test', 'admin');
  await platform.record(() => [integrator.event, event, operator.event], 'operator:test');
  const environment = {
    PORT: '0',
    DATA_DIR: folder.path,
    CONFIG_FILE: writeConfigFile(folder.path, LOCAL),
    MASTER_KEY: masterKey.toString('base64'),
    // Replaced by the shared stores. They say that there are other processes.
    EVENTSTORE_URL: 'esdb://shared',
    MONGODB_URL: 'mongodb://shared',
  };
  /** The running services, each with the number of times that it has written its sentinel. */
  const nodes = new Map<Service, () => number>();
  const reading = documents.open();

  /** The documents as they are read, once they contain all events. */
  async function untilProjected(): Promise<ReadModelRouter> {
    const head = await eventStore.head();
    return waitFor(
      'all events to be projected',
      async () => {
        // A new router reads the generations that are complete now.
        const router = createReadModelRouter(reading, PROJECTIONS);
        const checkpoints = await router.checkpoints();
        const isBehind = PROJECTIONS.some(
          ({ name, version }) => (checkpoints.get(`${name}_v${version}`) ?? -1n) < head,
        );
        return isBehind ? undefined : router;
      },
      RECOVERED_WITHIN_MS,
    );
  }

  async function newSandboxWith(count: number): Promise<{ id: string; keys: string[] }> {
    const { id, event } = newIntegrator('Another');
    const keys = Array.from({ length: count }, () => newKey(id, 'sandbox', 'read_write', null));
    await platform.record(() => [event, ...keys.map((each) => each.event)], 'operator:test');
    return { id, keys: keys.map((each) => each.key.text) };
  }

  return {
    documents,
    events,
    masterKey,
    stream: bookStreamOf(integrator.id, 'sandbox'),
    async newSandbox() {
      const { id, keys } = await newSandboxWith(1);
      return { apiKey: keys[0] ?? '', stream: bookStreamOf(id, 'sandbox') };
    },
    newSandboxKeys: async (count) => (await newSandboxWith(count)).keys,
    operatorToken: operator.text,
    async startNode(release = THIS_RELEASE) {
      let text = '';
      const log = pino({ level: 'warn' }, { write: (line: string) => void (text += line) });
      const written = new Map<string, number>();
      let sentinelWrites = 0;
      const own = countingWrites(documents.open(), written, () => (sentinelWrites += 1));
      const fail = (error: unknown): void => void (text += `did not start over: ${String(error)}`);
      const service = await release.runService(release.readConfig(environment), log, fail, {
        openStores: (...args) => release.openStores(...args, { eventStore, documents: own }),
      });
      nodes.set(service, () => sentinelWrites);
      return {
        get url() {
          return service.url;
        },
        get sandbox() {
          return repeatingWrites(createClient(service.url, key.text));
        },
        log: () => text,
        written,
        async close() {
          nodes.delete(service);
          await service.close();
          await own.close();
        },
      };
    },
    untilProjected,
    async backUpDocuments() {
      await untilProjected();
      const restore = await documents.backUp();
      const before = new Map([...nodes].map(([service, sentinelWrites]) => [service, sentinelWrites()]));
      return async () => {
        await waitFor('every node to write after the backup', () =>
          // The first write may have been under way during the backup.
          [...nodes].every(([service, sentinelWrites]) => sentinelWrites() >= (before.get(service) ?? 0) + 2)
            ? true
            : undefined,
        );
        await restore();
      };
    },
    checkpoints: () => reading.checkpoints(),
    async compare() {
      const source = eventStoreSource(eventStore);
      const router = await untilProjected();
      expect((await verify(source)).findings).to.deep.equal([]);
      return compareReadModels(source, router);
    },
    async close() {
      for (const service of nodes.keys()) await service.close();
      await reading.close();
      await documents.close();
      await folder.remove();
    },
  };
}

/** Repeats a write that is answered with 503, with the same key, as clients are told to. Reads are not repeated. */
const repeatingWrites = (client: Client): Client => ({
  ...client,
  post: (path, body, options) => {
    const idempotencyKey = randomUUID();
    return waitFor(
      `an answer to POST ${path}`,
      async () => {
        const answer = await client.post(path, body, { idempotencyKey, ...options });
        return answer.status === 503 ? undefined : answer;
      },
      RECOVERED_WITHIN_MS,
    );
  },
});

const countingWrites = (
  documents: DocumentStore,
  written: Map<string, number>,
  onSentinel: () => void,
): DocumentStore => ({
  ...documents,
  async putRecord(table, key, ...rest) {
    const stored = await documents.putRecord(table, key, ...rest);
    if (key.startsWith('sentinel/')) onSentinel();
    return stored;
  },
  async write(writes, ...rest) {
    for (const { collection } of writes) written.set(collection, (written.get(collection) ?? 0) + 1);
    await documents.write(writes, ...rest);
  },
});
