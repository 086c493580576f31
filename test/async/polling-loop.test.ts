import { expect } from 'chai';
import { PollingLoop } from '../../src/async/polling-loop.ts';
import { waitFor } from '../support/wait-for.ts';

const HOUR_MS = 3_600_000;

describe('A polling loop', () => {
  it('runs again when it is woken', async () => {
    let runs = 0;
    const loop = new PollingLoop({
      run: () => {
        runs += 1;
        return Promise.resolve(HOUR_MS);
      },
      everyMs: HOUR_MS,
      onError: () => undefined,
    });
    loop.wake();
    await waitFor('a second run', () => runs >= 2 || undefined);
    await loop.stop();
  });

  it('reports an error and runs again', async () => {
    const errors: unknown[] = [];
    let runs = 0;
    const loop = new PollingLoop({
      run: () => {
        runs += 1;
        return runs === 1 ? Promise.reject<number>(new Error('unavailable')) : Promise.resolve(HOUR_MS);
      },
      everyMs: 1,
      onError: (error) => errors.push(error),
    });
    await waitFor('a second run', () => runs === 2 || undefined);
    expect(errors).to.have.length(1);
    await loop.stop();
  });

  it('stops during a pause, and waits for the current run', async () => {
    let finish = (): void => undefined;
    let hasStopped = false;
    const loop = new PollingLoop({
      run: () => new Promise<number>((resolve) => (finish = () => resolve(HOUR_MS))),
      everyMs: HOUR_MS,
      onError: () => undefined,
    });
    const stopping = loop.stop().then(() => (hasStopped = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(hasStopped).to.equal(false);
    finish();
    await stopping;
  });
});
