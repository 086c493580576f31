import { expect } from 'chai';
import { AttemptLimits } from '../../src/webhooks/attempt-limits.ts';

const ORIGIN = 'https://shop.example';

describe('Attempt limits', () => {
  let now = 0;
  beforeEach(() => (now = 0));
  let limits: AttemptLimits;
  const limitTo = (perEndpoint: number, overall: number, perOrigin = 1_000): void => {
    limits = new AttemptLimits({ perEndpoint, overall, perOrigin }, () => now);
  };
  const start = (endpointId: string, origin: string, book = 'book-1') =>
    limits.start({ endpointId, origin, book });
  const canStart = (endpointId: string, origin: string, book = 'book-1') =>
    limits.canStart({ endpointId, origin, book });

  it('limit the attempts of one endpoint', () => {
    limitTo(2, 10);
    const [first] = [start('a', ORIGIN), start('a', ORIGIN)];
    expect(canStart('a', ORIGIN)).to.equal(false);
    expect(canStart('b', ORIGIN)).to.equal(true);
    first();
    first();
    expect(canStart('a', ORIGIN)).to.equal(true);
    expect(limits.inFlight()).to.equal(1);
  });

  it('limit all attempts, except the first of each endpoint', () => {
    limitTo(4, 4);
    for (const id of ['a', 'a', 'b', 'b']) start(id, ORIGIN);
    expect(canStart('a', ORIGIN)).to.equal(false);
    expect(canStart('c', ORIGIN)).to.equal(true);
    start('c', ORIGIN);
    expect(canStart('c', ORIGIN)).to.equal(false);
  });

  it('limit first attempts too', () => {
    limitTo(1, 4);
    for (let i = 0; i < 16; i += 1) start(`e${i}`, ORIGIN);
    expect(canStart('one more', ORIGIN)).to.equal(false);
  });

  it('limit the attempts to one origin, across endpoints', () => {
    limitTo(2, 10, 3);
    const [first] = ['a', 'b', 'c'].map((id) => start(id, ORIGIN));
    expect(canStart('a', ORIGIN)).to.equal(false);
    expect(canStart('new', ORIGIN)).to.equal(false);
    expect(canStart('a', 'https://other.example')).to.equal(true);
    first?.();
    expect(canStart('new', ORIGIN)).to.equal(true);
  });

  it('leave half of the slots to fast endpoints', () => {
    limitTo(8, 8);
    const hung = Array.from({ length: 4 }, () => start('slow', ORIGIN));
    expect(canStart('slow', ORIGIN)).to.equal(true);
    now = 1_001;
    expect(canStart('slow', ORIGIN)).to.equal(false);
    for (let i = 0; i < 4; i += 1) {
      expect(canStart('quick', ORIGIN)).to.equal(true);
      start('quick', ORIGIN);
    }
    for (const end of hung) end();
    // It was slow, and none of its attempts is in flight.
    expect(canStart('slow', ORIGIN)).to.equal(true);
    start('slow', ORIGIN)();
    start('slow', ORIGIN);
    expect(canStart('slow', ORIGIN)).to.equal(true);
  });

  it('still count attempts from before an endpoint was closed', () => {
    limitTo(2, 10);
    const old = start('a', ORIGIN);
    limits.forget('a');
    const ends = [start('a', ORIGIN)];
    expect(canStart('a', ORIGIN)).to.equal(false);
    old();
    expect(canStart('a', ORIGIN)).to.equal(true);
    ends.push(start('a', ORIGIN));
    expect(canStart('a', ORIGIN)).to.equal(false);
    for (const end of ends) end();
    expect(limits.inFlight()).to.equal(0);
  });

  it('do not treat an endpoint as slow because of attempts from before it was closed', () => {
    limitTo(8, 2);
    const old = start('a', ORIGIN);
    now = 1_001;
    limits.forget('a');
    old();
    start('a', ORIGIN);
    expect(canStart('a', ORIGIN)).to.equal(true);
  });

  it('reserve a quarter of an origin for other books', () => {
    limitTo(100, 1_000, 8);
    const [first] = Array.from({ length: 6 }, () => start('a', ORIGIN));
    expect(canStart('a', ORIGIN)).to.equal(false);
    expect(canStart('b', ORIGIN)).to.equal(false);
    for (const _ of [1, 2]) {
      expect(canStart('c', ORIGIN, 'book-2')).to.equal(true);
      start('c', ORIGIN, 'book-2');
    }
    expect(canStart('c', ORIGIN, 'book-2')).to.equal(false);
    first?.();
    expect(canStart('d', ORIGIN, 'book-3')).to.equal(true);
  });

  it('leave the slow endpoints of a book half of what other books leave at the origin', () => {
    limitTo(1, 1_000, 64);
    const ids = Array.from({ length: 50 }, (_, index) => `slow-${index}`);
    let inFlight = 0;
    const startAll = (): (() => void)[] =>
      ids.flatMap((id) => {
        if (!canStart(id, ORIGIN)) return [];
        inFlight += 1;
        return start(id, ORIGIN);
      });
    const first = startAll();
    // Nobody knows yet that they are slow.
    expect(inFlight).to.equal(48);
    now = 1_001;
    for (const end of first) end();
    inFlight = 0;
    for (let i = 0; i < 4; i += 1) start(`quick-${i}`, ORIGIN, 'book-2');
    startAll();
    expect(inFlight).to.be.within(30, 32);
    expect(canStart('quick-4', ORIGIN, 'book-2')).to.equal(true);
  });
});
