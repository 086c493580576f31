import { expect } from 'chai';
import { createRandom } from '../commands/random.ts';
import { mixPages } from './power-failure.ts';

const PAGES = 200;
const PAGE_BYTES = 4_096;

describe('the file after a power failure during a checkpoint', () => {
  it('has old, new, and torn pages, and unchanged ones as they were', () => {
    const before = Buffer.alloc(PAGES * PAGE_BYTES, 'o');
    const after = Buffer.alloc((PAGES + 1) * PAGE_BYTES, 'n');
    before.copy(after, 0, 0, PAGE_BYTES);
    const mixed = mixPages(before, after, createRandom(1));
    const kinds = Array.from({ length: PAGES }, (_, index) => {
      const page = mixed.toString('latin1', index * PAGE_BYTES, (index + 1) * PAGE_BYTES);
      return (
        (page.length === PAGE_BYTES &&
          /^(n*)(o*)$/
            .exec(page)
            ?.slice(1)
            .map((part) => part.length > 0)) ||
        []
      );
    });
    expect(kinds[0]).to.deep.equal([false, true]);
    for (const kind of [
      [true, false],
      [false, true],
      [true, true],
    ])
      expect(kinds).to.deep.include(kind);
    expect(kinds).to.not.deep.include([]);
  });
});
