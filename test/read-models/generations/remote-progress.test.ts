/** What a process that runs no projections makes of the checkpoints of those that do. */
import { expect } from 'chai';
import { createConsistencyBarrier } from '../../../src/read-models/consistency-barrier.ts';
import { createRemoteProgress } from '../../../src/read-models/generations/remote-progress.ts';
import { boxes, type CoinEvent } from '../projector/coins.ts';
import type { Projection } from '../../../src/read-models/projection.ts';

const totals: Projection<CoinEvent> = { ...boxes, name: 'totals', state: 'totals', log: 'sums' };

describe('The mirror of projections that run elsewhere', () => {
  function mirrored() {
    const time = { ms: 0 };
    const mirror = createRemoteProgress([boxes, totals], () => time.ms);
    const at = (ofBoxes: bigint, ofTotals?: bigint) => {
      const totalsAt: [string, bigint][] = ofTotals === undefined ? [] : [['totals_v1', ofTotals]];
      return mirror(new Map([['boxes_v1', ofBoxes], ...totalsAt]));
    };
    const statesAt = (...positions: Parameters<typeof at>) => at(...positions).map(({ state }) => state);
    return { time, at, statesAt };
  }

  it('tells those that go side by side from one that stays behind, until that has caught up', () => {
    const { time, statesAt } = mirrored();
    expect(statesAt(5n, 5n)).to.deep.equal(['live', 'live']);
    expect(statesAt(9n, 5n)).to.deep.equal(['live', 'live']);
    time.ms += 1_000;
    expect(statesAt(20n, 5n)).to.deep.equal(['live', 'catching_up']);
    expect(statesAt(20n, 10n)).to.deep.equal(['live', 'catching_up']);
    expect(statesAt(20n, 20n)).to.deep.equal(['live', 'live']);
  });

  it('takes none for held up that are seen while their checkpoints are written', () => {
    const { time, statesAt } = mirrored();
    for (let position = 5n; position < 50n; position += 5n) {
      expect(statesAt(position + 5n, position)).to.deep.equal(['live', 'live']);
      time.ms += 600;
    }
  });

  it('takes none for held up where a slower projector writes older checkpoints for all', () => {
    const { time, statesAt } = mirrored();
    expect(statesAt(20n, 20n)).to.deep.equal(['live', 'live']);
    expect(statesAt(20n, 10n)).to.deep.equal(['live', 'live']);
    expect(statesAt(10n, 10n)).to.deep.equal(['live', 'live']);
    time.ms += 2_000;
    expect(statesAt(10n, 10n)).to.deep.equal(['live', 'live']);
  });

  it('lets reads of the others go on', () => {
    const { time, at } = mirrored();
    const barrier = createConsistencyBarrier();
    barrier.report(at(9n));
    expect(barrier.hasPassed(9n)).to.equal(false);
    time.ms += 1_000;
    barrier.report(at(9n));
    expect(barrier.hasPassed(9n)).to.equal(true);
  });
});
