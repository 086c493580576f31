import { expect } from 'chai';
import fc from 'fast-check';
import { createRecentChanges } from '../../../src/writer/speculative-book.ts';

describe('Recent changes', () => {
  it('give the last position at which any of the keys changed', () => {
    const changes = createRecentChanges(10n);
    changes.record(['anna', 'ben'], 11n);
    changes.record(['ben'], 12n);
    expect(changes.lastChange(['anna'])).to.equal(11n);
    expect(changes.lastChange(['ben'])).to.equal(12n);
    expect(changes.lastChange(['anna', 'ben'])).to.equal(12n);
  });

  it('give the start for a key that was not recorded', () => {
    const changes = createRecentChanges(10n);
    changes.record(['anna'], 11n);
    expect(changes.lastChange(['carol'])).to.equal(10n);
    expect(changes.lastChange([])).to.equal(10n);
  });

  it('forget what is projected', () => {
    let projected = 0n;
    const changes = createRecentChanges(0n, (position) => position <= projected, { min: 2, max: 100 });
    changes.record(['key-1', 'key-2'], 1n);
    changes.record(['key-3', 'key-4'], 2n);
    expect(changes.lastChange(['key-1'])).to.equal(1n);
    expect(changes.lastChange(['unknown'])).to.equal(0n);
    projected = 1n;
    changes.record(['key-5'], 3n);
    expect(changes.lastChange(['key-1'])).to.equal(1n);
    expect(changes.lastChange(['unknown'])).to.equal(1n);
    expect(changes.lastChange(['key-4'])).to.equal(2n);
  });

  it('never give an earlier position than that of the last change, with any limits', () => {
    const records = fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 4 }));
    fc.assert(
      fc.property(
        records,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: 9 }),
        (all, max, lag) => {
          let newest = 0n;
          const isProjected = (position: bigint) => position + BigInt(lag) <= newest;
          const changes = createRecentChanges(newest, isProjected, { min: 1, max });
          const expected = new Map<string, bigint>();
          for (const keys of all) {
            newest += 1n;
            changes.record(keys.map(String), newest);
            for (const key of keys) expected.set(String(key), newest);
            for (const [key, position] of expected) {
              const found = changes.lastChange([key]);
              expect(found >= position && found <= newest).to.equal(true);
            }
          }
        },
      ),
    );
  });

  it('forget the oldest when there are too many', () => {
    const changes = createRecentChanges(0n, () => false, { min: 1, max: 3 });
    for (let position = 1n; position <= 6n; position++) changes.record([`key-${position}`], position);
    changes.record(['key-7'], 7n);
    expect(changes.lastChange(['key-1'])).to.equal(3n);
    expect(changes.lastChange(['key-4'])).to.equal(4n);
    expect(changes.lastChange(['key-7'])).to.equal(7n);
  });
});
