/**
 * A document store in MongoDB, for service nodes that share documents. A batch writes log documents, then state documents, then
 * checkpoints, and a majority acknowledges each step, so an interrupted batch can be written again as a whole.
 */
import { MongoClient } from 'mongodb';
import type { CollectionInfo } from 'mongodb';
import { monotonicTime } from '../../../system/runtime.ts';
import { withDeadline } from '../../../async/deadline.ts';
import { StoreUnavailable } from '../../../event-store/port.ts';
import { createCollection, openCollection, type MongoCollection } from './collection.ts';
import { callMongo } from './errors.ts';
import { createMongoRecords } from './records.ts';
import { createCheckpoints } from './checkpoints.ts';
import { CollectionRemoved } from '../../port.ts';
import type { CollectionSpec, DocumentStore, DocumentWrite } from '../../port.ts';

export type MongoOptions = {
  /** Default: the database in the URL, or `ledger`. */
  readonly database?: string;
  /** How long a call waits for a server to become available. */
  readonly selectionTimeoutMs?: number;
  /** How long one response of the server may take. */
  readonly responseTimeoutMs?: number;
  /** After how long without a server the client closes its connections and reconnects. */
  readonly reconnectAfterMs?: number;
};

const DEFAULT_DATABASE = 'ledger';
const SELECTION_TIMEOUT_MS = 2_000;
const RESPONSE_TIMEOUT_MS = 20_000;
/** A call sends several requests in sequence. Its deadline allows for this many responses. */
const RESPONSES_PER_CALL = 3;
const RECONNECT_AFTER_MS = 20_000;
const CLOSE_DEADLINE_MS = 5_000;

const NO_CHECKPOINTS: ReadonlyMap<string, bigint> = new Map();

/** The collections of the store. The name is reserved, like `checkpoints`. */
type InternalCollection = 'collections';
const COLLECTION_NAME = /^(?!records_|collections$|checkpoints$)[a-z][a-z0-9_]{0,62}$/;

type Spec = { _id: string; kind: CollectionSpec['kind'] };

/**
 * Connects with the first call. While the server is unavailable, calls throw StoreUnavailable. Use a replica set, so that
 * acknowledged writes survive the loss of a server.
 */
export function createMongoDocumentStore(url: string, options: MongoOptions = {}): DocumentStore {
  const {
    selectionTimeoutMs = SELECTION_TIMEOUT_MS,
    responseTimeoutMs = RESPONSE_TIMEOUT_MS,
    reconnectAfterMs = RECONNECT_AFTER_MS,
  } = options;
  const client = new MongoClient(url, {
    serverSelectionTimeoutMS: selectionTimeoutMs,
    connectTimeoutMS: selectionTimeoutMs,
    socketTimeoutMS: responseTimeoutMs,
    writeConcern: { w: 'majority', journal: true },
  });
  const database = client.db(options.database ?? databaseIn(url));
  const internal = <Schema extends { _id: string }>(name: InternalCollection) =>
    database.collection<Schema>(name, { useBigInt64: true });
  const records = createMongoRecords(database);
  const checkpointStore = createCheckpoints(database);
  const collections = new Map<string, MongoCollection>();
  let connecting: Promise<unknown> | undefined;
  let isClosed = false;

  /** When the first of the calls that found no server failed, on a monotonic clock in milliseconds. */
  let unavailableSince: number | undefined;

  /**
   * Before the first connection, each call is a new attempt. Afterwards the driver reconnects, except with servers that it has
   * to poll: if the monitoring connection breaks during a poll, the driver waits forever and sees no server. The client is
   * therefore replaced after some time without a server.
   */
  const connected = (): Promise<unknown> => {
    if (unavailableSince !== undefined && monotonicTime() - unavailableSince >= reconnectAfterMs) {
      unavailableSince = undefined;
      const closed = withDeadline(client.close(), CLOSE_DEADLINE_MS).catch(() => undefined);
      connecting = closed.then(connect);
    }
    return (connecting ??= connect());
  };
  const connect = async (): Promise<void> => {
    try {
      assertOpen();
      await client.connect();
    } catch (error) {
      connecting = undefined;
      throw error;
    }
  };
  const assertOpen = (): void => {
    if (isClosed) throw new StoreUnavailable('the document store is closed');
  };

  const call = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    assertOpen();
    const deadlineMs = selectionTimeoutMs + RESPONSES_PER_CALL * responseTimeoutMs;
    try {
      const result = await callMongo(async () => {
        await connected();
        return work();
      }, deadlineMs);
      unavailableSince = undefined;
      return result;
    } catch (error) {
      unavailableSince =
        error instanceof StoreUnavailable ? (unavailableSince ?? monotonicTime()) : undefined;
      throw error;
    }
  };

  const open = (spec: CollectionSpec): MongoCollection => {
    const collection = openCollection(database, spec);
    collections.set(spec.name, collection);
    return collection;
  };

  /** Another node may have created the collection, so unknown names are looked up on the server. */
  const collectionOf = async (name: string): Promise<MongoCollection> => {
    const collection = collections.get(name);
    if (collection !== undefined) return collection;
    const spec = await internal<Spec>('collections').findOne({ _id: name });
    // Somebody may have removed it, so this is no error of the code.
    if (spec === null || !(await database.listCollections({ name }, { nameOnly: true }).hasNext()))
      throw new CollectionRemoved(`there is no collection '${name}'`);
    return open({ name, kind: spec.kind });
  };

  /**
   * MongoDB treats a removed collection as empty and recreates it on a write. A read that finds nothing therefore checks that
   * the collection exists, and a write checks that it did not recreate it.
   */
  const findMissing = async (names: readonly string[]): Promise<readonly string[]> => {
    if (names.length === 0) return [];
    const filter = { _id: { $in: [...names] } };
    const found = await internal<Spec>('collections')
      .find(filter, { projection: { _id: 1 } })
      .toArray();
    return names.filter((name) => !found.some(({ _id }) => _id === name));
  };
  const markRemoved = (name: string): CollectionRemoved => {
    collections.delete(name);
    return new CollectionRemoved(`The collection '${name}' was removed.`);
  };

  const read = async <Found>(
    name: string,
    find: (collection: MongoCollection) => Promise<Found[]>,
  ): Promise<Found[]> => {
    const found = await find(await collectionOf(name));
    if (found.length === 0 && (await findMissing([name])).length > 0) throw markRemoved(name);
    return found;
  };

  const writeKind = async (kind: CollectionSpec['kind'], batches: ReadonlyMap<string, DocumentWrite[]>) => {
    const written = [...batches].map(async ([name, writes]) => {
      const collection = await collectionOf(name);
      if (collection.kind === kind) await collection.write(writes);
    });
    await Promise.all(written);
  };

  return {
    async ensure(specs) {
      for (const { name } of specs) assertName(name);
      await call(async () => {
        await records.ensure();
        for (const spec of specs) {
          await createCollection(database, spec.name);
          const filter = { _id: spec.name };
          await internal<Spec>('collections').updateOne(
            filter,
            { $setOnInsert: { kind: spec.kind } },
            { upsert: true },
          );
          open(spec);
        }
      });
    },

    get: (name, id) =>
      call(async () => (await read(name, (collection) => collection.getMany([id], false)))[0]),

    getMany: (name, ids, { deleted = false } = {}) =>
      call(async () =>
        ids.length === 0 ? [] : read(name, (collection) => collection.getMany(ids, deleted)),
      ),

    list: (name, query) => call(() => read(name, (collection) => collection.list(query))),

    scan: (name, query) => call(() => read(name, (collection) => collection.scan(query))),

    write: (writes, checkpoints, expected = NO_CHECKPOINTS) =>
      call(async () => {
        const batches = byCollection(writes);
        await checkpointStore.assert(expected);
        // Reject unknown names before anything is written.
        for (const name of batches.keys()) await collectionOf(name);
        await writeKind('log', batches);
        await writeKind('state', batches);
        const missing = await findMissing([...batches.keys()]);
        for (const name of missing) await database.dropCollection(name);
        const [first] = missing;
        if (first !== undefined) throw markRemoved(first);
        await checkpointStore.write(checkpoints, expected);
      }),

    expire: (name, retention, options) =>
      call(async () => (await collectionOf(name)).expire(retention, options)),

    collections: () =>
      call(async () => {
        const specs = await internal<Spec>('collections')
          .find({}, { projection: { _id: 1 } })
          .toArray();
        const known = new Set(specs.map(({ _id }) => _id));
        const found = await database.listCollections<CollectionInfo>({ type: 'collection' }).toArray();
        return new Map(
          found
            .filter(({ name }) => known.has(name))
            // A server that only speaks MongoDB's protocol may give no ID.
            .map(({ name, info }) => [name, info?.uuid?.toString('hex') ?? name]),
        );
      }),

    checkpoints: () => call(() => checkpointStore.read()),

    drop: (names, projections) =>
      call(async () => {
        for (const name of names) {
          assertName(name);
          collections.delete(name);
          // Remove the name first, so that a read that finds the collection empty also finds it removed.
          await internal<Spec>('collections').deleteOne({ _id: name });
          await database.dropCollection(name);
        }
        await checkpointStore.remove(projections);
      }),

    putRecord: (...args) => call(() => records.putRecord(...args)),
    getRecord: (...args) => call(() => records.getRecord(...args)),
    deleteRecord: (...args) => call(() => records.deleteRecord(...args)),

    ping: () =>
      call(async () => {
        await database.command({ ping: 1 });
      }),

    async close() {
      isClosed = true;
      await client.close();
    },
  };
}

function byCollection(writes: readonly DocumentWrite[]): Map<string, DocumentWrite[]> {
  const batches = new Map<string, DocumentWrite[]>();
  for (const write of writes) {
    const batch = batches.get(write.collection);
    if (batch === undefined) batches.set(write.collection, [write]);
    else batch.push(write);
  }
  return batches;
}

function databaseIn(url: string): string {
  const [, name] = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(url) ?? [];
  return name ?? DEFAULT_DATABASE;
}

function assertName(name: string): void {
  if (!COLLECTION_NAME.test(name))
    throw new Error(`a collection name must match ${COLLECTION_NAME}; got '${name}'`);
}
