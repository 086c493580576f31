import { expect } from 'chai';
import { createGathering } from '../../src/documents/gather.ts';

describe('A projector that gathers', () => {
  const never = new AbortController().signal;
  /** Long enough to tell a pause that was cut short by its end, which no test waits for. */
  const gathering = () => createGathering(30_000);

  it('does not pause when somebody has asked to hurry since the last pause', async () => {
    const { hurry, pause } = gathering();
    hurry();
    await pause(never);
  });

  it('ends the pause under way when somebody asks to hurry, and pauses again after it', async () => {
    const { hurry, pause } = gathering();
    const first = pause(never);
    hurry();
    await first;
    let ended = false;
    const stop = new AbortController();
    const second = pause(stop.signal).then(() => (ended = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended).to.equal(false);
    stop.abort();
    await second;
  });

  it('ends the pause by itself', async () => {
    await createGathering(1).pause(never);
  });
});
