/** Who may have what, and who may move it: users who passed their checks, wallets without a hold, accounts in use. */
import type { Book } from '../../ledger/book.ts';
import type { EventData } from '../../ledger/event.ts';
import { isApproved } from '../../ledger/users/user.ts';
import type { AccountsCheck } from './accounts-check.ts';
import { RuleViolation, requireRule } from '../finding.ts';

type Ends = Pick<EventData<'transfer.created'>, 'kind' | 'source' | 'destination'>;

/** Wallets and accounts are opened for users who passed their checks. */
export function checkOwnerApproved(book: Book, userId: string): void {
  requireRule(isActiveAndApproved(book, userId), 'transition', `${userId} is no active user who is approved`);
}

function isActiveAndApproved(book: Book, userId: string): boolean {
  const user = book.users.get(userId)?.user;
  return user !== undefined && isApproved(user) && user.status === 'active';
}

/** A hold is put on what has none, and lifted from what has one. */
export function checkWalletStatus(book: Book, walletId: string, before: 'active' | 'frozen'): void {
  if (book.wallets.get(walletId)?.status !== before)
    throw new RuleViolation('transition', `the wallet ${walletId} was not ${before} before`);
}

/** Whoever moved money of their own was allowed to at the time. Deposits arrive for everyone. */
export function checkParties(book: Book, { kind, source, destination }: Ends): void {
  for (const end of [source, destination]) {
    if (end.wallet_id === undefined) continue;
    const wallet = book.wallets.get(end.wallet_id);
    if (wallet === undefined)
      throw new RuleViolation(
        'transition',
        `a transfer of the wallet ${end.wallet_id}, which does not exist`,
      );
    requireRule(
      wallet.asset === end.asset && wallet.user_id === end.user_id,
      'transition',
      'a transfer names another owner or asset than its wallet has',
    );
    if (kind !== 'onramp') checkMovementAllowed(book, end.wallet_id);
  }
  checkPayoutAccount(book, source, destination);
}

function checkPayoutAccount(book: Book, source: Ends['source'], to: Ends['destination']): void {
  const account = to.payout_account_id;
  if (account === undefined) return;
  const known = book.payoutAccounts.get(account)?.account;
  requireRule(
    known?.status === 'active' &&
      known.user_id === source.user_id &&
      known.currency === to.currency &&
      known.rail === to.rail,
    'transition',
    `a payout to ${account}, which is not an account of the sender in use, or not by its rail`,
  );
}

/** What a review lets go has to be as allowed then as when it was made, a deposit included. */
export function checkRelease(book: Book, { source, destination }: Omit<Ends, 'kind'>): void {
  for (const { wallet_id } of [source, destination])
    if (wallet_id !== undefined) checkMovementAllowed(book, wallet_id);
}

/** Throws a Wrong unless money may move into and out of the wallet. */
export function checkMovementAllowed(book: Book, walletId: string): void {
  const { status, user_id = '' } = book.wallets.get(walletId) ?? {};
  requireRule(status === 'active', 'transition', `it moves money of the frozen wallet ${walletId}`);
  requireRule(
    isActiveAndApproved(book, user_id),
    'transition',
    `it moves money of ${user_id}, who is not approved`,
  );
}

/** All wallets of a user are frozen with the user, nobody else's, and no transfer of the user is under way. */
export function checkDeactivation(book: Book, closed: EventData<'user.deactivated'>): void {
  const { user_id, frozen_wallet_ids: frozen } = closed;
  for (const id of frozen) checkWalletStatus(book, id, 'active');
  const own = Object.values(book.users.get(user_id)?.wallets ?? {});
  const active = own.filter((id) => id !== undefined && book.wallets.get(id)?.status === 'active');
  requireRule(
    new Set(frozen).size === frozen.length &&
      active.length === frozen.length &&
      frozen.every((id) => active.includes(id)),
    'transition',
    'the wallets that are frozen are not those of the user who is closed',
  );
  for (const { id, source, destination } of book.transfers.values())
    requireRule(
      source.user_id !== user_id && destination.user_id !== user_id,
      'transition',
      `the user ${user_id} is closed while the transfer ${id} is not over`,
    );
}

/** Users are closed with empty wallets only. */
export function checkWalletsEmpty(book: Book, accounts: AccountsCheck, userId: string): void {
  for (const id of Object.values(book.users.get(userId)?.wallets ?? {})) {
    if (id === undefined) continue;
    const left = (accounts.balanceOf(id)?.amount ?? 0n) + (accounts.balanceOf(id, 'pending')?.amount ?? 0n);
    if (left !== 0n)
      throw new RuleViolation('transition', `the wallet ${id} of a user who was closed still holds money`);
  }
}
