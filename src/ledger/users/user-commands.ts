/** Decisions about users (docs/contract-notes.md, "Users"). */
import { refuseUserDeactivated } from './eligibility.ts';
import { availableBalance, newId, pendingBalance } from '../book.ts';
import type { ReadonlyBook, BookUser, DecisionContext, Decision } from '../book.ts';
import type { BookEvent } from '../event.ts';
import { refuseNotFound, refuse } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';
import type { KycStatus, Reason, TermsStatus } from './user.ts';
import type { UserId } from '../ids.ts';

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

export type ReviewKyc = {
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
