/**
 * Documents in one database of MongoDB. A batch writes log documents, then state documents, then checkpoints, and a majority
 * acknowledges each step, so an interrupted batch can be written again as a whole.
 */
import type { CollectionInfo, Db } from 'mongodb';
import { createCollection, openCollection, type MongoCollection } from './collection.ts';
import { createMongoRecords } from './records.ts';
import { createCheckpoints } from './checkpoints.ts';
import { batchReads } from '../batch-reads.ts';
import { CollectionRemoved } from '../../port.ts';
import type { CollectionSpec, DocumentStore, DocumentWrite } from '../../port.ts';

const NO_CHECKPOINTS: ReadonlyMap<string, bigint> = new Map();

/** The collections of the store. The name is reserved, like `checkpoints`. */
type InternalCollection = 'collections';
const COLLECTION_NAME = /^(?!records_|collections$|checkpoints$)[a-z][a-z0-9_]{0,62}$/;

type Spec = { _id: string; kind: CollectionSpec['kind'] };

/** Its calls throw the errors of the driver. */
export type MongoDatabase = Omit<DocumentStore, 'close'>;

export function openMongoDatabase(database: Db): MongoDatabase {
  const internal = <Schema extends { _id: string }>(name: InternalCollection) =>
    database.collection<Schema>(name, { useBigInt64: true });
  const records = createMongoRecords(database);
  const checkpointStore = createCheckpoints(database);
  const collections = new Map<string, MongoCollection>();

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
   * The kind of a collection that was not removed. MongoDB treats a removed collection as empty and recreates it on a write. A read
   * that finds nothing therefore checks that the collection exists, and a write checks that it did not recreate it.
   */
  const kindOf = batchReads<InternalCollection>(async (table, names) => {
    const specs = await internal<Spec>(table)
      .find({ _id: { $in: [...names] } })
      .toArray();
    return new Map(specs.map(({ _id: name, kind }) => [name, kind]));
  });
  const markRemoved = (name: string): CollectionRemoved => {
    collections.delete(name);
    return new CollectionRemoved(`The collection '${name}' was removed.`);
  };

  const read = async <Found>(
    name: string,
    find: (collection: MongoCollection) => Promise<Found[]>,
  ): Promise<Found[]> => {
    const found = await find(await collectionOf(name));
    if (found.length === 0 && (await kindOf('collections', name)) === undefined) throw markRemoved(name);
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
      for (const { name } of specs) assertCollectionName(name);
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
    },

    get: async (name, id) => (await read(name, (collection) => collection.getMany([id], false)))[0],

    getMany: async (name, ids, { deleted = false } = {}) =>
      ids.length === 0 ? [] : read(name, (collection) => collection.getMany(ids, deleted)),

    list: (name, query) => read(name, (collection) => collection.list(query)),

    scan: (name, query) => read(name, (collection) => collection.scan(query)),

    async write(writes, checkpoints, expected = NO_CHECKPOINTS) {
      const batches = byCollection(writes);
      await checkpointStore.assert(expected);
      // Reject unknown names before anything is written.
      for (const name of batches.keys()) await collectionOf(name);
      await writeKind('log', batches);
      await writeKind('state', batches);
      const names = [...batches.keys()];
      const kinds = await Promise.all(names.map((name) => kindOf('collections', name)));
      const missing = names.filter((_, index) => kinds[index] === undefined);
      for (const name of missing) await database.dropCollection(name);
      const [first] = missing;
      if (first !== undefined) throw markRemoved(first);
      await checkpointStore.write(checkpoints, expected);
    },

    expire: async (name, retention, options) => (await collectionOf(name)).expire(retention, options),

    async collections() {
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
    },

    checkpoints: () => checkpointStore.read(),

    async drop(names, projections) {
      for (const name of names) {
        assertCollectionName(name);
        collections.delete(name);
        // Remove the name first, so that a read that finds the collection empty also finds it removed.
        await internal<Spec>('collections').deleteOne({ _id: name });
        await database.dropCollection(name);
      }
      await checkpointStore.remove(projections);
    },

    putRecord: records.putRecord,
    getRecord: records.getRecord,
    deleteRecord: records.deleteRecord,

    async ping() {
      await database.command({ ping: 1 });
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

export function assertCollectionName(name: string): void {
  if (!COLLECTION_NAME.test(name))
    throw new Error(`a collection name must match ${COLLECTION_NAME}; got '${name}'`);
}
