import { expect } from 'chai';
import { AttemptLimits } from '../../src/webhooks/attempt-limits.ts';

const ORIGIN = 'https://shop.example';

describe('Attempt limits', () => {
  let now = 0;
  beforeEach(() => (now = 0));
  const limitsOf = (perEndpoint: number, overall: number, perOrigin = 1_000) =>
    new AttemptLimits({ perEndpoint, overall, perOrigin }, () => now);

  it('limit the attempts of one endpoint', () => {
    const limits = limitsOf(2, 10);
    const [first] = [limits.start('a', ORIGIN), limits.start('a', ORIGIN)];
    expect(limits.canStart('a', ORIGIN)).to.equal(false);
    expect(limits.canStart('b', ORIGIN)).to.equal(true);
    first();
    first();
    expect(limits.canStart('a', ORIGIN)).to.equal(true);
    expect(limits.inFlight()).to.equal(1);
  });

  it('limit all attempts, except the first of each endpoint', () => {
    const limits = limitsOf(4, 4);
    for (const id of ['a', 'a', 'b', 'b']) limits.start(id, ORIGIN);
    expect(limits.canStart('a', ORIGIN)).to.equal(false);
    expect(limits.canStart('c', ORIGIN)).to.equal(true);
    limits.start('c', ORIGIN);
    expect(limits.canStart('c', ORIGIN)).to.equal(false);
  });

  it('limit first attempts too', () => {
    const limits = limitsOf(1, 4);
    for (let i = 0; i < 16; i += 1) limits.start(`e${i}`, ORIGIN);
    expect(limits.canStart('one more', ORIGIN)).to.equal(false);
  });

  it('limit the attempts to one origin, across endpoints', () => {
    const limits = limitsOf(2, 10, 3);
    const [first] = ['a', 'b', 'c'].map((id) => limits.start(id, ORIGIN));
    expect(limits.canStart('a', ORIGIN)).to.equal(false);
    expect(limits.canStart('new', ORIGIN)).to.equal(false);
    expect(limits.canStart('a', 'https://other.example')).to.equal(true);
    first?.();
    expect(limits.canStart('new', ORIGIN)).to.equal(true);
  });

  it('leave half of the slots to fast endpoints', () => {
    const limits = limitsOf(8, 8);
    const hung = Array.from({ length: 4 }, () => limits.start('slow', ORIGIN));
    expect(limits.canStart('slow', ORIGIN)).to.equal(true);
    now = 1_001;
    expect(limits.canStart('slow', ORIGIN)).to.equal(false);
    for (let i = 0; i < 4; i += 1) {
      expect(limits.canStart('quick', ORIGIN)).to.equal(true);
      limits.start('quick', ORIGIN);
    }
    for (const end of hung) end();
    // It was slow, and none of its attempts is in flight.
    expect(limits.canStart('slow', ORIGIN)).to.equal(true);
    limits.start('slow', ORIGIN)();
    limits.start('slow', ORIGIN);
    expect(limits.canStart('slow', ORIGIN)).to.equal(true);
  });

  it('still count attempts from before an endpoint was closed', () => {
    const limits = limitsOf(2, 10);
    const old = limits.start('a', ORIGIN);
    limits.forget('a');
    const ends = [limits.start('a', ORIGIN)];
    expect(limits.canStart('a', ORIGIN)).to.equal(false);
    old();
    expect(limits.canStart('a', ORIGIN)).to.equal(true);
    ends.push(limits.start('a', ORIGIN));
    expect(limits.canStart('a', ORIGIN)).to.equal(false);
    for (const end of ends) end();
    expect(limits.inFlight()).to.equal(0);
  });

  it('do not treat an endpoint as slow because of attempts from before it was closed', () => {
    const limits = limitsOf(8, 2);
    const old = limits.start('a', ORIGIN);
    now = 1_001;
    limits.forget('a');
    old();
    limits.start('a', ORIGIN);
    expect(limits.canStart('a', ORIGIN)).to.equal(true);
  });
});
