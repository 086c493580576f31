/**
 * Dual control: an action at or above its limit does not take effect when one operator asks for it, but becomes a proposal.
 * Another operator approves it (docs/adr/0047-proposals-are-events.md). Books, treasuries, and reconciliation have different
 * actions and share the rest, which is here. Everything about a proposal comes from its event.
 */
import { formatAmount, type Amount, type Points } from './amount.ts';
import type { EventLocation } from './event.ts';
import { environmentOf, integratorOf, type ProposalId } from './ids.ts';
import { refuse, type Refusal } from './refusal.ts';
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

// Proposals, as the state of a stream contains them and as the operator API shows them.

type ProposalState = 'open' | 'executed' | 'withdrawn' | 'expired' | 'superseded';

/** A proposal of a stream with these actions. Only books have an integrator. */
export type Proposal<Action> = {
  readonly id: string;
  readonly object: 'proposal';
  readonly integrator_id: string | null;
  readonly environment: 'sandbox' | 'production';
  /** `open` until an event ends it; it may have expired. */
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

type Created<Action> = {
  readonly type: 'proposal.created';
  readonly data: {
    readonly proposal_id: string;
    readonly proposed_by: string;
    readonly points: string;
    readonly expires_at: string;
    readonly action: Action;
  };
};

type Executed = {
  readonly type: 'proposal.executed';
  readonly data: { readonly proposal_id: string; readonly proposed_by: string; readonly executed_by: string };
};

type Ended = {
  readonly type: 'proposal.ended';
  readonly data: {
    readonly proposal_id: string;
    readonly outcome: 'withdrawn' | 'expired' | 'superseded';
    readonly ended_by: string | null;
  };
};

export type ProposalEvent<Action> = Created<Action> | Executed | Ended;

export function presentProposal<Action>({
  stream,
  time,
  data,
}: Pick<Created<Action>, 'data'> & Pick<EventLocation, 'stream' | 'time'>): Proposal<Action> {
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

export const endProposal = <Action>(
  before: Proposal<Action>,
  event: (Executed | Ended) & Pick<EventLocation, 'time'>,
): Proposal<Action> => ({
  ...before,
  state: event.type === 'proposal.executed' ? 'executed' : event.data.outcome,
  ended_by: event.type === 'proposal.executed' ? event.data.executed_by : event.data.ended_by,
  ended_at: event.time,
});

/** The proposal at a time, in milliseconds since 1970. No event says that one expires. */
export const proposalAt = <Action>(view: Proposal<Action>, now: number): Proposal<Action> =>
  view.state === 'open' && Date.parse(view.expires_at) <= now ? { ...view, state: 'expired' } : view;

/** The answer of a command that became a proposal. */
export const proposedAnswer = <Action>(
  created: Parameters<typeof presentProposal<Action>>[0],
): { readonly status: 202; readonly body: string } => ({
  status: 202,
  body: JSON.stringify(presentProposal(created)),
});

// The fold.

/** More than the events of any decision. */
const EVENTS_REMEMBERED = 8;

/** The newest events of a stream, each at its revision modulo their number, so that a rollback needs no undo. */
export type RecentEvents<E> = (E & EventLocation)[];

export function rememberEvent<E>(recent: RecentEvents<E>, event: E & EventLocation): void {
  recent[event.revision % EVENTS_REMEMBERED] = event;
}

/** The events of the same decision before an event. */
function eventsBefore<E>(recent: RecentEvents<E>, { revision, time }: EventLocation): RecentEvents<E> {
  const found: RecentEvents<E> = [];
  for (let i = 1; i < EVENTS_REMEMBERED; i += 1) {
    const event = recent[(revision - i) % EVENTS_REMEMBERED];
    if (event?.revision !== revision - i || event.time !== time) break;
    found.push(event);
  }
  return found;
}

type ProposalTable<Action> = {
  get(id: string): Proposal<Action> | undefined;
  set(id: string, proposal: Proposal<Action>): unknown;
};

/**
 * Applies an event about a proposal. `carriesOut` says whether an event is the effect of an action. Throws a LedgerViolation if an
 * operator executes what the same one proposed, after it expired, or if something else took effect.
 */
export function foldProposal<Action, E>(
  proposals: ProposalTable<Action>,
  event: ProposalEvent<Action> & EventLocation,
  recent: RecentEvents<E>,
  carriesOut: (action: Action, event: E) => boolean,
): void {
  const { proposal_id: id } = event.data;
  const before = proposals.get(id);
  if (event.type === 'proposal.created') {
    if (before !== undefined) throw new LedgerViolation('object_exists', `Proposal ${id} already exists.`);
    proposals.set(id, presentProposal(event));
    return;
  }
  if (before?.state !== 'open') throw new LedgerViolation('object_missing', `Proposal ${id} is not open.`);
  if (event.type === 'proposal.executed') {
    assertExecutable(before, event);
    if (!eventsBefore(recent, event).some((each) => carriesOut(before.action, each)))
      throw new LedgerViolation('proposal_unusable', `What took effect is not what proposal ${id} says.`);
  }
  proposals.set(id, endProposal(before, event));
}

function assertExecutable<Action>(open: Proposal<Action>, { data, time }: Executed & EventLocation): void {
  if (data.proposed_by !== open.proposed_by || isSameOperator(data.executed_by, open.proposed_by))
    throw new LedgerViolation('proposal_unusable', `Proposal ${open.id} needs a second operator.`);
  if (Date.parse(time) >= Date.parse(open.expires_at))
    throw new LedgerViolation('proposal_unusable', `Proposal ${open.id} expired at ${open.expires_at}.`);
}

// Decisions. All are pure.

type Refused = { readonly refusal: Refusal };

/** The proposals of a stream when a command is decided. */
export type ProposalsNow<Action> = {
  readonly proposals: { get(id: string): Proposal<Action> | undefined; values(): Iterable<Proposal<Action>> };
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Open proposals with the same subject cannot both be meant; undefined if any two can. */
  readonly subjectOf: (action: Action) => string | undefined;
};

/** An action and what it is worth. */
export type LimitedAction<Action> = {
  readonly action: Action;
  readonly points: Amount;
  /** What the operator has decided alone by such actions within a day. Omitted: nothing that counts. */
  readonly alone?: Amount;
  /** The least that needs a second operator; null if nothing does. */
  readonly limit: Points | null;
};

/** An operator who decides about a proposal. */
export type ProposalCommand = { readonly proposal_id: string; readonly operator: string };

/** Whether one operator may decide the action. */
export const isBelowLimit = <Action>({ points, alone = 0n, limit }: LimitedAction<Action>): boolean =>
  limit === null || points + alone < limit;

/**
 * The proposal of an action at or above its limit. Refuses proposal_state_conflict if it is proposed already, and
 * second_operator_required if `operator` is undefined: an operator who cannot propose anything.
 */
export function proposeAction<Action>(
  now: ProposalsNow<Action>,
  { action, points }: LimitedAction<Action>,
  by: { readonly id: ProposalId; readonly operator: string | undefined; readonly lifetimeMs: number },
): { readonly event: Created<Action> } | Refused {
  const { id: proposal_id, operator, lifetimeMs } = by;
  if (operator === undefined) return refuse('second_operator_required', NOBODY_IDENTIFIED);
  const [same] = openAbout(now, now.subjectOf(action));
  if (same !== undefined)
    return refuse('proposal_state_conflict', `The proposal ${same.id} waits for a second operator.`, {
      existing_id: same.id,
    });
  const expires_at = new Date(now.now + lifetimeMs).toISOString();
  const data = { proposal_id, proposed_by: operator, points: formatAmount(points, 2), expires_at, action };
  return { event: { type: 'proposal.created', data } };
}

/**
 * The open proposal that a second operator approves; its action is what takes effect. Refuses proposal_state_conflict (executed,
 * ended, or expired) and second_operator_required.
 */
export function approvableProposal<Action>(
  now: ProposalsNow<Action>,
  { proposal_id, operator }: ProposalCommand,
): Proposal<Action> | Refused {
  const open = now.proposals.get(proposal_id);
  if (open?.state !== 'open') return refuseEnded();
  if (isSameOperator(operator, open.proposed_by)) return refuse('second_operator_required');
  return isExpired(open, now) ? refuseExpired(open) : open;
}

/** What is recorded after the events of the proposal's action. */
export const executionOf = <Action>({ id, proposed_by }: Proposal<Action>, operator: string): Executed => ({
  type: 'proposal.executed',
  data: { proposal_id: id, proposed_by, executed_by: operator },
});

/** Ends a proposal without effect. Any operator who could approve it may. Refuses proposal_state_conflict. */
export function withdrawProposal<Action>(
  now: ProposalsNow<Action>,
  { proposal_id, operator }: ProposalCommand,
): { readonly event: Ended; readonly open: Proposal<Action> } | Refused {
  const open = now.proposals.get(proposal_id);
  if (open?.state !== 'open') return refuseEnded();
  if (isExpired(open, now)) return refuseExpired(open);
  const data = { proposal_id, outcome: 'withdrawn', ended_by: operator } as const;
  return { event: { type: 'proposal.ended', data }, open };
}

/** Ends the open proposals about a subject, which was decided otherwise. An expired proposal stays expired. */
export const supersededProposals = <Action>(
  now: ProposalsNow<Action>,
  subject: string | undefined,
): readonly Ended[] => openAbout(now, subject).map((each) => endedBy(each, 'superseded'));

/** Ends the proposals that have expired. */
export const expiredProposals = <Action>(now: ProposalsNow<Action>): readonly Ended[] =>
  [...now.proposals.values()]
    .filter((each) => each.state === 'open' && isExpired(each, now))
    .map((each) => endedBy(each, 'expired'));

const openAbout = <Action>(
  now: ProposalsNow<Action>,
  subject: string | undefined,
): readonly Proposal<Action>[] =>
  subject === undefined
    ? []
    : [...now.proposals.values()].filter(
        (each) => each.state === 'open' && !isExpired(each, now) && now.subjectOf(each.action) === subject,
      );

const endedBy = <Action>({ id }: Proposal<Action>, outcome: Ended['data']['outcome']): Ended => ({
  type: 'proposal.ended',
  data: { proposal_id: id, outcome, ended_by: null },
});

const isExpired = (
  { expires_at }: Pick<Proposal<unknown>, 'expires_at'>,
  { now }: { readonly now: number },
): boolean => Date.parse(expires_at) <= now;

/** For operators whom nobody identified as a person. */
const NOBODY_IDENTIFIED =
  'Actions of this size need two people who sign in to the console at the provider; tokens cannot propose them.';

const refuseEnded = () => refuse('proposal_state_conflict', 'The proposal was executed or has ended.');
const refuseExpired = ({ expires_at }: Pick<Proposal<unknown>, 'expires_at'>) =>
  refuse('proposal_state_conflict', `The proposal expired at ${expires_at}.`);

/** Whether two actions, or an action and what took effect, have the same members with the same values. */
export function hasSameMembers(a: object, b: object): boolean {
  const [one, other] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  return one.size === other.size && [...one].every(([name, value]) => other.get(name) === value);
}
