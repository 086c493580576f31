/** Exact arithmetic with the decimal strings of events, written apart from the ledger's own. */

/** A decimal string as a whole number and the power of ten that it is too large by: "-1.50" is -150 and 2. */
export type Decimal = { readonly digits: bigint; readonly decimals: number };

export function parseDecimal(text: string): Decimal {
  const [whole = '', fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), decimals: fraction.length };
}

/** How many digits stand after the point. */
export function decimalsOf(text: string): number {
  const point = text.indexOf('.');
  return point === -1 ? 0 : text.length - point - 1;
}

/** The digits of a decimal string without its point. */
export function unscaledValue(text: string): bigint {
  const point = text.indexOf('.');
  return BigInt(point === -1 ? text : text.slice(0, point) + text.slice(point + 1));
}

/** An amount × a rate, both decimal strings of no less than nothing, rounded down to so many decimals; as digits. */
export function multiplyRoundedDown(amount: string, rate: string, decimals: number): bigint {
  const [a, b] = [parseDecimal(amount), parseDecimal(rate)];
  return (a.digits * b.digits * 10n ** BigInt(decimals)) / 10n ** BigInt(a.decimals + b.decimals);
}

/** Digits with their point put back. */
export function formatAmount(digits: bigint, decimals: number): string {
  const sign = digits < 0n ? '-' : '';
  const padded = (digits < 0n ? -digits : digits).toString().padStart(decimals + 1, '0');
  const point = padded.length - decimals;
  return decimals === 0 ? sign + padded : `${sign}${padded.slice(0, point)}.${padded.slice(point)}`;
}
