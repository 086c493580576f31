/** Progress that a process derives from the checkpoints of other processes. */
import { expect } from 'chai';
import { createConsistencyBarrier } from '../../../src/read-models/consistency-barrier.ts';
import { createRemoteProgress } from '../../../src/read-models/generations/progress.ts';
import type { Projection } from '../../../src/read-models/projection.ts';
import { boxes, type CoinEvent } from '../projector/coins.ts';

const totals: Projection<CoinEvent> = { ...boxes, name: 'totals', state: 'totals', log: 'sums' };

const COMPLETE: readonly [string, bigint][] = [
  ['boxes_v1', 0n],
  ['boxes_v1 complete', 0n],
  ['totals_v1', 0n],
  ['totals_v1 complete', 0n],
];

describe('The progress of projections in other processes', () => {
  function progressOfed() {
    const time = { ms: 0 };
    const progressOf = createRemoteProgress([boxes, totals], () => time.ms);
    const at = (ofBoxes: bigint, ofTotals?: bigint) => {
      const totalsAt: [string, bigint][] = ofTotals === undefined ? [] : [['totals_v1', ofTotals]];
      return progressOf(new Map([...COMPLETE, ['boxes_v1', ofBoxes], ...totalsAt]));
    };
    const statesAt = (...positions: Parameters<typeof at>) => at(...positions).map(({ state }) => state);
    return { time, at, statesAt };
  }

  it('distinguishes live projections from one that lags, until it has caught up', () => {
    const { time, statesAt } = progressOfed();
    expect(statesAt(5n, 5n)).to.deep.equal(['live', 'live']);
    expect(statesAt(9n, 5n)).to.deep.equal(['live', 'live']);
    time.ms += 1_000;
    expect(statesAt(20n, 5n)).to.deep.equal(['live', 'catching_up']);
    expect(statesAt(20n, 10n)).to.deep.equal(['live', 'catching_up']);
    expect(statesAt(20n, 20n)).to.deep.equal(['live', 'live']);
  });

  it('does not report a lag while checkpoints are being written', () => {
    const { time, statesAt } = progressOfed();
    for (let position = 5n; position < 50n; position += 5n) {
      expect(statesAt(position + 5n, position)).to.deep.equal(['live', 'live']);
      time.ms += 600;
    }
  });

  it('does not report a lag when a slower projector writes older checkpoints for all projections', () => {
    const { time, statesAt } = progressOfed();
    expect(statesAt(20n, 20n)).to.deep.equal(['live', 'live']);
    expect(statesAt(20n, 10n)).to.deep.equal(['live', 'live']);
    expect(statesAt(10n, 10n)).to.deep.equal(['live', 'live']);
    time.ms += 2_000;
    expect(statesAt(10n, 10n)).to.deep.equal(['live', 'live']);
  });

  it('is catching up until a projector has built the documents completely', () => {
    const progressOf = createRemoteProgress([boxes, totals]);
    const statesAt = (...checkpoints: [string, bigint][]) =>
      progressOf(new Map(checkpoints)).map(({ state }) => state);
    // No projector runs anywhere.
    expect(statesAt()).to.deep.equal(['catching_up', 'catching_up']);
    expect(statesAt(['boxes_v1', 5n], ['totals_v1', 5n])).to.deep.equal(['catching_up', 'catching_up']);
    expect(statesAt(...COMPLETE)).to.deep.equal(['live', 'live']);
  });

  it('does not block reads of the other projections', () => {
    const { time, at } = progressOfed();
    const barrier = createConsistencyBarrier();
    barrier.report(at(9n));
    expect(barrier.hasPassed(9n)).to.equal(false);
    time.ms += 1_000;
    barrier.report(at(9n));
    expect(barrier.hasPassed(9n)).to.equal(true);
  });
});
