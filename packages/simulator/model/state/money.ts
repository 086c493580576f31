/** Amounts as integers of the smallest unit, prices as fractions, and the configured limits. */

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
export const formatAmount = (amount: bigint, unit: string): string => formatDecimal(amount, decimalsOf(unit));

function formatDecimal(amount: bigint, decimals: number): string {
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

/** The amounts that a wallet of this asset can send. */
export const boundsOf = (asset: string): Bounds => (asset === POINTS ? BOUNDS.points : BOUNDS.coin);

/** Points worth this much or more are reviewed. */
export const REVIEW_AT_LEAST = of('1000000', POINTS);

/** A positive number as a fraction. */
export type Ratio = { readonly over: bigint; readonly under: bigint };

export function parseRatio(text: string): Ratio {
  const [whole = '', fraction = ''] = text.split('.');
  return { over: BigInt(whole + fraction), under: 10n ** BigInt(fraction.length) };
}

const ceil = (over: bigint, under: bigint): bigint => (over + under - 1n) / under;
const RATE_UNITS = 10n ** 18n;
const unitsOf = (asset: string): bigint => 10n ** BigInt(decimalsOf(asset));

/** Without zeros at the end. */
export const formatRate = (rate: bigint): string =>
  formatDecimal(rate, 18).replace(/0+$/, '').replace(/\.$/, '');

/** What an amount becomes in another unit, and the rate that says so. */
export type Exchange = { readonly amountOut: bigint; readonly rate: string };

/**
 * `net` of `amount` is exchanged at a price (whole units of `to` for a whole unit of `from`), rounded down. The rate has 18
 * decimals. It is rounded up, or down if rounding up would make the amount × the rate larger than what is received.
 */
export function exchange(
  amount: bigint,
  net: bigint,
  { over, under }: Ratio,
  from: string,
  to: string,
): Exchange {
  const [unitFrom, unitTo] = [unitsOf(from), unitsOf(to)];
  const amountOut = (net * over * unitTo) / (under * unitFrom);
  const applied = (rate: bigint): bigint => (amount * rate * unitTo) / (unitFrom * RATE_UNITS);
  const up = ceil(net * over * RATE_UNITS, under * amount);
  const rate = applied(up) <= amountOut ? up : up - 1n;
  return { amountOut, rate: formatRate(rate) };
}

const SPREAD_BPS = 100n;

export type Terms = Exchange & {
  readonly fee: bigint;
  /** Points that may be issued for coin afterwards: more after a purchase of coin, fewer after a sale. */
  readonly headroom: bigint;
};

/** A conversion at a price in points for one coin. */
export function conversionTerms(amount: bigint, from: string, price: Ratio): Terms {
  const fee = ceil(amount * SPREAD_BPS, 10_000n);
  const net = amount - fee;
  const isPurchase = from === POINTS;
  const ratio = isPurchase ? { over: price.under, under: price.over } : price;
  const terms = exchange(amount, net, ratio, from, isPurchase ? COIN : POINTS);
  const [over, under] = [price.over * unitsOf(POINTS), price.under * unitsOf(COIN)];
  // A purchase retires the points that the coin costs; a sale issues what the coin is worth, with the service's income.
  const headroom = isPurchase ? ceil(terms.amountOut * over, under) : -((amount * over) / under);
  return { ...terms, fee, headroom };
}

/** The value of coin in points, rounded down. */
export const valueOf = (coin: bigint, price: Ratio | undefined): bigint =>
  price === undefined ? 0n : (coin * price.over * unitsOf(POINTS)) / (price.under * unitsOf(COIN));
