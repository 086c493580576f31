/** Exact arithmetic on the decimal strings of events, independent of the ledger's own. */

/** A decimal string as an unscaled integer and its number of decimals: "-1.50" is -150 with 2 decimals. */
type Decimal = { readonly digits: bigint; readonly decimals: number };

function parseDecimal(text: string): Decimal {
  const [whole = '', fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), decimals: fraction.length };
}

/** Number of digits after the decimal point. */
export function decimalsOf(text: string): number {
  const point = text.indexOf('.');
  return point === -1 ? 0 : text.length - point - 1;
}

/** The unscaled integer of a decimal string: "-1.50" is -150. */
export function unscaledValue(text: string): bigint {
  const point = text.indexOf('.');
  return BigInt(point === -1 ? text : text.slice(0, point) + text.slice(point + 1));
}

/** Multiplies two non-negative decimal strings and rounds down to `decimals`. Returns the unscaled integer. */
export function multiplyRoundedDown(amount: string, rate: string, decimals: number): bigint {
  const [a, b] = [parseDecimal(amount), parseDecimal(rate)];
  return (a.digits * b.digits * 10n ** BigInt(decimals)) / 10n ** BigInt(a.decimals + b.decimals);
}

/** Formats an unscaled integer as a decimal string. */
export function formatAmount(digits: bigint, decimals: number): string {
  const sign = digits < 0n ? '-' : '';
  const padded = (digits < 0n ? -digits : digits).toString().padStart(decimals + 1, '0');
  const point = padded.length - decimals;
  return decimals === 0 ? sign + padded : `${sign}${padded.slice(0, point)}.${padded.slice(point)}`;
}
