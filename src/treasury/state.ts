/** The state of a treasury, from the events of its stream. */
import type { TreasuryEvent, TreasuryEventData } from '../generated/events.ts';
import { parseStoredAmount, type Amount } from '../ledger/amount.ts';
import { foldProposal, rememberEvent, type Proposal, type RecentEvents } from '../ledger/dual-control.ts';
import type { EnvironmentName } from '../ledger/ids.ts';
import { PriceHistory, type PriceRules } from './price-history.ts';
import { carriesOutTreasuryAction, type TreasuryAction } from './treasury-proposals.ts';

/** A trade in the operator API. Amounts and times are as recorded. */
export type Trade = {
  readonly id: string;
  readonly object: 'trade';
  readonly environment: EnvironmentName;
  readonly side: 'buy' | 'sell';
  readonly coin_amount: string;
  /** Points per coin. */
  readonly price: string;
  readonly counterparty: string | null;
  readonly traded_at: string;
  readonly recorded_by: string;
  readonly created_at: string;
};

export type Allocation = {
  readonly id: string;
  readonly object: 'allocation';
  readonly environment: EnvironmentName;
  readonly integrator_id: string;
  /** The previous allocation to the same integrator. */
  readonly previous_allocation_id: string | null;
  readonly coin_stock: string | null;
  readonly points_backing: string | null;
  readonly recorded_by: string;
  readonly created_at: string;
};

/** A proposal of a trade or of an allocation. */
export type TreasuryProposal = Proposal<TreasuryAction>;

/** The state that decisions of a treasury need. */
export type TreasuryState = {
  /** The revision of the next event. */
  revision: number;
  readonly trades: Trade[];
  readonly allocations: Allocation[];
  readonly prices: PriceHistory;
  /** Coin bought minus sold minus allocated. */
  coin: Amount;
  /** The ID of the newest allocation to each integrator. */
  readonly newest: Map<string, string>;
  /** The IDs of trades and allocations that two operators agreed on. */
  readonly agreed: Set<string>;
  /** All proposals. They are entered by people, so they fit in memory. */
  readonly proposals: Map<string, TreasuryProposal>;
  /** The newest events, which say what a proposal had as its effect. */
  readonly recent: RecentEvents<TreasuryEvent>;
};

/** The state before the first event. */
export const createTreasuryState = (rules: PriceRules): TreasuryState => ({
  revision: 0,
  trades: [],
  allocations: [],
  prices: new PriceHistory(rules),
  coin: 0n,
  newest: new Map(),
  agreed: new Set(),
  proposals: new Map(),
  recent: [],
});

/** The environment, author, and time of an event. */
export type RecordedBy = Pick<Trade, 'environment' | 'recorded_by' | 'created_at'>;

export const tradeOf = (data: TreasuryEventData<'trade.recorded'>, about: RecordedBy): Trade => {
  const { trade_id: id, ...rest } = data;
  const { environment, ...recorded } = about;
  return { id, object: 'trade', environment, ...rest, ...recorded };
};

export const allocationOf = (
  data: TreasuryEventData<'allocation.recorded'>,
  about: RecordedBy,
): Allocation => {
  const { allocation_id: id, integrator_id, previous_allocation_id } = data;
  const { coin_stock = null, points_backing = null } = data;
  const { environment, ...recorded } = about;
  return {
    id,
    object: 'allocation',
    environment,
    integrator_id,
    previous_allocation_id,
    coin_stock,
    points_backing,
    ...recorded,
  };
};

/** Applies one event. Throws a LedgerViolation if it executes a proposal with another effect than proposed. */
export function evolveTreasury(state: TreasuryState, event: TreasuryEvent, about: RecordedBy): void {
  const { environment, created_at: time } = about;
  const recorded = { ...event, stream: `treasury-${environment}`, revision: state.revision, time };
  rememberEvent(state.recent, recorded);
  state.revision += 1;
  switch (event.type) {
    case 'trade.recorded': {
      const trade = tradeOf(event.data, about);
      state.trades.push(trade);
      state.prices.record(trade);
      const coin = parseStoredAmount(trade.coin_amount);
      state.coin += trade.side === 'buy' ? coin : -coin;
      return;
    }
    case 'allocation.recorded': {
      const allocation = allocationOf(event.data, about);
      const { id, integrator_id, coin_stock } = allocation;
      state.coin -= parseStoredAmount(coin_stock ?? '0');
      state.allocations.push(allocation);
      state.newest.set(integrator_id, id);
      return;
    }
    case 'proposal.executed': {
      foldProposal(state.proposals, { ...recorded, ...event }, state.recent, carriesOutTreasuryAction);
      agree(state, state.proposals.get(event.data.proposal_id));
      return;
    }
    case 'proposal.created':
    case 'proposal.ended':
      foldProposal(state.proposals, { ...recorded, ...event }, state.recent, carriesOutTreasuryAction);
      return;
    case 'request.recorded':
      return;
  }
}

/** Remembers what a second operator has just approved: the newest trade or allocation. */
function agree(state: TreasuryState, proposal: TreasuryProposal | undefined): void {
  const entry = proposal?.action.type === 'trade' ? state.trades.at(-1) : state.allocations.at(-1);
  if (entry !== undefined) state.agreed.add(entry.id);
}
