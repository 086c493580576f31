/** Points given away: they are earned, so they can be spent but not cashed out (docs/decisions.md, "Money"). */
import { REWARDS_GRANTED } from './account.ts';
import { formatAmount, parseAmount } from './amount.ts';
import { frozen, ownerOf, refusedUser } from './approval.ts';
import type { Book, Context, Decision } from './book.ts';
import { leg, recordPosting } from './posting.ts';
import { notFound, refuse, tooPrecise } from './refusal.ts';

export type GrantReward = {
  readonly wallet_id: string;
  /** In points. */
  readonly amount: string;
  readonly description: string;
};

/** Refuses not_found, user_not_approved, user_deactivated, wallet_frozen, unsupported_route, validation_failed and the limits. */
export function grantReward(book: Book, input: GrantReward, { policy }: Context): Decision {
  const wallet = book.wallets.get(input.wallet_id);
  if (wallet === undefined) return notFound('wallet');
  const refused = refusedUser(ownerOf(book, wallet).user);
  if (refused !== undefined) return refused;
  if (wallet.status === 'frozen') return frozen();
  const route = policy.routes.find(({ source }) => source.type === 'wallet' && source.asset === 'svc-points');
  if (wallet.asset !== 'svc-points' || route === undefined) {
    return refuse('unsupported_route', 'Rewards are points; this wallet holds another asset.');
  }
  const amount = parseAmount(input.amount, wallet.decimals);
  if (amount === undefined) {
    return tooPrecise(wallet.decimals);
  }
  if (amount === 0n) return refuse('amount_below_minimum', 'A reward is more than nothing.');
  if (amount > route.max) {
    return refuse(
      'amount_above_maximum',
      `The largest reward is ${formatAmount(route.max, wallet.decimals)}.`,
    );
  }
  const posting = recordPosting(book.accounts, null, input.description, [
    { ...leg(wallet, 'available', -amount, 0n), account: REWARDS_GRANTED },
    leg(wallet, 'available', amount, 0n),
  ]);
  return { events: [posting] };
}
