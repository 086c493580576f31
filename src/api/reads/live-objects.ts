/**
 * Objects from the book in memory, for reads that would otherwise wait for documents. The bytes are those that the documents
 * will have.
 */
import { COLLECTIONS } from '../../../projections/collections.ts';
import { decodeRecorded } from '../../event-store/book-event.ts';
import { StoreUnavailable } from '../../event-store/port.ts';
import type { BookUser } from '../../ledger/book.ts';
import { decodeIdOrigin, isId } from '../../ledger/ids.ts';
import { transferIn, walletIn } from '../../ledger/present-from-book.ts';
import { NO_PERSONAL_FIELDS, presentTransfer, presentUser } from '../../ledger/present.ts';
import type { PersonalFields } from '../../ledger/present.ts';
import { personalFieldsContext } from '../../ledger/sealing-context.ts';
import { evolveTransfer, isFinalState } from '../../ledger/transfers/transfer.ts';
import type { Transfer } from '../../ledger/transfers/transfer.ts';
import type { Document } from '../../read-models/port.ts';
import { Overloaded } from '../../writer/command.ts';
import { readConsistent } from '../../writer/read-consistent.ts';
import type { Services } from '../operations/services.ts';

type Live = Pick<Document, 'body' | 'terms'>;
type EventReader = { readonly services: Pick<Services, 'eventStore'>; readonly stream: string };
type LiveReader = EventReader & { readonly services: Pick<Services, 'writers' | 'vault'> };

/**
 * The user, wallet, or transfer of the book, after every acknowledged write. Its only terms are those of its owner. Undefined
 * for other collections, and where only the documents have the object.
 */
export async function readLive(
  reader: LiveReader,
  collection: string,
  id: string,
): Promise<Live | undefined> {
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
  const live = await readConsistent(reader.services.writers, reader.stream, (book) => transferIn(book, id));
  const transfer = live ?? (await readCompleted(reader, id));
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
export const isTransferCreated = async (reader: EventReader, id: string): Promise<boolean> =>
  (await readCreated(reader, id)) !== undefined;

/** A transfer after the decision that created it. */
async function readCreated({ services, stream }: EventReader, id: string): Promise<Transfer | undefined> {
  const origin = isId('trf', id) ? decodeIdOrigin(id, stream) : undefined;
  if (origin === undefined) return undefined;
  const events = await services.eventStore.read(stream, origin.revision, EVENTS_OF_DECISION_MAX);
  let transfer: Transfer | undefined;
  for (const event of events.map(decodeRecorded)) {
    const isAbout =
      (event.type === 'transfer.created' ||
        (event.type === 'transfer.state_changed' && transfer !== undefined)) &&
      event.data.transfer_id === id;
    if (isAbout) transfer = evolveTransfer(transfer, event);
  }
  return transfer;
}
