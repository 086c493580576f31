/** Finds the recipient of a deposit: a one-off on-ramp that awaits funds, or a deposit account. */
import { newId } from '../book.ts';
import type { ReadonlyBook, DecisionContext } from '../book.ts';
import { decodeIdOrigin } from '../ids.ts';
import { refuseNotFound, refuse } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';
import type { Transfer } from '../transfers/transfer.ts';
import type { Wallet } from '../wallets/wallet.ts';
import { LedgerViolation } from '../violations.ts';
import type { DepositAccountId, TransferId } from '../ids.ts';

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
