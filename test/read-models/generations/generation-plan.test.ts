/** Which generation of a projection is read, and which are built, maintained, and dropped. */
import { expect } from 'chai';
import { planGenerations, type GenerationPlan } from '../../../src/read-models/generations/generation.ts';

const checkpoints = (...keys: string[]) => new Map(keys.map((key) => [key, 1n]));
const short = ({ active, building, maintained, retired, dropping, isComplete }: GenerationPlan) => {
  const name = (build: { version: number; generation: number }) => `${build.version}.${build.generation}`;
  return {
    served: name(active),
    building: building && name(building),
    kept: maintained.map(name),
    old: retired.map(name),
    dropping: dropping.map(name),
    isComplete,
  };
};
const NONE = { building: undefined, kept: [], old: [], dropping: [] };

describe('The plan for the generations of a projection', () => {
  const plan = (version: number, ...keys: string[]) =>
    short(planGenerations('coins', version, checkpoints(...keys)));

  it('reads the first generation of all while it is built', () => {
    expect(plan(1)).to.deep.equal({ ...NONE, served: '1.1', isComplete: false });
    expect(plan(3, 'coins_v3')).to.deep.equal({ ...NONE, served: '3.1', isComplete: false });
  });

  it('reads the newest complete generation and builds the newest incomplete one', () => {
    expect(plan(1, 'coins_v1', 'coins_v1 complete', 'coins_v1_g2')).to.deep.equal({
      ...NONE,
      served: '1.1',
      building: '1.2',
      isComplete: true,
    });
    const both = ['coins_v1', 'coins_v1 complete', 'coins_v1_g2', 'coins_v1_g2 complete'];
    expect(plan(1, ...both)).to.deep.equal({ ...NONE, served: '1.2', old: ['1.1'], isComplete: true });
  });

  it('builds a new version automatically and reads the older one until then, even if it is not marked complete', () => {
    expect(plan(2, 'coins_v1', 'coins_v1 complete')).to.include({ served: '1.1', building: '2.1' });
    expect(plan(2, 'coins_v1')).to.include({ served: '1.1', building: '2.1' });
    expect(plan(2, 'coins_v1', 'coins_v2', 'coins_v2 complete')).to.deep.include({
      served: '2.1',
      old: ['1.1'],
    });
  });

  it('ignores generations of newer versions', () => {
    const newer = ['coins_v1', 'coins_v1 complete', 'coins_v2', 'coins_v2 complete'];
    expect(plan(1, ...newer)).to.deep.equal({ ...NONE, served: '1.1', isComplete: true });
  });

  it('maintains no generation of an older version', () => {
    const marks = ['coins_v1', 'coins_v1 complete', 'coins_v1 kept', 'coins_v2', 'coins_v2 complete'];
    expect(plan(2, ...marks)).to.deep.include({ served: '2.1', kept: [], old: ['1.1'] });
  });

  it('maintains a generation for a comparison and reads none that is being dropped', () => {
    const both = ['coins_v1', 'coins_v1 complete', 'coins_v1_g2', 'coins_v1_g2 complete'];
    expect(plan(1, ...both, 'coins_v1 kept')).to.deep.include({ kept: ['1.1'], old: ['1.1'] });
    expect(plan(1, ...both, 'coins_v1 dropping', 'coins_v1 kept')).to.deep.include({
      served: '1.2',
      kept: [],
      dropping: ['1.1'],
    });
  });

  it('ignores generations of other projections with similar names', () => {
    expect(plan(1, 'coins_v1', 'coins_v1 complete', 'coins_vault_v1', 'old_coins_v1_g4')).to.deep.equal({
      ...NONE,
      served: '1.1',
      isComplete: true,
    });
  });
});
