/**
 * The documents store as the service sees it: read models that projections write and the API reads, plus a few
 * records of its own (snapshots, stored refusals, user keys) that no rebuild touches.
 *
 * Every adapter passes test/contracts/document-store.ts.
 */

/**
 * A document of a collection. `scope` is the book it belongs to (or one that a projection shares among all books), and
 * every list is within one scope.
 * `terms` are the values it can be listed by, such as `user:usr_…`. `body` is JSON text, stored and given back exactly.
 * IDs sort by time (they end in a ULID), so lists are ordered by ID.
 */
export type Document = {
  readonly id: string;
  readonly scope: string;
  readonly terms: readonly string[];
  readonly body: string;
};

export type StoredDocument = Document & {
  /** Position of the event that last changed the document. */
  readonly position: bigint;
};

/**
 * `log` collections get documents once and never change them; `state` collections hold documents that events change.
 * A batch's log documents are durable no later than its state documents.
 */
export type CollectionSpec = { readonly name: string; readonly kind: 'log' | 'state' };

/** How long documents are kept: from the time in their IDs on, which are a prefix, `_` and a ULID. */
export type Retention = { readonly prefix: string; readonly seconds: number };

export type DocumentWrite = {
  readonly collection: string;
  readonly id: string;
  /** `null` deletes. */
  readonly document: Document | null;
  /** Position of the event behind the write. A write is dropped when the stored document is as new or newer. */
  readonly position: bigint;
};

export type ListQuery = {
  readonly scope: string;
  /**
   * Only documents that carry every one of these terms; the most selective one first. Empty: all of the scope, which may
   * mean walking past those of others, so a collection that is often listed as a whole has a term for that.
   */
  readonly terms: readonly string[];
  /** Exclusive bounds on the ID: `before` is the smaller bound's other end: after < id < before. */
  readonly after?: string;
  readonly before?: string;
  /** `newest` first walks down from `before`; `oldest` first walks up from `after`. */
  readonly order: 'newest' | 'oldest';
  readonly limit: number;
};

/** A small record outside the projections: `table` is one of a closed set, see RECORD_TABLES. */
export type RecordTable = (typeof RECORD_TABLES)[number];
export const RECORD_TABLES = ['snapshots', 'refusals', 'vault', 'leases', 'sessions', 'projections'] as const;

export type DocumentStore = {
  /** Makes the collections and their indexes; does nothing for those that exist. */
  ensure(collections: readonly CollectionSpec[]): Promise<void>;

  get(collection: string, id: string): Promise<StoredDocument | undefined>;
  /**
   * Those that exist, in no particular order. With `deleted`, deleted ones too, as documents with the body `null` and
   * neither scope nor terms: a store keeps their position, so that no older write brings them back.
   */
  getMany(
    collection: string,
    ids: readonly string[],
    options?: { deleted?: boolean },
  ): Promise<StoredDocument[]>;
  list(collection: string, query: ListQuery): Promise<StoredDocument[]>;
  /** Up to `limit` documents of all scopes in the order of their IDs, strictly after an ID: to walk a whole collection. */
  scan(collection: string, query: { after?: string; limit: number }): Promise<StoredDocument[]>;

  /**
   * Writes documents and then the checkpoints (projection name to position). A checkpoint is stored no earlier than
   * the documents; a batch that was cut off can be written again whole, with the same result.
   */
  write(writes: readonly DocumentWrite[], checkpoints: ReadonlyMap<string, bigint>): Promise<void>;
  /**
   * Drops documents with this prefix whose time is over at `now` (milliseconds since 1970), oldest first and `limit` of them
   * at most; answers how many. They leave no trace, so an old event that is written again brings its document back, until
   * the next call. A store that can do this by itself does so from the first call on, by its own clock.
   */
  expire(
    collection: string,
    retention: Retention,
    options: { readonly now: number; readonly limit: number },
  ): Promise<number>;
  /** Positions by projection name, for all that have one. */
  checkpoints(): Promise<Map<string, bigint>>;
  /**
   * Removes collections with all that is in them, and then checkpoints. Those that do not exist are no fault, so that a
   * call that was cut off can be made again.
   */
  drop(collections: readonly string[], checkpoints: readonly string[]): Promise<void>;

  /** Durable when it resolves. Answers the value stored afterwards: with `ifAbsent`, a live one that was there stays. */
  putRecord(
    table: RecordTable,
    key: string,
    value: string,
    options?: { ifAbsent?: boolean; expiresAt?: Date },
  ): Promise<string>;
  /** Expired records are as good as absent. */
  getRecord(table: RecordTable, key: string): Promise<string | undefined>;
  deleteRecord(table: RecordTable, key: string): Promise<void>;

  ping(): Promise<void>;
  close(): Promise<void>;
};
