/** Pays out to a bank account; the bank returns the payment. */
import { setTimeout as delay } from 'node:timers/promises';
import { at, listed, text } from './client.ts';
import type { Client, Json } from './client.ts';
import { label, step } from './output.ts';
import { check, get, post } from './requests.ts';
import type { Person } from './requests.ts';

export async function payout(client: Client, person: Person): Promise<void> {
  const { name, userId, walletId } = person;
  step(`${name} adds a bank account; responses show only the last digits of its number`);
  const account = {
    type: 'bank',
    currency: 'usd',
    country: 'US',
    rail: 'bank_eft',
    account_owner_name: `${name} Lovelace`,
    bank: {
      bank_name: 'First Example Bank',
      account_number: '000123456789',
      routing_code: '021000021',
      account_type: 'checking',
    },
  };
  const path = `/v1/users/${userId}/payout_accounts`;
  const added = await post(client, path, account, {
    expect: 201,
    shown: ['id', 'bank.account_number_last4', 'name_check', 'version'],
  });
  const accountId = text(added.body, 'id');
  label(accountId, `${name.toLowerCase()}'s bank`);

  step('Cash out 5000.00 points as 50.00 USD; the wallet is debited immediately');
  const before = await available(client, person);
  const cashOut = {
    source: { type: 'wallet', wallet_id: walletId },
    destination: { type: 'payout_account', payout_account_id: accountId },
    amount: '5000.00',
  };
  const accepted = await post(client, '/v1/transfers', cashOut, { expect: 201, shown: ['id', 'state'] });
  const transferId = text(accepted.body, 'id');
  label(transferId, 'the payout');

  step('The service submits the payout to the rail');
  await until(client, `/v1/transfers/${transferId}`, 'state', 'payout_submitted');
  const checked = await until(client, `${path}/${accountId}`, 'name_check', 'match');
  check('the bank confirms the name of the account owner', at(checked, 'name_check') === 'match');

  step('The bank returns the payment, and the service refunds the wallet');
  const returned = {
    outcome: 'returned',
    reason: { code: 'account_closed', message: 'The account is closed.' },
  };
  const outcome = `/v1/sandbox/transfers/${transferId}/payout_outcome`;
  await post(client, outcome, returned, { expect: 200, shown: ['state', 'state_reason.code', 'version'] });
  check('the balance of the wallet is the same as before', (await available(client, person)) === before);
  const { body } = await get(client, `/v1/events?object_id=${transferId}&limit=20`, ['has_more']);
  const types = listed(body).map((event) => text(event, 'type'));
  check('there is a payout.returned event', types.includes('payout.returned'));
}

async function available(client: Client, { userId, walletId }: Person): Promise<string> {
  const { body } = await get(client, `/v1/users/${userId}/wallets/${walletId}/balance`, ['available']);
  return text(body, 'available');
}

const TIMEOUT_MS = 10_000;

/** Polls until a field has the value, then prints the response. */
async function until(client: Client, path: string, field: string, value: string): Promise<Json> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (at((await client.get(path)).body, field) !== value) {
    if (performance.now() > deadline) throw new Error(`${path} did not reach ${field} ${value} in time`);
    await delay(50);
  }
  return (await get(client, path, [field, 'version'])).body;
}
