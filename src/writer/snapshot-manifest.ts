import { createHash, createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';
import { FOLD_VERSION } from '../ledger/book.ts';
import type { DocumentStore } from '../read-models/port.ts';
import type { RecordCalls } from '../read-models/records.ts';
import { asMacKeys, type MacKeys } from '../system/key-ring.ts';

// The manifest of a snapshot, with a message authentication code (MAC) over it and, by digests, over every chunk. The key
// derives from the master key, so nobody who can only write to the document store can make the writer load other balances.

/** Snapshots of earlier fold versions are all in one place. */
const FIRST_VERSION_WITH_PLACE = 9;

/**
 * What the keys of a snapshot's records begin with; the manifest has this key. Each fold version has its own place, so a new release
 * can prepare snapshots while the former one serves.
 */
export const snapshotPlace = (stream: string, foldVersion = FOLD_VERSION): string =>
  foldVersion < FIRST_VERSION_WITH_PLACE ? stream : `${stream}#fold-${foldVersion}`;

/** The places of earlier fold versions, the newest first. */
export const formerPlaces = (stream: string): readonly string[] =>
  Array.from({ length: FOLD_VERSION - FIRST_VERSION_WITH_PLACE + 1 }, (_, at) =>
    snapshotPlace(stream, FOLD_VERSION - 1 - at),
  );

/** Manifests without a format are of releases without a MAC. They are not loaded. */
const FORMAT = 2;

export type Manifest = {
  readonly fold_version: number;
  readonly revision: number;
  readonly time: number;
  /** How far the book's time is ahead of the clock, in milliseconds; absent if it never was. */
  readonly clock_ahead_ms?: number;
  /** Hash of the event at `revision`, which the chain continues from. */
  readonly hash: string;
  /** Part of the chunks' keys. Unique per save, so that two nodes that save at once never mix chunks. */
  readonly id: string;
  /** The number of chunks. */
  readonly pieces: number;
  /** SHA-256 of the chunks. */
  readonly digest: string;
  /** The size of the chunks, and when they were saved, in milliseconds since 1970. */
  readonly bytes: number;
  readonly saved_at: number;
  /** The layers of the key filter. A full layer has its own chunks, which later snapshots share. */
  readonly layers: readonly ManifestLayer[];
};

export type ManifestLayer = {
  readonly id: string;
  readonly count: number;
  readonly pieces: number;
  /** SHA-256 of the bits of a full layer. The chunks of the snapshot contain the other bits. */
  readonly digest: string;
};

/** `key_id` names the master key; absent for the first one. */
type StoredManifest = Manifest & {
  readonly format?: number;
  readonly key_id?: string;
  readonly mac?: string;
};

/** The snapshot in the document store is not what the service saved. The stream is replayed instead. */
export class SnapshotRejected extends Error {
  override readonly name = 'SnapshotRejected';
  constructor(stream: string, reason: string) {
    super(`the snapshot of ${stream} is not what the service saved: ${reason}`);
  }
}

/** Digest of the chunks of a snapshot, in order. */
export function createChunkDigest(): { add(text: string): void; end(): string } {
  const digest = createHash('sha256');
  return {
    // JSON text contains no line feed.
    add: (text) => void digest.update(text).update('\n'),
    end: () => digest.digest('hex'),
  };
}

const layerDigests = new WeakMap<Uint8Array, string>();

/** Digest of the bits of a full layer, which never change. */
export function layerDigest(bits: Uint8Array): string {
  const digest = layerDigests.get(bits) ?? createHash('sha256').update(bits).digest('hex');
  layerDigests.set(bits, digest);
  return digest;
}

function macOf(stream: string, manifest: Manifest, key: KeyObject): Buffer {
  const { fold_version, revision, time, hash, id, pieces, digest, bytes, saved_at, clock_ahead_ms } =
    manifest;
  const layers = manifest.layers.map((layer) => [layer.id, layer.count, layer.pieces, layer.digest]);
  const parts = [
    FORMAT,
    stream,
    fold_version,
    revision,
    time,
    hash,
    id,
    pieces,
    digest,
    bytes,
    saved_at,
    layers,
    ...(clock_ahead_ms === undefined ? [] : [clock_ahead_ms]),
  ];
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest();
}

function manifestText(stream: string, manifest: Manifest, keys: KeyObject | MacKeys): string {
  const { name: key_id, key } = asMacKeys(keys).current();
  const mac = macOf(stream, manifest, key).toString('base64url');
  const stored: StoredManifest = {
    ...manifest,
    format: FORMAT,
    ...(key_id !== undefined && { key_id }),
    mac,
  };
  return JSON.stringify(stored);
}

/** Stores the manifest, which makes its snapshot the valid one of this fold version. */
export async function putManifest(
  documents: RecordCalls,
  stream: string,
  manifest: Manifest,
  keys: KeyObject | MacKeys,
): Promise<void> {
  await documents.putRecord('snapshots', snapshotPlace(stream), manifestText(stream, manifest, keys));
}

/** Computes the MACs of a book's snapshots again that another key authenticates. Returns how many. */
export async function reauthenticateSnapshots(
  documents: Pick<DocumentStore, 'getRecord' | 'replaceRecord'>,
  stream: string,
  keys: MacKeys,
): Promise<number> {
  let changed = 0;
  for (const place of [snapshotPlace(stream), ...formerPlaces(stream)]) {
    const text = await documents.getRecord('snapshots', place);
    if (text === undefined || parseManifest(text)?.key_id === keys.current().name) continue;
    const manifest = verifiedOrNone(text, stream, keys);
    if (manifest === undefined) continue;
    if (await documents.replaceRecord('snapshots', place, text, manifestText(stream, manifest, keys)))
      changed += 1;
  }
  return changed;
}

/** A snapshot that the service did not save stays rejected. */
function verifiedOrNone(text: string, stream: string, keys: MacKeys): Manifest | undefined {
  try {
    return verifyManifest(text, stream, keys);
  } catch (error) {
    if (error instanceof SnapshotRejected) return undefined;
    throw error;
  }
}

export type PlacedManifest = { readonly place: string; readonly manifest: Manifest };

/** What the store says about the newest snapshot: of this fold version, or else of an earlier one. It may be wrong. */
export async function findManifest(
  documents: Pick<RecordCalls, 'getRecord'>,
  stream: string,
): Promise<{ readonly place: string; readonly text: string } | undefined> {
  for (const place of [snapshotPlace(stream), ...formerPlaces(stream)]) {
    const text = await documents.getRecord('snapshots', place);
    if (text !== undefined) return { place, text };
  }
  return undefined;
}

/**
 * Undefined when there is no snapshot, or only one of a release without MACs. One of an earlier fold version cannot be loaded, but
 * proves which events there were. Throws SnapshotRejected.
 */
export async function readManifest(
  documents: Pick<RecordCalls, 'getRecord'>,
  stream: string,
  keys: KeyObject | MacKeys,
): Promise<PlacedManifest | undefined> {
  const found = await findManifest(documents, stream);
  const manifest = found && verifyManifest(found.text, stream, keys);
  return found && manifest && { place: found.place, manifest };
}

/** Undefined for a manifest of a release without MACs. Throws SnapshotRejected. */
export function verifyManifest(
  text: string,
  stream: string,
  keys: KeyObject | MacKeys,
): Manifest | undefined {
  const stored = parseManifest(text);
  if (stored === undefined) throw new SnapshotRejected(stream, 'its manifest cannot be read');
  if (stored.format === undefined && stored.mac === undefined) return undefined;
  const { format, key_id, mac, ...manifest } = stored;
  const key = asMacKeys(keys).find(key_id);
  if (key === undefined || !isValidMac(mac, () => macOf(stream, manifest, key)))
    throw new SnapshotRejected(stream, `its manifest of format ${String(format)} has no valid MAC`);
  return manifest;
}

function isValidMac(mac: unknown, expected: () => Buffer): boolean {
  if (typeof mac !== 'string') return false;
  try {
    return timingSafeEqual(Buffer.from(mac, 'base64url'), expected());
  } catch {
    // The MAC has another length, or the manifest lacks members.
    return false;
  }
}

/** What the store says. It may be wrong. Undefined when there is no readable manifest. */
export async function readUnverifiedManifest(
  documents: Pick<RecordCalls, 'getRecord'>,
  stream: string,
): Promise<StoredManifest | undefined> {
  const found = await findManifest(documents, stream);
  return found && parseManifest(found.text);
}

function parseManifest(text: string): StoredManifest | undefined {
  try {
    const value: unknown = JSON.parse(text);
    // Members that are missing or have other types fail the MAC.
    return typeof value === 'object' && value !== null ? (value as StoredManifest) : undefined;
  } catch {
    return undefined;
  }
}
