/** Who may hold money and move it (docs/decisions.md, "Requests"). */
import type { Book, BookUser } from './book.ts';
import { notFound, refuse } from './refusal.ts';
import type { Refusal } from './refusal.ts';
import { isApproved } from './user.ts';
import type { User } from './user.ts';
import type { Wallet } from './wallet.ts';

export const notApproved = (): { refusal: Refusal } =>
  refuse('user_not_approved', 'The user must pass identity checks and accept the terms first.');

export const deactivated = (): { refusal: Refusal } =>
  refuse('user_deactivated', 'The user is deactivated; nothing can be changed any more.');

/** Refuses user_not_approved, user_deactivated, in this order; undefined for a user who passed checks and is active. */
export function refusedUser(user: User): { refusal: Refusal } | undefined {
  if (!isApproved(user)) return notApproved();
  return user.status === 'deactivated' ? deactivated() : undefined;
}

/** A user who passed checks and terms and is active. Refuses not_found, user_not_approved, user_deactivated, in this order. */
export function approvedUser(book: Book, userId: string): { found: BookUser } | { refusal: Refusal } {
  const found = book.users.get(userId);
  return found === undefined ? notFound('user') : (refusedUser(found.user) ?? { found });
}

/** The wallet's owner, who must exist because wallets are opened for users only. */
export function ownerOf(book: Book, wallet: Wallet): BookUser {
  const owner = book.users.get(wallet.user_id);
  if (owner === undefined) throw new Error(`the wallet ${wallet.id} has no owner`);
  return owner;
}

export const frozen = (): { refusal: Refusal } =>
  refuse('wallet_frozen', 'The wallet is frozen; no money can move in or out of it.');

/** Both owners approved and active, both wallets not frozen; the counterparty's state is not told apart. */
export function refusedParties(book: Book, from: Wallet, to: Wallet): { refusal: Refusal } | undefined {
  const [sender, recipient] = [ownerOf(book, from).user, ownerOf(book, to).user];
  if (!isApproved(sender) || !isApproved(recipient)) return notApproved();
  if (recipient.status === 'deactivated' && recipient.id !== sender.id) return notApproved();
  if (sender.status === 'deactivated') return deactivated();
  return from.status === 'frozen' || to.status === 'frozen' ? frozen() : undefined;
}
