/**
 * Merkle trees over lines of text, as RFC 6962 defines them: the hash of a leaf is SHA-256 of a zero byte and the text in UTF-8, the
 * hash of a node is SHA-256 of a one byte and the hashes of its two children, and the left child covers the largest power of two of
 * leaves that leaves a right child. The root of an empty tree is SHA-256 of nothing.
 */
import { hash } from 'node:crypto';

const HASH_BYTES = 32;

export const leafHash = (text: string): Buffer => hash('sha256', `\0${text}`, 'buffer');

function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(1 + 2 * HASH_BYTES);
  bytes[0] = 1;
  bytes.set(left, 1);
  bytes.set(right, 1 + HASH_BYTES);
  return hash('sha256', bytes, 'buffer');
}

const emptyRoot = (): Buffer => hash('sha256', '', 'buffer');

/** Computes a root from leaves in order. Its memory grows with the height of the tree. */
export class RootBuilder {
  /** Roots of complete trees, each with the number of its leaves, a power of two. The sizes decrease. */
  readonly #complete: { root: Buffer; size: number }[] = [];
  #leaves = 0;

  get leaves(): number {
    return this.#leaves;
  }

  add(text: string): void {
    this.#leaves += 1;
    let [root, size] = [leafHash(text), 1];
    for (let last = this.#complete.at(-1); last?.size === size; last = this.#complete.at(-1)) {
      root = nodeHash(last.root, root);
      size *= 2;
      this.#complete.pop();
    }
    this.#complete.push({ root, size });
  }

  root(): Buffer {
    return (
      this.#complete.reduceRight<Buffer | undefined>(
        (right, { root }) => (right === undefined ? root : nodeHash(root, right)),
        undefined,
      ) ?? emptyRoot()
    );
  }
}

/** The hashes that lead from a leaf to the root, from the bottom up. `leaves` are hashes. */
export function pathTo(index: number, leaves: readonly Uint8Array[]): Buffer[] {
  const path: Buffer[] = [];
  let [level, at] = [leaves, index];
  while (level.length > 1) {
    const sibling = level[at ^ 1];
    if (sibling !== undefined) path.push(Buffer.from(sibling));
    level = parentsOf(level);
    at >>= 1;
  }
  return path;
}

/** A node without a sibling becomes a node of the next level, so the last subtree is joined with the others at the top. */
function parentsOf(level: readonly Uint8Array[]): Uint8Array[] {
  const parents: Uint8Array[] = [];
  for (let at = 0; at < level.length; at += 2) {
    const [left, right] = [level[at], level[at + 1]];
    if (left !== undefined) parents.push(right === undefined ? left : nodeHash(left, right));
  }
  return parents;
}

/** The root that a leaf and its path lead to. Undefined if the path does not have the length that the position requires. */
export function rootFrom(
  leaf: Uint8Array,
  { index, leaves }: { readonly index: number; readonly leaves: number },
  path: readonly Uint8Array[],
): Buffer | undefined {
  if (!Number.isSafeInteger(index) || index < 0 || index >= leaves) return undefined;
  const rest = [...path];
  let root: Uint8Array = leaf;
  for (let [at, size] = [index, leaves]; size > 1; at = Math.floor(at / 2), size = Math.ceil(size / 2)) {
    if (at % 2 === 0 && at === size - 1) continue;
    const sibling = rest.shift();
    if (sibling?.length !== HASH_BYTES) return undefined;
    root = at % 2 === 1 ? nodeHash(sibling, root) : nodeHash(root, sibling);
  }
  return rest.length === 0 ? Buffer.from(root) : undefined;
}
