import { readAuthenticated, type Authentication } from '../event-store/authenticated-reader.ts';
import { decodeRecorded } from '../event-store/book-event.ts';
import { FIRST_HASH } from '../event-store/codec.ts';
import { NO_STREAM, type EventStore, type Revision, type StreamName } from '../event-store/port.ts';
import type { ReconciliationEventData } from '../generated/events.ts';
import type { RecordedBookEvent } from '../ledger/event.ts';
import { parseClearingAccount } from '../ledger/posting.ts';

// Reads the movements of clearing accounts from the verified events of a book.

export type MovementsCollected = ReconciliationEventData<'movements.collected'>;
type CollectedMovement = MovementsCollected['movements'][number];

/** How far a book was read, and the references of transfers that may still move money. */
export type BookCursor = {
  readonly revision: Revision;
  readonly hash: string;
  readonly pending: ReadonlyMap<string, readonly string[]>;
};

export const BOOK_START: BookCursor = { revision: NO_STREAM, hash: FIRST_HASH, pending: new Map() };

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
  const recorded = new Set(references.keys());
  let changed = new Set<string>();
  let movements: CollectedMovement[] = [];
  let from = cursor.revision + 1;
  const end = { revision: cursor.revision, hash: cursor.hash };

  /** Transfers that began and ended within one part are left out. */
  const pending = (): MovementsCollected['pending'] =>
    [...changed]
      .map((transfer_id) => ({ transfer_id, references: [...(references.get(transfer_id) ?? [])] }))
      .filter((each) => each.references.length > 0 || recorded.has(each.transfer_id));

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
      noteReferences(event, references, changed);
      movements.push(...movementsIn(event, references));
      [end.revision, end.hash] = [stored.revision, hash];
      const size = movements.length + changed.size;
      if (size >= MOVEMENTS_PER_EVENT || end.revision - from >= UNRECORDED_EVENTS_MAX) yield endPart();
    }
  }
  if (movements.length > 0 || pending().length > 0) yield endPart();
}

/** Remembers by which references a bank may know a transfer. */
function noteReferences(
  event: RecordedBookEvent,
  references: Map<string, readonly string[]>,
  changed: Set<string>,
): void {
  if (event.type !== 'transfer.state_changed') return;
  const { transfer_id, state, receipt, deposit_id } = event.data;
  const rail_reference = receipt?.rail_reference;
  if (rail_reference !== undefined) {
    references.set(transfer_id, [rail_reference, ...(deposit_id === undefined ? [] : [deposit_id])]);
    changed.add(transfer_id);
  }
  if (LAST_STATES.has(state) && references.delete(transfer_id)) changed.add(transfer_id);
}

function movementsIn(
  { type, data, revision, time }: RecordedBookEvent,
  references: ReadonlyMap<string, readonly string[]>,
): readonly CollectedMovement[] {
  if (type !== 'posting.recorded') return [];
  const { transfer_id, lines } = data;
  const known = transfer_id === null ? [] : [...(references.get(transfer_id) ?? []), transfer_id];
  return lines.flatMap(({ account, amount }) => {
    const clearing = parseClearingAccount(account);
    if (clearing === undefined) return [];
    const { rail, currency } = clearing;
    const opposite = amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
    return [{ revision, posted_at: time, transfer_id, rail, currency, amount: opposite, references: known }];
  });
}
