import { expect } from 'chai';
import { createMemoryDocumentStore } from '../../../src/read-models/stores/memory.ts';
import type { DocumentStore } from '../../../src/read-models/port.ts';
import { documentsContract } from '../../contracts/document-store.ts';
import type { DocumentsContext } from '../../support/document-store.ts';
import { describeContract, failuresOf } from '../../support/contract.ts';

function contextOf(documents: DocumentStore): DocumentsContext {
  return { documents, close: () => documents.close() };
}

/** A store that accepts everything and stores nothing. */
function createForgetfulDocuments(): DocumentStore {
  return {
    ensure: () => Promise.resolve(),
    get: () => Promise.resolve(undefined),
    getMany: () => Promise.resolve([]),
    list: () => Promise.resolve([]),
    hasMoreThan: () => Promise.resolve(false),
    intersect: () => Promise.resolve({ documents: [], readTo: undefined }),
    scan: () => Promise.resolve([]),
    write: () => Promise.resolve(),
    expire: () => Promise.resolve(0),
    findInScopes: () => Promise.resolve({ ids: [], readTo: undefined }),
    remove: () => Promise.resolve(),
    collections: () => Promise.resolve(new Map<string, string>()),
    checkpoints: () => Promise.resolve(new Map<string, bigint>()),
    drop: () => Promise.resolve(),
    putRecord: (_table, _key, value) => Promise.resolve(value),
    getRecord: () => Promise.resolve(undefined),
    deleteRecord: () => Promise.resolve(),
    replaceRecord: () => Promise.resolve(false),
    listRecords: () => Promise.resolve([]),
    ping: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

describeContract('Documents in memory', documentsContract, () =>
  Promise.resolve(contextOf(createMemoryDocumentStore())),
);

describe('A copy of documents in memory', () => {
  it('has the same contents, and neither sees later changes of the other', async () => {
    const original = createMemoryDocumentStore();
    const write = (store: DocumentStore, id: string, position: bigint): Promise<void> =>
      store.write(
        [
          {
            collection: 'things',
            id,
            document: { id, scope: 's', terms: ['t'], body: `"${position}"` },
            position,
          },
        ],
        new Map([['projection', position]]),
      );
    const found = async (store: DocumentStore): Promise<unknown> => [
      await store.list('things', { scope: 's', terms: ['t'], order: 'oldest', limit: 10 }),
      await store.checkpoints(),
      await store.collections(),
      await store.getRecord('vault', 'key'),
    ];
    await original.ensure([{ name: 'things', kind: 'state' }]);
    await write(original, 'a', 1n);
    await original.putRecord('vault', 'key', 'one');
    const copy = original.copy();
    const before = await found(original);
    expect(await found(copy)).to.deep.equal(before);
    await write(original, 'a', 2n);
    await write(original, 'b', 3n);
    await original.putRecord('vault', 'key', 'two');
    expect(await found(copy)).to.deep.equal(before);
    const after = await found(original);
    await write(copy, 'c', 4n);
    expect(await found(original)).to.deep.equal(after);
  });
});

describe('The contract of the document store', () => {
  it('fails in every case except the empty batch for a store that stores nothing', async () => {
    const failed = await failuresOf(documentsContract, () =>
      Promise.resolve(contextOf(createForgetfulDocuments())),
    );
    const titles = documentsContract.map(({ title }) => title);
    expect(titles.filter((title) => !failed.includes(title))).to.deep.equal(['accepts an empty batch']);
  });
});
