/** Decodes stored events of books. */
import { eventVersions } from '../generated/events.ts';
import type { BookEvent, RecordedBookEvent } from '../ledger/event.ts';
import { UnknownEventVersion, upcast } from '../ledger/upcast.ts';
import { decodeData, decodeMetadata } from './codec.ts';
import type { Metadata } from './codec.ts';
import type { StoredEvent } from './port.ts';

/** Throws UnknownEventVersion for a type or version that this release does not know. */
export function decodeRecorded(stored: StoredEvent): RecordedBookEvent {
  const { stream, revision } = stored;
  const metadata = decodeMetadata(stored);
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
