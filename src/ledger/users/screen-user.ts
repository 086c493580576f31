/** Screening of users against the sanctions list (docs/contract-notes.md, "Users"). */
import type { BookUser, Decision, ReadonlyBook } from '../book.ts';
import type { BookEvent, RecordedBookEvent } from '../event.ts';
import type { UserId } from '../ids.ts';
import { withNewMatches } from '../screening-record.ts';
import type { ScreeningRecord } from '../screening-record.ts';
import { LedgerViolation } from '../violations.ts';

/** The event that records new matches of the user's name; none if all are known. */
export function userScreenedEvents({ user, screening }: BookUser, screened: ScreeningRecord): BookEvent[] {
  const record = withNewMatches(screening?.matches ?? [], screened);
  return record === undefined ? [] : [{ type: 'user.screened', data: { user_id: user.id, ...record } }];
}

/**
 * Sends an approved user with new matches to the identity review, which stops all movements of their money. Matches that an
 * operator has reviewed are known and change nothing. Users who are neither approved nor under review are screened when they
 * submit their identity.
 */
export function screenUser(
  book: ReadonlyBook,
  { user_id, ...screened }: ScreeningRecord & { readonly user_id: UserId },
): Decision {
  const found = book.users.get(user_id);
  if (found === undefined || !isScreened(found)) return { events: [] };
  const events = userScreenedEvents(found, screened);
  if (events.length === 0 || found.user.kyc_status === 'under_review') return { events };
  const review: BookEvent = {
    type: 'user.kyc_status_changed',
    data: { user_id, kyc_status: 'under_review', rejection_reasons: [] },
  };
  return { events: [...events, review] };
}

/** Whether the user's names are screened again when the list changes. */
export const isScreened = ({ user: { status, kyc_status } }: BookUser): boolean =>
  status === 'active' && (kyc_status === 'approved' || kyc_status === 'under_review');

/** Applies the event to a user. */
export function withScreening(
  before: BookUser | undefined,
  { data }: RecordedBookEvent<'user.screened'>,
): BookUser {
  if (before === undefined)
    throw new LedgerViolation('object_missing', `user.screened: user ${data.user_id} does not exist.`);
  if (before.user.status === 'deactivated')
    throw new LedgerViolation('user_inactive', `user.screened: user ${data.user_id} is deactivated.`);
  return { ...before, screening: { matches: data.matches } };
}
