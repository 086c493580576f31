/**
 * The document store: read models that projections write and the API reads, plus small records of the service itself
 * (snapshots, stored refusals, user keys), which no rebuild touches.
 *
 * Every adapter passes test/contracts/document-store.ts.
 */

import { StoreUnavailable } from '../event-store/port.ts';

/**
 * A document of a collection. IDs sort by time (they end in a ULID), and lists are ordered by ID.
 */
export type Document = {
  readonly id: string;
  /** The book it belongs to, or a scope that a projection shares among all books. A list covers one scope. */
  readonly scope: string;
  /** The values it can be listed by, such as `user:usr_…`. */
  readonly terms: readonly string[];
  /** JSON text. It is returned byte for byte as it was stored. */
  readonly body: string;
};

export type StoredDocument = Document & {
  /** Position of the event that last changed the document. */
  readonly position: bigint;
};

/**
 * `log` collections are append-only; `state` collections hold documents that events change.
 * A batch's log documents are durable no later than its state documents.
 */
export type CollectionSpec = { readonly name: string; readonly kind: 'log' | 'state' };

/** The term of every document in the collections that are listed completely. */
export const EVERY_TERM = 'every';

/** How long to keep the documents whose IDs are this prefix, `_`, and a ULID. Their age follows from the ULID. */
export type Retention = { readonly prefix: string; readonly seconds: number };

export type DocumentWrite = {
  readonly collection: string;
  readonly id: string;
  /** `null` deletes. */
  readonly document: Document | null;
  /** Position of the event that caused the write. The write has no effect if the stored document is as new or newer. */
  readonly position: bigint;
};

export type ListQuery = {
  readonly scope: string;
  /**
   * Only documents that have at least one of these terms. With no terms, the list covers the whole scope and may read past
   * documents of other scopes, so collections that are often listed as a whole use a term for it.
   */
  readonly terms: readonly string[];
  /** Only IDs greater than `after` and less than `before`. */
  readonly after?: string;
  readonly before?: string;
  /** `newest` first starts at `before` and goes down; `oldest` first starts at `after` and goes up. */
  readonly order: 'newest' | 'oldest';
  readonly limit: number;
};

export type CountQuery = Pick<ListQuery, 'scope' | 'after' | 'before'> & { readonly term: string };

/** The bounds of a query that continues after a document. */
export const boundsAfter = (
  { order }: Pick<ListQuery, 'order'>,
  id: string,
): Pick<ListQuery, 'after' | 'before'> => (order === 'newest' ? { before: id } : { after: id });

/** A query for documents that have all of its terms. It has at least one; put the most selective one first. */
export type IntersectionQuery = ListQuery;

export type Intersection = {
  readonly documents: readonly StoredDocument[];
  /** The last ID that was looked at, if the list may continue after it. */
  readonly readTo: string | undefined;
};

/** IDs with the first term that an intersection looks at. In SQLite, that many cost about two milliseconds. */
export const INTERSECTION_IDS_MAX = 1_000;

/** A record as it is stored. */
export type StoredRecord = { readonly key: string; readonly value: string; readonly expiresAt?: Date };

export type RecordTable = (typeof RECORD_TABLES)[number];
/** The tables of records, which are small values that no projection writes. */
export const RECORD_TABLES = [
  'snapshots',
  'refusals',
  'vault',
  'leases',
  'sessions',
  'projections',
  'event_macs',
  'notifications',
  'payout_attempts',
] as const;

export type DocumentStore = {
  /** Creates the collections and their indexes. Does nothing for collections that exist. */
  ensure(collections: readonly CollectionSpec[]): Promise<void>;

  get(collection: string, id: string): Promise<StoredDocument | undefined>;
  /**
   * The documents that exist, in any order. With `deleted`, it includes deleted ones, with the body `null` and an empty
   * scope and terms: a store keeps their position, so that an older write does not restore them.
   */
  getMany(
    collection: string,
    ids: readonly string[],
    options?: { deleted?: boolean },
  ): Promise<StoredDocument[]>;
  /** Reads about as many documents as it returns, whatever the query is. */
  list(collection: string, query: ListQuery): Promise<StoredDocument[]>;
  /**
   * The documents with all terms among the first INTERSECTION_IDS_MAX documents with the first term. So its cost does not
   * depend on how many documents there are, and it may return fewer than `limit` although there are more.
   */
  intersect(collection: string, query: IntersectionQuery): Promise<Intersection>;
  /**
   * The IDs of the documents that `list` returns, in its order. Between them may be IDs of documents that do not match the
   * query. Absent if it does not cost much less than `list`.
   */
  readonly listIds?: (collection: string, query: ListQuery) => Promise<string[]>;
  /** Whether more than `count` documents have the term. Costs little: it counts entries and reads no document. */
  hasMoreThan(collection: string, count: number, query: CountQuery): Promise<boolean>;
  /** Up to `limit` documents of all scopes in ID order, strictly after an ID. Use it to read a whole collection. */
  scan(collection: string, query: { after?: string; limit: number }): Promise<StoredDocument[]>;

  /**
   * Writes documents, then checkpoints (projection name to position). A checkpoint is stored no earlier than the documents.
   * An interrupted batch can be written again as a whole, with the same result. A checkpoint never decreases: a lower
   * position than the stored one has no effect.
   *
   * `expected` contains checkpoints that the caller knows to be stored. If one of them is missing or lower, the store went
   * back in time: throws DocumentsWentBack and stores no checkpoint. Documents are not written either, unless the store went
   * back during the call.
   */
  write(
    writes: readonly DocumentWrite[],
    checkpoints: ReadonlyMap<string, bigint>,
    expected?: ReadonlyMap<string, bigint>,
  ): Promise<void>;
  /**
   * Deletes documents that are past their retention at `now` (milliseconds since 1970), oldest first, at most `limit`.
   * Returns how many it deleted. They leave no trace: replaying an old event restores its document until the next call.
   * A store with native expiry starts to use it at the first call, on its own clock.
   */
  expire(
    collection: string,
    retention: Retention,
    options: { readonly now: number; readonly limit: number },
  ): Promise<number>;
  /**
   * The IDs of documents in these scopes, after an ID. It looks at about `limit` documents, so it may find none although there are
   * more: the next call continues after `readTo`, which is undefined at the end.
   */
  findInScopes(
    collection: string,
    scopes: readonly string[],
    page: { readonly after?: string; readonly limit: number },
  ): Promise<{ readonly ids: readonly string[]; readonly readTo: string | undefined }>;
  /** Deletes documents without a trace, like `expire`. Ignores missing ones. */
  remove(collection: string, ids: readonly string[]): Promise<void>;
  /**
   * The collections that exist. The value is another one once a collection has been removed and created again, where the store
   * can tell.
   */
  collections(): Promise<ReadonlyMap<string, string>>;
  /** The position of every projection that has one, by projection name. */
  checkpoints(): Promise<Map<string, bigint>>;
  /** Removes collections with their contents, then checkpoints. Ignores missing ones, so that a call can be repeated. */
  drop(collections: readonly string[], checkpoints: readonly string[]): Promise<void>;

  /** Durable when it resolves. Returns the stored value; with `ifAbsent`, that is the existing value if there is a live one. */
  putRecord(
    table: RecordTable,
    key: string,
    value: string,
    options?: { ifAbsent?: boolean; expiresAt?: Date },
  ): Promise<string>;
  /** Undefined for a record that is missing or expired. */
  getRecord(table: RecordTable, key: string): Promise<string | undefined>;
  deleteRecord(table: RecordTable, key: string): Promise<void>;
  /**
   * Durable when it resolves. Replaces a live record that still has the value `from`, and keeps its expiry. False if it has another
   * value, or is missing.
   */
  replaceRecord(table: RecordTable, key: string, from: string, to: string): Promise<boolean>;
  /** Up to `limit` live records of a table in the order of their keys, strictly after a key. Use it to read a whole table. */
  listRecords(table: RecordTable, query: { after?: string; limit: number }): Promise<StoredRecord[]>;

  ping(): Promise<void>;
  close(): Promise<void>;
};

/** The store lost documents that it had: it was restored to an earlier time, or emptied. They have to be rebuilt. */
export class DocumentsWentBack extends StoreUnavailable {}

/** A collection does not exist any more: another process has dropped it, or the store was emptied. */
export class CollectionRemoved extends StoreUnavailable {}

/** Throws DocumentsWentBack if a stored checkpoint is missing or lower than expected. */
export function assertCheckpoints(
  stored: ReadonlyMap<string, bigint>,
  expected: ReadonlyMap<string, bigint>,
): void {
  for (const [name, position] of expected) {
    const found = stored.get(name);
    if (found === undefined || found < position)
      throw new DocumentsWentBack(
        `The documents went back in time: ${name} was at position ${position} and is ${found === undefined ? 'missing' : `at ${found}`}.`,
      );
  }
}
