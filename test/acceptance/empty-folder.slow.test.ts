/**
 * An integrator's first program: in an empty folder with only Node.js, it installs the packed client, runs the example shop, verifies a
 * webhook, sends a batch of 500 transfers, and reads the events after a pause of 31 days.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { createClientProject, runInProject, toJavaScript } from '../support/client-package.ts';
import { startTestService } from '../support/service.ts';
import type { RunningService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Folder } from '../support/temporary-folder.ts';

const SHOP = readFileSync(new URL('../../examples/shop/shop.ts', import.meta.url), 'utf8');

const PROGRAM = `
import { createClient, LedgerPositionExpiredError, verifyWebhook } from '@svc-ledger/client';
import { startShop } from './shop.js';

const { BASE_URL, API_KEY } = process.env;
const ledger = createClient({ baseUrl: BASE_URL, apiKey: API_KEY });
const shop = await startShop(ledger, 0);

const call = async (method, path, body) => {
  const headers = { 'Content-Type': 'application/json', Connection: 'close' };
  const response = await fetch(shop.url + path, { method, headers, body: body && JSON.stringify(body) });
  return response.json();
};
const waitForMessage = async (id, message) => {
  for (const end = Date.now() + 20_000; Date.now() < end; await new Promise((done) => setTimeout(done, 50))) {
    const customer = await call('GET', '/customers/' + id);
    if (customer.messages?.includes(message)) return customer;
  }
  throw new Error('No message: ' + message);
};
const onboard = async (id) => {
  const { user_id } = await call('POST', '/customers', { id, first_name: id });
  await ledger.sandbox.setKyc(user_id, { kyc_status: 'approved' });
  return waitForMessage(id, 'Your wallet is ready.');
};

const { deposit_account_id } = await onboard('ana');
await onboard('ben');
await ledger.sandbox.createDeposit({ deposit_account_id, amount: '50.00' });
await waitForMessage('ana', 'You deposited 5000.00 points.');
await call('POST', '/customers/ana/gifts', { order: '1', to: 'ben', amount: '12.50' });
await waitForMessage('ben', 'You received 12.50 points from ana.');
console.log('shop', (await call('GET', '/customers/ana')).available);

const [endpoint] = (await ledger.webhookEndpoints.list()).data;
// Deliveries are recorded shortly after they succeeded.
let delivery;
for (const end = Date.now() + 20_000; delivery === undefined && Date.now() < end;)
  [delivery] = (await ledger.webhookEndpoints.listDeliveries(endpoint.id, { state: 'succeeded' })).data;
const { attempts, request_body } = await ledger.webhookDeliveries.get(delivery.id);
const event = await verifyWebhook(request_body, attempts[0].request.headers, endpoint.public_key_pem);
console.log('webhook', event.id === delivery.event_id);

const walletOf = async (id) => {
  const [user] = (await ledger.users.list({ external_reference: id })).data;
  const [wallet] = (await ledger.wallets.list(user.id)).data;
  return { type: 'wallet', wallet_id: wallet.id };
};
const [source, destination] = [await walletOf('ana'), await walletOf('ben')];
const transfers = Array.from({ length: 500 }, (_, n) => ({
  source, destination, amount: '0.01', integrator_reference: 'points-' + n,
}));
const batch = await ledger.transferBatches.create({ mode: 'atomic', transfers });
const inOrder = batch.results.every(({ transfer }, n) => transfer.integrator_reference === 'points-' + n);
console.log('batch', batch.created_count, inOrder, (await call('GET', '/customers/ben')).available);

const [newest] = (await ledger.events.list()).data;
await ledger.sandbox.advanceClock({ seconds: 31 * 24 * 60 * 60 });
await ledger.users.create({ type: 'individual', external_reference: 'zoe' });
const read = async (position) => {
  const types = [];
  for await (const { type } of ledger.events.since(position)) types.push(type);
  return types.join();
};
const error = await read(newest.id).catch((thrown) => thrown);
console.log('pause', error instanceof LedgerPositionExpiredError, await read(undefined));
await shop.close();
`;

describe('An empty folder with only Node.js', function () {
  this.timeout(300_000);
  let service: RunningService;
  let folder: Folder;
  before(async () => {
    service = await startTestService({}, Date.now, { webhooks: { allow_loopback: true } });
    folder = await temporaryFolder();
  });
  after(async () => {
    await service.close();
    await folder.remove();
  });

  it('runs the shop, verifies a webhook, sends a batch, and reads events after a pause of 31 days', async () => {
    await createClientProject(folder.path, 'module');
    writeFileSync(join(folder.path, 'shop.js'), toJavaScript(SHOP));
    writeFileSync(join(folder.path, 'program.js'), PROGRAM);
    const env = { BASE_URL: service.url, API_KEY: service.credentials.sandbox_api_key };
    expect((await runInProject(folder.path, 'program.js', env)).split('\n')).to.deep.equal([
      'shop 4987.50',
      'webhook true',
      'batch 500 true 17.50',
      'pause true user.created',
    ]);
  });
});
