/** Decisions about deposit accounts. */
import { requireApprovedUser, refuseWalletFrozen } from '../users/eligibility.ts';
import { newId } from '../book.ts';
import type { ReadonlyBook, DecisionContext, Decision } from '../book.ts';
import type { DepositAccount, DepositInstructions } from './deposit-account.ts';
import type { Policy, Route } from '../policy.ts';
import { refuseNotFound, refuse } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';
import { requireActiveUser } from '../users/user-commands.ts';
import type { DepositAccountId, UserId, WalletId } from '../ids.ts';

export type OpenDepositAccount = {
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
  if (wallet?.user_id !== user_id) return refuseNotFound('wallet');
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
