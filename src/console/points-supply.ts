/** Points that are outside and points that were issued, added up from the totals of books. Both are always the same. */
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

/** In minor units of points, as decimal text. */
export type PointsSupply = {
  /** Held by users, what is pending and on its way out included. */
  readonly outside: string;
  /** Bought, granted, or issued against the treasury's backing, less what the service kept of it. */
  readonly issued: string;
};

const POINTS = 'svc-points';
const OUTSIDE: ReadonlySet<string> = new Set([WALLETS.available, WALLETS.pending, PAYOUTS_IN_FLIGHT]);
/** Their sum is minus what is outside: points issued, less points that came back into the service's own accounts. */
const ISSUED: ReadonlySet<string> = new Set([
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
      if (OUTSIDE.has(account)) outside += parseStoredAmount(balance);
      if (ISSUED.has(account)) issued -= parseStoredAmount(balance);
    }
  }
  return { outside: outside.toString(), issued: issued.toString() };
}
