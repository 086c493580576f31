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
    scan: () => Promise.resolve([]),
    write: () => Promise.resolve(),
    expire: () => Promise.resolve(0),
    collections: () => Promise.resolve(new Map<string, string>()),
    checkpoints: () => Promise.resolve(new Map<string, bigint>()),
    drop: () => Promise.resolve(),
    putRecord: (_table, _key, value) => Promise.resolve(value),
    getRecord: () => Promise.resolve(undefined),
    deleteRecord: () => Promise.resolve(),
    ping: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

describeContract('Documents in memory', documentsContract, () =>
  Promise.resolve(contextOf(createMemoryDocumentStore())),
);

describe('The contract of the document store', () => {
  it('fails in every case except the empty batch for a store that stores nothing', async () => {
    const failed = await failuresOf(documentsContract, () =>
      Promise.resolve(contextOf(createForgetfulDocuments())),
    );
    const titles = documentsContract.map(({ title }) => title);
    expect(titles.filter((title) => !failed.includes(title))).to.deep.equal(['accepts an empty batch']);
  });
});
