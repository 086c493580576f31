/** Which build of a projection is read, and which are made, kept and dropped. */
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

describe('The plan for the builds of a projection', () => {
  const plan = (version: number, ...keys: string[]) =>
    short(planGenerations('coins', version, checkpoints(...keys)));

  it('reads the first build of all while it grows', () => {
    expect(plan(1)).to.deep.equal({ ...NONE, served: '1.1', isComplete: false });
    expect(plan(3, 'coins_v3')).to.deep.equal({ ...NONE, served: '3.1', isComplete: false });
  });

  it('reads the newest build that has caught up, and builds the newest that has not', () => {
    expect(plan(1, 'coins_v1', 'coins_v1 complete', 'coins_v1_g2')).to.deep.equal({
      ...NONE,
      served: '1.1',
      building: '1.2',
      isComplete: true,
    });
    const both = ['coins_v1', 'coins_v1 complete', 'coins_v1_g2', 'coins_v1_g2 complete'];
    expect(plan(1, ...both)).to.deep.equal({ ...NONE, served: '1.2', old: ['1.1'], isComplete: true });
  });

  it('builds raised rules by itself, and reads what older ones made meanwhile, also where that is not marked', () => {
    expect(plan(2, 'coins_v1', 'coins_v1 complete')).to.include({ served: '1.1', building: '2.1' });
    expect(plan(2, 'coins_v1')).to.include({ served: '1.1', building: '2.1' });
    expect(plan(2, 'coins_v1', 'coins_v2', 'coins_v2 complete')).to.deep.include({
      served: '2.1',
      old: ['1.1'],
    });
  });

  it('leaves what newer rules made to the processes that have them', () => {
    const newer = ['coins_v1', 'coins_v1 complete', 'coins_v2', 'coins_v2 complete'];
    expect(plan(1, ...newer)).to.deep.equal({ ...NONE, served: '1.1', isComplete: true });
  });

  it('keeps nothing that older rules made, as nobody has these any more', () => {
    const marks = ['coins_v1', 'coins_v1 complete', 'coins_v1 kept', 'coins_v2', 'coins_v2 complete'];
    expect(plan(2, ...marks)).to.deep.include({ served: '2.1', kept: [], old: ['1.1'] });
  });

  it('keeps what is to be compared, and reads nothing that is to go', () => {
    const both = ['coins_v1', 'coins_v1 complete', 'coins_v1_g2', 'coins_v1_g2 complete'];
    expect(plan(1, ...both, 'coins_v1 kept')).to.deep.include({ kept: ['1.1'], old: ['1.1'] });
    expect(plan(1, ...both, 'coins_v1 dropping', 'coins_v1 kept')).to.deep.include({
      served: '1.2',
      kept: [],
      dropping: ['1.1'],
    });
  });

  it('takes no other projection’s build for one of its own', () => {
    expect(plan(1, 'coins_v1', 'coins_v1 complete', 'coins_vault_v1', 'old_coins_v1_g4')).to.deep.equal({
      ...NONE,
      served: '1.1',
      isComplete: true,
    });
  });
});
