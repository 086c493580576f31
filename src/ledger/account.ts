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
/** Fiat that a rail brought (negative) or took away again. */
export const clearing = (rail: string, currency: string): string => `clearing:${rail}:${currency}`;
/** Fiat that stands behind issued points. */
export const fiatHeld = (currency: string): string => `fiat_held:${currency}`;

export const isWalletAccount = (account: string): boolean => account.startsWith('wal_');

/** The key of an account's bucket among the accounts of a book. */
export const bucketKey = (account: string, bucket: Bucket): string =>
  bucket === 'available' ? account : `${account}:${bucket}`;
