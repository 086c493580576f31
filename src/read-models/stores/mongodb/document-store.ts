/**
 * Documents in MongoDB, for service nodes that share them. A batch is written log first, then state, then checkpoints,
 * each acknowledged by a majority before the next, so that one that was cut off can be written again whole.
 */
import { MongoClient } from 'mongodb';
import { withDeadline } from '../../../async/deadline.ts';
import { StoreUnavailable } from '../../../event-store/port.ts';
import { createCollection, openCollection, type MongoCollection } from './collection.ts';
import { callMongo } from './errors.ts';
import { createMongoRecords } from './records.ts';
import type { CollectionSpec, DocumentStore, DocumentWrite } from '../../port.ts';

export type MongoOptions = {
  /** Without it: the one the URL names, or `ledger`. */
  readonly database?: string;
  /** How long a call waits for a server to be there. */
  readonly selectionTimeoutMs?: number;
  /** How long one answer of the server may take. */
  readonly responseTimeoutMs?: number;
  /** How long no call may find a server before the client is connected anew. */
  readonly reconnectAfterMs?: number;
};

const DEFAULT_DATABASE = 'ledger';
const SELECTION_TIMEOUT_MS = 2_000;
const ANSWER_TIMEOUT_MS = 20_000;
/** A call asks the server several things, one after the other. All of it has the time of so many answers. */
const ANSWERS_A_CALL = 3;
const ANEW_AFTER_MS = 20_000;
const CLOSE_DEADLINE_MS = 5_000;

/** Collections of the store itself. Those of documents can't have these names. */
type OwnCollection = 'collections' | 'checkpoints';
const COLLECTION_NAME = /^(?!records_|collections$|checkpoints$)[a-z][a-z0-9_]{0,62}$/;

type Checkpoint = { _id: string; position: bigint };
type Spec = { _id: string; kind: CollectionSpec['kind'] };

/**
 * A documents store on a MongoDB server (a replica set, for what is acknowledged to survive the loss of one). Connects
 * with the first call: while the server is away, calls throw a StoreUnavailable, and when it is back they work again.
 */
export function createMongoDocumentStore(url: string, options: MongoOptions = {}): DocumentStore {
  const {
    selectionTimeoutMs = SELECTION_TIMEOUT_MS,
    responseTimeoutMs = ANSWER_TIMEOUT_MS,
    reconnectAfterMs = ANEW_AFTER_MS,
  } = options;
  const client = new MongoClient(url, {
    serverSelectionTimeoutMS: selectionTimeoutMs,
    connectTimeoutMS: selectionTimeoutMs,
    socketTimeoutMS: responseTimeoutMs,
    writeConcern: { w: 'majority', journal: true },
  });
  const database = client.db(options.database ?? databaseIn(url));
  const own = <Schema extends { _id: string }>(name: OwnCollection) =>
    database.collection<Schema>(name, { useBigInt64: true });
  const records = createMongoRecords(database);
  const collections = new Map<string, MongoCollection>();
  /** Those that another node has removed. Whoever asks for one again is late, and at no fault. */
  const gone = new Set<string>();
  let connecting: Promise<unknown> | undefined;
  let closed = false;

  /** Since when no call has found a server, in milliseconds of a clock that is never put back. */
  let awaySince: number | undefined;

  /**
   * Once connected, the driver finds back to the server by itself. Before that, each call is a new attempt. Not where the
   * server tells no news and has to be asked for them, and the connection for that breaks just as the driver asks: then it
   * waits for ever to get the question off, and knows of no server. So after a while without one it is connected anew.
   */
  const connected = (): Promise<unknown> => {
    if (awaySince !== undefined && performance.now() - awaySince >= reconnectAfterMs) {
      awaySince = undefined;
      const over = withDeadline(client.close(), CLOSE_DEADLINE_MS).catch(() => undefined);
      connecting = over.then(connect);
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
    if (closed) throw new StoreUnavailable('the document store is closed');
  };

  const call = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    assertOpen();
    const deadlineMs = selectionTimeoutMs + ANSWERS_A_CALL * responseTimeoutMs;
    try {
      const result = await callMongo(async () => {
        await connected();
        return work();
      }, deadlineMs);
      awaySince = undefined;
      return result;
    } catch (error) {
      awaySince = error instanceof StoreUnavailable ? (awaySince ?? performance.now()) : undefined;
      throw error;
    }
  };

  const open = (spec: CollectionSpec): MongoCollection => {
    const collection = openCollection(database, spec);
    collections.set(spec.name, collection);
    gone.delete(spec.name);
    return collection;
  };

  /** Another node may have made the collection, so the server is asked about names that are new here. */
  const collectionOf = async (name: string): Promise<MongoCollection> => {
    const collection = collections.get(name);
    if (collection !== undefined) return collection;
    const spec = await own<Spec>('collections').findOne({ _id: name });
    if (spec === null) throw gone.has(name) ? removed(name) : new Error(`there is no collection '${name}'`);
    return open({ name, kind: spec.kind });
  };

  /**
   * To the server a collection that another node has removed is an empty one. So whoever finds nothing makes sure that
   * there is something to look into, and whoever wrote that it was not made anew by that.
   */
  const missing = async (names: readonly string[]): Promise<readonly string[]> => {
    if (names.length === 0) return [];
    const filter = { _id: { $in: [...names] } };
    const found = await own<Spec>('collections')
      .find(filter, { projection: { _id: 1 } })
      .toArray();
    return names.filter((name) => !found.some(({ _id }) => _id === name));
  };
  const removed = (name: string): StoreUnavailable => {
    collections.delete(name);
    gone.add(name);
    return new StoreUnavailable(`The collection '${name}' was removed meanwhile.`);
  };

  const look = async <Found>(
    name: string,
    find: (collection: MongoCollection) => Promise<Found[]>,
  ): Promise<Found[]> => {
    const found = await find(await collectionOf(name));
    if (found.length === 0 && (await missing([name])).length > 0) throw removed(name);
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
          await own<Spec>('collections').updateOne(
            filter,
            { $setOnInsert: { kind: spec.kind } },
            { upsert: true },
          );
          open(spec);
        }
      });
    },

    get: (name, id) =>
      call(async () => (await look(name, (collection) => collection.getMany([id], false)))[0]),

    getMany: (name, ids, { deleted = false } = {}) =>
      call(async () =>
        ids.length === 0 ? [] : look(name, (collection) => collection.getMany(ids, deleted)),
      ),

    list: (name, query) => call(() => look(name, (collection) => collection.list(query))),

    scan: (name, query) => call(() => look(name, (collection) => collection.scan(query))),

    write: (writes, checkpoints) =>
      call(async () => {
        const batches = byCollection(writes);
        // Unknown names are found before anything is written.
        for (const name of batches.keys()) await collectionOf(name);
        await writeKind('log', batches);
        await writeKind('state', batches);
        const gone = await missing([...batches.keys()]);
        for (const name of gone) await database.dropCollection(name);
        const [first] = gone;
        if (first !== undefined) throw removed(first);
        if (checkpoints.size === 0) return;
        const updates = [...checkpoints].map(([projection, position]) => ({
          updateOne: { filter: { _id: projection }, update: { $set: { position } }, upsert: true },
        }));
        await own<Checkpoint>('checkpoints').bulkWrite(updates);
      }),

    expire: (name, retention, options) =>
      call(async () => (await collectionOf(name)).expire(retention, options)),

    checkpoints: () =>
      call(async () => {
        const stored = await own<Checkpoint>('checkpoints').find().toArray();
        return new Map(stored.map(({ _id: projection, position }) => [projection, position]));
      }),

    drop: (names, projections) =>
      call(async () => {
        for (const name of names) {
          assertName(name);
          collections.delete(name);
          // First the name, as long as there is something to find: what is found empty is then known to have gone.
          await own<Spec>('collections').deleteOne({ _id: name });
          await database.dropCollection(name);
        }
        await own<Checkpoint>('checkpoints').deleteMany({ _id: { $in: [...projections] } });
      }),

    putRecord: (...args) => call(() => records.putRecord(...args)),
    getRecord: (...args) => call(() => records.getRecord(...args)),
    deleteRecord: (...args) => call(() => records.deleteRecord(...args)),

    ping: () =>
      call(async () => {
        await database.command({ ping: 1 });
      }),

    async close() {
      closed = true;
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
