/**
 * Dual control of trades and allocations: a large one is proposed by one operator and recorded when another one approves it.
 * Pure.
 */
import type { TreasuryEvent, TreasuryEventData } from '../generated/events.ts';
import { asCoin, asPoints, parseStoredAmount, type Amount, type Points } from '../ledger/amount.ts';
import {
  approvableProposal,
  executionOf,
  hasSameMembers,
  type LimitedAction,
  type ProposalCommand,
  type ProposalsNow,
} from '../ledger/dual-control.ts';
import type { EnvironmentName } from '../ledger/ids.ts';
import { DAY_MS } from '../ledger/limits.ts';
import type { Price } from '../ledger/policy.ts';
import { coinToPoints, parsePrice } from '../ledger/quote.ts';
import type { Refusal } from '../ledger/refusal.ts';
import { decideAllocation, decideTrade, type EventContext } from './decisions.ts';
import type { PriceRules } from './price-history.ts';
import type { Allocation, Trade, TreasuryState } from './state.ts';

type EventOf<T extends TreasuryEvent['type']> = Extract<TreasuryEvent, { type: T }>;
export type TreasuryAction = TreasuryEventData<'proposal.created'>['action'];
type Refused = { readonly refusal: Refusal };

/** What is recorded when a proposal is executed. */
export type TreasuryEntry = EventOf<'trade.recorded' | 'allocation.recorded'>;

export type TreasuryLimits = {
  /** The least that needs a second operator, in points; null if nothing does. */
  readonly tradesAtLeast: Points | null;
  readonly allocationsAtLeast: Points | null;
  readonly proposalLifetimeMs: number;
  /** Whether the limits also apply to what one operator records within a day. */
  readonly dailySums: Readonly<Record<EnvironmentName, boolean>>;
  readonly prices: Readonly<Record<EnvironmentName, PriceRules>>;
};

type Recorded = Pick<TreasuryState, 'prices' | 'trades' | 'allocations' | 'agreed'>;

/** A decided entry and its limit; undefined if there is none. A trade that moves the price too far is always at its limit. */
export function limitedEntry(
  state: Recorded,
  entry: TreasuryEntry,
  { tradesAtLeast, allocationsAtLeast, dailySums }: TreasuryLimits,
  { now, environment, recorded_by }: { readonly now: number } & Pick<Trade, 'environment' | 'recorded_by'>,
): LimitedAction<TreasuryAction> | undefined {
  const { prices, agreed } = state;
  const atLeast = entry.type === 'trade.recorded' ? tradesAtLeast : allocationsAtLeast;
  const movesPrice = entry.type === 'trade.recorded' && prices.movesTooFar(entry.data, agreed, now);
  const limit = movesPrice ? asPoints(0n) : atLeast;
  if (limit === null) return undefined;
  const alone = dailySums[environment] ? recordedAlone(state, entry.type, recorded_by, now) : 0n;
  return { action: actionOf(entry), points: pointsOf(entry.data, prices.highest(now)), alone, limit };
}

/** What an operator recorded within a day by entries of one type, without what a second operator approved. */
function recordedAlone(
  { prices, trades, allocations, agreed }: Recorded,
  type: TreasuryEntry['type'],
  operator: string,
  now: number,
): Amount {
  const entries: readonly (Trade | Allocation)[] = type === 'trade.recorded' ? trades : allocations;
  const highest = prices.highest(now);
  let sum: Amount = 0n;
  for (const entry of entries.toReversed()) {
    if (Date.parse(entry.created_at) <= now - DAY_MS) break;
    if (entry.recorded_by === operator && !agreed.has(entry.id)) sum += pointsOf(entry, highest);
  }
  return sum;
}

/** Any two proposals can both be meant. */
export const treasuryProposals = (
  { proposals }: Pick<TreasuryState, 'proposals'>,
  now: number,
): ProposalsNow<TreasuryAction> => ({ proposals, now, subjectOf: () => undefined });

/** Whether an event is the effect of an action. */
export const carriesOutTreasuryAction = (action: TreasuryAction, event: TreasuryEvent): boolean =>
  (event.type === 'trade.recorded' || event.type === 'allocation.recorded') &&
  hasSameMembers(action, actionOf(event));

/** What a trade is worth at its own price, and an allocation at the highest price of the last hours. */
function pointsOf(entry: TreasuryEntry['data'] | Trade | Allocation, highest: Price | undefined): Points {
  if ('price' in entry) return worth(entry.coin_amount, parsePrice(entry.price));
  const { coin_stock, points_backing } = entry;
  // Only coin that was traded can be allocated, so there is a price.
  const coin = coin_stock === undefined || coin_stock === null ? 0n : worth(coin_stock, highest);
  return asPoints(coin + parseStoredAmount(points_backing ?? '0'));
}

function worth(coin: string, price: Price | undefined): Points {
  if (price === undefined) throw new Error('coin has no valid price');
  return coinToPoints(asCoin(parseStoredAmount(coin)), price);
}

function actionOf(entry: TreasuryEntry): TreasuryAction {
  if (entry.type === 'trade.recorded') {
    const { trade_id: _, ...trade } = entry.data;
    return { type: 'trade', ...trade };
  }
  const { allocation_id: _, previous_allocation_id: _previous, ...allocation } = entry.data;
  return { type: 'allocation', ...allocation };
}

/** Refuses proposal_state_conflict, second_operator_required, and insufficient_liquidity. */
export function executeTreasuryProposal(
  state: Pick<TreasuryState, 'proposals' | 'coin' | 'newest'>,
  command: ProposalCommand,
  next: EventContext,
): { readonly events: [TreasuryEntry, EventOf<'proposal.executed'>] } | Refused {
  const open = approvableProposal(treasuryProposals(state, next.now), command);
  if ('refusal' in open) return open;
  const { action } = open;
  const decided =
    action.type === 'trade'
      ? decideTrade(action, next)
      : decideAllocation(state, { coin_stock: undefined, points_backing: undefined, ...action }, next);
  if ('refusal' in decided) return decided;
  return { events: [decided.event, executionOf(open, command.operator)] };
}
