/**
 * Runs a demo against a running service: two users, hosted pages, a deposit, a reward, a transfer, quotes and conversions,
 * and a returned payout. Exits with 1 if any check fails.
 */
import { randomUUID } from 'node:crypto';
import { fillInPage } from './demo/browser.ts';
import { at, cents, createClient, findAccess, listed, points, text } from './demo/client.ts';
import type { Access, Client, Json } from './demo/client.ts';
import { coin } from './demo/coin.ts';
import { payout } from './demo/payout.ts';
import { label, failed, passed, step, table, title } from './demo/output.ts';
import { check, faultsSoFar, get, post, formatValue } from './demo/requests.ts';
import type { Person } from './demo/requests.ts';

async function bankRoute(client: Client): Promise<Json> {
  step('List the available routes for deposits');
  const { body } = await get(client, '/v1/routes?kind=onramp&country=US', []);
  const found = listed(body).find(
    (route) => route['available'] === true && at(route, 'source.currency') === 'usd',
  );
  if (found === undefined) throw new Error('No available route accepts US dollars. Use a sandbox API key.');
  const { source, min_amount, max_amount } = found;
  passed(
    `US dollar deposits use rail ${text(source, 'rail')}, from ${formatValue(min_amount)} to ${formatValue(max_amount)} USD each`,
  );
  return found;
}

async function onboardUser(client: Client, name: string, run: string): Promise<Person> {
  step(`Create user ${name}`);
  const reference = `${name.toLowerCase()}-${run}`;
  const user = { type: 'individual', external_reference: reference, first_name: name, last_name: 'Lovelace' };
  const statuses = ['kyc_status', 'terms_status', 'version'];
  const created = await post(client, '/v1/users', user, { expect: 201, shown: ['id', ...statuses] });
  const userId = text(created.body, 'id');
  label(userId, name.toLowerCase());
  if (name === 'Ana') await openTooEarly(client, userId);

  if (name === 'Ana') await onboardByPages(client, userId, statuses);
  else await onboardByCall(client, userId, statuses);

  step(`Open a points wallet for ${name}`);
  const opened = { expect: 201, shown: ['id', 'asset', 'status'] };
  const wallet = await post(client, `/v1/users/${userId}/wallets`, { asset: 'svc-points' }, opened);
  const walletId = text(wallet.body, 'id');
  label(walletId, `${name.toLowerCase()}'s wallet`);
  return { name, userId, walletId };
}

/** Uses the hosted pages, as real users do. In the sandbox, the page lets us choose the result of the identity check. */
async function onboardByPages(client: Client, userId: string, shown: readonly string[]): Promise<void> {
  step('Ana completes the hosted pages for her identity and the terms of service');
  const links = await post(
    client,
    `/v1/users/${userId}/onboarding_links`,
    {},
    { expect: 201, shown: ['kyc.status', 'terms.status', 'kyc.expires_at'] },
  );
  const kyc = await fillInPage(text(links.body, 'kyc.url'), { outcome: 'approved' });
  const terms = await fillInPage(text(links.body, 'terms.url'), { accept: 'yes' });
  check('both forms were accepted', kyc === 303 && terms === 303);
  const { body } = await get(client, `/v1/users/${userId}`, shown);
  check(
    'Ana is approved and has accepted the terms',
    body['kyc_status'] === 'approved' && body['terms_status'] === 'approved',
  );
}

/** Uses the sandbox shortcut instead of the hosted pages. */
async function onboardByCall(client: Client, userId: string, shown: readonly string[]): Promise<void> {
  step('Approve Ben with the sandbox API instead');
  await post(client, `/v1/sandbox/users/${userId}/kyc`, { kyc_status: 'approved' }, { expect: 200, shown });
}

async function openTooEarly(client: Client, userId: string): Promise<void> {
  step('Opening a wallet before approval is refused');
  const wallet = { asset: 'svc-points' };
  await post(client, `/v1/users/${userId}/wallets`, wallet, { expect: 403, shown: [] });
}

async function deposit(client: Client, route: Json, { name, userId, walletId }: Person): Promise<void> {
  step(`${name} gets a deposit account, and 150.00 USD arrive`);
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
  label(accountId, `${name.toLowerCase()}'s deposit account`);
  const payment = { deposit_account_id: accountId, amount: '150.00' };
  const { body } = await post(client, '/v1/sandbox/deposits', payment, {
    expect: 200,
    shown: ['id', 'kind', 'state', 'receipt.rate', 'receipt.amount_credited'],
  });
  check(
    '150.00 USD at 100 points per dollar became 15000.00 points',
    at(body, 'receipt.amount_credited') === '15000.00',
  );
}

async function reward(client: Client, { name, walletId }: Person): Promise<void> {
  step(`Grant ${name} 25.00 earned points, which can be spent but not cashed out`);
  const grant = { wallet_id: walletId, amount: '25.00', description: 'Welcome' };
  const shown = ['id', 'bucket', 'amount', 'balance_after'];
  await post(client, '/v1/sandbox/rewards', grant, { expect: 201, shown });
}

async function pay(client: Client, from: Person, to: Person): Promise<string> {
  step(`${from.name} sends ${to.name} 40.00 points; the 25.00 earned points are spent first`);
  const transfer = {
    source: { type: 'wallet', wallet_id: from.walletId },
    destination: { type: 'wallet', wallet_id: to.walletId },
    amount: '40.00',
    integrator_reference: 'dinner',
  };
  const key = randomUUID();
  const shown = ['id', 'state', 'receipt.amount_credited', 'receipt.earned_amount'];
  const first = await post(client, '/v1/transfers', transfer, { expect: 201, shown, key });
  check('25.00 of the 40.00 points were earned points', at(first.body, 'receipt.earned_amount') === '25.00');

  step('Repeat the request with the same Idempotency-Key, as after a network error');
  const second = await post(client, '/v1/transfers', transfer, { expect: 201, shown, key });
  const same = JSON.stringify(first.body) === JSON.stringify(second.body);
  check(
    'the response is the same, and the money moved only once',
    same && second.replayed && !first.replayed,
  );

  step(`${to.name} cannot send more than the balance`);
  const tooMuch = {
    ...transfer,
    source: transfer.destination,
    destination: transfer.source,
    amount: '40.01',
  };
  await post(client, '/v1/transfers', tooMuch, { expect: 422, shown: [] });
  const transferId = text(first.body, 'id');
  label(transferId, 'the transfer');
  return transferId;
}

type Balances = Readonly<Record<'available' | 'pending' | 'cashable', bigint>>;
const BUCKETS = ['available', 'pending', 'cashable'] as const;

/** Checks that the balance of a wallet equals the sum of its history. */
async function checkWallet(client: Client, { name, userId, walletId }: Person): Promise<Balances> {
  step(`Balance and history of ${name}, in points`);
  const wallet = `/v1/users/${userId}/wallets/${walletId}`;
  const { body } = await get(client, `${wallet}/balance`, BUCKETS);
  const history = await get(client, `${wallet}/history?limit=100`, ['has_more']);
  const entries = listed(history.body);
  const columns = ['bucket', 'amount', 'balance_after', 'description'];
  table([columns, ...entries.map((entry) => columns.map((column) => text(entry, column)))]);
  const balanceIn = (bucket: string): bigint => cents(text(body, bucket));
  const balances = {
    available: balanceIn('available'),
    pending: balanceIn('pending'),
    cashable: balanceIn('cashable'),
  };
  for (const bucket of BUCKETS) {
    const amounts = entries
      .filter((entry) => entry['bucket'] === bucket)
      .map((entry) => cents(text(entry, 'amount')));
    const sum = amounts.reduce((total, amount) => total + amount, 0n);
    check(
      `${bucket}: the sum of the entries (${amounts.length}) is the balance, ${points(sum)} points`,
      sum === balances[bucket],
    );
  }
  return balances;
}

async function checkEvents(client: Client, transferId: string): Promise<void> {
  step('List the events of the transfer, which webhooks deliver');
  const { body } = await get(client, `/v1/events?object_id=${transferId}`, ['has_more']);
  const types = listed(body).map((event) => text(event, 'type'));
  check(
    `the transfer's events are ${[...types].reverse().join(', ')}`,
    types.join() === 'transfer.state_changed,transfer.created',
  );
}

async function runDemo(access: Access): Promise<void> {
  const client = createClient(access);
  title(`Demo against ${access.baseUrl}`);
  const run = randomUUID().slice(0, 8);
  const route = await bankRoute(client);
  const ana = await onboardUser(client, 'Ana', run);
  const ben = await onboardUser(client, 'Ben', run);
  await deposit(client, route, ana);
  await reward(client, ana);
  const transferId = await pay(client, ana, ben);
  const [hers, his] = [await checkWallet(client, ana), await checkWallet(client, ben)];

  step('Check the totals');
  check(
    `Ana has ${points(hers.available)} points: 15000.00 + 25.00 - 40.00`,
    hers.available === cents('14985.00'),
  );
  check(
    'all remaining points of Ana are cashable, because earned points were spent first',
    hers.cashable === hers.available,
  );
  check(
    `Ben has ${points(his.available)} points, ${points(his.cashable)} of them cashable`,
    his.available === 4000n && his.cashable === 1500n,
  );
  const together = hers.available + his.available;
  check(
    `together they have ${points(together)} points: the deposit plus the reward`,
    together === cents('15025.00'),
  );
  await checkEvents(client, transferId);
  await coin(client, ana);
  await payout(client, ana);
  await checkWallet(client, ana);
}

async function main(): Promise<void> {
  const access = findAccess();
  const howToStart =
    'Start it with `npm start` in another terminal, or set BASE_URL and API_KEY (a sandbox API key) to use another one.';
  if (access === undefined) {
    failed(`Found no service. ${howToStart}`);
    process.exitCode = 1;
    return;
  }
  try {
    await runDemo(access);
    const faults = faultsSoFar();
    title(faults === 0 ? '\nAll checks passed.' : `\n${faults} checks failed.`);
    process.exitCode = faults === 0 ? 0 : 1;
  } catch (error) {
    // fetch throws this if the connection fails.
    const unreachable = error instanceof TypeError && error.message === 'fetch failed';
    failed(unreachable ? `Cannot reach the service at ${access.baseUrl}. ${howToStart}` : String(error));
    process.exitCode = 1;
  }
}

await main();
