import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect } from 'chai';
import { IS_FULL } from '../../test/support/effort.ts';
import { GENERATED_OPERATIONS } from './commands/generator.ts';
import { runGenerated, runScenario } from './commands/driver.ts';
import { OPERATIONS, OPERATOR_OPERATIONS } from './commands/command.ts';
import { shrink } from './commands/shrink.ts';
import { MODELED_OPERATIONS } from './model/model.ts';
import { NOT_MODELED } from './not-modeled.ts';

/** Throws with the shortest scenario that fails. */
async function expectNoDifference(seed: number, length: number): Promise<void> {
  const { scenario, difference } = await runGenerated(seed, length);
  if (difference === undefined) return;
  const shortest = await shrink(scenario, async (shorter) => {
    const found = await runScenario(shorter);
    return found?.command === difference.command;
  });
  const lines = shortest.map((command) => JSON.stringify(command)).join('\n');
  throw new Error(`Seed ${seed}, command ${difference.command.serial}: ${difference.reason}\n${lines}`);
}

describe('the model of the API', () => {
  // A workflow runs new seeds each night; a test fails only because of the change under test.
  for (const seed of IS_FULL ? [100, 101, 102, 104, 105, 106] : [100, 101])
    it(`agrees with the service about the scenario of seed ${seed}`, () => expectNoDifference(seed, 800));

  it('imports nothing of the service', () => {
    const folder = resolve('packages/simulator/model');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((each) =>
      each.endsWith('.ts'),
    );
    expect(files.length).to.be.greaterThan(10);
    for (const file of files) {
      const text = readFileSync(join(folder, file), 'utf8');
      const imports = [...text.matchAll(/ from '([^']+)';$|import\('([^']+)'\)/gm)].map(
        ([, one, other]) => one ?? other ?? '',
      );
      expect(
        imports.filter((path) => !resolve(folder, dirname(file), path).startsWith(`${folder}/`)),
        file,
      ).to.deep.equal([]);
      expect(
        imports.every((path) => path.startsWith('.')),
        file,
      ).to.equal(true);
    }
  });

  it('predicts what is generated, and names every other operation', () => {
    expect(GENERATED_OPERATIONS).to.deep.equal(MODELED_OPERATIONS);
    const modeled = MODELED_OPERATIONS.filter((each) => !OPERATOR_OPERATIONS.has(each));
    expect([...modeled, ...NOT_MODELED].sort()).to.deep.equal([...OPERATIONS.keys()].sort());
  });
});

describe('createGenerator', () => {
  it('makes the same commands for the same seed, as plain data', async () => {
    const { scenario } = await runGenerated(7, 300);
    expect((await runGenerated(7, 300)).scenario).to.deep.equal(scenario);
    expect(JSON.parse(JSON.stringify(scenario))).to.deep.equal(scenario);
    expect((await runGenerated(8, 300)).scenario).to.not.deep.equal(scenario);
  });
});

describe('shrink', () => {
  it('keeps only the steps without which the scenario does not fail', async () => {
    const scenario = Array.from({ length: 100 }, (_, index) => index);
    const needed = [3, 47, 48, 99];
    const shortest = await shrink(scenario, (steps) =>
      Promise.resolve(needed.every((step) => steps.includes(step))),
    );
    expect(shortest).to.deep.equal(needed);
  });
});
