/**
 * Writes a new recorded data directory with the code of this checkout; see README.md. People, transfers, and payments are invented.
 *
 *   node --import tsx test/golden/record.ts
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import * as steps from '../support/api-steps.ts';
import { createClient, createOperatorClient, type Answer, type Client } from '../support/client.ts';
import { startTestService, type RunningService } from '../support/service.ts';
import { statementOf } from '../support/statements.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { convert, newQuote, quoteBody } from '../support/treasury.ts';
import { waitFor } from '../support/wait-for.ts';
import { newEndpoint, setStatus } from '../support/webhook-client.ts';
import { startWebhookReceiver, statusResponse } from '../support/webhook-receiver.ts';
import { RECORDED, RECORDED_FILES, SETTINGS } from './recorded-directory.ts';

type Body = Answer['body'];
const { expectBody } = steps;

const HOUR_MS = 60 * 60 * 1_000;
const FIRST_DAY = Date.parse('2026-11-02T09:00:00.000Z');
const startedAt = Date.now();
let passed = 0;
const clock = (): number => FIRST_DAY + passed + (Date.now() - startedAt);
const dayNow = (): string => new Date(clock()).toISOString().slice(0, 10);

const folder = await temporaryFolder();
const receiver = await startWebhookReceiver();
receiver.respondWith(statusResponse(200, 'Thank you.'));
const start = (more: object = {}): Promise<RunningService> =>
  startTestService({ DATA_DIR: folder.path }, clock, { ...SETTINGS, ...more });
/** The requests of a list and of each object in it. */
const requests: string[] = [];
const ask = (who: string, ...paths: readonly string[]): void =>
  void requests.push(...paths.map((path) => `${who} GET ${path}`));

let service = await start();
const admin = createOperatorClient(service.url, service.credentials.operator_token);
const secret = async (name: string): Promise<string> =>
  expectBody(await admin.post('/operator/v1/tokens', { name, role: 'admin' }), 201).secret;
const [anaSecret, benSecret] = [await secret('Ana Silva'), await secret('Ben Okafor')];
let ana = createOperatorClient(service.url, anaSecret);
let ben = createOperatorClient(service.url, benSecret);
/** Another start has another URL. */
const restart = async (more: object = {}): Promise<void> => {
  await service.close();
  service = await start(more);
  ana = createOperatorClient(service.url, anaSecret);
  ben = createOperatorClient(service.url, benSecret);
};
const decide = async (who: Client, id: string, what: 'approve' | 'withdraw'): Promise<Body> =>
  (await who.post(`/operator/v1/proposals/${id}/${what}`)).body;
const proposed = async (answer: Promise<Answer>): Promise<string> => expectBody(await answer, 202).id;

const wallets = await recordPeople();
await recordTreasury();
const transfers = await recordTransfers();
await recordBooks();
await recordOperators();
await recordPayouts();
await recordReconciliation();
await recordOtherSandbox();
listRequests();
await service.close();
await receiver.close();
store();
await folder.remove();

async function recordPeople(): Promise<{ ada: Body; ben: Body; coin: Body }> {
  const { sandbox } = service;
  await newEndpoint(sandbox, `${receiver.url}/hooks`, { description: 'The shop.' });
  await newEndpoint(sandbox, 'https://hooks.invalid/hooks', { event_types: ['transfer.state_changed'] });
  const ada = await steps.fundedWallet(sandbox, { cashable: '9000.00', earned: '250.00' });
  const other = await steps.fundedWallet(sandbox, { cashable: '900.00' });
  const name = {
    first_name: 'Grace',
    last_name: 'Hopper',
    email: 'grace@example.com',
    phone: '+14155550177',
  };
  const grace = await steps.approvedUser(sandbox, name);
  expectBody(await sandbox.patch(`/v1/users/${grace.id}`, { metadata: { tier: 'gold' } }), 200);
  expectBody(await sandbox.post(`/v1/users/${grace.id}/onboarding_links`), 201);
  const review = { kyc_status: 'under_review', terms_status: 'approved' };
  for (const outcome of ['approved', 'rejected', null]) {
    const { id } = await steps.newUser(sandbox, { last_name: 'Lovelace' });
    expectBody(await sandbox.post(`/v1/sandbox/users/${id}/kyc`, review), 200);
    expectBody(await ana.patch(`/operator/v1/users/${id}/kyc_review`, { assigned_to: 'me' }), 200);
    if (outcome === null) continue;
    const reasons =
      outcome === 'rejected' ? { rejection_reasons: [{ code: 'unreadable', message: 'Too dark.' }] } : {};
    expectBody(await ana.post(`/operator/v1/users/${id}/kyc_review`, { outcome, ...reasons }), 200);
  }
  const coin = { asset: 'svc-coin', acknowledge_price_risk: true };
  ask('api', `/v1/users/${grace.id}`, `/v1/users/${ada.user_id}/wallets`);
  ask('operator', `/operator/v1/users/${grace.id}`);
  return {
    ada,
    ben: other,
    coin: expectBody(await sandbox.post(`/v1/users/${ada.user_id}/wallets`, coin), 201),
  };
}

async function recordTreasury(): Promise<void> {
  const path = '/operator/v1/treasury/sandbox';
  const trade = { side: 'buy', coin_amount: '100', price: '2500.00', counterparty: 'Desk one' };
  expectBody(await ana.post(`${path}/trades`, trade), 201);
  const large = { ...trade, coin_amount: '500' };
  const trades = [];
  for (let i = 0; i < 3; i++) trades.push(await proposed(ana.post(`${path}/trades`, large)));
  await decide(ben, trades[0] ?? '', 'approve');
  await decide(ben, trades[1] ?? '', 'withdraw');
  const { integrator_id } = service.credentials;
  const give = (amounts: object): Promise<Answer> =>
    ana.post(`${path}/allocations`, { integrator_id, coin_stock: '10', ...amounts });
  expectBody(await give({ points_backing: '25000.00' }), 201);
  const first = await proposed(give({ points_backing: '120000.00' }));
  await proposed(give({ points_backing: '130000.00' }));
  await decide(ben, first, 'approve');
  ask('operator', `${path}/trades`);
}

async function recordTransfers(): Promise<string[]> {
  const { sandbox } = service;
  const { ada, ben: other, coin } = wallets;
  const send = async (body: object): Promise<string> =>
    expectBody(await sandbox.post('/v1/transfers', body), 201).id;
  const transfer = (amount: string, more: object = {}) =>
    send(steps.transferBody(ada.id, other.id, amount, more));
  const reference = { integrator_reference: 'order-17', metadata: { order: '17' } };
  const ids = [await transfer('40.00', reference), await transfer('450.00'), await transfer('460.00')];
  const held = [
    await transfer('900.00'),
    await transfer('910.00'),
    await transfer('920.00'),
    await transfer('930.00'),
  ];
  const review = (id: string, outcome: string): Promise<Answer> =>
    ana.post(`/operator/v1/transfers/${id}/review`, {
      outcome,
      reason: { code: 'reviewed', message: 'The invoice fits.' },
    });
  expectBody(await review(ids[1] ?? '', 'approved'), 200);
  expectBody(await review(ids[2] ?? '', 'rejected'), 200);
  const approvals: string[] = [];
  for (const id of held) approvals.push(await proposed(review(id, 'approved')));
  await decide(ben, approvals[0] ?? '', 'approve');
  await decide(ana, approvals[1] ?? '', 'withdraw');
  expectBody(await review(held[2] ?? '', 'rejected'), 200);
  const onramps = [
    await send(steps.onrampBody(other.id, '20.00')),
    await send(steps.onrampBody(other.id, '30.00')),
  ];
  const deposit = { transfer_id: onramps[0], amount: '20.00' };
  expectBody(await sandbox.post('/v1/sandbox/deposits', deposit), 200);
  const account = await steps.newDepositAccount(sandbox, other, 'cad');
  for (const outcome of ['credited', 'in_review', 'returned'])
    expectBody(
      await sandbox.post('/v1/sandbox/deposits', { deposit_account_id: account.id, amount: '5.00', outcome }),
      200,
    );
  for (const what of ['deactivate', 'reactivate'])
    expectBody(await sandbox.post(`/v1/users/${other.user_id}/deposit_accounts/${account.id}/${what}`), 200);
  const bought = expectBody(await convert(sandbox, ada, coin, '1000.00'), 201).id;
  const quote = await newQuote(sandbox, ada, coin, '10.00');
  expectBody(await sandbox.post('/v1/quotes', quoteBody(coin, ada, '0.01')), 201);
  const payout = await steps.newPayoutAccount(sandbox, ada.user_id);
  const paid: string[] = [];
  for (const outcome of ['completed', 'returned', 'undeliverable']) {
    const { id } = await steps.submittedOfframp(sandbox, ada.id, payout.id, '300.00');
    expectBody(await sandbox.post(`/v1/sandbox/transfers/${id}/payout_outcome`, { outcome }), 200);
    paid.push(id);
  }
  paid.push(await send(steps.offrampBody(ada.id, payout.id, '410.00')));
  ask(
    'api',
    `/v1/quotes/${quote.id}`,
    `/v1/users/${other.user_id}/deposit_accounts/${account.id}`,
    `/v1/users/${other.user_id}/deposit_accounts/${account.id}/activity`,
    `/v1/users/${ada.user_id}/payout_accounts/${payout.id}`,
  );
  ask('operator', ...approvals.map((id) => `/operator/v1/proposals/${id}`));
  return [...ids, ...held, ...onramps, bought, ...paid];
}

/** Rewards, holds, notes, and a person who is forgotten. */
async function recordBooks(): Promise<void> {
  const { sandbox } = service;
  const { ben: other } = wallets;
  expectBody(
    await sandbox.post('/v1/sandbox/rewards', {
      wallet_id: other.id,
      amount: '5.00',
      description: 'Welcome',
    }),
    201,
  );
  const grant = (amount: string): Promise<Answer> =>
    ana.post(`/operator/v1/wallets/${other.id}/rewards`, { amount });
  expectBody(await grant('20.00'), 201);
  const rewards = [
    await proposed(grant('500.00')),
    await proposed(grant('510.00')),
    await proposed(grant('520.00')),
  ];
  await decide(ben, rewards[0] ?? '', 'approve');
  await decide(ben, rewards[1] ?? '', 'withdraw');
  expectBody(await ana.post(`/operator/v1/users/${other.user_id}/notes`, { text: 'Called on Monday.' }), 201);
  expectBody(
    await ana.post(`/operator/v1/transfers/${transfers[0] ?? ''}/notes`, { text: 'A second note.' }),
    201,
  );
  const frozen = await steps.newWallet(sandbox);
  for (const what of ['freeze', 'unfreeze', 'freeze'])
    expectBody(await ana.post(`/operator/v1/wallets/${frozen.id}/${what}`, { reason: 'A check.' }), 200);
  const forgotten = await steps.newWallet(sandbox);
  const bank = await steps.newPayoutAccount(sandbox, forgotten.user_id);
  const accounts = `/v1/users/${forgotten.user_id}/payout_accounts`;
  expectBody(await sandbox.request('DELETE', `${accounts}/${bank.id}`), 200);
  expectBody(await sandbox.post(`/v1/users/${forgotten.user_id}/deactivate`), 200);
  expectBody(await ana.post(`/operator/v1/users/${forgotten.user_id}/forget`, { reason: 'Case 7.' }), 200);
  ask('api', `/v1/users/${forgotten.user_id}`);
  ask(
    'operator',
    ...rewards.map((id) => `/operator/v1/proposals/${id}`),
    `/operator/v1/users/${other.user_id}/notes`,
    `/operator/v1/wallets/${frozen.id}`,
  );
}

async function recordOperators(): Promise<void> {
  const integrator = expectBody(await admin.post('/operator/v1/integrators', { name: 'Acme Games' }), 201);
  const keys = `/operator/v1/integrators/${integrator.id}/keys`;
  const key = expectBody(
    await admin.post(keys, { environment: 'sandbox', permissions: 'read', name: 'A reader' }),
    201,
  );
  expectBody(await admin.post(`/operator/v1/keys/${key.id}/rotate`, { overlap_seconds: 60 }), 201);
  const token = expectBody(
    await admin.post('/operator/v1/tokens', { name: 'A viewer', role: 'viewer' }),
    201,
  );
  expectBody(await admin.post(`/operator/v1/tokens/${token.id}/revoke`), 200);
  expectBody(await admin.post('/operator/v1/rails/sandbox/emailpay/availability', { available: false }), 200);
  const { data } = expectBody(await service.sandbox.get('/v1/webhook_endpoints'), 200);
  const [endpoint] = data;
  const rotation = { overlap_seconds: 60, reason: 'A drill.' };
  expectBody(await admin.post(`/operator/v1/webhook_endpoints/${endpoint.id}/rotate_key`, rotation), 200);
  await waitFor('deliveries', async () => {
    const path = `/v1/webhook_endpoints/${data[1].id}/deliveries?state=succeeded&limit=100`;
    return expectBody(await service.sandbox.get(path), 200).data.length > 20 || undefined;
  });
  // Attempts after the recording would change the answers.
  for (const { id } of data) await setStatus(service.sandbox, id, 'disabled');
  ask('operator', keys, `/operator/v1/integrators/${integrator.id}`);
}

/** Payouts of a rail that was removed from the configuration are settled by operators. */
async function recordPayouts(): Promise<void> {
  const { ada } = wallets;
  const { data } = expectBody(await service.sandbox.get(`/v1/users/${ada.user_id}/payout_accounts`), 200);
  const ids: string[] = [];
  for (const amount of ['100.00', '301.00', '302.00', '303.00'])
    ids.push((await steps.submittedOfframp(service.sandbox, ada.id, data[0].id, amount)).id);
  await restart({ rails: { bank_eft: null } });
  const reason = { code: 'bank_closed', message: 'The bank says that it never had it.' };
  const settle = (id: string | undefined, outcome: string): Promise<Answer> =>
    ana.post(`/operator/v1/transfers/${id ?? ''}/payout_outcome`, { outcome, reason });
  expectBody(await settle(ids[0], 'returned'), 200);
  const waiting = [
    await proposed(settle(ids[1], 'completed')),
    await proposed(settle(ids[2], 'undeliverable')),
  ];
  await proposed(settle(ids[3], 'returned'));
  await decide(ben, waiting[0] ?? '', 'approve');
  await decide(ben, waiting[1] ?? '', 'withdraw');
  await restart();
  transfers.push(...ids);
}

async function recordReconciliation(): Promise<void> {
  const path = '/operator/v1/reconciliation/sandbox';
  const day = dayNow();
  expectBody(await ana.post(`${path}/movements`), 200);
  const { data: movements } = expectBody(
    await ana.get(`${path}/items?rail=bank_eft&currency=usd&limit=100`),
    200,
  );
  const matching = movements.map(({ movement }: Body, index: number) => ({
    ...{ day, amount: movement.amount, reference: `B-${index}`, text: movement.bank_reference ?? 'Transfer' },
  }));
  const breaks = ['-0.50', '-6.50', '-7.50', '-8.50', '3.00', '9.00'].map((amount, index) => ({
    ...{ day, amount, reference: `X-${index}` },
  }));
  const balance = { opened_on: day, closed_on: day, opening_balance: '1000.00' };
  expectBody(await ana.post(`${path}/statements`, statementOf([...matching, ...breaks], balance)), 201);
  const { data } = expectBody(await ana.get(`${path}/items?breaks=open&limit=100`), 200);
  const item = (reference: string): string =>
    data.find(({ line }: Body) => line?.bank_reference === reference)?.id ?? reference;
  const resolve = (reference: string, resolution: string): Promise<Answer> =>
    ana.post(`${path}/items/${item(reference)}/resolution`, { resolution, reason: 'The bank explained it.' });
  expectBody(await resolve('X-0', 'write_off'), 200);
  const offs = [await proposed(resolve('X-1', 'write_off')), await proposed(resolve('X-2', 'write_off'))];
  await decide(ben, offs[0] ?? '', 'approve');
  await decide(ben, offs[1] ?? '', 'withdraw');
  expectBody(await ana.patch(`${path}/items/${item('X-3')}`, { assigned_to: 'me' }), 200);
  for (const reference of ['X-2', 'X-4', 'X-5']) expectBody(await resolve(reference, 'accept'), 200);
  for (const { line, movement, id } of data)
    if (!String(line?.bank_reference).startsWith('X-'))
      expectBody(
        await ana.post(`${path}/items/${id}/resolution`, {
          resolution: 'accept',
          reason: movement ? 'Late.' : 'Early.',
        }),
        200,
      );
  await proposed(resolve('X-3', 'write_off'));
  expectBody(await resolve('X-3', 'accept'), 200);
  passed += 24 * HOUR_MS;
  const next = { opened_on: dayNow(), closed_on: dayNow(), opening_balance: '0.00' };
  expectBody(await ana.post(`${path}/days/${day}/closing`), 200);
  expectBody(
    await ana.post(`${path}/statements`, {
      ...statementOf([{ day: dayNow(), amount: '-2.50', reference: 'Y-1' }], next),
      rail: 'bank_eft',
    }),
    201,
  );
  const { data: open } = expectBody(await ana.get(`${path}/items?breaks=open&limit=100`), 200);
  await proposed(
    ana.post(`${path}/items/${open[0].id}/resolution`, { resolution: 'write_off', reason: 'A fee.' }),
  );
  ask(
    'operator',
    `${path}/days/${day}`,
    `${path}/items?day=${day}&limit=100`,
    `${path}/journal?period=${day}`,
  );
}

/** A second integrator whose sandbox has another time, and was reset. */
async function recordOtherSandbox(): Promise<void> {
  const { id } = expectBody(await ana.post('/operator/v1/integrators', { name: 'Other' }), 201);
  const keys = { environment: 'sandbox', permissions: 'read_write' };
  const key = expectBody(await ana.post(`/operator/v1/integrators/${id}/keys`, keys), 201);
  const sandbox = createClient(service.url, key.secret);
  await steps.fundedWallet(sandbox, { cashable: '500.00' });
  expectBody(await sandbox.post('/v1/sandbox/clock/advance', { seconds: 3_600 }), 200);
  expectBody(await sandbox.post('/v1/sandbox/reset'), 200);
  await steps.newWallet(sandbox);
}

function listRequests(): void {
  const { ada, ben: other, coin } = wallets;
  for (const { user_id, id } of [ada, other, coin]) {
    const path = `/v1/users/${user_id}/wallets/${id}`;
    ask('api', path, `${path}/balance`, `${path}/history?limit=100`, `${path}/statements/2026-11`);
    ask('operator', `/operator/v1/wallets/${id}`);
    ask('console', `/console/wallets/${id}`);
  }
  for (const id of transfers) {
    ask('api', `/v1/transfers/${id}`);
    ask('operator', `/operator/v1/transfers/${id}`);
  }
  ask('console', `/console/transfers/${transfers[0] ?? ''}`, `/console/users/${ada.user_id}`);
  for (const list of ['users', 'transfers', 'webhook_endpoints', 'events'])
    ask('api', `/v1/${list}?limit=100`);
  for (const query of [
    'state=completed&kind=user_to_user',
    'kind=offramp&limit=2',
    'integrator_reference=order-17',
  ])
    ask('api', `/v1/transfers?${query}`);
  ask('api', '/v1/routes', '/v1/rates?from=svc-points&to=svc-coin', '/v1/sandbox/clock');
  const lists = ['integrators', 'tokens', 'operators', 'review_queue', 'reviews', 'kyc_reviews', 'payouts'];
  const more = ['proposals', 'rails', 'webhook_endpoints', 'reconciliation/sandbox/statements'];
  for (const list of [
    ...lists,
    ...more,
    'reconciliation/sandbox/days',
    'transfers?limit=100',
    'users?limit=100',
  ])
    ask('operator', `/operator/v1/${list}`);
  const pages = [
    '',
    '/integrators',
    '/transfers',
    '/users',
    '/reviews',
    '/proposals',
    '/treasury',
    '/rails',
    '/treasury/sandbox',
    '/reconciliation/sandbox',
  ];
  for (const page of [
    ...pages,
    '/webhooks',
    '/projections',
    '/health',
    '/audit',
    '/tokens',
    '/activity',
    '/metrics',
  ])
    ask('console', `/console${page}`);
}

/** Writes the database without its write-ahead log and without free pages. */
function store(): void {
  mkdirSync(RECORDED, { recursive: true });
  for (const name of RECORDED_FILES) copyFileSync(join(folder.path, name), join(RECORDED, name));
  const file = join(folder.path, DATABASE_FILE_NAME);
  const database = openDatabase(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE); VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  writeFileSync(join(RECORDED, `${DATABASE_FILE_NAME}.gz`), gzipSync(readFileSync(file), { level: 9 }));
  writeFileSync(
    join(RECORDED, 'recording.json'),
    `${JSON.stringify({ time: clock(), requests }, null, 1)}\n`,
  );
}
