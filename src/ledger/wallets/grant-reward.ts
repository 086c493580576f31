/** Rewards: granted points are earned, so they can be spent but not paid out (docs/contract-notes.md, "Money"). */
import { REWARDS_GRANTED } from '../account.ts';
import { formatAmount, parseAmount } from '../amount.ts';
import { refuseWalletFrozen, walletOwner, refuseIneligibleUser } from '../users/eligibility.ts';
import type { ReadonlyBook, DecisionContext, Decision } from '../book.ts';
import { walletLeg, createPosting } from '../posting.ts';
import { refuseNotFound, refuse, refuseTooPrecise } from '../refusal.ts';
import type { WalletId } from '../ids.ts';

export type GrantReward = {
  readonly wallet_id: WalletId;
  /** In points. */
  readonly amount: string;
  readonly description: string;
};

/** Refuses not_found, user_not_approved, user_deactivated, wallet_frozen, unsupported_route, validation_failed and the limits. */
export function grantReward(book: ReadonlyBook, input: GrantReward, { policy }: DecisionContext): Decision {
  const wallet = book.wallets.get(input.wallet_id);
  if (wallet === undefined) return refuseNotFound('wallet');
  const refused = refuseIneligibleUser(walletOwner(book, wallet).user);
  if (refused !== undefined) return refused;
  if (wallet.status === 'frozen') return refuseWalletFrozen();
  const route = policy.routes.find(({ source }) => source.type === 'wallet' && source.asset === 'svc-points');
  if (wallet.asset !== 'svc-points' || route === undefined) {
    return refuse('unsupported_route', 'Rewards are granted in points, but this wallet holds another asset.');
  }
  const amount = parseAmount(input.amount, wallet.decimals);
  if (amount === undefined) {
    return refuseTooPrecise(wallet.decimals);
  }
  if (amount === 0n) return refuse('amount_below_minimum', 'A reward must be greater than zero.');
  if (amount > route.max) {
    return refuse('amount_above_maximum', `It must be at most ${formatAmount(route.max, wallet.decimals)}.`);
  }
  const posting = createPosting(book.accounts, null, input.description, [
    { ...walletLeg(wallet, 'available', -amount, 0n), account: REWARDS_GRANTED },
    walletLeg(wallet, 'available', amount, 0n),
  ]);
  return { events: [posting] };
}
