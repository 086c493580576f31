import type { ReadonlyBook } from '../ledger/book.ts';
import type { EventData, RecordedBookEvent } from '../ledger/event.ts';
import { walletOf } from '../ledger/posting.ts';
import type { Transfer, TransferKind } from '../ledger/transfer.ts';

// What readers see differently after an event, as keys. A key is the ID of an object, and also stands for the lists that
// belong to the object: the history and transfers of a wallet, the wallets and accounts of a user, the deposits of an
// account, and the public events about each. Other lists have keys of their own.

/** The time of the book. */
export const CLOCK_KEY = 'clock';
/** The list of all users. */
export const USERS_KEY = 'users';
/** The list of all webhook endpoints. */
export const WEBHOOK_ENDPOINTS_KEY = 'webhook_endpoints';
/** Public events that were shown before, but changed because a person was forgotten. */
export const ERASED_EVENTS_KEY = 'erased_events';
/** The list of all transfers of a kind. */
export const TRANSFERS_KEYS = {
  user_to_user: 'transfers:user_to_user',
  conversion: 'transfers:conversion',
  onramp: 'transfers:onramp',
  offramp: 'transfers:offramp',
} as const satisfies Record<TransferKind, string>;
/** The list of the transfers with an `integrator_reference`. */
export const referenceKey = (reference: string): string => `reference:${reference}`;

/** The notes about a user or a transfer. */
export const noteKey = (objectId: string): string => `notes:${objectId}`;

/** Whether the ID is a key whenever the object or an event about it changes. A history entry belongs to the list of its wallet. */
export const hasKey = (objectId: string | undefined): objectId is string =>
  objectId !== undefined && !objectId.startsWith('whe_');

/** Adds the keys of an event. The book does not include the event yet. A key may be added more than once. */
export function addChangedKeys(keys: string[], book: ReadonlyBook, event: RecordedBookEvent): void {
  switch (event.type) {
    case 'user.deactivated':
      keys.push(USERS_KEY, event.data.user_id, ...event.data.frozen_wallet_ids);
      return;
    case 'user.forgotten':
      keys.push(USERS_KEY, ERASED_EVENTS_KEY, event.data.user_id, ...event.data.payout_account_ids);
      return;
    case 'user.created':
    case 'user.updated':
    case 'user.kyc_status_changed':
    case 'user.terms_status_changed':
      keys.push(USERS_KEY, event.data.user_id);
      return;
    case 'onboarding_links.issued':
    case 'onboarding_link.completed':
    case 'identity.submitted':
      keys.push(event.data.user_id);
      return;
    case 'wallet.opened':
    case 'wallet.frozen':
    case 'wallet.unfrozen':
      keys.push(event.data.wallet_id);
      return;
    case 'deposit_account.opened':
    case 'payout_account.opened':
      addAccount(keys, event.data.user_id, event.data);
      return;
    case 'deposit_account.deactivated':
    case 'deposit_account.reactivated':
      addAccount(keys, book.depositAccounts.get(event.data.deposit_account_id)?.user_id, event.data);
      return;
    case 'payout_account.name_checked':
    case 'payout_account.deleted':
      addAccount(keys, book.payoutAccounts.get(event.data.payout_account_id)?.account.user_id, event.data);
      return;
    case 'transfer.created':
      addCreatedTransfer(keys, event.data);
      return;
    case 'transfer.state_changed':
      addTransfer(keys, book.transfers.get(event.data.transfer_id));
      return;
    case 'payout.returned_late':
    case 'deposit.reversed':
      // The book no longer has the transfer. One of its wallets is in the posting.
      keys.push(
        event.data.transfer_id,
        TRANSFERS_KEYS[event.type === 'deposit.reversed' ? 'onramp' : 'offramp'],
      );
      return;
    case 'deposit.arrived':
      if (event.data.deposit_account_id !== undefined) keys.push(event.data.deposit_account_id);
      return;
    case 'deposit.sent_back':
      keys.push(event.data.transfer_id);
      return;
    case 'posting.recorded':
      // A transfer between these wallets has usually added them.
      for (const { account } of event.data.lines) addWallet(keys, walletOf(account));
      return;
    case 'note.added':
      keys.push(noteKey(event.data.object_id), ...event.data.people.map(({ user_id }) => noteKey(user_id)));
      return;
    case 'proposal.created':
    case 'proposal.executed':
    case 'proposal.ended':
      keys.push(event.data.proposal_id);
      return;
    case 'quote.created':
      keys.push(event.data.quote_id);
      return;
    case 'webhook_endpoint.created':
    case 'webhook_endpoint.updated':
    case 'webhook_endpoint.disabled':
    case 'webhook_endpoint.key_rotated':
    case 'webhook_endpoint.tested':
    case 'webhook_endpoint.deleted':
      keys.push(WEBHOOK_ENDPOINTS_KEY, event.data.webhook_endpoint_id);
      return;
    case 'clock.advanced':
      keys.push(CLOCK_KEY);
      return;
    case 'offramp.approved':
    case 'deposit.decision_told':
    case 'allocation.received':
    case 'event.redelivery_requested':
    case 'user.screened':
    case 'payout_account.screened':
    case 'transfer_batch.created':
    case 'request.recorded':
    case 'book.opened':
    case 'book.closed':
    case 'task.dropped':
      return;
  }
}

function addWallet(keys: string[], id: string | undefined): void {
  if (id !== undefined && !keys.includes(id)) keys.push(id);
}

type AccountId = { readonly deposit_account_id: string } | { readonly payout_account_id: string };

function addAccount(keys: string[], userId: string | undefined, id: AccountId): void {
  keys.push('deposit_account_id' in id ? id.deposit_account_id : id.payout_account_id);
  if (userId !== undefined) keys.push(userId);
}

function addCreatedTransfer(keys: string[], data: EventData<'transfer.created'>): void {
  const { transfer_id: id, integrator_reference = null, deposit_account_id = null, quote_id } = data;
  const { kind, source, destination } = data;
  addTransfer(keys, { id, kind, source, destination, integrator_reference, deposit_account_id });
  if (quote_id !== undefined) keys.push(quote_id);
}

type ListedTransfer = Pick<
  Transfer,
  'id' | 'kind' | 'source' | 'destination' | 'integrator_reference' | 'deposit_account_id'
>;

/** The members that select a transfer for a list never change. */
function addTransfer(keys: string[], transfer: ListedTransfer | undefined): void {
  // A decision that creates a transfer often ends it too.
  if (transfer === undefined || keys.includes(transfer.id)) return;
  const { id, kind, source, destination, integrator_reference, deposit_account_id } = transfer;
  keys.push(id, TRANSFERS_KEYS[kind]);
  if (source.wallet_id !== undefined) keys.push(source.wallet_id);
  if (destination.wallet_id !== undefined) keys.push(destination.wallet_id);
  if (integrator_reference !== null) keys.push(referenceKey(integrator_reference));
  if (deposit_account_id !== null) keys.push(deposit_account_id);
}
