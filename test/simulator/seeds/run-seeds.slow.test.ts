import { expect } from 'chai';
import { runSeeds } from './run-seeds.ts';
import type { SeedRun } from './run-seed.ts';

const SETTINGS = {
  ...{ nodes: 0, commands: 60, clients: 4, hasFaults: true, hasCallSites: true, shrinkSeconds: 0 },
};

async function run(jobs: number, isOver: () => boolean = () => false): Promise<readonly SeedRun[]> {
  const runs: SeedRun[] = [];
  await runSeeds({ first: 30, count: 4, jobs, settings: SETTINGS, isOver }, (each) => runs.push(each));
  return runs.sort((a, b) => a.seed - b.seed).map((each) => ({ ...each, cpuSeconds: 0 }));
}

describe('seeds in several processes', () => {
  it('give the same traces, totals, and coverage as in one', async () => {
    const [alone, together] = [await run(1), await run(2)];
    expect(alone.map(({ seed }) => seed)).to.deep.equal([30, 31, 32, 33]);
    expect(together).to.deep.equal(alone);
    // The storage of a file has no connections that count.
    expect(alone.filter(({ callSites }) => callSites.size > 0).length).to.equal(3);
  }).timeout(600_000);

  it('end when no more should start', async () => {
    let started = 0;
    const runs = await run(2, () => ++started > 2);
    expect(runs.map(({ seed }) => seed)).to.deep.equal([30, 31]);
  }).timeout(600_000);
});
