/** One-off on-ramps that end without their money: canceled, declined or expired (docs/decisions.md, "On-ramps"). */
import type { Book, Context, Decision } from './book.ts';
import type { BookEvent } from './event.ts';
import { notFound, refuse } from './refusal.ts';
import type { Transfer } from './transfer.ts';
import type { Reason } from './user.ts';

export const EXPIRED: Reason = { code: 'expired', message: 'No payment arrived in time.' };
export const CANCELED: Reason = { code: 'canceled', message: 'The transfer was canceled on request.' };
export const DECLINED: Reason = { code: 'declined', message: 'The payer declined the payment.' };

/**
 * Cancels an on-ramp that waits for its money; what arrives later goes back to its sender. Nothing else can be canceled:
 * the other kinds move money the moment they are accepted. Refuses not_found, transfer_not_cancelable.
 */
export function cancelOnramp(book: Book, input: { transfer_id: string; reason: Reason }): Decision {
  const transfer = book.transfers.get(input.transfer_id);
  if (transfer === undefined) return notFound('transfer');
  if (!isWaiting(transfer)) return notCancelable();
  return { events: [canceledEvent(transfer.id, input.reason, transfer.deposit_instructions?.expires_at)] };
}

/** Cancels an on-ramp whose time is up. Gives no event where it is not, or not any more: a timer may ring twice. */
export function expireOnramp(
  book: Book,
  { transfer_id }: { transfer_id: string },
  { now }: Context,
): Decision {
  const transfer = book.transfers.get(transfer_id);
  return transfer !== undefined && isWaiting(transfer) && hasExpired(transfer, now)
    ? cancelOnramp(book, { transfer_id, reason: EXPIRED })
    : { events: [] };
}

const notCancelable = () =>
  refuse('transfer_not_cancelable', 'Only a transfer that still waits for its money can be canceled.');

const isWaiting = ({ kind, state }: Transfer): boolean => kind === 'onramp' && state === 'awaiting_funds';

/** Whether the instructions of a one-off on-ramp are past their time. `now` is milliseconds since 1970. */
export const hasExpired = ({ deposit_instructions }: Transfer, now: number): boolean =>
  deposit_instructions?.expires_at !== undefined && Date.parse(deposit_instructions.expires_at) <= now;

export const canceledEvent = (
  transfer_id: string,
  state_reason: Reason,
  expires_at: string | undefined,
): BookEvent => ({
  type: 'transfer.state_changed',
  data: { transfer_id, state: 'canceled', state_reason, ...timerOf(expires_at) },
});

/** The step with which an on-ramp stops waiting names its deadline, so that its timer can be found and ended. */
export const timerOf = (expires_at: string | undefined): { expires_at?: string } =>
  expires_at === undefined ? {} : { expires_at };
