/** Stores that several services share and that a test restores to an earlier time while the services run. */
import { randomBytes } from 'node:crypto';
import { MongoClient, type Db, type Document as MongoDocument } from 'mongodb';
import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import { NO_STREAM, START, type EventStore, type StoredEvent } from '../../src/event-store/port.ts';
import { CollectionRemoved, type CollectionSpec, type DocumentStore } from '../../src/read-models/port.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { createMongoDocumentStore } from '../../src/read-models/stores/mongodb/database.ts';

export type RestorableDocuments = {
  /** The store as one more service sees it. */
  open(): DocumentStore;
  /** Copies the store. The result puts the copy back. */
  backUp(): Promise<() => Promise<void>>;
  /** Removes everything. */
  lose(): Promise<void>;
  /** Removes everything but the vault. */
  loseAllButVault(): Promise<void>;
  /** Removes everything but records, and the collections about deliveries. */
  loseReadModels(): Promise<void>;
  /** Copies the vault. The result puts its records back, next to newer ones. */
  backUpVault(): Promise<() => Promise<void>>;
  /** Removes the vault, after a backup of it. */
  loseVault(): Promise<() => Promise<void>>;
  /** Removes collections in the server, without the service. */
  dropCollections(names: readonly string[]): Promise<void>;
  close(): Promise<void>;
};

const MUTATIONS = ['ensure', 'write', 'expire', 'drop', 'putRecord', 'deleteRecord'] as const;
type Mutation = ((store: DocumentStore) => Promise<unknown>) & {
  readonly isOfVault: boolean;
  readonly vaultKey: string | undefined;
  readonly isOfReadModels: boolean;
};

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
    get: (_target, name: keyof DocumentStore) => {
      if (name === 'close') return () => Promise.resolve();
      if (store[name] === undefined) return undefined;
      return (...args: never[]) => {
        // All members are functions that need no `this`.
        const [table, key]: readonly unknown[] = args;
        const call: Mutation = Object.assign(
          (target: DocumentStore) => (target[name] as (...given: never[]) => Promise<unknown>)(...args),
          {
            isOfVault: table === 'vault',
            vaultKey: table === 'vault' ? String(key) : undefined,
            isOfReadModels: !name.endsWith('Record') && !isOfDeliveries(args),
          },
        );
        if (MUTATIONS.some((each) => each === name)) calls.push(call);
        return call(store).catch(unavailable);
      };
    },
  });
  const backUpVault = (): Promise<() => Promise<void>> => {
    const copy = calls.filter(({ isOfVault }) => isOfVault);
    return Promise.resolve(async () => {
      for (const call of copy) await call(store);
    });
  };
  return {
    open: () => documents,
    backUp() {
      const copy = [...calls];
      return Promise.resolve(() => replace(copy));
    },
    lose: () => replace([]),
    loseAllButVault: () => replace(calls.filter(({ isOfVault }) => isOfVault)),
    loseReadModels: () => replace(calls.filter(({ isOfReadModels }) => !isOfReadModels)),
    backUpVault,
    async loseVault() {
      const restore = await backUpVault();
      for (const { vaultKey } of calls)
        if (vaultKey !== undefined) await store.deleteRecord('vault', vaultKey);
      return restore;
    },
    dropCollections: (names) => store.drop(names, []),
    close: () => Promise.resolve(),
  };
}

/** Whether a call ensures or writes only collections about deliveries, or begins their chain. */
const isOfDeliveries = ([first, checkpoints]: readonly unknown[]): boolean =>
  Array.isArray(first) &&
  (first.length > 0
    ? first.every((each: { name?: string; collection?: string }) =>
        (each.name ?? each.collection ?? '').startsWith('deliver'),
      )
    : startsChain(checkpoints));

/** The writes of deliveries are refused without the number that their chain begins with. */
const startsChain = (checkpoints: unknown): boolean =>
  checkpoints instanceof Map && [...checkpoints.keys()].some((key) => String(key).startsWith('webhooks '));

export type RestorableMongoDocuments = RestorableDocuments & {
  /** The database that the services use now. */
  database(): Db;
};

/**
 * In databases of their own on a MongoDB server. A restore is another database with the copy: to the services it looks like a
 * server that was stopped and comes back with older files.
 */
export async function restorableMongoDocuments(url: string): Promise<RestorableMongoDocuments> {
  const client = await new MongoClient(url, { useBigInt64: true }).connect();
  const names: string[] = [];
  const open = new Set<() => void>();
  const opened = new Set<DocumentStore>();
  const database = (): Db => client.db(names.at(-1));

  /** Continues in another database. Calls that are under way end in the one before. */
  const moveTo = async (copy: ReadonlyMap<string, readonly MongoDocument[]>): Promise<void> => {
    const name = `back_in_time_${randomBytes(6).toString('hex')}`;
    for (const [each, found] of copy)
      if (found.length > 0)
        await client
          .db(name)
          .collection(each)
          .insertMany([...found]);
    // Services create indexes of collections only once, and a backup contains them.
    const indexed = createMongoDocumentStore(url, { database: name });
    await indexed.ensure(specsIn(copy));
    await indexed.close();
    names.push(name);
    for (const reopen of open) reopen();
  };
  await moveTo(new Map());

  const copyOf = async (isWanted: (name: string) => boolean): Promise<Map<string, MongoDocument[]>> => {
    const copy = new Map<string, MongoDocument[]>();
    for (const each of await collectionNames(database()))
      if (isWanted(each)) copy.set(each, await database().collection(each).find().toArray());
    return copy;
  };
  const backUpVault = async (): Promise<() => Promise<void>> => {
    const copy = await database().collection(VAULT).find().toArray();
    return async () => {
      for (const each of copy)
        await database().collection(VAULT).replaceOne({ _id: each._id }, each, { upsert: true });
    };
  };

  return {
    database,
    open() {
      let store: DocumentStore;
      const reopen = (): void => {
        store = createMongoDocumentStore(url, { database: names.at(-1) ?? '' });
        opened.add(store);
      };
      reopen();
      open.add(reopen);
      return new Proxy<DocumentStore>(Object.create(null) as DocumentStore, {
        get: (_target, name: keyof DocumentStore) =>
          // Some members are optional. All are functions that need no `this`.
          store[name] === undefined
            ? undefined
            : (...args: never[]) => (store[name] as (...given: never[]) => unknown)(...args),
        ownKeys: () => Reflect.ownKeys(store),
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      });
    },
    async backUp() {
      const copy = await copyOf(() => true);
      return () => moveTo(copy);
    },
    lose: () => moveTo(new Map()),
    loseAllButVault: async () => moveTo(await copyOf((name) => name === VAULT)),
    async loseReadModels() {
      const copy = await copyOf((name) => name.startsWith('records_') || name.startsWith('deliver'));
      await moveTo(copy);
    },
    backUpVault,
    async loseVault() {
      const restore = await backUpVault();
      await database().dropCollection(VAULT);
      return restore;
    },
    async dropCollections(names) {
      for (const name of names) await database().dropCollection(name);
    },
    async close() {
      for (const store of opened) await store.close().catch(() => undefined);
      for (const name of names)
        await client
          .db(name)
          .dropDatabase()
          .catch(() => undefined);
      await client.close();
    },
  };
}

/** The collection that operators back up and restore. */
const VAULT = 'records_vault';

const collectionNames = async (database: Db): Promise<string[]> =>
  (await database.listCollections().toArray()).map((each) => each.name);

const specsIn = (copy: ReadonlyMap<string, readonly MongoDocument[]>): CollectionSpec[] =>
  (copy.get('collections') ?? []).map(({ _id, kind }) => ({ name: String(_id), kind }));

export type RestorableEvents = {
  readonly eventStore: EventStore;
  /** Remembers the newest event. The result removes all later ones. */
  backUp(): Promise<() => Promise<void>>;
  lose(): Promise<void>;
  /** Removes the newest event of a stream. */
  cut(stream: string): Promise<void>;
};

export function restorableEvents(): RestorableEvents {
  let store = createMemoryEventStore();
  const eventStore = new Proxy(store, {
    get(_target, name: keyof EventStore) {
      if (name === 'close') return () => Promise.resolve();
      if (store[name] === undefined) return undefined;
      // All members are functions that need no `this`.
      return (...args: never[]) => (store[name] as (...given: never[]) => unknown)(...args);
    },
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
    async cut(stream) {
      const events = await all();
      const newest = events.findLast((event) => event.stream === stream);
      await replace(events.filter((event) => event !== newest));
    },
  };
}
