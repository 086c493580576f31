import { expect } from 'chai';
import { createCoverage } from './commands/coverage.ts';
import type { Coverage } from './commands/coverage.ts';
import { IS_FULL } from '../../test/support/effort.ts';
import { simulate } from './simulation.ts';
import type { SimulationResult } from './simulation.ts';

// Every change runs one seed twice and one with all kinds of faults. Every night has the rest, and new seeds.
const SEEDS = Array.from({ length: IS_FULL ? 20 : 1 }, (_, index) => index + 1);

type More = { readonly commands: number; readonly nodes?: number; readonly hasFaults?: boolean };

const run = (seed: number, more: More, coverage?: Coverage) =>
  simulate({ seed, nodes: 2 + (seed % 2), clients: 4, hasFaults: true, ...more }, coverage);

function expectNoFailure({ failure, trace }: SimulationResult): void {
  if (failure !== undefined) throw new Error(`${failure}\n${trace.newest(30).join('\n')}`);
}

describe('the simulator', () => {
  it('repeats every line of a run from its seed', async () => {
    const digests = new Set<string>();
    for (const seed of SEEDS) {
      const [first, second] = [await run(seed, { commands: 100 }), await run(seed, { commands: 100 })];
      expectNoFailure(first);
      expect(second.trace.newest(10_000), `seed ${seed}`).to.deep.equal(first.trace.newest(10_000));
      expect(second.trace.digest()).to.equal(first.trace.digest());
      digests.add(first.trace.digest());
    }
    expect(digests.size).to.equal(SEEDS.length);
  }).timeout(600_000);

  it('finds nothing wrong with nodes and stores that fail in several ways', async () => {
    const kinds = new Set<string>();
    const coverage = createCoverage();
    // What a seed reaches changes with the code. Nodes of these seeds may have two releases.
    const seeds = IS_FULL ? [30, 40, 31, 32, 39, 41, 48, 49] : [30];
    for (const [index, seed] of seeds.entries()) {
      if (index > 2 && kinds.has('older release') && coverage.counts.has('resetSandbox 200')) break;
      const result = await run(seed, { commands: IS_FULL ? 400 : 250 }, coverage);
      expectNoFailure(result);
      for (const kind of result.faults.keys()) kinds.add(kind);
    }
    expect(kinds.size).to.be.greaterThan(6);
    if (!IS_FULL) return;
    expect([...kinds]).to.include.members(['older release', 'crash', 'payment reported twice']);
    expect([...kinds].filter((kind) => kind.startsWith('rail '))).to.not.deep.equal([]);
    expect([...coverage.counts.keys()]).to.include.members(['resetSandbox 200', 'event book.opened']);
  });

  if (IS_FULL) {
    it('repeats every line of a run on a file that loses what was not synced, and finds nothing wrong', async () => {
      const lost = new Set<boolean>();
      for (const seed of [30, 60]) {
        const on = { commands: 300, nodes: 1 };
        const [first, second] = [await run(seed, on), await run(seed, on)];
        expectNoFailure(first);
        expect(second.trace.digest()).to.equal(first.trace.digest());
        lost.add(first.faults.has('power failure that lost writes'));
      }
      expect([...lost]).to.include(true);
    });

    it('finds nothing wrong with a service without faults', async () => {
      expectNoFailure(await run(21, { commands: 400, hasFaults: false }));
    });
  }
});
