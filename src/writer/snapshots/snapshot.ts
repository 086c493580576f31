/**
 * Snapshots spare a book from being folded from its first event. They are kept in the documents store, in pieces, and
 * are never the truth: one of another fold version, or one that can't be read, is as good as none.
 */
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

/** A piece is one record, and document stores bound those: with three bytes for a character this is well below. */
const PIECE_CHARS_MAX = 1_000_000;

type Manifest = {
  readonly fold_version: number;
  readonly revision: number;
  readonly time: number;
  /** Hash of the event at `revision`; the chain goes on from it. */
  readonly hash: string;
  /** Names the pieces. Every save has its own, so that two nodes that save at once never mix theirs. */
  readonly id: string;
  readonly pieces: number;
  /** Of the pieces, and when they were saved, in milliseconds since 1970. Older snapshots don't say. */
  readonly bytes?: number;
  readonly saved_at?: number;
  /** The layers of the key filter. A full one has pieces of its own, which the next snapshots share. */
  readonly layers: readonly ManifestLayer[];
};

type ManifestLayer = { readonly id: string; readonly count: number; readonly pieces: number };

type Piece =
  | { readonly table: TableName; readonly entries: readonly (readonly [string, unknown])[] }
  /** A stretch of the bits of the layer that is not full, in base64. */
  | { readonly bits: string };

/** A copy of the book at one moment. Values are never changed in place, so copying the entries is enough. */
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
 * Stores a capture as the book's snapshot. The manifest is written last, so a cut-off save leaves the old one valid. The
 * pieces it leaves are removed by a later save. `now` is in milliseconds since 1970.
 */
export async function saveSnapshot(
  documents: DocumentStore,
  stream: string,
  taken: BookCapture,
  now: number = Date.now(),
): Promise<void> {
  const { fold_version, revision, time, hash, filter } = taken;
  const id = randomUUID();
  const current = await readManifest(documents, stream);
  const kept = new Map(fullLayersOf(current).map((layer) => [layer.id, layer]));
  const added = filter.filter((layer) => layer.isFull && !kept.has(layer.id));
  const begun = [id, ...added.map((layer) => layer.id)];
  await registerSaves(documents, stream, begun, now, savesIn(current));
  const { pieces, bytes } = await putPieces(documents, stream, id, piecesOf(taken));
  const layers: ManifestLayer[] = [];
  for (const layer of filter) {
    const { id: layerId, count, isFull } = layer;
    const written = !isFull
      ? 0
      : (kept.get(layerId)?.pieces ??
        (await putPieces(documents, stream, layerId, stretchesOf(layer))).pieces);
    layers.push({ id: layerId, count, pieces: written });
  }
  const before = await readManifest(documents, stream);
  // Another node has saved meanwhile, and removed the layers that this snapshot was to share with the one before.
  if (before?.id !== current?.id)
    for (const layer of filter)
      if (kept.has(layer.id)) await putPieces(documents, stream, layer.id, stretchesOf(layer));
  const about = { fold_version, revision, time, hash, id, pieces, bytes, saved_at: now };
  const manifest: Manifest = { ...about, layers };
  await documents.putRecord('snapshots', stream, JSON.stringify(manifest));
  const shared = new Set(layers.map((layer) => layer.id));
  const replaced = savesIn(before).filter((save) => !shared.has(save.id));
  if (replaced.length > 0) await deleteSaves(documents, stream, replaced);
}

/** A snapshot of another fold version may have been written before layers had pieces of their own. */
const fullLayersOf = (manifest: Manifest | undefined): readonly ManifestLayer[] =>
  manifest?.fold_version === FOLD_VERSION ? manifest.layers.filter(({ pieces }) => pieces > 0) : [];

/** All that a snapshot's pieces are listed under. */
const savesIn = (manifest: Manifest | undefined): { id: string; pieces: number }[] =>
  manifest === undefined ? [] : [manifest, ...fullLayersOf(manifest)];

/** Writes the pieces one after another, and tells how many they were and how large. */
async function putPieces(
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

/** What is known of a book's snapshot without loading it. */
export type SnapshotInfo = Pick<Manifest, 'revision' | 'time' | 'pieces' | 'bytes' | 'saved_at'> & {
  /** Whether this code can load it. */
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

/** Removes a book's snapshot, if there is one: the next load reads the whole stream. */
export async function deleteSnapshot(documents: DocumentStore, stream: string): Promise<boolean> {
  const manifest = await readManifest(documents, stream);
  if (manifest === undefined) return false;
  // Without it the pieces are nothing; should they be left behind, a later save removes them.
  await documents.deleteRecord('snapshots', stream);
  await deleteSaves(documents, stream, savesIn(manifest));
  return true;
}

/** The texts of the pieces. An entry larger than a piece may be gets one of its own. */
function* piecesOf({ tables, filter }: BookCapture): Generator<string> {
  for (const [table, entries] of tables) {
    // Asking for every member whether it is an amount takes several times as long.
    const write = AMOUNTS_IN[table] === undefined ? undefined : writeBigint;
    let texts: string[] = [];
    let chars = 0;
    for (const entry of entries) {
      const text = JSON.stringify(entry, write);
      if (texts.length > 0 && chars + text.length > PIECE_CHARS_MAX) {
        yield pieceOf(table, texts);
        [texts, chars] = [[], 0];
      }
      texts.push(text);
      chars += text.length;
    }
    if (texts.length > 0) yield pieceOf(table, texts);
  }
  const last = filter.at(-1);
  if (last?.isFull === false) yield* stretchesOf(last);
}

/** Three bytes are four characters of base64, so that stretches of whole triples join to one text. */
const STRETCH_BYTES = (PIECE_CHARS_MAX / 4) * 3;

function* stretchesOf({ bits }: SavedLayer): Generator<string> {
  for (let from = 0; from < bits.length; from += STRETCH_BYTES) {
    const stretch = Buffer.from(bits.subarray(from, from + STRETCH_BYTES)).toString('base64');
    yield JSON.stringify({ bits: stretch } satisfies Piece);
  }
}

const pieceOf = (table: TableName, entries: readonly string[]): string =>
  `{"table":"${table}","entries":[${entries.join(',')}]}`;

async function readManifest(documents: DocumentStore, stream: string): Promise<Manifest | undefined> {
  const text = await documents.getRecord('snapshots', stream);
  // We wrote it; a shape of another version is told by fold_version, which every version has.
  return text === undefined ? undefined : (JSON.parse(text) as Manifest);
}

export type RestoredBook = { readonly book: Book; readonly hash: string; readonly filter: SavedFilter };

/** The book of the newest usable snapshot, if there is one. */
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
    const piece = await readPiece(documents, stream, id, i);
    if (piece === undefined) return undefined;
    if ('bits' in piece) {
      openBits += piece.bits;
      continue;
    }
    const read = AMOUNTS_IN[piece.table] ?? ((value: unknown) => value);
    for (const [key, value] of piece.entries) tables.get(piece.table)?.push([key, read(value)]);
  }
  const filter: SavedLayer[] = [];
  for (const layer of layers) {
    const isFull = layer.pieces > 0;
    const text = isFull ? await readLayer(documents, stream, layer) : openBits;
    if (text === undefined) return undefined;
    const bits = new Uint8Array(Buffer.from(text, 'base64'));
    filter.push({ id: layer.id, count: layer.count, isFull, bits });
  }
  // The entries are those that `capture` took from a book of the same fold version.
  const entries = Object.fromEntries(tables) as unknown as TableEntries;
  const book = createBook(stream, { revision, time, tables: entries });
  return { book, hash, filter };
}

/** The bits of a full layer, in base64. */
async function readLayer(
  documents: DocumentStore,
  stream: string,
  { id, pieces }: ManifestLayer,
): Promise<string | undefined> {
  let text = '';
  for (let i = 0; i < pieces; i++) {
    const piece = await readPiece(documents, stream, id, i);
    if (piece === undefined || !('bits' in piece)) return undefined;
    text += piece.bits;
  }
  return text;
}

async function readPiece(
  documents: DocumentStore,
  stream: string,
  id: string,
  index: number,
): Promise<Piece | undefined> {
  const text = await documents.getRecord('snapshots', chunkKey(stream, id, index));
  // We wrote it; the manifest that names it is of this fold version.
  return text === undefined ? undefined : (JSON.parse(text) as Piece);
}

const writeBigint = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value;

/** The tables that have amounts: these are written as text, and made bigint again by this. */
const AMOUNTS_IN: Partial<Record<TableName, (value: unknown) => unknown>> = {
  accounts: readBalance,
  holds: readBalance,
  spending: readSpending,
};

function readSpending(value: unknown): UserSpending {
  type Written = { step: number; total: string; entries: [number, string][] };
  const read = ({ step, total, entries }: Written): SpendingWindow => ({
    step,
    total: BigInt(total),
    entries: entries.map(([end, amount]) => [end, BigInt(amount)] as const),
  });
  // The same version of the fold wrote it.
  const { per24h, per30d } = value as { per24h: Written; per30d: Written };
  return { per24h: read(per24h), per30d: read(per30d) };
}

function readBalance(value: unknown): Balance {
  // The same version of the fold wrote it.
  const { unit, amount, cashable } = value as { unit: string; amount: string; cashable: string };
  return { unit, amount: BigInt(amount), cashable: BigInt(cashable) };
}
