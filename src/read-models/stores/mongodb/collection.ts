/**
 * One collection in MongoDB. It needs no transactions: each write contains its event's position and only replaces an older
 * document.
 */

import type { AnyBulkWriteOperation, Collection, Db, Filter } from 'mongodb';
import {
  type CollectionSpec,
  type DocumentStore,
  type DocumentWrite,
  type ListQuery,
  type Retention,
  type StoredDocument,
  type Intersection,
  type CountQuery,
  type IntersectionQuery,
  INTERSECTION_IDS_MAX,
} from '../../port.ts';
import { expiredRange, timeFromId } from '../../projection-backlog.ts';
import { duplicateKeyIndexes } from './connection.ts';

// A document as MongoDB stores it.

/**
 * Bodies are stored as JSON text, so they are returned byte for byte and may have any keys. A deleted document keeps its ID and
 * position; without a scope it appears in no list.
 */
type MongoDocument = {
  _id: string;
  position: bigint;
  /** The time in the ID, which the server uses for expiry. */
  made_at?: Date;
  scope?: string;
  terms?: string[];
  body?: string;
};

/** Undefined for a deleted document, unless `deleted` includes those. */
function fromMongoDocument(
  { _id: id, position, scope, terms, body }: MongoDocument,
  deleted: boolean,
): StoredDocument | undefined {
  if (scope !== undefined && terms !== undefined && body !== undefined)
    return { id, scope, terms, body, position };
  return deleted ? { id, scope: '', terms: [], body: 'null', position } : undefined;
}

/** The stored fields of a write, without the ID. */
function toMongoDocument({ id, document, position }: DocumentWrite): Omit<MongoDocument, '_id'> {
  const time = timeFromId(id);
  const made = time === undefined ? {} : { made_at: new Date(time) };
  if (document === null) return { position, ...made };
  const { scope, terms, body } = document;
  return { scope, terms: [...terms], position, ...made, body };
}

// Retention in MongoDB. A TTL index on the time in the document ID lets the server delete expired documents. Documents of older
// releases lack the indexed field and are found by their IDs.

const INDEX = 'made_at_1';
const KEYS = { made_at: 1 } as const;

type Expire = (retention: Retention, options: Parameters<DocumentStore['expire']>[2]) => Promise<number>;

function createExpiry(collection: Collection<MongoDocument>): Expire {
  /** The retention of the index, if this process knows it. */
  let indexedSeconds: number | undefined;

  /** Creates the index, or replaces it if the configured retention has changed. */
  async function ensureIndex(seconds: number): Promise<void> {
    if (indexedSeconds === seconds) return;
    const options = { name: INDEX, expireAfterSeconds: seconds };
    await collection.createIndex(KEYS, options, {}).catch(async (error: unknown) => {
      if (!isIndexConflict(error)) throw error;
      await collection.dropIndex(INDEX);
      await collection.createIndex(KEYS, options, {});
    });
    indexedSeconds = seconds;
  }

  return async (retention, { now, limit }) => {
    await ensureIndex(retention.seconds);
    const { from, before } = expiredRange(retention, now);
    const found = await collection
      .find({ _id: { $gte: from, $lt: before } })
      .sort({ _id: 1 })
      .limit(limit)
      .project<{ _id: string }>({ _id: 1 })
      .toArray();
    if (found.length === 0) return 0;
    const { deletedCount } = await collection.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });
    return deletedCount;
  };
}

/** Codes 85 and 86: an index with this name or these keys has other options. */
const isIndexConflict = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 85 || error.code === 86);

const WHOLE_SCOPE_INDEX = { scope: 1, _id: -1 } as const;
const TERMS_INDEX = { scope: 1, terms: 1, _id: -1 } as const;

export type MongoCollection = {
  readonly kind: CollectionSpec['kind'];
  readonly getMany: (ids: readonly string[], deleted: boolean) => Promise<StoredDocument[]>;
  readonly list: (query: ListQuery) => Promise<StoredDocument[]>;
  readonly intersect: (query: IntersectionQuery) => Promise<Intersection>;
  readonly hasMoreThan: (count: number, query: CountQuery) => Promise<boolean>;
  readonly scan: (query: { after?: string; limit: number }) => Promise<StoredDocument[]>;
  readonly write: (writes: readonly DocumentWrite[]) => Promise<void>;
  readonly expire: (retention: Retention, options: { now: number; limit: number }) => Promise<number>;
  readonly findInScopes: (
    scopes: readonly string[],
    page: { readonly after?: string; readonly limit: number },
  ) => Promise<{ ids: string[]; readTo: string | undefined }>;
  readonly remove: (ids: readonly string[]) => Promise<void>;
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
        .sort(sortOf(query))
        .hint(query.terms.length === 0 ? WHOLE_SCOPE_INDEX : TERMS_INDEX)
        .limit(query.limit)
        .toArray();
      return found.flatMap((stored) => fromMongoDocument(stored, false) ?? []);
    },
    intersect: (query) => intersect(collection, query),
    hasMoreThan: async (count, { term, ...query }) => {
      const filter = filterOf({ ...query, terms: [term] });
      return (await collection.countDocuments(filter, { hint: TERMS_INDEX, limit: count + 1 })) > count;
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
    async findInScopes(scopes, { after = '', limit }) {
      // The index of whole scopes finds exactly these documents.
      const found = await collection
        .find({ scope: { $in: [...scopes] }, _id: { $gt: after } })
        .sort({ _id: 1 })
        .hint(WHOLE_SCOPE_INDEX)
        .limit(limit)
        .project<{ _id: string }>({ _id: 1 })
        .toArray();
      const ids = found.map(({ _id }) => _id);
      return { ids, readTo: ids.length < limit ? undefined : ids.at(-1) };
    },
    async remove(ids) {
      await collection.deleteMany({ _id: { $in: [...ids] } });
    },
  };
}

const sortOf = ({ order }: ListQuery) => ({ _id: order === 'newest' ? -1 : 1 }) as const;

/** Limits the entries of the first term in the index before the documents are read and compared with the other terms. */
async function intersect(
  collection: Collection<MongoDocument>,
  query: IntersectionQuery,
): Promise<Intersection> {
  const first = filterOf({ ...query, terms: query.terms.slice(0, 1) });
  const found = await collection
    .aggregate<MongoDocument>(
      [
        { $match: first },
        { $sort: sortOf(query) },
        { $limit: INTERSECTION_IDS_MAX },
        { $match: { terms: { $all: [...query.terms] } } },
        { $limit: query.limit },
      ],
      { hint: TERMS_INDEX },
    )
    .toArray();
  const documents = found.flatMap((stored) => fromMongoDocument(stored, false) ?? []);
  if (documents.length === query.limit) return { documents, readTo: documents.at(-1)?.id };
  const [end] = await collection
    .find(first, { projection: { _id: 1 } })
    .sort(sortOf(query))
    .hint(TERMS_INDEX)
    .skip(INTERSECTION_IDS_MAX - 1)
    .limit(1)
    .toArray();
  return { documents, readTo: end?._id };
}

function filterOf({
  scope,
  terms,
  after,
  before,
}: Pick<ListQuery, 'scope' | 'terms' | 'after' | 'before'>): Filter<MongoDocument> {
  const bounds = { ...(after !== undefined && { $gt: after }), ...(before !== undefined && { $lt: before }) };
  return {
    scope,
    ...(terms.length > 0 && { terms: { $in: [...terms] } }),
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
