/**
 * How events are encoded, and the hash chain that runs through every stream.
 *
 * The hash of an event is SHA-256, in hex, over these texts in UTF-8, joined by single line feeds: the hash of the
 * previous event (64 zeros for the first), the stream name, the revision in decimal, the event ID, the type, the stored
 * text of the data, and the stored text of the metadata without the hash. The hash is always the last member of the
 * metadata, so the text without it is the text with `,"hash":"…"` removed before the closing brace. JSON text never
 * contains a raw line feed, so the parts cannot be confused.
 */
import { hash as digest } from 'node:crypto';
import type { ErrorObject } from 'ajv';
import { randomUUID } from '../system/runtime.ts';
import type { EncodingSchema } from './event-schemas.ts';
import { utf8BytesMax, type NewEvent, type Revision, type StoredEvent, type StreamName } from './port.ts';

export const FIRST_HASH = '0'.repeat(64);

export type IdempotencyRecord = {
  readonly key: string;
  readonly fingerprint: string;
  readonly status: number;
  /** The number of events of the command, including this one. */
  readonly events: number;
  /** The response body. Absent when it can be rendered from the command's events. */
  readonly answer?: string;
  readonly sealed_answer?: string;
};

export type Metadata = {
  readonly schema_version: number;
  /** ISO 8601 UTC with milliseconds. */
  readonly time: string;
  readonly actor: string;
  readonly request_id: string;
  /** Integrators see the event. Of types that they see since this member exists. */
  readonly announced?: true;
  readonly reason?: string;
  readonly idempotency?: IdempotencyRecord;
};

/** Events of releases without MACs have none, and neither have events that the next event of their append authenticates. */
export type StoredMetadata = Metadata & { readonly mac?: string; readonly hash: string };

/** The end of a stream that new events are chained to. */
export type ChainEnd = {
  readonly stream: StreamName;
  readonly revision: Revision;
  readonly hash: string;
};

/** The events of one command, with what they have in common. `idempotency` is stored with the first event. */
export type EventsToEncode = {
  readonly events: readonly { readonly type: string; readonly data: unknown }[];
  readonly schemaOf: (type: string) => EncodingSchema;
  /** Whether an event gets the member `announced`. None does if it is absent. */
  readonly isAnnounced?: ((index: number) => boolean) | undefined;
  readonly metadata: Omit<Metadata, 'schema_version' | 'idempotency' | 'announced'>;
  readonly idempotency?: IdempotencyRecord | undefined;
};

/** An event without its place in a stream. */
export type EventDraft = Pick<NewEvent, 'id' | 'type' | 'data'> & {
  /** The text of the metadata without the closing brace and the members that depend on the place. */
  readonly metadata: string;
};

export type DraftedEvents = {
  readonly drafts: readonly EventDraft[];
  /** An upper bound of the bytes of all data and metadata once they are encoded. */
  readonly bytesMax: number;
};

/** Encodes the events of one command, except for their places. Throws InvalidEvent for data that does not match its schema. */
export function draftEvents({
  events,
  schemaOf,
  isAnnounced,
  metadata,
  idempotency,
}: EventsToEncode): DraftedEvents {
  const { time, actor, request_id, reason } = metadata;
  const common = reason === undefined ? { actor, request_id } : { actor, request_id, reason };
  const drafts: EventDraft[] = [];
  let bytesMax = 0;
  // Events of one command mostly share their metadata, so its text is reused.
  let prefix = { version: 0, text: '' };
  for (const { type, data: value } of events) {
    const { version, validate } = schemaOf(type);
    if (validate?.(value) === false) throw new InvalidEvent(type, validate.errors);
    if (prefix.version !== version) {
      const shared: Metadata = { schema_version: version, time, ...common };
      prefix = { version, text: JSON.stringify(shared).slice(0, -1) };
    }
    let { text } = prefix;
    if (isAnnounced?.(drafts.length) === true) text += ',"announced":true';
    if (drafts.length === 0 && idempotency !== undefined)
      text += `,"idempotency":${JSON.stringify(idempotency)}`;
    const data = JSON.stringify(value);
    drafts.push({ id: randomUUID(), type, data, metadata: text });
    bytesMax += utf8BytesMax(data) + utf8BytesMax(text) + PLACE_BYTES_MAX;
  }
  return { drafts, bytesMax };
}

/** The members `mac` and `hash` with the closing brace. */
const PLACE_BYTES_MAX = 140;
/** The member `hash` with the closing brace. */
const HASH_BYTES = `,"hash":"${FIRST_HASH}"}`.length;
/** The member `mac`, which only the last event of an append has. */
export const MAC_BYTES_MAX = PLACE_BYTES_MAX - HASH_BYTES;

/** The bytes of the data and metadata of an event once it is chained, without a MAC. */
export const bytesOfDraft = ({ data, metadata }: EventDraft): number =>
  Buffer.byteLength(data) + Buffer.byteLength(metadata) + HASH_BYTES;

/** Adds the idempotency record to the first event of a command. */
export const withIdempotency = (draft: EventDraft, record: IdempotencyRecord): EventDraft => ({
  id: draft.id,
  type: draft.type,
  data: draft.data,
  metadata: `${draft.metadata},"idempotency":${JSON.stringify(record)}`,
});

/** Where an event is: after the event with the hash `previous`. */
type EventPlace = {
  readonly stream: StreamName;
  readonly revision: Revision;
  readonly previous: string;
};

/** Chains an event to the one before it. */
export function chainEvent(place: EventPlace, draft: EventDraft): { event: NewEvent; hash: string } {
  const hash = chainHash(place.previous, place.stream, place.revision, draft);
  return { event: withHash(draft, hash), hash };
}

/** The hash of an event: the only place that knows what it covers. Its arguments are not an object because this is the hottest path. */
export function chainHash(
  previous: string,
  stream: StreamName,
  revision: Revision,
  { id, type, data, metadata }: EventDraft,
): string {
  return digest('sha256', `${previous}\n${stream}\n${revision}\n${id}\n${type}\n${data}\n${metadata}}`);
}

export const withHash = ({ id, type, data, metadata }: EventDraft, hash: string): NewEvent => ({
  id,
  type,
  data,
  metadata: `${metadata},"hash":"${hash}"}`,
});

const HASH_MEMBER = /,"hash":"([0-9a-f]{64})"\}$/;

/** Returns the hash of a stored event. Throws BrokenHashChain when it does not match the event and the previous hash. */
export function verifyHash(previous: string, stored: StoredEvent): string {
  const match = HASH_MEMBER.exec(stored.metadata);
  const stated = match?.[1];
  if (stated === undefined) throw new BrokenHashChain(stored, 'the event has no hash');
  const { stream, revision, id, type, data } = stored;
  const metadata = stored.metadata.slice(0, -stated.length - 11);
  if (chainHash(previous, stream, revision, { id, type, data, metadata }) !== stated)
    throw new BrokenHashChain(stored, 'the event or one before it was changed');
  return stated;
}

/** The stream is not what the service wrote. No decision may be based on it. */
export class BrokenHashChain extends Error {
  override readonly name = 'BrokenHashChain';
  constructor({ stream, revision }: Pick<StoredEvent, 'stream' | 'revision'>, reason: string) {
    super(`the hash chain of ${stream} is broken at revision ${revision}: ${reason}`);
  }
}

/** An event that must not be written: its data does not match its schema. */
export class InvalidEvent extends Error {
  override readonly name = 'InvalidEvent';
  constructor(type: string, errors: readonly ErrorObject[] | null | undefined) {
    const [error] = errors ?? [];
    super(`${type} does not match its schema: data${error?.instancePath ?? ''} ${error?.message ?? ''}`);
  }
}

/** Parses the metadata of an event that this service wrote. */
export function decodeMetadata(stored: Pick<StoredEvent, 'metadata'>): StoredMetadata {
  // The service wrote every event in its streams, and the hash chain proves that they are unchanged.
  return JSON.parse(stored.metadata) as StoredMetadata;
}

/** Parses the data of an event that this service wrote. */
export const decodeData = (stored: StoredEvent): unknown => JSON.parse(stored.data);
