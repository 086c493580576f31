/**
 * Snapshots spare a book from being folded from its first event. They are kept in the documents store, in pieces, and
 * are never the truth: one of another fold version, or one that can't be read, is as good as none.
 */
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Documents } from '../documents/port.ts';
import type { Balance } from '../ledger/account.ts';
import { FOLD_VERSION, createBook } from '../ledger/book.ts';
import type { Book, TableEntries } from '../ledger/book.ts';
import type { SavedFilter } from './key-filter.ts';
import { beginSave, pieceKey, removeSave } from './snapshot-pieces.ts';

const TABLES = [
  'users',
  'references',
  'wallets',
  'accounts',
  'depositAccounts',
  'payoutAccounts',
  'transfers',
  'holds',
  'onboardingLinks',
] as const satisfies readonly (keyof TableEntries)[];
type TableName = (typeof TABLES)[number];

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
};

type Piece =
  | { readonly table: TableName; readonly entries: readonly (readonly [string, unknown])[] }
  /** A stretch of a layer of the key filter, in base64. */
  | { readonly layer: number; readonly count: number; readonly bits: string };

/** A copy of the book at one moment. Values are never changed in place, so copying the entries is enough. */
export type Capture = Omit<Manifest, 'id' | 'pieces'> & {
  readonly tables: ReadonlyMap<TableName, readonly (readonly [string, unknown])[]>;
  readonly filter: SavedFilter;
};

export const capture = (book: Book, hash: string, filter: SavedFilter): Capture => ({
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
  documents: Documents,
  stream: string,
  taken: Capture,
  now: number = Date.now(),
): Promise<void> {
  const { fold_version, revision, time, hash } = taken;
  const id = randomUUID();
  const current = await readManifest(documents, stream);
  await beginSave(documents, stream, { id, started_at: now }, current?.id);
  let pieces = 0;
  for (const piece of piecesOf(taken)) {
    await documents.putRecord('snapshots', pieceKey(stream, id, pieces), piece);
    pieces += 1;
    await nextTurn();
  }
  const before = await readManifest(documents, stream);
  const manifest: Manifest = { fold_version, revision, time, hash, id, pieces };
  await documents.putRecord('snapshots', stream, JSON.stringify(manifest));
  if (before !== undefined) await removeSave(documents, stream, before);
}

/** The texts of the pieces. An entry larger than a piece may be gets one of its own. */
function* piecesOf({ tables, filter }: Capture): Generator<string> {
  for (const [table, entries] of tables) {
    let texts: string[] = [];
    let chars = 0;
    for (const entry of entries) {
      const text = JSON.stringify(entry, writeBigint);
      if (texts.length > 0 && chars + text.length > PIECE_CHARS_MAX) {
        yield pieceOf(table, texts);
        [texts, chars] = [[], 0];
      }
      texts.push(text);
      chars += text.length;
    }
    if (texts.length > 0) yield pieceOf(table, texts);
  }
  for (const [layer, { count, bits }] of filter.entries()) {
    for (let from = 0; from < bits.length; from += PIECE_CHARS_MAX) {
      yield JSON.stringify({ layer, count, bits: bits.slice(from, from + PIECE_CHARS_MAX) } satisfies Piece);
    }
  }
}

const pieceOf = (table: TableName, entries: readonly string[]): string =>
  `{"table":"${table}","entries":[${entries.join(',')}]}`;

async function readManifest(documents: Documents, stream: string): Promise<Manifest | undefined> {
  const text = await documents.getRecord('snapshots', stream);
  // We wrote it; a shape of another version is told by fold_version, which every version has.
  return text === undefined ? undefined : (JSON.parse(text) as Manifest);
}

export type Restored = { readonly book: Book; readonly hash: string; readonly filter: SavedFilter };

/** The book of the newest usable snapshot, if there is one. */
export async function loadSnapshot(documents: Documents, stream: string): Promise<Restored | undefined> {
  const manifest = await readManifest(documents, stream);
  if (manifest?.fold_version !== FOLD_VERSION) return undefined;
  const { revision, time, hash, id, pieces } = manifest;
  const tables: Record<TableName, (readonly [string, unknown])[]> = {
    users: [],
    references: [],
    wallets: [],
    accounts: [],
    depositAccounts: [],
    payoutAccounts: [],
    transfers: [],
    holds: [],
    onboardingLinks: [],
  };
  const filter: { count: number; bits: string }[] = [];
  for (let i = 0; i < pieces; i++) {
    const text = await documents.getRecord('snapshots', pieceKey(stream, id, i));
    if (text === undefined) return undefined;
    const piece = JSON.parse(text) as Piece;
    if ('layer' in piece) {
      filter[piece.layer] = { count: piece.count, bits: (filter[piece.layer]?.bits ?? '') + piece.bits };
      continue;
    }
    const hasAmounts = piece.table === 'accounts' || piece.table === 'holds';
    for (const [key, value] of piece.entries)
      tables[piece.table].push([key, hasAmounts ? readBalance(value) : value]);
  }
  // The entries are those that `capture` took from a book of the same fold version.
  const book = createBook(stream, { revision, time, tables: tables as unknown as TableEntries });
  return { book, hash, filter };
}

const writeBigint = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value;

function readBalance(value: unknown): Balance {
  const { unit, amount, cashable } = value as { unit: string; amount: string; cashable: string };
  return { unit, amount: BigInt(amount), cashable: BigInt(cashable) };
}
