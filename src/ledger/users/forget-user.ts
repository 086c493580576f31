/** Forgetting a person: the user stays in the book, but the personal fields become unreadable. */
import type { ReadonlyBook, Decision } from '../book.ts';
import { isClosed } from '../book-generations.ts';
import { refuseNotFound, refuse } from '../refusal.ts';
import type { UserId } from '../ids.ts';

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
 * Returns no event if it was done before. Refuses not_found, user_state_conflict (still active),
 * user_has_open_transfers (a payout may still need the details). In a closed book nothing is active or open any more.
 */
export function forgetUser(book: ReadonlyBook, { user_id }: { readonly user_id: UserId }): Decision {
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
        data: { user_id, key_ids: userKeyIds(book, user_id), payout_account_ids: accounts.map(([id]) => id) },
      },
    ],
  };
}
