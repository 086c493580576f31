/**
 * Plays the whole story against a running service: two users, the hosted pages, a deposit, a reward, a transfer that
 * spends the reward first, books that add up, coin bought and sold at quotes, and a payout that the bank sends back.
 * Ends with code 1 if anything is not as it should be.
 */
import { randomUUID } from 'node:crypto';
import { fillInPage } from './demo/browser.ts';
import { at, cents, createClient, findAccess, listed, points, text } from './demo/client.ts';
import type { Access, Client, Json } from './demo/client.ts';
import { coin } from './demo/coin.ts';
import { payout } from './demo/payout.ts';
import { call, failed, passed, step, table, title } from './demo/output.ts';
import { check, faultsSoFar, get, post, shortly } from './demo/webhooks.ts';
import type { Person } from './demo/webhooks.ts';

async function bankRoute(client: Client): Promise<Json> {
  step('What can move where is published as data');
  const { body } = await get(client, '/v1/routes?kind=onramp&country=US', []);
  const found = listed(body).find(
    (route) => route['available'] === true && at(route, 'source.currency') === 'usd',
  );
  if (found === undefined) throw new Error('no route takes dollars here; is this a sandbox key?');
  const { source, min_amount, max_amount } = found;
  passed(
    `dollars come in over ${text(source, 'rail')}, from ${shortly(min_amount)} to ${shortly(max_amount)} at a time`,
  );
  return found;
}

async function join(client: Client, name: string, run: string): Promise<Person> {
  step(`${name} becomes a user`);
  const reference = `${name.toLowerCase()}-${run}`;
  const user = { type: 'individual', external_reference: reference, first_name: name, last_name: 'Lovelace' };
  const statuses = ['kyc_status', 'terms_status', 'version'];
  const created = await post(client, '/v1/users', user, { expect: 201, shown: ['id', ...statuses] });
  const userId = text(created.body, 'id');
  call(userId, name.toLowerCase());
  if (name === 'Ana') await openTooEarly(client, userId);

  if (name === 'Ana') await onboardByPages(client, userId, statuses);
  else await onboardByCall(client, userId, statuses);

  step(`${name} opens a wallet`);
  const opened = { expect: 201, shown: ['id', 'asset', 'status'] };
  const wallet = await post(client, `/v1/users/${userId}/wallets`, { asset: 'svc-points' }, opened);
  const walletId = text(wallet.body, 'id');
  call(walletId, `${name.toLowerCase()}'s wallet`);
  return { name, userId, walletId };
}

/** What real users do. In the sandbox the page lets us choose what the check comes to. */
async function onboardByPages(client: Client, userId: string, shown: readonly string[]): Promise<void> {
  step('Two links lead her to the pages for her identity and for the terms');
  const links = await post(
    client,
    `/v1/users/${userId}/onboarding_links`,
    {},
    { expect: 201, shown: ['kyc.status', 'terms.status', 'kyc.expires_at'] },
  );
  const kyc = await fillInPage(text(links.body, 'kyc.url'), { outcome: 'approved' });
  const terms = await fillInPage(text(links.body, 'terms.url'), { accept: 'yes' });
  check('both forms were taken', kyc === 303 && terms === 303);
  const { body } = await get(client, `/v1/users/${userId}`, shown);
  check('she may hold money now', body['kyc_status'] === 'approved' && body['terms_status'] === 'approved');
}

/** What is quicker where nobody is real. */
async function onboardByCall(client: Client, userId: string, shown: readonly string[]): Promise<void> {
  step('The sandbox can set what the pages would come to');
  await post(client, `/v1/sandbox/users/${userId}/kyc`, { kyc_status: 'approved' }, { expect: 200, shown });
}

async function openTooEarly(client: Client, userId: string): Promise<void> {
  step('A wallet can wait until we know who she is');
  const wallet = { asset: 'svc-points' };
  await post(client, `/v1/users/${userId}/wallets`, wallet, { expect: 403, shown: [] });
}

async function deposit(client: Client, route: Json, { name, userId, walletId }: Person): Promise<void> {
  step(`${name} gets bank details of her own, and 150 dollars arrive there`);
  const account = {
    source: { currency: text(route, 'source.currency'), rail: text(route, 'source.rail') },
    destination: { wallet_id: walletId },
  };
  const details = ['id', 'deposit_instructions.bank_name', 'deposit_instructions.reference'];
  const opened = await post(client, `/v1/users/${userId}/deposit_accounts`, account, {
    expect: 201,
    shown: details,
  });
  const accountId = text(opened.body, 'id');
  call(accountId, `${name.toLowerCase()}'s deposit account`);
  const payment = { deposit_account_id: accountId, amount: '150.00' };
  const { body } = await post(client, '/v1/sandbox/deposits', payment, {
    expect: 200,
    shown: ['id', 'kind', 'state', 'receipt.rate', 'receipt.amount_credited'],
  });
  check(
    '150.00 dollars at 100 points each became 15000.00 points',
    at(body, 'receipt.amount_credited') === '15000.00',
  );
}

async function reward(client: Client, { name, walletId }: Person): Promise<void> {
  step(`${name} is given a reward: earned points, to spend but not to cash out`);
  const grant = { wallet_id: walletId, amount: '25.00', description: 'Welcome' };
  const shown = ['id', 'bucket', 'amount', 'balance_after'];
  await post(client, '/v1/sandbox/rewards', grant, { expect: 201, shown });
}

async function pay(client: Client, from: Person, to: Person): Promise<string> {
  step(`${from.name} sends ${to.name} 40 points; the 25 earned ones go first, and stay earned`);
  const transfer = {
    source: { type: 'wallet', wallet_id: from.walletId },
    destination: { type: 'wallet', wallet_id: to.walletId },
    amount: '40.00',
    integrator_reference: 'dinner',
  };
  const key = randomUUID();
  const shown = ['id', 'state', 'receipt.amount_credited', 'receipt.earned_amount'];
  const first = await post(client, '/v1/transfers', transfer, { expect: 201, shown, key });
  check('25.00 of the 40.00 moved as earned points', at(first.body, 'receipt.earned_amount') === '25.00');

  step('The network stutters and the request is sent again, with the same Idempotency-Key');
  const second = await post(client, '/v1/transfers', transfer, { expect: 201, shown, key });
  const same = JSON.stringify(first.body) === JSON.stringify(second.body);
  check('the answer is the first one, and the money moved once', same && second.replayed && !first.replayed);

  step(`${to.name} tries to send more than there is`);
  const tooMuch = {
    ...transfer,
    source: transfer.destination,
    destination: transfer.source,
    amount: '40.01',
  };
  await post(client, '/v1/transfers', tooMuch, { expect: 422, shown: [] });
  const transferId = text(first.body, 'id');
  call(transferId, 'the transfer');
  return transferId;
}

type Figures = Readonly<Record<'available' | 'pending' | 'cashable', bigint>>;
const BUCKETS = ['available', 'pending', 'cashable'] as const;

/** Reads a wallet's balance and all of its history, and checks that the one is the sum of the other. */
async function audit(client: Client, { name, userId, walletId }: Person): Promise<Figures> {
  step(`${name}'s balance and history`);
  const wallet = `/v1/users/${userId}/wallets/${walletId}`;
  const { body } = await get(client, `${wallet}/balance`, BUCKETS);
  const history = await get(client, `${wallet}/history?limit=100`, ['has_more']);
  const entries = listed(history.body);
  const columns = ['bucket', 'amount', 'balance_after', 'description'];
  table([columns, ...entries.map((entry) => columns.map((column) => text(entry, column)))]);
  const figure = (bucket: string): bigint => cents(text(body, bucket));
  const figures = {
    available: figure('available'),
    pending: figure('pending'),
    cashable: figure('cashable'),
  };
  for (const bucket of BUCKETS) {
    const amounts = entries
      .filter((entry) => entry['bucket'] === bucket)
      .map((entry) => cents(text(entry, 'amount')));
    const sum = amounts.reduce((total, amount) => total + amount, 0n);
    check(
      `${bucket}: ${amounts.length} entries sum to ${points(sum)}, which is the balance`,
      sum === figures[bucket],
    );
  }
  return figures;
}

async function events(client: Client, transferId: string): Promise<void> {
  step('Every change is an event, ready for webhooks');
  const { body } = await get(client, `/v1/events?object_id=${transferId}`, ['has_more']);
  const types = listed(body).map((event) => text(event, 'type'));
  check(
    `the transfer's events are ${[...types].reverse().join(', ')}`,
    types.join() === 'transfer.state_changed,transfer.created',
  );
}

async function story(access: Access): Promise<void> {
  const client = createClient(access);
  title(`A small story, told to ${access.baseUrl}`);
  const run = randomUUID().slice(0, 8);
  const route = await bankRoute(client);
  const ana = await join(client, 'Ana', run);
  const ben = await join(client, 'Ben', run);
  await deposit(client, route, ana);
  await reward(client, ana);
  const transferId = await pay(client, ana, ben);
  const [hers, his] = [await audit(client, ana), await audit(client, ben)];

  step('Does it add up?');
  check(`Ana has ${points(hers.available)}: 15000.00 + 25.00 - 40.00`, hers.available === cents('14985.00'));
  check(
    'all that Ana has left is cashable, for the earned points went first',
    hers.cashable === hers.available,
  );
  check(
    `Ben has ${points(his.available)}, of which ${points(his.cashable)} are cashable`,
    his.available === 4000n && his.cashable === 1500n,
  );
  const together = hers.available + his.available;
  check(
    `together they have ${points(together)}: what came in, and not a hundredth more`,
    together === cents('15025.00'),
  );
  await events(client, transferId);
  await coin(client, ana);
  await payout(client, ana);
  await audit(client, ana);
}

async function main(): Promise<void> {
  const access = findAccess();
  const howToStart =
    'Start the service with `npm start` in another terminal, or set BASE_URL and API_KEY (a sandbox key) to reach one elsewhere.';
  if (access === undefined) {
    failed(`No service was found. ${howToStart}`);
    process.exitCode = 1;
    return;
  }
  try {
    await story(access);
    const faults = faultsSoFar();
    title(faults === 0 ? '\nEverything is as it should be.' : `\n${faults} of the checks failed.`);
    process.exitCode = faults === 0 ? 0 : 1;
  } catch (error) {
    // What fetch throws when nobody listens.
    const unreachable = error instanceof TypeError && error.message === 'fetch failed';
    failed(unreachable ? `Nothing answers at ${access.baseUrl}. ${howToStart}` : String(error));
    process.exitCode = 1;
  }
}

await main();
