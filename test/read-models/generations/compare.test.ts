/** Compares two generations of a projection document by document. */
import { expect } from 'chai';
import { compareGenerations, type Difference } from '../../../src/read-models/generations/verifications.ts';
import { createMemoryDocumentStore } from '../../../src/read-models/stores/memory.ts';
import { deleteWrite, documentOf, makeCollection, putWrite, write } from '../../support/document-store.ts';

describe('A comparison of two generations', () => {
  async function builds() {
    const documents = createMemoryDocumentStore();
    const [first, second] = [await makeCollection(documents), await makeCollection(documents)];
    const ids = Array.from({ length: 1_203 }, (_, n) => `d${String(n).padStart(5, '0')}`);
    for (const name of [first, second])
      await write(
        documents,
        ...ids.map((id, n) => putWrite(name, documentOf(id, { terms: ['all'] }), BigInt(n))),
      );
    const differences: Difference[] = [];
    const compare = (completeTo?: bigint) =>
      compareGenerations({
        documents,
        first,
        second,
        completeTo,
        signal: new AbortController().signal,
        onDifference: (difference) => void differences.push(difference),
        onProgress: () => undefined,
      });
    return { documents, first, second, differences, compare };
  }

  it('compares every document', async () => {
    const { compare } = await builds();
    expect(await compare()).to.deep.equal({ compared: 1_203, skipped: 0, differences: 0 });
  });

  it('reports a document that is missing, added, or has a different body, terms, or scope', async () => {
    const { documents, first, second, differences, compare } = await builds();
    await write(
      documents,
      putWrite(second, documentOf('d00003', { terms: ['all'], body: '{"x":1}' }), 5_000n),
      putWrite(first, documentOf('d00003', { terms: ['all'] }), 5_000n),
      putWrite(second, documentOf('d00700', { terms: ['all', 'more'] }), 5_001n),
      putWrite(second, documentOf('d00701', { scope: 'book-b', terms: ['all'] }), 5_001n),
      deleteWrite(second, 'd01202', 5_002n),
      putWrite(second, documentOf('d0120a', { terms: [] }), 5_003n),
    );
    const { compared, ...counts } = await compare();
    expect(counts).to.deep.equal({ skipped: 0, differences: 5 });
    expect(compared).to.equal(1_204);
    expect(differences.map(({ id, kind }) => `${id} ${kind}`).sort()).to.deep.equal([
      'd00003 body',
      'd00700 terms',
      'd00701 scope',
      'd01202 missing',
      'd0120a added',
    ]);
  });

  it('skips documents that changed after the last update of one generation', async () => {
    const { documents, second, differences, compare } = await builds();
    await write(
      documents,
      putWrite(second, documentOf('d00003', { body: '{"x":1}' }), 5_000n),
      deleteWrite(second, 'd00004', 5_001n),
      putWrite(second, documentOf('d9'), 5_002n),
    );
    expect(await compare(4_999n)).to.deep.equal({ compared: 1_204, skipped: 3, differences: 0 });
    expect(differences).to.deep.equal([]);
    expect((await compare(5_000n)).differences).to.equal(1);
  });
});
