import { expect } from 'chai';
import { createConcurrencyLimiter } from '../../src/async/concurrency-limiter.ts';

describe('The concurrency limiter', () => {
  const book = { key: 'book', max: 1 };
  const all = { key: 'all', max: 2 };
  const soon = (): number => performance.now() + 5_000;

  it('counts one operation toward several limits', () => {
    const limiter = createConcurrencyLimiter();
    const release = limiter.take([book, all]);
    expect(limiter.hasRoom([book, all])).to.equal(false);
    expect(limiter.hasRoom([all])).to.equal(true);
    release();
    expect([limiter.taken('book'), limiter.taken('all')]).to.deep.equal([0, 0]);
  });

  it('frees a slot once, however often it is released', () => {
    const limiter = createConcurrencyLimiter();
    const release = limiter.take([all]);
    limiter.take([all]);
    release();
    release();
    expect(limiter.taken('all')).to.equal(1);
  });

  it('waits for a slot', async () => {
    const limiter = createConcurrencyLimiter();
    const release = limiter.take([book]);
    const waiting = limiter.acquire([book, all], soon());
    release();
    expect(await waiting).to.be.a('function');
    expect(limiter.taken('book')).to.equal(1);
  });

  it('gives up at the deadline without taking a slot', async () => {
    const limiter = createConcurrencyLimiter();
    limiter.take([book]);
    expect(await limiter.acquire([book, all], performance.now() + 5)).to.equal(undefined);
    expect(limiter.taken('all')).to.equal(0);
  });
});
