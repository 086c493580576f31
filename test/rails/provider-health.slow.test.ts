import { queryObjects } from 'node:v8';
import { expect } from 'chai';
import { createProviderHealth } from '../../src/rails/rails.ts';

// Counting objects takes seconds in a process with many.
describe('The health of a provider for a long time', () => {
  it('does not leak memory per check', async () => {
    const stop = new AbortController();
    const promises: number[] = [];
    let asked = 0;
    const ping = (): Promise<void> => {
      asked += 1;
      // Counts after a garbage collection.
      if (asked === 10 || asked === 310) promises.push(queryObjects(Promise, { format: 'count' }));
      if (asked === 310) stop.abort();
      return Promise.resolve();
    };
    await createProviderHealth({ ping }, { everyMs: 0, onChange: () => undefined }).watch(stop.signal);
    const [first = 0, last = 0] = promises;
    expect(last - first).to.be.below(100);
  });
});
