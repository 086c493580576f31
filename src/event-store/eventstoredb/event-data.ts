/**
 * Events on their way to EventStoreDB and back. They are stored as JSON, so that the server's own tools show them. The
 * client parses JSON and writes it again, both ways; a text that would come back changed is stored as bytes instead.
 */
import type { EventData, RecordedEvent } from '@eventstore/db-client';
import type { NewEvent, StoredEvent } from '../port.ts';

/** The server answers a malformed ID with a bare "bad request", which could be anything. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Throws a RangeError for an ID that is not a lower-case UUID, and for metadata that is not as JSON.stringify writes it:
 * the client reads any metadata as JSON that it can.
 */
export function toEventData({ id, type, data, metadata }: NewEvent): EventData {
  if (!UUID.test(id)) throw new RangeError(`'${id}' is not a UUID in lower case.`);
  if (!survives(metadata, JSON.parse(metadata))) {
    throw new RangeError(`The metadata of event ${id} is not as JSON.stringify writes it.`);
  }
  const head = { id, type, metadata: bytesOf(metadata) };
  const value: unknown = JSON.parse(data);
  if (!survives(data, value))
    return { contentType: 'application/octet-stream', ...head, data: bytesOf(data) };
  // The client's type wants an object, and its code takes any JSON value.
  return { contentType: 'application/json', ...head, data: value as Record<string, unknown> };
}

function survives(text: string, value: unknown): boolean {
  return JSON.stringify(value) === text;
}

const encoder = new TextEncoder();

/** Plain bytes and no Buffer, as the client knows bytes by their very class. */
const bytesOf = (text: string): Uint8Array => encoder.encode(text);

export function toStoredEvent(event: RecordedEvent): StoredEvent {
  const { streamId: stream, id, type, data, metadata, revision } = event;
  return {
    stream,
    revision: Number(revision),
    id,
    type,
    data: toText(data),
    metadata: toText(metadata),
    position: positionOf(event),
  };
}

/** The two halves of a position differ for events of explicit transactions alone, which nothing of ours writes. */
export function positionOf({ id, position }: RecordedEvent): bigint {
  if (position === undefined) throw new Error(`EventStoreDB gave event ${id} without a position.`);
  return position.commit;
}

function toText(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : JSON.stringify(value);
}
