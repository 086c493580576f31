/** Stored events as the ledger sees them. */
import { decodeData, decodeMetadata } from './codec.ts';
import type { Metadata } from './codec.ts';
import { eventVersions } from '../generated/events.ts';
import type { StoredEvent } from './port.ts';
import type { BookEvent, RecordedBookEvent } from '../ledger/event.ts';
import { UnknownEventVersion, upcast } from '../ledger/upcast.ts';

/** An event of a book as the ledger sees it. */
export function decodeRecorded(stored: StoredEvent): RecordedBookEvent {
  const { stream, revision } = stored;
  const metadata = decodeMetadata(stored);
  return recordedAt(decodeBookEvent(stored, metadata), stream, revision, metadata.time);
}

/**
 * A book's event in its newest shape; whoever reads a book's stream decodes by this. Throws an UnknownVersion for a type
 * or a version that this code does not know.
 */
export function decodeBookEvent(
  stored: StoredEvent,
  { schema_version }: Pick<Metadata, 'schema_version'> = decodeMetadata(stored),
): BookEvent {
  const { type } = stored;
  if (!Object.hasOwn(eventVersions, type)) throw new UnknownEventVersion(type, schema_version);
  // It is one of the types of a book, and upcasting gives the newest shape of its data.
  return { type, data: upcast(type, schema_version, decodeData(stored)) } as BookEvent;
}

/** Written out, for this is the hottest of paths; the cast only says that type and data still belong together. */
export const recordedAt = (
  { type, data }: BookEvent,
  stream: string,
  revision: number,
  time: string,
): RecordedBookEvent => ({ type, data, stream, revision, time }) as RecordedBookEvent;
