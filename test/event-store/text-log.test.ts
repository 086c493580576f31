import { expect } from 'chai';
import fc from 'fast-check';
import { createTextLog } from '../../src/event-store/memory.ts';

describe('A text log', () => {
  it('returns each text as it was added', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
        const log = createTextLog();
        for (const text of texts) log.add(text);
        expect(log.size).to.equal(texts.length);
        expect(texts.map((_, number) => log.at(number))).to.deep.equal(texts);
      }),
    );
  });

  it('stores texts across chunks, and a text larger than a chunk', () => {
    const texts = ['first', 'ä'.repeat(3_000_000), 'b'.repeat(5_000_000), '€'.repeat(1_000_000), 'last'];
    const log = createTextLog();
    for (const text of texts) log.add(text);
    for (const [number, text] of texts.entries()) expect(log.at(number) === text).to.equal(true);
  });

  it('throws for a number without a text', () => {
    const log = createTextLog();
    log.add('only');
    for (const number of [-1, 1, 0.5, Number.NaN]) expect(() => log.at(number)).to.throw(RangeError);
  });
});
