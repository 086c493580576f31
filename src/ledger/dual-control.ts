import { formatAmount, type Amount, type Points } from './amount.ts';
import { newId, type Book, type Decision, type DecisionContext, type ReadonlyBook } from './book.ts';
import type { BookEvent, EventData, EventLocation, RecordedBookEvent } from './event.ts';
import { environmentOf, integratorOf, type ProposalId, type TransferId } from './ids.ts';
import type { Policy } from './policy.ts';
import { refuse, refuseNotFound, type Refusal } from './refusal.ts';
import { LedgerViolation } from './violations.ts';

/**
 * How events of dual control name operators, and whether two names may belong to one person
 * (docs/adr/0055-sign-in-at-a-provider.md). A token has a name, and all tokens with one name belong to one operator. A
 * person whom a provider identified is named with the ID that derives from issuer and subject, because people can change
 * their names.
 */
const PROVIDER_ID = /\((opr_(?<issuer>[0-9a-hjkmnp-tv-z]{6})[0-9a-hjkmnp-tv-z]{20})\)$/;

/** An operator as events name it: `Ana`, or `Ana (opr_…)` if a provider identified Ana. */
export const operatorNameOf = ({
  id,
  name,
  identity,
}: {
  readonly id: string;
  readonly name: string;
  readonly identity?: object;
}): string => (identity === undefined ? name : `${name} (${id})`);

/** The name of a person without the ID that a provider gives it. */
export const nameWithoutId = (name: string): string => name.replace(PROVIDER_ID, '').trim();

/** Whether a name looks like that of a person whom a provider identified. No token may have such a name. */
export const hasProviderId = (name: string): boolean => PROVIDER_ID.test(name);

/**
 * Whether two names may belong to one operator. People of one provider are told apart by ID, tokens by name; case,
 * surrounding spaces, and the way that Unicode composes a letter make no difference. A person may also have a token, or an
 * account of another provider, so these cannot be told apart.
 */
export function isSameOperator(a: string, b: string): boolean {
  const [first, second] = [PROVIDER_ID.exec(a), PROVIDER_ID.exec(b)];
  if (first === null && second === null) return comparable(a) === comparable(b);
  if (first?.groups?.['issuer'] !== second?.groups?.['issuer']) return true;
  return first?.[1] === second?.[1];
}

const comparable = (name: string): string => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

// Proposals: actions that are too large for one operator. One operator proposes them, and another one lets them take
// effect (docs/adr/0047-proposals-are-events.md).

export type ProposedAction = EventData<'proposal.created'>['action'];

/** A proposal that is neither executed nor ended. It may have expired. */
export type Proposal = {
  readonly id: ProposalId;
  readonly proposed_by: string;
  readonly expires_at: string;
  readonly action: ProposedAction;
};

type ProposalEvent = RecordedBookEvent<'proposal.created' | 'proposal.executed' | 'proposal.ended'>;

/** Applies an event about a proposal. Throws a LedgerViolation if one operator executes what the same one proposed. */
export function applyProposal(book: Pick<Book, 'proposals'>, event: ProposalEvent): void {
  const { proposal_id: id } = event.data;
  const open = book.proposals.get(id);
  if (event.type === 'proposal.created') {
    if (open !== undefined) throw new LedgerViolation('object_exists', `Proposal ${id} already exists.`);
    const { proposed_by, expires_at, action } = event.data;
    book.proposals.set(id, { id, proposed_by, expires_at, action });
    return;
  }
  if (open === undefined) throw new LedgerViolation('object_missing', `Proposal ${id} is not open.`);
  if (event.type === 'proposal.executed') assertExecutable(open, event);
  book.proposals.delete(id);
}

function assertExecutable(open: Proposal, { data, time }: RecordedBookEvent<'proposal.executed'>): void {
  if (data.proposed_by !== open.proposed_by || isSameOperator(data.executed_by, open.proposed_by))
    throw new LedgerViolation('proposal_unusable', `Proposal ${open.id} needs a second operator.`);
  if (Date.parse(time) >= Date.parse(open.expires_at))
    throw new LedgerViolation('proposal_unusable', `Proposal ${open.id} expired at ${open.expires_at}.`);
}

// Dual control: an action at or above its limit does not take effect when one operator asks for it, but becomes a proposal.
// Another operator executes it. All functions are pure, and work on decisions of the action itself.

/** Turns the decision of an action into the decision that is recorded. */
export type Control = (book: ReadonlyBook, context: DecisionContext, decide: () => Decision) => Decision;

/** An action and what it is worth. */
export type LimitedAction = {
  readonly action: ProposedAction;
  readonly points: Amount;
  /** The least that needs a second operator; null if nothing does. */
  readonly limit: Points | null;
};

/**
 * Decides an action of one operator. At or above its limit it becomes a proposal, if it would not be refused. `describe`
 * returns undefined for an action without a limit. Refuses what the action refuses, proposal_state_conflict if it is
 * proposed already, and second_operator_required if `operator` is undefined: an operator who cannot propose anything.
 */
export const proposeAboveLimit =
  (
    operator: string | undefined,
    describe: (book: ReadonlyBook, policy: Policy) => LimitedAction | undefined,
  ): Control =>
  (book, context, decide) => {
    const decision = decide();
    // A repeated request has no events.
    if ('refusal' in decision || decision.events.length === 0) return decision;
    const described = describe(book, context.policy);
    if (described === undefined) return decision;
    const { action, points, limit } = described;
    if (limit === null || points < limit)
      return { events: [...decision.events, ...supersededProposals(book, context, action)] };
    if (operator === undefined) return refuse('second_operator_required', NOBODY_IDENTIFIED);
    const same = openProposals(book, context).find((each) => hasSameSubject(each.action, action));
    if (same !== undefined)
      return refuse('proposal_state_conflict', `The proposal ${same.id} waits for a second operator.`, {
        existing_id: same.id,
      });
    const expired = expiredProposals(book, context);
    const proposal_id = newId('prp', book, context, expired.length);
    const expires_at = new Date(context.now + context.policy.dualControl.proposalLifetimeMs).toISOString();
    return {
      events: [
        ...expired,
        {
          type: 'proposal.created',
          data: { proposal_id, proposed_by: operator, points: formatAmount(points, 2), expires_at, action },
        },
      ],
    };
  };

/** Decides an action that needs one person at most, and that settles what proposals for the transfer are about. */
export const supersedeProposals =
  (transferId: TransferId): Control =>
  (book, context, decide) => {
    const decision = decide();
    if ('refusal' in decision || decision.events.length === 0) return decision;
    return {
      events: [...decision.events, ...supersededProposals(book, context, { transfer_id: transferId })],
    };
  };

/**
 * Executes a proposal for a second operator: the events of its action, and `proposal.executed`. Refuses what the action
 * refuses now, proposal_state_conflict (ended, expired, or the transfer has changed), second_operator_required.
 */
export const executeProposal =
  (proposalId: ProposalId, operator: string): Control =>
  (book, context, decide) => {
    const proposal = book.proposals.get(proposalId);
    if (proposal === undefined) {
      // A repeated request that was executed before has no events.
      const repeated = decide();
      return 'events' in repeated && repeated.events.length === 0 ? repeated : refuseEnded();
    }
    const { proposed_by, action } = proposal;
    if (isSameOperator(operator, proposed_by)) return refuse('second_operator_required');
    if (isExpired(proposal, context)) return refuseExpired(proposal);
    if (hasChanged(book, action))
      return refuse('proposal_state_conflict', 'The transfer has changed since. Propose the action again.');
    const decision = decide();
    if ('refusal' in decision) return decision;
    const executed = { proposal_id: proposalId, proposed_by, executed_by: operator };
    return {
      events: [
        ...decision.events,
        { type: 'proposal.executed', data: executed },
        ...supersededProposals(book, context, action).filter(({ data }) => data.proposal_id !== proposalId),
      ],
    };
  };

/** Ends a proposal without effect. Any operator who could approve it may. Refuses proposal_state_conflict. */
export function withdrawProposal(
  book: ReadonlyBook,
  { proposal_id, operator }: { readonly proposal_id: ProposalId; readonly operator: string },
  context: DecisionContext,
): Decision {
  const proposal = book.proposals.get(proposal_id);
  if (proposal === undefined) return refuseEnded();
  if (isExpired(proposal, context)) return refuseExpired(proposal);
  const data = { proposal_id, outcome: 'withdrawn', ended_by: operator } as const;
  return { events: [{ type: 'proposal.ended', data }] };
}

/** For operators whom nobody identified as a person. */
export const NOBODY_IDENTIFIED =
  'Actions of this size need two people who sign in to the console at the provider; tokens cannot propose them.';

const refuseEnded = () => refuse('proposal_state_conflict', 'The proposal was executed or has ended.');
const refuseExpired = ({ expires_at }: Proposal) =>
  refuse('proposal_state_conflict', `The proposal expired at ${expires_at}.`);

const isExpired = ({ expires_at }: Proposal, { now }: Pick<DecisionContext, 'now'>): boolean =>
  Date.parse(expires_at) <= now;

/** Whether the transfer of an action has changed since it was proposed, or is final. */
const hasChanged = (book: ReadonlyBook, action: ProposedAction): boolean =>
  'transfer_id' in action && book.transfers.get(action.transfer_id)?.version !== action.transfer_version;

/** Two rewards for one wallet can both be meant; a transfer is decided once. */
const hasSameSubject = (a: object, b: object): boolean =>
  'transfer_id' in a && 'transfer_id' in b && a.transfer_id === b.transfer_id;

const openProposals = (book: ReadonlyBook, context: DecisionContext): readonly Proposal[] =>
  [...book.proposals.values()].filter((each) => !isExpired(each, context));

type Ended = Extract<BookEvent, { type: 'proposal.ended' }>;

const ended = ({ id }: Proposal, outcome: Ended['data']['outcome']): Ended => ({
  type: 'proposal.ended',
  data: { proposal_id: id, outcome, ended_by: null },
});

/** Each new proposal removes the expired ones from the book. */
const expiredProposals = (book: ReadonlyBook, context: DecisionContext): readonly Ended[] =>
  [...book.proposals.values()]
    .filter((each) => isExpired(each, context))
    .map((each) => ended(each, 'expired'));

/** An expired proposal stays expired. */
const supersededProposals = (
  book: ReadonlyBook,
  context: DecisionContext,
  action: object,
): readonly Ended[] =>
  openProposals(book, context)
    .filter((each) => hasSameSubject(each.action, action))
    .map((each) => ended(each, 'superseded'));

// Proposals as the operator API shows them.

type ProposalState = 'open' | 'executed' | 'withdrawn' | 'expired' | 'superseded';

/** Of a book or of a treasury. A treasury has no integrator, and other actions. */
export type ProposalOf<Action> = {
  readonly id: string;
  readonly object: 'proposal';
  readonly integrator_id: string | null;
  readonly environment: 'sandbox' | 'production';
  readonly state: ProposalState;
  readonly action: Action;
  readonly points: string;
  readonly proposed_by: string;
  readonly proposed_at: string;
  readonly expires_at: string;
  /** The second operator, or who withdrew it; null if nobody ended it. */
  readonly ended_by: string | null;
  readonly ended_at: string | null;
};

export type ProposalView = ProposalOf<ProposedAction>;

type Created<Action> = EventLocation & {
  readonly data: {
    readonly proposal_id: string;
    readonly proposed_by: string;
    readonly points: string;
    readonly expires_at: string;
    readonly action: Action;
  };
};

export function presentProposal<Action>({ stream, time, data }: Created<Action>): ProposalOf<Action> {
  const { proposal_id: id, action, points, proposed_by, expires_at } = data;
  return {
    id,
    object: 'proposal',
    integrator_id: integratorOf(stream) ?? null,
    environment: environmentOf(stream),
    state: 'open',
    action,
    points,
    proposed_by,
    proposed_at: time,
    expires_at,
    ended_by: null,
    ended_at: null,
  };
}

type Ending = { readonly time: string } & Extract<
  BookEvent,
  { type: 'proposal.executed' | 'proposal.ended' }
>;

export const endProposal = <Action>(before: ProposalOf<Action>, event: Ending): ProposalOf<Action> => ({
  ...before,
  state: event.type === 'proposal.executed' ? 'executed' : event.data.outcome,
  ended_by: event.type === 'proposal.executed' ? event.data.executed_by : event.data.ended_by,
  ended_at: event.time,
});

/** The proposal at a time, in milliseconds since 1970. No event says that one expires. */
export const proposalAt = <Action>(view: ProposalOf<Action>, now: number): ProposalOf<Action> =>
  view.state === 'open' && Date.parse(view.expires_at) <= now ? { ...view, state: 'expired' } : view;

/** The answer 202 of a command that became a proposal; undefined for any other. */
export function proposalAnswer(
  events: readonly RecordedBookEvent[],
): { readonly status: 202; readonly body: string } | undefined {
  const created = events.find((event) => event.type === 'proposal.created');
  return created && { status: 202, body: JSON.stringify(presentProposal(created)) };
}

// Proposals of streams that are kept in memory as a whole: those of treasuries and of reconciliation. Pure.

type Refused = { readonly refusal: Refusal };
type Proposals<Action> = ReadonlyMap<string, ProposalOf<Action>>;

export type ProposalCommand = { readonly proposal_id: string; readonly operator: string };

/** Refuses not_found, proposal_state_conflict. */
function openProposal<Action>(
  proposals: Proposals<Action>,
  id: string,
  now: number,
): ProposalOf<Action> | Refused {
  const found = proposals.get(id);
  if (found === undefined) return refuseNotFound('proposal');
  const { state } = proposalAt(found, now);
  return state === 'open' ? found : refuse('proposal_state_conflict', `The proposal is ${state}.`);
}

/** The open proposal, for a second operator. Refuses not_found, proposal_state_conflict, second_operator_required. */
export function approvableProposal<Action>(
  proposals: Proposals<Action>,
  { proposal_id, operator }: ProposalCommand,
  now: number,
): ProposalOf<Action> | Refused {
  const open = openProposal(proposals, proposal_id, now);
  if ('refusal' in open) return open;
  return isSameOperator(operator, open.proposed_by) ? refuse('second_operator_required') : open;
}

/** Refuses not_found, proposal_state_conflict. */
export function withdrawStreamProposal<Action>(
  proposals: Proposals<Action>,
  { proposal_id, operator }: ProposalCommand,
  now: number,
) {
  const open = openProposal(proposals, proposal_id, now);
  if ('refusal' in open) return open;
  const data = { proposal_id, outcome: 'withdrawn', ended_by: operator } as const;
  return { event: { type: 'proposal.ended', data } as const, open };
}
