/** The objects that scenarios need, made through the API. Each call makes new ones. */
import { randomUUID } from 'node:crypto';
import type { Client } from '../../../packages/client/src/client.ts';
import { LedgerError } from '../../../packages/client/src/errors.ts';
import type { Transfer, User, Wallet } from '../../../packages/client/src/generated/types.ts';
import { CommandFailed } from '../outcome.ts';

export const newUser = (ledger: Client): Promise<User> =>
  ledger.users.create({
    type: 'individual',
    external_reference: `trigger-${randomUUID()}`,
    first_name: 'Ana',
    last_name: 'Moreau',
  });

export async function approvedUser(ledger: Client): Promise<User> {
  const { id } = await newUser(ledger);
  return ledger.sandbox.setKyc(id, { kyc_status: 'approved' });
}

export async function newWallet(ledger: Client): Promise<Wallet> {
  const { id } = await approvedUser(ledger);
  return ledger.wallets.create(id, { asset: 'svc-points' });
}

const DOLLARS_BY_BANK = { currency: 'usd', rail: 'bank_eft' } as const;

export const newDepositAccount = (ledger: Client, wallet: Wallet) =>
  ledger.depositAccounts.create(wallet.user_id, {
    source: DOLLARS_BY_BANK,
    destination: { wallet_id: wallet.id },
  });

export async function deposit(
  ledger: Client,
  outcome: 'credited' | 'in_review' | 'returned',
  wallet?: Wallet,
): Promise<Transfer> {
  const account = await newDepositAccount(ledger, wallet ?? (await newWallet(ledger)));
  return ledger.sandbox.createDeposit({ deposit_account_id: account.id, amount: '50.00', outcome });
}

/** A test value of the sandbox: the rail refuses an on-ramp of this amount. */
export const REFUSED_AMOUNT = '404.04';

/** A one-off on-ramp that waits for its payment. */
export async function onramp(ledger: Client, amount = '25.00'): Promise<Transfer> {
  const wallet = await newWallet(ledger);
  return ledger.transfers.create({
    source: { type: 'fiat', ...DOLLARS_BY_BANK },
    destination: { type: 'wallet', wallet_id: wallet.id },
    amount,
  });
}

export async function canceledOnramp(ledger: Client): Promise<Transfer> {
  const { id } = await onramp(ledger);
  return withFeature('transfer_cancel', ledger.transfers.cancel(id));
}

/** Explains why a call fails that the service does only with a feature turned on. */
export const withFeature = <Answer>(feature: string, call: Promise<Answer>): Promise<Answer> =>
  call.catch((error: unknown) => {
    if (!(error instanceof LedgerError && error.code === 'not_implemented')) throw error;
    throw new CommandFailed(`This event needs features.${feature}, which is off in this service.`);
  });

/** A transfer of points between two users. */
export async function transfer(ledger: Client): Promise<Transfer> {
  const [from, to] = [await newWallet(ledger), await newWallet(ledger)];
  await ledger.sandbox.createReward({ wallet_id: from.id, amount: '20.00' });
  return ledger.transfers.create({
    source: { type: 'wallet', wallet_id: from.id },
    destination: { type: 'wallet', wallet_id: to.id },
    amount: '12.50',
  });
}

/** An off-ramp of deposited points. */
export async function offramp(ledger: Client): Promise<Transfer> {
  const wallet = await newWallet(ledger);
  await deposit(ledger, 'credited', wallet);
  const account = await ledger.payoutAccounts.create(wallet.user_id, {
    type: 'bank',
    ...DOLLARS_BY_BANK,
    account_owner_name: 'Ana Moreau',
    country: 'US',
    bank: { bank_name: 'First Harbour Bank', account_number: '000123456789', routing_code: '021000021' },
  });
  return ledger.transfers.create({
    source: { type: 'wallet', wallet_id: wallet.id },
    destination: { type: 'payout_account', payout_account_id: account.id },
    amount: '1000.00',
  });
}

/** An off-ramp whose rail reports this outcome. */
export async function paidOut(
  ledger: Client,
  outcome: 'completed' | 'returned' | 'undeliverable',
): Promise<Transfer> {
  const { id } = await offramp(ledger);
  await ledger.waitForTransfer(id, { until: 'payout_submitted' });
  return ledger.sandbox.setPayoutOutcome(id, { outcome });
}
