import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { ProjectionProgress } from '../../../src/read-models/projection-progress.ts';
import { ProjectionLagTracker } from '../../../src/read-models/projector/projection-lag.ts';

/** A projection whose next generation has reached this position. */
const building = (name: string, position: bigint): ProjectionProgress => ({
  ...{ name, version: 1, state: 'live', position: 10_000n },
  building: { version: 2, generation: 1, state: 'catching_up', position, events: position },
});

/** Long enough for a measurement. */
const SAMPLE_MS = 300;

describe('The speed of builds', () => {
  let lags: ProjectionLagTracker;
  beforeEach(() => {
    lags = new ProjectionLagTracker();
    lags.setHead(50_000n);
  });

  it('is that of the slowest one that makes progress', async () => {
    expect(lags.buildSpeed()).to.equal(undefined);
    const startedAt = performance.now();
    lags.report([building('wallets', 0n), building('users', 0n), building('stalled', 0n)]);
    expect(lags.buildSpeed()).to.equal(undefined);
    await delay(SAMPLE_MS);
    lags.report([building('wallets', 600n), building('users', 6_000n), building('stalled', 0n)]);
    const secondsMax = (performance.now() - startedAt) / 1_000;
    expect(lags.buildSpeed()).to.be.within(600 / secondsMax, 600 / (SAMPLE_MS / 1_000 - 0.01));
  });

  it('does not count while the build has almost everything', async () => {
    lags.report([building('wallets', 48_000n)]);
    await delay(SAMPLE_MS);
    lags.report([building('wallets', 49_500n)]);
    expect(lags.buildSpeed()).to.equal(undefined);
    lags.setHead(90_000n);
    lags.report([building('wallets', 49_500n)]);
    expect(lags.buildSpeed()).to.be.above(0);
  });

  it('is unknown once nothing is built', async () => {
    lags.report([building('wallets', 0n)]);
    await delay(SAMPLE_MS);
    lags.report([building('wallets', 600n)]);
    expect(lags.buildSpeed()).to.be.above(0);
    lags.report([{ name: 'wallets', version: 2, state: 'live', position: 10_000n }]);
    expect(lags.buildSpeed()).to.equal(undefined);
  });
});
