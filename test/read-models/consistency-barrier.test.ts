import { expect } from 'chai';
import { createConsistencyBarrier } from '../../src/read-models/consistency-barrier.ts';
import type { ProjectionProgress, ProjectionState } from '../../src/read-models/projection-progress.ts';

function at(position: bigint, state: ProjectionState = 'live', name = 'boxes'): ProjectionProgress {
  return { name, version: 1, state, position };
}

const LONG_MS = 30_000;

describe('The consistency barrier', () => {
  it('lets a read pass immediately once all projections have reached its position', async () => {
    const barrier = createConsistencyBarrier();
    barrier.report([at(5n), at(7n, 'live', 'totals')]);
    expect(barrier.hasPassed(5n)).to.equal(true);
    expect(barrier.hasPassed(6n)).to.equal(false);
    expect(await barrier.waitFor(5n, LONG_MS)).to.equal(true);
  });

  it('blocks a read until the last projection has reached its position', async () => {
    const barrier = createConsistencyBarrier();
    const passed: string[] = [];
    const waits = [9n, 6n, 8n].map(async (position) => {
      expect(await barrier.waitFor(position, LONG_MS)).to.equal(true);
      passed.push(String(position));
    });
    barrier.report([at(7n), at(9n, 'live', 'totals')]);
    await waits[1];
    expect(passed).to.deep.equal(['6']);
    barrier.report([at(9n), at(9n, 'live', 'totals')]);
    await Promise.all(waits);
    expect(passed).to.deep.equal(['6', '8', '9']);
  });

  it('gives up after the timeout', async () => {
    const barrier = createConsistencyBarrier();
    expect(await barrier.waitFor(1n, 1)).to.equal(false);
    barrier.report([at(0n)]);
    const long = barrier.waitFor(1n, LONG_MS);
    expect(await barrier.waitFor(1n, 1)).to.equal(false);
    barrier.report([at(1n)]);
    expect(await long).to.equal(true);
  });

  it('does not wait for projections that are stalled or catching up', async () => {
    const barrier = createConsistencyBarrier();
    barrier.report([at(5n), at(1n, 'stalled', 'totals'), at(2n, 'catching_up', 'rebuilt')]);
    expect(await barrier.waitFor(5n, LONG_MS)).to.equal(true);
  });

  it('waits for projections that wait for a store, if they were live before', () => {
    const barrier = createConsistencyBarrier();
    barrier.report([at(5n), at(1n, 'waiting', 'rebuilt')]);
    expect(barrier.hasPassed(5n)).to.equal(true);
    barrier.report([at(5n, 'waiting'), at(1n, 'waiting', 'rebuilt')]);
    expect(barrier.hasPassed(5n)).to.equal(true);
    expect(barrier.hasPassed(6n)).to.equal(false);
  });

  it('blocks all reads while no projection is live', () => {
    const barrier = createConsistencyBarrier();
    expect(barrier.hasPassed(0n)).to.equal(false);
    barrier.report([at(9n, 'catching_up')]);
    expect(barrier.hasPassed(0n)).to.equal(false);
  });

  it('resolves many waiting reads', async () => {
    const barrier = createConsistencyBarrier();
    barrier.report([at(0n)]);
    const waits = Array.from({ length: 10_000 }, (_, index) =>
      barrier.waitFor(BigInt(index % 100) + 1n, LONG_MS),
    );
    for (let position = 1n; position <= 100n; position += 1n) barrier.report([at(position)]);
    expect(new Set(await Promise.all(waits))).to.deep.equal(new Set([true]));
  });
});
