/** Points in circulation and points issued, summed over the totals of books. The two are always equal. */
import type { BookTotals } from '../../projections/wallets/totals.ts';
import { WALLETS } from '../../projections/wallets/totals.ts';
import {
  PAYOUTS_IN_FLIGHT,
  POINTS_BACKED,
  POINTS_HEADROOM,
  POINTS_ISSUED,
  REWARDS_GRANTED,
  ROUNDING,
  SPREAD_INCOME,
} from '../ledger/account.ts';
import { parseStoredAmount } from '../ledger/amount.ts';

/** Minor units of points, as decimal strings. */
export type PointsSupply = {
  /** Owned by users, including pending amounts and payouts in progress. */
  readonly inCirculation: string;
  /** Bought, granted, or issued against treasury backing, minus the service's income. */
  readonly issued: string;
};

const POINTS = 'svc-points';
const CIRCULATION_ACCOUNTS: ReadonlySet<string> = new Set([
  WALLETS.available,
  WALLETS.pending,
  PAYOUTS_IN_FLIGHT,
]);
/** Accounts whose balances sum to minus the points in circulation. */
const ISSUANCE_ACCOUNTS: ReadonlySet<string> = new Set([
  POINTS_ISSUED,
  REWARDS_GRANTED,
  POINTS_BACKED,
  POINTS_HEADROOM,
  SPREAD_INCOME,
  ROUNDING,
]);

export function pointsSupply(books: readonly BookTotals[]): PointsSupply {
  let outside = 0n;
  let issued = 0n;
  for (const { rows } of books) {
    for (const { account, unit, balance } of rows) {
      if (unit !== POINTS) continue;
      if (CIRCULATION_ACCOUNTS.has(account)) outside += parseStoredAmount(balance);
      if (ISSUANCE_ACCOUNTS.has(account)) issued -= parseStoredAmount(balance);
    }
  }
  return { inCirculation: outside.toString(), issued: issued.toString() };
}
