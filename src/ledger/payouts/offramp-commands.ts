/**
 * Off-ramps: points that are paid out as fiat (docs/contract-notes.md, "Off-ramps"). The points are debited on
 * acceptance and stay in a service account until the rail reports the outcome.
 */
import { PAYOUTS_IN_FLIGHT, POINTS_ISSUED, clearingAccount, fiatHeldAccount } from '../account.ts';
import { asFiat, asPoints, countDecimals, formatAmount, negate, parseStoredAmount } from '../amount.ts';
import type { FiatAmount, Points } from '../amount.ts';
import { requireApprovedUser, refuseWalletFrozen } from '../users/eligibility.ts';
import { availableBalance, newId } from '../book.ts';
import type { ReadonlyBook, DecisionContext, Decision } from '../book.ts';
import { formatRatio } from '../quotes/conversion-terms.ts';
import type { BookEvent } from '../event.ts';
import { refuseOverLimit } from '../transfers/user-limits.ts';
import type { BookPayoutAccount, PayoutAccount } from './payout-account.ts';
import { refusePayoutAccountDeleted, findOfframpRoute } from './payout-account-commands.ts';
import type { Price } from '../policy.ts';
import { walletLeg, createPosting } from '../posting.ts';
import { refuseNotFound, refuse } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';
import { REVIEW_AMOUNT_REASON, transferFailedEvent, walletEnd } from '../transfers/transfer.ts';
import type { Transfer } from '../transfers/transfer.ts';
import { checkAmount, integratorFieldsOf, refuseUnsupportedRoute } from '../transfers/transfer-request.ts';
import type { CreateTransfer, IntegratorFields } from '../transfers/transfer-request.ts';
import type { Reason } from '../users/user.ts';
import type { Wallet } from '../wallets/wallet.ts';
import { LedgerViolation } from '../violations.ts';
import type { TransferId } from '../ids.ts';

/**
 * Refuses user_not_approved, user_deactivated, wallet_frozen, payout_account_deleted, unsupported_route (also for
 * another user's account), validation_failed, amount_below_minimum, amount_above_maximum, insufficient_balance,
 * amount_exceeds_cashable, user_limit_exceeded.
 */
export function createOfframp(
  book: ReadonlyBook,
  input: CreateTransfer,
  from: Wallet,
  { account }: BookPayoutAccount,
  context: DecisionContext,
): Decision {
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
    return refuse('amount_below_minimum', 'The amount is worth less than the smallest possible payout.');
  }
  const balance = availableBalance(book, from.id);
  if (amount > balance.amount) {
    return refuse('insufficient_balance', 'The balance of the source wallet is too low.');
  }
  if (amount > balance.cashable) {
    return refuse('amount_exceeds_cashable', 'Earned points cannot be paid out. See the cashable balance.');
  }
  const spending = { kind: 'offramp', user_id: from.user_id, points: amount } as const;
  const overLimit = refuseOverLimit(book, spending, context);
  if (overLimit !== undefined) return overLimit;
  const payout = { amount: formatAmount(paidOut, route.destination.decimals), rate: formatRatio(price) };
  const held = amount >= context.policy.reviewThreshold.offramp;
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

/** Refuses payouts to an account whose owner is not eligible, and to a deleted account. */
export function refuseIneligibleOwner(
  book: ReadonlyBook,
  account: PayoutAccount,
): { refusal: Refusal } | undefined {
  const owner = requireApprovedUser(book, account.user_id);
  if ('refusal' in owner) return owner;
  return account.status === 'deleted' ? refusePayoutAccountDeleted() : undefined;
}

type AcceptedOfframp = {
  readonly from: Wallet;
  readonly account: PayoutAccount;
  readonly amount: Points;
  readonly payout: { readonly amount: string; readonly rate: string };
  readonly held: boolean;
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
  if (!held) return [created, posting];
  const review = { transfer_id, state: 'in_review' as const, state_reason: REVIEW_AMOUNT_REASON };
  return [created, posting, { type: 'transfer.state_changed', data: review }];
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
export const isAwaitingSubmission = ({ kind, state, approval }: Transfer): boolean =>
  kind === 'offramp' && (state === 'pending' || (state === 'in_review' && approval !== undefined));

/** The rail accepted the payout, or refused it permanently. */
export type SubmissionResult =
  | { readonly taken: true; readonly rail_reference: string }
  | { readonly taken: false; readonly reason: Reason };

/**
 * Records the rail's answer. Returns no event if the payout is already submitted, so it can be repeated. Refuses
 * transfer_state_conflict for a payout that must no longer be submitted, because it might be paid twice.
 */
export function recordSubmission(
  book: ReadonlyBook,
  { transfer_id, submission }: { readonly transfer_id: TransferId; readonly submission: SubmissionResult },
): Decision {
  const found = findPayoutToSubmit(book, transfer_id);
  if (found === undefined) {
    return book.transfers.get(transfer_id)?.state === 'payout_submitted'
      ? { events: [] }
      : refuse('transfer_state_conflict', 'The transfer is not a payout that awaits its rail.');
  }
  const { transfer } = found;
  if (!submission.taken) {
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
  return {
    events: [{ type: 'transfer.state_changed', data: { transfer_id, state: 'payout_submitted', receipt } }],
  };
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
  return {
    events:
      outcome === 'completed'
        ? payoutCompletedEvents(book, transfer)
        : payoutRefundEvents(book, transfer, 'Payout refunded', outcome, reason ?? REASONS[outcome]),
  };
}

/** The events of a completed payout: the points leave circulation, and the fiat leaves the backing. */
export function payoutCompletedEvents(book: ReadonlyBook, transfer: Transfer): BookEvent[] {
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

/** The fiat that points are worth at the fixed price, rounded down. */
export function pointsToFiat(points: Points, decimals: number, price: Price): FiatAmount {
  return asFiat((points * price.numerator * 10n ** BigInt(decimals)) / (price.denominator * 100n));
}
