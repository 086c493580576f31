/** Holds a payout whose payee may be on the sanctions list. */
import type { Decision, ReadonlyBook } from '../book.ts';
import type { BookEvent } from '../event.ts';
import type { TransferId } from '../ids.ts';
import type { ScreeningRecord } from '../screening-record.ts';
import { findPayoutToSubmit } from './offramp-commands.ts';
import { COMPLIANCE_HOLD_REASON, accountScreenedEvents, isHeldByScreening } from './payout-screening.ts';

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
