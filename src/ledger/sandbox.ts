import { isSandboxBook, type Book, type Decision, type ReadonlyBook } from './book.ts';
import type { BookEvent, EventData, EventType, RecordedBookEvent } from './event.ts';
import { adjacentBook } from './ids.ts';
import { refuseField } from './refusal.ts';
import { LedgerViolation } from './violations.ts';

// The generations of a sandbox book. A reset closes a book and opens the next one, which is empty. A closed book stays as it is:
// only people may still be erased, and tasks that were open are dropped.

const ALLOWED_AFTER_CLOSING: ReadonlySet<EventType> = new Set([
  'user.forgotten',
  'task.dropped',
  // A repeated erasure.
  'request.recorded',
]);

export const isClosed = (book: Pick<ReadonlyBook, 'nextBook'>): boolean => book.nextBook !== null;

/** The first book of an integrator needs no opening. */
const isOpened = ({ revision, stream }: Pick<ReadonlyBook, 'revision' | 'stream'>): boolean =>
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

/** Marks a task of a closed book as abandoned. No event while the book is open. */
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

// The time of a sandbox book. Integrators move it forward to test what happens later, such as an expiry. The book counts how
// far it is ahead of the clock, so its time survives restarts and is the same on every node.

/** Ten years. Documents are deleted by the real clock, so those of a book that is ahead are stored longer. */
export const CLOCK_AHEAD_SECONDS_MAX = 3_650 * 24 * 60 * 60;

const SECOND_MS = 1_000;

/** `time` is ISO 8601. */
export type SandboxClock = {
  readonly object: 'sandbox_clock';
  readonly time: string;
  readonly ahead_seconds: number;
};

/** The clock of the book at `now`, the book's time in milliseconds since 1970. */
export const presentClock = (aheadMs: number, now: number): SandboxClock => ({
  object: 'sandbox_clock',
  time: new Date(now).toISOString(),
  ahead_seconds: aheadMs / SECOND_MS,
});

/** Moves the time of a sandbox book forward. Refuses more than ten years in total. */
export function advanceClock(book: ReadonlyBook, { seconds }: { readonly seconds: number }): Decision {
  if (!isSandboxBook(book)) throw new Error(`the time of ${book.stream} cannot be advanced`);
  const ahead_seconds = book.clockAheadMs / SECOND_MS + seconds;
  const left = CLOCK_AHEAD_SECONDS_MAX - book.clockAheadMs / SECOND_MS;
  return ahead_seconds > CLOCK_AHEAD_SECONDS_MAX
    ? refuseField(
        'seconds',
        'too_large',
        `seconds must be at most ${left}: the clock can be ${CLOCK_AHEAD_SECONDS_MAX} seconds ahead in total.`,
      )
    : { events: [{ type: 'clock.advanced', data: { seconds, ahead_seconds } }] };
}

/** The clock after the event. */
export function clockFromEvent({ data, time }: RecordedBookEvent<'clock.advanced'>): SandboxClock {
  const { seconds, ahead_seconds } = data;
  return presentClock(ahead_seconds * SECOND_MS, Date.parse(time) + seconds * SECOND_MS);
}

/** Applies the event to the book, whose time is then at least the time after the event. */
export function applyClockAdvanced(book: Book, { data }: RecordedBookEvent<'clock.advanced'>): void {
  if (!isSandboxBook(book))
    throw new LedgerViolation('time_order', `The time of ${book.stream} cannot be advanced.`);
  const { clockAheadMs: before } = book;
  const after = before + data.seconds * SECOND_MS;
  if (data.seconds <= 0 || data.ahead_seconds * SECOND_MS !== after)
    throw new LedgerViolation(
      'time_order',
      `The clock is ${after / SECOND_MS} seconds ahead; the event states ${data.ahead_seconds}.`,
    );
  if (book.undoLog.isRecording) book.undoLog.steps.push(() => (book.clockAheadMs = before));
  book.clockAheadMs = after;
}
