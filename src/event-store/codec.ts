/**
 * How an event is written down, and the hash chain that runs through every stream.
 *
 * The hash of an event is SHA-256, in hex, over these texts in UTF-8, joined by single line feeds:
 * the hash of the event before (64 zeros for the first), the stream's name, the revision in decimal, the event's ID,
 * its type, the stored text of its data, and the stored text of its metadata without the hash. The hash is always the
 * metadata's last member, so "without the hash" is: cut `,"hash":"…"` off before the closing brace.
 * JSON text never holds a raw line feed, so the parts can't run into one another.
 */
import { hash as digest, randomUUID } from 'node:crypto';
import type { NewEvent, StoredEvent } from './port.ts';

export const FIRST_HASH = '0'.repeat(64);

export type IdempotencyRecord = {
  readonly key: string;
  readonly fingerprint: string;
  readonly status: number;
  /** How many events the command gave, this one included. */
  readonly events: number;
  /** The body; absent when the command's own events show it. */
  readonly answer?: string;
  readonly sealed_answer?: string;
};

export type Metadata = {
  readonly schema_version: number;
  /** ISO 8601 UTC with milliseconds. */
  readonly time: string;
  readonly actor: string;
  readonly request_id: string;
  /** Why it was done, where somebody said so. */
  readonly reason?: string;
  readonly idempotency?: IdempotencyRecord;
};

export type StoredMetadata = Metadata & { readonly hash: string };

/** An event ready to append, and the hash that the next one builds on. */
export type EncodedEvent = { readonly event: NewEvent; readonly hash: string };

/** Writes an event down as the one at `revision` of `stream`, after the event whose hash is `previous`. */
export function encodeEvent(
  previous: string,
  stream: string,
  revision: number,
  event: { readonly type: string; readonly data: unknown },
  metadata: Metadata,
): EncodedEvent {
  return encodeWithMetadataPrefix(previous, stream, revision, event, JSON.stringify(metadata).slice(0, -1));
}

/** The same with metadata that is JSON text already, but for its closing brace: the events of one command mostly share it. */
export function encodeWithMetadataPrefix(
  previous: string,
  stream: string,
  revision: number,
  event: { readonly type: string; readonly data: unknown },
  open: string,
): EncodedEvent {
  const id = randomUUID();
  const data = JSON.stringify(event.data);
  const hash = chainHash(previous, { stream, revision, id, type: event.type, data }, `${open}}`);
  return { event: { id, type: event.type, data, metadata: `${open},"hash":"${hash}"}` }, hash };
}

type Hashed = Pick<StoredEvent, 'stream' | 'revision' | 'id' | 'type' | 'data'>;

function chainHash(
  previous: string,
  { stream, revision, id, type, data }: Hashed,
  metadataRest: string,
): string {
  return digest('sha256', `${previous}\n${stream}\n${revision}\n${id}\n${type}\n${data}\n${metadataRest}`);
}

const HASH_MEMBER = /,"hash":"([0-9a-f]{64})"\}$/;

/** The hash that a stored event carries. Throws a BrokenChain when it does not follow from the event and the hash before it. */
export function verifyHash(previous: string, stored: StoredEvent): string {
  const match = HASH_MEMBER.exec(stored.metadata);
  const stated = match?.[1];
  if (stated === undefined) throw new BrokenHashChain(stored, 'it carries no hash');
  const rest = `${stored.metadata.slice(0, -stated.length - 11)}}`;
  if (chainHash(previous, stored, rest) !== stated)
    throw new BrokenHashChain(stored, 'it, or one before it, was changed');
  return stated;
}

/** The history is not what was written. Nothing may be decided on it. */
export class BrokenHashChain extends Error {
  override readonly name = 'BrokenChain';
  constructor({ stream, revision }: StoredEvent, reason: string) {
    super(`the hash chain of ${stream} breaks at revision ${revision}: ${reason}`);
  }
}

/** Reads the metadata of an event that this service wrote. */
export function decodeMetadata(stored: StoredEvent): StoredMetadata {
  // Our own events are the only ones in these streams, and the hash chain vouches for them.
  return JSON.parse(stored.metadata) as StoredMetadata;
}

/** Reads the data of an event that this service wrote. */
export const decodeData = (stored: StoredEvent): unknown => JSON.parse(stored.data);
