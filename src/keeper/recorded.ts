/** Stored events as the ledger sees them. */
import { decodeData, decodeMetadata } from '../eventstore/codec.ts';
import type { StoredEvent } from '../eventstore/port.ts';
import type { BookEvent, Recorded } from '../ledger/event.ts';

/** An event of a book as the ledger sees it. */
export function recordedEvent(stored: StoredEvent): Recorded {
  const { stream, revision } = stored;
  // The types of a book's events are those that this service appended.
  const event = { type: stored.type, data: decodeData(stored) } as BookEvent;
  return recordedAt(event, stream, revision, decodeMetadata(stored).time);
}

/** Written out, for this is the hottest of paths; the cast only says that type and data still belong together. */
export const recordedAt = (
  { type, data }: BookEvent,
  stream: string,
  revision: number,
  time: string,
): Recorded => ({ type, data, stream, revision, time }) as Recorded;
