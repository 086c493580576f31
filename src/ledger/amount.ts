/**
 * Amounts of money. In memory they are bigint minor units. In events and in the API they are decimal strings with
 * exactly the decimals of their unit.
 */
import type { Brand } from './ids.ts';

/** Minor units of any unit, such as cents of a currency. Use it where the unit is only known at run time. */
export type Amount = bigint;
/** Hundredths of a point. */
export type Points = Brand<bigint, 'svc-points'>;
/** 1e-8 of a coin. */
export type Coin = Brand<bigint, 'svc-coin'>;
/** Minor units of a currency. */
export type FiatAmount = Brand<bigint, 'fiat'>;

// The brands exist only at compile time. These functions are the only way to add one, so each use states a unit.
export const asPoints = (amount: Amount): Points => amount as Points;
export const asCoin = (amount: Amount): Coin => amount as Coin;
export const asFiat = (amount: Amount): FiatAmount => amount as FiatAmount;

/** The sum of two amounts of one unit. */
export const add = <A extends Amount>(a: A, b: NoInfer<A>): A => ((a as Amount) + (b as Amount)) as A;
/** The difference of two amounts of one unit. */
export const subtract = <A extends Amount>(a: A, b: NoInfer<A>): A => ((a as Amount) - (b as Amount)) as A;
/** The negative of an amount, in the same unit. */
export const negate = <A extends Amount>(amount: A): A => -(amount as Amount) as A;

/** The assets of the service, with their decimals. */
export const ASSET_DECIMALS = { 'svc-points': 2, 'svc-coin': 8 } as const;
export type Asset = keyof typeof ASSET_DECIMALS;

/** Whether a code names an asset and not a currency. */
export const isAsset = (code: string): code is Asset => Object.hasOwn(ASSET_DECIMALS, code);

const scales = Array.from({ length: 19 }, (_, decimals) => 10n ** BigInt(decimals));

/** 10 to the power of `decimals` (0 to 18). */
export function powerOfTen(decimals: number): bigint {
  const value = scales[decimals];
  if (value === undefined) throw new RangeError(`no unit has ${decimals} decimals`);
  return value;
}

/**
 * Parses a decimal string of a request, such as "12.5". Returns undefined if it is not a plain decimal or has more
 * than `decimals` fraction digits.
 */
export function parseAmount(text: string, decimals: number): Amount | undefined {
  const match = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/.exec(text);
  if (match === null) return undefined;
  const fraction = match[2] ?? '';
  if (fraction.length > decimals) return undefined;
  return BigInt((match[1] ?? '') + fraction.padEnd(decimals, '0'));
}

/** Parses an amount of an event: signed, with exactly the unit's decimals. */
export function parseStoredAmount(text: string): Amount {
  const point = text.indexOf('.');
  return BigInt(point === -1 ? text : text.slice(0, point) + text.slice(point + 1));
}

/** The number of fraction digits of an amount in an event, which is that of its unit. */
export function countDecimals(text: string): number {
  const point = text.indexOf('.');
  return point === -1 ? 0 : text.length - point - 1;
}

/** Formats an amount with exactly `decimals` fraction digits: -5n with 2 decimals is "-0.05". */
export function formatAmount(amount: Amount, decimals: number): string {
  const negative = amount < 0n;
  const digits = (negative ? -amount : amount).toString();
  if (decimals === 0) return negative ? `-${digits}` : digits;
  const padded = digits.length <= decimals ? digits.padStart(decimals + 1, '0') : digits;
  const point = padded.length - decimals;
  return `${negative ? '-' : ''}${padded.slice(0, point)}.${padded.slice(point)}`;
}

/** The number and the sum of amounts of events, by unit, in the order in which the units come first. */
export function sumByUnit(
  amounts: Iterable<{ readonly unit: string; readonly amount: string }>,
): { readonly unit: string; readonly count: number; readonly amount: string }[] {
  const sums = new Map<string, { count: number; sum: Amount; decimals: number }>();
  for (const { unit, amount } of amounts) {
    const { count, sum } = sums.get(unit) ?? { count: 0, sum: 0n };
    sums.set(unit, {
      count: count + 1,
      sum: sum + parseStoredAmount(amount),
      decimals: countDecimals(amount),
    });
  }
  return [...sums].map(([unit, { count, sum, decimals }]) => ({
    unit,
    count,
    amount: formatAmount(sum, decimals),
  }));
}

export const minAmount = (a: Amount, b: Amount): Amount => (a < b ? a : b);
