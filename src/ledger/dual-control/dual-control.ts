/**
 * Dual control: an action at or above its limit does not take effect when one operator asks for it, but becomes a proposal.
 * Another operator executes it. All functions are pure, and work on decisions of the action itself.
 */
import type { Amount, Points } from '../amount.ts';
import { formatAmount } from '../amount.ts';
import type { Decision, DecisionContext, ReadonlyBook } from '../book.ts';
import { newId } from '../book.ts';
import type { BookEvent } from '../event.ts';
import type { ProposalId, TransferId } from '../ids.ts';
import type { Policy } from '../policy.ts';
import { refuse } from '../refusal.ts';
import { isSameOperator } from './operator-name.ts';
import type { Proposal, ProposedAction } from './proposal.ts';

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
