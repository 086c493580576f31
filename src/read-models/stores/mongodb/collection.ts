/**
 * One collection in MongoDB. It needs no transactions: each write contains its event's position and only replaces an older
 * document.
 */
import type { AnyBulkWriteOperation, Collection, Db, Filter } from 'mongodb';
import { duplicateKeyIndexes } from './errors.ts';
import { toMongoDocument, fromMongoDocument, type MongoDocument } from './document.ts';
import { createExpiry } from './expiry.ts';
import type { CollectionSpec, DocumentWrite, ListQuery, Retention, StoredDocument } from '../../port.ts';

const WHOLE_SCOPE_INDEX = { scope: 1, _id: -1 } as const;
const TERMS_INDEX = { scope: 1, terms: 1, _id: -1 } as const;

export type MongoCollection = {
  readonly kind: CollectionSpec['kind'];
  readonly getMany: (ids: readonly string[], deleted: boolean) => Promise<StoredDocument[]>;
  readonly list: (query: ListQuery) => Promise<StoredDocument[]>;
  readonly scan: (query: { after?: string; limit: number }) => Promise<StoredDocument[]>;
  readonly write: (writes: readonly DocumentWrite[]) => Promise<void>;
  readonly expire: (retention: Retention, options: { now: number; limit: number }) => Promise<number>;
};

export async function createCollection(database: Db, name: string): Promise<void> {
  await database.collection(name).createIndexes([{ key: WHOLE_SCOPE_INDEX }, { key: TERMS_INDEX }]);
}

export function openCollection(database: Db, { name, kind }: CollectionSpec): MongoCollection {
  const collection = database.collection<MongoDocument>(name, { useBigInt64: true });
  const find = async (filter: Filter<MongoDocument>, deleted: boolean): Promise<StoredDocument[]> => {
    const found = await collection.find(filter).toArray();
    return found.flatMap((stored) => fromMongoDocument(stored, deleted) ?? []);
  };
  return {
    kind,
    getMany: (ids, deleted) => find({ _id: { $in: [...ids] } }, deleted),
    list: async (query) => {
      const found = await collection
        .find(filterOf(query))
        .sort({ _id: query.order === 'newest' ? -1 : 1 })
        .hint(query.terms.length === 0 ? WHOLE_SCOPE_INDEX : TERMS_INDEX)
        .limit(query.limit)
        .toArray();
      return found.flatMap((stored) => fromMongoDocument(stored, false) ?? []);
    },
    scan: async ({ after = '', limit }) => {
      const found = await collection
        .find({ _id: { $gt: after }, scope: { $exists: true } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      return found.flatMap((stored) => fromMongoDocument(stored, false) ?? []);
    },
    write: (writes) => write(collection, kind, newestOf(writes)),
    expire: createExpiry(collection),
  };
}

function filterOf({ scope, terms, after, before }: ListQuery): Filter<MongoDocument> {
  const bounds = { ...(after !== undefined && { $gt: after }), ...(before !== undefined && { $lt: before }) };
  return {
    scope,
    ...(terms.length > 0 && { terms: { $all: [...terms] } }),
    ...((after ?? before) !== undefined && { _id: bounds }),
  };
}

/** The newest write of each document, because the server applies a batch in any order. */
function newestOf(writes: readonly DocumentWrite[]): DocumentWrite[] {
  const newest = new Map<string, DocumentWrite>();
  for (const write of writes) {
    const other = newest.get(write.id);
    if (other === undefined || other.position < write.position) newest.set(write.id, write);
  }
  return [...newest.values()];
}

/**
 * Inserts new documents and replaces older ones. If the stored document does not match the filter, the upsert fails with a
 * duplicate key: the stored document is as new or newer, or another writer has just inserted it. A second attempt without
 * insertion handles both cases.
 */
async function write(
  collection: Collection<MongoDocument>,
  kind: CollectionSpec['kind'],
  writes: readonly DocumentWrite[],
): Promise<void> {
  if (writes.length === 0) return;
  const duplicates = await bulkWrite(
    collection,
    writes.map((write) => (kind === 'log' ? insertion(write) : replacement(write, true))),
  );
  const retries = duplicates.flatMap((index) => writes[index] ?? []);
  if (retries.length > 0)
    await bulkWrite(
      collection,
      retries.map((write) => replacement(write, false)),
    );
}

/** Returns the indexes of the operations that failed with a duplicate key. */
async function bulkWrite(
  collection: Collection<MongoDocument>,
  operations: AnyBulkWriteOperation<MongoDocument>[],
): Promise<number[]> {
  try {
    await collection.bulkWrite(operations, { ordered: false });
    return [];
  } catch (error) {
    const duplicates = duplicateKeyIndexes(error);
    if (duplicates === undefined) throw error;
    return duplicates;
  }
}

function insertion(write: DocumentWrite): AnyBulkWriteOperation<MongoDocument> {
  return { insertOne: { document: { _id: write.id, ...toMongoDocument(write) } } };
}

function replacement(write: DocumentWrite, upsert: boolean): AnyBulkWriteOperation<MongoDocument> {
  const filter = { _id: write.id, position: { $lt: write.position } };
  return { replaceOne: { filter, replacement: toMongoDocument(write), upsert } };
}
