import {
  availableBalance,
  newId,
  pendingBalance,
  type BookUser,
  type Decision,
  type DecisionContext,
  type ReadonlyBook,
} from './book.ts';
import type { BookEvent, EventData, EventLocation, RecordedBookEvent } from './event.ts';
import type { UserId } from './ids.ts';
import { refuse, refuseNotFound, type Refusal } from './refusal.ts';
import { isClosed } from './sandbox.ts';
import { LedgerViolation } from './violations.ts';
import type { Wallet } from './wallet.ts';

// A user of the integrator. Personal fields are sealed and stored separately.

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

// Checks whether users may hold and move money (docs/contract-notes.md, "Requests").

export const refuseUserNotApproved = (): { refusal: Refusal } => refuse('user_not_approved');

const refuseUserDeactivated = (): { refusal: Refusal } => refuse('user_deactivated');

/** Refuses user_not_approved, then user_deactivated. Returns undefined for an approved and active user. */
export function refuseIneligibleUser(user: User): { refusal: Refusal } | undefined {
  if (!isApproved(user)) return refuseUserNotApproved();
  return user.status === 'deactivated' ? refuseUserDeactivated() : undefined;
}

/** Finds an approved and active user. Refuses not_found, user_not_approved, user_deactivated, in this order. */
export function requireApprovedUser(
  book: ReadonlyBook,
  userId: UserId,
): { found: BookUser } | { refusal: Refusal } {
  const found = book.users.get(userId);
  return found === undefined ? refuseNotFound('user') : (refuseIneligibleUser(found.user) ?? { found });
}

/** The owner of a wallet. Every wallet has one, because only users open wallets. */
export function walletOwner(book: ReadonlyBook, wallet: Wallet): BookUser {
  const owner = book.users.get(wallet.user_id);
  if (owner === undefined) throw new LedgerViolation('object_missing', `Wallet ${wallet.id} has no owner.`);
  return owner;
}

export const refuseWalletFrozen = (): { refusal: Refusal } => refuse('wallet_frozen');

/**
 * Refuses unless both owners are approved and active and both wallets are active. A deactivated recipient is reported
 * as not approved.
 */
export function refuseIneligibleParties(
  book: ReadonlyBook,
  from: Wallet,
  to: Wallet,
): { refusal: Refusal } | undefined {
  const [sender, recipient] = [walletOwner(book, from).user, walletOwner(book, to).user];
  if (!isApproved(sender) || !isApproved(recipient)) return refuseUserNotApproved();
  if (recipient.status === 'deactivated' && recipient.id !== sender.id) return refuseUserNotApproved();
  if (sender.status === 'deactivated') return refuseUserDeactivated();
  return from.status === 'frozen' || to.status === 'frozen' ? refuseWalletFrozen() : undefined;
}

// Decisions about users (docs/contract-notes.md, "Users").

/** Finds an active user. Refuses not_found, user_deactivated. */
export function requireActiveUser(
  book: ReadonlyBook,
  userId: UserId,
): { found: BookUser } | { refusal: Refusal } {
  const found = book.users.get(userId);
  if (found === undefined) return refuseNotFound('user');
  return found.user.status === 'deactivated' ? refuseUserDeactivated() : { found };
}

export type CreateUser = {
  readonly type: 'individual' | 'business';
  readonly external_reference: string;
  readonly country: string | null;
  readonly seal: (userId: UserId) => string | null;
  readonly metadata: Record<string, string>;
};

/** Refuses external_reference_exists, with the ID of the user that has it. */
export function createUser(book: ReadonlyBook, input: CreateUser, context: DecisionContext): Decision {
  const existing = book.references.get(input.external_reference);
  if (existing !== undefined) {
    return refuse('external_reference_exists', '', {
      existing_id: existing,
    });
  }
  const userId = newId('usr', book, context);
  const { type, external_reference, country, metadata } = input;
  return {
    events: [
      {
        type: 'user.created',
        data: { user_id: userId, type, external_reference, country, sealed: input.seal(userId), metadata },
      },
    ],
  };
}

export type UpdateUser = {
  readonly user_id: UserId;
  readonly metadata?: Record<string, string>;
  /** Maps the current sealed fields to the new ones; absent if no personal field changes. */
  readonly reseal?: (before: string | null) => string | null;
};

/** Returns no event if nothing changes. Refuses not_found, user_deactivated. */
export function updateUser(book: ReadonlyBook, input: UpdateUser): Decision {
  const user = requireActiveUser(book, input.user_id);
  if ('refusal' in user) return user;
  const { metadata, reseal } = input;
  const sealed = reseal?.(user.found.sealed);
  const sameMetadata = metadata === undefined || hasSameEntries(metadata, user.found.user.metadata);
  if (sameMetadata && (sealed === undefined || sealed === user.found.sealed)) return { events: [] };
  return {
    events: [
      {
        type: 'user.updated',
        data: {
          user_id: input.user_id,
          ...(sealed === undefined ? {} : { sealed }),
          ...(sameMetadata ? {} : { metadata }),
        },
      },
    ],
  };
}

function hasSameEntries(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && a[key] === b[key])
  );
}

export type SetKyc = {
  readonly user_id: UserId;
  readonly kyc_status: KycStatus;
  readonly terms_status: TermsStatus;
  readonly rejection_reasons: readonly Reason[];
};

/**
 * Sets both statuses, with one event per changed status. Reasons are stored only for `rejected` and `incomplete`.
 * Refuses not_found, user_deactivated.
 */
export function setKyc(book: ReadonlyBook, input: SetKyc): Decision {
  const found = requireActiveUser(book, input.user_id);
  if ('refusal' in found) return found;
  const { user } = found.found;
  const keepsReasons = input.kyc_status === 'rejected' || input.kyc_status === 'incomplete';
  const rejection_reasons = keepsReasons ? [...input.rejection_reasons] : [];
  const events: BookEvent[] = [];
  const reasonsChanged = JSON.stringify(rejection_reasons) !== JSON.stringify(user.rejection_reasons);
  if (input.kyc_status !== user.kyc_status || reasonsChanged) {
    const { user_id, kyc_status } = input;
    events.push({ type: 'user.kyc_status_changed', data: { user_id, kyc_status, rejection_reasons } });
  }
  if (input.terms_status !== user.terms_status) {
    events.push({
      type: 'user.terms_status_changed',
      data: { user_id: input.user_id, terms_status: input.terms_status },
    });
  }
  return { events };
}

type ReviewKyc = {
  readonly user_id: UserId;
  readonly outcome: 'approved' | 'rejected' | 'incomplete';
  readonly rejection_reasons: readonly Reason[];
};

/**
 * Records an operator's decision about submitted identity data. Refuses not_found, user_deactivated,
 * user_state_conflict.
 */
export function reviewKyc(book: ReadonlyBook, { user_id, outcome, rejection_reasons }: ReviewKyc): Decision {
  const found = requireActiveUser(book, user_id);
  if ('refusal' in found) return found;
  const { kyc_status, terms_status } = found.found.user;
  if (kyc_status !== 'under_review') {
    return refuse('user_state_conflict', 'The user is not under review.');
  }
  return setKyc(book, { user_id, kyc_status: outcome, terms_status, rejection_reasons });
}

/**
 * Deactivates a user and freezes the user's wallets. Refuses not_found, user_deactivated, user_has_balance,
 * user_has_open_transfers.
 */
export function deactivateUser(book: ReadonlyBook, input: { user_id: UserId }): Decision {
  const found = requireActiveUser(book, input.user_id);
  if ('refusal' in found) return found;
  const walletIds = Object.values(found.found.wallets).filter((id) => id !== undefined);
  if (
    walletIds.some((id) => availableBalance(book, id).amount > 0n || pendingBalance(book, id).amount > 0n)
  ) {
    return refuse('user_has_balance');
  }
  for (const { source, destination } of book.transfers.values()) {
    if (source.user_id === input.user_id || destination.user_id === input.user_id) {
      return refuse('user_has_open_transfers');
    }
  }
  const frozen_wallet_ids = walletIds.filter((id) => book.wallets.get(id)?.status === 'active');
  return { events: [{ type: 'user.deactivated', data: { user_id: input.user_id, frozen_wallet_ids } }] };
}

// Forgetting a person: the user stays in the book, but the personal fields become unreadable.

/** A sealed text starts with the ID of its key: 12 bytes, which are 16 characters of base64url. */
const KEY_ID_CHARS = 16;

/** The ID of the key that a text is sealed with, or undefined for no text. */
export function sealingKeyId(sealed: string): string;
export function sealingKeyId(sealed: string | null | undefined): string | undefined;
export function sealingKeyId(sealed: string | null | undefined): string | undefined {
  return sealed?.slice(0, KEY_ID_CHARS);
}

/**
 * The IDs of all keys that protect fields of the user and notes about the user. There is usually one; a user created
 * without personal fields can have more.
 */
export function userKeyIds(book: ReadonlyBook, userId: UserId): string[] {
  const accounts = [...book.payoutAccounts.values()].filter(({ account }) => account.user_id === userId);
  const sealed = [
    book.users.get(userId)?.sealed,
    ...accounts.flatMap((each) => [each.sealed, each.sealed_details]),
  ];
  const noteKeys = book.noteKeys.get(userId) ?? [];
  return [...new Set([...sealed.flatMap((text) => sealingKeyId(text) ?? []), ...noteKeys])];
}

/**
 * Records that a person is forgotten, which keys are destroyed, and which payout accounts lose their owner's name.
 * `more_key_ids` are keys that no event names. Returns no event if it was done before. Refuses not_found, user_state_conflict (still active),
 * user_has_open_transfers (a payout may still need the details). In a closed book nothing is active or open any more.
 */
export function forgetUser(
  book: ReadonlyBook,
  { user_id, more_key_ids = [] }: { readonly user_id: UserId; readonly more_key_ids?: readonly string[] },
): Decision {
  const found = book.users.get(user_id);
  if (found === undefined) return refuseNotFound('user');
  if (found.forgotten === true) return { events: [] };
  if (!isClosed(book)) {
    if (found.user.status !== 'deactivated')
      return refuse('user_state_conflict', 'The user must be deactivated before they can be forgotten.');
    for (const { source, destination } of book.transfers.values()) {
      if (source.user_id === user_id || destination.user_id === user_id)
        return refuse('user_has_open_transfers');
    }
  }
  const accounts = [...book.payoutAccounts.entries()].filter(
    ([, { account }]) => account.user_id === user_id,
  );
  return {
    events: [
      {
        type: 'user.forgotten',
        data: {
          user_id,
          key_ids: [...userKeyIds(book, user_id), ...more_key_ids],
          payout_account_ids: accounts.map(([id]) => id),
        },
      },
    ],
  };
}

/** What a book knows about the screening of a name: codes of its matches on the sanctions list, never names. */

export type ScreeningRecord = {
  /** SHA-256 of the list, hex. */
  readonly list_sha256: string;
  /** One code per match, the same for the same user and match. */
  readonly matches: readonly string[];
};

/** The record to store if a name has matches that are not known yet; known ones are included. */
export function withNewMatches(
  known: readonly string[],
  { list_sha256, matches }: ScreeningRecord,
): ScreeningRecord | undefined {
  const all = [...new Set([...known, ...matches])];
  return all.length === known.length ? undefined : { list_sha256, matches: all };
}

// Screening of users against the sanctions list (docs/contract-notes.md, "Users").

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
