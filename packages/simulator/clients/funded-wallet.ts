/** An approved user of the harness with a wallet of points that can be paid out, and payout accounts of the user. */
import { textOf } from '../model/prediction.ts';
import type { Answer } from '../model/prediction.ts';
import { Difference } from '../checks/difference.ts';
import type { IntegratorCalls } from './integrator-calls.ts';

export type FundedWallet = { readonly user_id: string; readonly wallet_id: string };

const FUNDS_DOLLARS = '4000.00';
const FUNDS_CENTS = 40_000_000;

export const centsOf = (amount: string): number => Math.round(Number(amount) * 100);

export async function openFundedWallet(
  api: IntegratorCalls,
  external_reference: string,
  names: { readonly first_name: string; readonly last_name: string },
): Promise<FundedWallet> {
  const user = await api.make('createUser', {}, { type: 'individual', external_reference, ...names });
  const user_id = textOf(user, 'id');
  await api.make('setSandboxKyc', { user_id }, { kyc_status: 'approved' });
  const wallet_id = textOf(await api.make('createWallet', { user_id }, { asset: 'svc-points' }), 'id');
  const source = { currency: 'usd', rail: 'bank_eft' };
  const account = await api.make('createDepositAccount', { user_id }, { source, destination: { wallet_id } });
  const deposit_account_id = textOf(account, 'id');
  await api.make('createSandboxDeposit', {}, { deposit_account_id, amount: FUNDS_DOLLARS });
  return { user_id, wallet_id };
}

/** The simulated rails accept payouts to the first number, and never answer about the second. */
export const ACCOUNT_NUMBERS = { accepting: '000123456789', silent: '000123000104' } as const;

export type NewAccount = {
  readonly rail: string;
  readonly owner: string;
  readonly number: keyof typeof ACCOUNT_NUMBERS;
};

export function addPayoutAccount(
  api: IntegratorCalls,
  { user_id }: Pick<FundedWallet, 'user_id'>,
  { rail, owner: account_owner_name, number }: NewAccount,
): Promise<Answer> {
  const bank = { bank_name: 'First Harbour Bank', routing_code: '021000021' };
  return api.call(
    'createPayoutAccount',
    { user_id },
    {
      ...{ type: 'bank', currency: 'usd', country: 'US', rail, account_owner_name },
      bank: { ...bank, account_number: ACCOUNT_NUMBERS[number] },
    },
  );
}

/** `spentCents`: what payouts have taken and not returned. */
export async function checkBalance(
  api: IntegratorCalls,
  wallet: FundedWallet,
  spentCents: number,
): Promise<void> {
  const { body } = await api.call('getWalletBalance', wallet);
  for (const name of ['available', 'cashable'])
    if (centsOf(textOf(body, name)) !== FUNDS_CENTS - spentCents)
      throw new Difference(
        `${wallet.wallet_id} has not ${FUNDS_CENTS - spentCents} cents: ${JSON.stringify(body)}`,
      );
}
