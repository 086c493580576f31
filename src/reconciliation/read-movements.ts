import { readAuthenticated, type Authentication } from '../event-store/authenticated-reader.ts';
import { decodeRecorded } from '../event-store/book-event.ts';
import { FIRST_HASH } from '../event-store/codec.ts';
import { NO_STREAM, type EventStore, type Revision, type StreamName } from '../event-store/port.ts';
import type { ReconciliationEventData } from '../generated/events.ts';
import type { RecordedBookEvent } from '../ledger/event.ts';
import { isLateMovement } from '../ledger/late-movement.ts';
import { parseClearingAccount } from '../ledger/posting.ts';

// Reads the movements of clearing accounts from the verified events of a book.

export type MovementsCollected = ReconciliationEventData<'movements.collected'>;
type CollectedMovement = MovementsCollected['movements'][number];

/** How far a book was read, and the references of transfers that may still move money. */
export type BookCursor = {
  readonly revision: Revision;
  readonly hash: string;
  readonly pending: ReadonlyMap<string, readonly string[]>;
  /** References that payers were told to quote, by the IDs of such transfers and of deposit accounts. */
  readonly quotes: ReadonlyMap<string, readonly string[]>;
};

export const BOOK_START: BookCursor = {
  ...{ revision: NO_STREAM, hash: FIRST_HASH },
  pending: new Map(),
  quotes: new Map(),
};

const READ_PAGE = 500;
/** Few enough for one event. */
const MOVEMENTS_PER_EVENT = 200;
/** So many events without a movement are worth an event that says how far the book was read. */
const UNRECORDED_EVENTS_MAX = 10_000;

/** After these states, no money of the transfer moves between the book and the bank. */
const LAST_STATES: ReadonlySet<string> = new Set([
  ...['completed', 'failed', 'canceled', 'returned', 'refunded'],
]);

/**
 * Yields the parts of the book after the cursor. The last events of the book are left out if they contain no movement. Throws
 * StoreUnavailable, BrokenHashChain, and UnauthenticatedEvent.
 */
export async function* readMovements(
  { eventStore, macs, acceptedHistory }: Authentication & { readonly eventStore: Pick<EventStore, 'read'> },
  book: StreamName,
  cursor: BookCursor,
): AsyncGenerator<MovementsCollected, void, undefined> {
  const references = new Map(cursor.pending);
  const quotes = new Map(cursor.quotes);
  const recorded = new Set([...references.keys(), ...quotes.keys()]);
  let changed = new Set<string>();
  let movements: CollectedMovement[] = [];
  let from = cursor.revision + 1;
  let cameBack: string | undefined;
  const end = { revision: cursor.revision, hash: cursor.hash };

  /** Transfers that began and ended within one part are left out. */
  const pending = (): MovementsCollected['pending'] =>
    [...changed]
      .map((transfer_id) => {
        const quoted = quotes.get(transfer_id) ?? [];
        return {
          transfer_id,
          references: [...(references.get(transfer_id) ?? [])],
          ...(quoted.length > 0 && { quoted: [...quoted] }),
        };
      })
      .filter((each) => each.references.length > 0 || 'quoted' in each || recorded.has(each.transfer_id));

  /** Ends a part, and begins the next one. */
  function endPart(): MovementsCollected {
    const [from_revision, ended] = [from, { movements, pending: pending() }];
    for (const { transfer_id } of ended.pending) recorded.add(transfer_id);
    [movements, changed, from] = [[], new Set(), end.revision + 1];
    return { book, from_revision, to_revision: end.revision, to_hash: end.hash, ...ended };
  }

  const read = { eventStore, macs, acceptedHistory, pageSize: READ_PAGE };
  const start = { stream: book, revision: cursor.revision, hash: cursor.hash };
  for await (const page of readAuthenticated(read, start)) {
    for (const { stored, hash } of page) {
      const event = decodeRecorded(stored);
      const unknown = unknownAccount(event, quotes);
      // An earlier release read the opening of the account, and did not record its reference.
      if (unknown !== undefined && cursor.revision >= 0)
        for await (const [id, quoted] of openedAccounts(read, book, cursor.revision)) {
          if (quotes.has(id)) continue;
          quotes.set(id, quoted);
          changed.add(id);
        }
      noteQuotes(event, quotes, changed);
      noteReferences(event, references, quotes, changed);
      movements.push(...movementsIn(event, references, quotes));
      // The posting of a late movement follows at once, and nothing after it.
      if (event.type === 'posting.recorded' && event.data.transfer_id === cameBack) {
        references.delete(cameBack);
        cameBack = undefined;
      }
      cameBack = isLateMovement(event) ? event.data.transfer_id : cameBack;
      [end.revision, end.hash] = [stored.revision, hash];
      const size = movements.length + changed.size;
      if (size >= MOVEMENTS_PER_EVENT || end.revision - from >= UNRECORDED_EVENTS_MAX) yield endPart();
    }
  }
  if (movements.length > 0 || pending().length > 0) yield endPart();
}

/** A deposit account that a new transfer belongs to, and whose opening was not read. */
function unknownAccount(event: RecordedBookEvent, quotes: Quotes): string | undefined {
  if (event.type !== 'transfer.created') return undefined;
  const { deposit_account_id: id } = event.data;
  return id === undefined || quotes.has(id) ? undefined : id;
}

type Quotes = Map<string, readonly string[]>;
type BookReading = Parameters<typeof readAuthenticated>[0];

/** The references of deposit accounts that were opened until this revision. */
async function* openedAccounts(
  read: BookReading,
  book: StreamName,
  until: Revision,
): AsyncGenerator<readonly [id: string, quoted: readonly string[]]> {
  for await (const page of readAuthenticated(read, { stream: book, revision: NO_STREAM, hash: FIRST_HASH }))
    for (const { stored } of page) {
      if (stored.revision > until) return;
      if (stored.type !== 'deposit_account.opened') continue;
      const event = decodeRecorded(stored);
      if (event.type !== 'deposit_account.opened') continue;
      yield [event.data.deposit_account_id, [event.data.deposit_instructions.reference]];
    }
}

/** Remembers which references payers were told to quote. */
function noteQuotes(event: RecordedBookEvent, quotes: Quotes, changed: Set<string>): void {
  if (event.type === 'deposit_account.opened') {
    const { deposit_account_id, deposit_instructions } = event.data;
    quotes.set(deposit_account_id, [deposit_instructions.reference]);
    changed.add(deposit_account_id);
  }
  if (event.type !== 'transfer.created') return;
  const { transfer_id, deposit_account_id, deposit_instructions } = event.data;
  const quoted = deposit_instructions
    ? [deposit_instructions.reference]
    : quotes.get(deposit_account_id ?? '');
  if (quoted === undefined) return;
  quotes.set(transfer_id, quoted);
  changed.add(transfer_id);
}

/** Remembers by which references a bank may know a transfer. */
function noteReferences(
  event: RecordedBookEvent,
  references: Map<string, readonly string[]>,
  quotes: Quotes,
  changed: Set<string>,
): void {
  if (isLateMovement(event)) {
    const { transfer_id, rail_reference = [], return_reference = [] } = event.data;
    references.set(transfer_id, [return_reference, rail_reference].flat());
    changed.add(transfer_id);
  }
  if (event.type !== 'transfer.state_changed') return;
  const { transfer_id, state, receipt, deposit_id } = event.data;
  const rail_reference = receipt?.rail_reference;
  if (rail_reference !== undefined) {
    references.set(transfer_id, [rail_reference, ...(deposit_id === undefined ? [] : [deposit_id])]);
    changed.add(transfer_id);
  }
  if (!LAST_STATES.has(state)) return;
  const isRemoved = [references.delete(transfer_id), quotes.delete(transfer_id)].includes(true);
  if (isRemoved) changed.add(transfer_id);
}

function movementsIn(
  { type, data, revision, time }: RecordedBookEvent,
  references: ReadonlyMap<string, readonly string[]>,
  quotes: ReadonlyMap<string, readonly string[]>,
): readonly CollectedMovement[] {
  if (type !== 'posting.recorded') return [];
  const { transfer_id, lines } = data;
  const known = transfer_id === null ? [] : [...(references.get(transfer_id) ?? []), transfer_id];
  const quoted = quotes.get(transfer_id ?? '');
  return lines.flatMap(({ account, amount }) => {
    const clearing = parseClearingAccount(account);
    if (clearing === undefined) return [];
    const { rail, currency } = clearing;
    const opposite = amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
    return [
      {
        ...{ revision, posted_at: time, transfer_id, rail, currency, amount: opposite, references: known },
        ...(quoted !== undefined && { quoted: [...quoted] }),
      },
    ];
  });
}
