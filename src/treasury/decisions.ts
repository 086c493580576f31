/** Decisions of a treasury. Pure, like the decisions of books. */
import type { TreasuryEvent } from '../generated/events.ts';
import { ASSET_DECIMALS, formatAmount, parseAmount, type Amount, type Asset } from '../ledger/amount.ts';
import { deriveId } from '../ledger/ids.ts';
import { parsePrice } from '../ledger/quote.ts';
import { refuse, refuseField, refuseTooPrecise, type Refusal } from '../ledger/refusal.ts';
import type { StreamDecision } from '../writer/stream-writer.ts';
import type { TreasuryState } from './state.ts';

/** The stream, revision, and time of the next event. */
export type EventContext = { readonly stream: string; readonly revision: number; readonly now: number };

export type NewTrade = {
  /** From the treasury's point of view. */
  readonly side: 'buy' | 'sell';
  readonly coin_amount: string;
  /** Points per coin. */
  readonly price: string;
  readonly counterparty: string | null;
  /** ISO 8601; defaults to now. */
  readonly traded_at: string | undefined;
};

/** Amounts to add. At least one must be above zero. */
export type NewAllocation = {
  readonly integrator_id: string;
  readonly coin_stock: string | undefined;
  readonly points_backing: string | undefined;
};

type Refused = { refusal: Refusal };
type EventOf<T extends TreasuryEvent['type']> = { event: Extract<TreasuryEvent, { type: T }> };

/** Refuses validation_failed for a zero or too precise amount or price, and for a time in the future. */
export function decideTrade(
  { side, coin_amount, price, counterparty, traded_at }: NewTrade,
  { stream, revision, now }: EventContext,
): EventOf<'trade.recorded'> | Refused {
  const amount = amountOf('coin_amount', coin_amount, 'svc-coin');
  if ('refusal' in amount) return amount;
  if (amount.value === 0n)
    return refuseField('coin_amount', 'out_of_range', 'A trade is of more than nothing.');
  if (parsePrice(price) === undefined)
    return refuseField('price', 'out_of_range', 'Send more than zero, with at most 18 decimal places.');
  const time = traded_at === undefined ? now : Date.parse(traded_at);
  if (!(time <= now)) return refuseField('traded_at', 'out_of_range', 'A trade can’t be in the future.');
  if (time < 0) return refuseField('traded_at', 'out_of_range', 'A trade can’t be from before 1970.');
  const data = {
    trade_id: deriveId('trd', now, stream, revision),
    side,
    coin_amount: amount.text,
    price,
    counterparty,
    traded_at: new Date(time).toISOString(),
  };
  return { event: { type: 'trade.recorded', data } };
}

/** Refuses validation_failed, and insufficient_liquidity for more coin than is unallocated. */
export function decideAllocation(
  state: Pick<TreasuryState, 'coin' | 'newest'>,
  { integrator_id, coin_stock, points_backing }: NewAllocation,
  { stream, revision, now }: EventContext,
): EventOf<'allocation.recorded'> | Refused {
  const coin = amountOf('coin_stock', coin_stock ?? '0', 'svc-coin');
  if ('refusal' in coin) return coin;
  const points = amountOf('points_backing', points_backing ?? '0', 'svc-points');
  if ('refusal' in points) return points;
  if (coin.value === 0n && points.value === 0n)
    return refuseField('coin_stock', 'required', 'Send coin_stock, points_backing or both, more than zero.');
  if (coin.value > state.coin) {
    const left = formatAmount(state.coin < 0n ? 0n : state.coin, ASSET_DECIMALS['svc-coin']);
    return refuse('insufficient_liquidity', `The treasury has ${left} coin that is not allocated.`);
  }
  const data = {
    allocation_id: deriveId('alc', now, stream, revision),
    integrator_id,
    previous_allocation_id: state.newest.get(integrator_id) ?? null,
    ...(coin.value === 0n ? {} : { coin_stock: coin.text }),
    ...(points.value === 0n ? {} : { points_backing: points.text }),
  };
  return { event: { type: 'allocation.recorded', data } };
}

/** A trade and an allocation of its coin, if the treasury has no events yet. Otherwise no events. */
export function decideInitialFunding(
  state: TreasuryState,
  { trade, allocation }: { trade: NewTrade; allocation: NewAllocation },
  next: EventContext,
): StreamDecision<TreasuryEvent> {
  const answer = { status: 201, body: '' };
  if (state.trades.length > 0 || state.newest.size > 0) return { events: [], answer };
  const first = decideTrade(trade, next);
  if ('refusal' in first) return first;
  const bought = parseAmount(trade.coin_amount, ASSET_DECIMALS['svc-coin']) ?? 0n;
  const after = { ...next, revision: next.revision + 1 };
  const second = decideAllocation({ ...state, coin: bought }, allocation, after);
  return 'refusal' in second ? second : { events: [first.event, second.event], answer };
}

function amountOf(field: string, text: string, unit: Asset): { value: Amount; text: string } | Refused {
  const decimals = ASSET_DECIMALS[unit];
  const value = parseAmount(text, decimals);
  return value === undefined
    ? refuseTooPrecise(decimals, field)
    : { value, text: formatAmount(value, decimals) };
}
