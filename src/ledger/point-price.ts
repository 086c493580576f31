/** Conversions between fiat and points at the fixed point price. */
import { asFiat, asPoints, powerOfTen } from './amount.ts';
import type { FiatAmount, Points } from './amount.ts';
import type { Price } from './policy.ts';
import { divideRoundingUp, formatRate, RATE_DECIMALS } from './quotes/conversion-terms.ts';

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
