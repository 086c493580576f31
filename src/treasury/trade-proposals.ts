/** Dual control of trades: a large trade is proposed by one operator and recorded when another one approves it. Pure. */
import type { TreasuryEvent, TreasuryEventData } from '../generated/events.ts';
import { asCoin, formatAmount, parseStoredAmount } from '../ledger/amount.ts';
import type { Points } from '../ledger/amount.ts';
import { NOBODY_IDENTIFIED } from '../ledger/dual-control/dual-control.ts';
import { isSameOperator } from '../ledger/dual-control/operator-name.ts';
import { proposalAt } from '../ledger/dual-control/present-proposal.ts';
import { deriveId } from '../ledger/ids.ts';
import { coinToPoints, parsePrice } from '../ledger/quotes/conversion-terms.ts';
import { refuse, refuseNotFound } from '../ledger/refusal.ts';
import type { Refusal } from '../ledger/refusal.ts';
import { decideTrade } from './decisions.ts';
import type { EventContext } from './decisions.ts';
import type { TradeProposal, TreasuryState } from './state.ts';

type TradeData = TreasuryEventData<'trade.recorded'>;
type EventOf<T extends TreasuryEvent['type']> = Extract<TreasuryEvent, { type: T }>;
type Refused = { readonly refusal: Refusal };

export type TradeLimits = {
  /** The least that needs a second operator, in points; null if nothing does. */
  readonly atLeast: Points | null;
  readonly proposalLifetimeMs: number;
};

/** The proposal of a trade; undefined for one that a single operator may record. Refuses second_operator_required. */
export function proposeTrade(
  { trade_id: _, ...trade }: TradeData,
  operator: string | undefined,
  { atLeast, proposalLifetimeMs }: TradeLimits,
  { stream, revision, now }: EventContext,
): EventOf<'proposal.created'> | Refused | undefined {
  const points = valueOf(trade);
  if (atLeast === null || points < atLeast) return undefined;
  if (operator === undefined) return refuse('second_operator_required', NOBODY_IDENTIFIED);
  return {
    type: 'proposal.created',
    data: {
      proposal_id: deriveId('prp', now, stream, revision),
      proposed_by: operator,
      points: formatAmount(points, 2),
      expires_at: new Date(now + proposalLifetimeMs).toISOString(),
      action: { type: 'trade', ...trade },
    },
  };
}

function valueOf({ coin_amount, price }: Pick<TradeData, 'coin_amount' | 'price'>): Points {
  const perCoin = parsePrice(price);
  if (perCoin === undefined) throw new Error(`a decided trade has an invalid price: ${price}`);
  return coinToPoints(asCoin(parseStoredAmount(coin_amount)), perCoin);
}

type ProposalCommand = { readonly proposal_id: string; readonly operator: string };

/** Refuses not_found, proposal_state_conflict, second_operator_required. */
export function executeTrade(
  state: Pick<TreasuryState, 'proposals'>,
  { proposal_id, operator }: ProposalCommand,
  next: EventContext,
): { readonly events: [EventOf<'trade.recorded'>, EventOf<'proposal.executed'>] } | Refused {
  const open = openProposal(state, proposal_id, next);
  if ('refusal' in open) return open;
  const { proposed_by, action } = open;
  if (isSameOperator(operator, proposed_by)) return refuse('second_operator_required');
  const decided = decideTrade(action, next);
  if ('refusal' in decided) return decided;
  const data = { proposal_id, proposed_by, executed_by: operator };
  return { events: [decided.event, { type: 'proposal.executed', data }] };
}

/** Refuses not_found, proposal_state_conflict. */
export function withdrawTrade(
  state: Pick<TreasuryState, 'proposals'>,
  { proposal_id, operator }: ProposalCommand,
  next: EventContext,
): { readonly event: EventOf<'proposal.ended'>; readonly open: TradeProposal } | Refused {
  const open = openProposal(state, proposal_id, next);
  if ('refusal' in open) return open;
  const data = { proposal_id, outcome: 'withdrawn', ended_by: operator } as const;
  return { event: { type: 'proposal.ended', data }, open };
}

function openProposal(
  { proposals }: Pick<TreasuryState, 'proposals'>,
  id: string,
  { now }: EventContext,
): TradeProposal | Refused {
  const found = proposals.get(id);
  if (found === undefined) return refuseNotFound('proposal');
  const { state } = proposalAt(found, now);
  return state === 'open' ? found : refuse('proposal_state_conflict', `The proposal is ${state}.`);
}
