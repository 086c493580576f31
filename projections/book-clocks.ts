/**
 * How far the time of each sandbox book is ahead of the clock. These documents are in the collection of tasks, because they
 * decide when tasks are due. A book whose time was never advanced has none.
 */
import type { Recorded } from './views.ts';

export type BookClock = {
  readonly stream: string;
  readonly ahead_seconds: number;
};

/** The term of all clocks. */
export const CLOCKS_TERM = 'clocks';

/** The ID of the document, which no task has. */
export const bookClockId = (stream: string): string => `clock|${stream}`;

export const clockAdvanced = {
  touches: ({ stream }: Recorded<'clock.advanced'>): string[] => [bookClockId(stream)],
  fold(_before: unknown, { stream, data }: Recorded<'clock.advanced'>) {
    const value: BookClock = { stream, ahead_seconds: data.ahead_seconds };
    return { value, terms: [CLOCKS_TERM] };
  },
};

/** No task of a closed book is due early. */
export const clockEnded = {
  touches: ({ stream }: Recorded<'book.closed'>): string[] => [bookClockId(stream)],
  fold: (before: unknown) => (before === undefined ? undefined : null),
};
