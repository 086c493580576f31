/** Reads: one object, or a page of a list. Documents hold the interface's objects as JSON text, so they are sent as they are. */
import type { DocumentStore, ListQuery, StoredDocument } from '../../read-models/port.ts';
import { smallestIdAt, isId } from '../../ledger/ids.ts';
import type { IdPrefix } from '../../ledger/ids.ts';
import { ReadModelBehind, malformedRequest, notFoundProblem } from '../server/errors.ts';
import type { Problem } from '../server/errors.ts';
import type { BookCaller } from './operation.ts';
import type { Reply } from '../server/reply.ts';
import type { Services } from './services.ts';

/** Whose documents are read. */
export type Reader = Pick<BookCaller, 'services' | 'stream'>;
/** The same, where nothing but documents is read. */
export type DocumentReader = {
  readonly services: Pick<Services, 'barrier' | 'settings' | 'keepers' | 'documents'>;
  readonly stream: string;
};

type Behind = Pick<Services, 'barrier' | 'settings'> & {
  readonly documents: Pick<Services['documents'], 'hasReached'>;
};
type Read = { readonly documents: Pick<Services['documents'], 'get' | 'isNewest'> };

/**
 * Waits until reads show everything up to a position. Throws ReadsBehind when that takes too long, and at once where one of
 * the collections that are to be read is held up or has a long way to go: the others do not wait for it.
 */
export async function waitForPosition(
  { barrier, settings, documents }: Behind,
  position: bigint,
  ...collections: readonly string[]
): Promise<void> {
  if (!barrier.hasPassed(position) && !(await barrier.waitFor(position, settings.readTimeoutMs)))
    throw new ReadModelBehind('the projections are behind');
  for (const collection of collections)
    if (!documents.hasReached(collection, position))
      throw new ReadModelBehind(`the documents of ${collection} are behind`);
}

type InBook = { readonly services: Behind & Pick<Services, 'keepers'>; readonly stream: string };

/** Waits until reads of the collections show every write to the book that was acknowledged so far. Throws ReadsBehind. */
export async function waitForOwnWrites(
  { services, stream }: InBook,
  ...collections: readonly string[]
): Promise<void> {
  await waitForPosition(services, await services.keepers.head(stream), ...collections);
}

/**
 * Throws ReadsBehind while what is read of a collection was left by older rules, and nobody adds to it: what is missing there
 * may well exist, and what is there may have changed.
 */
export async function assertCurrent({ documents }: Read, collection: string): Promise<void> {
  if (!(await documents.isNewest(collection)))
    throw new ReadModelBehind(`the documents of ${collection} are being built anew`);
}

/**
 * A document of any book. The documents may be a moment behind the books, so one that is not there is looked for again
 * when they have come as far as the books were, up to `head`. Only then is it sure that it was never recorded.
 * Throws ReadsBehind.
 */
export async function findInAnyBook(
  services: Behind & Read,
  head: () => Promise<bigint>,
  collection: string,
  id: string,
): Promise<StoredDocument | undefined> {
  const found = await services.documents.get(collection, id);
  if (found !== undefined) return found;
  await waitForPosition(services, await head(), collection);
  return getCurrent(services, collection, id);
}

/** A document of any book, as it is now. Throws ReadsBehind where nobody can say yet that there is none. */
export async function getCurrent(
  services: Read,
  collection: string,
  id: string,
): Promise<StoredDocument | undefined> {
  const found = await services.documents.get(collection, id);
  if (found === undefined) await assertCurrent(services, collection);
  return found;
}

/** The same for a write that is done already: it waits as long as a read would, and goes on whatever came of it. */
export async function waitForProjections(caller: BookCaller): Promise<void> {
  await waitForOwnWrites(caller).catch((err: unknown) => {
    caller.services.log.warn({ request_id: caller.requestId, err }, 'projections behind after write');
  });
}

/** Answers with one object, or 404 in the noun's name. */
export async function replyWithDocument(
  caller: BookCaller,
  collection: string,
  id: string,
  noun: string,
  terms: readonly string[] = [],
): Promise<Reply> {
  const found = await findDocument(caller, collection, id, terms);
  return found === undefined ? notFoundProblem(noun) : { status: 200, body: found.body };
}

/** The caller's own document that carries these terms; undefined for anybody else's. Throws ReadsBehind. */
export async function findDocument(
  caller: DocumentReader,
  collection: string,
  id: string,
  terms: readonly string[] = [],
): Promise<StoredDocument | undefined> {
  await waitForOwnWrites(caller, collection);
  return own(caller, await getCurrent(caller.services, collection, id), terms);
}

function own(
  { stream }: Pick<DocumentReader, 'stream'>,
  found: StoredDocument | undefined,
  terms: readonly string[],
): StoredDocument | undefined {
  return found?.scope === stream && terms.every((term) => found.terms.includes(term)) ? found : undefined;
}

export type Listing = {
  readonly collection: string;
  /** What the list belongs to; without it the answer is 404. */
  readonly parent?: {
    readonly collection: string;
    readonly id: string;
    readonly terms?: readonly string[];
    readonly noun: string;
  };
  /** Of the IDs in the list. */
  readonly prefix: IdPrefix;
  /** What every object of the list carries for good; the most selective first. None: all objects of the book. */
  readonly terms: readonly string[];
  /**
   * Terms of which each object carries at least one, for good, as another collection says. Left out: no such condition. An
   * empty list: no object.
   */
  readonly anyOf?: { readonly collection: string; readonly terms: () => Promise<readonly string[]> };
  /** Filters on what may change. A page goes on after an object that has changed since it was listed. */
  readonly filters?: readonly string[];
  /** Objects made before this time (milliseconds since 1970) are no longer shown. */
  readonly visibleSinceMs?: number;
};

export type PageQuery = {
  readonly limit?: number;
  readonly starting_after?: string;
  readonly ending_before?: string;
  readonly created_after?: string;
  readonly created_before?: string;
};

const LIMIT_DEFAULT = 10;
/** Carried by every document of the collections that are listed as a whole. */
const EVERY = 'every';

/** A page of a list, newest first. Refuses a cursor that is no object of the list. */
export async function replyWithPage(caller: BookCaller, listing: Listing, query: PageQuery): Promise<Reply> {
  const { parent: parent } = listing;
  const read = [listing, parent, listing.anyOf].flatMap((from) => from?.collection ?? []);
  await waitForOwnWrites(caller, ...read);
  const { documents } = caller.services;
  if (parent !== undefined) {
    const stored = await getCurrent(caller.services, parent.collection, parent.id);
    const found = own(caller, stored, parent.terms ?? []);
    if (found === undefined) return notFoundProblem(parent.noun);
  }
  const { starting_after, ending_before, limit = LIMIT_DEFAULT } = query;
  const anyOf = await listing.anyOf?.terms();
  const refusal = await refuseCursor(caller, listing, anyOf, starting_after ?? ending_before);
  if (refusal !== undefined) return refusal;
  const backwards = ending_before !== undefined;
  // One more than asked for tells whether there is more.
  const found = await walk(documents, listing, anyOf, {
    scope: caller.stream,
    ...boundsOf(listing, query),
    order: backwards ? 'oldest' : 'newest',
    limit: limit + 1,
  });
  const shown = found.slice(0, limit);
  if (backwards) shown.reverse();
  const data = shown.map(({ body }) => body).join(',');
  return { status: 200, body: `{"data":[${data}],"has_more":${found.length > limit}}` };
}

/** The first documents of a list; of several lists, each document once and in the order of all. */
async function walk(
  documents: DocumentStore,
  { collection, terms, filters = [] }: Listing,
  anyOf: readonly string[] | undefined,
  query: Omit<ListQuery, 'terms'>,
): Promise<readonly StoredDocument[]> {
  const shared = [...terms, ...filters];
  const lists = anyOf?.map((term) => [term, ...shared]) ?? [shared.length === 0 ? [EVERY] : shared];
  const found = await Promise.all(lists.map((list) => documents.list(collection, { ...query, terms: list })));
  if (found.length === 1) return found[0] ?? [];
  const byId = new Map(found.flat().map((document) => [document.id, document]));
  const ids = [...byId.keys()].sort();
  if (query.order === 'newest') ids.reverse();
  return ids.slice(0, query.limit).flatMap((id) => byId.get(id) ?? []);
}

async function refuseCursor(
  caller: BookCaller,
  { collection, prefix, terms }: Listing,
  anyOf: readonly string[] | undefined,
  cursor: string | undefined,
): Promise<Problem | undefined> {
  if (cursor === undefined) return undefined;
  const found = isId(prefix, cursor) ? await getCurrent(caller.services, collection, cursor) : undefined;
  const listed = own(caller, found, terms);
  return listed === undefined || anyOf?.some((term) => listed.terms.includes(term)) === false
    ? malformedRequest('The cursor must be the ID of an object in this list.')
    : undefined;
}

/** The bounds on IDs that cursors and times set. IDs start with their time of creation, so times become IDs. */
function boundsOf(
  { prefix, visibleSinceMs: shownSince }: Listing,
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
/** Cut short, an ID sorts before all that begin with it: so every ID of this time is after this bound. */
const justBefore = (prefix: IdPrefix, time: number): string => idAt(prefix, time).slice(0, -1);

/** Milliseconds since 1970 of a time that its schema let through; finer digits are cut off. */
const floorMs = (time: string): number => Date.parse(time);
const ceilMs = (time: string): number => floorMs(time) + (/\.\d{3}\d*[1-9]/.test(time) ? 1 : 0);

const given = (ids: readonly (string | undefined)[]): string[] => ids.filter((id) => id !== undefined).sort();
const latest = (...ids: readonly (string | undefined)[]): string | undefined => given(ids).at(-1);
const earliest = (...ids: readonly (string | undefined)[]): string | undefined => given(ids)[0];
