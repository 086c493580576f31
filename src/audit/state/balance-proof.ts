/** Proves what an account contained at a checkpoint: its lines of the signed state, and their paths to the signed root. */
import { captureTables } from '../../ledger/book.ts';
import { stateLines } from './book-state.ts';
import { leafHash, pathTo } from './merkle-tree.ts';
import type { BookStart } from './state-files.ts';

/** `docs/auditors.md` describes how to verify it. Hashes are in base64. */
export type BalanceProof = {
  readonly object: 'balance_proof';
  readonly stream: string;
  readonly account: string;
  /** The signed note, as it is in the file of checkpoints. */
  readonly checkpoint: string;
  /** Lines of the state, and so leaves of the tree. */
  readonly leaves: number;
  /** The available bucket, and the pending one if it has ever changed. */
  readonly balances: readonly {
    readonly line: string;
    readonly index: number;
    readonly path: readonly string[];
  }[];
};

/** Undefined if the account had no posting before the checkpoint. */
export async function proveBalance(
  { note, book, checkpoint }: BookStart,
  account: string,
): Promise<BalanceProof | undefined> {
  const lines = (await stateLines(captureTables(book))).sort();
  const hashes = lines.map(leafHash);
  const balances = [account, `${account}:pending`].flatMap((key) => {
    const index = lines.findIndex((line) => line.startsWith(`balance ${key} `));
    const line = lines[index];
    if (line === undefined) return [];
    return [{ line, index, path: pathTo(index, hashes).map((hash) => hash.toString('base64')) }];
  });
  if (balances.length === 0) return undefined;
  return {
    object: 'balance_proof',
    stream: checkpoint.stream,
    account,
    checkpoint: `${note.text}\n${note.signatures.join('\n')}\n`,
    leaves: lines.length,
    balances,
  };
}
