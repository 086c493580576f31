/** Checks whether users may hold and move money (docs/contract-notes.md, "Requests"). */
import type { ReadonlyBook, BookUser } from '../book.ts';
import { refuseNotFound, refuse } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';
import { isApproved } from './user.ts';
import type { User } from './user.ts';
import type { Wallet } from '../wallets/wallet.ts';
import { LedgerViolation } from '../violations.ts';
import type { UserId } from '../ids.ts';

export const refuseUserNotApproved = (): { refusal: Refusal } => refuse('user_not_approved');

export const refuseUserDeactivated = (): { refusal: Refusal } => refuse('user_deactivated');

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
