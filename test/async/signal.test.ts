import { expect } from 'chai';
import { createSignal } from '../../src/async/wait.ts';

const SOON_MS = 20;
const LATE_MS = 30_000;

describe('A signal', () => {
  it('wakes every waiter', async () => {
    const signal = createSignal();
    const waits = [1, 2].map(() => signal.wait(signal.count(), { timeoutMs: LATE_MS }));
    signal.notify();
    await Promise.all(waits);
    expect(signal.count()).to.equal(1);
  });

  it('does not wait after a notification that the caller has not seen', async () => {
    const signal = createSignal();
    const seen = signal.count();
    signal.notify();
    await signal.wait(seen, { timeoutMs: LATE_MS });
  });

  it('waits when the caller has seen all notifications', async () => {
    const signal = createSignal();
    signal.notify();
    const startedAt = performance.now();
    await signal.wait(signal.count(), { timeoutMs: SOON_MS });
    expect(performance.now() - startedAt).to.be.least(SOON_MS - 2);
  });

  it('stops waiting when the abort signal fires, or has fired already', async () => {
    const signal = createSignal();
    const ending = new AbortController();
    const waiting = signal.wait(0, { abort: ending.signal, timeoutMs: LATE_MS });
    ending.abort();
    await waiting;
    await signal.wait(0, { abort: ending.signal, timeoutMs: LATE_MS });
  });
});
