import { expect } from 'chai';
import fc from 'fast-check';
import { decodeTime } from 'ulid';
import { deriveId, isId, siblingId, smallestIdAt } from '../../src/ledger/ids.ts';

const time = fc.integer({ min: 0, max: 2 ** 42 });
const revision = fc.oneof(fc.nat({ max: 10_000 }), fc.integer({ min: 0, max: 2 ** 43 }));
const index = fc.nat({ max: 255 });
const place = fc.record({ time, revision, index });
type Place = { readonly time: number; readonly revision: number; readonly index: number };

const STREAM = 'book-int_a-sandbox';
const idAt = ({ time, revision, index }: Place, stream = STREAM): string =>
  deriveId('trf', time, stream, revision, index);

/** In book order, time never decreases, and revision and index increase within a time. */
const order = (a: Place, b: Place): number =>
  Math.sign(a.time - b.time || a.revision - b.revision || a.index - b.index);

describe('IDs', () => {
  it('sort in book order, and are equal only for the same origin', () => {
    fc.assert(
      fc.property(place, place, (a, b) => {
        const [left, right] = [idAt(a), idAt(b)];
        expect(left < right ? -1 : left > right ? 1 : 0).to.equal(order(a, b));
      }),
      { numRuns: 2_000 },
    );
  });

  it('derive IDs of other objects of the same event', () => {
    fc.assert(
      fc.property(place, index, (at, other) => {
        expect(siblingId(idAt(at), other)).to.equal(idAt({ ...at, index: other }));
      }),
      { numRuns: 2_000 },
    );
  });

  it('differ between neighboring revisions', () => {
    const near = fc.record({
      time: fc.integer({ min: 1_000, max: 1_001 }),
      revision: fc.nat({ max: 40 }),
      index: fc.nat({ max: 3 }),
    });
    fc.assert(
      fc.property(near, near, (a, b) => {
        expect(idAt(a) === idAt(b)).to.equal(order(a, b) === 0);
      }),
      { numRuns: 2_000 },
    );
  });

  it('encode their time like a ULID', () => {
    fc.assert(
      fc.property(place, (at) => {
        const id = idAt(at);
        expect(id).to.match(/^trf_[0-9a-hjkmnp-tv-z]{26}$/);
        expect(decodeTime(id.slice(4).toUpperCase())).to.equal(at.time);
      }),
    );
  });

  it('differ between books at the same revision', () => {
    const at = { time: 1_700_000_000_000, revision: 7, index: 0 };
    const books = Array.from({ length: 2_000 }, (_, n) => `book-int_${n}-sandbox`);
    expect(new Set(books.map((stream) => idAt(at, stream))).size).to.equal(books.length);
  });

  it('lie between the smallest IDs of their millisecond and the next', () => {
    fc.assert(
      fc.property(place, (at) => {
        const id = idAt(at);
        expect(smallestIdAt('trf', at.time) <= id).to.equal(true);
        expect(id < smallestIdAt('trf', at.time + 1)).to.equal(true);
      }),
    );
  });

  it('are distinguished from other text', () => {
    const id = deriveId('da', 1_700_000_000_000, STREAM, 3);
    expect(isId('da', id)).to.equal(true);
    expect(isId('dep', id)).to.equal(false);
    expect(isId('da', `${id}0`)).to.equal(false);
    expect(isId('da', id.toUpperCase())).to.equal(false);
    expect(isId('da', `da_${'l'.repeat(26)}`)).to.equal(false);
    expect(isId('da', '')).to.equal(false);
  });
});
