/**
 * Off-ramps: points that are paid out as fiat (docs/contract-notes.md, "Off-ramps"). The points are debited on
 * acceptance and stay in a service account until the rail reports the outcome.
 */
import { PAYOUTS_IN_FLIGHT, POINTS_ISSUED, clearingAccount, fiatHeldAccount } from '../account.ts';
import { countDecimals, parseStoredAmount } from '../amount.ts';
import { requireApprovedUser } from '../users/eligibility.ts';
import type { ReadonlyBook, Decision } from '../book.ts';
import type { BookEvent } from '../event.ts';
import type { BookPayoutAccount, PayoutAccount } from './payout-account.ts';
import { refusePayoutAccountDeleted } from './payout-account-commands.ts';
import { isHeldAtSubmission } from './payout-screening.ts';
import { walletLeg, createPosting } from '../posting.ts';
import { refuseNotFound, refuse } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';
import type { Transfer } from '../transfers/transfer.ts';
import type { Reason } from '../users/user.ts';
import { LedgerViolation } from '../violations.ts';
import type { TransferId } from '../ids.ts';

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
export const isAwaitingSubmission = ({ kind, state, approval }: Transfer): boolean =>
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
