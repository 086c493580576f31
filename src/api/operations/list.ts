import { COLLECTIONS } from '../../../projections/collections.ts';
import { readOriginEvent, type OriginSource } from '../../event-store/book-event.ts';
import { malformedRequest, notFoundProblem, type Problem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import type { ReadonlyBook } from '../../ledger/book.ts';
import { isId, smallestIdAt, type IdPrefix } from '../../ledger/ids.ts';
import type { TransferKind } from '../../ledger/transfer.ts';
import {
  boundsAfter,
  type DocumentStore,
  type ListQuery,
  type StoredDocument,
} from '../../read-models/port.ts';
import { TRANSFERS_KEYS, USERS_KEY, WEBHOOK_ENDPOINTS_KEY, referenceKey } from '../../writer/changed-keys.ts';
import type { BookCaller, Caller } from './operation.ts';
import { getCurrent, ifOwned } from './read.ts';
import { waitForOwnWrites, type KeysOf, type Shown } from './wait.ts';

// Pages of lists. Documents are the JSON text of API objects and are returned unchanged.
//
// The work of a page is bounded, whatever its filters are. The documents of a list have terms for its filters together, so they
// are read from the beginning of these lists (`terms`). What has no common term is compared document by document (`filter`), or
// by looking up terms (`allOf`), each up to a limit.

type Terms = Pick<StoredDocument, 'terms'>;

/** Which documents of a collection are in a list. */
export type Selection = {
  /** Every object of the list has at least one of these terms. Without terms, the list is empty. */
  readonly terms: readonly string[];
  /** A further condition, for terms that few objects have as a rule. */
  readonly filter?: ((document: Terms) => boolean) | undefined;
  /**
   * Instead of `terms` and `filter`: terms that every object of the list has, the most selective first. Such a page may be short
   * although the list continues, so it has a `next_cursor`.
   */
  readonly allOf?: readonly string[];
  /** Whether the object can be a cursor: it may no longer pass filters that can change. Omitted: it is in the list. */
  readonly isCursor?: (document: Terms) => boolean;
};

export type Listing = {
  readonly collection: string;
  /** Read after the list has waited for the caller's own writes. */
  readonly selection: Selection | (() => Promise<Selection>);
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
  /** Other collections that the list reads. */
  readonly reads?: readonly string[];
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

type ListCaller = BookCaller & Partial<Pick<Caller, 'charge'>>;

const LIMIT_DEFAULT = 10;

/** Replies with a page of a list, newest first. Rejects a cursor that is not an object of the list. */
export async function replyWithPage(caller: ListCaller, listing: Listing, query: PageQuery): Promise<Reply> {
  const { parent, collection, reads = [] } = listing;
  const read = [collection, ...(parent === undefined ? [] : [parent.collection]), ...reads];
  await waitForOwnWrites(caller, { collections: read, keysOf: keysShown(listing) });
  const { documents } = caller.services;
  // Before the documents are read, because they advance in between.
  const freshness = caller.services.freshness();
  if (parent !== undefined && !(await isFound(caller, parent))) return notFoundProblem(parent.noun);
  const { starting_after, ending_before, limit = LIMIT_DEFAULT } = query;
  const selection = typeof listing.selection === 'function' ? await listing.selection() : listing.selection;
  const refusal = await refuseCursor(caller, listing, selection, starting_after ?? ending_before);
  if (refusal !== undefined) return refusal;
  const backwards = ending_before !== undefined;
  const page = await listPage(documents, collection, selection, {
    scope: caller.stream,
    ...boundsOf(listing, query),
    order: backwards ? 'oldest' : 'newest',
    limit,
  });
  const cost = Math.floor(page.read / DOCUMENTS_PER_REQUEST);
  const limited = cost === 0 ? undefined : caller.charge?.(cost);
  if (limited !== undefined) return limited;
  if (page.shown.length === 0 && page.hasMore && selection.allOf === undefined) return TOO_MANY_COMPARED;
  const shown = backwards ? page.shown.toReversed() : page.shown;
  const data = listing.present === undefined ? shown.map(({ body }) => body) : await listing.present(shown);
  const next = selection.allOf === undefined ? '' : `,"next_cursor":${JSON.stringify(page.next)}`;
  return { status: 200, body: `{"data":[${data.join(',')}],"has_more":${page.hasMore}${next}}`, freshness };
}

/** A page that reads more documents counts as several requests. */
const DOCUMENTS_PER_REQUEST = 200;
/** Documents that are compared with a filter, which costs about three milliseconds. */
const COMPARED_MAX = 250;
/** Metadata makes an object up to 108 KB long, so the documents of a large page are read in parts. */
const PART_DOCUMENTS = 25;
/** The length of all documents of a page, in UTF-16 units. Reading and sending them takes about 20 ms. */
const PAGE_LENGTH_MAX = 512 * 1024;

const TOO_MANY_COMPARED = malformedRequest(
  `The newest ${COMPARED_MAX} objects with this reference or object ID do not match the other filters. ` +
    'Add created_after or created_before, or omit a filter.',
);

type ListPage = {
  readonly shown: readonly StoredDocument[];
  readonly hasMore: boolean;
  /** The ID after which the list continues, in its order. */
  readonly next: string | null;
  /** How many documents were read. */
  readonly read: number;
};

/** Up to `limit` documents of a list, and no more than fit into a page, but at least one if there is one. */
export async function listPage(
  documents: Pick<DocumentStore, 'list' | 'intersect'>,
  collection: string,
  { terms, filter, allOf = [] }: Selection,
  { limit, ...query }: Omit<ListQuery, 'terms'>,
): Promise<ListPage> {
  if (allOf.length > 0) return intersectionPage(documents, collection, { ...query, limit, terms: allOf });
  const shown: StoredDocument[] = [];
  let length = 0;
  let read = 0;
  const endsAt = (last: StoredDocument | undefined): ListPage => ({
    shown,
    read,
    hasMore: last !== undefined,
    next: last?.id ?? null,
  });
  if (terms.length === 0) return endsAt(undefined);
  for (let rest: Pick<ListQuery, 'after' | 'before'> = {}; ;) {
    // One extra document shows whether there are more.
    const wanted = filter === undefined ? Math.min(PART_DOCUMENTS, limit + 1 - shown.length) : PART_DOCUMENTS;
    const part = await documents.list(collection, { ...query, ...rest, terms, limit: wanted });
    read += part.length;
    for (const document of part) {
      if (filter?.(document) === false) continue;
      length += document.body.length;
      if (shown.length === limit || (length > PAGE_LENGTH_MAX && shown.length > 0))
        return endsAt(shown.at(-1));
      shown.push(document);
    }
    const last = part.at(-1);
    if (last === undefined || part.length < wanted) return endsAt(undefined);
    if (filter !== undefined && read >= COMPARED_MAX) return endsAt(last);
    rest = boundsAfter(query, last.id);
  }
}

/** A page of the documents with all terms. Documents have a bounded length here, so their number is enough of a limit. */
async function intersectionPage(
  documents: Pick<DocumentStore, 'intersect'>,
  collection: string,
  query: ListQuery,
): Promise<ListPage> {
  const found = await documents.intersect(collection, { ...query, limit: query.limit + 1 });
  const shown = found.documents.slice(0, query.limit);
  const next = found.documents.length > query.limit ? (shown.at(-1)?.id ?? null) : (found.readTo ?? null);
  const read = found.readTo === undefined || shown.length === query.limit ? shown.length : COMPARED_MAX;
  return { shown, hasMore: next !== null, next, read };
}

const PERMANENT_PARENTS_MAX = 10_000;

/** Whether the parent exists and belongs to the caller. Throws ReadModelBehind. */
async function isFound(
  caller: BookCaller,
  { collection, id, terms = [], isPermanent = false }: NonNullable<Listing['parent']>,
): Promise<boolean> {
  const { permanentParents: known } = caller.services;
  const key = `${caller.stream} ${collection} ${id} ${terms.join(' ')}`;
  if (isPermanent && known.has(key)) return true;
  const stored = await getCurrent(caller.services, collection, id);
  if (ifOwned(caller, stored, terms) === undefined) return false;
  if (isPermanent) {
    if (known.size >= PERMANENT_PARENTS_MAX) known.clear();
    known.add(key);
  }
  return true;
}

const keysShown = ({ keysOf, parent }: Listing): Shown['keysOf'] =>
  keysOf === 'everything' || parent === undefined ? keysOf : (book) => [parent.id, ...keysOf(book)];

/**
 * 400 for a position in a list that deletes old objects: what followed may be deleted as well, so a client that went on from there
 * would miss it without noticing.
 */
export const EXPIRED_POSITION = malformedRequest(
  'The ID is older than what is kept, so later objects may be deleted. Start again without an ID.',
);

/** 400 for a cursor that is not an object of the list, or that is older than what the list keeps. */
export async function refuseCursor(
  caller: BookCaller,
  { collection, prefix, visibleSinceMs }: Pick<Listing, 'collection' | 'prefix' | 'visibleSinceMs'>,
  { terms, filter, allOf, isCursor }: Selection,
  cursor: string | undefined,
): Promise<Problem | undefined> {
  if (cursor === undefined) return undefined;
  if (visibleSinceMs !== undefined && isId(prefix, cursor) && cursor < idAt(prefix, visibleSinceMs))
    return EXPIRED_POSITION;
  const found = isId(prefix, cursor) ? await getCurrent(caller.services, collection, cursor) : undefined;
  if (found === undefined && (await wasDeleted(caller.services, caller.stream, { collection, id: cursor })))
    return undefined;
  const owned = ifOwned(caller, found, []);
  // An intersection may continue after any document with its first term.
  const anyOf = allOf?.slice(0, 1) ?? terms;
  const isListed =
    owned !== undefined &&
    (isCursor?.(owned) ?? (anyOf.some((term) => owned.terms.includes(term)) && filter?.(owned) !== false));
  return isListed ? undefined : malformedRequest('The cursor must be the ID of an object in this list.');
}

/**
 * Whether an object that is not found was deleted: an event of the book created it. It still has its place in a list. Only webhook
 * endpoints are deleted; another object that is not found is not projected yet.
 */
export async function wasDeleted(
  source: OriginSource,
  stream: string,
  { collection, id }: { readonly collection: string; readonly id: string },
): Promise<boolean> {
  if (collection !== COLLECTIONS.webhookEndpoints || !isId('we', id)) return false;
  const origin = await readOriginEvent(source, stream, id);
  return origin !== undefined && Object.entries(origin.data).some(([, value]) => value === id);
}

/** Bounds on IDs from cursors and times. IDs start with their creation time, so times are converted to IDs. */
export function boundsOf(
  { prefix, visibleSinceMs }: Pick<Listing, 'prefix' | 'visibleSinceMs'>,
  query: PageQuery,
): Pick<ListQuery, 'after' | 'before'> {
  const { starting_after, ending_before, created_after, created_before } = query;
  const visible = visibleSinceMs === undefined ? undefined : justBefore(prefix, visibleSinceMs);
  const since = created_after === undefined ? undefined : justBefore(prefix, floorMs(created_after) + 1);
  const until = created_before === undefined ? undefined : idAt(prefix, ceilMs(created_before));
  const lower = latest(visible, since, ending_before);
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
