import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Answer, Client } from '../../../support/client.ts';
import { openPage, submitForm } from '../../../support/hosted-page.ts';
import { startTestService } from '../../../support/service.ts';
import type { RunningService } from '../../../support/service.ts';
import { waitFor } from '../../../support/wait-for.ts';
import {
  approvedUser,
  expectBody,
  expectError,
  fundedWallet,
  listAll,
  newDepositAccount,
  newPayoutAccount,
  newUser,
  newWallet,
  offrampBody,
  onrampBody,
  payoutAccountBody,
  transferBody,
} from '../../../support/api-steps.ts';

type Body = Answer['body'];
type Try = (client: Client, value: string, results: readonly string[]) => Promise<readonly string[]>;

const GUIDE = new URL('../../../../docs/sandbox.md', import.meta.url);

type Row = { readonly where: string; readonly value: string; readonly results: readonly string[] };

/** The rows of the table of test values in the guide. */
function documentedRows(): Row[] {
  const [, section = ''] = readFileSync(GUIDE, 'utf8').split('## Test values');
  return section
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => {
      const [where = '', value = '', results = ''] = line
        .split('|')
        .slice(1)
        .map((cell) => cell.trim());
      return {
        where,
        value: value.replaceAll('`', ''),
        results: [...results.matchAll(/`([^`]+)`/g)].map(([, result = '']) => result),
      };
    });
}

/** The states of a transfer in order, once it has had `count` of them, without those that it starts with. */
async function statesOf(client: Client, id: string, count: number): Promise<string[]> {
  const read = async (): Promise<string[]> =>
    (await listAll(client, `/v1/events?object_id=${id}&type=transfer.state_changed`))
      .map(({ data }) => String(data.state))
      .reverse();
  return waitFor('the states of the transfer', async () => {
    const states = await read();
    return states.length >= count ? states : undefined;
  });
}

/** The states after the creation, or the code of the error. */
async function resultOf(client: Client, answer: Answer, results: readonly string[]): Promise<string[]> {
  if (answer.status >= 400) return [answer.body.error.code];
  const { id, state } = expectBody(answer, 201);
  if (results.length === 1 && results[0] === 'pending') {
    // This submits a payout that waits for its rail, and is refused because the rail did not answer.
    const outcome = await client.post(`/v1/sandbox/transfers/${id}/payout_outcome`, { outcome: 'completed' });
    expectError(outcome, 409, 'transfer_state_conflict');
    return [expectBody(await client.get(`/v1/transfers/${id}`), 200).state];
  }
  return state === 'failed' ? [state] : statesOf(client, id, results.length);
}

async function sendHome(client: Client, account: object, amount: string, results: readonly string[]) {
  const wallet = await fundedWallet(client, { cashable: '200000.00' });
  const path = `/v1/users/${wallet.user_id}/payout_accounts`;
  const { id } = expectBody(await client.post(path, account), 201);
  return resultOf(client, await client.post('/v1/transfers', offrampBody(wallet.id, id, amount)), results);
}

/** The status of an identity check whose form is sent without a choice. */
async function checkIdentity(client: Client, user: object): Promise<string[]> {
  const { id } = await newUser(client, user);
  const { kyc } = expectBody(await client.post(`/v1/users/${id}/onboarding_links`), 201);
  expect((await submitForm(await openPage(kyc.url), {})).status).to.equal(303);
  return [expectBody(await client.get(`/v1/users/${id}`), 200).kyc_status];
}

const bankAccount = (account_number: string): object => {
  const body = payoutAccountBody();
  return { ...body, bank: { ...body.bank, account_number } };
};
const emailpayAccount = (email: string): object => ({
  ...{ type: 'emailpay', currency: 'cad', rail: 'emailpay', country: 'CA' },
  account_owner_name: 'Ada Moreau',
  emailpay: { email },
});

/** How to try a value, by its place in the table. */
const TRIES: Readonly<Record<string, Try>> = {
  'last name of a user': (client, last_name) => checkIdentity(client, { last_name }),
  'name of a business': (client, business_name) =>
    checkIdentity(client, { type: 'business', first_name: undefined, business_name }),
  'end of a bank account number': (client, value, results) =>
    sendHome(client, bankAccount(`123${value === 'any other' ? '000109' : value}`), '1000.00', results),
  'email of an emailpay recipient': (client, email, results) =>
    sendHome(client, emailpayAccount(email), '1000.00', results),
  async 'account owner, of the user Ada Moreau'(client, account_owner_name, [result]) {
    const { id } = await approvedUser(client, { first_name: 'Ada', last_name: 'Moreau' });
    const account = await newPayoutAccount(client, id, 'usd', { account_owner_name });
    const later = await newPayoutAccount(client, id, 'usd', { account_owner_name: 'Ada Moreau' });
    const nameCheck = async (of: Body): Promise<string> =>
      expectBody(await client.get(`/v1/users/${id}/payout_accounts/${of.id}`), 200).name_check;
    // A later check that has ended shows that an open one does not just take long.
    await waitFor('the later name check', async () => (await nameCheck(later)) === 'match' || undefined);
    return [
      await waitFor('the name check', async () =>
        (await nameCheck(account)) === result ? result : undefined,
      ),
    ];
  },
  async 'amount of a transfer between users'(client, amount, results) {
    const [from, to] = [await fundedWallet(client, { cashable: '1000.00' }), await newWallet(client)];
    return resultOf(
      client,
      await client.post('/v1/transfers', transferBody(from.id, to.id, amount)),
      results,
    );
  },
  'amount of an off-ramp': (client, amount, results) =>
    sendHome(client, payoutAccountBody(), amount, results),
  async 'amount of a deposit'(client, amount, results) {
    const account = await newDepositAccount(client, await newWallet(client));
    const deposit: Body = expectBody(
      await client.post('/v1/sandbox/deposits', { deposit_account_id: account.id, amount }),
      200,
    );
    return statesOf(client, deposit.id, results.length);
  },
  async 'amount of an on-ramp'(client, amount, results) {
    const { id } = await newWallet(client);
    return resultOf(client, await client.post('/v1/transfers', onrampBody(id, amount)), results);
  },
  'amount that an off-ramp pays out, in fiat': (client, amount, results) =>
    // A point is worth a cent.
    sendHome(client, payoutAccountBody(), `${amount.replace('.', '')}.00`, results),
};

describe('The test values of the sandbox', () => {
  let service: RunningService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.close());

  const rows = documentedRows();

  it('are listed in the guide', () => {
    expect(rows.length).to.be.at.least(20);
    expect(new Set(rows.map(({ where }) => where))).to.deep.equal(new Set(Object.keys(TRIES)));
  });

  for (const { where, value, results } of rows)
    it(`do what the guide says: ${where} ${value}`, async () => {
      const attempt = TRIES[where];
      if (attempt === undefined) throw new Error(`the guide lists an unknown place: ${where}`);
      expect(await attempt(service.sandbox, value, results)).to.deep.equal(results);
    });

  it('leave other payments of the rail alone', async () => {
    const { sandbox } = service;
    const { id } = await newWallet(sandbox);
    const send = (amount: string) => sandbox.post('/v1/transfers', onrampBody(id, amount));
    expect((await send('503.03')).status).to.equal(503);
    for (const amount of ['503.04', '404.05', '909.08']) expectBody(await send(amount), 201);
  });
});
