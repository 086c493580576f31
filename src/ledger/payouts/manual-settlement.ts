/**
 * Manual settlement: an operator records the outcome of a payout whose rail cannot report it, because the rail was
 * removed or has lost the payout, or because screening held it when it was to be submitted.
 */
import {
  payoutCompletedEvents,
  isAwaitingSubmission,
  requirePayout,
  payoutRefundEvents,
} from './offramp-commands.ts';
import { isHeldAtSubmission } from './payout-screening.ts';
import type { ReadonlyBook, Decision } from '../book.ts';
import type { BookEvent } from '../event.ts';
import { refuseNotFound, refuse } from '../refusal.ts';
import type { Transfer } from '../transfers/transfer.ts';
import type { Reason } from '../users/user.ts';
import type { TransferId } from '../ids.ts';

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
