/** Reads of single objects. Documents are the JSON text of API objects. */
import { COLLECTIONS } from '../../../projections/collections.ts';
import { StoreUnavailable } from '../../event-store/port.ts';
import type { Document, StoredDocument } from '../../read-models/port.ts';
import { isTransferCreated, readLive } from '../reads/live-objects.ts';
import { missingPosition, waitForOwnWrites, waitForPosition } from '../reads/wait.ts';
import type { BookReader, Shown } from '../reads/wait.ts';
import { ReadModelBehind, notFoundProblem } from '../server/errors.ts';
import type { BookCaller } from './operation.ts';
import type { Reply } from '../server/reply.ts';
import type { Services } from './services.ts';

/** The book whose documents are read. */
export type Reader = Pick<BookCaller, 'services' | 'stream' | 'consistency'>;
/** The book whose documents are read, with only the services that reading documents needs. */
export type DocumentReader = BookReader & {
  readonly services: Pick<Services, 'documents'>;
};
/** The book whose objects are read from memory if their documents are behind. */
export type ObjectReader = DocumentReader & { readonly services: Pick<Services, 'vault' | 'eventStore'> };

type Read = { readonly documents: Pick<Services['documents'], 'get' | 'isNewest'> };

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
  services: Parameters<typeof waitForPosition>[0] & Read,
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

/** Waits after a completed write until a document exists, at most as long as a read would. */
export async function waitForDocument(caller: BookCaller, collection: string, id: string): Promise<void> {
  const { services, requestId } = caller;
  try {
    if ((await services.documents.get(collection, id)) === undefined)
      await waitForOwnWrites(caller, { collections: [collection], keysOf: () => [id] });
  } catch (err) {
    // The health monitor reports projections that are behind.
    services.log.debug({ request_id: requestId, err }, 'projections behind after write');
  }
}

/** Replies with one object, or 404 with the noun. */
export async function replyWithObject(
  caller: BookCaller,
  collection: string,
  id: string,
  noun: string,
  terms: readonly string[] = [],
): Promise<Reply> {
  const found = await findObject(caller, collection, id, terms);
  return found === undefined ? notFoundProblem(noun) : { status: 200, body: found.body };
}

/**
 * The object if it belongs to the caller and has these terms, which are those of its owner. Documents that are behind, built
 * by older rules, or unavailable are replaced by the book in memory where it has the object. Throws ReadModelBehind.
 */
export async function findObject(
  caller: ObjectReader,
  collection: string,
  id: string,
  terms: readonly string[] = [],
): Promise<Pick<Document, 'body'> | undefined> {
  const { services } = caller;
  const position = await missingPosition(caller, { collections: [collection], keysOf: () => [id] });
  if (position !== undefined || !(await services.documents.isNewest(collection))) {
    const live = await fromMemory(caller, collection, id);
    if (live !== undefined) return hasTerms(live, terms) ? live : undefined;
  }
  if (position !== undefined) await waitForPosition(services, position, collection);
  try {
    const found = await getCurrent(services, collection, id);
    return found === undefined
      ? await findInEvents(caller, collection, id, terms)
      : ifOwned(caller, found, terms);
  } catch (error) {
    const live = error instanceof StoreUnavailable ? await fromMemory(caller, collection, id) : undefined;
    if (live === undefined) throw error;
    return hasTerms(live, terms) ? live : undefined;
  }
}

/**
 * An object that has no document, as the book and its events have it. The documents may have gone back in time a moment ago, and
 * no process has noticed. Throws ReadModelBehind for a transfer that exists and is in no book in memory.
 */
async function findInEvents(
  caller: ObjectReader,
  collection: string,
  id: string,
  terms: readonly string[],
): Promise<Pick<Document, 'body'> | undefined> {
  if (caller.consistency === 'eventual') return undefined;
  const live = await fromMemory(caller, collection, id);
  if (live !== undefined) return hasTerms(live, terms) ? live : undefined;
  if (collection === COLLECTIONS.transfers && (await isTransferCreated(caller, id)))
    throw new ReadModelBehind(`the collection ${collection} lacks a transfer`);
  return undefined;
}

const fromMemory = async (caller: ObjectReader, collection: string, id: string) =>
  caller.consistency === 'eventual' ? undefined : readLive(caller, collection, id);

/**
 * The document if it belongs to the caller. It includes every write that changed any of the keys, which are those of the
 * document unless others are given. Throws ReadModelBehind.
 */
export async function findDocument(
  caller: DocumentReader,
  collection: string,
  id: string,
  keysOf: Shown['keysOf'] = () => [id],
): Promise<StoredDocument | undefined> {
  await waitForOwnWrites(caller, { collections: [collection], keysOf });
  return ifOwned(caller, await getCurrent(caller.services, collection, id), []);
}

/** The document if it belongs to the book and has all the terms. */
export function ifOwned(
  { stream }: Pick<DocumentReader, 'stream'>,
  found: StoredDocument | undefined,
  terms: readonly string[],
): StoredDocument | undefined {
  return found?.scope === stream && hasTerms(found, terms) ? found : undefined;
}

const hasTerms = (found: Pick<Document, 'terms'>, terms: readonly string[]): boolean =>
  terms.every((term) => found.terms.includes(term));
