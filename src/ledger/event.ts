/** Events of a book, decoded and with their location in the stream. */
import type { BookEvent } from '../generated/events.ts';

export type { BookEvent } from '../generated/events.ts';
export type EventType = BookEvent['type'];
export type EventData<T extends EventType> = Extract<BookEvent, { type: T }>['data'];

/** The location of an event. `time` is ISO 8601 UTC with milliseconds and never decreases within a book. */
export type EventLocation = { readonly stream: string; readonly revision: number; readonly time: string };

export type RecordedBookEvent<T extends EventType = EventType> = Extract<BookEvent, { type: T }> &
  EventLocation;
