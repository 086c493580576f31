/** Dual control of write-offs: one operator proposes a large one, and it takes effect when another one approves it. Pure. */
import type { ReconciliationEvent } from '../../generated/events.ts';
import { asFiat, asPoints, formatAmount, type Points } from '../../ledger/amount.ts';
import {
  approvableProposal,
  executionOf,
  type LimitedAction,
  type ProposalCommand,
  type ProposalsNow,
} from '../../ledger/dual-control.ts';
import type { Price } from '../../ledger/policy.ts';
import { fiatToPoints } from '../../ledger/quote.ts';
import { refuse, type Refusal } from '../../ledger/refusal.ts';
import type { AccountItems } from '../days/close-decisions.ts';
import type { ReconciliationState, WriteOff } from '../state/state.ts';
import { requireBreak, writeOffEvent, type FoundItem } from './break-decisions.ts';

type EventOf<T extends ReconciliationEvent['type']> = Extract<ReconciliationEvent, { type: T }>;
type Refused = { readonly refusal: Refusal };

export type WriteOffLimits = {
  /** The least that needs a second operator, in points; null if nothing does. */
  readonly atLeast: Points | null;
  readonly proposalLifetimeMs: number;
  /** By currency. Without a price, a write-off of any amount needs a second operator. */
  readonly pointPrices: ReadonlyMap<string, Price>;
};

/** A write-off and its limit. */
export function limitedWriteOff(
  { account, item }: FoundItem,
  reason: string,
  { atLeast, pointPrices }: WriteOffLimits,
): LimitedAction<WriteOff> {
  const { rail, currency, decimals } = account;
  const magnitude = item.difference < 0n ? -item.difference : item.difference;
  const price = pointPrices.get(currency);
  const points = price && fiatToPoints(asFiat(magnitude), decimals, price);
  return {
    action: {
      ...{ type: 'write_off', item_id: item.id, rail, currency, reason },
      line_id: item.line?.id ?? null,
      movement_id: item.movement?.id ?? null,
      amount: formatAmount(item.difference, decimals),
    },
    points: points ?? 0n,
    limit: points === undefined && atLeast !== null ? asPoints(0n) : atLeast,
  };
}

/** A break is written off once. */
export const writeOffProposals = (
  { proposals }: Pick<ReconciliationState, 'proposals'>,
  now: number,
): ProposalsNow<WriteOff> => ({ proposals, now, subjectOf: ({ item_id }) => item_id });

/** Refuses proposal_state_conflict (also if the break has changed) and second_operator_required. */
export function executeWriteOff(
  state: ReconciliationState,
  accounts: readonly AccountItems[],
  command: ProposalCommand,
  now: number,
):
  | {
      readonly events: [EventOf<'break.written_off'>, EventOf<'proposal.executed'>];
      readonly found: FoundItem;
    }
  | Refused {
  const open = approvableProposal(writeOffProposals(state, now), command);
  if ('refusal' in open) return open;
  const { action } = open;
  const found = requireBreak(accounts, action.item_id);
  if ('refusal' in found || !isUnchanged(found, action))
    return refuse('proposal_state_conflict', 'The break has changed since. Propose the write-off again.');
  const event = writeOffEvent(found, action.reason, state.lastClosedDay);
  return { events: [event, executionOf(open, command.operator)], found };
}

const isUnchanged = ({ account, item }: FoundItem, action: WriteOff): boolean =>
  (item.line?.id ?? null) === action.line_id &&
  (item.movement?.id ?? null) === action.movement_id &&
  formatAmount(item.difference, account.decimals) === action.amount;
