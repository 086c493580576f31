import { asPoints, countDecimals, formatAmount, negate, parseStoredAmount, type Points } from './amount.ts';
import { availableBalance, newId, type Decision, type DecisionContext, type ReadonlyBook } from './book.ts';
import type { BookEvent } from './event.ts';
import type { TransferId } from './ids.ts';
import { refuseOverLimit, requiresReview } from './limits.ts';
import {
  COMPLIANCE_HOLD_REASON,
  COMPLIANCE_REVIEW_REASON,
  accountScreenedEvents,
  findOfframpRoute,
  isHeldAtSubmission,
  isHeldByScreening,
  refusePayoutAccountDeleted,
  type BookPayoutAccount,
  type PayoutAccount,
} from './payout-account.ts';
import {
  PAYOUTS_IN_FLIGHT,
  POINTS_ISSUED,
  clearingAccount,
  createPosting,
  fiatHeldAccount,
  walletLeg,
} from './posting.ts';
import { formatRatio, pointsToFiat } from './quote.ts';
import { refuse, refuseNotFound, type Refusal } from './refusal.ts';
import {
  REVIEW_AMOUNT_REASON,
  checkAmount,
  integratorFieldsOf,
  refuseUnsupportedRoute,
  transferFailedEvent,
  walletEnd,
  type CreateTransfer,
  type IntegratorFields,
  type Transfer,
} from './transfer.ts';
import { refuseWalletFrozen, requireApprovedUser, type Reason, type ScreeningRecord } from './user.ts';
import { LedgerViolation } from './violations.ts';
import type { Wallet } from './wallet.ts';

// Creates off-ramps: points that are paid out as fiat (docs/contract-notes.md, "Off-ramps").

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

// Off-ramps: points that are paid out as fiat (docs/contract-notes.md, "Off-ramps"). The points are debited on
// acceptance and stay in a service account until the rail reports the outcome.

/** Refuses payouts to an account whose owner is not eligible, and to a deleted account. */
export function refuseIneligibleOwner(
  book: ReadonlyBook,
  account: PayoutAccount,
): { refusal: Refusal } | undefined {
  const owner = requireApprovedUser(book, account.user_id);
  if ('refusal' in owner) return owner;
  return account.status === 'deleted' ? refusePayoutAccountDeleted() : undefined;
}

/** An off-ramp to submit to its rail, with its payout account. Undefined if nothing is left to do. */
export function findPayoutToSubmit(
  book: ReadonlyBook,
  transferId: TransferId,
): { readonly transfer: Transfer; readonly to: BookPayoutAccount } | undefined {
  const transfer = book.transfers.get(transferId);
  if (transfer === undefined || !isAwaitingSubmission(transfer)) return undefined;
  const to = book.payoutAccounts.get(transfer.destination.payout_account_id ?? '');
  if (to === undefined)
    throw new LedgerViolation('object_missing', `Off-ramp ${transferId} has no payout account.`);
  return { transfer, to };
}

/** Whether the off-ramp must still be submitted to its rail. */
const isAwaitingSubmission = ({ kind, state, approval }: Transfer): boolean =>
  kind === 'offramp' && (state === 'pending' || (state === 'in_review' && approval !== undefined));

/** The rail accepted the payout, and may know its outcome already, or it refused it permanently. */
export type SubmissionResult =
  | {
      readonly accepted: true;
      readonly rail_reference: string;
      readonly outcome?: 'completed' | 'returned';
    }
  | { readonly accepted: false; readonly reason: Reason };

/**
 * Records the rail's answer. Returns no event if the payout is already submitted, so it can be repeated. Refuses
 * transfer_state_conflict for a payout that must no longer be submitted, because it might be paid twice.
 */
export function recordSubmission(
  book: ReadonlyBook,
  { transfer_id, submission }: { readonly transfer_id: TransferId; readonly submission: SubmissionResult },
): Decision {
  const transfer = book.transfers.get(transfer_id);
  if (transfer?.state === 'payout_submitted') return { events: [] };
  // Another process may have held the payout after this one sent it.
  if (transfer === undefined || !(isAwaitingSubmission(transfer) || isHeldAtSubmission(transfer)))
    return refuse('transfer_state_conflict', 'The transfer is not a payout that awaits its rail.');
  if (!submission.accepted) {
    const submitted: BookEvent = {
      type: 'transfer.state_changed',
      data: { transfer_id, state: 'payout_submitted' },
    };
    return {
      events: [
        submitted,
        ...payoutRefundEvents(book, transfer, 'Payout refunded', 'undeliverable', submission.reason),
      ],
    };
  }
  const { amount, rate } = requirePayout(transfer);
  const receipt = { amount_paid_out: amount, rate, rail_reference: submission.rail_reference };
  const submitted: BookEvent = {
    type: 'transfer.state_changed',
    data: { transfer_id, state: 'payout_submitted', receipt },
  };
  const { outcome } = submission;
  const settled = outcome === undefined ? [] : outcomeEvents(book, transfer, outcome, undefined);
  return { events: [submitted, ...settled] };
}

export type PayoutOutcome = {
  readonly transfer_id: TransferId;
  readonly outcome: 'completed' | 'returned' | 'undeliverable';
  /** The rail's reason for the return, if it gave one. */
  readonly reason: Reason | undefined;
};

const REASONS: Readonly<Record<'returned' | 'undeliverable', Reason>> = {
  returned: { code: 'returned_by_rail', message: 'The rail returned the payout.' },
  undeliverable: { code: 'rejected_by_rail', message: 'The rail could not deliver the payout.' },
};

/**
 * Records the outcome of a submitted payout. A returned payout is refunded in full with the same split, even to a
 * frozen wallet. Refuses not_found, transfer_state_conflict.
 */
export function settlePayout(book: ReadonlyBook, { transfer_id, outcome, reason }: PayoutOutcome): Decision {
  const transfer = book.transfers.get(transfer_id);
  if (transfer === undefined) return refuseNotFound('transfer');
  if (transfer.kind !== 'offramp' || transfer.state !== 'payout_submitted')
    return refuse('transfer_state_conflict', 'The transfer is not a submitted payout.');
  return { events: outcomeEvents(book, transfer, outcome, reason) };
}

const outcomeEvents = (
  book: ReadonlyBook,
  transfer: Transfer,
  outcome: PayoutOutcome['outcome'],
  reason: Reason | undefined,
): BookEvent[] =>
  outcome === 'completed'
    ? payoutCompletedEvents(book, transfer)
    : payoutRefundEvents(book, transfer, 'Payout refunded', outcome, reason ?? REASONS[outcome]);

/** The events of a completed payout: the points leave circulation, and the fiat leaves the backing. */
function payoutCompletedEvents(book: ReadonlyBook, transfer: Transfer): BookEvent[] {
  const { id: transfer_id, destination } = transfer;
  const { currency = '', rail = '' } = destination;
  const paid = requirePayout(transfer).amount;
  const fiat = { unit: currency, decimals: countDecimals(paid) };
  const { inFlight, amount } = inFlightPayout(book, transfer);
  const posting = createPosting(book.accounts, transfer_id, 'Payout completed', [
    inFlight,
    { ...inFlight, account: POINTS_ISSUED, amount, cashable: amount },
    { account: fiatHeldAccount(currency), ...fiat, amount: -parseStoredAmount(paid) },
    { account: clearingAccount(rail, currency), ...fiat, amount: parseStoredAmount(paid) },
  ]);
  return [posting, { type: 'transfer.state_changed', data: { transfer_id, state: 'completed' } }];
}

/** The rail's step, unless the payout was never submitted, followed by the refund. */
export function payoutRefundEvents(
  book: ReadonlyBook,
  transfer: Transfer,
  description: string,
  step: 'returned' | 'undeliverable' | undefined,
  state_reason: Reason,
): BookEvent[] {
  const { id: transfer_id } = transfer;
  const { inFlight, amount, wallet } = inFlightPayout(book, transfer);
  const failed: BookEvent[] =
    step === undefined
      ? []
      : [{ type: 'transfer.state_changed', data: { transfer_id, state: step, state_reason } }];
  return [
    ...failed,
    createPosting(book.accounts, transfer_id, description, [
      inFlight,
      walletLeg(wallet, 'available', amount, amount),
    ]),
    { type: 'transfer.state_changed', data: { transfer_id, state: 'refunded', state_reason } },
  ];
}

/** The payout in flight. Only cashable points are paid out, so the whole amount is cashable. */
function inFlightPayout(book: ReadonlyBook, { id, source, amount: text }: Transfer) {
  const wallet = book.wallets.get(source.wallet_id ?? '');
  if (wallet === undefined)
    throw new LedgerViolation('object_missing', `Off-ramp ${id} has no source wallet.`);
  const amount = parseStoredAmount(text);
  return {
    wallet,
    amount,
    inFlight: { ...walletLeg(wallet, 'available', -amount, -amount), account: PAYOUTS_IN_FLIGHT },
  };
}

/** The payout of an off-ramp and its rate. */
export function requirePayout({ id, payout }: Transfer): NonNullable<Transfer['payout']> {
  if (payout === undefined)
    throw new LedgerViolation('inconsistent_book', `Off-ramp ${id} does not state its payout.`);
  return payout;
}

// Holds a payout whose payee may be on the sanctions list.

/**
 * Holds a payout for review immediately before it is submitted, if the account or its owner has matches that no operator has
 * decided about. Returns no event otherwise, and for a payout that a review has approved.
 */
export function holdPayout(
  book: ReadonlyBook,
  { transfer_id, ...screened }: ScreeningRecord & { readonly transfer_id: TransferId },
): Decision {
  const found = findPayoutToSubmit(book, transfer_id);
  if (found?.transfer.state !== 'pending') return { events: [] };
  const { to } = found;
  const events = accountScreenedEvents(to.account.id, to.screening?.matches ?? [], screened);
  const owner = book.users.get(to.account.user_id);
  const isOwnerHeld = owner?.screening !== undefined && owner.user.kyc_status !== 'approved';
  if (events.length === 0 && !isHeldByScreening(to) && !isOwnerHeld) return { events };
  const held: BookEvent = {
    type: 'transfer.state_changed',
    data: { transfer_id, state: 'in_review', state_reason: COMPLIANCE_HOLD_REASON },
  };
  return { events: [...events, held] };
}

/**
 * When the bank should have confirmed a payout that it accepted, in milliseconds since 1970. `submittedAt` is in ISO 8601: the
 * last change of a transfer in the state `payout_submitted`.
 */
export const payoutDueAt = (submittedAt: string, settlementMs: number): number =>
  Date.parse(submittedAt) + settlementMs;

// Manual settlement: an operator records the outcome of a payout whose rail cannot report it, because the rail was
// removed or has lost the payout, or because screening held it when it was to be submitted.

export type ManualSettlement = {
  readonly transfer_id: TransferId;
  readonly outcome: 'completed' | 'returned' | 'undeliverable';
  /** The bank's reference of the payment, if there is one. */
  readonly rail_reference: string | undefined;
  /** Shown with the refund. */
  readonly reason: Reason;
};

/**
 * Ends a submitted or unsubmitted payout with the same events as an outcome from its rail. Refuses not_found,
 * transfer_state_conflict.
 */
export function settleManually(book: ReadonlyBook, found: ManualSettlement): Decision {
  const { transfer_id, outcome, reason } = found;
  const transfer = book.transfers.get(transfer_id);
  if (transfer === undefined) return refuseNotFound('transfer');
  const isHeld = isHeldAtSubmission(transfer);
  if (
    transfer.kind === 'offramp' &&
    transfer.state === 'in_review' &&
    transfer.approval === undefined &&
    !isHeld
  )
    return refuse('transfer_state_conflict', 'The payout is in review. Reject the review to refund it.');
  const isSubmitted = transfer.kind === 'offramp' && transfer.state === 'payout_submitted';
  if (!isSubmitted && !isHeld && !isAwaitingSubmission(transfer))
    return refuse('transfer_state_conflict', 'The transfer is not a payout that awaits its rail.');
  const first = isSubmitted ? [] : [submitted(transfer, found)];
  return {
    events: [
      ...first,
      ...(outcome === 'completed'
        ? payoutCompletedEvents(book, transfer)
        : payoutRefundEvents(book, transfer, 'Payout refunded', outcome, reason)),
    ],
  };
}

function submitted(transfer: Transfer, { outcome, rail_reference }: ManualSettlement): BookEvent {
  const { amount, rate } = requirePayout(transfer);
  const paid = { amount_paid_out: amount, rate, ...(rail_reference !== undefined && { rail_reference }) };
  const receipt = outcome === 'completed' ? { receipt: paid } : {};
  return {
    type: 'transfer.state_changed',
    data: { transfer_id: transfer.id, state: 'payout_submitted', ...receipt },
  };
}
