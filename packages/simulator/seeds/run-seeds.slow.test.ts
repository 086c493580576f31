import { expect } from 'chai';
import { IS_FULL } from '../../../test/support/effort.ts';
import { runSeeds } from './run-seeds.ts';
import type { SeedRun } from './run-seed.ts';

const COUNT = IS_FULL ? 4 : 2;
const SETTINGS = {
  ...{ nodes: 0, commands: 60, clients: 4, hasFaults: true, hasCallSites: true, shrinkSeconds: 0 },
};

async function run(jobs: number, isOver: () => boolean = () => false): Promise<readonly SeedRun[]> {
  const runs: SeedRun[] = [];
  await runSeeds({ first: 30, count: COUNT, jobs, settings: SETTINGS, isOver }, (each) => runs.push(each));
  return runs.sort((a, b) => a.seed - b.seed).map((each) => ({ ...each, cpuSeconds: 0 }));
}

describe('seeds in several processes', () => {
  it('give the same traces, totals, and coverage as in one', async () => {
    const [alone, together] = [await run(1), await run(2)];
    expect(alone.map(({ seed }) => seed)).to.deep.equal([30, 31, 32, 33].slice(0, COUNT));
    expect(together).to.deep.equal(alone);
    // The storage of a file has no connections that count.
    expect(alone.filter(({ callSites }) => callSites.size > 0).length).to.equal(COUNT - 1);
  }).timeout(600_000);

  it('end when no more should start', async () => {
    let started = 0;
    const runs = await run(2, () => ++started > COUNT / 2);
    expect(runs.map(({ seed }) => seed)).to.deep.equal([30, 31].slice(0, COUNT / 2));
  }).timeout(600_000);
});
