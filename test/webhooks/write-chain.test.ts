import { expect } from 'chai';
import { startWriteChain } from '../../src/webhooks/write-chain.ts';
import { DocumentsWentBack, type DocumentStore, type DocumentWrite } from '../../src/read-models/port.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';

const NOTES = 'notes_v1';

const note = (id: string): DocumentWrite => ({
  collection: NOTES,
  id,
  document: { id, scope: 'all', terms: [], body: '{}' },
  position: 1n,
});

describe('A chain of writes', () => {
  let documents = createMemoryDocumentStore();
  beforeEach(async () => {
    documents = createMemoryDocumentStore();
    await documents.ensure([{ name: NOTES, kind: 'state' }]);
  });

  const stored = async (from: DocumentStore = documents): Promise<string[]> =>
    (await from.scan(NOTES, { limit: 100 })).map(({ id }) => id);
  const failure = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );

  it('writes while the store has all of its writes', async () => {
    const chain = await startWriteChain(documents, 'notes');
    await chain.append([note('a')]);
    await chain.write([note('b')]);
    await chain.append([note('c')]);
    await chain.write([]);
    expect(await stored()).to.deep.equal(['a', 'b', 'c']);
  });

  it('writes one after the other what is written at the same time', async () => {
    const chain = await startWriteChain(documents, 'notes');
    await Promise.all([
      chain.append([note('a')]),
      chain.append([note('b')]),
      chain.write([note('c')]),
      chain.append([note('d')]),
    ]);
    await chain.write([note('e')]);
    expect(await stored()).to.deep.equal(['a', 'b', 'c', 'd', 'e']);
  });

  it('writes nothing more once the store has lost a write on which others depend', async () => {
    // `delegate` is what the chain uses, and `backup` is the same store before the second write.
    let current = documents;
    const delegate: DocumentStore = { ...documents, write: (...args) => current.write(...args) };
    const chain = await startWriteChain(delegate, 'notes');
    await chain.append([note('a')]);
    const backup = documents.copy();
    await chain.append([note('b')]);
    current = backup;
    expect(await failure(chain.write([note('c')]))).to.be.instanceOf(DocumentsWentBack);
    expect(await failure(chain.append([note('d')]))).to.be.instanceOf(DocumentsWentBack);
    expect(await stored(backup)).to.deep.equal(['a']);
  });

  it('continues after a backup that contains everything on which later writes depend', async () => {
    let current = documents;
    const delegate: DocumentStore = { ...documents, write: (...args) => current.write(...args) };
    const chain = await startWriteChain(delegate, 'notes');
    await chain.append([note('a')]);
    const backup = documents.copy();
    await chain.write([note('b')]);
    current = backup;
    await chain.append([note('c')]);
    expect(await stored(backup)).to.deep.equal(['a', 'c']);
  });

  it('can repeat a write whose answer was lost', async () => {
    let isLost = true;
    const lossy: DocumentStore = {
      ...documents,
      async write(...args) {
        await documents.write(...args);
        if (isLost && args[0].length > 0) throw new Error('no answer');
      },
    };
    const chain = await startWriteChain(lossy, 'notes');
    expect(await failure(chain.append([note('a')]))).to.be.instanceOf(Error);
    isLost = false;
    await chain.append([note('a')]);
    await chain.write([note('b')]);
    expect(await stored()).to.deep.equal(['a', 'b']);
  });

  it('ends the chains of the same name from before, and no others', async () => {
    const other = await startWriteChain(documents, 'other');
    const before = await startWriteChain(documents, 'notes');
    const chain = await startWriteChain(documents, 'notes');
    expect(await failure(before.write([note('a')]))).to.be.instanceOf(DocumentsWentBack);
    await chain.write([note('b')]);
    await other.write([note('c')]);
    expect(await stored()).to.deep.equal(['b', 'c']);
  });

  it('leaves nothing in the store after its end', async () => {
    const chain = await startWriteChain(documents, 'notes');
    await chain.append([note('a')]);
    await chain.end();
    expect(await documents.checkpoints()).to.deep.equal(new Map());
    expect(await failure(chain.write([note('b')]))).to.be.instanceOf(DocumentsWentBack);
  });
});
