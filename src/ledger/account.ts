/**
 * The accounts of a book. Each wallet has one for what is available and one for what is held for it; the others are
 * the service's own. Money that comes in from outside is a negative balance of the account it comes through, so that
 * every unit of a book sums to zero.
 */
import type { Amount } from './amount.ts';

export type Bucket = 'available' | 'pending';

/** `cashable` is the part of `amount` that can be paid out; zero for units that do not tell the parts apart. */
export type Balance = { readonly unit: string; readonly amount: Amount; readonly cashable: Amount };

/** Points in circulation that were bought; its balance is minus what is outside. */
export const POINTS_ISSUED = 'points_issued';
/** Points given away as rewards; minus what was granted. */
export const REWARDS_GRANTED = 'rewards_granted';
/** Points that left a wallet to be paid out, until the rail says how that ended. */
export const PAYOUTS_IN_FLIGHT = 'payouts_in_flight';
/** Backing that the treasury gave this book; minus what was given. */
export const POINTS_BACKED = 'points_backed';
/** Points that may still be issued against the treasury's backing, for coin that users sell. */
export const POINTS_HEADROOM = 'points_headroom';
/** Coin that the treasury gave this book; minus what was given. */
export const COIN_ALLOCATED = 'coin_allocated';
/** Coin that can be sold to users. */
export const COIN_STOCK = 'coin_stock';
/** What the spread of conversions earned, in points. */
export const SPREAD_INCOME = 'spread_income';
/** What rounding left of conversions, in points. */
export const ROUNDING = 'rounding';
/** Fiat that a rail brought (negative) or took away again. */
export const clearingAccount = (rail: string, currency: string): string => `clearing:${rail}:${currency}`;
/** Fiat that stands behind issued points. */
export const fiatHeldAccount = (currency: string): string => `fiat_held:${currency}`;

/** Accounts out of which only what is there can be taken, as out of wallets. */
export const isReserveAccount = (account: string): boolean =>
  account === POINTS_HEADROOM || account === COIN_STOCK;

/** Whether an account is a user's wallet, and not one of the service's own. */
export const isWalletAccount = (account: string): boolean => account.startsWith('wal_');

/** The key of an account's bucket among the accounts of a book. */
export const bucketKey = (account: string, bucket: Bucket): string =>
  bucket === 'available' ? account : `${account}:${bucket}`;
