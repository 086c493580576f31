import { expect } from 'chai';
import { UNSHARED_LEASE, leaseWhenReady } from '../../src/jobs/lease.ts';
import { createReadModelRouter } from '../../src/read-models/generations/read-model-router.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { caughtUpCheck } from '../../src/service/projection-progress.ts';

const NAMED = [
  { name: 'events', version: 1 },
  { name: 'delivery_targets', version: 2 },
];

describe('A job that depends on projections', () => {
  it('is ready once each projection has caught up, in its current or an older version', async () => {
    const documents = createMemoryDocumentStore();
    let breaks = 0n;
    const isReady = caughtUpCheck(createReadModelRouter(documents, []), NAMED, () => breaks);
    const mark = (name: string): Promise<void> => documents.write([], new Map([[name, 7n]]));
    expect(await isReady()).to.equal(false);
    await mark('events_v1');
    await mark('delivery_targets_v1');
    await mark('events_v1 complete');
    expect(await isReady()).to.equal(false);
    await mark('delivery_targets_v1 complete');
    expect(await isReady()).to.equal(true);
    // Its replacement is not read yet.
    await mark('delivery_targets_v2');
    expect(await isReady()).to.equal(true);
    // After the documents went back in time, it waits for the new ones.
    await mark('events_v1 damaged');
    breaks += 1n;
    expect(await isReady()).to.equal(false);
    await mark('events_v1_g2');
    await mark('events_v1_g2 complete');
    expect(await isReady()).to.equal(true);
  });

  it('has the lease only while it is ready', async () => {
    let ready = false;
    const lease = leaseWhenReady(UNSHARED_LEASE, () => Promise.resolve(ready));
    expect(await lease.tryAcquire()).to.equal(false);
    ready = true;
    expect(await lease.tryAcquire()).to.equal(true);
    ready = false;
    expect(await lease.tryAcquire()).to.equal(false);
  });
});
