/** Amounts as integers of the smallest unit, and the prices of the default configuration. */

export const POINTS = 'svc-points';
export const COIN = 'svc-coin';

const DECIMALS: Readonly<Record<string, number>> = { [POINTS]: 2, [COIN]: 8 };

/** The decimals of an asset or a currency. */
export const decimalsOf = (unit: string): number => DECIMALS[unit] ?? 2;

/** Undefined if the amount has more decimals than its unit. */
export function parseAmount(text: string, unit: string): bigint | undefined {
  const decimals = decimalsOf(unit);
  const [whole = '', fraction = ''] = text.split('.');
  return fraction.length > decimals ? undefined : BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** With exactly the decimals of the unit. */
export function formatAmount(amount: bigint, unit: string): string {
  const decimals = decimalsOf(unit);
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

const of = (text: string, unit: string): bigint => parseAmount(text, unit) ?? 0n;

export type Bounds = { readonly min: bigint; readonly max: bigint };

/** The amounts that a route accepts, in the unit of its source. */
export const BOUNDS = {
  points: { min: of('0.01', POINTS), max: of('2500000', POINTS) },
  offramp: { min: of('100', POINTS), max: of('2500000', POINTS) },
  coin: { min: of('0.000001', COIN), max: of('100', COIN) },
  fiat: { min: of('1', 'usd'), max: of('25000', 'usd') },
} satisfies Readonly<Record<string, Bounds>>;

/** Points worth this much or more are reviewed. */
export const REVIEW_AT_LEAST = of('1000000', POINTS);
export const LIMIT_24H = of('5000000', POINTS);

/** One point costs 0.01 of each currency, so a hundredth of the currency is one hundred hundredths of a point. */
const POINT_UNITS_PER_FIAT_UNIT = 100n;
export const pointsFor = (fiat: bigint): bigint => fiat * POINT_UNITS_PER_FIAT_UNIT;
export const fiatFor = (points: bigint): bigint => points / POINT_UNITS_PER_FIAT_UNIT;
