import { expect } from 'chai';
import { createProjectionBacklog } from '../../src/read-models/projection-backlog.ts';
import type { ProjectionProgress, ProjectionState } from '../../src/read-models/projection-progress.ts';

describe('The backlog of the projections', () => {
  let at: number;
  let isAway: boolean;
  let backlog: ReturnType<typeof createProjectionBacklog>;
  beforeEach(() => {
    at = 1_000;
    isAway = false;
    backlog = createProjectionBacklog({ now: () => at, isStoreAway: () => isAway });
  });

  const progress = (name: string, position: number, state: ProjectionState = 'live'): ProjectionProgress => ({
    ...{ name, version: 1, state },
    position: BigInt(position),
  });
  const report = (...all: ProjectionProgress[]): void => backlog.report(all);
  const head = (position: number): void => backlog.observeHead(BigInt(position));

  it('is empty while everything is projected', () => {
    head(10);
    report(progress('users', 10));
    at += 5_000;
    expect(backlog.lagSeconds()).to.equal(0);
  });

  it('has the age of the oldest event that is not projected', () => {
    report(progress('users', 0));
    head(10);
    at += 1_000;
    head(20);
    at += 1_000;
    expect(backlog.ageSeconds()).to.equal(2);
    report(progress('users', 10));
    expect(backlog.ageSeconds()).to.equal(1);
  });

  it('lasts as long as the projections need at the measured speed', () => {
    report(progress('users', 0));
    head(1_000);
    for (let position = 10; position <= 100; position += 10) {
      at += 100;
      report(progress('users', position));
    }
    expect(backlog.positionsPerSecond()).to.be.closeTo(100, 1);
    expect(backlog.lagSeconds()).to.be.closeTo(9, 0.1);
  });

  it('learns no speed from a projector that waits for events', () => {
    report(progress('users', 0));
    for (let position = 1; position <= 20; position += 1) {
      head(position);
      at += 100;
      report(progress('users', position));
    }
    expect(backlog.positionsPerSecond()).to.equal(undefined);
  });

  it('takes longer, the longer the projections have not advanced', () => {
    report(progress('users', 0));
    head(1_000);
    at += 1_000;
    report(progress('users', 100));
    const before = backlog.lagSeconds();
    at += 4_000;
    expect(backlog.lagSeconds()).to.be.greaterThan(before * 3);
  });

  it('is that of the slowest live projection, and does not count stalled and stale ones', () => {
    head(10);
    report(progress('users', 8), progress('wallets', 10), progress('tasks', 1, 'stalled'));
    expect(backlog.reached()).to.equal(8n);
    report(progress('users', 10), progress('wallets', 10), progress('tasks', 0, 'stale'));
    expect(backlog.lagSeconds()).to.equal(0);
  });

  it('is that of the furthest projection while none is live', () => {
    head(10);
    report(progress('users', 6, 'catching_up'), progress('wallets', 1, 'catching_up'));
    expect(backlog.reached()).to.equal(6n);
    at += 1_000;
    expect(backlog.lagSeconds()).to.equal(1);
  });

  it('tells an outage from a slow store', () => {
    report(progress('users', 6, 'waiting'), progress('tasks', 1, 'stalled'));
    expect(backlog.isWaiting()).to.equal(true);
    report(progress('users', 6), progress('tasks', 1, 'waiting'));
    expect(backlog.isWaiting()).to.equal(false);
  });

  it('learns no speed from an outage of the documents store', () => {
    report(progress('users', 0));
    head(10_000);
    for (let position = 100; position <= 1_000; position += 100) {
      at += 100;
      report(progress('users', position));
    }
    const speed = backlog.positionsPerSecond();
    expect(speed).to.be.closeTo(1_000, 1);
    // In this process, the projector waits for the store. In another one, only the store itself shows it.
    for (const outage of ['waiting', 'away'] as const) {
      const position = Number(backlog.reached());
      if (outage === 'waiting') report(progress('users', position, 'waiting'));
      else isAway = true;
      for (let second = 0; second < 30; second += 1) {
        at += 1_000;
        head(10_000 + position + second);
      }
      isAway = false;
      at += 200;
      report(progress('users', position + 100));
      expect(backlog.positionsPerSecond(), outage).to.be.closeTo(1_000, 50);
      expect(backlog.ageSeconds()).to.be.at.least(30);
    }
  });

  it('begins again when the documents went back in time', () => {
    head(10);
    report(progress('users', 10));
    at += 5_000;
    report(progress('users', 3));
    at += 1_000;
    expect(backlog.ageSeconds()).to.equal(1);
  });
});
