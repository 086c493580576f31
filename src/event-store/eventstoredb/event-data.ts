/**
 * Converts events to and from the client's types. They are stored as JSON, so that the server's tools show them. The
 * client parses and serializes JSON in both directions; a text that would not survive this is stored as bytes.
 */
import type { EventData, RecordedEvent } from '@eventstore/db-client';
import type { NewEvent, StoredEvent } from '../port.ts';

/** Checked here because the server answers a malformed ID only with "bad request". */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Throws RangeError for an ID that is not a lower-case UUID, and for metadata that differs from what JSON.stringify
 * writes, because the client parses all metadata that is valid JSON.
 */
export function toEventData({ id, type, data, metadata }: NewEvent): EventData {
  if (!UUID.test(id)) throw new RangeError(`the event ID must be a lower-case UUID; got '${id}'`);
  if (!survives(metadata, JSON.parse(metadata))) {
    throw new RangeError(`the metadata of event ${id} must be formatted as by JSON.stringify`);
  }
  const head = { id, type, metadata: bytesOf(metadata) };
  const value: unknown = JSON.parse(data);
  if (!survives(data, value))
    return { contentType: 'application/octet-stream', ...head, data: bytesOf(data) };
  // The client's type requires an object, but its code accepts any JSON value.
  return { contentType: 'application/json', ...head, data: value as Record<string, unknown> };
}

function survives(text: string, value: unknown): boolean {
  return JSON.stringify(value) === text;
}

const encoder = new TextEncoder();

/** A Uint8Array and not a Buffer, because the client checks the class. */
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

/** The two parts of a position differ only for events of explicit transactions, which the service does not use. */
export function positionOf({ id, position }: RecordedEvent): bigint {
  if (position === undefined) throw new Error(`EventStoreDB returned event ${id} without a position`);
  return position.commit;
}

function toText(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : JSON.stringify(value);
}
