/** Events of a book as the ledger sees them: decoded, with the place and time they were recorded at. */
import type { BookEvent } from '../generated/events.ts';

export type { BookEvent } from '../generated/events.ts';
export type EventType = BookEvent['type'];
export type EventData<T extends EventType> = Extract<BookEvent, { type: T }>['data'];

/** Where an event stands. `time` is ISO 8601 UTC with milliseconds and never runs backwards within a book. */
export type EventLocation = { readonly stream: string; readonly revision: number; readonly time: string };

export type RecordedBookEvent<T extends EventType = EventType> = Extract<BookEvent, { type: T }> &
  EventLocation;
