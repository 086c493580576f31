/** Common API steps: approved users, wallets and deposits. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Answer, Client } from './client.ts';
import { waitFor } from './wait-for.ts';

/** The body of an answer, which must have this status. */
export function expectBody(answer: Answer, status: number): Answer['body'] {
  expect(answer.status, answer.text).to.equal(status);
  return answer.body;
}

/** The error of an answer, which must have this status and code. */
export function expectError(answer: Answer, status: number, code: string): Answer['body'] {
  expect(`${answer.status} ${answer.body?.error?.code}`, answer.text).to.equal(`${status} ${code}`);
  return answer.body.error;
}

/** A user with nothing but a name. */
export async function newUser(client: Client, more: object = {}): Promise<Answer['body']> {
  const user = { type: 'individual', external_reference: randomUUID(), first_name: 'Ada', ...more };
  return expectBody(await client.post('/v1/users', user), 201);
}

export async function approvedUser(client: Client, more: object = {}): Promise<Answer['body']> {
  const { id } = await newUser(client, more);
  return expectBody(await client.post(`/v1/sandbox/users/${id}/kyc`, { kyc_status: 'approved' }), 200);
}

/** A wallet of a new approved user. */
export async function newWallet(client: Client, asset = 'svc-points'): Promise<Answer['body']> {
  const { id } = await approvedUser(client);
  const risk = asset === 'svc-coin' ? { acknowledge_price_risk: true } : {};
  return expectBody(await client.post(`/v1/users/${id}/wallets`, { asset, ...risk }), 201);
}

export async function newDepositAccount(client: Client, wallet: Answer['body'], currency = 'usd') {
  return expectBody(
    await client.post(`/v1/users/${wallet.user_id}/deposit_accounts`, {
      source: { currency, rail: 'bank_eft' },
      destination: { wallet_id: wallet.id },
    }),
    201,
  );
}

/**
 * A points wallet with `cashable` points from a deposit (100 points per dollar) and `earned` points from a reward.
 */
export async function fundedWallet(
  client: Client,
  { cashable = '0.00', earned = '0.00' }: { cashable?: string; earned?: string },
): Promise<Answer['body']> {
  const wallet = await newWallet(client);
  if (Number(cashable) > 0) {
    const account = await newDepositAccount(client, wallet);
    const amount = (Number(cashable) / 100).toFixed(2);
    const deposit = { deposit_account_id: account.id, amount };
    const { state } = expectBody(await client.post('/v1/sandbox/deposits', deposit), 200);
    expect(state, `a deposit of ${amount} to begin with`).to.equal('completed');
  }
  if (Number(earned) > 0) {
    expectBody(await client.post('/v1/sandbox/rewards', { wallet_id: wallet.id, amount: earned }), 201);
  }
  return expectBody(await client.get(`/v1/users/${wallet.user_id}/wallets/${wallet.id}`), 200);
}

/** The body of a transfer between two wallets. */
export const transferBody = (from: string, to: string, amount: string, more: object = {}) => ({
  source: { type: 'wallet', wallet_id: from },
  destination: { type: 'wallet', wallet_id: to },
  amount,
  ...more,
});

/** The body of an on-ramp to a wallet. */
export const onrampBody = (walletId: string, amount: string, more: object = {}) => ({
  source: { type: 'fiat', currency: 'usd', rail: 'bank_eft' },
  destination: { type: 'wallet', wallet_id: walletId },
  amount,
  ...more,
});

/** Valid bank details by currency. */
const PAYOUT_DETAILS = {
  usd: {
    country: 'US',
    bank: { bank_name: 'First Harbour Bank', account_number: '000123456789', routing_code: '021000021' },
  },
  cad: {
    country: 'CA',
    bank: { bank_name: 'Maple Bank', account_number: '70081234567', routing_code: '000305678' },
  },
  eur: { country: 'DE', bank: { bank_name: 'Rhein Bank', account_number: 'DE89 3704 0044 0532 0130 00' } },
} as const;

export const payoutAccountBody = (currency: keyof typeof PAYOUT_DETAILS = 'usd', more: object = {}) => ({
  type: 'bank',
  currency,
  rail: 'bank_eft',
  account_owner_name: 'Ada Moreau',
  ...PAYOUT_DETAILS[currency],
  ...more,
});

export async function newPayoutAccount(
  client: Client,
  userId: string,
  currency: keyof typeof PAYOUT_DETAILS = 'usd',
  more: object = {},
): Promise<Answer['body']> {
  const path = `/v1/users/${userId}/payout_accounts`;
  return expectBody(await client.post(path, payoutAccountBody(currency, more)), 201);
}

/** The body of an off-ramp from a wallet to a payout account. */
export const offrampBody = (walletId: string, accountId: string, amount: string, more: object = {}) => ({
  source: { type: 'wallet', wallet_id: walletId },
  destination: { type: 'payout_account', payout_account_id: accountId },
  amount,
  ...more,
});

/** Waits until the transfer reaches a state. */
export const waitForTransferState = (client: Client, id: string, state: string): Promise<Answer['body']> =>
  waitFor(`${id} in ${state}`, async () => {
    const transfer = expectBody(await client.get(`/v1/transfers/${id}`), 200);
    return transfer.state === state ? transfer : undefined;
  });

/** An off-ramp that the rail has accepted. */
export async function submittedOfframp(
  client: Client,
  walletId: string,
  accountId: string,
  amount = '1000.00',
): Promise<Answer['body']> {
  const { id } = expectBody(
    await client.post('/v1/transfers', offrampBody(walletId, accountId, amount)),
    201,
  );
  return waitForTransferState(client, id, 'payout_submitted');
}

/** An ID that no object has. */
export const unknownId = (prefix: string): string => `${prefix}_${'0'.repeat(26)}`;

/** All objects of a list, newest first, over all pages. */
export async function listAll(client: Client, path: string): Promise<Answer['body'][]> {
  const all: Answer['body'][] = [];
  for (;;) {
    const cursor = all.length === 0 ? '' : `&starting_after=${all.at(-1).id}`;
    const page = expectBody(
      await client.get(`${path}${path.includes('?') ? '&' : '?'}limit=100${cursor}`),
      200,
    );
    all.push(...page.data);
    if (!page.has_more) return all;
  }
}
