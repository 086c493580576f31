/** A user of the integrator. Personal fields are sealed and stored separately. */
import type { EventData, EventLocation, RecordedBookEvent } from '../event.ts';
import { LedgerViolation } from '../violations.ts';
import type { UserId } from '../ids.ts';

export type KycStatus = EventData<'user.kyc_status_changed'>['kyc_status'];
export type TermsStatus = EventData<'user.terms_status_changed'>['terms_status'];
export type Reason = { readonly code: string; readonly message: string };

export type User = {
  readonly id: UserId;
  readonly type: 'individual' | 'business';
  readonly external_reference: string;
  readonly country: string | null;
  readonly status: 'active' | 'deactivated';
  readonly kyc_status: KycStatus;
  readonly terms_status: TermsStatus;
  readonly rejection_reasons: readonly Reason[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
};

export type UserEvent = RecordedBookEvent<
  | 'user.created'
  | 'user.updated'
  | 'user.kyc_status_changed'
  | 'user.terms_status_changed'
  | 'user.deactivated'
  | 'user.forgotten'
>;

/** Applies an event to a user. */
export function evolveUser(before: User | undefined, event: UserEvent): User {
  if (event.type === 'user.created') return createdUser(event.data, event);
  if (before === undefined)
    throw new LedgerViolation('object_missing', `${event.type}: user ${event.data.user_id} does not exist.`);
  const next = { ...before, version: before.version + 1, updated_at: event.time };
  switch (event.type) {
    case 'user.updated':
      return {
        ...next,
        metadata: event.data.metadata ?? before.metadata,
        country: event.data.country ?? before.country,
      };
    case 'user.kyc_status_changed':
      return { ...next, kyc_status: event.data.kyc_status, rejection_reasons: event.data.rejection_reasons };
    case 'user.terms_status_changed':
      return { ...next, terms_status: event.data.terms_status };
    case 'user.deactivated':
      return { ...next, status: 'deactivated' };
    case 'user.forgotten':
      return next;
  }
}

function createdUser(data: EventData<'user.created'>, place: EventLocation): User {
  return {
    id: data.user_id,
    type: data.type,
    external_reference: data.external_reference,
    country: data.country,
    status: 'active',
    kyc_status: 'not_started',
    terms_status: 'pending',
    rejection_reasons: [],
    metadata: data.metadata,
    version: 1,
    created_at: place.time,
    updated_at: place.time,
  };
}

/** Whether verification and terms are approved, so that the user may hold and move money. */
export const isApproved = (user: User): boolean =>
  user.kyc_status === 'approved' && user.terms_status === 'approved';
