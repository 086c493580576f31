/** Checks users, wallets, and accounts: users must be approved, wallets must not be frozen, accounts must be active. */
import type { ReadonlyBook } from '../../ledger/book.ts';
import type { EventData } from '../../ledger/event.ts';
import { isApproved } from '../../ledger/user.ts';
import { RuleViolation, requireRule } from '../finding.ts';
import type { AccountsCheck } from './accounts-check.ts';

type Ends = Pick<EventData<'transfer.created'>, 'kind' | 'source' | 'destination'>;

/** Wallets and accounts can be opened only for active, approved users. */
export function checkOwnerApproved(book: ReadonlyBook, userId: string): void {
  requireRule(isActiveAndApproved(book, userId), 'transition', `user ${userId} is not active and approved`);
}

function isActiveAndApproved(book: ReadonlyBook, userId: string): boolean {
  const user = book.users.get(userId)?.user;
  return user !== undefined && isApproved(user) && user.status === 'active';
}

/** A wallet must be active to be frozen, and frozen to be unfrozen. */
export function checkWalletStatus(book: ReadonlyBook, walletId: string, before: 'active' | 'frozen'): void {
  if (book.wallets.get(walletId)?.status !== before)
    throw new RuleViolation('transition', `wallet ${walletId} must be ${before} before this event`);
}

/** Both parties were allowed to move money. Deposits are accepted for any user. */
export function checkParties(book: ReadonlyBook, { kind, source, destination }: Ends): void {
  for (const end of [source, destination]) {
    if (end.wallet_id === undefined) continue;
    const wallet = book.wallets.get(end.wallet_id);
    if (wallet === undefined)
      throw new RuleViolation('transition', `wallet ${end.wallet_id} of the transfer does not exist`);
    requireRule(
      wallet.asset === end.asset && wallet.user_id === end.user_id,
      'transition',
      `the transfer does not have the owner and asset of wallet ${end.wallet_id}`,
    );
    if (kind !== 'onramp') checkMovementAllowed(book, end.wallet_id);
  }
  checkPayoutAccount(book, source, destination);
}

function checkPayoutAccount(book: ReadonlyBook, source: Ends['source'], to: Ends['destination']): void {
  const account = to.payout_account_id;
  if (account === undefined) return;
  const known = book.payoutAccounts.get(account)?.account;
  requireRule(
    known?.status === 'active' &&
      known.user_id === source.user_id &&
      known.currency === to.currency &&
      known.rail === to.rail,
    'transition',
    `payout account ${account} must be active and have the user, currency, and rail of the transfer`,
  );
}

/** On approval by a review, the same rules apply as on creation. They also apply to deposits. */
export function checkRelease(book: ReadonlyBook, { source, destination }: Omit<Ends, 'kind'>): void {
  for (const { wallet_id } of [source, destination])
    if (wallet_id !== undefined) checkMovementAllowed(book, wallet_id);
}

/** Throws RuleViolation unless the wallet and its user can move money. */
export function checkMovementAllowed(book: ReadonlyBook, walletId: string): void {
  const { status, user_id = '' } = book.wallets.get(walletId) ?? {};
  requireRule(status === 'active', 'transition', `the event moves money of frozen wallet ${walletId}`);
  requireRule(
    isActiveAndApproved(book, user_id),
    'transition',
    `the event moves money of user ${user_id}, who is not active and approved`,
  );
}

/** Deactivation freezes exactly the active wallets of the user and requires that no transfer of the user is open. */
export function checkDeactivation(book: ReadonlyBook, closed: EventData<'user.deactivated'>): void {
  const { user_id, frozen_wallet_ids: frozen } = closed;
  for (const id of frozen) checkWalletStatus(book, id, 'active');
  const own = Object.values(book.users.get(user_id)?.wallets ?? {});
  const active = own.filter((id) => id !== undefined && book.wallets.get(id)?.status === 'active');
  requireRule(
    new Set(frozen).size === frozen.length &&
      active.length === frozen.length &&
      frozen.every((id) => active.includes(id)),
    'transition',
    'frozen_wallet_ids must list exactly the active wallets of the user',
  );
  for (const { id, source, destination } of book.transfers.values())
    requireRule(
      source.user_id !== user_id && destination.user_id !== user_id,
      'transition',
      `user ${user_id} is deactivated while transfer ${id} is open`,
    );
}

/** Wallets must be empty when their user is deactivated. */
export function checkWalletsEmpty(book: ReadonlyBook, accounts: AccountsCheck, userId: string): void {
  for (const id of Object.values(book.users.get(userId)?.wallets ?? {})) {
    if (id === undefined) continue;
    const left = (accounts.balanceOf(id)?.amount ?? 0n) + (accounts.balanceOf(id, 'pending')?.amount ?? 0n);
    if (left !== 0n) throw new RuleViolation('transition', `wallet ${id} of a deactivated user is not empty`);
  }
}

/**
 * A note is sealed for the people it is about: the user, or the users of the transfer, which is only known while the transfer
 * is open. None of them was forgotten.
 */
export function checkNote(book: ReadonlyBook, { object_id, people }: EventData<'note.added'>): void {
  const transfer = book.transfers.get(object_id);
  const about = transfer === undefined ? [object_id] : ownersOf(transfer);
  const isKnown = transfer !== undefined || book.users.has(object_id);
  const named = people.map(({ user_id }) => user_id);
  requireRule(
    !isKnown || (new Set(named).size === named.length && about.every((id) => named.includes(id))),
    'transition',
    `note about ${object_id} is not sealed for everyone it is about`,
  );
  for (const id of named)
    requireRule(
      book.users.has(id) && book.users.get(id)?.forgotten !== true,
      'transition',
      `note is sealed for user ${id}, who does not exist or was forgotten`,
    );
}

const ownersOf = ({ source, destination }: Pick<Ends, 'source' | 'destination'>): readonly string[] =>
  [source.user_id, destination.user_id].filter((id) => id !== undefined);
