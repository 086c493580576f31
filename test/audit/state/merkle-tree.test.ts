import { createHash } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { RootBuilder, leafHash, pathTo, rootFrom } from '../../../src/audit/state/merkle-tree.ts';

const sha256 = (...parts: readonly (Uint8Array | string)[]): Buffer => {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest();
};

/** The definition of RFC 6962, word for word. */
function definedRoot(leaves: readonly string[]): Buffer {
  const [first] = leaves;
  if (first === undefined) return sha256('');
  if (leaves.length === 1) return sha256(Buffer.of(0), first);
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return sha256(Buffer.of(1), definedRoot(leaves.slice(0, k)), definedRoot(leaves.slice(k)));
}

function rootOf(leaves: readonly string[]): Buffer {
  const root = new RootBuilder();
  for (const leaf of leaves) root.add(leaf);
  return root.root();
}

const leafTexts = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 40 });
const withLeaf = leafTexts
  .filter((leaves) => leaves.length > 0)
  .chain((leaves) => fc.record({ leaves: fc.constant(leaves), index: fc.nat(leaves.length - 1) }));

describe('A Merkle tree', () => {
  it('has the roots that RFC 6962 defines', () => {
    expect(rootOf([]).toString('hex')).to.equal(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
    expect(rootOf(['']).toString('hex')).to.equal(
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    );
    fc.assert(
      fc.property(leafTexts, (leaves) => {
        expect(rootOf(leaves).equals(definedRoot(leaves))).to.equal(true);
      }),
    );
  });

  it('has another root for other leaves', () => {
    fc.assert(
      fc.property(leafTexts, leafTexts, (a, b) => {
        fc.pre(a.join('\n') !== b.join('\n') || a.length !== b.length);
        expect(rootOf(a).equals(rootOf(b))).to.equal(false);
      }),
    );
  });

  it('has a path from each leaf to the root', () => {
    fc.assert(
      fc.property(withLeaf, ({ leaves, index }) => {
        const path = pathTo(index, leaves.map(leafHash));
        const at = { index, leaves: leaves.length };
        expect(rootFrom(leafHash(leaves[index] ?? ''), at, path)?.equals(rootOf(leaves))).to.equal(true);
      }),
    );
  });

  it('has no path from another leaf, another position, or with another hash', () => {
    fc.assert(
      fc.property(withLeaf, fc.nat(), fc.nat(), ({ leaves, index }, other, bit) => {
        const hashes = leaves.map(leafHash);
        const path = pathTo(index, hashes);
        const leaf = leafHash(leaves[index] ?? '');
        const root = rootOf(leaves);
        const leads = (...[from, at, by]: Parameters<typeof rootFrom>): boolean =>
          rootFrom(from, at, by)?.equals(root) ?? false;
        const at = { index, leaves: leaves.length };
        expect(leads(leafHash(`${leaves[index]}x`), at, path)).to.equal(false);
        expect(leads(leaf, { ...at, index: leaves.length + (other % 10) }, path)).to.equal(false);
        expect(leads(leaf, at, [...path, leaf])).to.equal(false);
        if (path.length === 0) return;
        expect(leads(leaf, at, path.slice(1))).to.equal(false);
        const changed = path.map((hash) => Buffer.from(hash));
        const hash = changed[other % changed.length];
        if (hash !== undefined) hash[bit % 32] = (hash[bit % 32] ?? 0) ^ 1;
        expect(leads(leaf, at, changed)).to.equal(false);
      }),
    );
  });
});
