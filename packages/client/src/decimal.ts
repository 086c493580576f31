/** Exact arithmetic with the decimal strings of the API, without floating-point numbers. */

type Decimal = { readonly units: bigint; readonly decimals: number };

/** Throws a RangeError unless the text is a plain decimal number, such as `12.50` or `-3`. */
function parse(text: string): Decimal {
  const [, sign = '', whole = '', fraction = ''] =
    /^(-?)(\d+)(?:\.(\d+))?$/.exec(typeof text === 'string' ? text : '') ?? [];
  if (whole === '')
    throw new RangeError(`Expected a decimal string such as "12.50"; got ${JSON.stringify(text)}.`);
  return { units: BigInt(`${sign}${whole}${fraction}`), decimals: fraction.length };
}

function print({ units, decimals }: Decimal): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const fraction = decimals === 0 ? '' : `.${digits.slice(point)}`;
  return `${units < 0n ? '-' : ''}${digits.slice(0, point)}${fraction}`;
}

const rescale = ({ units, decimals }: Decimal, to: number): bigint => units * 10n ** BigInt(to - decimals);

function combine(a: string, b: string, operation: (a: bigint, b: bigint) => bigint): string {
  const [left, right] = [parse(a), parse(b)];
  const decimals = Math.max(left.decimals, right.decimals);
  return print({ units: operation(rescale(left, decimals), rescale(right, decimals)), decimals });
}

/** The sum, with as many decimals as the more precise of the two. */
export const add = (a: string, b: string): string => combine(a, b, (left, right) => left + right);

/** `a` minus `b`, with as many decimals as the more precise of the two. */
export const subtract = (a: string, b: string): string => combine(a, b, (left, right) => left - right);

/** -1 if `a` is less than `b`, 1 if it is more, and 0 if they are equal; suits `sort`. */
export function compare(a: string, b: string): -1 | 0 | 1 {
  const { units } = parse(subtract(a, b));
  return units < 0n ? -1 : units > 0n ? 1 : 0;
}

/** The same value with exactly this number of decimals. Throws a RangeError if that would change the value. */
export function format(value: string, decimals: number): string {
  const { units, decimals: given } = parse(value);
  if (!Number.isInteger(decimals) || decimals < 0)
    throw new RangeError(`decimals must be a whole number from 0; got ${String(decimals)}.`);
  if (given <= decimals) return print({ units: rescale({ units, decimals: given }, decimals), decimals });
  const divisor = 10n ** BigInt(given - decimals);
  if (units % divisor !== 0n) throw new RangeError(`${value} has more than ${decimals} decimals.`);
  return print({ units: units / divisor, decimals });
}
