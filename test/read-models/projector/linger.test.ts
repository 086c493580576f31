import { expect } from 'chai';
import { createLinger } from '../../../src/read-models/projector/linger.ts';

describe('A projector that gathers', () => {
  const never = new AbortController().signal;
  /** Long enough to tell a pause that was cut short by its end, which no test waits for. */
  const gathering = () => createLinger(30_000);

  it('does not pause when somebody has asked to hurry since the last pause', async () => {
    const { flush, wait } = gathering();
    flush();
    await wait(never);
  });

  it('ends the pause under way when somebody asks to hurry, and pauses again after it', async () => {
    const { flush, wait } = gathering();
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

  it('ends the pause by itself', async () => {
    await createLinger(1).wait(never);
  });
});
