/** Creates transfers of all kinds, and user-to-user transfers in particular (docs/contract-notes.md, "Money"). */
import { asCoin, asPoints, formatAmount } from '../amount.ts';
import type { Amount, Points } from '../amount.ts';
import { refuseIneligibleParties } from '../users/eligibility.ts';
import { availableBalance, newId } from '../book.ts';
import type { ReadonlyBook, DecisionContext, Decision } from '../book.ts';
import { coinToPoints } from '../quotes/conversion-terms.ts';
import type { BookEvent } from '../event.ts';
import { refuseOverLimit } from './user-limits.ts';
import { createOfframp } from '../payouts/create-offramp.ts';
import { createOnramp } from '../deposits/onramp-commands.ts';
import type { Price } from '../policy.ts';
import { tracksCashable, walletLeg, createPosting, splitEarnedFirst } from '../posting.ts';
import type { Split } from '../posting.ts';
import { isConversion } from '../quotes/quote-commands.ts';
import { createConversion } from '../quotes/create-conversion.ts';
import { refuse } from '../refusal.ts';
import { refusePair } from './refuse-pair.ts';
import { requiresReview } from './review-amount.ts';
import { REVIEW_AMOUNT_REASON, walletEnd } from './transfer.ts';
import { checkAmount, integratorFieldsOf, refuseUnsupportedRoute } from './transfer-request.ts';
import type { CreateTransfer, IntegratorFields } from './transfer-request.ts';
import type { Wallet } from '../wallets/wallet.ts';

/**
 * Selects the kind of transfer by its source and destination. Unknown objects are refused first, then approval,
 * conflicts and business rules, in the contract's order.
 */
export function createTransfer(
  book: ReadonlyBook,
  input: CreateTransfer,
  context: DecisionContext,
): Decision {
  const { source, destination } = input;
  const from = source.type === 'wallet' ? book.wallets.get(source.wallet_id) : undefined;
  const to = destination.type === 'wallet' ? book.wallets.get(destination.wallet_id) : undefined;
  const account =
    destination.type === 'payout_account'
      ? book.payoutAccounts.get(destination.payout_account_id)
      : undefined;
  if (from !== undefined && to !== undefined) {
    return isConversion(from, to)
      ? createConversion(book, input, from, to, context)
      : createUserToUser(book, input, from, to, context);
  }
  if (from !== undefined && account !== undefined) return createOfframp(book, input, from, account, context);
  if (source.type === 'fiat' && to !== undefined) return createOnramp(book, input, source, to, context);
  return refusePair(book, source, destination);
}

function createUserToUser(
  book: ReadonlyBook,
  input: CreateTransfer,
  from: Wallet,
  to: Wallet,
  context: DecisionContext,
): Decision {
  const refused = refuseIneligibleParties(book, from, to);
  if (refused !== undefined) return refused;
  if (from.asset !== to.asset || from.user_id === to.user_id) return refuseUnsupportedRoute();
  const route = context.policy.routes.find(
    ({ kind, source }) => kind === 'user_to_user' && source.type === 'wallet' && source.asset === from.asset,
  );
  if (route === undefined) return refuseUnsupportedRoute();
  const checked = checkAmount(input, route);
  if ('refusal' in checked) return checked;
  const balance = availableBalance(book, from.id);
  if (checked.amount > balance.amount) {
    return refuse('insufficient_balance');
  }
  const { user_id, asset } = from;
  const points = countedPoints(asset, checked.amount, input.coinPrice);
  const over = refuseOverLimit(
    book,
    { kind: 'user_to_user', user_id, points: points ?? asPoints(0n) },
    context,
  );
  if (over !== undefined) return over;
  const split = tracksCashable(from.asset)
    ? splitEarnedFirst(checked.amount, balance)
    : { earned: 0n, cashable: 0n };
  // Coin counts at the last trade price for limits and reviews, or as zero if it has none.
  const held = requiresReview(book, context.policy, 'user_to_user', {
    points: points ?? 0n,
    amount: from.decimals === 2 ? checked.amount : undefined,
  });
  return {
    events: userToUserEvents(book, input, { from, to, amount: checked.amount, points, split, held }, context),
  };
}

/** The points that an amount counts as for limits and reviews, or undefined if coin has no price. */
const countedPoints = (asset: string, amount: Amount, coinPrice: Price | undefined): Points | undefined =>
  asset === 'svc-points' ? asPoints(amount) : coinPrice && coinToPoints(asCoin(amount), coinPrice);

type Movement = {
  readonly from: Wallet;
  readonly to: Wallet;
  readonly amount: Amount;
  readonly points: Points | undefined;
  readonly split: Split;
  readonly held: boolean;
};

function userToUserEvents(
  book: ReadonlyBook,
  extras: IntegratorFields,
  movement: Movement,
  context: DecisionContext,
): BookEvent[] {
  const { from, to, amount, points, split, held } = movement;
  const transfer_id = newId('trf', book, context);
  const text = formatAmount(amount, from.decimals);
  const earned = tracksCashable(from.asset)
    ? { earned_amount: formatAmount(split.earned, from.decimals) }
    : {};
  const created: BookEvent = {
    type: 'transfer.created',
    data: {
      transfer_id,
      kind: 'user_to_user',
      state: 'pending',
      source: walletEnd(from),
      destination: walletEnd(to),
      amount: text,
      ...(from.asset === 'svc-points' || points === undefined
        ? {}
        : { counted_points: formatAmount(points, 2) }),
      ...integratorFieldsOf(extras),
    },
  };
  const posting = createPosting(book.accounts, transfer_id, held ? 'Transfer held for review' : 'Transfer', [
    walletLeg(from, 'available', -amount, -split.cashable),
    held
      ? walletLeg(from, 'pending', amount, split.cashable)
      : walletLeg(to, 'available', amount, split.cashable),
  ]);
  const credited = held ? {} : { amount_credited: text };
  const receipt = { amount_debited: text, ...earned, fees: [], ...credited };
  const moved: BookEvent = {
    type: 'transfer.state_changed',
    data: held
      ? { transfer_id, state: 'in_review', state_reason: REVIEW_AMOUNT_REASON, receipt }
      : { transfer_id, state: 'completed', receipt },
  };
  return [created, posting, moved];
}
