import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { startShop } from '../../examples/shop/shop.ts';
import type { Shop } from '../../examples/shop/shop.ts';
import { createClient } from '../../packages/client/src/index.ts';
import type { Client } from '../../packages/client/src/index.ts';
import { startTestService } from '../support/service.ts';
import type { RunningService } from '../support/service.ts';
import { waitFor } from '../support/wait-for.ts';

// Tests know the shape of each answer.
// oxlint-disable-next-line typescript/no-explicit-any
type Body = any;

describe('The example shop', () => {
  let service: RunningService;
  let ledger: Client;
  let shop: Shop;
  before(async () => {
    service = await startTestService({}, Date.now, { webhooks: { allow_loopback: true } });
    ledger = createClient({ baseUrl: service.url, apiKey: service.credentials.sandbox_api_key });
    shop = await startShop(ledger, 0);
  });
  after(async () => {
    await shop.close();
    await service.close();
  });

  async function call(method: string, path: string, body?: object): Promise<{ status: number; body: Body }> {
    const response = await fetch(shop.url + path, {
      method,
      headers: { 'Content-Type': 'application/json', Connection: 'close' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  }
  async function onboard(id: string): Promise<void> {
    const { status, body } = await call('POST', '/customers', { id, first_name: id });
    expect(status).to.equal(201);
    expect(body.identity_url).to.match(/^http/);
    expect((await call('GET', `/customers/${id}`)).status).to.equal(409);
    await ledger.sandbox.setKyc(body.user_id, { kyc_status: 'approved' });
    await waitForMessage(id, 'Your wallet is ready.');
  }
  const waitForMessage = (id: string, message: string): Promise<Body> =>
    waitFor(`the message: ${message}`, async () => {
      const { body } = await call('GET', `/customers/${id}`);
      return body.messages?.includes(message) === true ? body : undefined;
    });

  it('has fewer than 200 lines', () => {
    const text = readFileSync(new URL('../../examples/shop/shop.ts', import.meta.url), 'utf8');
    expect(text.split('\n')).to.have.length.below(200);
  });

  it('onboards users, takes a deposit, transfers points, cashes out, and reacts to webhooks', async () => {
    await onboard('ana');
    await onboard('ben');
    const { deposit_account_id } = (await call('GET', '/customers/ana')).body;
    await ledger.sandbox.createDeposit({ deposit_account_id, amount: '50.00' });
    const deposited = await waitForMessage('ana', 'You deposited 5000.00 points.');
    expect(deposited).to.include({ available: '5000.00', earned: '0.00' });

    const gift = { order: '1', to: 'ben', amount: '12.50' };
    const first = await call('POST', '/customers/ana/gifts', gift);
    expect(first).to.deep.include({ status: 201 });
    expect((await call('POST', '/customers/ana/gifts', gift)).body).to.deep.equal(first.body);
    await waitForMessage('ben', 'You received 12.50 points from ana.');
    expect((await call('GET', '/customers/ana')).body.available).to.equal('4987.50');

    const bank = { name: 'Ana Lovelace', account_number: '000123456789', routing_code: '021000021' };
    const payout = await call('POST', '/customers/ana/payouts', { order: '2', amount: '1000', ...bank });
    expect(payout.status).to.equal(201);
    await ledger.waitForTransfer(payout.body.transfer_id, { until: 'payout_submitted' });
    await ledger.sandbox.setPayoutOutcome(payout.body.transfer_id, { outcome: 'completed' });
    await waitForMessage('ana', 'We paid 10.00 dollars to your bank.');
  });

  it('answers what the ledger refuses, and what is missing', async () => {
    const tooMuch = await call('POST', '/customers/ben/gifts', { order: '3', to: 'ana', amount: '99' });
    expect(tooMuch).to.deep.include({ status: 422 });
    expect(tooMuch.body.code).to.equal('insufficient_balance');
    expect((await call('POST', '/customers/ben/gifts', { order: '4', to: 'ana' })).status).to.equal(422);
    expect((await call('GET', '/customers/zoe')).status).to.equal(404);
  });
});
