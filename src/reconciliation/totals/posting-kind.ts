/** What a posting does, by the accounts that it moves money between. Pure. */
import {
  COIN_ALLOCATED,
  COIN_STOCK,
  PAYOUTS_IN_FLIGHT,
  POINTS_BACKED,
  REWARDS_GRANTED,
  isWalletAccount,
  parseClearingAccount,
} from '../../ledger/account.ts';
import type { Line } from '../../ledger/posting.ts';
import type { TotalsCollected } from './day-totals.ts';

export type PostingKind = TotalsCollected['days'][number]['kinds'][number]['kind'];

/**
 * Undefined if money is only held or released: between the buckets of one wallet, or between a wallet and the payouts in
 * flight.
 */
export function postingKind(lines: readonly Pick<Line, 'account' | 'amount'>[]): PostingKind | undefined {
  const accounts = new Set(lines.map(({ account }) => account));
  if (accounts.has(REWARDS_GRANTED)) return 'reward';
  if (accounts.has(COIN_ALLOCATED) || accounts.has(POINTS_BACKED)) return 'allocation';
  if (accounts.has(COIN_STOCK)) return 'conversion';
  const clearing = lines.find(({ account }) => parseClearingAccount(account) !== undefined);
  if (clearing !== undefined) {
    if (clearing.amount.startsWith('-')) return 'onramp';
    return accounts.has(PAYOUTS_IN_FLIGHT) ? 'offramp' : 'onramp_returned';
  }
  return accounts.size > 1 && [...accounts].every(isWalletAccount) ? 'user_to_user' : undefined;
}
