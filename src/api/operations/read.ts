/** Reads of single objects. Documents are the JSON text of API objects. */

import { COLLECTIONS } from '../../../projections/collections.ts';
import { decodeRecorded } from '../../event-store/book-event.ts';
import { StoreUnavailable } from '../../event-store/port.ts';
import { ReadModelBehind, notFoundProblem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import type { BookUser } from '../../ledger/book.ts';
import { decodeIdOrigin, isId } from '../../ledger/ids.ts';
import {
  NO_PERSONAL_FIELDS,
  presentTransfer,
  presentUser,
  transferIn,
  walletIn,
  type PersonalFields,
} from '../../ledger/present.ts';
import { personalFieldsContext } from '../../ledger/sealing-context.ts';
import { evolveTransfer, isFinalState, type Transfer } from '../../ledger/transfer.ts';
import type { Document, StoredDocument } from '../../read-models/port.ts';
import { Overloaded, readConsistent } from '../../writer/command.ts';
import type { BookCaller } from './operation.ts';
import type { Services } from './services.ts';
import { missingPosition, waitForOwnWrites, waitForPosition, type BookReader, type Shown } from './wait.ts';

// Objects from the book in memory, for reads that would otherwise wait for documents. The bytes are those that the documents
// will have.

type Live = Pick<Document, 'body' | 'terms'>;
type EventReader = { readonly services: Pick<Services, 'eventStore'>; readonly stream: string };
type LiveReader = EventReader & { readonly services: Pick<Services, 'writers' | 'vault'> };

/**
 * The user, wallet, or transfer of the book, after every acknowledged write. Its only terms are those of its owner. Undefined
 * for other collections, and where only the documents have the object.
 */
async function readLive(reader: LiveReader, collection: string, id: string): Promise<Live | undefined> {
  try {
    switch (collection) {
      case COLLECTIONS.wallets:
        return await readWallet(reader, id);
      case COLLECTIONS.users:
        return await readUser(reader, id);
      case COLLECTIONS.transfers:
        return await readTransfer(reader, id);
      default:
        return undefined;
    }
  } catch (error) {
    // The documents may still answer.
    if (error instanceof StoreUnavailable || error instanceof Overloaded) return undefined;
    throw error;
  }
}

async function readWallet({ services, stream }: LiveReader, id: string): Promise<Live | undefined> {
  const wallet = await readConsistent(services.writers, stream, (book) => walletIn(book, id));
  return wallet && { terms: [`user:${wallet.user_id}`], body: JSON.stringify(wallet) };
}

async function readUser(reader: LiveReader, id: string): Promise<Live | undefined> {
  const found = await readConsistent(reader.services.writers, reader.stream, (book) => book.users.get(id));
  if (found === undefined) return undefined;
  return { terms: [], body: JSON.stringify(presentUser(found.user, await personalFields(reader, found))) };
}

async function personalFields(
  { services, stream }: LiveReader,
  { user, sealed }: BookUser,
): Promise<PersonalFields> {
  if (sealed === null) return NO_PERSONAL_FIELDS;
  const key = await services.vault.requireKey(sealed, stream);
  // This service sealed a value of this type.
  return JSON.parse(key.open(sealed, personalFieldsContext(stream, user.id))) as PersonalFields;
}

async function readTransfer(reader: LiveReader, id: string): Promise<Live | undefined> {
  const { live, cameBack } = await readConsistent(reader.services.writers, reader.stream, (book) => ({
    live: transferIn(book, id),
    cameBack: book.lateMovements.has(id),
  }));
  // Only the document shows what came back later.
  const transfer = live ?? (cameBack ? undefined : await readCompleted(reader, id));
  return transfer && { terms: [], body: JSON.stringify(transfer) };
}

/** More than any decision that creates a transfer has. */
const EVENTS_OF_DECISION_MAX = 10;

/** A transfer that ended in the decision that created it, from its events. The ID contains the revision of the first one. */
async function readCompleted(reader: LiveReader, id: string) {
  const transfer = await readCreated(reader, id);
  return transfer !== undefined && isFinalState(transfer.kind, transfer.state)
    ? presentTransfer(transfer)
    : undefined;
}

/** Whether the events of the book create this transfer. */
const isTransferCreated = async (reader: EventReader, id: string): Promise<boolean> =>
  (await readCreated(reader, id)) !== undefined;

/** A transfer after the decision that created it. */
async function readCreated({ services, stream }: EventReader, id: string): Promise<Transfer | undefined> {
  const origin = isId('trf', id) ? decodeIdOrigin(id, stream) : undefined;
  if (origin === undefined) return undefined;
  const events = await services.eventStore.read(stream, origin.revision, EVENTS_OF_DECISION_MAX);
  let transfer: Transfer | undefined;
  for (const event of events.map((stored) => decodeRecorded(stored))) {
    const isAbout =
      (event.type === 'transfer.created' ||
        (event.type === 'transfer.state_changed' && transfer !== undefined)) &&
      event.data.transfer_id === id;
    if (isAbout) transfer = evolveTransfer(transfer, event);
  }
  return transfer;
}

/** The book whose documents are read. */
export type Reader = Pick<BookCaller, 'services' | 'stream' | 'consistency'>;
/** The book whose documents are read, with only the services that reading documents needs. */
type DocumentReader = BookReader & {
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
