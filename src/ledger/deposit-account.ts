import { newId, type Decision, type DecisionContext, type ReadonlyBook } from './book.ts';
import type { EventData, RecordedBookEvent } from './event.ts';
import { decodeIdOrigin, type DepositAccountId, type TransferId, type UserId, type WalletId } from './ids.ts';
import type { Policy, Route } from './policy.ts';
import { refuse, refuseNotFound, refuseUnknownId, type Refusal } from './refusal.ts';
import type { Transfer } from './transfer.ts';
import { refuseWalletFrozen, requireActiveUser, requireApprovedUser } from './user.ts';
import { LedgerViolation } from './violations.ts';
import type { Wallet } from './wallet.ts';

// Permanent bank details that credit a wallet for every payment.

export type DepositInstructions = EventData<'deposit_account.opened'>['deposit_instructions'];

export type DepositAccount = {
  readonly id: DepositAccountId;
  readonly user_id: UserId;
  readonly status: 'active' | 'deactivated';
  readonly source: { readonly currency: string; readonly rail: string };
  readonly destination: { readonly wallet_id: WalletId; readonly asset: string };
  readonly deposit_instructions: DepositInstructions;
  readonly metadata: Readonly<Record<string, string>>;
  readonly version: number;
  readonly created_at: string;
};

export type DepositAccountEvent = RecordedBookEvent<
  'deposit_account.opened' | 'deposit_account.deactivated' | 'deposit_account.reactivated'
>;

/** Applies an event to a deposit account. */
export function evolveDepositAccount(
  before: DepositAccount | undefined,
  event: DepositAccountEvent,
): DepositAccount {
  if (event.type === 'deposit_account.opened') {
    const { deposit_account_id: id, provider_reference: _, ...rest } = event.data;
    return { id, ...rest, status: 'active', version: 1, created_at: event.time };
  }
  if (before === undefined)
    throw new LedgerViolation('object_missing', `${event.type}: the deposit account does not exist.`);
  const status = event.type === 'deposit_account.deactivated' ? 'deactivated' : 'active';
  return { ...before, status, version: before.version + 1 };
}

// Decisions about deposit accounts.

type OpenDepositAccount = {
  readonly user_id: UserId;
  readonly source: { readonly currency: string; readonly rail: string };
  readonly destination: { readonly wallet_id: WalletId };
  readonly deposit_instructions: DepositInstructions;
  /** The provider's reference. Undefined during a dry run. */
  readonly provider_reference?: string | undefined;
  readonly metadata: Record<string, string>;
};

/** Finds the on-ramp route from a currency and rail to an asset. */
export const findOnrampRoute = (
  policy: Policy,
  currency: string,
  rail: string,
  asset: string,
): Route | undefined =>
  policy.routes.find(
    ({ kind, source, destination }) =>
      kind === 'onramp' &&
      source.type === 'fiat' &&
      source.currency === currency &&
      source.rail === rail &&
      destination.type === 'wallet' &&
      destination.asset === asset,
  );

/** Refuses not_found (also a wallet of another user), user_not_approved, user_deactivated, wallet_frozen, unsupported_route. */
export function openDepositAccount(
  book: ReadonlyBook,
  input: OpenDepositAccount,
  context: DecisionContext,
): Decision {
  const { user_id, source, deposit_instructions, provider_reference, metadata } = input;
  if (!book.users.has(user_id)) return refuseNotFound('user');
  const wallet = book.wallets.get(input.destination.wallet_id);
  if (wallet?.user_id !== user_id)
    return refuseUnknownId('destination.wallet_id', input.destination.wallet_id, 'wallet');
  const owner = requireApprovedUser(book, user_id);
  if ('refusal' in owner) return owner;
  if (wallet.status === 'frozen') return refuseWalletFrozen();
  const route = findOnrampRoute(context.policy, source.currency, source.rail, wallet.asset);
  if (route === undefined || !context.policy.standingRails.has(source.rail)) {
    return refuse('unsupported_route', 'No rail offers deposit accounts for this currency and asset.');
  }
  const deposit_account_id = newId('da', book, context);
  const destination = { wallet_id: wallet.id, asset: wallet.asset };
  return {
    events: [
      {
        type: 'deposit_account.opened',
        data: {
          deposit_account_id,
          user_id,
          source,
          destination,
          deposit_instructions,
          ...(provider_reference === undefined ? {} : { provider_reference }),
          metadata,
        },
      },
    ],
  };
}

type DepositAccountKey = { readonly user_id: UserId; readonly deposit_account_id: DepositAccountId };

/** Refuses not_found, user_deactivated, deposit_account_state_conflict. */
export function deactivateDepositAccount(book: ReadonlyBook, input: DepositAccountKey): Decision {
  const account = requireAccountWithStatus(book, input, 'active');
  if ('refusal' in account) return account;
  return {
    events: [{ type: 'deposit_account.deactivated', data: { deposit_account_id: account.found.id } }],
  };
}

/** Refuses not_found, user_not_approved, user_deactivated, deposit_account_state_conflict. */
export function reactivateDepositAccount(book: ReadonlyBook, input: DepositAccountKey): Decision {
  const account = requireAccountWithStatus(book, input, 'deactivated');
  if ('refusal' in account) return account;
  return {
    events: [{ type: 'deposit_account.reactivated', data: { deposit_account_id: account.found.id } }],
  };
}

function requireAccountWithStatus(
  book: ReadonlyBook,
  { user_id, deposit_account_id }: DepositAccountKey,
  status: DepositAccount['status'],
): { found: DepositAccount } | { refusal: Refusal } {
  const found = book.depositAccounts.get(deposit_account_id);
  if (found?.user_id !== user_id) return refuseNotFound('deposit account');
  const owner = status === 'active' ? requireActiveUser(book, user_id) : requireApprovedUser(book, user_id);
  if ('refusal' in owner) return owner;
  if (found.status !== status) {
    return refuse('deposit_account_state_conflict', `It is ${found.status}.`);
  }
  return { found };
}

// Finds the recipient of a deposit: a one-off on-ramp that awaits funds, or a deposit account.

/** The transfer and the wallet that a deposit is for. */
export type DepositTarget = {
  readonly transfer_id: TransferId;
  readonly deposit_account_id: DepositAccountId | undefined;
  readonly amount_expected: string | undefined;
  readonly currency: string;
  readonly rail: string;
  readonly wallet: Wallet;
  /** Whether the money was paid to a deactivated deposit account. */
  readonly isAccountDeactivated: boolean;
  /** Set only for a one-off on-ramp. */
  readonly expires_at: string | undefined;
};

type TargetOnramp = Pick<Transfer, 'id' | 'amount' | 'source' | 'destination' | 'deposit_instructions'>;
/** A canceled on-ramp never changes, so a document of it is always current. */
export type CanceledOnramp = TargetOnramp & { readonly kind: 'onramp'; readonly state: 'canceled' };

type Found = { incoming: DepositTarget } | { refusal: Refusal };

/** Refuses not_found, transfer_state_conflict. */
export function findOnrampTarget(
  book: ReadonlyBook,
  { transfer_id }: { transfer_id: TransferId },
  canceled: CanceledOnramp | undefined,
): Found {
  const transfer = book.transfers.get(transfer_id);
  if (transfer === undefined) {
    return canceled?.id === transfer_id && isIssuedByBook(book, transfer_id)
      ? { incoming: onrampTarget(book, canceled) }
      : refuseNotFound('transfer');
  }
  if (transfer.state !== 'awaiting_funds') {
    return refuse('transfer_state_conflict', 'The transfer does not await funds.');
  }
  return { incoming: onrampTarget(book, transfer) };
}

/** The book drops final transfers, but it can recognize the IDs that it issued. */
function isIssuedByBook(book: ReadonlyBook, id: string): boolean {
  const { revision, time } = decodeIdOrigin(id, book.stream) ?? { revision: Infinity, time: Infinity };
  return revision <= book.revision && time <= book.time;
}

function onrampTarget(book: ReadonlyBook, transfer: TargetOnramp): DepositTarget {
  const { currency, rail } = transfer.source;
  const wallet = book.wallets.get(transfer.destination.wallet_id ?? '');
  if (currency === undefined || rail === undefined || wallet === undefined) {
    throw new LedgerViolation(
      'inconsistent_book',
      `Transfer ${transfer.id} has no currency, rail or wallet.`,
    );
  }
  return {
    transfer_id: transfer.id,
    deposit_account_id: undefined,
    amount_expected: transfer.amount,
    currency,
    rail,
    wallet,
    isAccountDeactivated: false,
    expires_at: transfer.deposit_instructions?.expires_at,
  };
}

/** Refuses not_found. */
export function findDepositAccountTarget(
  book: ReadonlyBook,
  { deposit_account_id }: { deposit_account_id: DepositAccountId },
  context: DecisionContext,
): Found {
  const account = book.depositAccounts.get(deposit_account_id);
  if (account === undefined) return refuseNotFound('deposit account');
  const wallet = book.wallets.get(account.destination.wallet_id);
  if (wallet === undefined)
    throw new LedgerViolation('object_missing', `Deposit account ${account.id} has no wallet.`);
  return {
    incoming: {
      transfer_id: newId('trf', book, context),
      deposit_account_id,
      amount_expected: undefined,
      currency: account.source.currency,
      rail: account.source.rail,
      wallet,
      isAccountDeactivated: account.status === 'deactivated',
      expires_at: undefined,
    },
  };
}
