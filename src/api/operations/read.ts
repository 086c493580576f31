/** Reads of single objects, and waiting until the read model includes a write. Documents are the JSON text of API objects. */
import type { StoredDocument } from '../../read-models/port.ts';
import { ReadModelBehind, notFoundProblem } from '../server/errors.ts';
import type { BookCaller } from './operation.ts';
import type { Reply } from '../server/reply.ts';
import type { Services } from './services.ts';

/** The book whose documents are read. */
export type Reader = Pick<BookCaller, 'services' | 'stream'>;
/** The book whose documents are read, with only the services that reading documents needs. */
export type DocumentReader = {
  readonly services: Pick<Services, 'barrier' | 'settings' | 'writers' | 'documents'>;
  readonly stream: string;
};

type Behind = Pick<Services, 'barrier' | 'settings'> & {
  readonly documents: Pick<Services['documents'], 'hasReached'>;
};
type Read = { readonly documents: Pick<Services['documents'], 'get' | 'isNewest'> };

/**
 * Waits until reads include all events up to a position. Throws ReadModelBehind if that takes too long, and immediately
 * if one of the given collections is stalled or far behind, so that other reads need not wait for it.
 */
export async function waitForPosition(
  { barrier, settings, documents }: Behind,
  position: bigint,
  ...collections: readonly string[]
): Promise<void> {
  if (!barrier.hasPassed(position) && !(await barrier.waitFor(position, settings.readTimeoutMs)))
    throw new ReadModelBehind('the read models are behind');
  for (const collection of collections)
    if (!documents.hasReached(collection, position))
      throw new ReadModelBehind(`the collection ${collection} is behind`);
}

type InBook = { readonly services: Behind & Pick<Services, 'writers'>; readonly stream: string };

/** Waits until reads of the collections include every acknowledged write to the book. Throws ReadModelBehind. */
export async function waitForOwnWrites(
  { services, stream }: InBook,
  ...collections: readonly string[]
): Promise<void> {
  await waitForPosition(services, await services.writers.head(stream), ...collections);
}

/**
 * Throws ReadModelBehind while a collection was built by an older version of its projection and is no longer updated:
 * documents may be missing or outdated.
 */
export async function assertCurrent({ documents }: Read, collection: string): Promise<void> {
  if (!(await documents.isNewest(collection)))
    throw new ReadModelBehind(`the collection ${collection} is being rebuilt`);
}

/**
 * A document of any book. If it is not found, the lookup is repeated after the read model has caught up with `head`;
 * only then is it certain that it does not exist. Throws ReadModelBehind.
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

/** A document of any book. Throws ReadModelBehind if it is not found and the collection is outdated. */
export async function getCurrent(
  services: Read,
  collection: string,
  id: string,
): Promise<StoredDocument | undefined> {
  const found = await services.documents.get(collection, id);
  if (found === undefined) await assertCurrent(services, collection);
  return found;
}

/** Waits after a completed write, at most as long as a read would. The health monitor reports projections that are behind. */
export async function waitForProjections(caller: BookCaller): Promise<void> {
  await waitForOwnWrites(caller).catch((err: unknown) => {
    caller.services.log.debug({ request_id: caller.requestId, err }, 'projections behind after write');
  });
}

/** Replies with one object, or 404 with the noun. */
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

/** The document if it belongs to the caller and has these terms. Throws ReadModelBehind. */
export async function findDocument(
  caller: DocumentReader,
  collection: string,
  id: string,
  terms: readonly string[] = [],
): Promise<StoredDocument | undefined> {
  await waitForOwnWrites(caller, collection);
  return ifOwned(caller, await getCurrent(caller.services, collection, id), terms);
}

/** The document if it belongs to the book and has all the terms. */
export function ifOwned(
  { stream }: Pick<DocumentReader, 'stream'>,
  found: StoredDocument | undefined,
  terms: readonly string[],
): StoredDocument | undefined {
  return found?.scope === stream && terms.every((term) => found.terms.includes(term)) ? found : undefined;
}
