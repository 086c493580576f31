import { expect } from 'chai';
import { createFreshnessTracker } from '../../src/read-models/projection-backlog.ts';
import type { ProjectionProgress, ProjectionState } from '../../src/read-models/projection-progress.ts';

const NOW = Date.parse('2026-11-23T10:00:00.000Z');
const progress = (...states: readonly ProjectionState[]): ProjectionProgress[] =>
  states.map((state, index) => ({ name: `projection-${index}`, version: 1, state, position: 5n }));

describe('The freshness of documents', () => {
  const tracker = createFreshnessTracker({ ageSeconds: () => 1.5 }, () => NOW);

  it('is not known before the first report', () => {
    expect(tracker.current()).to.equal(undefined);
  });

  it('follows from the age of the oldest event that is not projected', () => {
    tracker.report(progress('live', 'waiting'));
    expect(tracker.current()).to.deep.equal({ asOf: NOW - 1_500, lagMs: 1_500 });
  });

  it('is not known while the backlog leaves out a projection', () => {
    for (const state of ['catching_up', 'stalled', 'stale'] as const) {
      tracker.report(progress('live', state));
      expect(tracker.current(), state).to.equal(undefined);
    }
    tracker.report(progress('live', 'live'));
    expect(tracker.current()).to.have.property('lagMs', 1_500);
  });
});
