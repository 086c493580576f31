import type { KeyObject } from 'node:crypto';
import { asPoints } from '../ledger/amount.ts';
import {
  captureTables,
  type CapturedBook,
  FOLD_VERSION,
  TABLES,
  createBook,
  type Book,
  type TableEntries,
} from '../ledger/book.ts';
import type { SpendingWindow, UserSpending } from '../ledger/limits.ts';
import type { Balance } from '../ledger/posting.ts';
import type { DocumentStore } from '../read-models/port.ts';
import type { MacKeys } from '../system/key-ring.ts';
import { currentTime, randomUUID } from '../system/runtime.ts';
import type { SavedFilter, SavedLayer } from './idempotency.ts';
import { deleteSaves, putChunks, readChunks, registerSaves } from './record-chunks.ts';
import {
  SnapshotRejected,
  createChunkDigest,
  formerPlaces,
  layerDigest,
  putManifest,
  readManifest,
  readUnverifiedManifest,
  snapshotPlace,
  verifyManifest,
  type Manifest,
  type ManifestLayer,
  type PlacedManifest,
} from './snapshot-manifest.ts';

// Amounts in snapshots, which are text because JSON has no bigint.

/** A replacer for JSON.stringify. */
export const writeBigint = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value;

/** Restores the bigint amounts of a table's values, which are stored as text. */
const AMOUNT_READERS: Partial<Record<keyof TableEntries, (value: unknown) => unknown>> = {
  accounts: readBalance,
  holds: readBalance,
  spending: readSpending,
  decidedAlone: readWindow,
};

/** A value of a table as it was before it was written as JSON. */
export const readTableValue = (table: keyof TableEntries, value: unknown): unknown =>
  AMOUNT_READERS[table]?.(value) ?? value;

function readSpending(value: unknown): UserSpending {
  // Written by the same fold version.
  const { per24h, per30d } = value as { per24h: unknown; per30d: unknown };
  return { per24h: readWindow(per24h), per30d: readWindow(per30d) };
}

function readWindow(value: unknown): SpendingWindow {
  // Written by the same fold version.
  const { step, total, entries } = value as { step: number; total: string; entries: [number, string][] };
  return {
    step,
    total: asPoints(BigInt(total)),
    entries: entries.map(([end, amount]) => [end, asPoints(BigInt(amount))] as const),
  };
}

function readBalance(value: unknown): Balance {
  // Written by the same fold version.
  const { unit, amount, cashable } = value as { unit: string; amount: string; cashable: string };
  return { unit, amount: BigInt(amount), cashable: BigInt(cashable) };
}

// A snapshot saves a book from being replayed from its first event. It is stored in the document store, in chunks, and is
// never authoritative: a snapshot of another fold version, one of a release without MACs, and one that cannot be read or
// verified are not loaded. An older valid snapshot is harmless, because the events after it are applied.

type TableName = keyof TableEntries;

/** A chunk is one record. At three bytes per character this is well below the record limits of the stores. */
const CHUNK_CHARS_MAX = 1_000_000;

type Chunk =
  | { readonly table: TableName; readonly entries: readonly (readonly [string, unknown])[] }
  /** A part of the bits of a layer, in base64. */
  | { readonly bits: string };

/** A copy of the book at one moment. */
export type BookCapture = CapturedBook &
  Pick<Manifest, 'fold_version' | 'revision' | 'hash'> & { readonly filter: SavedFilter };

export const captureBook = (book: Book, hash: string, filter: SavedFilter): BookCapture => ({
  fold_version: FOLD_VERSION,
  revision: book.revision,
  ...captureTables(book),
  hash,
  filter,
});

/**
 * Saves a capture as the book's snapshot. The manifest is written last, so an interrupted save leaves the old snapshot
 * valid; a later save deletes its chunks. `now` is in milliseconds since 1970, and `key` is the key of the MAC.
 */
export async function saveSnapshot(
  documents: DocumentStore,
  stream: string,
  captured: BookCapture,
  keys: KeyObject | MacKeys,
  now: number = currentTime(),
): Promise<void> {
  const { filter, tables: _tables, ...state } = captured;
  const [id, place] = [randomUUID(), snapshotPlace(stream)];
  const current = await manifestAt(documents, place, stream, keys);
  const saved = new Map(fullLayersOf(current).map((layer) => [layer.id, layer]));
  const added = filter.filter((layer) => layer.isFull && !saved.has(layer.id));
  const started = [id, ...added.map((layer) => layer.id)];
  await registerSaves(documents, place, started, now, savesIn(current));
  const written = await putChunks(documents, place, id, chunksOf(captured));
  const layers: ManifestLayer[] = [];
  for (const layer of filter) {
    const { id: layerId, count, isFull, bits } = layer;
    const pieces = !isFull
      ? 0
      : (saved.get(layerId)?.pieces ??
        (await putChunks(documents, place, layerId, bitChunksOf(layer))).pieces);
    layers.push({ id: layerId, count, pieces, digest: isFull ? layerDigest(bits) : '' });
  }
  const before = await manifestAt(documents, place, stream, keys);
  // Another node has saved since, and deleted the layers that this snapshot shares with the previous one.
  if (before?.id !== current?.id)
    for (const layer of filter)
      if (saved.has(layer.id)) await putChunks(documents, place, layer.id, bitChunksOf(layer));
  const manifest = { ...state, id, ...written, saved_at: now, layers };
  await putManifest(documents, stream, manifest, keys);
  const shared = new Set(layers.map((layer) => layer.id));
  const replaced = savesIn(before).filter((save) => !shared.has(save.id));
  if (replaced.length > 0) await deleteSaves(documents, place, replaced);
  // The first save may only prepare the switch to this release.
  if (current !== undefined) await deleteFormer(documents, stream, keys, now - FORMER_KEPT_MS);
}

/** The manifest of a place. One that the service did not write names no chunks that may be shared or deleted. */
async function manifestAt(
  documents: DocumentStore,
  place: string,
  stream: string,
  keys: KeyObject | MacKeys,
): Promise<Manifest | undefined> {
  const text = await documents.getRecord('snapshots', place);
  try {
    return text === undefined ? undefined : verifyManifest(text, stream, keys);
  } catch (error) {
    if (error instanceof SnapshotRejected) return undefined;
    throw error;
  }
}

/** Processes of a former release may need its snapshots for that long after they have saved the last one. */
const FORMER_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** Deletes the snapshots of earlier fold versions that were saved before this time. Returns whether there were any. */
async function deleteFormer(
  documents: DocumentStore,
  stream: string,
  keys: KeyObject | MacKeys,
  savedBefore: number,
): Promise<boolean> {
  let isAnyDeleted = false;
  for (const place of formerPlaces(stream)) {
    if ((await documents.getRecord('snapshots', place)) === undefined) continue;
    const manifest = await manifestAt(documents, place, stream, keys);
    if (manifest !== undefined && manifest.saved_at >= savedBefore) continue;
    await deletePlace(documents, place, manifest);
    isAnyDeleted = true;
  }
  return isAnyDeleted;
}

/** Chunks without a manifest are ignored. If this is interrupted, a later save in the same place deletes them. */
async function deletePlace(
  documents: DocumentStore,
  place: string,
  manifest: Manifest | undefined,
): Promise<void> {
  await documents.deleteRecord('snapshots', place);
  await deleteSaves(documents, place, savesIn(manifest));
}

const fullLayersOf = (manifest: Manifest | undefined): readonly ManifestLayer[] =>
  manifest?.layers.filter(({ pieces }) => pieces > 0) ?? [];

/** The saves whose chunks belong to a snapshot. */
const savesIn = (manifest: Manifest | undefined): { id: string; pieces: number }[] =>
  manifest === undefined ? [] : [manifest, ...fullLayersOf(manifest)];

/** Describes a book's snapshot without loading it. */
type SnapshotInfo = Pick<Manifest, 'revision' | 'time' | 'pieces'> & {
  /** Absent in snapshots of early releases. */
  readonly bytes?: number;
  readonly saved_at?: number;
  /** Whether this release can load it, unless it was changed. */
  readonly isUsable: boolean;
};

export async function readSnapshotInfo(
  documents: DocumentStore,
  stream: string,
): Promise<SnapshotInfo | undefined> {
  const manifest = await readUnverifiedManifest(documents, stream);
  if (manifest === undefined) return undefined;
  const { revision, time, fold_version, mac } = manifest;
  const { bytes, saved_at } = manifest as Partial<Manifest>;
  const isUsable = fold_version === FOLD_VERSION && mac !== undefined;
  return {
    revision,
    time,
    pieces: isUsable ? savesIn(manifest).reduce((sum, save) => sum + save.pieces, 0) : manifest.pieces,
    ...(bytes === undefined ? {} : { bytes }),
    ...(saved_at === undefined ? {} : { saved_at }),
    isUsable,
  };
}

/** Deletes a book's snapshots, so that the next load replays the whole stream. False when there is none. */
export async function deleteSnapshot(
  documents: DocumentStore,
  stream: string,
  keys: KeyObject | MacKeys,
): Promise<boolean> {
  const hadFormer = await deleteFormer(documents, stream, keys, Infinity);
  const place = snapshotPlace(stream);
  if ((await documents.getRecord('snapshots', place)) === undefined) return hadFormer;
  await deletePlace(documents, place, await manifestAt(documents, place, stream, keys));
  return true;
}

/** Yields the texts of the chunks. An entry above the limit gets a chunk of its own. */
function* chunksOf({ tables, filter }: BookCapture): Generator<string> {
  for (const [table, entries] of tables) {
    // A replacer takes several times as long, so only tables with amounts use one.
    const write = AMOUNT_READERS[table] === undefined ? undefined : writeBigint;
    let texts: string[] = [];
    let chars = 0;
    for (const entry of entries) {
      const text = JSON.stringify(entry, write);
      if (texts.length > 0 && chars + text.length > CHUNK_CHARS_MAX) {
        yield entriesChunk(table, texts);
        [texts, chars] = [[], 0];
      }
      texts.push(text);
      chars += text.length;
    }
    if (texts.length > 0) yield entriesChunk(table, texts);
  }
  const last = filter.at(-1);
  if (last?.isFull === false) yield* bitChunksOf(last);
}

/** A multiple of three bytes, so that the base64 texts of all chunks join to one text. */
const BIT_CHUNK_BYTES = (CHUNK_CHARS_MAX / 4) * 3;

function* bitChunksOf({ bits }: SavedLayer): Generator<string> {
  for (let from = 0; from < bits.length; from += BIT_CHUNK_BYTES) {
    const part = Buffer.from(bits.subarray(from, from + BIT_CHUNK_BYTES)).toString('base64');
    yield JSON.stringify({ bits: part } satisfies Chunk);
  }
}

const entriesChunk = (table: TableName, entries: readonly string[]): string =>
  `{"table":"${table}","entries":[${entries.join(',')}]}`;

export type RestoredBook = { readonly book: Book; readonly hash: string; readonly filter: SavedFilter };

/**
 * Loads the book's snapshot. Undefined when there is none that this release can load. Throws SnapshotRejected when it is not
 * what the service saved.
 */
export async function loadSnapshot(
  documents: DocumentStore,
  stream: string,
  keys: KeyObject | MacKeys,
): Promise<RestoredBook | undefined> {
  const found = await readManifest(documents, stream, keys);
  return found && loadContents(documents, stream, found);
}

/** The same for a manifest that was read. A snapshot that another node has replaced since is no longer complete: undefined. */
export async function loadContents(
  documents: DocumentStore,
  stream: string,
  { place, manifest }: PlacedManifest,
): Promise<RestoredBook | undefined> {
  if (manifest.fold_version !== FOLD_VERSION) return undefined;
  const texts = await readChunks(documents, place, manifest);
  if (texts === undefined) return undefined;
  const digest = createChunkDigest();
  for (const text of texts) digest.add(text);
  if (digest.end() !== manifest.digest) throw new SnapshotRejected(stream, 'a chunk was changed');
  const { revision, time, clock_ahead_ms: clockAheadMs = 0, hash, layers } = manifest;
  const tables = new Map(TABLES.map((table) => [table, [] as (readonly [string, unknown])[]]));
  let openBits = '';
  for (const [i, text] of texts.entries()) {
    // The digest proves that the service wrote the chunk.
    const chunk = JSON.parse(text) as Chunk;
    // Frees each text once it is parsed.
    texts[i] = '';
    if ('bits' in chunk) {
      openBits += chunk.bits;
      continue;
    }
    const read = AMOUNT_READERS[chunk.table] ?? ((value: unknown) => value);
    for (const [name, value] of chunk.entries) tables.get(chunk.table)?.push([name, read(value)]);
  }
  const filter: SavedLayer[] = [];
  for (const layer of layers) {
    const isFull = layer.pieces > 0;
    const text = isFull ? await readLayer(documents, place, layer) : openBits;
    if (text === undefined) return undefined;
    const bits = new Uint8Array(Buffer.from(text, 'base64'));
    if (isFull && layerDigest(bits) !== layer.digest)
      throw new SnapshotRejected(stream, 'a layer of the key filter was changed');
    filter.push({ id: layer.id, count: layer.count, isFull, bits });
  }
  // captureBook took the entries from a book of the same fold version.
  const entries = Object.fromEntries(tables) as unknown as TableEntries;
  const book = createBook(stream, { revision, time, clockAheadMs, tables: entries });
  return { book, hash, filter };
}

/** The bits of a full layer, in base64. The caller compares their digest. Undefined when a chunk is missing. */
async function readLayer(
  documents: DocumentStore,
  place: string,
  layer: ManifestLayer,
): Promise<string | undefined> {
  const texts = await readChunks(documents, place, layer);
  return texts?.map((text) => /"bits":"([^"]*)"/.exec(text)?.[1] ?? '').join('');
}
