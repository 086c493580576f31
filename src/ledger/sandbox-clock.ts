/**
 * The time of a sandbox book. Integrators move it forward to test what happens later, such as an expiry. The book counts how
 * far it is ahead of the clock, so its time survives restarts and is the same on every node.
 */
import { isSandboxBook } from './book.ts';
import type { Book, Decision, ReadonlyBook } from './book.ts';
import type { RecordedBookEvent } from './event.ts';
import { refuseField } from './refusal.ts';
import { LedgerViolation } from './violations.ts';

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
