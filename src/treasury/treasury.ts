/**
 * The treasury of an environment, folded from its own stream: coin bought and sold over the counter, and what was set
 * apart for the books of integrators. The last trade sets the price of coin (decisions section 6).
 */
import type { StoredMetadata } from '../eventstore/codec.ts';
import type { EventStore } from '../eventstore/port.ts';
import { treasuryEventVersions } from '../generated/events.ts';
import type { TreasuryEvent } from '../generated/events.ts';
import type { Amount } from '../ledger/amount.ts';
import { storedAmount } from '../ledger/amount.ts';
import { parsePrice, trimmed } from '../ledger/conversion.ts';
import type { Price } from '../ledger/policy.ts';
import type { Refusal } from '../ledger/refusal.ts';
import type { EnvironmentName } from '../platform/platform.ts';
import { allocationEvent, firstTradeEvents, tradeEvent } from './decisions.ts';
import type { NewAllocation, NewTrade } from './decisions.ts';
import { openFoldedStream } from './folded-stream.ts';
import type { FoldedStream, Writer } from './folded-stream.ts';

/** A trade, as the operator API shows it. Amounts and times as recorded. */
export type Trade = {
  readonly id: string;
  readonly object: 'trade';
  readonly environment: EnvironmentName;
  readonly side: 'buy' | 'sell';
  readonly coin_amount: string;
  /** Points for one coin. */
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
  /** The one before it for the same integrator. */
  readonly previous_allocation_id: string | null;
  readonly coin_stock: string | null;
  readonly points_backing: string | null;
  readonly recorded_by: string;
  readonly created_at: string;
};

/** What coin costs, in points, by the last trade. */
export type CoinPrice = {
  readonly price: Price;
  /** The same as a decimal string. */
  readonly text: string;
  /** Milliseconds since 1970, and ISO 8601. */
  readonly tradedAt: number;
  readonly as_of: string;
};

export type Treasury = {
  readonly stream: string;
  readonly environment: EnvironmentName;
  /** By the trade with the newest `traded_at`, however old. */
  lastPrice(): CoinPrice | undefined;
  /** Every trade in the order recorded. People enter them one by one, so they are kept in memory. */
  trades(): readonly Trade[];
  /** Coin that is neither sold nor set apart; below zero when more was sold than bought. */
  unallocated(): Amount;
  /** Allocations that are not known to be in their books yet, oldest first, by integrator. */
  undelivered(): ReadonlyMap<string, readonly Allocation[]>;
  /** The book of an integrator has this allocation and all before it. */
  delivered(integratorId: string, allocationId: string): void;
  /** Refuses validation_failed. Throws StoreUnavailable. */
  recordTrade(trade: NewTrade, writer: Writer): Promise<{ trade: Trade } | { refusal: Refusal }>;
  /** Refuses validation_failed, insufficient_liquidity. The book gets it by a delivery. Throws StoreUnavailable. */
  allocate(
    allocation: NewAllocation,
    writer: Writer,
  ): Promise<{ allocation: Allocation } | { refusal: Refusal }>;
  /** Records a trade and an allocation at once, unless anything was recorded before. */
  begin(trade: NewTrade, allocation: NewAllocation, writer: Writer): Promise<void>;
  /** Takes in what other processes recorded. */
  refresh(): Promise<void>;
};

export const treasuryStream = (environment: EnvironmentName): string => `treasury-${environment}`;

/** What the decisions of a treasury rest on. */
export type TreasuryState = {
  readonly trades: Trade[];
  last: Trade | undefined;
  /** Bought less sold less allocated. */
  coin: Amount;
  readonly newest: Map<string, string>;
  readonly undelivered: Map<string, readonly Allocation[]>;
};

/** Loads the treasury. Throws StoreUnavailable. */
export async function loadTreasury(
  eventStore: EventStore,
  environment: EnvironmentName,
  clock: () => number,
): Promise<Treasury> {
  const state: TreasuryState = {
    trades: [],
    last: undefined,
    coin: 0n,
    newest: new Map(),
    undelivered: new Map(),
  };
  const stream = treasuryStream(environment);
  const events: FoldedStream<TreasuryEvent> = await openFoldedStream(eventStore, {
    stream,
    versions: treasuryEventVersions,
    clock,
    apply: (event, metadata) => apply(state, event, environment, metadata),
  });
  const find = (id: string): Allocation => found(state, id);

  return {
    stream,
    environment,
    lastPrice: () => state.last && priceOf(state.last),
    trades: () => state.trades,
    unallocated: () => state.coin,
    undelivered: () => state.undelivered,
    delivered(integratorId, allocationId) {
      const left = (state.undelivered.get(integratorId) ?? []).filter(({ id }) => id > allocationId);
      if (left.length === 0) state.undelivered.delete(integratorId);
      else state.undelivered.set(integratorId, left);
    },
    async recordTrade(trade, writer) {
      let id = '';
      const decision = await events.record((next) => {
        const decided = tradeEvent(stream, trade, next);
        if ('event' in decided) id = decided.event.data.trade_id;
        return 'refusal' in decided ? decided : { events: [decided.event] };
      }, writer);
      if ('refusal' in decision) return decision;
      const recorded = state.trades.findLast((each) => each.id === id);
      if (recorded === undefined) throw new Error(`the trade ${id} was recorded and is not there`);
      return { trade: recorded };
    },
    async allocate(allocation, writer) {
      let id = '';
      const decision = await events.record((next) => {
        const decided = allocationEvent(stream, state, allocation, next);
        if ('event' in decided) id = decided.event.data.allocation_id;
        return 'refusal' in decided ? decided : { events: [decided.event] };
      }, writer);
      return 'refusal' in decision ? decision : { allocation: find(id) };
    },
    async begin(trade, allocation, writer) {
      const decision = await events.record(
        (next) => firstTradeEvents(stream, state, { trade, allocation }, next),
        writer,
      );
      if ('refusal' in decision) throw new Error(`a treasury can't begin: ${decision.refusal.message}`);
    },
    refresh: () => events.refresh(),
  };
}

function found(state: TreasuryState, id: string): Allocation {
  for (const all of state.undelivered.values()) {
    const allocation = all.find((each) => each.id === id);
    if (allocation !== undefined) return allocation;
  }
  throw new Error(`the allocation ${id} was recorded and is not there`);
}

function apply(
  state: TreasuryState,
  event: TreasuryEvent,
  environment: EnvironmentName,
  { actor: recorded_by, time: created_at }: StoredMetadata,
): void {
  const about = { recorded_by, created_at };
  switch (event.type) {
    case 'trade.recorded': {
      const { trade_id: id, ...rest } = event.data;
      const trade: Trade = { id, object: 'trade', environment, ...rest, ...about };
      state.trades.push(trade);
      // Of two at one time, the one recorded later counts.
      if (state.last === undefined || trade.traded_at >= state.last.traded_at) state.last = trade;
      const coin = storedAmount(trade.coin_amount);
      state.coin += trade.side === 'buy' ? coin : -coin;
      return;
    }
    case 'allocation.recorded': {
      const { allocation_id: id, integrator_id, previous_allocation_id, ...amounts } = event.data;
      const { coin_stock = null, points_backing = null } = amounts;
      const allocation: Allocation = {
        id,
        object: 'allocation',
        environment,
        integrator_id,
        previous_allocation_id,
        coin_stock,
        points_backing,
        ...about,
      };
      state.coin -= storedAmount(coin_stock ?? '0');
      state.newest.set(integrator_id, id);
      state.undelivered.set(integrator_id, [...(state.undelivered.get(integrator_id) ?? []), allocation]);
      return;
    }
  }
}

function priceOf({ price: text, traded_at }: Trade): CoinPrice {
  const price = parsePrice(text);
  if (price === undefined) throw new Error(`a trade was recorded at no price: ${text}`);
  return { price, text: trimmed(text), tradedAt: Date.parse(traded_at), as_of: traded_at };
}
