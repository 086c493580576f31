import { expect } from 'chai';
import { usersProjection } from '../../../projections/users.ts';
import { StoreUnavailable } from '../../../src/event-store/port.ts';
import {
  DocumentHistory,
  NO_SENTINEL,
  createSentinel,
} from '../../../src/read-models/history/document-history.ts';
import type { DocumentStore } from '../../../src/read-models/port.ts';
import { createMemoryDocumentStore } from '../../../src/read-models/stores/memory.ts';

const storeAt = async (position: bigint): Promise<DocumentStore> => {
  const store = createMemoryDocumentStore();
  await store.ensure([{ name: 'users_v1', kind: 'state' }]);
  await store.write([], new Map([['users_v1', position]]));
  return store;
};

const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

const live = (position: bigint) => [{ name: 'users', version: 1, state: 'live', position } as const];

describe('The history of a document store', () => {
  /** What the process uses; a test replaces it. */
  let store: DocumentStore;
  const documents: DocumentStore = {
    ...createMemoryDocumentStore(),
    checkpoints: () => store.checkpoints(),
    collections: () => store.collections(),
    write: (...args) => store.write(...args),
  };
  const historyOf = () => new DocumentHistory(documents, [usersProjection]);

  it('notices the loss of what the projector stored after the first check', async () => {
    store = createMemoryDocumentStore();
    const history = historyOf();
    await history.check();
    history.observe(live(21n));
    store = await storeAt(18n);
    expect((await history.check())?.reason).to.equal('users_v1 was at position 21 and is at 18');
  });

  it('notices the loss of what the projector stored before the first check', async () => {
    store = await storeAt(18n);
    const history = historyOf();
    history.observe(live(21n));
    await history.check();
    expect((await history.check())?.reason).to.equal('users_v1 was at position 21 and is at 18');
  });

  it('gives up a call that never ends, and notices a loss later', async () => {
    store = await storeAt(21n);
    const history = new DocumentHistory(documents, [usersProjection], NO_SENTINEL, 20);
    await history.check();
    for (const call of ['collections', 'checkpoints'] as const) {
      store = { ...(await storeAt(21n)), [call]: () => new Promise(() => undefined) };
      expect(await faultOf(history.check())).to.be.instanceOf(StoreUnavailable);
    }
    store = await storeAt(18n);
    expect((await history.check())?.reason).to.equal('users_v1 was at position 21 and is at 18');
  });

  it('accepts an older store at the start, and a generation that was never stored', async () => {
    store = await storeAt(18n);
    const history = historyOf();
    history.observe(live(-1n));
    expect([await history.check(), await history.check()]).to.deep.equal([undefined, undefined]);
  });

  it('notices a collection that was removed, and one that was created again', async () => {
    store = await storeAt(18n);
    const history = historyOf();
    await history.check();
    await store.drop(['users_v1'], []);
    expect((await history.check())?.reason).to.equal('the collection users_v1 was removed');

    store = await storeAt(18n);
    const other = historyOf();
    await other.check();
    await other.check();
    await store.drop(['users_v1'], []);
    await store.ensure([{ name: 'users_v1', kind: 'state' }]);
    expect((await other.check())?.reason).to.equal('the collection users_v1 was removed');
  });

  it('does not take the removal of an unused generation for a loss', async () => {
    store = await storeAt(18n);
    const history = historyOf();
    await history.check();
    await history.check();
    await store.write(
      [],
      new Map([
        ['users_v1_g2', 18n],
        ['users_v1_g2 complete', 18n],
        ['users_v1 dropping', 18n],
      ]),
    );
    expect(await history.check()).to.equal(undefined);
    await store.ensure([{ name: 'users_v1_g2', kind: 'state' }]);
    await store.drop(['users_v1'], ['users_v1', 'users_v1 dropping']);
    expect(await history.check()).to.equal(undefined);
  });
});

describe('A sentinel', () => {
  it('shows a loss between the read and the write of a call', async () => {
    let store = createMemoryDocumentStore();
    const documents: Pick<DocumentStore, 'getRecord' | 'putRecord' | 'deleteRecord'> = {
      getRecord: (...args) => store.getRecord(...args),
      putRecord(...args) {
        if (isLostNow) store = createMemoryDocumentStore();
        isLostNow = false;
        return store.putRecord(...args);
      },
      deleteRecord: (...args) => store.deleteRecord(...args),
    };
    let isLostNow = false;
    const sentinel = createSentinel(documents, Date.now);
    for (let call = 0; call < 4; call += 1) expect(await sentinel.isIntact()).to.equal(true);
    isLostNow = true;
    expect([await sentinel.isIntact(), await sentinel.isIntact()]).to.deep.equal([true, false]);
    sentinel.restart();
    expect(await sentinel.isIntact()).to.equal(true);
    await sentinel.remove();
    expect(await sentinel.isIntact()).to.equal(false);
  });
});
