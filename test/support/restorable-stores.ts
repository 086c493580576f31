/** Stores that several services share and that a test restores to an earlier time while the services run. */
import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import type { Document as MongoDocument } from 'mongodb';
import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import { NO_STREAM, START } from '../../src/event-store/port.ts';
import type { EventStore, StoredEvent } from '../../src/event-store/port.ts';
import { CollectionRemoved } from '../../src/read-models/port.ts';
import type { DocumentStore } from '../../src/read-models/port.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { createMongoDocumentStore } from '../../src/read-models/stores/mongodb/document-store.ts';

export type RestorableDocuments = {
  /** The store as one more service sees it. */
  open(): DocumentStore;
  /** Copies the store. The result puts the copy back; with `only`, only the collections or tables with these names. */
  backUp(): Promise<() => Promise<void>>;
  /** Removes everything. */
  lose(): Promise<void>;
  close(): Promise<void>;
};

const MUTATIONS = ['ensure', 'write', 'expire', 'drop', 'putRecord', 'deleteRecord'] as const;
type Mutation = (store: DocumentStore) => Promise<unknown>;

/** In memory. A copy is the list of all calls that changed the store. */
export function restorableMemoryDocuments(): RestorableDocuments {
  let store = createMemoryDocumentStore();
  let calls: Mutation[] = [];
  const replace = async (wanted: readonly Mutation[]): Promise<void> => {
    const next = createMemoryDocumentStore();
    for (const call of wanted) await call(next).catch(() => undefined);
    [store, calls] = [next, [...wanted]];
  };
  /** A server reports a collection that somebody removed as unavailable. */
  const unavailable = (error: unknown): never => {
    if (error instanceof Error && error.message.startsWith('there is no collection'))
      throw new CollectionRemoved(error.message);
    throw error;
  };
  const documents = new Proxy(store, {
    get: (_target, name: keyof DocumentStore) =>
      name === 'close'
        ? () => Promise.resolve()
        : (...args: never[]) => {
            // All members are functions that need no `this`.
            const call: Mutation = (target) =>
              (target[name] as (...given: never[]) => Promise<unknown>)(...args);
            if (MUTATIONS.some((each) => each === name)) calls.push(call);
            return call(store).catch(unavailable);
          },
  });
  return {
    open: () => documents,
    backUp() {
      const copy = [...calls];
      return Promise.resolve(() => replace(copy));
    },
    lose: () => replace([]),
    close: () => Promise.resolve(),
  };
}

/** In a database of its own on a MongoDB server. */
export async function restorableMongoDocuments(url: string): Promise<RestorableDocuments> {
  const name = `back_in_time_${randomBytes(6).toString('hex')}`;
  const client = await new MongoClient(url, { useBigInt64: true }).connect();
  const database = client.db(name);
  const collectionNames = async (): Promise<string[]> =>
    (await database.listCollections().toArray()).map((each) => each.name);

  async function restore(copy: ReadonlyMap<string, MongoDocument[]>): Promise<void> {
    for (const each of await collectionNames()) {
      if (copy.has(each)) await database.collection(each).deleteMany({});
      else await database.dropCollection(each);
    }
    // Services write at the same time.
    for (const [each, found] of copy)
      if (found.length > 0)
        await database.collection(each).bulkWrite(
          found.map((replacement) => ({
            replaceOne: { filter: { _id: replacement['_id'] }, replacement, upsert: true },
          })),
        );
  }

  return {
    open: () => createMongoDocumentStore(url, { database: name }),
    async backUp() {
      const copy = new Map<string, MongoDocument[]>();
      for (const each of await collectionNames())
        copy.set(each, await database.collection(each).find().toArray());
      return () => restore(copy);
    },
    async lose() {
      for (const each of await collectionNames()) await database.dropCollection(each);
    },
    async close() {
      await database.dropDatabase().catch(() => undefined);
      await client.close();
    },
  };
}

export type RestorableEvents = {
  readonly eventStore: EventStore;
  /** Remembers the newest event. The result removes all later ones. */
  backUp(): Promise<() => Promise<void>>;
  lose(): Promise<void>;
};

export function restorableEvents(): RestorableEvents {
  let store = createMemoryEventStore();
  const eventStore = new Proxy(store, {
    get: (_target, name: keyof EventStore) =>
      name === 'close'
        ? () => Promise.resolve()
        : // All members are functions that need no `this`.
          (...args: never[]) => (store[name] as (...given: never[]) => unknown)(...args),
  });

  async function all(): Promise<StoredEvent[]> {
    const head = await store.head();
    const found: StoredEvent[] = [];
    if (head === START) return found;
    const stopping = new AbortController();
    for await (const page of store.follow(START, { signal: stopping.signal, pageSize: 1_000 })) {
      found.push(...page);
      if ((page.at(-1)?.position ?? START) >= head) break;
    }
    stopping.abort();
    return found;
  }

  async function replace(events: readonly StoredEvent[]): Promise<void> {
    const next = createMemoryEventStore();
    for (const { stream, revision, id, type, data, metadata } of events)
      await next.append(stream, [{ id, type, data, metadata }], revision + NO_STREAM);
    const old = store;
    store = next;
    // Anyone who follows the old one has to follow again.
    await old.close();
  }

  return {
    eventStore,
    async backUp() {
      const copy = await all();
      return () => replace(copy);
    },
    lose: () => replace([]),
  };
}
