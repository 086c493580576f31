/** Creates off-ramps: points that are paid out as fiat (docs/contract-notes.md, "Off-ramps"). */
import { PAYOUTS_IN_FLIGHT } from '../account.ts';
import { asPoints, formatAmount, negate } from '../amount.ts';
import type { Points } from '../amount.ts';
import { availableBalance, newId } from '../book.ts';
import type { Decision, DecisionContext, ReadonlyBook } from '../book.ts';
import type { BookEvent } from '../event.ts';
import { pointsToFiat } from '../point-price.ts';
import { walletLeg, createPosting } from '../posting.ts';
import { formatRatio } from '../quotes/conversion-terms.ts';
import { refuse } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';
import { checkAmount, integratorFieldsOf, refuseUnsupportedRoute } from '../transfers/transfer-request.ts';
import type { CreateTransfer, IntegratorFields } from '../transfers/transfer-request.ts';
import { requiresReview } from '../transfers/review-amount.ts';
import { REVIEW_AMOUNT_REASON, transferFailedEvent, walletEnd } from '../transfers/transfer.ts';
import { refuseOverLimit } from '../transfers/user-limits.ts';
import { requireApprovedUser, refuseWalletFrozen } from '../users/eligibility.ts';
import type { Reason } from '../users/user.ts';
import type { Wallet } from '../wallets/wallet.ts';
import { findOfframpRoute, refusePayoutAccountDeleted } from './payout-account-commands.ts';
import { COMPLIANCE_REVIEW_REASON, isHeldByScreening } from './payout-screening.ts';
import type { BookPayoutAccount, PayoutAccount } from './payout-account.ts';

/**
 * Refuses user_not_approved, user_deactivated, wallet_frozen, payout_account_deleted, unsupported_route (also for
 * another user's account), validation_failed, amount_below_minimum, amount_above_maximum, insufficient_balance,
 * amount_exceeds_cashable, user_limit_exceeded.
 */
export function createOfframp(
  book: ReadonlyBook,
  input: CreateTransfer,
  from: Wallet,
  to: BookPayoutAccount,
  context: DecisionContext,
): Decision {
  const { account } = to;
  const refused = refuseIneligibleSender(book, from, account);
  if (refused !== undefined) return refused;
  const route = findOfframpRoute(context.policy, from.asset, account);
  const price = context.policy.pointPrices.get(account.currency);
  if (route === undefined || price === undefined || account.user_id !== from.user_id)
    return refuseUnsupportedRoute();
  const checked = checkAmount(input, route);
  if ('refusal' in checked) return checked;
  const amount = asPoints(checked.amount);
  const paidOut = pointsToFiat(amount, route.destination.decimals, price);
  if (paidOut === 0n) {
    return refuse('amount_below_minimum', 'It is worth less than the smallest possible payout.');
  }
  const balance = availableBalance(book, from.id);
  if (amount > balance.amount) {
    return refuse('insufficient_balance');
  }
  if (amount > balance.cashable) {
    return refuse('amount_exceeds_cashable', 'Earned points cannot be paid out.');
  }
  const spending = { kind: 'offramp', user_id: from.user_id, points: amount } as const;
  const overLimit = refuseOverLimit(book, spending, context);
  if (overLimit !== undefined) return overLimit;
  const payout = { amount: formatAmount(paidOut, route.destination.decimals), rate: formatRatio(price) };
  const isReviewed = requiresReview(book, context.policy, 'offramp', { points: amount, amount });
  const held = isHeldByScreening(to) ? COMPLIANCE_REVIEW_REASON : isReviewed && REVIEW_AMOUNT_REASON;
  const { payoutRefusal } = input;
  const accepted = { from, account, amount, payout, held };
  return {
    events:
      payoutRefusal === undefined
        ? acceptedOfframpEvents(book, input, accepted, context)
        : refusedOfframpEvents(book, input, accepted, payoutRefusal, context),
  };
}
function refuseIneligibleSender(
  book: ReadonlyBook,
  from: Wallet,
  account: PayoutAccount,
): { refusal: Refusal } | undefined {
  const owner = requireApprovedUser(book, from.user_id);
  if ('refusal' in owner) return owner;
  if (from.status === 'frozen') return refuseWalletFrozen();
  return account.status === 'deleted' ? refusePayoutAccountDeleted() : undefined;
}
type AcceptedOfframp = {
  readonly from: Wallet;
  readonly account: PayoutAccount;
  readonly amount: Points;
  readonly payout: { readonly amount: string; readonly rate: string };
  /** The reason for a review, if one is required. */
  readonly held: Reason | false;
};
/** The data of the creation event, except for the transfer ID. */
const createdData = (
  extras: IntegratorFields,
  { from, account: { id: payout_account_id, user_id, currency, rail }, amount, payout }: AcceptedOfframp,
) => ({
  kind: 'offramp' as const,
  state: 'pending' as const,
  source: walletEnd(from),
  destination: { type: 'payout_account' as const, payout_account_id, user_id, currency, rail },
  amount: formatAmount(amount, from.decimals),
  payout,
  ...integratorFieldsOf(extras),
});
/** The rail refused the payout before the debit: the transfer exists with the reason, but no money moved. */
function refusedOfframpEvents(
  book: ReadonlyBook,
  extras: IntegratorFields,
  accepted: AcceptedOfframp,
  reason: Reason,
  context: DecisionContext,
): BookEvent[] {
  const transfer_id = newId('trf', book, context);
  return [
    { type: 'transfer.created', data: { transfer_id, ...createdData(extras, accepted) } },
    transferFailedEvent(transfer_id, reason),
  ];
}
function acceptedOfframpEvents(
  book: ReadonlyBook,
  extras: IntegratorFields,
  accepted: AcceptedOfframp,
  context: DecisionContext,
): BookEvent[] {
  const { from, amount, held } = accepted;
  const transfer_id = newId('trf', book, context);
  const data = createdData(extras, accepted);
  const receipt = { amount_debited: data.amount, fees: [] };
  const created: BookEvent = { type: 'transfer.created', data: { transfer_id, ...data, receipt } };
  const debit = walletLeg(from, 'available', negate(amount), negate(amount));
  const posting = createPosting(book.accounts, transfer_id, 'Payout', [
    debit,
    { ...walletLeg(from, 'available', amount, amount), account: PAYOUTS_IN_FLIGHT },
  ]);
  if (held === false) return [created, posting];
  const review = { transfer_id, state: 'in_review' as const, state_reason: held };
  return [created, posting, { type: 'transfer.state_changed', data: review }];
}
