/**
 * The accounts of a book. Each wallet has an available and a pending account; all other accounts belong to the
 * service. Money enters as a negative balance of a service account, so every unit of a book sums to zero.
 */
import type { Amount } from './amount.ts';

export type Bucket = 'available' | 'pending';

/** `cashable` is the part of `amount` that can be paid out. It is zero for units other than points. */
export type Balance = { readonly unit: string; readonly amount: Amount; readonly cashable: Amount };

/** Purchased points in circulation, as a negative balance. */
export const POINTS_ISSUED = 'points_issued';
/** Points granted as rewards, as a negative balance. */
export const REWARDS_GRANTED = 'rewards_granted';
/** Points debited for payouts whose outcome is not known yet. */
export const PAYOUTS_IN_FLIGHT = 'payouts_in_flight';
/** Backing that the treasury allocated to this book, as a negative balance. */
export const POINTS_BACKED = 'points_backed';
/** Points that can still be issued against the treasury's backing when users sell coin. */
export const POINTS_HEADROOM = 'points_headroom';
/** Coin that the treasury allocated to this book, as a negative balance. */
export const COIN_ALLOCATED = 'coin_allocated';
/** Coin that can be sold to users. */
export const COIN_STOCK = 'coin_stock';
/** Points earned by the spread of conversions. */
export const SPREAD_INCOME = 'spread_income';
/** Points left over from rounding in conversions. */
export const ROUNDING = 'rounding';
/** Fiat that a rail received (negative) or paid out. */
export const clearingAccount = (rail: string, currency: string): string => `clearing:${rail}:${currency}`;
const CLEARING = /^clearing:(?<rail>[^:]+):(?<currency>[^:]+)$/;
/** The rail and currency of a clearing account; undefined for any other account. */
export function parseClearingAccount(
  account: string,
): { readonly rail: string; readonly currency: string } | undefined {
  const { rail, currency } = CLEARING.exec(account)?.groups ?? {};
  return rail === undefined || currency === undefined ? undefined : { rail, currency };
}
/** Fiat that backs issued points. */
export const fiatHeldAccount = (currency: string): string => `fiat_held:${currency}`;

/** Service accounts that must not become negative. */
export const isReserveAccount = (account: string): boolean =>
  account === POINTS_HEADROOM || account === COIN_STOCK;

/** Whether an account belongs to a wallet and not to the service. */
export const isWalletAccount = (account: string): boolean => account.startsWith('wal_');

/** The key of an account's bucket in the `accounts` table. */
export const bucketKey = (account: string, bucket: Bucket): string =>
  bucket === 'available' ? account : `${account}:${bucket}`;
