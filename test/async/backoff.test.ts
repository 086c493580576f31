import { expect } from 'chai';
import { backoffDelayMs, createBackoff, exponentialDelays } from '../../src/async/wait.ts';

describe('Exponential delays', () => {
  it('double up to the maximum', () => {
    expect(exponentialDelays(100, 500)).to.deep.equal([100, 200, 400, 500]);
    expect(exponentialDelays(100, 400)).to.deep.equal([100, 200, 400]);
  });
});

describe('A backoff', () => {
  it('follows its delays, repeats the last one, and starts over after a success', () => {
    const backoff = createBackoff({ delaysMs: [10, 20] });
    expect([backoff.next(), backoff.next(), backoff.next()]).to.deep.equal([10, 20, 20]);
    backoff.reset();
    expect(backoff.next()).to.equal(10);
  });

  it('moves a delay by at most its jitter', () => {
    const policy = { delaysMs: [100], jitter: 0.2 };
    expect([0, 0.5, 1].map((random) => backoffDelayMs(policy, 1, random))).to.deep.equal([80, 100, 120]);
  });

  it('rejects a policy without delays', () => {
    expect(() => backoffDelayMs({ delaysMs: [] }, 1)).to.throw(RangeError);
  });
});
