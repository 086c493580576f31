/**
 * The treasury of an environment: coin bought and sold over the counter, and allocations to the books of integrators. The
 * newest trade sets the coin price (docs/contract-notes.md, "Treasury").
 */
import type { Authentication } from '../event-store/authenticated-reader.ts';
import { encodingSchemasOf } from '../event-store/event-schemas.ts';
import type { EventStore, StreamName } from '../event-store/port.ts';
import { treasuryEventVersions, type TreasuryEvent } from '../generated/events.ts';
import type { Amount } from '../ledger/amount.ts';
import {
  endProposal,
  isBelowLimit,
  proposeAction,
  proposedAnswer,
  withdrawProposal,
} from '../ledger/dual-control.ts';
import { deriveId, type EnvironmentName } from '../ledger/ids.ts';
import type { Price } from '../ledger/policy.ts';
import { parsePrice, trimTrailingZeros } from '../ledger/quote.ts';
import type { Refusal } from '../ledger/refusal.ts';
import type { IdempotencyKey } from '../writer/idempotency.ts';
import {
  loadStreamWriter,
  type StreamCommand,
  type StreamDecision,
  type StreamOutcome,
} from '../writer/stream-writer.ts';
import {
  decideAllocation,
  decideInitialFunding,
  decideTrade,
  type NewAllocation,
  type NewTrade,
} from './decisions.ts';
import {
  allocationOf,
  createTreasuryState,
  evolveTreasury,
  tradeOf,
  type Allocation,
  type RecordedBy,
  type Trade,
  type TreasuryProposal,
} from './state.ts';
import {
  executeTreasuryProposal,
  limitedEntry,
  treasuryProposals,
  type TreasuryEntry,
  type TreasuryLimits,
} from './treasury-proposals.ts';

/** The price of a coin in points, from the newest trade. */
export type CoinPrice = {
  readonly price: Price;
  /** The same as a decimal string. */
  readonly text: string;
  /** Milliseconds since 1970, and ISO 8601. */
  readonly tradedAt: number;
  readonly as_of: string;
};

export type Treasury = {
  readonly stream: StreamName;
  readonly environment: EnvironmentName;
  /** The price of the trade with the newest `traded_at`, regardless of its age. */
  lastPrice(): CoinPrice | undefined;
  /** The highest price of the last hours, at which coin counts for limits and reviews. Undefined if coin never had a price. */
  highestPrice(): Price | undefined;
  /** All trades in the order recorded. They are entered by people, so they fit in memory. */
  trades(): readonly Trade[];
  /** All allocations in the order recorded. */
  allocations(): readonly Allocation[];
  /** Coin that is neither sold nor allocated. Negative when more was sold than bought. */
  unallocatedCoin(): Amount;
  /** The ID of the newest allocation to each integrator. */
  newestAllocations(): ReadonlyMap<string, string>;
  /**
   * Answers 201 with the trade, or 202 with a proposal of it by `operator`. Refuses validation_failed, and
   * second_operator_required without an operator who can propose it. Throws StoreUnavailable.
   */
  recordTrade(trade: NewTrade, request: ProposableRequest): Promise<StreamOutcome>;
  /** All proposals by ID, in the order recorded. */
  readonly proposals: ReadonlyMap<string, TreasuryProposal>;
  /**
   * Answers 201 with the trade, or with the allocation, which is delivered later. Refuses not_found, proposal_state_conflict,
   * second_operator_required, and insufficient_liquidity.
   */
  executeProposal(proposalId: string, request: OperatorRequest): Promise<StreamOutcome>;
  /** Answers 200 with the proposal. Refuses not_found, proposal_state_conflict. */
  withdrawProposal(proposalId: string, request: OperatorRequest): Promise<StreamOutcome>;
  /**
   * Answers 201 with the allocation, which is delivered later, or 202 with a proposal of it by `operator`. Refuses
   * validation_failed, insufficient_liquidity, and second_operator_required without an operator who can propose it.
   */
  recordAllocation(allocation: NewAllocation, request: ProposableRequest): Promise<StreamOutcome>;
  /** Records a trade and an allocation together, unless the treasury has events. */
  recordInitialFunding(trade: NewTrade, allocation: NewAllocation, request: Request): Promise<void>;
  /** Whether a success has used the idempotency key; with a request, whether it was a success of that request. */
  isKeyUsed(key: string, request?: IdempotencyKey): boolean;
  /** Applies events that other processes wrote. */
  refresh(): Promise<void>;
};

/** A command without its decision: author, request, and idempotency key. */
type Request = Omit<StreamCommand<TreasuryEvent>, 'decide'>;

/** With the name of the operator; undefined for one who cannot propose anything. */
type ProposableRequest = Request & { readonly operator: string | undefined };

/** With the name of the operator, by which operators are told apart. */
type OperatorRequest = Request & { readonly operator: string };

export const treasuryStream = (environment: EnvironmentName): StreamName => `treasury-${environment}`;

const TREASURY_STREAM = {
  emptyEvent: { type: 'request.recorded', data: {} },
  schemaOf: encodingSchemasOf('treasury'),
  knownVersions: treasuryEventVersions,
} as const;

/** Loads the treasury. Throws StoreUnavailable, and UnauthenticatedEvent when somebody else wrote to its stream. */
export async function loadTreasury(
  eventStore: EventStore,
  authentication: Authentication,
  environment: EnvironmentName,
  clock: () => number,
  limits: TreasuryLimits,
): Promise<Treasury> {
  const state = createTreasuryState(limits.prices[environment]);
  const stream = treasuryStream(environment);
  const events = await loadStreamWriter<TreasuryEvent>({
    ...TREASURY_STREAM,
    eventStore,
    authentication,
    stream,
    clock,
    evolve: (event, time, actor) =>
      evolveTreasury(state, event, { environment, recorded_by: actor, created_at: time }),
  });
  const next = (now: number) => ({ stream, revision: state.revision, now });
  /** The metadata that the object will have once its event is applied. */
  const about = (time: string, { actor }: Request): RecordedBy => ({
    environment,
    recorded_by: actor,
    created_at: time,
  });

  /** Records what one operator decided, or the proposal of it. */
  const record = (
    { operator, ...request }: ProposableRequest,
    decide: (now: number) => { readonly event: TreasuryEntry } | { readonly refusal: Refusal },
  ): Promise<StreamOutcome> =>
    events.submit({
      ...request,
      decide({ now, time }) {
        const decided = decide(now);
        if ('refusal' in decided) return decided;
        const limited = limitedEntry(state, decided.event, limits, {
          now,
          environment,
          recorded_by: request.actor,
        });
        if (limited === undefined || isBelowLimit(limited))
          return created([decided.event], about(time, request));
        const id = deriveId('prp', now, stream, state.revision);
        const by = { id, operator, lifetimeMs: limits.proposalLifetimeMs };
        const proposed = proposeAction(treasuryProposals(state, now), limited, by);
        if ('refusal' in proposed) return proposed;
        const { event } = proposed;
        return { events: [event], answer: proposedAnswer({ stream, time, data: event.data }) };
      },
    });

  return {
    stream,
    environment,
    lastPrice() {
      const newest = state.prices.newest();
      return newest && priceOf(newest);
    },
    highestPrice: () => state.prices.highest(clock()),
    trades: () => state.trades,
    allocations: () => state.allocations,
    unallocatedCoin: () => state.coin,
    newestAllocations: () => state.newest,
    recordTrade: (trade, request) => record(request, (now) => decideTrade(trade, next(now))),
    proposals: state.proposals,
    executeProposal: (proposal_id, { operator, ...request }) =>
      events.submit({
        ...request,
        decide({ now, time }) {
          const decided = executeTreasuryProposal(state, { proposal_id, operator }, next(now));
          if ('refusal' in decided) return decided;
          return created(decided.events, about(time, request));
        },
      }),
    withdrawProposal: (proposal_id, { operator, ...request }) =>
      events.submit({
        ...request,
        decide({ now, time }) {
          const decided = withdrawProposal(treasuryProposals(state, now), { proposal_id, operator });
          if ('refusal' in decided) return decided;
          const shown = endProposal(decided.open, { ...decided.event, time });
          return { events: [decided.event], answer: { status: 200, body: JSON.stringify(shown) } };
        },
      }),
    recordAllocation: (allocation, request) =>
      record(request, (now) => decideAllocation(state, allocation, next(now))),
    async recordInitialFunding(trade, allocation, request) {
      const outcome = await events.submit({
        ...request,
        decide: ({ now }) => decideInitialFunding(state, { trade, allocation }, next(now)),
      });
      if (outcome.kind === 'refused')
        throw new Error(`the initial funding of ${stream} was refused: ${outcome.refusal.message}`);
    },
    isKeyUsed: (...use) => events.isKeyUsed(...use),
    refresh: () => events.refresh(),
  };
}

/** The events, and the trade or allocation that the first one records. */
function created(
  events: readonly [TreasuryEntry, ...TreasuryEvent[]],
  about: RecordedBy,
): StreamDecision<TreasuryEvent> {
  const [entry] = events;
  const shown =
    entry.type === 'trade.recorded' ? tradeOf(entry.data, about) : allocationOf(entry.data, about);
  return { events, answer: { status: 201, body: JSON.stringify(shown) } };
}

function priceOf({ price: text, traded_at }: Trade): CoinPrice {
  const price = parsePrice(text);
  if (price === undefined) throw new Error(`a recorded trade has an invalid price: ${text}`);
  return { price, text: trimTrailingZeros(text), tradedAt: Date.parse(traded_at), as_of: traded_at };
}
