/**
 * Snapshots spare a book from being folded from its first event. They are kept in the documents store, in pieces, and
 * are never the truth: one of another fold version, or one that can't be read, is as good as none.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Documents } from '../documents/port.ts';
import type { Balance } from '../ledger/account.ts';
import { FOLD_VERSION, createBook } from '../ledger/book.ts';
import type { Book, TableEntries } from '../ledger/book.ts';
import type { KeyFilter, SavedFilter } from './key-filter.ts';

const TABLES = [
  'users',
  'references',
  'wallets',
  'accounts',
  'depositAccounts',
  'transfers',
  'holds',
] as const satisfies readonly (keyof TableEntries)[];
type TableName = (typeof TABLES)[number];

const ENTRIES_PER_PIECE = 2_000;

type Manifest = {
  readonly fold_version: number;
  readonly revision: number;
  readonly time: number;
  /** Hash of the event at `revision`; the chain goes on from it. */
  readonly hash: string;
  readonly position: string;
  readonly pieces: number;
  readonly filter: SavedFilter;
};

type Piece = { readonly table: TableName; readonly entries: readonly (readonly [string, unknown])[] };

/** A copy of the book at one moment. Values are never changed in place, so copying the entries is enough. */
export type Capture = Omit<Manifest, 'pieces' | 'position'> & {
  readonly tables: ReadonlyMap<TableName, readonly (readonly [string, unknown])[]>;
};

export const capture = (book: Book, hash: string, filter: KeyFilter): Capture => ({
  fold_version: FOLD_VERSION,
  revision: book.revision,
  time: book.time,
  hash,
  filter: filter.save(),
  tables: new Map(TABLES.map((table) => [table, [...book[table].entries()]])),
});

/** Stores a capture as the book's snapshot. The manifest is written last, so a cut-off save leaves the old one valid. */
export async function saveSnapshot(
  documents: Documents,
  stream: string,
  taken: Capture,
  position: bigint,
): Promise<void> {
  const { tables, ...head } = taken;
  let pieces = 0;
  for (const [table, entries] of tables) {
    for (let from = 0; from < entries.length; from += ENTRIES_PER_PIECE) {
      const piece: Piece = { table, entries: entries.slice(from, from + ENTRIES_PER_PIECE) };
      await documents.putRecord(
        'snapshots',
        pieceKey(stream, taken.revision, pieces),
        JSON.stringify(piece, writeBigint),
      );
      pieces += 1;
      await nextTurn();
    }
  }
  const before = await readManifest(documents, stream);
  const manifest: Manifest = { ...head, pieces, position: position.toString() };
  await documents.putRecord('snapshots', stream, JSON.stringify(manifest));
  if (before !== undefined && before.revision !== taken.revision)
    await deletePieces(documents, stream, before);
}

const pieceKey = (stream: string, revision: number, index: number): string =>
  `${stream}#${revision}#${index}`;

async function deletePieces(
  documents: Documents,
  stream: string,
  { revision, pieces }: Manifest,
): Promise<void> {
  for (let i = 0; i < pieces; i++) await documents.deleteRecord('snapshots', pieceKey(stream, revision, i));
}

async function readManifest(documents: Documents, stream: string): Promise<Manifest | undefined> {
  const text = await documents.getRecord('snapshots', stream);
  // We wrote it; a shape of another version is told by fold_version, which every version has.
  return text === undefined ? undefined : (JSON.parse(text) as Manifest);
}

export type Restored = {
  readonly book: Book;
  readonly hash: string;
  readonly position: bigint;
  readonly filter: SavedFilter;
};

/** The book of the newest usable snapshot, if there is one. */
export async function loadSnapshot(documents: Documents, stream: string): Promise<Restored | undefined> {
  const manifest = await readManifest(documents, stream);
  if (manifest?.fold_version !== FOLD_VERSION) return undefined;
  const { revision, time, hash, position, filter, pieces } = manifest;
  const tables: Record<TableName, (readonly [string, unknown])[]> = {
    users: [],
    references: [],
    wallets: [],
    accounts: [],
    depositAccounts: [],
    transfers: [],
    holds: [],
  };
  for (let i = 0; i < pieces; i++) {
    const text = await documents.getRecord('snapshots', pieceKey(stream, revision, i));
    if (text === undefined) return undefined;
    const piece = JSON.parse(text) as Piece;
    const hasAmounts = piece.table === 'accounts' || piece.table === 'holds';
    for (const [key, value] of piece.entries)
      tables[piece.table].push([key, hasAmounts ? readBalance(value) : value]);
  }
  // The entries are those that `capture` took from a book of the same fold version.
  const book = createBook(stream, { revision, time, tables: tables as unknown as TableEntries });
  return { book, hash, position: BigInt(position), filter };
}

const writeBigint = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value;

function readBalance(value: unknown): Balance {
  const { unit, amount, cashable } = value as { unit: string; amount: string; cashable: string };
  return { unit, amount: BigInt(amount), cashable: BigInt(cashable) };
}
