import { expect } from 'chai';
import { OPERATIONS, OPERATOR_OPERATIONS } from './command.ts';
import type { ApiCommand } from './command.ts';
import { createFlawWalk } from './flaws.ts';
import { GENERATED_OPERATIONS } from './generator.ts';
import { createRandom } from './random.ts';

const ALL = [...OPERATIONS.values(), ...OPERATOR_OPERATIONS.values()].filter(({ operationId }) =>
  GENERATED_OPERATIONS.includes(operationId),
);
/** Of 1,000 commands of eight clients. */
const FLAWED_OF_A_CLIENT = 12;

/** What a walk does to that many commands. */
function flawsOf(seed: number, length: number): readonly string[] {
  const walk = createFlawWalk(seed, ALL);
  return Array.from({ length }, (_, serial) => {
    const operation = walk.operation();
    const command: ApiCommand = {
      ...{ serial, operation, key: 'sandbox', params: { id: { $answer: 1, prefix: 'usr' } } },
      ...{ query: {}, body: {}, idempotencyKey: 'its own' },
    };
    const earlier = { ...command, params: {}, idempotencyKey: 'of an earlier one' };
    return JSON.stringify(walk.addTo(() => ({ ...command, serial: 0 }), createRandom(1), [earlier]));
  });
}

describe('createFlawWalk', () => {
  it('reaches nearly every flaw of every operation with ten seeds of eight clients', () => {
    const all = new Set(flawsOf(0, 1_000));
    const seeds = Array.from({ length: 10 * 8 }, (_, at) => 64 * (1 + Math.floor(at / 8)) + (at % 8));
    const reached = new Set(seeds.flatMap((seed) => flawsOf(seed, FLAWED_OF_A_CLIENT)));
    expect(all.size).to.be.greaterThan(400);
    const missing = [...all].filter((each) => !reached.has(each));
    expect(missing.length).to.be.lessThan(all.size / 100);
  });

  it('waits with the key of an earlier command until there is one', () => {
    const [createUser] = ALL.filter(({ operationId }) => operationId === 'createUser');
    const walk = createFlawWalk(0, createUser === undefined ? [] : [createUser]);
    const command: ApiCommand = { serial: 1, operation: 'createUser', key: 'sandbox', idempotencyKey: 'new' };
    const sent = Array.from({ length: 20 }, () => walk.addTo(() => command, createRandom(1), []));
    expect(sent.slice(-3)).to.deep.equal([undefined, undefined, undefined]);
    const earlier = { ...command, serial: 0, body: {}, idempotencyKey: 'used' };
    expect(walk.addTo(() => command, createRandom(1), [earlier])).to.include({ idempotencyKey: 'used' });
  });
});
