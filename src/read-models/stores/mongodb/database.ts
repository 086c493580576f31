/**
 * Documents in one database of MongoDB. A batch writes log documents, then state documents, then checkpoints, and a majority
 * acknowledges each step, so an interrupted batch can be written again as a whole.
 */

import type { AnyBulkWriteOperation, Collection, CollectionInfo, Db } from 'mongodb';
import { currentTime } from '../../../system/runtime.ts';
import {
  CollectionRemoved,
  DocumentsWentBack,
  RECORD_TABLES,
  assertCheckpoints,
  type CollectionSpec,
  type DocumentStore,
  type DocumentWrite,
  type RecordTable,
} from '../../port.ts';
import { batchReads } from '../batch-reads.ts';
import { createCollection, openCollection, type MongoCollection } from './collection.ts';
import {
  createMongoConnection,
  databaseOf,
  isDuplicateKey,
  type MongoConnectionOptions,
} from './connection.ts';

// Records in MongoDB: one collection for each table. The server deletes expired records with some delay.

type Stored = { _id: string; value: string; expires_at?: Date };

/** An attempt fails only if another process inserts a record, and that record expires, at the same moment. */
const ATTEMPTS_MAX = 10;

type Records = Pick<
  DocumentStore,
  'putRecord' | 'getRecord' | 'deleteRecord' | 'replaceRecord' | 'listRecords'
> & { ensure(): Promise<void> };

export function createMongoRecords(database: Db): Records {
  const tableOf = (table: RecordTable): Collection<Stored> =>
    database.collection<Stored>(`records_${table}`, { readConcern: { level: 'majority' } });

  /** The values of live records by key. */
  const findIn = async (table: RecordTable, keys: readonly string[]): Promise<Map<string, string>> => {
    const stored = await tableOf(table)
      .find({ _id: { $in: [...keys] } })
      .toArray();
    return new Map(stored.flatMap((each) => (isExpired(each) ? [] : [[each._id, each.value]])));
  };

  const putIfAbsent = async (
    table: RecordTable,
    key: string,
    stored: Omit<Stored, '_id'>,
  ): Promise<string> => {
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      // Replaces an expired record, inserts a missing one, and fails with a duplicate key if there is a live one.
      const filter = { _id: key, expires_at: { $lte: new Date(currentTime()) } };
      try {
        await tableOf(table).replaceOne(filter, stored, { upsert: true });
        return stored.value;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      const present = (await findIn(table, [key])).get(key);
      if (present !== undefined) return present;
    }
    throw new Error(`The record '${key}' of ${table} was not stored after ${ATTEMPTS_MAX} attempts.`);
  };

  return {
    async ensure() {
      for (const table of RECORD_TABLES) {
        await tableOf(table).createIndex({ expires_at: 1 }, { expireAfterSeconds: 0 }, undefined);
      }
    },

    getRecord: batchReads(findIn),

    async putRecord(table, key, value, { ifAbsent = false, expiresAt } = {}) {
      const stored = expiresAt === undefined ? { value } : { value, expires_at: expiresAt };
      if (ifAbsent) return putIfAbsent(table, key, stored);
      await tableOf(table).replaceOne({ _id: key }, stored, { upsert: true });
      return value;
    },

    async deleteRecord(table, key) {
      await tableOf(table).deleteOne({ _id: key });
    },

    async replaceRecord(table, key, from, to) {
      if ((await findIn(table, [key])).get(key) !== from) return false;
      const { matchedCount } = await tableOf(table).updateOne(
        { _id: key, value: from },
        { $set: { value: to } },
      );
      return matchedCount > 0;
    },

    async listRecords(table, { after = '', limit }) {
      const live = {
        $or: [{ expires_at: { $exists: false } }, { expires_at: { $gt: new Date(currentTime()) } }],
      };
      const stored = await tableOf(table)
        .find({ _id: { $gt: after }, ...live })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      return stored.map(({ _id: key, value, expires_at: expiresAt }) => ({
        key,
        value,
        ...(expiresAt !== undefined && { expiresAt }),
      }));
    },
  };
}

function isExpired({ expires_at: expiresAt }: Stored): boolean {
  return expiresAt !== undefined && expiresAt.getTime() <= currentTime();
}

// Checkpoints in MongoDB. They never decrease, and a write may depend on the stored ones, so that a store that was restored to
// an earlier time is noticed.

type Checkpoint = { _id: string; position: bigint };
type Positions = ReadonlyMap<string, bigint>;

export type MongoCheckpoints = {
  read(names?: readonly string[]): Promise<Map<string, bigint>>;
  /** Throws DocumentsWentBack if a stored checkpoint is missing or lower. */
  assert(expected: Positions): Promise<void>;
  /** Like `assert`, in the same step as the writes of the expected checkpoints. */
  write(checkpoints: Positions, expected: Positions): Promise<void>;
  remove(names: readonly string[]): Promise<void>;
};

export function createCheckpoints(database: Db): MongoCheckpoints {
  // Only what a majority has survives a failover. Anything else could seem to go back in time.
  const collection: Collection<Checkpoint> = database.collection('checkpoints', {
    useBigInt64: true,
    readConcern: { level: 'majority' },
  });

  const read = async (names?: readonly string[]): Promise<Map<string, bigint>> => {
    const found = await collection.find(names === undefined ? {} : { _id: { $in: [...names] } }).toArray();
    return new Map(found.map(({ _id: name, position }) => [name, position]));
  };

  const assert = async (expected: Positions): Promise<void> => {
    if (expected.size > 0) assertCheckpoints(await read([...expected.keys()]), expected);
  };

  return {
    read,
    assert,
    async write(checkpoints, expected) {
      if (checkpoints.size === 0) return;
      const updates = [...checkpoints].map(([name, position]): AnyBulkWriteOperation<Checkpoint> => {
        const known = expected.get(name);
        const update = { $max: { position } };
        return known === undefined
          ? { updateOne: { filter: { _id: name }, update, upsert: true } }
          : { updateOne: { filter: { _id: name, position: { $gte: known } }, update } };
      });
      const { matchedCount, upsertedCount } = await collection.bulkWrite(updates);
      if (matchedCount + upsertedCount === checkpoints.size) return;
      await assert(expected);
      throw new DocumentsWentBack('The documents went back in time while they were written.');
    },
    async remove(names) {
      await collection.deleteMany({ _id: { $in: [...names] } });
    },
  };
}

const NO_CHECKPOINTS: ReadonlyMap<string, bigint> = new Map();

/** The collection that names the others. The name is reserved, like `checkpoints`. */
const SPECS = 'collections';
const COLLECTION_NAME = /^(?!records_|collections$|checkpoints$)[a-z][a-z0-9_]{0,62}$/;

type Spec = { _id: string; kind: CollectionSpec['kind'] };

/** Its calls throw the errors of the driver. */
export type MongoDatabase = Omit<DocumentStore, 'close'>;

export function openMongoDatabase(database: Db): MongoDatabase {
  const records = createMongoRecords(database);
  const checkpoints = createCheckpoints(database);
  const collections = new MongoCollections(database);
  return {
    async ensure(specs) {
      for (const { name } of specs) assertCollectionName(name);
      await records.ensure();
      for (const spec of specs) await collections.create(spec);
    },

    get: async (name, id) =>
      (await collections.read(name, (collection) => collection.getMany([id], false)))[0],

    getMany: async (name, ids, { deleted = false } = {}) =>
      ids.length === 0 ? [] : collections.read(name, (collection) => collection.getMany(ids, deleted)),

    list: (name, query) => collections.read(name, (collection) => collection.list(query)),
    hasMoreThan: (name, count, query) =>
      collections.read(
        name,
        (collection) => collection.hasMoreThan(count, query),
        (found) => !found,
      ),
    intersect: (name, query) =>
      collections.read(
        name,
        (collection) => collection.intersect(query),
        ({ documents }) => documents.length === 0,
      ),

    scan: (name, query) => collections.read(name, (collection) => collection.scan(query)),

    async write(writes, newCheckpoints, expected = NO_CHECKPOINTS) {
      await checkpoints.assert(expected);
      await collections.write(byCollection(writes));
      await checkpoints.write(newCheckpoints, expected);
    },

    expire: async (name, retention, options) => (await collections.get(name)).expire(retention, options),

    findInScopes: (name, scopes, page) =>
      collections.read(
        name,
        (collection) => collection.findInScopes(scopes, page),
        ({ ids }) => ids.length === 0,
      ),
    remove: async (name, ids) => (await collections.get(name)).remove(ids),

    collections: () => collections.present(),

    checkpoints: () => checkpoints.read(),

    async drop(names, projections) {
      for (const name of names) {
        assertCollectionName(name);
        await collections.drop(name);
      }
      await checkpoints.remove(projections);
    },

    putRecord: records.putRecord,
    getRecord: records.getRecord,
    deleteRecord: records.deleteRecord,
    replaceRecord: records.replaceRecord,
    listRecords: records.listRecords,

    async ping() {
      await database.command({ ping: 1 });
    },
  };
}

/**
 * The collections of documents. MongoDB treats a removed collection as empty and recreates it on a write. A read that finds
 * nothing therefore checks that the collection exists, and a write checks that it did not recreate it.
 */
class MongoCollections {
  readonly #database: Db;
  readonly #specs: Collection<Spec>;
  readonly #opened = new Map<string, MongoCollection>();
  /** The kind of a collection that was not removed. */
  readonly #kindOf: (name: string) => Promise<string | undefined>;

  constructor(database: Db) {
    this.#database = database;
    this.#specs = database.collection<Spec>(SPECS, { useBigInt64: true });
    const kindOf = batchReads<typeof SPECS>(async (_table, names) => {
      const specs = await this.#specs.find({ _id: { $in: [...names] } }).toArray();
      return new Map(specs.map(({ _id: name, kind }) => [name, kind]));
    });
    this.#kindOf = (name) => kindOf(SPECS, name);
  }

  async create(spec: CollectionSpec): Promise<void> {
    await createCollection(this.#database, spec.name);
    await this.#specs.updateOne({ _id: spec.name }, { $setOnInsert: { kind: spec.kind } }, { upsert: true });
    this.#open(spec);
  }

  /** Another node may have created the collection, so unknown names are looked up on the server. */
  async get(name: string): Promise<MongoCollection> {
    const opened = this.#opened.get(name);
    if (opened !== undefined) return opened;
    const spec = await this.#specs.findOne({ _id: name });
    // Somebody may have removed it, so this is no error of the code.
    if (spec === null || !(await this.#database.listCollections({ name }, { nameOnly: true }).hasNext()))
      throw new CollectionRemoved(`there is no collection '${name}'`);
    return this.#open({ name, kind: spec.kind });
  }

  async read<Found>(
    name: string,
    find: (collection: MongoCollection) => Promise<Found>,
    isEmpty: (found: Found) => boolean = (each) => Array.isArray(each) && each.length === 0,
  ): Promise<Found> {
    const found = await find(await this.get(name));
    if (isEmpty(found) && (await this.#kindOf(name)) === undefined) throw this.#markRemoved(name);
    return found;
  }

  async write(batches: ReadonlyMap<string, DocumentWrite[]>): Promise<void> {
    // Reject unknown names before anything is written.
    for (const name of batches.keys()) await this.get(name);
    await this.#writeKind('log', batches);
    await this.#writeKind('state', batches);
    const names = [...batches.keys()];
    const kinds = await Promise.all(names.map((name) => this.#kindOf(name)));
    const missing = names.filter((_, index) => kinds[index] === undefined);
    for (const name of missing) await this.#database.dropCollection(name);
    const [first] = missing;
    if (first !== undefined) throw this.#markRemoved(first);
  }

  /** The collections that exist, with what identifies each. */
  async present(): Promise<Map<string, string>> {
    const specs = await this.#specs.find({}, { projection: { _id: 1 } }).toArray();
    const known = new Set(specs.map(({ _id }) => _id));
    const found = await this.#database.listCollections<CollectionInfo>({ type: 'collection' }).toArray();
    return new Map(
      found
        .filter(({ name }) => known.has(name))
        // A server that only speaks MongoDB's protocol may give no ID.
        .map(({ name, info }) => [name, info?.uuid?.toString('hex') ?? name]),
    );
  }

  async drop(name: string): Promise<void> {
    this.#opened.delete(name);
    // Remove the name first, so that a read that finds the collection empty also finds it removed.
    await this.#specs.deleteOne({ _id: name });
    await this.#database.dropCollection(name);
  }

  #open(spec: CollectionSpec): MongoCollection {
    const collection = openCollection(this.#database, spec);
    this.#opened.set(spec.name, collection);
    return collection;
  }

  #markRemoved(name: string): CollectionRemoved {
    this.#opened.delete(name);
    return new CollectionRemoved(`The collection '${name}' was removed.`);
  }

  async #writeKind(
    kind: CollectionSpec['kind'],
    batches: ReadonlyMap<string, DocumentWrite[]>,
  ): Promise<void> {
    const written = [...batches].map(async ([name, writes]) => {
      const collection = await this.get(name);
      if (collection.kind === kind) await collection.write(writes);
    });
    await Promise.all(written);
  }
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

export function assertCollectionName(name: string): void {
  if (!COLLECTION_NAME.test(name))
    throw new Error(`a collection name must match ${COLLECTION_NAME}; got '${name}'`);
}

// A document store in MongoDB, for service nodes that share documents.

export type MongoOptions = MongoConnectionOptions & {
  /** Default: the database in the URL, or `ledger`. */
  readonly database?: string;
};

/**
 * Connects with the first call. While the server is unavailable, calls throw StoreUnavailable. Use a replica set, so that
 * acknowledged writes survive the loss of a server.
 */
export function createMongoDocumentStore(url: string, options: MongoOptions = {}): DocumentStore {
  const { call, close } = createMongoConnection(
    url,
    (client) => openMongoDatabase(databaseOf(url, client, options.database)),
    options,
  );
  return {
    async ensure(specs) {
      for (const { name } of specs) assertCollectionName(name);
      await call((database) => database.ensure(specs));
    },
    get: (...args) => call((database) => database.get(...args)),
    getMany: (...args) => call((database) => database.getMany(...args)),
    list: (...args) => call((database) => database.list(...args)),
    intersect: (...args) => call((database) => database.intersect(...args)),
    hasMoreThan: (...args) => call((database) => database.hasMoreThan(...args)),
    scan: (...args) => call((database) => database.scan(...args)),
    write: (...args) => call((database) => database.write(...args)),
    expire: (...args) => call((database) => database.expire(...args)),
    findInScopes: (...args) => call((database) => database.findInScopes(...args)),
    remove: (...args) => call((database) => database.remove(...args)),
    collections: () => call((database) => database.collections()),
    checkpoints: () => call((database) => database.checkpoints()),
    drop: (...args) => call((database) => database.drop(...args)),
    putRecord: (...args) => call((database) => database.putRecord(...args)),
    getRecord: (...args) => call((database) => database.getRecord(...args)),
    replaceRecord: (...args) => call((database) => database.replaceRecord(...args)),
    deleteRecord: (...args) => call((database) => database.deleteRecord(...args)),
    listRecords: (...args) => call((database) => database.listRecords(...args)),
    ping: () => call((database) => database.ping()),
    close,
  };
}
