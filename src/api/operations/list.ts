import { malformedRequest, notFoundProblem, type Problem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import type { ReadonlyBook } from '../../ledger/book.ts';
import { isId, smallestIdAt, type IdPrefix } from '../../ledger/ids.ts';
import type { TransferKind } from '../../ledger/transfer.ts';
import type { DocumentStore, ListQuery, StoredDocument } from '../../read-models/port.ts';
import { TRANSFERS_KEYS, USERS_KEY, WEBHOOK_ENDPOINTS_KEY, referenceKey } from '../../writer/changed-keys.ts';
import type { BookCaller } from './operation.ts';
import { getCurrent, ifOwned } from './read.ts';
import { waitForOwnWrites, type KeysOf, type Shown } from './wait.ts';

// Limits the size of a page. Metadata makes an object up to 108 KB long, so that a page of 100 could have megabytes.

/** The beginning of a list. */
type ListStart = {
  readonly documents: readonly StoredDocument[];
  /** Whether the list continues although it has fewer documents than `limit`. */
  readonly isCut: boolean;
};

type Lists = Pick<DocumentStore, 'list'>;

/** The length of all documents of a page, in UTF-16 units. Reading and sending them takes about 20 ms. */
const PAGE_LENGTH_MAX = 512 * 1024;
/** Documents read at once from collections with long documents. */
const CHUNK_DOCUMENTS = 8;

/** The collections of each store in which a page was too long. All others are read with one query for each page. */
const longCollections = new WeakMap<Lists, Set<string>>();

/** The first documents of a list: at most `limit`, and no more than fit into a page, but at least one. */
export async function listUpToSize(store: Lists, collection: string, query: ListQuery): Promise<ListStart> {
  const long = longCollections.get(store) ?? new Set();
  longCollections.set(store, long);
  const chunk = long.has(collection) ? CHUNK_DOCUMENTS : query.limit;
  const documents: StoredDocument[] = [];
  let length = 0;
  let rest = query;
  for (;;) {
    const limit = Math.min(chunk, query.limit - documents.length);
    const found = await store.list(collection, { ...rest, limit });
    for (const document of found) {
      length += document.body.length;
      if (length > PAGE_LENGTH_MAX && documents.length > 0) {
        long.add(collection);
        return { documents, isCut: true };
      }
      documents.push(document);
    }
    const last = found.at(-1)?.id;
    if (last === undefined || found.length < limit || documents.length === query.limit)
      return { documents, isCut: false };
    rest = { ...query, ...(query.order === 'newest' ? { before: last } : { after: last }) };
  }
}

/** Merges lists in order, without duplicates. Ends where the first list is cut, because its next documents are unknown. */
export function mergeLists(
  lists: readonly ListStart[],
  { order, limit }: Pick<ListQuery, 'order' | 'limit'>,
): ListStart {
  const [only] = lists;
  if (only !== undefined && lists.length === 1) return only;
  const isBefore = (one: string, other: string): boolean => (order === 'newest' ? one > other : one < other);
  const byId = new Map(lists.flatMap(({ documents }) => documents.map((each) => [each.id, each] as const)));
  const ends = lists.flatMap(({ documents, isCut }) => (isCut ? (documents.at(-1)?.id ?? []) : []));
  const known = [...byId.values()].filter(({ id }) => !ends.some((end) => isBefore(end, id)));
  known.sort((a, b) => (isBefore(a.id, b.id) ? -1 : 1));
  return { documents: known.slice(0, limit), isCut: ends.length > 0 && known.length < limit };
}

// Pages of lists. Documents are the JSON text of API objects and are returned unchanged.

export type Listing = {
  readonly collection: string;
  /** The keys of what the list shows, besides its parent. */
  readonly keysOf: Shown['keysOf'];
  /** The parent object of the list. If it does not exist, the reply is 404. */
  readonly parent?: {
    readonly collection: string;
    readonly id: string;
    readonly terms?: readonly string[];
    readonly noun: string;
    /** Nothing deletes it or changes these terms, so it is looked up until it has been found once. */
    readonly isPermanent?: boolean;
  };
  /** Prefix of the IDs in the list. */
  readonly prefix: IdPrefix;
  /**
   * Terms of every object in the list, the most selective first. They never change. An empty list selects all objects
   * of the book.
   */
  readonly terms: readonly string[];
  /**
   * Each object has at least one of these terms, which are read from another collection. They never change. Omitted: no
   * condition. An empty list selects nothing.
   */
  readonly anyOf?: { readonly collection: string; readonly terms: () => Promise<readonly string[]> };
  /** Terms that may change. A cursor stays valid when its object no longer has them. */
  readonly filters?: readonly string[];
  /** Objects created before this time (milliseconds since 1970) are not listed. */
  readonly visibleSinceMs?: number;
  /** Returns the JSON of the objects on a page. Omitted: their documents as they are stored. */
  readonly present?: (shown: readonly StoredDocument[]) => Promise<readonly string[]>;
};

export type PageQuery = {
  readonly limit?: number;
  readonly starting_after?: string;
  readonly ending_before?: string;
  readonly created_after?: string;
  readonly created_before?: string;
};

const LIMIT_DEFAULT = 10;
/** Term of every document in the collections that can be listed completely. */
const LISTED_TERM = 'every';

/** Replies with a page of a list, newest first. Rejects a cursor that is not an object of the list. */
export async function replyWithPage(caller: BookCaller, listing: Listing, query: PageQuery): Promise<Reply> {
  const { parent: parent } = listing;
  const read = [listing, parent, listing.anyOf].flatMap((from) => from?.collection ?? []);
  await waitForOwnWrites(caller, { collections: read, keysOf: keysShown(listing) });
  const { documents } = caller.services;
  // Before the documents are read, because they advance in between.
  const freshness = caller.services.freshness();
  if (parent !== undefined && !(await isFound(caller, parent))) return notFoundProblem(parent.noun);
  const { starting_after, ending_before, limit = LIMIT_DEFAULT } = query;
  const anyOf = await listing.anyOf?.terms();
  const refusal = await refuseCursor(caller, listing, anyOf, starting_after ?? ending_before);
  if (refusal !== undefined) return refusal;
  const backwards = ending_before !== undefined;
  const { shown, hasMore } = await listPage(documents, listing, anyOf, {
    scope: caller.stream,
    ...boundsOf(listing, query),
    order: backwards ? 'oldest' : 'newest',
    limit,
  });
  if (backwards) shown.reverse();
  const data = listing.present === undefined ? shown.map(({ body }) => body) : await listing.present(shown);
  return { status: 200, body: `{"data":[${data.join(',')}],"has_more":${hasMore}}`, freshness };
}

/** The permanent parents that were found in each store. */
const permanentParents = new WeakMap<object, Set<string>>();
const PERMANENT_PARENTS_MAX = 10_000;

/** Whether the parent exists and belongs to the caller. Throws ReadModelBehind. */
async function isFound(
  caller: BookCaller,
  { collection, id, terms = [], isPermanent = false }: NonNullable<Listing['parent']>,
): Promise<boolean> {
  const { documents } = caller.services;
  const key = `${caller.stream} ${collection} ${id} ${terms.join(' ')}`;
  if (isPermanent && permanentParents.get(documents)?.has(key) === true) return true;
  const stored = await getCurrent(caller.services, collection, id);
  if (ifOwned(caller, stored, terms) === undefined) return false;
  if (isPermanent) {
    let found = permanentParents.get(documents);
    if (found === undefined || found.size >= PERMANENT_PARENTS_MAX)
      permanentParents.set(documents, (found = new Set<string>()));
    found.add(key);
  }
  return true;
}

const keysShown = ({ keysOf, parent }: Listing): Shown['keysOf'] =>
  keysOf === 'everything' || parent === undefined ? keysOf : (book) => [parent.id, ...keysOf(book)];

/** Up to `limit` documents of a list, and whether there are more. */
export async function listPage(
  documents: Pick<DocumentStore, 'list'>,
  listing: Pick<Listing, 'collection' | 'terms' | 'filters'>,
  anyOf: readonly string[] | undefined,
  query: Omit<ListQuery, 'terms'>,
): Promise<{ readonly shown: StoredDocument[]; readonly hasMore: boolean }> {
  const { limit } = query;
  // One extra document shows whether there are more.
  const found = await listDocuments(documents, listing, anyOf, { ...query, limit: limit + 1 });
  return {
    shown: found.documents.slice(0, limit),
    hasMore: found.isCut || found.documents.length > limit,
  };
}

/** The first documents of a list. Several lists are merged in order, without duplicates. */
export async function listDocuments(
  documents: Pick<DocumentStore, 'list'>,
  { collection, terms, filters = [] }: Pick<Listing, 'collection' | 'terms' | 'filters'>,
  anyOf: readonly string[] | undefined,
  query: Omit<ListQuery, 'terms'>,
): Promise<ListStart> {
  const shared = [...terms, ...filters];
  const lists = anyOf?.map((term) => [term, ...shared]) ?? [shared.length === 0 ? [LISTED_TERM] : shared];
  const found = await Promise.all(
    lists.map((list) => listUpToSize(documents, collection, { ...query, terms: list })),
  );
  return mergeLists(found, query);
}

/** 400 for a cursor that is not an object of the list. */
export async function refuseCursor(
  caller: BookCaller,
  { collection, prefix, terms }: Pick<Listing, 'collection' | 'prefix' | 'terms'>,
  anyOf: readonly string[] | undefined,
  cursor: string | undefined,
): Promise<Problem | undefined> {
  if (cursor === undefined) return undefined;
  const found = isId(prefix, cursor) ? await getCurrent(caller.services, collection, cursor) : undefined;
  const listed = ifOwned(caller, found, terms);
  return listed === undefined || anyOf?.some((term) => listed.terms.includes(term)) === false
    ? malformedRequest('The cursor must be the ID of an object in this list.')
    : undefined;
}

/** Bounds on IDs from cursors and times. IDs start with their creation time, so times are converted to IDs. */
export function boundsOf(
  { prefix, visibleSinceMs: shownSince }: Pick<Listing, 'prefix' | 'visibleSinceMs'>,
  query: PageQuery,
): Pick<ListQuery, 'after' | 'before'> {
  const { starting_after, ending_before, created_after, created_before } = query;
  const shown = shownSince === undefined ? undefined : justBefore(prefix, shownSince);
  const since = created_after === undefined ? undefined : justBefore(prefix, floorMs(created_after) + 1);
  const until = created_before === undefined ? undefined : idAt(prefix, ceilMs(created_before));
  const lower = latest(shown, since, ending_before);
  const upper = earliest(until, starting_after);
  return {
    ...(lower === undefined ? {} : { after: lower }),
    ...(upper === undefined ? {} : { before: upper }),
  };
}

const idAt = (prefix: IdPrefix, time: number): string => smallestIdAt(prefix, Math.max(0, time));
/** A truncated ID sorts before all IDs that start with it, so all IDs of this time are after this bound. */
const justBefore = (prefix: IdPrefix, time: number): string => idAt(prefix, time).slice(0, -1);

/** Milliseconds since 1970. Digits below a millisecond are cut off. */
const floorMs = (time: string): number => Date.parse(time);
const ceilMs = (time: string): number => floorMs(time) + (/\.\d{3}\d*[1-9]/.test(time) ? 1 : 0);

const given = (ids: readonly (string | undefined)[]): string[] => ids.filter((id) => id !== undefined).sort();
const latest = (...ids: readonly (string | undefined)[]): string | undefined => given(ids).at(-1);
const earliest = (...ids: readonly (string | undefined)[]): string | undefined => given(ids)[0];

// The keys of lists: a list waits for changes of these keys only.

/** Users, all or those with a reference. */
export const usersKeys =
  (reference?: string): KeysOf =>
  (book) =>
    reference === undefined ? [USERS_KEY] : [book.references.get(reference)].filter((id) => id !== undefined);

/** The wallets of a user. */
export const walletsKeys =
  (userId: string): KeysOf =>
  (book) => [userId, ...walletsOf(book, userId)];

const walletsOf = (book: ReadonlyBook, userId: string): readonly string[] =>
  Object.values(book.users.get(userId)?.wallets ?? {}).filter((id) => id !== undefined);

type TransferFilters = {
  readonly integrator_reference?: string | undefined;
  readonly wallet_id?: string | undefined;
  readonly user_id?: string | undefined;
  readonly kind?: TransferKind | undefined;
};

/** Transfers. Each filter alone selects all listed transfers, so the keys of the most selective one are enough. */
export function transfersKeys({ integrator_reference, wallet_id, user_id, kind }: TransferFilters): KeysOf {
  if (integrator_reference !== undefined) return () => [referenceKey(integrator_reference)];
  if (wallet_id !== undefined) return () => [wallet_id];
  if (user_id !== undefined) return walletsKeys(user_id);
  return () => (kind === undefined ? Object.values(TRANSFERS_KEYS) : [TRANSFERS_KEYS[kind]]);
}

export const webhookEndpointsKeys: KeysOf = () => [WEBHOOK_ENDPOINTS_KEY];

/** Lists that belong to their parent object alone. */
export const noFurtherKeys: KeysOf = () => [];
