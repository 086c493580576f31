import {
  ASSET_DECIMALS,
  asFiat,
  asPoints,
  formatAmount,
  parseStoredAmount,
  powerOfTen,
  type Amount,
  type Asset,
  type Coin,
  type FiatAmount,
  type Points,
} from './amount.ts';
import {
  availableBalance,
  newId,
  type Book,
  type Decision,
  type DecisionContext,
  type ReadonlyBook,
} from './book.ts';
import type { BookEvent, EventData, RecordedBookEvent } from './event.ts';
import type { QuoteId, TransferId, WalletId } from './ids.ts';
import type { Price, Route } from './policy.ts';
import { COIN_STOCK, POINTS_HEADROOM } from './posting.ts';
import { refuse, refuseUnknownId, type Refusal } from './refusal.ts';
import { checkAmount, refuseUnsupportedRoute } from './transfer.ts';
import { refuseIneligibleParties } from './user.ts';
import type { Wallet } from './wallet.ts';

// A quote locks the price of one conversion for a short time. It reserves nothing.

export type Quote = {
  readonly id: QuoteId;
  readonly source_wallet_id: WalletId;
  readonly destination_wallet_id: WalletId;
  /** Asset codes. */
  readonly from: string;
  readonly to: string;
  /** In `from`. */
  readonly amount: string;
  /** Units of `to` per unit of `from`, after the spread. */
  readonly rate: string;
  /** In `to`. */
  readonly amount_out: string;
  /** The spread, in `from`. */
  readonly fee: string;
  /** In points, for both directions. */
  readonly spread_points: string;
  readonly rounding_points: string;
  readonly expires_at: string;
  readonly created_at: string;
  /** The ID of the conversion that used the quote. */
  readonly transfer_id: TransferId | null;
};

/** The fields of a quote that the book no longer contains. */
export type ArchivedQuote = Pick<
  Quote,
  'id' | 'source_wallet_id' | 'destination_wallet_id' | 'amount' | 'transfer_id'
>;

/** The open quote that an event creates. */
export function quoteFromEvent({ data, time }: RecordedBookEvent<'quote.created'>): Quote {
  const { quote_id: id, ...rest } = data;
  return { id, ...rest, created_at: time, transfer_id: null };
}

/** `now` is in milliseconds since 1970. */
export const isQuoteExpired = ({ expires_at }: Pick<Quote, 'expires_at'>, now: number): boolean =>
  Date.parse(expires_at) <= now;

type Fee = NonNullable<NonNullable<EventData<'transfer.state_changed'>['receipt']>['fees']>[number];

/** The spread as a fee, as shown in quotes and receipts. */
export const spreadFee = ({ fee, from }: Pick<Quote, 'fee' | 'from'>): Fee => ({
  type: 'svc',
  amount: fee,
  unit: from,
});

// The terms of a conversion between points and coin (docs/contract-notes.md, "Rates, quotes and conversions"), in
// exact integer arithmetic.

export type ConversionTerms = {
  /** The spread, in the source's unit, rounded up. */
  readonly fee: Amount;
  /** Destination units per source unit after the spread, with at most 18 fraction digits. */
  readonly rate: string;
  /** Amount × rate, rounded down, in the destination's unit. */
  readonly amountOut: Amount;
  /** The spread and the rounding remainder, in points. */
  readonly spreadPoints: Points;
  readonly roundingPoints: Points;
};

export type ConversionRequest = {
  readonly from: Asset;
  readonly to: Asset;
  /** Must be positive. */
  readonly amount: Amount;
  /** Points for one coin, before the spread. */
  readonly price: Price;
  /** Basis points, 0 to 10,000. */
  readonly spreadBps: number;
};

const RATE_DECIMALS = 18;
const BPS = 10_000n;
const CENTS = powerOfTen(ASSET_DECIMALS['svc-points']);
const COIN = powerOfTen(ASSET_DECIMALS['svc-coin']);

/** Calculates the terms of a conversion. `amountOut` can be zero; the caller decides whether to refuse that. */
export function conversionTerms(conversion: ConversionRequest): ConversionTerms {
  const { from, to, amount, spreadBps } = conversion;
  const fee = divideRoundingUp(amount * BigInt(spreadBps), BPS);
  const net = amount - fee;
  const [numerator, denominator] = priceInMinorUnits(conversion);
  const fair = (net * numerator) / denominator;
  // The rate is rounded up if that still gives the fair amount, and down otherwise.
  const over = net * numerator * powerOfTen(ASSET_DECIMALS[from]) * powerOfTen(RATE_DECIMALS);
  const under = denominator * powerOfTen(ASSET_DECIMALS[to]) * amount;
  const up = divideRoundingUp(over, under);
  const rate = applyRate(up, conversion) <= fair ? up : over / under;
  const amountOut = applyRate(rate, conversion);
  return { fee, rate: formatRate(rate), amountOut, ...spreadAndRounding(conversion, fee, amountOut) };
}

/** Amount × rate (in units of 10^-18), rounded down to the destination's decimals. */
const applyRate = (rate: bigint, { from, to, amount }: ConversionRequest): Amount =>
  (amount * rate * powerOfTen(ASSET_DECIMALS[to])) /
  (powerOfTen(ASSET_DECIMALS[from]) * powerOfTen(RATE_DECIMALS));

/** The price as a fraction: minor units of the destination for one minor unit of the source. */
function priceInMinorUnits({
  to,
  price: { numerator, denominator },
}: ConversionRequest): readonly [bigint, bigint] {
  return to === 'svc-coin'
    ? [denominator * COIN, numerator * CENTS]
    : [numerator * CENTS, denominator * COIN];
}

/**
 * Spread and rounding are booked in points, so coin moves only between wallets and the stock. A purchase of coin
 * costs the spread plus the price of the coin, and the rest is rounding. A sale of coin is worth its price in points,
 * of which the user gets `amountOut`.
 */
function spreadAndRounding(
  { from, amount, price: { numerator, denominator } }: ConversionRequest,
  fee: Amount,
  amountOut: Amount,
): Pick<ConversionTerms, 'spreadPoints' | 'roundingPoints'> {
  const [over, under] = [numerator * CENTS, denominator * COIN];
  if (from === 'svc-points') {
    const cost = divideRoundingUp(amountOut * over, under);
    return { spreadPoints: asPoints(fee), roundingPoints: asPoints(amount - fee - cost) };
  }
  const worth = (amount * over) / under;
  const spreadPoints = (fee * over) / under;
  return {
    spreadPoints: asPoints(spreadPoints),
    roundingPoints: asPoints(worth - amountOut - spreadPoints),
  };
}

const divideRoundingUp = (a: bigint, b: bigint): bigint => (a + b - 1n) / b;

/** Formats a rate in units of 10^-18 without trailing zeros. */
const formatRate = (rate: bigint): string => trimTrailingZeros(formatAmount(rate, RATE_DECIMALS));

/** "0.0100" is "0.01", and "100.00" is "100". */
export const trimTrailingZeros = (text: string): string =>
  text.includes('.') ? text.replace(/\.?0+$/, '') : text;

/** Parses a positive price such as "2500.00". Returns undefined for any other text. */
export function parsePrice(text: string): Price | undefined {
  const [whole = '', fraction = ''] = text.split('.');
  const numerator = /^[0-9]+(\.[0-9]{1,18})?$/.test(text) ? BigInt(whole + fraction) : 0n;
  return numerator === 0n ? undefined : { numerator, denominator: powerOfTen(fraction.length) };
}

/** Formats a fraction with at most 18 fraction digits, rounded down. */
export const formatRatio = ({ numerator, denominator }: Price): string =>
  formatRate((numerator * powerOfTen(RATE_DECIMALS)) / denominator);

/** The value of coin in points, rounded down. */
export const coinToPoints = (coin: Coin, { numerator, denominator }: Price): Points =>
  asPoints((coin * numerator * CENTS) / (denominator * COIN));

// Decisions about quotes and the conversions that use them (docs/contract-notes.md, "Rates, quotes and conversions").

type CreateQuote = {
  readonly source_wallet_id: WalletId;
  readonly destination_wallet_id: WalletId;
  readonly amount: string;
  /** Points per coin. Undefined if coin has no current price. */
  readonly price: Price | undefined;
};

type Refused = { refusal: Refusal };

/** Whether a transfer between the wallets is a conversion: one user, two assets. */
export const isConversion = (from: Wallet, to: Wallet): boolean =>
  from.user_id === to.user_id && from.asset !== to.asset;

/**
 * Refuses not_found, user_not_approved, user_deactivated, wallet_frozen, unsupported_route, validation_failed, the limits
 * of the route, insufficient_balance, amount_exceeds_cashable, insufficient_liquidity, provider_unavailable (no price).
 */
export function createQuote(book: ReadonlyBook, input: CreateQuote, context: DecisionContext): Decision {
  const from = book.wallets.get(input.source_wallet_id);
  const to = book.wallets.get(input.destination_wallet_id);
  if (from === undefined) return refuseUnknownId('source_wallet_id', input.source_wallet_id, 'wallet');
  if (to === undefined)
    return refuseUnknownId('destination_wallet_id', input.destination_wallet_id, 'wallet');
  const refused = refuseIneligibleParties(book, from, to);
  if (refused !== undefined) return refused;
  const route = conversionRoute(context, from, to);
  if (route === undefined) return refuseUnsupportedRoute();
  const checked = checkPayable(book, from, input.amount, route);
  if ('refusal' in checked) return checked;
  if (input.price === undefined) return refuse('provider_unavailable', 'Coin has no current price.');
  const { amount } = checked;
  const { lifetimeMs, spreadBps } = context.policy.quotes;
  const { asset } = from;
  const terms = conversionTerms({ from: asset, to: to.asset, amount, price: input.price, spreadBps });
  if (terms.amountOut === 0n) return refuse('amount_below_minimum', 'It buys nothing at this price.');
  const points = (value: Amount): string => formatAmount(value, ASSET_DECIMALS['svc-points']);
  const event: Extract<BookEvent, { type: 'quote.created' }> = {
    type: 'quote.created',
    data: {
      quote_id: newId('qt', book, context),
      source_wallet_id: from.id,
      destination_wallet_id: to.id,
      from: from.asset,
      to: to.asset,
      amount: formatAmount(amount, from.decimals),
      rate: terms.rate,
      amount_out: formatAmount(terms.amountOut, to.decimals),
      fee: formatAmount(terms.fee, from.decimals),
      spread_points: points(terms.spreadPoints),
      rounding_points: points(terms.roundingPoints),
      expires_at: new Date(context.now + lifetimeMs).toISOString(),
    },
  };
  return isCovered(book, event.data) ? { events: [event] } : refuseInsufficientLiquidity();
}

export const INSUFFICIENT_LIQUIDITY = {
  code: 'insufficient_liquidity',
  message: 'The service has too little stock or backing. Try a smaller amount, or try again later.',
} as const;
export const refuseInsufficientLiquidity = (): Refused => refuse(INSUFFICIENT_LIQUIDITY.code);

export function conversionRoute({ policy }: DecisionContext, from: Wallet, to: Wallet): Route | undefined {
  if (!isConversion(from, to)) return undefined;
  return policy.routes.find(
    ({ kind, source, destination }) =>
      kind === 'conversion' &&
      source.type === 'wallet' &&
      source.asset === from.asset &&
      destination.type === 'wallet' &&
      destination.asset === to.asset,
  );
}

/** The amount, if the route allows it and the wallet covers it. Only cashable points can buy coin. */
export function checkPayable(
  book: ReadonlyBook,
  from: Wallet,
  text: string,
  route: Route,
): { amount: Amount } | Refused {
  const checked = checkAmount({ amount: text }, route);
  if ('refusal' in checked) return checked;
  const { amount } = checked;
  const balance = availableBalance(book, from.id);
  if (amount > balance.amount) return refuse('insufficient_balance');
  if (from.asset === 'svc-points' && amount > balance.cashable) {
    return refuse('amount_exceeds_cashable', 'Only cashable points can buy coin.');
  }
  return { amount };
}

type ConversionResult = Pick<Quote, 'from' | 'amount' | 'amount_out' | 'spread_points' | 'rounding_points'>;

/** The points issued by a sale of coin: for the user, and for spread and rounding. */
const pointsIssued = ({ amount_out, spread_points, rounding_points }: ConversionResult): Amount =>
  parseStoredAmount(amount_out) + parseStoredAmount(spread_points) + parseStoredAmount(rounding_points);

export function isCovered(book: ReadonlyBook, quote: ConversionResult): boolean {
  return quote.from === 'svc-points'
    ? parseStoredAmount(quote.amount_out) <= availableBalance(book, COIN_STOCK).amount
    : pointsIssued(quote) <= availableBalance(book, POINTS_HEADROOM).amount;
}

// Removes expired quotes from a book, so that memory does not grow with history.

const QUOTE_REMOVAL_EVENTS_MIN = 256;

/**
 * The number of events between two removals of expired quotes. At least a quarter of the number of quotes, so the
 * cost per event stays constant. A power of two, so that it rarely changes.
 */
export const eventsBetweenQuoteRemovals = (quotes: number): number =>
  Math.max(QUOTE_REMOVAL_EVENTS_MIN, 2 ** (30 - Math.clz32(quotes)));

/** Read models keep expired quotes. The time of the event decides, so every replay removes the same quotes. */
export function removeExpiredQuotes(book: Book, time: number): void {
  for (const [id, quote] of book.quotes.entries()) if (isQuoteExpired(quote, time)) book.quotes.delete(id);
}

// Conversions between fiat and points at the fixed point price.

/** The points that an amount of fiat buys at the fixed price, rounded down. */
export function fiatToPoints(amount: FiatAmount, decimals: number, price: Price): Points {
  return asPoints((amount * price.denominator * 100n) / (price.numerator * 10n ** BigInt(decimals)));
}
/**
 * Points per whole unit of the currency, as a decimal string: "100" if a point costs 0.01. Rounded up after 18
 * fraction digits.
 */
export const formatPointsPerUnit = (price: Price): string => formatRate(rateRoundedUp(price));
/**
 * The rate of one deposit. It is rounded down if rounding up would credit 0.01 points too many, so amount times rate,
 * rounded down, equals `fiatToPoints` for amounts below 10^16 whole units.
 */
export function depositRate(amount: FiatAmount, decimals: number, price: Price): string {
  const up = rateRoundedUp(price);
  const given = (amount * up * 100n) / (powerOfTen(decimals) * powerOfTen(RATE_DECIMALS));
  const isFair = given <= fiatToPoints(amount, decimals, price);
  return formatRate(isFair ? up : (price.denominator * powerOfTen(RATE_DECIMALS)) / price.numerator);
}
/** In units of 10^-18 points. */
const rateRoundedUp = ({ numerator, denominator }: Price): bigint =>
  divideRoundingUp(denominator * powerOfTen(RATE_DECIMALS), numerator);
/** The fiat that points are worth at the fixed price, rounded down. */
export function pointsToFiat(points: Points, decimals: number, price: Price): FiatAmount {
  return asFiat((points * price.numerator * 10n ** BigInt(decimals)) / (price.denominator * 100n));
}
