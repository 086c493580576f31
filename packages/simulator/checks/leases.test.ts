import { expect } from 'chai';
import { createMemoryDocumentStore } from '../../../src/read-models/stores/memory.ts';
import { createLeaseWatch } from './leases.ts';
import { createProcess } from '../scheduler/scheduler.ts';

function createWorld({ clockErrorMs = 0 } = {}) {
  const time = { now: 100_000 };
  const watch = createLeaseWatch({ now: () => time.now }, clockErrorMs);
  const documents = createMemoryDocumentStore();
  const [one, two] = [createProcess('one'), createProcess('two')];
  const stores = { one: watch.watch(one, documents), two: watch.watch(two, documents) };
  const take = async (by: 'one' | 'two', name = 'builds'): Promise<void> => {
    await stores[by].getRecord('leases', name);
    await stores[by].putRecord('leases', name, by);
  };
  return { time, watch, one, stores, take };
}

describe('createLeaseWatch', () => {
  it('finds two holders at a time', async () => {
    const { time, watch, take } = createWorld();
    await take('one');
    time.now += 2_400;
    await take('two');
    expect(watch.fault()).to.equal('one and two held the lease builds at 102400');
  });

  it('finds a node that delivers without the lease', async () => {
    const { watch, stores, take } = createWorld();
    const startChain = (by: 'one' | 'two') => stores[by].write([], new Map([[`webhooks chain ${by}`, 0n]]));
    await take('one', 'webhooks');
    await startChain('one');
    expect(watch.fault()).to.equal(undefined);
    await startChain('two');
    expect(watch.fault()).to.equal('two delivers at 100000 while one holds the lease webhooks');
  });

  it('accepts a holder after the time of the one before, after its release, and after its end', async () => {
    const { time, watch, one, stores, take } = createWorld();
    await take('one');
    time.now += 2_500;
    await take('two');
    await stores.two.deleteRecord('leases', 'builds');
    await take('one');
    one.isAlive = false;
    await take('two');
    expect(watch.fault()).to.equal(undefined);
  });

  it('accepts two holders while clocks differ by more than a lease allows, or shortly after a disturbance', async () => {
    const apart = createWorld({ clockErrorMs: 2_000 });
    await apart.take('one');
    await apart.take('two');
    expect(apart.watch.fault()).to.equal(undefined);

    const { time, watch, take } = createWorld();
    watch.disturb();
    await take('one');
    await take('two');
    expect(watch.fault()).to.equal(undefined);
    time.now += 20_000;
    await take('one');
    await take('two');
    expect(watch.fault()).to.contain('held the lease');
  });
});
