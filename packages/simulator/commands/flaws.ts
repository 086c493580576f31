/**
 * The refusals that operations share: a table of all operations and of everything that can be wrong with a request to each. A client
 * goes through it, beginning at a place that follows from its seed, so a few seeds together reach all of it.
 */
import { OPERATIONS } from './command.ts';
import type { ApiCommand, Operation, Reference } from './command.ts';
import type { Random } from './random.ts';

/**
 * `earlier`: commands whose answers are kept, and whose keys the operation can use again. Undefined if there has to be one and there
 * is none.
 */
type AddFlaw = (
  draw: () => ApiCommand,
  random: Random,
  earlier: readonly ApiCommand[],
) => ApiCommand | undefined;
type Flaw = { readonly isPossible: (operation: Operation) => boolean; readonly add: AddFlaw };

const isPost = ({ method }: Operation): boolean => method === 'POST';
const isOfApi = ({ operationId }: Operation): boolean => OPERATIONS.has(operationId);

const calledWith = (key: 'revoked' | 'readOnly' | 'production' | 'stranger'): Flaw => ({
  isPossible: isOfApi,
  add: (draw) => ({ ...draw(), key }),
});

const unknownParameter: AddFlaw = (draw) => {
  const command = draw();
  return { ...command, query: { ...command.query, colour: 'red' } };
};

const unknownMember: AddFlaw = (draw) => {
  const command = draw();
  return { ...command, body: { ...command.body, colour: 'red' } };
};

const unknownObjects: AddFlaw = (draw) => {
  const command = draw();
  const unknown = (value: string | Reference): string | Reference =>
    typeof value === 'string' ? value : { $answer: -1, prefix: value.prefix };
  const params = Object.entries(command.params ?? {}).map(([name, value]) => [name, unknown(value)] as const);
  return { ...command, params: Object.fromEntries(params) };
};

const contentOf = ({ operation, params, body }: ApiCommand): string =>
  JSON.stringify([operation, params, body]);

/** The key of another request. The content is that of a third one, because one that is drawn may have other flaws. */
const usedKey: AddFlaw = (draw, random, earlier) => {
  const drawn = draw();
  const lender = random.pickAny(earlier);
  if (lender === undefined) return undefined;
  const isOther = (each: ApiCommand): boolean =>
    each.operation === drawn.operation && contentOf(each) !== contentOf(lender);
  const { params, body } = random.pickAny(earlier.filter(isOther)) ?? drawn;
  const content = { ...(params !== undefined && { params }), ...(body !== undefined && { body }) };
  return { ...drawn, ...content, key: lender.key, idempotencyKey: lender.idempotencyKey ?? '' };
};

/** Whether a request to the operation with the key of the command is another request. Two resets would be the same. */
export const canLendKey = ({ operation, key }: ApiCommand, to: string): boolean =>
  to === 'resetSandbox' ? operation !== to && key === 'sandbox' : operation === to;

const FLAWS: readonly Flaw[] = [
  calledWith('revoked'),
  calledWith('readOnly'),
  calledWith('production'),
  calledWith('stranger'),
  { isPossible: () => true, add: unknownParameter },
  { isPossible: ({ method }) => method === 'POST' || method === 'PATCH', add: unknownMember },
  { isPossible: isPost, add: (draw) => ({ ...draw(), idempotencyKey: 'k'.repeat(256) }) },
  { isPossible: ({ path }) => path.includes('{'), add: unknownObjects },
  {
    // Canceling is off, so no answer is kept.
    isPossible: (each) => isPost(each) && each.operationId !== 'cancelTransfer',
    add: usedKey,
  },
];

export type FlawWalk = {
  /** The operation of the next command. */
  operation(): string;
  /** Adds the flaw that is next. Without the earlier command that it needs, the same flaw stays next. */
  addTo: AddFlaw;
};

/** The places of consecutive seeds are spread evenly. */
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

export function createFlawWalk(seed: number, operations: readonly Operation[]): FlawWalk {
  const entries = operations.flatMap((each) =>
    FLAWS.flatMap(({ isPossible, add }) => (isPossible(each) ? { operation: each.operationId, add } : [])),
  );
  let place = Math.floor(((seed * GOLDEN_RATIO) % 1) * entries.length);
  // There is always an operation.
  const next = () => entries[place % entries.length] as (typeof entries)[number];
  return {
    operation: () => next().operation,
    addTo(draw, random, earlier) {
      const command = next().add(draw, random, earlier);
      if (command !== undefined) place += 1;
      return command;
    },
  };
}
