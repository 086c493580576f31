import { expect } from 'chai';
import { createAttemptLimits } from '../../src/webhooks/attempt-limits.ts';

describe('Attempt limits', () => {
  let now = 0;
  beforeEach(() => (now = 0));
  const limitsOf = (perEndpoint: number, overall: number) =>
    createAttemptLimits({ perEndpoint, overall }, () => now);

  it('limit the attempts of one endpoint', () => {
    const limits = limitsOf(2, 10);
    const [first] = [limits.start('a'), limits.start('a')];
    expect(limits.canStart('a')).to.equal(false);
    expect(limits.canStart('b')).to.equal(true);
    first();
    first();
    expect(limits.canStart('a')).to.equal(true);
    expect(limits.inFlight()).to.equal(1);
  });

  it('limit all attempts, except the first of each endpoint', () => {
    const limits = limitsOf(4, 4);
    for (const id of ['a', 'a', 'b', 'b']) limits.start(id);
    expect(limits.canStart('a')).to.equal(false);
    expect(limits.canStart('c')).to.equal(true);
    limits.start('c');
    expect(limits.canStart('c')).to.equal(false);
  });

  it('limit first attempts too', () => {
    const limits = limitsOf(1, 4);
    for (let i = 0; i < 16; i += 1) limits.start(`e${i}`);
    expect(limits.canStart('one more')).to.equal(false);
  });

  it('leave half of the slots to fast endpoints', () => {
    const limits = limitsOf(8, 8);
    const hung = Array.from({ length: 4 }, () => limits.start('slow'));
    expect(limits.canStart('slow')).to.equal(true);
    now = 1_001;
    expect(limits.canStart('slow')).to.equal(false);
    for (let i = 0; i < 4; i += 1) {
      expect(limits.canStart('quick')).to.equal(true);
      limits.start('quick');
    }
    for (const end of hung) end();
    // It was slow, and none of its attempts is in flight.
    expect(limits.canStart('slow')).to.equal(true);
    limits.start('slow')();
    limits.start('slow');
    expect(limits.canStart('slow')).to.equal(true);
  });

  it('still count attempts from before an endpoint was closed', () => {
    const limits = limitsOf(2, 10);
    const old = limits.start('a');
    limits.forget('a');
    const ends = [limits.start('a')];
    expect(limits.canStart('a')).to.equal(false);
    old();
    expect(limits.canStart('a')).to.equal(true);
    ends.push(limits.start('a'));
    expect(limits.canStart('a')).to.equal(false);
    for (const end of ends) end();
    expect(limits.inFlight()).to.equal(0);
  });

  it('do not treat an endpoint as slow because of attempts from before it was closed', () => {
    const limits = limitsOf(8, 2);
    const old = limits.start('a');
    now = 1_001;
    limits.forget('a');
    old();
    limits.start('a');
    expect(limits.canStart('a')).to.equal(true);
  });
});
