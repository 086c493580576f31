/** Money goes out to a bank account, and this time it comes back. */
import { setTimeout as delay } from 'node:timers/promises';
import { at, listed, text } from './client.ts';
import type { Client, Json } from './client.ts';
import { call, step } from './output.ts';
import { check, get, post } from './webhooks.ts';
import type { Person } from './webhooks.ts';

export async function payout(client: Client, person: Person): Promise<void> {
  const { name, userId, walletId } = person;
  step(`${name} adds her bank account; of its number only the last digits are ever shown`);
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
  call(accountId, `${name.toLowerCase()}'s bank`);

  step('She cashes out 50 dollars, and her wallet is debited at once');
  const before = await available(client, person);
  const cashOut = {
    source: { type: 'wallet', wallet_id: walletId },
    destination: { type: 'payout_account', payout_account_id: accountId },
    amount: '5000.00',
  };
  const taken = await post(client, '/v1/transfers', cashOut, { expect: 201, shown: ['id', 'state'] });
  const transferId = text(taken.body, 'id');
  call(transferId, 'the payout');

  step('The service hands the payout to the rail by itself');
  await until(client, `/v1/transfers/${transferId}`, 'state', 'payout_submitted');
  const checked = await until(client, `${path}/${accountId}`, 'name_check', 'match');
  check('the bank says that the account is hers', at(checked, 'name_check') === 'match');

  step('The bank sends the money back, and so do we');
  const returned = {
    outcome: 'returned',
    reason: { code: 'account_closed', message: 'The account is closed.' },
  };
  const outcome = `/v1/sandbox/transfers/${transferId}/payout_outcome`;
  await post(client, outcome, returned, { expect: 200, shown: ['state', 'state_reason.code', 'version'] });
  check('her wallet holds what it held before', (await available(client, person)) === before);
  const { body } = await get(client, `/v1/events?object_id=${transferId}&limit=20`, ['has_more']);
  const types = listed(body).map((event) => text(event, 'type'));
  check('an event tells that the payout was returned', types.includes('payout.returned'));
}

async function available(client: Client, { userId, walletId }: Person): Promise<string> {
  const { body } = await get(client, `/v1/users/${userId}/wallets/${walletId}/balance`, ['available']);
  return text(body, 'available');
}

const PATIENCE_MS = 10_000;

/** Asks until a field has this value, and shows the answer that has it. */
async function until(client: Client, path: string, field: string, value: string): Promise<Json> {
  const deadline = performance.now() + PATIENCE_MS;
  while (at((await client.get(path)).body, field) !== value) {
    if (performance.now() > deadline) throw new Error(`${path} did not come to ${field} ${value}`);
    await delay(50);
  }
  return (await get(client, path, [field, 'version'])).body;
}
