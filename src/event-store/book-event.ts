/** Decodes stored events of books. */

import { eventVersions } from '../generated/events.ts';
import { UnknownEventVersion, upcast, type BookEvent, type RecordedBookEvent } from '../ledger/event.ts';
import { decodeIdOrigin } from '../ledger/ids.ts';
import { readAuthenticatedEvent, type Authentication } from './authenticated-reader.ts';
import { decodeData, decodeMetadata, type Metadata } from './codec.ts';
import type { EventStore, Revision, StoredEvent } from './port.ts';

/** Throws UnknownEventVersion for a type or version that this release does not know. */
export function decodeRecorded(
  stored: StoredEvent,
  metadata: Pick<Metadata, 'schema_version' | 'time'> = decodeMetadata(stored),
): RecordedBookEvent {
  const { stream, revision } = stored;
  return recordedAt(decodeBookEvent(stored, metadata), stream, revision, metadata.time);
}

/**
 * The event with its data upcast to the latest version. Every reader of a book's stream decodes with this function.
 * Throws UnknownEventVersion for a type or version that this release does not know.
 */
export function decodeBookEvent(
  stored: StoredEvent,
  { schema_version }: Pick<Metadata, 'schema_version'> = decodeMetadata(stored),
): BookEvent {
  const { type } = stored;
  if (!Object.hasOwn(eventVersions, type)) throw new UnknownEventVersion(type, schema_version);
  // The type is known, and upcasting returns the latest shape of its data.
  return { type, data: upcast(type, schema_version, decodeData(stored)) } as BookEvent;
}

/** Lists each member because this is the hottest path. The cast only states that type and data still belong together. */
export const recordedAt = (
  { type, data }: BookEvent,
  stream: string,
  revision: number,
  time: string,
): RecordedBookEvent => ({ type, data, stream, revision, time }) as RecordedBookEvent;

// Finds events by what is known about them without a read model. Anyone who can write to the document store can change what
// it says about an event, but not the event. Only events that the service wrote are found.

/** A store, and what tells genuine events from others. */
export type OriginSource = {
  readonly authentication: Authentication;
  readonly eventStore: Pick<EventStore, 'read'>;
};

/** Reads the event of a book that created an object, which is part of the object's ID. Undefined if there is none. */
export async function readOriginEvent(
  { eventStore, authentication }: OriginSource,
  stream: string,
  id: string,
): Promise<RecordedBookEvent | undefined> {
  const origin = decodeIdOrigin(id, stream);
  if (origin === undefined) return undefined;
  const stored = await readAuthenticatedEvent({ ...authentication, eventStore }, stream, origin.revision);
  return stored && decodeRecorded(stored);
}

const PAGE = 100;

/**
 * Reads the first event of a book at exactly this time (ISO 8601) that has the property, at or after a revision. Events are
 * ordered by time, so this takes about as many reads as the stream's length has binary digits.
 */
export async function findEventAt<Wanted extends RecordedBookEvent>(
  { eventStore, authentication }: OriginSource & { readonly eventStore: Pick<EventStore, 'readLast'> },
  stream: string,
  { time, from }: { readonly time: string; readonly from: Revision },
  isWanted: (event: RecordedBookEvent) => event is Wanted,
): Promise<Wanted | undefined> {
  const wantedMs = Date.parse(time);
  const timeOf = (stored: StoredEvent): number => Date.parse(decodeMetadata(stored).time);
  let low = from;
  let high = ((await eventStore.readLast(stream))?.revision ?? -1) + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [stored] = await eventStore.read(stream, middle, 1);
    if (stored !== undefined && timeOf(stored) < wantedMs) low = middle + 1;
    else high = middle;
  }
  for (;;) {
    const page = await eventStore.read(stream, low, PAGE);
    for (const stored of page) {
      if (timeOf(stored) !== wantedMs) return undefined;
      const event = decodeRecorded(stored);
      if (!isWanted(event)) continue;
      const genuine = await readAuthenticatedEvent({ ...authentication, eventStore }, stream, event.revision);
      if (genuine?.id !== stored.id) throw new Error(`revision ${event.revision} of ${stream} has changed`);
      return event;
    }
    if (page.length < PAGE) return undefined;
    low += PAGE;
  }
}
