import { expect } from 'chai';
import { createLinger } from '../../../src/read-models/projector/projection-runner.ts';

describe('The linger time of a projector', () => {
  const never = new AbortController().signal;
  /** Longer than any test, so that only a flush ends it early. */
  const longLinger = () => createLinger(30_000);

  it('is skipped after a flush since the last wait', async () => {
    const { flush, wait } = longLinger();
    flush();
    await wait(never);
  });

  it('ends with a flush, and applies again afterwards', async () => {
    const { flush, wait } = longLinger();
    const first = wait(never);
    flush();
    await first;
    let ended = false;
    const stop = new AbortController();
    const second = wait(stop.signal).then(() => (ended = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended).to.equal(false);
    stop.abort();
    await second;
  });

  it('ends without a flush', async () => {
    await createLinger(1).wait(never);
  });
});
