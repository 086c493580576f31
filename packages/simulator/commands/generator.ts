/** Random commands, valid and invalid, from a seed. */
import { isObject, textOf } from '../model/prediction.ts';
import type { Answer, Json } from '../model/prediction.ts';
import { OPERATIONS, OPERATOR_OPERATIONS, isOperatorKey, itemsOf } from './command.ts';
import type { ApiCommand, Command, KeyName, Operation, Reference } from './command.ts';
import { DRAFTS, FOR_ALL_OF_THE_BOOK, LISTED, PREFIX_OF } from './drafts.ts';
import { OPERATOR_DRAFTS } from './operator-drafts.ts';
import { RECEIVERS } from './draft-context.ts';
import type { Context, Created, Draft, Drafts, Made } from './draft-context.ts';
import { firstDraft } from './first-drafts.ts';
import { canLendKey, createFlawWalk } from './flaws.ts';
import { followUps } from './follow-ups.ts';
import type { MakeDraft } from './follow-up.ts';
import { createRandom } from './random.ts';
import { TEMPORARY } from './refusal-plans.ts';
import { rivalOf } from './rivals.ts';

/** Few objects of each kind, so that commands meet. */
const OBJECTS_MAX = 12;

const REFUSED_MAX = 12;

/** The operations that the generator calls. */
export const GENERATED_OPERATIONS: readonly string[] = [DRAFTS, OPERATOR_DRAFTS].flatMap(Object.keys).sort();

const weighted = (drafts: Drafts): readonly string[] =>
  Object.entries(drafts).flatMap(([operation, [weight]]) => Array.from({ length: weight }, () => operation));
const WEIGHTED = weighted(DRAFTS);
const WEIGHTED_WITH_OPERATOR = [...WEIGHTED, ...weighted(OPERATOR_DRAFTS)];

const draftOf = (operation: string) => (DRAFTS[operation] ?? OPERATOR_DRAFTS[operation])?.[1];

/** How many commands are refused for a reason that operations share. */
const FLAWED_ONE_IN = 9;

/** Refusals that are not kept under the idempotency key. */
const NOT_KEPT = [
  ...['malformed_request', 'invalid_api_key', 'permission_denied', 'sandbox_only', 'not_implemented'],
  ...['validation_failed', 'idempotency_key_reused', 'provider_unavailable'],
];

const declaredOf = (operation: string): Operation | undefined =>
  OPERATIONS.get(operation) ?? OPERATOR_OPERATIONS.get(operation);

/** What a client can call. Only one that is alone in its books calls what concerns everything in them. */
const callable = (isAlone: boolean, hasOperator: boolean): readonly Operation[] =>
  Object.keys({ ...DRAFTS, ...(hasOperator && OPERATOR_DRAFTS) })
    .filter((each) => isAlone || !FOR_ALL_OF_THE_BOOK.includes(each))
    .flatMap((each) => declaredOf(each) ?? []);

const NO_DETAILS = { asset: '', kind: '', state: '', body: undefined };

/** A draft for one of the next commands. */
type Plan = { readonly key: KeyName; readonly draft: MakeDraft };

/** Makes commands one after the other. They depend only on the seed and on the answers, so a run can be repeated. */
export type Generator = {
  next(): Command;
  /** The same command, with another idempotency key or with the same one. */
  again(command: ApiCommand, isSameKey: boolean): ApiCommand;
  /** Another command about its wallets; the same one with another key if there is none. */
  rival(command: ApiCommand): ApiCommand;
  /** Objects are used once the answer has shown that they exist. */
  observe(command: Command, answer: Answer): void;
};

export type GeneratorOptions = {
  /** Whether no other client uses the books. */
  readonly isAlone?: boolean;
  /** Whether operators act, too. */
  readonly hasOperator?: boolean;
};

export function createGenerator(
  seed: number,
  { isAlone = true, hasOperator = false }: GeneratorOptions = {},
): Generator {
  const random = createRandom(seed);
  const createdBy = new Map<string, Created>();
  /** Those whose answers are kept. */
  const posts: ApiCommand[] = [];
  /** Those that were refused for a reason that may end. The same answer is due all the same. */
  const refused: ApiCommand[] = [];
  const plans: Plan[] = [];
  const walk = createFlawWalk(seed, callable(isAlone, hasOperator));
  let serial = -1;

  const createdWith = (key: KeyName): Created => {
    // An operator acts in the book of the first key.
    const of = isOperatorKey(key) ? 'sandbox' : key;
    const created: Created = createdBy.get(of) ?? new Map<string, Made[]>();
    createdBy.set(of, created);
    return created;
  };

  const contextOf = (key: KeyName): Context => ({ random, created: createdWith(key), isAlone });

  function draw(): ApiCommand {
    const planned = plans.shift();
    const key: KeyName = planned?.key ?? (random.oneIn(4) ? 'stranger' : 'sandbox');
    const context = contextOf(key);
    const first = planned?.draft(context) ?? (random.oneIn(3) ? undefined : firstDraft(context));
    if (first !== undefined) return commandOf(key, first);
    const operations = hasOperator && key === 'sandbox' ? WEIGHTED_WITH_OPERATOR : WEIGHTED;
    return drawOf(random.pickAny(operations) ?? 'createUser', key);
  }

  function drawFlawed(): ApiCommand {
    const operation = walk.operation();
    const draw = (): ApiCommand => drawOf(operation, 'sandbox');
    const earlier = posts.filter((each) => canLendKey(each, operation));
    return walk.addTo(draw, random, earlier) ?? draw();
  }

  const drawOf = (operation: string, key: KeyName): ApiCommand =>
    commandOf(key, { operation, ...draftOf(operation)?.(contextOf(key)) });

  function commandOf(key: KeyName, draft: Draft): ApiCommand {
    const { operation } = draft;
    const isUndecided = operation in OPERATOR_DRAFTS && !isOperatorKey(key);
    const caller: KeyName = isUndecided ? random.pick(['operator', 'secondOperator']) : key;
    const isPost = declaredOf(operation)?.method === 'POST';
    return { serial, key: caller, ...(isPost && { idempotencyKey: `key-${serial}` }), ...draft };
  }

  /** A deactivated user can do nothing, so most commands concern others. Some objects stay, because they must be refused. */
  function forgetMost(created: Created, user: Reference | undefined, serial: number): void {
    const deactivated = { serial, of: user, ...NO_DETAILS };
    created.set('deactivated', [...(created.get('deactivated') ?? []), deactivated].slice(-OBJECTS_MAX));
    for (const [prefix, made] of created)
      created.set(
        prefix,
        made.filter(({ serial, of }) => {
          const isOfUser = prefix === 'usr' ? serial === user?.$answer : of?.$answer === user?.$answer;
          return !isOfUser || prefix === 'deactivated' || (prefix !== 'approved' && random.oneIn(4));
        }),
      );
  }

  function removeApproved(command: ApiCommand): readonly Made[] {
    const { key } = command;
    const user = userOf(command);
    const others = (createdWith(key).get('approved') ?? []).filter(({ of }) => of?.$answer !== user?.$answer);
    createdWith(key).set('approved', others);
    return others;
  }

  /** Which users are approved, each once, and which were under review. */
  function observeKyc(command: ApiCommand, body: Json): void {
    const { key, serial } = command;
    const others = removeApproved(command);
    if (textOf(body, 'kyc_status') === 'under_review') {
      const before = createdWith(key).get('under_review') ?? [];
      const made = { serial, of: userOf(command), ...NO_DETAILS };
      createdWith(key).set('under_review', [...before, made].slice(-OBJECTS_MAX));
    }
    if (textOf(body, 'kyc_status') !== 'approved') return;
    const made = { serial, of: userOf(command), ...NO_DETAILS };
    createdWith(key).set('approved', [...others, made].slice(-OBJECTS_MAX));
  }

  /** The newest objects of a list whose objects appear without a command. */
  function observeList({ operation, key, serial }: ApiCommand, body: Json): void {
    const kind = LISTED[operation];
    if (kind === undefined) return;
    const created = createdWith(key);
    const listed = itemsOf(body).flatMap((each, item) => {
      const made = { serial, item, of: undefined, ...NO_DETAILS, state: textOf(each, 'status') };
      return kind !== RECEIVERS || made.state === 'enabled' ? made : [];
    });
    if (listed.length > 0)
      created.set(kind, [...(created.get(kind) ?? []), ...listed.slice(0, 3)].slice(-OBJECTS_MAX));
  }

  function again(command: ApiCommand, isSameKey: boolean): ApiCommand {
    serial += 1;
    return { ...command, serial, ...(!isSameKey && { idempotencyKey: `key-${serial}` }) };
  }

  return {
    again,
    rival(command) {
      const draft = rivalOf(contextOf(command.key), command);
      return again({ ...command, ...draft }, false);
    },
    next() {
      serial += 1;
      if (random.oneIn(25)) return { serial, waitMs: random.pick([1, 1_000, 29_990, 30_000]) };
      const before = random.oneIn(20) ? random.pickAny(random.oneIn(2) ? refused : posts) : undefined;
      if (before !== undefined) return { ...before, serial };
      return random.oneIn(FLAWED_ONE_IN) ? drawFlawed() : draw();
    },
    observe(command, { status, body }) {
      if ('waitMs' in command) return;
      const { operation, key } = command;
      const code = codeOf(body);
      if (operation === 'resetSandbox' && status === 200) createdBy.delete(key);
      const isKept = command.body?.['dry_run'] !== true && !NOT_KEPT.includes(code);
      if (command.idempotencyKey !== undefined && isKept) posts.push(command);
      if (command.idempotencyKey !== undefined && isKept && TEMPORARY.includes(code)) refused.push(command);
      if (refused.length > REFUSED_MAX) refused.shift();
      observeList(command, body);
      const made = madeBy(command, body);
      const planKey = isOperatorKey(key) ? 'sandbox' : key;
      if (planKey === 'sandbox' || planKey === 'stranger') {
        const answered = { command, body, code, made, context: contextOf(key) };
        for (const draft of followUps({ ...answered, hasOperator: hasOperator && planKey === 'sandbox' }))
          plans.push({ key: planKey, draft });
      }
      if (operation === 'setSandboxKyc' && textOf(body, 'kyc_status') !== '') observeKyc(command, body);
      // Its wallet is not among the newest, so another user gets wallets instead.
      if (code === 'wallet_exists') removeApproved(command);
      if (operation === 'deactivateUser' && textOf(body, 'status') === 'deactivated')
        forgetMost(createdWith(key), userOf(command), command.serial);
      const prefix = PREFIX_OF[operation];
      if (prefix === undefined || made === undefined) return;
      const created = createdWith(key);
      created.set(prefix, [...(created.get(prefix) ?? []), made].slice(-OBJECTS_MAX));
    },
  };
}

/** The object that the command created; undefined if there is none. */
function madeBy(command: ApiCommand, body: Json): Made | undefined {
  const prefix = PREFIX_OF[command.operation];
  if (prefix === undefined || !textOf(body, 'id').startsWith(`${prefix}_`)) return undefined;
  return {
    ...{ serial: command.serial, of: userOf(command) },
    ...{ asset: textOf(body, 'asset'), kind: textOf(body, 'kind'), state: textOf(body, 'state') },
    body: command.body,
  };
}

/** The user whom the path names. */
function userOf({ params }: ApiCommand): Reference | undefined {
  const user = params?.['user_id'];
  return typeof user === 'string' ? undefined : user;
}

const codeOf = (body: Json): string => textOf(isObject(body) ? body['error'] : undefined, 'code');
