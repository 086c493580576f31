/**
 * The terms of a conversion between points and coin (docs/contract-notes.md, "Rates, quotes and conversions"), in
 * exact integer arithmetic.
 */
import { ASSET_DECIMALS, asPoints, formatAmount, powerOfTen } from '../amount.ts';
import type { Amount, Asset, Coin, Points } from '../amount.ts';
import type { Price } from '../policy.ts';

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

export const RATE_DECIMALS = 18;
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

export const divideRoundingUp = (a: bigint, b: bigint): bigint => (a + b - 1n) / b;

/** Formats a rate in units of 10^-18 without trailing zeros. */
export const formatRate = (rate: bigint): string => trimTrailingZeros(formatAmount(rate, RATE_DECIMALS));

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
