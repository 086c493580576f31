import { expect } from 'chai';
import type { Answer, Client } from '../../../support/client.ts';
import { openPage } from '../../../support/hosted-page.ts';
import { startServiceWithOperators } from '../../../support/service-with-operators.ts';
import type { ServiceWithOperators } from '../../../support/service-with-operators.ts';
import { startServicePair } from '../../../support/service-pair.ts';
import { startTestService } from '../../../support/service.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { holderOfBoth, newQuote } from '../../../support/treasury.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { eventIds, isSigned, newEndpoint } from '../../../support/webhook-client.ts';
import { startWebhookReceiver, statusResponse } from '../../../support/webhook-receiver.ts';
import type { WebhookReceiver } from '../../../support/webhook-receiver.ts';
import {
  expectBody,
  expectError,
  fundedWallet,
  listAll,
  newUser,
  newWallet,
  onrampBody,
  transferBody,
  waitForTransferState,
} from '../../../support/api-steps.ts';

type Body = Answer['body'];

const HOUR = 3_600;
const DAY = 24 * HOUR;

const SETTINGS = {
  user_limits: { per_24h: { user_to_user: '100.00' }, per_30d: { user_to_user: '150.00' } },
  webhooks: { allow_loopback: true },
};

const advance = async (client: Client, seconds: number): Promise<Body> =>
  expectBody(await client.post('/v1/sandbox/clock/advance', { seconds }), 200);
const clockOf = async (client: Client): Promise<Body> =>
  expectBody(await client.get('/v1/sandbox/clock'), 200);

describe('The sandbox clock', () => {
  let service: ServiceWithOperators;
  let sandbox: Client;
  before(async () => {
    service = await startServiceWithOperators(SETTINGS);
    ({ sandbox } = service);
  });
  after(() => service.close());

  it('starts at the real time, moves forward, and shows how far it is ahead', async () => {
    const before = await clockOf(sandbox);
    expect(before.ahead_seconds).to.equal(0);
    expect(Date.parse(before.time)).to.be.within(Date.now() - 60_000, Date.now());
    const after = await advance(sandbox, 90);
    expect(after.ahead_seconds).to.equal(90);
    expect(Date.parse(after.time) - Date.parse(before.time)).to.be.within(90_000, 150_000);
    expect((await advance(sandbox, 10)).ahead_seconds).to.equal(100);
    const now = await clockOf(sandbox);
    expect(now.ahead_seconds).to.equal(100);
    expect(Date.parse((await newUser(sandbox)).created_at)).to.be.at.least(Date.parse(now.time));
  });

  it('refuses to stand still, to go back, and to move too far', async () => {
    for (const seconds of [0, -1, 0.5, 31 * DAY + 1, '60', null])
      expectError(await sandbox.post('/v1/sandbox/clock/advance', { seconds }), 422, 'validation_failed');
    expectError(await sandbox.post('/v1/sandbox/clock/advance', {}), 422, 'validation_failed');
  });

  it('advances once for a repeated request', async () => {
    const request = { idempotencyKey: 'advance once' };
    const first = await sandbox.post('/v1/sandbox/clock/advance', { seconds: 5 }, request);
    const again = await sandbox.post('/v1/sandbox/clock/advance', { seconds: 5 }, request);
    expect(again.text).to.equal(first.text);
    expect((await clockOf(sandbox)).ahead_seconds).to.equal(first.body.ahead_seconds);
  });

  it('does not exist in production', async () => {
    const { production } = service;
    expectError(await production.get('/v1/sandbox/clock'), 403, 'sandbox_only');
    expectError(await production.post('/v1/sandbox/clock/advance', { seconds: 1 }), 403, 'sandbox_only');
    await advance(sandbox, DAY);
    const { created_at } = await newUser(production);
    expect(Date.parse(created_at)).to.be.at.most(Date.now());
  });

  it('lets a quote expire, for reads and conversions', async () => {
    const { points, coin } = await holderOfBoth(sandbox);
    const quote = await newQuote(sandbox, points, coin, '10.00');
    const shown = async () => expectBody(await sandbox.get(`/v1/quotes/${quote.id}`), 200).status;
    expect(await shown()).to.equal('open');
    await advance(sandbox, 31);
    expect(await shown()).to.equal('expired');
    const used = transferBody(points.id, coin.id, '10.00', { quote_id: quote.id });
    expectError(await sandbox.post('/v1/transfers', used), 422, 'quote_expired');
  });

  it('lets onboarding links expire', async () => {
    const { id } = await newUser(sandbox);
    const { kyc } = expectBody(await sandbox.post(`/v1/users/${id}/onboarding_links`), 201);
    expect((await openPage(kyc.url)).status).to.equal(200);
    await advance(sandbox, DAY);
    expect((await openPage(kyc.url)).status).to.equal(410);
  });

  it('lets payment instructions expire, also those that were issued after an advance', async () => {
    for (let i = 0; i < 2; i += 1) {
      const wallet = await newWallet(sandbox);
      const onramp = expectBody(await sandbox.post('/v1/transfers', onrampBody(wallet.id, '50.00')), 201);
      const { time } = await clockOf(sandbox);
      const lifetime = Date.parse(onramp.deposit_instructions.expires_at) - Date.parse(time);
      expect(lifetime).to.be.within(7 * DAY * 1_000 - 60_000, 7 * DAY * 1_000);
      await advance(sandbox, 7 * DAY);
      const canceled = await waitForTransferState(sandbox, onramp.id, 'canceled');
      expect(canceled.state_reason.code).to.equal('expired');
    }
  });

  it('lets the limits of a user recover', async () => {
    const from = await fundedWallet(sandbox, { cashable: '1000.00' });
    const to = await newWallet(sandbox);
    const send = (amount: string) => sandbox.post('/v1/transfers', transferBody(from.id, to.id, amount));
    expectBody(await send('100.00'), 201);
    expectError(await send('0.01'), 422, 'user_limit_exceeded');
    await advance(sandbox, DAY);
    expectBody(await send('50.00'), 201);
    expectError(await send('0.01'), 422, 'user_limit_exceeded');
    await advance(sandbox, 30 * DAY);
    expectBody(await send('100.00'), 201);
  });

  it('shows past balances up to its own time', async () => {
    const wallet = await fundedWallet(sandbox, { cashable: '100.00' });
    const { time } = await clockOf(sandbox);
    await advance(sandbox, HOUR);
    const path = `/v1/users/${wallet.user_id}/wallets/${wallet.id}/balance`;
    const past = expectBody(await sandbox.get(`${path}?at=${time}`), 200);
    expect(past.available).to.equal('100.00');
    const later = new Date(Date.parse(time) + 2 * HOUR * 1_000).toISOString();
    expectError(await sandbox.get(`${path}?at=${later}`), 400, 'malformed_request');
  });

  it('ends the retention of events', async () => {
    const { id } = await newUser(sandbox);
    const [event] = await listAll(sandbox, `/v1/events?object_id=${id}`);
    await advance(sandbox, 30 * DAY);
    expect(await listAll(sandbox, `/v1/events?object_id=${id}`)).to.deep.equal([]);
    expectError(await sandbox.get(`/v1/events/${event?.id}`), 404, 'not_found');
    expectError(await sandbox.post(`/v1/events/${event?.id}/redeliver`, {}), 404, 'not_found');
    expectBody(await sandbox.get(`/v1/users/${id}`), 200);
  });

  const receivers: WebhookReceiver[] = [];
  afterEach(() => Promise.all(receivers.splice(0).map((each) => each.close())));
  const newReceiver = async (): Promise<WebhookReceiver> => {
    const receiver = await startWebhookReceiver();
    receivers.push(receiver);
    return receiver;
  };

  it('retries webhooks, with signatures that have the real time', async () => {
    const receiver = await newReceiver();
    receiver.respondWith(statusResponse(500));
    const endpoint = await newEndpoint(sandbox, receiver.url);
    const { id } = await newUser(sandbox);
    const got = (count: number) =>
      waitFor(`${count} attempts`, () => (receiver.received.length >= count ? receiver.received : undefined));
    const deliveries = async (state: string): Promise<Body[]> =>
      expectBody(
        await service.admin.get(
          `/operator/v1/webhook_endpoints/${endpoint.id}/deliveries?state=${state}&limit=10`,
        ),
        200,
      ).data;
    await got(1);
    // None of these retries is more than 5 hours after the previous attempt.
    for (let attempt = 2; attempt <= 8; attempt += 1) {
      await waitFor(
        'the outcome',
        async () => (await deliveries('pending'))[0]?.attempt >= attempt - 1 || undefined,
      );
      await advance(sandbox, 6 * HOUR);
      await got(attempt);
    }
    for (const each of receiver.received) {
      expect(isSigned(each, endpoint.public_key_pem)).to.equal(true);
      const t = Number(/^t=(\d+)/.exec(String(each.headers['svc-signature']))?.[1]);
      expect(t * 1_000).to.be.within(Date.now() - 60_000, Date.now() + 1_000);
    }
    await waitFor('the outcome', async () => (await deliveries('pending'))[0]?.attempt >= 8 || undefined);
    await advance(sandbox, 2 * DAY);
    await waitFor('the end of the delivery', async () => (await deliveries('failed'))[0]);
    receiver.respondWith(statusResponse(204));
    const [event] = await listAll(sandbox, `/v1/events?object_id=${id}`);
    expectBody(await sandbox.post(`/v1/events/${event?.id}/redeliver`, {}), 202);
    await waitFor('the redelivery', async () => (await deliveries('succeeded'))[0]);
    expect(new Set(eventIds(receiver.received)).size).to.equal(1);
    await sandbox.request('DELETE', `/v1/webhook_endpoints/${endpoint.id}`);
  });

  it('lets the previous key of a webhook endpoint expire', async () => {
    const receiver = await newReceiver();
    const endpoint = await newEndpoint(sandbox, receiver.url);
    const path = `/operator/v1/webhook_endpoints/${endpoint.id}/rotate_key`;
    expectBody(await service.admin.post(path, { overlap_seconds: HOUR }), 200);
    const signatures = async (): Promise<number> => {
      const before = receiver.received.length;
      await newUser(sandbox);
      const got = await waitFor('a webhook', () => receiver.received[before]);
      return String(got.headers['svc-signature']).split(',v1=').length - 1;
    };
    expect(await signatures()).to.equal(2);
    await advance(sandbox, HOUR);
    await waitFor('one key', async () => (await signatures()) === 1 || undefined);
    await sandbox.request('DELETE', `/v1/webhook_endpoints/${endpoint.id}`);
  });
});

describe('A sandbox clock that is ahead', () => {
  it('stays ahead after a restart', async () => {
    const folder = await temporaryFolder();
    const env = { DATA_DIR: folder.path };
    const first = await startTestService(env);
    const wallet = await newWallet(first.sandbox);
    const onramp = expectBody(await first.sandbox.post('/v1/transfers', onrampBody(wallet.id, '50.00')), 201);
    const { time } = await advance(first.sandbox, 6 * DAY);
    await first.close();
    const second = await startTestService(env);
    const { sandbox } = second;
    const now = await clockOf(sandbox);
    expect(now.ahead_seconds).to.equal(6 * DAY);
    expect(Date.parse(now.time)).to.be.at.least(Date.parse(time));
    await advance(sandbox, DAY);
    await waitForTransferState(sandbox, onramp.id, 'canceled');
    await second.close();
    await folder.remove();
  });

  it('is ahead on every node at once', async () => {
    const pair = await startServicePair();
    const [{ sandbox: one }, { sandbox: other }] = pair.nodes;
    const { id } = await newUser(one);
    const [event] = await listAll(other, `/v1/events?object_id=${id}`);
    await advance(one, 31 * DAY);
    expectError(await other.get(`/v1/events/${event?.id}`), 404, 'not_found');
    expect((await clockOf(other)).ahead_seconds).to.equal(31 * DAY);
    await advance(other, 1);
    expect((await clockOf(one)).ahead_seconds).to.equal(31 * DAY + 1);
    await pair.close();
  });
});
