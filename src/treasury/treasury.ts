/**
 * The treasury of an environment, folded from its own stream: coin bought and sold over the counter, and what was set
 * apart for the books of integrators. The last trade sets the price of coin (docs/contract-notes.md, "Treasury").
 */
import { encodingSchemasOf } from '../event-store/event-schemas.ts';
import type { EventStore } from '../event-store/port.ts';
import { treasuryEventVersions } from '../generated/events.ts';
import type { TreasuryEvent } from '../generated/events.ts';
import type { Amount } from '../ledger/amount.ts';
import { parsePrice, trimTrailingZeros } from '../ledger/quotes/conversion-terms.ts';
import type { Price } from '../ledger/policy.ts';
import { loadStreamWriter } from '../writer/stream-writer.ts';
import type { StreamCommand, StreamDecision, StreamOutcome } from '../writer/stream-writer.ts';
import type { EnvironmentName } from '../platform/platform.ts';
import { decideAllocation, decideInitialFunding, decideTrade } from './decisions.ts';
import type { NewAllocation, NewTrade } from './decisions.ts';
import { allocationOf, createTreasuryState, foldEvent, tradeOf } from './state.ts';
import type { RecordedBy, Allocation, Trade } from './state.ts';

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
  unallocatedCoin(): Amount;
  /** Allocations that are not known to be in their books yet, oldest first, by integrator. */
  undelivered(): ReadonlyMap<string, readonly Allocation[]>;
  /** The book of an integrator has this allocation and all before it. */
  markDelivered(integratorId: string, allocationId: string): void;
  /** Answers 201 with the trade. Refuses validation_failed. Throws StoreUnavailable. */
  recordTrade(trade: NewTrade, request: Request): Promise<StreamOutcome>;
  /** Answers 201 with the allocation; a delivery brings it to the book. Refuses validation_failed, insufficient_liquidity. */
  recordAllocation(allocation: NewAllocation, request: Request): Promise<StreamOutcome>;
  /** Records a trade and an allocation at once, unless anything was recorded before. */
  recordInitialFunding(trade: NewTrade, allocation: NewAllocation, request: Request): Promise<void>;
  /** Whether an idempotency key belongs to a success. */
  isKeyUsed(key: string): boolean;
  /** Takes in what other processes recorded. */
  refresh(): Promise<void>;
};

/** Who asks, and under which idempotency key. */
export type Request = Omit<StreamCommand<TreasuryEvent>, 'decide'>;

export const treasuryStream = (environment: EnvironmentName): string => `treasury-${environment}`;

/** Loads the treasury. Throws StoreUnavailable. */
export async function loadTreasury(
  eventStore: EventStore,
  environment: EnvironmentName,
  clock: () => number,
): Promise<Treasury> {
  const state = createTreasuryState();
  const stream = treasuryStream(environment);
  const events = await loadStreamWriter<TreasuryEvent>({
    eventStore,
    stream,
    clock,
    emptyEvent: { type: 'request.recorded', data: {} },
    schemaOf: encodingSchemasOf('treasury'),
    knownVersions: treasuryEventVersions,
    evolve: (event, time, actor) =>
      foldEvent(state, event, { environment, recorded_by: actor, created_at: time }),
  });
  const next = (now: number) => ({ stream, revision: state.revision, now });
  /** The object as it will be once its event is folded in. */
  const about = (time: string, { actor }: Request): RecordedBy => ({
    environment,
    recorded_by: actor,
    created_at: time,
  });

  return {
    stream,
    environment,
    lastPrice: () => state.newestTrade && priceOf(state.newestTrade),
    trades: () => state.trades,
    allocations: () => state.allocations,
    unallocatedCoin: () => state.coin,
    undelivered: () => state.undelivered,
    markDelivered(integratorId, allocationId) {
      const left = (state.undelivered.get(integratorId) ?? []).filter(({ id }) => id > allocationId);
      if (left.length === 0) state.undelivered.delete(integratorId);
      else state.undelivered.set(integratorId, left);
    },
    recordTrade: (trade, request) =>
      events.submit({
        ...request,
        decide({ now, time }) {
          const decided = decideTrade(trade, next(now));
          return 'refusal' in decided
            ? decided
            : created(decided.event, tradeOf(decided.event.data, about(time, request)));
        },
      }),
    recordAllocation: (allocation, request) =>
      events.submit({
        ...request,
        decide({ now, time }) {
          const decided = decideAllocation(state, allocation, next(now));
          return 'refusal' in decided
            ? decided
            : created(decided.event, allocationOf(decided.event.data, about(time, request)));
        },
      }),
    async recordInitialFunding(trade, allocation, request) {
      const outcome = await events.submit({
        ...request,
        decide: ({ now }) => decideInitialFunding(state, { trade, allocation }, next(now)),
      });
      if (outcome.kind === 'refused') throw new Error(`a treasury can't begin: ${outcome.refusal.message}`);
    },
    isKeyUsed: (key) => events.isKeyUsed(key),
    refresh: () => events.refresh(),
  };
}

const created = (event: TreasuryEvent, shown: Trade | Allocation): StreamDecision<TreasuryEvent> => ({
  events: [event],
  answer: { status: 201, body: JSON.stringify(shown) },
});

function priceOf({ price: text, traded_at }: Trade): CoinPrice {
  const price = parsePrice(text);
  if (price === undefined) throw new Error(`a trade was recorded at no price: ${text}`);
  return { price, text: trimTrailingZeros(text), tradedAt: Date.parse(traded_at), as_of: traded_at };
}
