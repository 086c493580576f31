import { expect } from 'chai';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { createReadModelRouter } from '../../src/read-models/generations/read-model-router.ts';
import { caughtUpCheck } from '../../src/service/projection-progress.ts';
import { UNSHARED_LEASE, leaseWhenReady } from '../../src/jobs/lease.ts';

const NAMED = [
  { name: 'events', version: 1 },
  { name: 'delivery_targets', version: 2 },
];

describe('Who goes by projections', () => {
  it('is ready once each of them has been built to the end, by these rules or older ones', async () => {
    const documents = createMemoryDocumentStore();
    const isReady = caughtUpCheck(createReadModelRouter(documents, []), NAMED);
    const mark = (name: string): Promise<void> => documents.write([], new Map([[name, 7n]]));
    expect(await isReady()).to.equal(false);
    await mark('events_v1');
    await mark('delivery_targets_v1');
    await mark('events_v1 complete');
    expect(await isReady()).to.equal(false);
    await mark('delivery_targets_v1 complete');
    expect(await isReady()).to.equal(true);
    // What takes its place is not read yet.
    await mark('delivery_targets_v2');
    expect(await isReady()).to.equal(true);
  });

  it('asks for no lease before, and asks no more whether it is ready after', async () => {
    let [asked, ready] = [0, false];
    const lease = leaseWhenReady(UNSHARED_LEASE, () => Promise.resolve(((asked += 1), ready)));
    expect([await lease.isHeld(), await lease.isHeld()]).to.deep.equal([false, false]);
    ready = true;
    expect([await lease.isHeld(), await lease.isHeld()]).to.deep.equal([true, true]);
    expect(asked).to.equal(3);
  });
});
