/** Dual control of trades: a large trade is proposed by one operator and recorded when another one approves it. Pure. */
import type { TreasuryEvent, TreasuryEventData } from '../generated/events.ts';
import { asCoin, formatAmount, parseStoredAmount } from '../ledger/amount.ts';
import type { Points } from '../ledger/amount.ts';
import { NOBODY_IDENTIFIED } from '../ledger/dual-control/dual-control.ts';
import { approvableProposal } from '../ledger/dual-control/stream-proposals.ts';
import type { ProposalCommand } from '../ledger/dual-control/stream-proposals.ts';
import { deriveId } from '../ledger/ids.ts';
import { coinToPoints, parsePrice } from '../ledger/quotes/conversion-terms.ts';
import { refuse } from '../ledger/refusal.ts';
import type { Refusal } from '../ledger/refusal.ts';
import { decideTrade } from './decisions.ts';
import type { EventContext } from './decisions.ts';
import type { TreasuryState } from './state.ts';

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

/** Refuses not_found, proposal_state_conflict, second_operator_required. */
export function executeTrade(
  { proposals }: Pick<TreasuryState, 'proposals'>,
  command: ProposalCommand,
  next: EventContext,
): { readonly events: [EventOf<'trade.recorded'>, EventOf<'proposal.executed'>] } | Refused {
  const open = approvableProposal(proposals, command, next.now);
  if ('refusal' in open) return open;
  const { proposed_by, action } = open;
  const decided = decideTrade(action, next);
  if ('refusal' in decided) return decided;
  const data = { proposal_id: open.id, proposed_by, executed_by: command.operator };
  return { events: [decided.event, { type: 'proposal.executed', data }] };
}
