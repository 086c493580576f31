/** Proves what an account contained at a checkpoint: its lines of the signed state, and their paths to the signed root. */
import type { BalanceProof } from '../../generated/api.ts';
import { captureTables } from '../../ledger/book.ts';
import { signingKeyId, type Note } from '../checkpoints/signed-note.ts';
import { stateLines } from './book-state.ts';
import { RootBuilder, leafHash, pathTo } from './merkle-tree.ts';
import type { BookStart } from './state-files.ts';

/** A power of two, so that the root of each chunk is a node of the tree. Few enough to be hashed for a request. */
const CHUNK_LINES = 1_024;

/** What finds a line in a signed state, and leads from its chunk to the root. */
export type ProofIndex = {
  /** The number of lines. */
  readonly leaves: number;
  /** The first line of each chunk, and the root of its lines in base64. */
  readonly chunks: readonly (readonly [first: string, root: string])[];
};

export const chunkCount = (lines: readonly string[]): number => Math.ceil(lines.length / CHUNK_LINES);

export const chunkOf = (lines: readonly string[], chunk: number): readonly string[] =>
  lines.slice(chunk * CHUNK_LINES, (chunk + 1) * CHUNK_LINES);

/** The part of the index for a chunk, which has a line. */
export function indexChunk(lines: readonly string[]): ProofIndex['chunks'][number] {
  const root = new RootBuilder();
  for (const line of lines) root.add(line);
  return [lines[0] ?? '', root.root().toString('base64')];
}

/** Undefined if the account had no posting before the checkpoint. */
export async function proveBalance(
  { note, book, checkpoint }: BookStart,
  account: string,
): Promise<BalanceProof | undefined> {
  const lines = (await stateLines(captureTables(book))).sort();
  const chunks = Array.from({ length: chunkCount(lines) }, (_, at) => indexChunk(chunkOf(lines, at)));
  const index = { leaves: lines.length, chunks };
  return proveIn({ note, stream: checkpoint.stream, index }, account, (at) => chunkOf(lines, at));
}

type SignedIndex = { readonly note: Note; readonly stream: string; readonly index: ProofIndex };

/** Reads at most one chunk for each bucket. Undefined if the state has no line of the account. */
export async function proveIn(
  { note, stream, index }: SignedIndex,
  account: string,
  readLines: (chunk: number) => readonly string[] | Promise<readonly string[]>,
): Promise<BalanceProof | undefined> {
  const roots = index.chunks.map(([, root]) => Buffer.from(root, 'base64'));
  const balances: BalanceProof['balances'][number][] = [];
  for (const key of [account, `${account}:pending`]) {
    const start = `balance ${key} `;
    const chunk = index.chunks.findLastIndex(([first]) => first <= start || first.startsWith(start));
    if (chunk === -1) continue;
    const lines = await readLines(chunk);
    const at = lines.findIndex((each) => each.startsWith(start));
    const line = lines[at];
    if (line === undefined) continue;
    const path = [...pathTo(at, lines.map(leafHash)), ...pathTo(chunk, roots)];
    balances.push({
      line,
      index: chunk * CHUNK_LINES + at,
      path: path.map((hash) => hash.toString('base64')),
    });
  }
  if (balances.length === 0) return undefined;
  return {
    object: 'balance_proof',
    stream,
    account,
    key_id: signingKeyId(note),
    checkpoint: `${note.text}\n${note.signatures.join('\n')}\n`,
    leaves: index.leaves,
    balances,
  };
}
