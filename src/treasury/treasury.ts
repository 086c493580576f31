/**
 * The treasury of an environment, folded from its own stream: coin bought and sold over the counter, and what was set
 * apart for the books of integrators. The last trade sets the price of coin (docs/decisions.md, "Treasury").
 */
import type { EventStore } from '../eventstore/port.ts';
import { treasuryEventVersions } from '../generated/events.ts';
import type { TreasuryEvent, TreasuryEventData } from '../generated/events.ts';
import type { Amount } from '../ledger/amount.ts';
import { storedAmount } from '../ledger/amount.ts';
import { parsePrice, trimmed } from '../ledger/conversion.ts';
import type { Price } from '../ledger/policy.ts';
import { loadFoldedStream } from '../platform/folded-stream.ts';
import type { StreamCommand, StreamDecision, StreamOutcome } from '../platform/folded-stream.ts';
import type { EnvironmentName } from '../platform/platform.ts';
import { allocationEvent, firstTradeEvents, tradeEvent } from './decisions.ts';
import type { NewAllocation, NewTrade } from './decisions.ts';

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
  /** Every allocation in the order recorded; as few as the trades. */
  allocations(): readonly Allocation[];
  /** Coin that is neither sold nor set apart; below zero when more was sold than bought. */
  unallocated(): Amount;
  /** Allocations that are not known to be in their books yet, oldest first, by integrator. */
  undelivered(): ReadonlyMap<string, readonly Allocation[]>;
  /** The book of an integrator has this allocation and all before it. */
  delivered(integratorId: string, allocationId: string): void;
  /** Answers 201 with the trade. Refuses validation_failed. Throws StoreUnavailable. */
  recordTrade(trade: NewTrade, request: Request): Promise<StreamOutcome>;
  /** Answers 201 with the allocation; a delivery brings it to the book. Refuses validation_failed, insufficient_liquidity. */
  allocate(allocation: NewAllocation, request: Request): Promise<StreamOutcome>;
  /** Records a trade and an allocation at once, unless anything was recorded before. */
  begin(trade: NewTrade, allocation: NewAllocation, request: Request): Promise<void>;
  /** Whether an idempotency key belongs to a success. */
  hasUsed(key: string): boolean;
  /** Takes in what other processes recorded. */
  refresh(): Promise<void>;
};

/** Who asks, and under which idempotency key. */
export type Request = Omit<StreamCommand<TreasuryEvent>, 'decide'>;

export const treasuryStream = (environment: EnvironmentName): string => `treasury-${environment}`;

/** What the decisions of a treasury rest on. */
export type TreasuryState = {
  /** How many events were folded in, which is the revision of the next one. */
  revision: number;
  readonly trades: Trade[];
  readonly allocations: Allocation[];
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
    revision: 0,
    trades: [],
    allocations: [],
    last: undefined,
    coin: 0n,
    newest: new Map(),
    undelivered: new Map(),
  };
  const stream = treasuryStream(environment);
  const events = await loadFoldedStream<TreasuryEvent>({
    eventStore,
    stream,
    clock,
    nothing: { type: 'request.recorded', data: {} },
    versionOf: (type) => treasuryEventVersions[type],
    fold: (event, time, actor) => apply(state, event, { environment, recorded_by: actor, created_at: time }),
  });
  const next = (now: number) => ({ stream, revision: state.revision, now });
  /** The object as it will be once its event is folded in. */
  const about = (time: string, { actor }: Request): About => ({
    environment,
    recorded_by: actor,
    created_at: time,
  });

  return {
    stream,
    environment,
    lastPrice: () => state.last && priceOf(state.last),
    trades: () => state.trades,
    allocations: () => state.allocations,
    unallocated: () => state.coin,
    undelivered: () => state.undelivered,
    delivered(integratorId, allocationId) {
      const left = (state.undelivered.get(integratorId) ?? []).filter(({ id }) => id > allocationId);
      if (left.length === 0) state.undelivered.delete(integratorId);
      else state.undelivered.set(integratorId, left);
    },
    recordTrade: (trade, request) =>
      events.submit({
        ...request,
        decide({ now, time }) {
          const decided = tradeEvent(trade, next(now));
          return 'refusal' in decided
            ? decided
            : created(decided.event, tradeOf(decided.event.data, about(time, request)));
        },
      }),
    allocate: (allocation, request) =>
      events.submit({
        ...request,
        decide({ now, time }) {
          const decided = allocationEvent(state, allocation, next(now));
          return 'refusal' in decided
            ? decided
            : created(decided.event, allocationOf(decided.event.data, about(time, request)));
        },
      }),
    async begin(trade, allocation, request) {
      const outcome = await events.submit({
        ...request,
        decide: ({ now }) => firstTradeEvents(state, { trade, allocation }, next(now)),
      });
      if (outcome.kind === 'refused') throw new Error(`a treasury can't begin: ${outcome.refusal.message}`);
    },
    hasUsed: (key) => events.hasUsed(key),
    refresh: () => events.refresh(),
  };
}

const created = (event: TreasuryEvent, shown: Trade | Allocation): StreamDecision<TreasuryEvent> => ({
  events: [event],
  answer: { status: 201, body: JSON.stringify(shown) },
});

type About = Pick<Trade, 'environment' | 'recorded_by' | 'created_at'>;

const tradeOf = (data: TreasuryEventData<'trade.recorded'>, about: About): Trade => {
  const { trade_id: id, ...rest } = data;
  const { environment, ...recorded } = about;
  return { id, object: 'trade', environment, ...rest, ...recorded };
};

const allocationOf = (data: TreasuryEventData<'allocation.recorded'>, about: About): Allocation => {
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

function apply(state: TreasuryState, event: TreasuryEvent, about: About): void {
  state.revision += 1;
  switch (event.type) {
    case 'trade.recorded': {
      const trade = tradeOf(event.data, about);
      state.trades.push(trade);
      // Of two at one time, the one recorded later counts.
      if (state.last === undefined || trade.traded_at >= state.last.traded_at) state.last = trade;
      const coin = storedAmount(trade.coin_amount);
      state.coin += trade.side === 'buy' ? coin : -coin;
      return;
    }
    case 'allocation.recorded': {
      const allocation = allocationOf(event.data, about);
      const { id, integrator_id, coin_stock } = allocation;
      state.coin -= storedAmount(coin_stock ?? '0');
      state.allocations.push(allocation);
      state.newest.set(integrator_id, id);
      state.undelivered.set(integrator_id, [...(state.undelivered.get(integrator_id) ?? []), allocation]);
      return;
    }
    case 'request.recorded':
      return;
  }
}

function priceOf({ price: text, traded_at }: Trade): CoinPrice {
  const price = parsePrice(text);
  if (price === undefined) throw new Error(`a trade was recorded at no price: ${text}`);
  return { price, text: trimmed(text), tradedAt: Date.parse(traded_at), as_of: traded_at };
}
