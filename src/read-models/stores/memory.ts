/** A document store in memory: for tests, and for services whose data ends with the process. */
import { toPromise } from '../../async/wait.ts';
import { currentTime, randomUUID } from '../../system/runtime.ts';
import {
  INTERSECTION_IDS_MAX,
  assertCheckpoints,
  type CollectionSpec,
  type Document,
  type DocumentStore,
  type DocumentWrite,
  type Intersection,
  type IntersectionQuery,
  type ListQuery,
  type StoredRecord,
  type StoredDocument,
} from '../port.ts';
import { expiredRange, type ExpiredRange } from '../projection-backlog.ts';

/** A deleted document keeps its position, so that an older write does not restore it. */
type Slot = { position: bigint; document: Document | null };

type Collection = {
  readonly identity: string;
  readonly slots: Map<string, Slot>;
  /** The sorted document IDs by scope and term. The empty term stands for the whole scope. */
  readonly index: Map<string, Map<string, string[]>>;
};

/** Infinity for a record that does not expire. */
type MemoryRecord = { readonly value: string; readonly expiresAt: number };

type Contents = {
  readonly collections: Map<string, Collection>;
  readonly checkpoints: Map<string, bigint>;
  readonly records: Map<string, MemoryRecord>;
};

export type MemoryDocumentStore = DocumentStore & {
  /** Another store with the same contents, such as a backup. Later changes of one do not change the other. */
  copy(): MemoryDocumentStore;
};

export const createMemoryDocumentStore = (): MemoryDocumentStore =>
  storeOf({ collections: new Map(), checkpoints: new Map(), records: new Map() });

function storeOf(contents: Contents): MemoryDocumentStore {
  const { collections, checkpoints, records } = contents;
  return {
    ...collectionsIn(contents),
    ...readsFrom(collections),
    ...recordsIn(records),

    ping: () => Promise.resolve(),
    close: () => Promise.resolve(),

    copy: () =>
      storeOf({
        collections: new Map([...collections].map(([name, each]) => [name, copyOf(each)])),
        checkpoints: new Map(checkpoints),
        records: new Map(records),
      }),
  };
}

function collectionOf(collections: Contents['collections'], name: string): Collection {
  const collection = collections.get(name);
  if (collection === undefined) throw new Error(`there is no collection '${name}'`);
  return collection;
}

const collectionsIn = ({
  collections,
  checkpoints,
}: Contents): Pick<
  DocumentStore,
  'ensure' | 'write' | 'expire' | 'findInScopes' | 'remove' | 'collections' | 'checkpoints' | 'drop'
> => ({
  ensure: (specs) =>
    toPromise(() => {
      for (const spec of specs) addCollection(collections, spec);
    }),

  write: (writes, newCheckpoints, expected) =>
    toPromise(() => {
      if (expected !== undefined) assertCheckpoints(checkpoints, expected);
      // Resolve all names before changing anything: a batch is atomic.
      const targets = writes.map((write) => collectionOf(collections, write.collection));
      writes.forEach((write, index) => {
        const target = targets[index];
        if (target !== undefined) apply(target, write);
      });
      for (const [projection, position] of newCheckpoints)
        if (position >= (checkpoints.get(projection) ?? position)) checkpoints.set(projection, position);
    }),

  expire: (name, retention, { now, limit }) =>
    toPromise(() => expire(collectionOf(collections, name), expiredRange(retention, now), limit)),

  findInScopes: (name, scopes, { after = '', limit }) =>
    toPromise(() => {
      const { slots } = collectionOf(collections, name);
      const page = [...slots.keys()]
        .filter((id) => id > after)
        .sort()
        .slice(0, limit);
      const ids = page.filter((id) => scopes.includes(slots.get(id)?.document?.scope ?? ''));
      return { ids, readTo: page.length < limit ? undefined : page.at(-1) };
    }),

  remove: (name, ids) => toPromise(() => remove(collectionOf(collections, name), ids)),

  collections: () =>
    toPromise(() => new Map([...collections].map(([name, { identity }]) => [name, identity]))),

  checkpoints: () => toPromise(() => new Map(checkpoints)),

  drop: (names, projections) =>
    toPromise(() => {
      for (const name of names) collections.delete(name);
      for (const projection of projections) checkpoints.delete(projection);
    }),
});

const readsFrom = (
  collections: Contents['collections'],
): Pick<DocumentStore, 'get' | 'getMany' | 'list' | 'intersect' | 'hasMoreThan' | 'scan'> => ({
  get: (name, id) => toPromise(() => readSlot(id, collectionOf(collections, name).slots.get(id), false)),

  getMany: (name, ids, options) =>
    toPromise(() => {
      const { slots } = collectionOf(collections, name);
      const unique = [...new Set(ids)];
      return unique.flatMap((id) => readSlot(id, slots.get(id), options?.deleted ?? false) ?? []);
    }),

  list: (name, query) => toPromise(() => list(collectionOf(collections, name), query)),

  intersect: (name, query) => toPromise(() => intersect(collectionOf(collections, name), query)),

  hasMoreThan: (name, count, { term, ...query }) =>
    toPromise(() => {
      const listed = { ...query, terms: [term], order: 'oldest', limit: count + 1 } as const;
      return [...take(walk(collectionOf(collections, name), listed, term), count + 1)].length > count;
    }),

  scan: (name, { after = '', limit }) =>
    toPromise(() => {
      const { slots } = collectionOf(collections, name);
      const ids = [...slots.keys()].filter((id) => id > after).sort();
      const found: StoredDocument[] = [];
      for (const id of ids) {
        if (found.length === limit) break;
        const document = readSlot(id, slots.get(id), false);
        if (document !== undefined) found.push(document);
      }
      return found;
    }),
});

function recordsIn(
  records: Contents['records'],
): Pick<DocumentStore, 'putRecord' | 'getRecord' | 'deleteRecord' | 'replaceRecord' | 'listRecords'> {
  const liveRecord = (key: string): string | undefined => {
    const record = records.get(key);
    if (record === undefined) return undefined;
    if (record.expiresAt > currentTime()) return record.value;
    records.delete(key);
    return undefined;
  };
  return {
    putRecord: (table, key, value, { ifAbsent = false, expiresAt } = {}) =>
      toPromise(() => {
        const recordKey = `${table}/${key}`;
        const present = ifAbsent ? liveRecord(recordKey) : undefined;
        if (present !== undefined) return present;
        records.set(recordKey, { value, expiresAt: expiresAt?.getTime() ?? Infinity });
        return value;
      }),

    getRecord: (table, key) => toPromise(() => liveRecord(`${table}/${key}`)),

    deleteRecord: (table, key) =>
      toPromise(() => {
        records.delete(`${table}/${key}`);
      }),

    replaceRecord: (table, key, from, to) =>
      toPromise(() => {
        const record = records.get(`${table}/${key}`);
        if (record === undefined || liveRecord(`${table}/${key}`) !== from) return false;
        records.set(`${table}/${key}`, { ...record, value: to });
        return true;
      }),

    listRecords: (table, { after = '', limit }) =>
      toPromise(() => {
        const prefix = `${table}/`;
        const found: StoredRecord[] = [];
        for (const [recordKey, { value, expiresAt }] of records) {
          const key = recordKey.slice(prefix.length);
          if (!recordKey.startsWith(prefix) || key <= after || expiresAt <= currentTime()) continue;
          found.push({ key, value, ...(expiresAt !== Infinity && { expiresAt: new Date(expiresAt) }) });
        }
        return found.sort((a, b) => (a.key < b.key ? -1 : 1)).slice(0, limit);
      }),
  };
}

/** Slots and lists of IDs change in place; documents do not. */
const copyOf = ({ identity, slots, index }: Collection): Collection => ({
  identity,
  slots: new Map([...slots].map(([id, slot]) => [id, { ...slot }])),
  index: new Map(
    [...index].map(([scope, terms]) => [scope, new Map([...terms].map(([term, ids]) => [term, [...ids]]))]),
  ),
});

function addCollection(collections: Map<string, Collection>, { name }: CollectionSpec): void {
  if (!collections.has(name))
    collections.set(name, { identity: randomUUID(), slots: new Map(), index: new Map() });
}

function readSlot(id: string, slot: Slot | undefined, deleted: boolean): StoredDocument | undefined {
  if (slot === undefined) return undefined;
  if (slot.document !== null) return { ...slot.document, position: slot.position };
  return deleted ? { id, scope: '', terms: [], body: 'null', position: slot.position } : undefined;
}

function apply(collection: Collection, { id, document, position }: DocumentWrite): void {
  const slot = collection.slots.get(id);
  if (slot !== undefined && slot.position >= position) return;
  collection.slots.set(id, { position, document });
  const before = slot?.document ?? null;
  if (before !== null) {
    for (const term of termsOf(before)) removeId(idsOf(collection, before.scope, term), id);
  }
  if (document !== null) {
    for (const term of termsOf(document)) insertId(idsOf(collection, document.scope, term), id);
  }
}

function expire(collection: Collection, { from, before }: ExpiredRange, limit: number): number {
  const ids = [...collection.slots.keys()].filter((id) => id >= from && id < before).sort();
  const dropped = ids.slice(0, limit);
  remove(collection, dropped);
  return dropped.length;
}

function remove(collection: Collection, ids: readonly string[]): void {
  for (const id of ids) {
    const document = collection.slots.get(id)?.document ?? null;
    if (document !== null)
      for (const term of termsOf(document)) removeId(idsOf(collection, document.scope, term), id);
    collection.slots.delete(id);
  }
}

function termsOf(document: Document): Set<string> {
  return new Set(['', ...document.terms]);
}

function idsOf({ index }: Collection, scope: string, term: string): string[] {
  let terms = index.get(scope);
  if (terms === undefined) index.set(scope, (terms = new Map<string, string[]>()));
  let ids = terms.get(term);
  if (ids === undefined) terms.set(term, (ids = []));
  return ids;
}

/** The index of the first ID that is at least `id`. Most new IDs are the greatest, so the end is checked first. */
function lowerBound(ids: readonly string[], id: string): number {
  const last = ids.at(-1);
  if (last === undefined || last < id) return ids.length;
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] ?? id) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

function insertId(ids: string[], id: string): void {
  const at = lowerBound(ids, id);
  if (at === ids.length) ids.push(id);
  else if (ids[at] !== id) ids.splice(at, 0, id);
}

function removeId(ids: string[], id: string): void {
  const at = lowerBound(ids, id);
  if (ids[at] === id) ids.splice(at, 1);
}

/** The IDs with a term between the bounds, in the order of the query. */
function* walk({ index }: Collection, query: ListQuery, term: string): Generator<string> {
  const ids = index.get(query.scope)?.get(term) ?? [];
  const from = query.after === undefined ? 0 : lowerBound(ids, query.after);
  const to = query.before === undefined ? ids.length : lowerBound(ids, query.before);
  const step = query.order === 'newest' ? -1 : 1;
  for (let at = step === 1 ? from : to - 1; at >= from && at < to; at += step) {
    const id = ids[at];
    if (id !== undefined && id !== query.after) yield id;
  }
}

const documentsOf = ({ slots }: Collection, ids: readonly string[]): StoredDocument[] =>
  ids.flatMap((id) => readSlot(id, slots.get(id), false) ?? []);

/** Merges the lists of all terms. */
function list(collection: Collection, query: ListQuery): StoredDocument[] {
  const terms = query.terms.length === 0 ? [''] : query.terms;
  const ids = new Set(terms.flatMap((term) => [...take(walk(collection, query, term), query.limit)]));
  const sorted = [...ids].sort();
  if (query.order === 'newest') sorted.reverse();
  return documentsOf(collection, sorted.slice(0, query.limit));
}

function intersect(collection: Collection, query: IntersectionQuery): Intersection {
  const [first = '', ...others] = query.terms;
  const documents: StoredDocument[] = [];
  let read = 0;
  for (const id of walk(collection, query, first)) {
    const [document] = documentsOf(collection, [id]);
    read += 1;
    if (document !== undefined && others.every((term) => document.terms.includes(term)))
      documents.push(document);
    if (documents.length === query.limit || read === INTERSECTION_IDS_MAX) return { documents, readTo: id };
  }
  return { documents, readTo: undefined };
}

function* take<Item>(items: Iterable<Item>, count: number): Generator<Item> {
  let left = count;
  if (left === 0) return;
  for (const item of items) {
    yield item;
    if (--left === 0) return;
  }
}
