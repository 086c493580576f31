/**
 * A snapshot saves a book from being replayed from its first event. It is stored in the document store, in chunks, and is
 * never authoritative: a snapshot of another fold version, or one that cannot be read, is ignored.
 */
import { typedRecords } from '../../read-models/records.ts';
import { asPoints } from '../../ledger/amount.ts';
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DocumentStore } from '../../read-models/port.ts';
import type { Balance } from '../../ledger/account.ts';
import { FOLD_VERSION, TABLES, createBook } from '../../ledger/book.ts';
import type { Book, TableEntries } from '../../ledger/book.ts';
import type { SpendingWindow, UserSpending } from '../../ledger/transfers/spending-window.ts';
import type { SavedFilter, SavedLayer } from '../idempotency/key-filter.ts';
import { registerSaves, chunkKey, deleteSaves } from './snapshot-chunks.ts';

type TableName = keyof TableEntries;

/** A chunk is one record. At three bytes per character this is well below the record limits of the stores. */
const CHUNK_CHARS_MAX = 1_000_000;

type Manifest = {
  readonly fold_version: number;
  readonly revision: number;
  readonly time: number;
  /** Hash of the event at `revision`, which the chain continues from. */
  readonly hash: string;
  /** Part of the chunks' keys. Unique per save, so that two nodes that save at once never mix chunks. */
  readonly id: string;
  /** The number of chunks. */
  readonly pieces: number;
  /** The size of the chunks, and when they were saved, in milliseconds since 1970. Absent in older snapshots. */
  readonly bytes?: number;
  readonly saved_at?: number;
  /** The layers of the key filter. A full layer has its own chunks, which later snapshots share. */
  readonly layers: readonly ManifestLayer[];
};

type ManifestLayer = { readonly id: string; readonly count: number; readonly pieces: number };

type Chunk =
  | { readonly table: TableName; readonly entries: readonly (readonly [string, unknown])[] }
  /** A part of the bits of a layer, in base64. */
  | { readonly bits: string };

/** A copy of the book at one moment. Values are never mutated, so copying the entries is enough. */
export type BookCapture = Omit<Manifest, 'id' | 'pieces' | 'bytes' | 'saved_at' | 'layers'> & {
  readonly tables: ReadonlyMap<TableName, readonly (readonly [string, unknown])[]>;
  readonly filter: SavedFilter;
};

export const captureBook = (book: Book, hash: string, filter: SavedFilter): BookCapture => ({
  fold_version: FOLD_VERSION,
  revision: book.revision,
  time: book.time,
  hash,
  filter,
  tables: new Map(TABLES.map((table) => [table, [...book[table].entries()]])),
});

/**
 * Saves a capture as the book's snapshot. The manifest is written last, so an interrupted save leaves the old snapshot
 * valid; a later save deletes its chunks. `now` is in milliseconds since 1970.
 */
export async function saveSnapshot(
  documents: DocumentStore,
  stream: string,
  captured: BookCapture,
  now: number = Date.now(),
): Promise<void> {
  const { fold_version, revision, time, hash, filter } = captured;
  const id = randomUUID();
  const current = await readManifest(documents, stream);
  const saved = new Map(fullLayersOf(current).map((layer) => [layer.id, layer]));
  const added = filter.filter((layer) => layer.isFull && !saved.has(layer.id));
  const started = [id, ...added.map((layer) => layer.id)];
  await registerSaves(documents, stream, started, now, savesIn(current));
  const { pieces, bytes } = await putChunks(documents, stream, id, chunksOf(captured));
  const layers: ManifestLayer[] = [];
  for (const layer of filter) {
    const { id: layerId, count, isFull } = layer;
    const written = !isFull
      ? 0
      : (saved.get(layerId)?.pieces ??
        (await putChunks(documents, stream, layerId, bitChunksOf(layer))).pieces);
    layers.push({ id: layerId, count, pieces: written });
  }
  const before = await readManifest(documents, stream);
  // Another node has saved since, and deleted the layers that this snapshot shares with the previous one.
  if (before?.id !== current?.id)
    for (const layer of filter)
      if (saved.has(layer.id)) await putChunks(documents, stream, layer.id, bitChunksOf(layer));
  const header = { fold_version, revision, time, hash, id, pieces, bytes, saved_at: now };
  const manifest: Manifest = { ...header, layers };
  await typedRecords<Manifest>(documents, 'snapshots').put(stream, manifest);
  const shared = new Set(layers.map((layer) => layer.id));
  const replaced = savesIn(before).filter((save) => !shared.has(save.id));
  if (replaced.length > 0) await deleteSaves(documents, stream, replaced);
}

/** Snapshots of other fold versions are excluded: their layers may not have chunks of their own. */
const fullLayersOf = (manifest: Manifest | undefined): readonly ManifestLayer[] =>
  manifest?.fold_version === FOLD_VERSION ? manifest.layers.filter(({ pieces }) => pieces > 0) : [];

/** The saves whose chunks belong to a snapshot. */
const savesIn = (manifest: Manifest | undefined): { id: string; pieces: number }[] =>
  manifest === undefined ? [] : [manifest, ...fullLayersOf(manifest)];

/** Writes the chunks in order. Returns their number and size. */
async function putChunks(
  documents: DocumentStore,
  stream: string,
  id: string,
  texts: Iterable<string>,
): Promise<{ pieces: number; bytes: number }> {
  let [pieces, bytes] = [0, 0];
  for (const text of texts) {
    await documents.putRecord('snapshots', chunkKey(stream, id, pieces), text);
    pieces += 1;
    bytes += Buffer.byteLength(text);
    await nextTurn();
  }
  return { pieces, bytes };
}

/** Describes a book's snapshot without loading it. */
export type SnapshotInfo = Pick<Manifest, 'revision' | 'time' | 'pieces' | 'bytes' | 'saved_at'> & {
  /** Whether this release can load it. */
  readonly isUsable: boolean;
};

export async function readSnapshotInfo(
  documents: DocumentStore,
  stream: string,
): Promise<SnapshotInfo | undefined> {
  const manifest = await readManifest(documents, stream);
  if (manifest === undefined) return undefined;
  const { revision, time, bytes, saved_at, fold_version } = manifest;
  return {
    revision,
    time,
    pieces: savesIn(manifest).reduce((sum, save) => sum + save.pieces, 0),
    ...(bytes === undefined ? {} : { bytes }),
    ...(saved_at === undefined ? {} : { saved_at }),
    isUsable: fold_version === FOLD_VERSION,
  };
}

/** Deletes a book's snapshot, so that the next load replays the whole stream. False when there is none. */
export async function deleteSnapshot(documents: DocumentStore, stream: string): Promise<boolean> {
  const manifest = await readManifest(documents, stream);
  if (manifest === undefined) return false;
  // Chunks without a manifest are ignored. If this is interrupted, a later save deletes them.
  await documents.deleteRecord('snapshots', stream);
  await deleteSaves(documents, stream, savesIn(manifest));
  return true;
}

/** Yields the texts of the chunks. An entry above the limit gets a chunk of its own. */
function* chunksOf({ tables, filter }: BookCapture): Generator<string> {
  for (const [table, entries] of tables) {
    // A replacer takes several times as long, so only tables with amounts use one.
    const write = AMOUNTS_IN[table] === undefined ? undefined : writeBigint;
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

/** Manifests of every version have `fold_version`. */
const readManifest = (documents: DocumentStore, stream: string): Promise<Manifest | undefined> =>
  typedRecords<Manifest>(documents, 'snapshots').get(stream);

export type RestoredBook = { readonly book: Book; readonly hash: string; readonly filter: SavedFilter };

/** Loads the book's snapshot. Undefined when there is none that this release can load. */
export async function loadSnapshot(
  documents: DocumentStore,
  stream: string,
): Promise<RestoredBook | undefined> {
  const manifest = await readManifest(documents, stream);
  if (manifest?.fold_version !== FOLD_VERSION) return undefined;
  const { revision, time, hash, id, pieces, layers } = manifest;
  const tables = new Map(TABLES.map((table) => [table, [] as (readonly [string, unknown])[]]));
  let openBits = '';
  for (let i = 0; i < pieces; i++) {
    const chunk = await readChunk(documents, stream, id, i);
    if (chunk === undefined) return undefined;
    if ('bits' in chunk) {
      openBits += chunk.bits;
      continue;
    }
    const read = AMOUNTS_IN[chunk.table] ?? ((value: unknown) => value);
    for (const [key, value] of chunk.entries) tables.get(chunk.table)?.push([key, read(value)]);
  }
  const filter: SavedLayer[] = [];
  for (const layer of layers) {
    const isFull = layer.pieces > 0;
    const text = isFull ? await readLayer(documents, stream, layer) : openBits;
    if (text === undefined) return undefined;
    const bits = new Uint8Array(Buffer.from(text, 'base64'));
    filter.push({ id: layer.id, count: layer.count, isFull, bits });
  }
  // captureBook took the entries from a book of the same fold version.
  const entries = Object.fromEntries(tables) as unknown as TableEntries;
  const book = createBook(stream, { revision, time, tables: entries });
  return { book, hash, filter };
}

/** Reads the bits of a full layer, in base64. */
async function readLayer(
  documents: DocumentStore,
  stream: string,
  { id, pieces }: ManifestLayer,
): Promise<string | undefined> {
  let text = '';
  for (let i = 0; i < pieces; i++) {
    const chunk = await readChunk(documents, stream, id, i);
    if (chunk === undefined || !('bits' in chunk)) return undefined;
    text += chunk.bits;
  }
  return text;
}

async function readChunk(
  documents: DocumentStore,
  stream: string,
  id: string,
  index: number,
): Promise<Chunk | undefined> {
  return typedRecords<Chunk>(documents, 'snapshots').get(chunkKey(stream, id, index));
}

const writeBigint = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value;

/** Restores the bigint amounts of a table's values, which are stored as text. */
const AMOUNTS_IN: Partial<Record<TableName, (value: unknown) => unknown>> = {
  accounts: readBalance,
  holds: readBalance,
  spending: readSpending,
};

function readSpending(value: unknown): UserSpending {
  type Written = { step: number; total: string; entries: [number, string][] };
  const read = ({ step, total, entries }: Written): SpendingWindow => ({
    step,
    total: asPoints(BigInt(total)),
    entries: entries.map(([end, amount]) => [end, asPoints(BigInt(amount))] as const),
  });
  // Written by the same fold version.
  const { per24h, per30d } = value as { per24h: Written; per30d: Written };
  return { per24h: read(per24h), per30d: read(per30d) };
}

function readBalance(value: unknown): Balance {
  // Written by the same fold version.
  const { unit, amount, cashable } = value as { unit: string; amount: string; cashable: string };
  return { unit, amount: BigInt(amount), cashable: BigInt(cashable) };
}
