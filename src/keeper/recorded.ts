/** Stored events as the ledger sees them. */
import { decodeData, decodeMetadata } from '../eventstore/codec.ts';
import type { Metadata } from '../eventstore/codec.ts';
import { eventVersions } from '../generated/events.ts';
import type { StoredEvent } from '../eventstore/port.ts';
import type { BookEvent, Recorded } from '../ledger/event.ts';
import { UnknownVersion, upcast } from '../ledger/upcast.ts';

/** An event of a book as the ledger sees it. */
export function recordedEvent(stored: StoredEvent): Recorded {
  const { stream, revision } = stored;
  const metadata = decodeMetadata(stored);
  return recordedAt(bookEventOf(stored, metadata), stream, revision, metadata.time);
}

/**
 * A book's event in its newest shape; whoever reads a book's stream decodes by this. Throws an UnknownVersion for a type
 * or a version that this code does not know.
 */
export function bookEventOf(
  stored: StoredEvent,
  { schema_version }: Pick<Metadata, 'schema_version'> = decodeMetadata(stored),
): BookEvent {
  const { type } = stored;
  if (!Object.hasOwn(eventVersions, type)) throw new UnknownVersion(type, schema_version);
  // It is one of the types of a book, and upcasting gives the newest shape of its data.
  return { type, data: upcast(type, schema_version, decodeData(stored)) } as BookEvent;
}

/** Written out, for this is the hottest of paths; the cast only says that type and data still belong together. */
export const recordedAt = (
  { type, data }: BookEvent,
  stream: string,
  revision: number,
  time: string,
): Recorded => ({ type, data, stream, revision, time }) as Recorded;
