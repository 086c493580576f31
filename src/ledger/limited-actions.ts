import { asPoints, parseAmount, parseStoredAmount, type Amount } from './amount.ts';
import { newId, type Book, type Decision, type DecisionContext, type ReadonlyBook } from './book.ts';
import {
  approvableProposal,
  executionOf,
  expiredProposals,
  foldProposal,
  hasSameMembers,
  isBelowLimit,
  proposeAction,
  proposedAnswer,
  supersededProposals,
  withdrawProposal,
  type LimitedAction,
  type Proposal,
  type ProposalCommand,
  type ProposalsNow,
} from './dual-control.ts';
import type { BookEvent, EventData, RecordedBookEvent } from './event.ts';
import { environmentOf, type TransferId } from './ids.ts';
import type { CompletedTransfer, LateMovement } from './late-movement.ts';
import { EMPTY_SPENDING_WINDOW, addSpending, spentInWindow, subtractRefund } from './limits.ts';
import type { ManualSettlement } from './payout.ts';
import type { Policy } from './policy.ts';
import { REWARDS_GRANTED } from './posting.ts';
import { refuse } from './refusal.ts';
import type { ReviewDecision } from './review.ts';
import type { Transfer } from './transfer.ts';
import type { GrantReward } from './wallet.ts';

// The actions of operators that dual control limits in a book.

export type BookAction = EventData<'proposal.created'>['action'];
export type BookProposal = Proposal<BookAction>;

type ProposalEvent = RecordedBookEvent<'proposal.created' | 'proposal.executed' | 'proposal.ended'>;

/** Applies an event about a proposal. Only open proposals stay in the book. Throws a LedgerViolation. */
export function applyProposal(book: Pick<Book, 'proposals' | 'recent'>, event: ProposalEvent): void {
  const table = {
    get: (id: string) => book.proposals.get(id),
    set: (id: string, after: BookProposal) =>
      after.state === 'open' ? book.proposals.set(id, after) : book.proposals.delete(id),
  };
  foldProposal(table, event, book.recent, carriesOut);
}

/** Whether an event is the effect of an action. */
function carriesOut(action: BookAction, { type, data }: BookEvent): boolean {
  switch (action.type) {
    case 'transfer_approval':
      return (
        (type === 'offramp.approved' || (type === 'transfer.state_changed' && data.state === 'completed')) &&
        data.transfer_id === action.transfer_id
      );
    case 'payout_settlement':
      return (
        type === 'transfer.state_changed' &&
        data.transfer_id === action.transfer_id &&
        data.state === action.outcome
      );
    case 'payout_return':
      return type === 'payout.returned_late' && isSameBooking(action, data);
    case 'deposit_reversal':
      return type === 'deposit.reversed' && isSameBooking(action, data);
    case 'reward':
      return (
        type === 'posting.recorded' &&
        data.transfer_id === null &&
        data.description === action.description &&
        data.lines.some(
          ({ account, amount }) =>
            account === action.wallet_id && parseStoredAmount(amount) === parseAmount(action.amount, 2),
        )
      );
  }
}

type Booking = Pick<EventData<'payout.returned_late'>, 'transfer_id' | 'reason' | 'return_reference'>;

const isSameBooking = (one: Booking, other: Booking): boolean =>
  one.transfer_id === other.transfer_id &&
  one.return_reference === other.return_reference &&
  hasSameMembers(one.reason, other.reason);

// What each operator decided alone. Many small actions count together.

/** Whether an event was decided by an operator. */
export const isOperatorActor = (actor: string): boolean => actor.startsWith('operator:');

const aloneKey = (type: BookAction['type'], actor: string): string => `${type}:${actor}`;

/**
 * Counts what an operator decides. Call it for each event of an operator, before the event is applied. What two operators agreed on
 * does not count: `proposal.executed` follows the effect, and takes it back.
 */
export function countDecidedAlone(
  book: Pick<Book, 'decidedAlone' | 'transfers' | 'holds' | 'proposals'>,
  actor: string,
  event: RecordedBookEvent,
): void {
  const counted = pointsDecided(book, event);
  if (counted === undefined) return;
  const key = aloneKey(counted.type, actor);
  const before = book.decidedAlone.get(key) ?? EMPTY_SPENDING_WINDOW;
  const points = asPoints(counted.points);
  const now = Date.parse(event.time);
  const after =
    event.type === 'proposal.executed'
      ? subtractRefund(before, points, now)
      : addSpending('per24h', before, points, now);
  book.decidedAlone.set(key, after);
}

type Decided = { readonly type: BookAction['type']; readonly points: Amount };

/** The kind of the action that an event is the effect or the execution of, and its points. Undefined for other events. */
function pointsDecided(
  book: Pick<ReadonlyBook, 'transfers' | 'holds' | 'proposals'>,
  event: RecordedBookEvent,
): Decided | undefined {
  switch (event.type) {
    case 'posting.recorded': {
      const granted = event.data.lines.find(({ account }) => account === REWARDS_GRANTED);
      if (event.data.transfer_id !== null || granted === undefined) return undefined;
      return { type: 'reward', points: -parseStoredAmount(granted.amount) };
    }
    case 'payout.returned_late':
      return { type: 'payout_return', points: parseStoredAmount(event.data.points) };
    case 'deposit.reversed':
      return { type: 'deposit_reversal', points: parseStoredAmount(event.data.points) };
    case 'offramp.approved':
    case 'transfer.state_changed': {
      const transfer = book.transfers.get(event.data.transfer_id);
      if (transfer === undefined) return undefined;
      const points = pointsOf(book, transfer);
      if (transfer.state !== 'in_review')
        return transfer.kind === 'offramp' ? { type: 'payout_settlement', points } : undefined;
      const isApproval = event.type === 'offramp.approved' || event.data.state === 'completed';
      return isApproval ? { type: 'transfer_approval', points } : undefined;
    }
    case 'proposal.executed': {
      const proposal = book.proposals.get(event.data.proposal_id);
      return proposal && { type: proposal.action.type, points: parseStoredAmount(proposal.points) };
    }
    default:
      return undefined;
  }
}

/** What an operator decided alone within a day, where such sums count. */
function decidedAlone(
  book: ReadonlyBook,
  { policy, now }: Pick<DecisionContext, 'policy' | 'now'>,
  type: BookAction['type'],
  actor: string,
): Amount {
  if (!policy.dualControl.dailySums[environmentOf(book.stream)]) return 0n;
  const window = book.decidedAlone.get(aloneKey(type, actor)) ?? EMPTY_SPENDING_WINDOW;
  return spentInWindow('per24h', window, now);
}

/** Whether the action of an operator is at or above its limit, alone or with what the same operator decided alone within a day. */
export const needsSecondOperator = (
  book: ReadonlyBook,
  context: Pick<DecisionContext, 'policy' | 'now'>,
  limited: LimitedAction<BookAction>,
  actor: string,
): boolean => !isBelowLimit({ ...limited, alone: decidedAlone(book, context, limited.action.type, actor) });

/** An operator who asks for an action: as events name the actor, and as dual control does (undefined: who cannot propose anything). */
export type Asking = { readonly actor: string; readonly operator: string | undefined };

/** Turns the decision of an action into the decision that is recorded. */
export type Control = (book: ReadonlyBook, context: DecisionContext, decide: () => Decision) => Decision;

/**
 * Decides an action of one operator. If it is at or above its limit, alone or with what the operator has decided alone within a day, it
 * becomes a proposal, unless it would be refused. `describe`
 * returns undefined for an action without a limit. Refuses what the action refuses, and what `proposeAction` refuses.
 */
export const proposeAboveLimit =
  (
    { actor, operator }: Asking,
    describe: (book: ReadonlyBook, policy: Policy) => LimitedAction<BookAction> | undefined,
  ): Control =>
  (book, context, decide) => {
    const decision = decide();
    // A repeated request has no events.
    if ('refusal' in decision || decision.events.length === 0) return decision;
    const described = describe(book, context.policy);
    if (described === undefined) return decision;
    const now = proposalsOf(book, context);
    if (!needsSecondOperator(book, context, described, actor))
      return { events: [...decision.events, ...supersededProposals(now, subjectOf(described.action))] };
    // Each new proposal removes the expired ones from the book.
    const expired = expiredProposals(now);
    const id = newId('prp', book, context, expired.length);
    const lifetimeMs = context.policy.dualControl.proposalLifetimeMs;
    const proposed = proposeAction(now, described, { id, operator, lifetimeMs });
    return 'refusal' in proposed ? proposed : { events: [...expired, proposed.event] };
  };

/** Decides an action that needs one person at most, and that settles what proposals for the transfer are about. */
export const supersedeProposals =
  (transferId: TransferId): Control =>
  (book, context, decide) => {
    const decision = decide();
    if ('refusal' in decision || decision.events.length === 0) return decision;
    return { events: [...decision.events, ...supersededProposals(proposalsOf(book, context), transferId)] };
  };

/**
 * Executes a proposal for a second operator: the events of its action, and `proposal.executed`. `decide` decides the action of
 * the book's proposal. Refuses what the action refuses now, proposal_state_conflict (ended, expired, or the transfer has
 * changed), second_operator_required.
 */
export const executeProposal =
  (proposal_id: string, operator: string): Control =>
  (book, context, decide) => {
    const now = proposalsOf(book, context);
    if (!book.proposals.has(proposal_id)) {
      // A repeated request that was executed before has no events.
      const repeated = decide();
      if ('events' in repeated && repeated.events.length === 0) return repeated;
    }
    const open = approvableProposal(now, { proposal_id, operator });
    if ('refusal' in open) return open;
    const { action } = open;
    if (hasChanged(book, action))
      return refuse('proposal_state_conflict', 'The transfer has changed since. Propose the action again.');
    const decision = decide();
    if ('refusal' in decision) return decision;
    if (!decision.events.some((event) => carriesOut(action, event)))
      throw new Error(`the decision is not what proposal ${proposal_id} says`);
    return {
      events: [
        ...decision.events,
        executionOf(open, operator),
        ...supersededProposals(now, subjectOf(action)).filter(({ data }) => data.proposal_id !== proposal_id),
      ],
    };
  };

/** Ends a proposal without effect. Any operator who could approve it may. Refuses proposal_state_conflict. */
export function withdrawBookProposal(
  book: ReadonlyBook,
  command: ProposalCommand,
  context: DecisionContext,
): Decision {
  const withdrawn = withdrawProposal(proposalsOf(book, context), command);
  return 'refusal' in withdrawn ? withdrawn : { events: [withdrawn.event] };
}

/** The answer 202 of a command that became a proposal; undefined for any other. */
export function proposalAnswer(
  events: readonly RecordedBookEvent[],
): ReturnType<typeof proposedAnswer> | undefined {
  const created = events.find((event) => event.type === 'proposal.created');
  return created && proposedAnswer(created);
}

const proposalsOf = (book: ReadonlyBook, { now }: DecisionContext): ProposalsNow<BookAction> => ({
  proposals: book.proposals,
  now,
  subjectOf,
});

/** Two rewards for one wallet can both be meant; a transfer is decided once. */
const subjectOf = (action: BookAction): string | undefined =>
  'transfer_id' in action ? action.transfer_id : undefined;

/** Whether the transfer of an action has changed since it was proposed, or is final. Late movements are about final transfers. */
const hasChanged = (book: ReadonlyBook, action: BookAction): boolean =>
  'transfer_version' in action && book.transfers.get(action.transfer_id)?.version !== action.transfer_version;

// What each action is worth in points.

/** Undefined if the book does not have the transfer. */
export function limitedApproval(
  book: ReadonlyBook,
  { dualControl }: Policy,
  { transfer_id, reason }: Pick<ReviewDecision, 'transfer_id' | 'reason'>,
): LimitedAction<BookAction> | undefined {
  const transfer = book.transfers.get(transfer_id);
  if (transfer === undefined) return undefined;
  const why = reason === undefined ? {} : { reason };
  return {
    action: { type: 'transfer_approval', transfer_id, transfer_version: transfer.version, ...why },
    points: pointsOf(book, transfer),
    limit: dualControl.transferApproval,
  };
}

/** Undefined if the book does not have the transfer. */
export function limitedSettlement(
  book: ReadonlyBook,
  { dualControl }: Policy,
  { transfer_id, outcome, rail_reference, reason }: ManualSettlement,
): LimitedAction<BookAction> | undefined {
  const transfer = book.transfers.get(transfer_id);
  if (transfer === undefined) return undefined;
  const action: BookAction = {
    type: 'payout_settlement',
    transfer_id,
    transfer_version: transfer.version,
    outcome,
    ...(rail_reference === undefined ? {} : { rail_reference }),
    reason,
  };
  return { action, points: pointsOf(book, transfer), limit: dualControl.payoutSettlement };
}

export const limitedReward = (
  { dualControl }: Policy,
  { wallet_id, amount, description }: GrantReward,
): LimitedAction<BookAction> => ({
  action: { type: 'reward', wallet_id, amount, description },
  // A decided reward has an amount in points.
  points: parseAmount(amount, 2) ?? 0n,
  limit: dualControl.reward,
});

/** Undefined if no completed transfer was found. */
export function limitedLateMovement(
  { dualControl }: Policy,
  { kind, transfer_id, reason, return_reference }: LateMovement,
  completed: CompletedTransfer | undefined,
): LimitedAction<BookAction> | undefined {
  if (completed === undefined) return undefined;
  const known = { transfer_id, ...(return_reference !== undefined && { return_reference }), reason };
  return {
    action: { type: kind === 'return' ? 'payout_return' : 'deposit_reversal', ...known },
    points: parseStoredAmount(completed.points),
    limit: dualControl.lateMovement,
  };
}

/** What a transfer is worth: the points that are held for it, or that it counted against the sender's limits. */
function pointsOf(book: Pick<ReadonlyBook, 'holds'>, { id, kind, amount, counted_points }: Transfer): Amount {
  const held = kind === 'onramp' ? book.holds.get(id) : undefined;
  return held === undefined ? parseStoredAmount(counted_points ?? amount) : held.amount;
}
