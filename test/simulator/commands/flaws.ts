/**
 * The refusals that operations share: a table of all operations and of everything that can be wrong with a request to each. A client
 * goes through it, beginning at a place that follows from its seed, so a few seeds together reach all of it.
 */
import { OPERATIONS } from './command.ts';
import type { ApiCommand, Operation, Reference } from './command.ts';

/** `earlier`: a command with the same operation whose answer is kept. Undefined if there has to be one and there is none. */
type AddFlaw = (draw: () => ApiCommand, earlier: ApiCommand | undefined) => ApiCommand | undefined;
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

const DRAWS_MAX = 5;
const contentOf = ({ params, body }: ApiCommand): string => JSON.stringify([params, body]);

/** The key of another request. */
const usedKey: AddFlaw = (draw, earlier) => {
  if (earlier === undefined) return undefined;
  let command = draw();
  for (let draws = 1; draws < DRAWS_MAX && contentOf(command) === contentOf(earlier); draws += 1)
    command = draw();
  return { ...command, key: earlier.key, idempotencyKey: earlier.idempotencyKey ?? '' };
};

/** Canceling is off, so no answer is kept. A reset has nothing in which two requests can differ. */
const WITHOUT_OTHER_REQUESTS = ['cancelTransfer', 'resetSandbox'];

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
    isPossible: (each) => isPost(each) && !WITHOUT_OTHER_REQUESTS.includes(each.operationId),
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
    addTo(draw, earlier) {
      const command = next().add(draw, earlier);
      if (command !== undefined) place += 1;
      return command;
    },
  };
}
