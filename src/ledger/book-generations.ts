/**
 * The generations of a sandbox book. A reset closes a book and opens the next one, which is empty. A closed book stays as it is:
 * only people may still be erased, and tasks that were open are dropped.
 */
import { adjacentBook } from './book-name.ts';
import type { Book, Decision, ReadonlyBook } from './book.ts';
import type { BookEvent, EventData, EventType } from './event.ts';
import { LedgerViolation } from './violations.ts';

const ALLOWED_AFTER_CLOSING: ReadonlySet<EventType> = new Set([
  'user.forgotten',
  'task.dropped',
  // A repeated erasure.
  'request.recorded',
]);

export const isClosed = (book: Pick<ReadonlyBook, 'nextBook'>): boolean => book.nextBook !== null;

/** The first book of an integrator needs no opening. */
export const isOpened = ({ revision, stream }: Pick<ReadonlyBook, 'revision' | 'stream'>): boolean =>
  revision > -1 || adjacentBook(stream, -1) === undefined;

/** Whether the next event of the book may have this type. */
export function canRecord(book: ReadonlyBook, type: EventType): boolean {
  if (isClosed(book)) return ALLOWED_AFTER_CLOSING.has(type);
  return type === 'book.opened' ? !isOpened(book) : type !== 'task.dropped' && isOpened(book);
}

/** Closes the book. Its webhook endpoints are deleted, so that nothing of it is delivered any more. No event if it is closed. */
export function closeBook(book: ReadonlyBook): Decision {
  if (isClosed(book)) return { events: [] };
  const deleted = [...book.webhookEndpoints.values()].map(({ endpoint: { id } }): BookEvent => ({
    type: 'webhook_endpoint.deleted',
    data: { webhook_endpoint_id: id },
  }));
  return { events: [...deleted, { type: 'book.closed', data: { next_book: requireAdjacent(book, 1) } }] };
}

/** Opens the book after the previous one was closed. No event if it is open. */
export const openBook = (book: ReadonlyBook): Decision => ({
  events: isOpened(book) ? [] : [{ type: 'book.opened', data: { previous_book: requireAdjacent(book, -1) } }],
});

/** Records that nobody does a task of a closed book. No event while the book is open. */
export const dropTask = (book: ReadonlyBook, { task_id }: EventData<'task.dropped'>): Decision => ({
  events: isClosed(book) ? [{ type: 'task.dropped', data: { task_id } }] : [],
});

/** Throws a LedgerViolation for an event that the book may not record. */
export function assertCanRecord(book: ReadonlyBook, type: EventType): void {
  if (canRecord(book, type)) return;
  const state = isClosed(book) ? 'closed' : isOpened(book) ? 'open' : 'not opened yet';
  throw new LedgerViolation('book_state', `${type}: the book is ${state}.`);
}

/** Throws a LedgerViolation unless the event names the next book and no webhook endpoint is left. */
export function applyBookClosed(book: Book, { next_book }: EventData<'book.closed'>): void {
  if (next_book !== adjacentBook(book.stream, 1))
    throw new LedgerViolation('book_state', `book.closed: ${next_book} does not follow ${book.stream}.`);
  if (book.webhookEndpoints.size > 0)
    throw new LedgerViolation('book_state', 'book.closed: the book has webhook endpoints.');
  if (book.undoLog.isRecording) book.undoLog.steps.push(() => (book.nextBook = null));
  book.nextBook = next_book;
}

/** Throws a LedgerViolation unless the event names the previous book. */
export function checkBookOpened({ stream }: ReadonlyBook, { previous_book }: EventData<'book.opened'>): void {
  if (previous_book !== adjacentBook(stream, -1))
    throw new LedgerViolation('book_state', `book.opened: ${previous_book} does not precede ${stream}.`);
}

function requireAdjacent({ stream }: ReadonlyBook, step: 1 | -1): string {
  const found = adjacentBook(stream, step);
  if (found === undefined) throw new Error(`${stream} has no other generation`);
  return found;
}
