/** What the payer of a one-off on-ramp decides on the hosted approval page. */
import type { Book, Context, Decision } from './book.ts';
import { receiveDeposit } from './deposits.ts';
import { DECLINED, cancelOnramp, hasExpired } from './onramps.ts';
import { notFound, refuse } from './refusal.ts';
import type { Refusal } from './refusal.ts';
import type { Transfer } from './transfer.ts';

/** An on-ramp that the payer can still decide on. Refuses not_found, transfer_state_conflict. */
function undecided(
  book: Book,
  transferId: string,
  { now }: Context,
): { transfer: Transfer } | { refusal: Refusal } {
  const transfer = book.transfers.get(transferId);
  if (transfer === undefined) return notFound('transfer');
  return transfer.state !== 'awaiting_funds' || hasExpired(transfer, now)
    ? refuse('transfer_state_conflict', 'The payment is decided already, or has expired.')
    : { transfer };
}

/** The payer approves: the whole amount arrives. Refuses what receiveDeposit does, and an on-ramp past its time. */
export function payOnramp(
  book: Book,
  { transfer_id, rail_reference }: { transfer_id: string; rail_reference: string },
  context: Context,
): Decision {
  const found = undecided(book, transfer_id, context);
  if ('refusal' in found) return found;
  const { amount } = found.transfer;
  return receiveDeposit(book, { for: { transfer_id }, amount, rail_reference, outcome: 'credited' }, context);
}

/** The payer declines, which cancels the on-ramp. Refuses not_found, transfer_state_conflict. */
export function declineOnramp(
  book: Book,
  { transfer_id }: { transfer_id: string },
  context: Context,
): Decision {
  const found = undecided(book, transfer_id, context);
  return 'refusal' in found ? found : cancelOnramp(book, { transfer_id, reason: DECLINED });
}
