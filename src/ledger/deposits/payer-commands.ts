/** Decisions of the payer of a one-off on-ramp, made on the hosted approval page. */
import type { ReadonlyBook, DecisionContext, Decision } from '../book.ts';
import { receiveDeposit } from './receive-deposit.ts';
import { DECLINED_REASON, cancelOnramp, isOnrampExpired } from './onramp-commands.ts';
import { refuseNotFound, refuse } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';
import type { Transfer } from '../transfers/transfer.ts';
import type { TransferId } from '../ids.ts';

/** Finds an on-ramp that the payer can still approve or decline. Refuses not_found, transfer_state_conflict. */
function findUndecidedOnramp(
  book: ReadonlyBook,
  transferId: TransferId,
  { now }: DecisionContext,
): { transfer: Transfer } | { refusal: Refusal } {
  const transfer = book.transfers.get(transferId);
  if (transfer === undefined) return refuseNotFound('transfer');
  return transfer.state !== 'awaiting_funds' || isOnrampExpired(transfer, now)
    ? refuse('transfer_state_conflict', 'The payment was already decided, or it has expired.')
    : { transfer };
}

/**
 * Approves the payment, so the full amount arrives. Also refuses what receiveDeposit refuses, and an expired on-ramp.
 */
export function approvePayment(
  book: ReadonlyBook,
  { transfer_id, rail_reference }: { transfer_id: TransferId; rail_reference: string },
  context: DecisionContext,
): Decision {
  const found = findUndecidedOnramp(book, transfer_id, context);
  if ('refusal' in found) return found;
  const { amount } = found.transfer;
  return receiveDeposit(
    book,
    { target: { transfer_id }, amount, rail_reference, outcome: 'credited' },
    context,
  );
}

/** Declines the payment, which cancels the on-ramp. Refuses not_found, transfer_state_conflict. */
export function declinePayment(
  book: ReadonlyBook,
  { transfer_id }: { transfer_id: TransferId },
  context: DecisionContext,
): Decision {
  const found = findUndecidedOnramp(book, transfer_id, context);
  return 'refusal' in found ? found : cancelOnramp(book, { transfer_id, reason: DECLINED_REASON });
}
