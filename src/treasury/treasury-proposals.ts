/**
 * Dual control of trades and allocations: a large one is proposed by one operator and recorded when another one approves it.
 * Pure.
 */
import type { TreasuryEvent, TreasuryEventData } from '../generated/events.ts';
import { asCoin, asPoints, formatAmount, parseStoredAmount, type Points } from '../ledger/amount.ts';
import { NOBODY_IDENTIFIED, approvableProposal, type ProposalCommand } from '../ledger/dual-control.ts';
import { deriveId } from '../ledger/ids.ts';
import { coinToPoints, parsePrice } from '../ledger/quote.ts';
import { refuse, type Refusal } from '../ledger/refusal.ts';
import { decideAllocation, decideTrade, type EventContext } from './decisions.ts';
import type { TreasuryState } from './state.ts';

type EventOf<T extends TreasuryEvent['type']> = Extract<TreasuryEvent, { type: T }>;
type Action = TreasuryEventData<'proposal.created'>['action'];
type Refused = { readonly refusal: Refusal };

/** What is recorded when a proposal is executed. */
export type TreasuryEntry = EventOf<'trade.recorded' | 'allocation.recorded'>;

export type TreasuryLimits = {
  /** The least that needs a second operator, in points; null if nothing does. */
  readonly tradesAtLeast: Points | null;
  readonly allocationsAtLeast: Points | null;
  readonly proposalLifetimeMs: number;
};

/** The proposal of a decided entry; undefined for one that a single operator may record. Refuses second_operator_required. */
export function proposeEntry(
  state: Pick<TreasuryState, 'newestTrade'>,
  entry: TreasuryEntry,
  operator: string | undefined,
  { tradesAtLeast, allocationsAtLeast, proposalLifetimeMs }: TreasuryLimits,
  { stream, revision, now }: EventContext,
): EventOf<'proposal.created'> | Refused | undefined {
  const atLeast = entry.type === 'trade.recorded' ? tradesAtLeast : allocationsAtLeast;
  if (atLeast === null) return undefined;
  const points = pointsOf(state, entry);
  if (points < atLeast) return undefined;
  if (operator === undefined) return refuse('second_operator_required', NOBODY_IDENTIFIED);
  return {
    type: 'proposal.created',
    data: {
      proposal_id: deriveId('prp', now, stream, revision),
      proposed_by: operator,
      points: formatAmount(points, 2),
      expires_at: new Date(now + proposalLifetimeMs).toISOString(),
      action: actionOf(entry),
    },
  };
}

/** What a trade is worth at its own price, and an allocation at the price of the newest trade. */
function pointsOf({ newestTrade }: Pick<TreasuryState, 'newestTrade'>, entry: TreasuryEntry): Points {
  if (entry.type === 'trade.recorded') return worth(entry.data.coin_amount, entry.data.price);
  const { coin_stock, points_backing = '0' } = entry.data;
  // Only coin that was traded can be allocated, so there is a price.
  const coin = coin_stock === undefined ? 0n : worth(coin_stock, newestTrade?.price ?? '');
  return asPoints(coin + parseStoredAmount(points_backing));
}

function worth(coin: string, price: string): Points {
  const perCoin = parsePrice(price);
  if (perCoin === undefined) throw new Error(`coin has an invalid price: ${price}`);
  return coinToPoints(asCoin(parseStoredAmount(coin)), perCoin);
}

function actionOf(entry: TreasuryEntry): Action {
  if (entry.type === 'trade.recorded') {
    const { trade_id: _, ...trade } = entry.data;
    return { type: 'trade', ...trade };
  }
  const { allocation_id: _, previous_allocation_id: _previous, ...allocation } = entry.data;
  return { type: 'allocation', ...allocation };
}

/** Refuses not_found, proposal_state_conflict, second_operator_required, and insufficient_liquidity. */
export function executeTreasuryProposal(
  state: Pick<TreasuryState, 'proposals' | 'coin' | 'newest'>,
  command: ProposalCommand,
  next: EventContext,
): { readonly events: [TreasuryEntry, EventOf<'proposal.executed'>] } | Refused {
  const open = approvableProposal(state.proposals, command, next.now);
  if ('refusal' in open) return open;
  const { proposed_by, action } = open;
  const decided =
    action.type === 'trade'
      ? decideTrade(action, next)
      : decideAllocation(state, { coin_stock: undefined, points_backing: undefined, ...action }, next);
  if ('refusal' in decided) return decided;
  const data = { proposal_id: open.id, proposed_by, executed_by: command.operator };
  return { events: [decided.event, { type: 'proposal.executed', data }] };
}
