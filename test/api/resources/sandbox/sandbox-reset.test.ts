import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createClient } from '../../../support/client.ts';
import type { Answer, Client } from '../../../support/client.ts';
import { openEventStream } from '../../../support/event-stream-client.ts';
import { openPage } from '../../../support/hosted-page.ts';
import { startServiceWithOperators } from '../../../support/service-with-operators.ts';
import type { ServiceWithOperators } from '../../../support/service-with-operators.ts';
import { startServicePair } from '../../../support/service-pair.ts';
import { startTestService } from '../../../support/service.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { allocate, convert, holderOfBoth } from '../../../support/treasury.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { newEndpoint } from '../../../support/webhook-client.ts';
import { startWebhookReceiver, statusResponse } from '../../../support/webhook-receiver.ts';
import {
  expectBody,
  expectError,
  fundedWallet,
  listAll,
  newPayoutAccount,
  newUser,
  newWallet,
  offrampBody,
  onrampBody,
  transferBody,
} from '../../../support/api-steps.ts';

type Body = Answer['body'];

const SETTINGS = { webhooks: { allow_loopback: true } };

const reset = async (client: Client): Promise<Body> =>
  expectBody(await client.post('/v1/sandbox/reset'), 200);

/** Every service is audited when it closes. */
describe('A reset of the sandbox', () => {
  let service: ServiceWithOperators;
  let sandbox: Client;
  let admin: Client;
  before(async () => {
    service = await startServiceWithOperators(SETTINGS);
    ({ sandbox, admin } = service);
  });
  after(() => service.close());

  it('empties it for all keys, and keeps the keys', async () => {
    const wallet = await fundedWallet(sandbox, { cashable: '100.00' });
    const { id: endpoint } = await newEndpoint(sandbox, 'https://example.com/hooks');
    const transfer = expectBody(await sandbox.post('/v1/transfers', onrampBody(wallet.id, '50.00')), 201);
    const [event] = await listAll(sandbox, `/v1/events?object_id=${wallet.user_id}`);
    const done = await reset(sandbox);
    expect(done).to.deep.include({ object: 'sandbox_reset', generation: 2 });
    expect(Date.parse(done.reset_at)).to.be.within(Date.now() - 60_000, Date.now());
    for (const path of [
      `/v1/users/${wallet.user_id}`,
      `/v1/users/${wallet.user_id}/wallets/${wallet.id}`,
      `/v1/transfers/${transfer.id}`,
      `/v1/webhook_endpoints/${endpoint}`,
      `/v1/webhook_endpoints/${endpoint}/deliveries`,
      `/v1/events/${event?.id}`,
    ])
      for (const client of [sandbox, service.secondKey, service.readOnly])
        expectError(await client.get(path), 404, 'not_found');
    for (const path of ['/v1/users', '/v1/transfers?kind=onramp', '/v1/webhook_endpoints', '/v1/events'])
      expect(await listAll(sandbox, path), path).to.deep.equal([]);
    const { data } = expectBody(await sandbox.get('/v1/requests?limit=100'), 200);
    expect(data.filter(({ method, path }: Body) => method === 'POST' && path === '/v1/users')).to.deep.equal(
      [],
    );
    expectBody(await service.secondKey.get(`/v1/users/${(await newUser(sandbox)).id}`), 200);
  });

  it('works before the first write, and twice in a row', async () => {
    const { id } = expectBody(await admin.post('/operator/v1/integrators', { name: 'Empty' }), 201);
    const body = { environment: 'sandbox', permissions: 'read_write' };
    const { secret } = expectBody(await admin.post(`/operator/v1/integrators/${id}/keys`, body), 201);
    const empty = createClient(service.url, secret);
    expect(await reset(empty)).to.include({ generation: 2 });
    expect(await reset(empty)).to.include({ generation: 3 });
    const user = await newUser(empty);
    expectBody(await empty.get(`/v1/users/${user.id}`), 200);
  });

  it('frees the references and the idempotency keys of the former sandbox', async () => {
    const user = { type: 'individual', external_reference: 'again', first_name: 'Ada' };
    const request = { idempotencyKey: 'the same user' };
    const first = expectBody(await sandbox.post('/v1/users', user, request), 201);
    await reset(sandbox);
    const second = await sandbox.post('/v1/users', user, request);
    expect(expectBody(second, 201).id).to.not.equal(first.id);
    expect(second.headers.get('idempotent-replayed')).to.equal(null);
  });

  it('happens once for a repeated request', async () => {
    const request = { idempotencyKey: 'reset once' };
    const first = await sandbox.post('/v1/sandbox/reset', undefined, request);
    expectBody(first, 200);
    const { id } = await newUser(sandbox);
    const again = await sandbox.post('/v1/sandbox/reset', undefined, request);
    expect(again.text).to.equal(first.text);
    expectBody(await sandbox.get(`/v1/users/${id}`), 200);
    await reset(sandbox);
    expect((await sandbox.post('/v1/sandbox/reset', undefined, request)).text).to.equal(first.text);
  });

  it('shares its idempotency keys with other requests of the same sandbox', async () => {
    const user = { type: 'individual', external_reference: 'key', first_name: 'Ada' };
    const used = { idempotencyKey: 'of a user' };
    const { id } = expectBody(await sandbox.post('/v1/users', user, used), 201);
    expectError(await sandbox.post('/v1/sandbox/reset', undefined, used), 409, 'idempotency_key_reused');
    expectBody(await sandbox.get(`/v1/users/${id}`), 200);
    const resets = { idempotencyKey: 'of a reset' };
    expectBody(await sandbox.post('/v1/sandbox/reset', undefined, resets), 200);
    expectError(await sandbox.post('/v1/users', user, resets), 409, 'idempotency_key_reused');
  });

  it('needs a key of the sandbox that may write, an idempotency key, and no body', async () => {
    expectError(await service.production.post('/v1/sandbox/reset'), 403, 'sandbox_only');
    expectError(await service.readOnly.post('/v1/sandbox/reset'), 403, 'permission_denied');
    const path = '/v1/sandbox/reset';
    expectError(await sandbox.post(path, undefined, { idempotencyKey: '' }), 400, 'malformed_request');
    expectError(await sandbox.post(path, { all: true }), 422, 'validation_failed');
  });

  it('leaves production and other integrators alone', async () => {
    const others = [service.production, service.otherIntegrator];
    const users: string[] = [];
    for (const client of others) users.push((await newUser(client)).id);
    await reset(sandbox);
    for (const [i, client] of others.entries()) expectBody(await client.get(`/v1/users/${users[i]}`), 200);
  });

  it('starts the new sandbox at the real time', async () => {
    expectBody(await sandbox.post('/v1/sandbox/clock/advance', { seconds: 86_400 }), 200);
    await reset(sandbox);
    const clock = expectBody(await sandbox.get('/v1/sandbox/clock'), 200);
    expect(clock.ahead_seconds).to.equal(0);
    expect(Date.parse(clock.time)).to.be.within(Date.now() - 60_000, Date.now());
    expect(Date.parse((await newUser(sandbox)).created_at)).to.be.at.most(Date.now());
  });

  it('renews the coin and the backing that the treasury gave it, with what was added since', async () => {
    await allocate(service, { coin_stock: '1', points_backing: '1000.00' });
    const { points, coin } = await holderOfBoth(sandbox);
    expectBody(await convert(sandbox, points, coin, '10.00'), 201);
    await reset(sandbox);
    await allocate(service, { coin_stock: '2' });
    const again = await holderOfBoth(sandbox);
    expectBody(await convert(sandbox, again.points, again.coin, '10.00'), 201);
  });

  it('ends payment and onboarding links', async () => {
    const { id } = await newUser(sandbox);
    const { kyc } = expectBody(await sandbox.post(`/v1/users/${id}/onboarding_links`), 201);
    const source = { type: 'fiat', currency: 'cad', rail: 'emailpay' };
    const wallet = await newWallet(sandbox);
    const onramp = onrampBody(wallet.id, '5.00', { source });
    const { deposit_instructions } = expectBody(await sandbox.post('/v1/transfers', onramp), 201);
    const pages = [kyc.url, deposit_instructions.approval_url];
    for (const url of pages) expect((await openPage(url)).status).to.equal(200);
    await reset(sandbox);
    for (const url of pages) {
      expect((await openPage(url)).status).to.equal(404);
      expect((await openPage(url, { fields: { outcome: 'approved' } })).status).to.equal(404);
    }
  });

  it('delivers nothing of the former sandbox any more', async () => {
    const receiver = await startWebhookReceiver();
    receiver.respondWith(statusResponse(500));
    await newEndpoint(sandbox, receiver.url);
    await newUser(sandbox);
    await waitFor('an attempt', () => receiver.received[0]);
    await reset(sandbox);
    receiver.respondWith(statusResponse(204));
    const before = receiver.received.length;
    await newEndpoint(sandbox, receiver.url);
    const { id } = await newUser(sandbox);
    await waitFor('the event of the new sandbox', () =>
      receiver.received.slice(before).some(({ body }) => body.includes(id)) ? true : undefined,
    );
    const late = receiver.received.slice(before).filter(({ body }) => !body.includes(id));
    expect(late).to.deep.equal([]);
    await receiver.close();
  });

  it('ends streams of events, which continue with the first event of the new sandbox', async () => {
    const stream = await openEventStream(service.url, sandbox.apiKey);
    await newUser(sandbox);
    await stream.untilEvents(1);
    await reset(sandbox);
    expect(await stream.ended).to.equal(true);
    const { id } = await newUser(sandbox);
    const next = await openEventStream(service.url, sandbox.apiKey, { lastEventId: stream.lastId() });
    const [event] = await next.untilEvents(1);
    expect(event?.data).to.include(id);
    await next.close();
    const start = await openEventStream(service.url, sandbox.apiKey, { lastEventId: next.lastId() });
    await start.close();
    const path = `/v1/events/stream?after=${stream.lastId()}`;
    expectError(await service.otherIntegrator.get(path), 400, 'malformed_request');
  });

  it('drops the tasks of the former sandbox', async () => {
    const wallet = await fundedWallet(sandbox, { cashable: '1000.00' });
    // Its bank does not answer, so the payout stays open.
    const account = await newPayoutAccount(sandbox, wallet.user_id, 'usd', {
      bank: { bank_name: 'Bank', account_number: '000000000104', routing_code: '021000021' },
      account_owner_name: 'Unanswered',
    });
    expectBody(await sandbox.post('/v1/transfers', offrampBody(wallet.id, account.id, '500.00')), 201);
    const openTasks = async (): Promise<number> => {
      const { text } = await admin.get('/metrics');
      const counts = [...text.matchAll(/^tasks_due\{[^}]*\} (\d+)/gm)].map(([, count]) => Number(count));
      expect(counts).to.not.deep.equal([]);
      return counts.reduce((sum, each) => sum + each, 0);
    };
    await waitFor('the open task', async () => ((await openTasks()) > 0 ? true : undefined));
    await reset(sandbox);
    await waitFor('no open tasks', async () => ((await openTasks()) === 0 ? true : undefined));
  });

  it('lets a concurrent transfer happen before it or not at all', async () => {
    for (let round = 0; round < 5; round += 1) {
      const from = await fundedWallet(sandbox, { cashable: '100.00' });
      const to = await newWallet(sandbox);
      const transfers = Array.from({ length: 20 }, () =>
        sandbox.post('/v1/transfers', transferBody(from.id, to.id, '1.00')),
      );
      const [done, ...answers] = await Promise.all([reset(sandbox), ...transfers]);
      expect(done.object).to.equal('sandbox_reset');
      for (const { status, text } of answers) expect([201, 404], text).to.include(status);
      expectError(await sandbox.get(`/v1/users/${from.user_id}`), 404, 'not_found');
      expect(await listAll(sandbox, '/v1/users')).to.deep.equal([]);
    }
  });

  describe('for operators', () => {
    it('leaves the former objects readable, and refuses every change of them', async () => {
      const wallet = await newWallet(sandbox);
      await reset(sandbox);
      const path = `/operator/v1/wallets/${wallet.id}`;
      const idempotencyKey = randomUUID();
      const freeze = () => admin.post(`${path}/freeze`, { reason: 'Too late' }, { idempotencyKey });
      const refused = await freeze();
      expectError(refused, 404, 'not_found');
      expect((await freeze()).text).to.equal(refused.text);
      const hits = expectBody(await admin.get(`/operator/v1/search?q=${wallet.id}`), 200).data;
      expect(hits).to.deep.equal([]);
    });

    it('answers a change that the former sandbox would refuse like every other one', async () => {
      const from = await fundedWallet(sandbox, { cashable: '100.00' });
      const to = await newWallet(sandbox);
      const body = transferBody(from.id, to.id, '1.00');
      const { id } = expectBody(await sandbox.post('/v1/transfers', body), 201);
      const transfer = `/operator/v1/transfers/${id}/review`;
      const user = `/operator/v1/users/${from.user_id}/kyc_review`;
      const approval = { outcome: 'approved' };
      expectError(await admin.post(transfer, approval), 409, 'transfer_state_conflict');
      expectError(await admin.post(user, approval), 409, 'user_state_conflict');
      await reset(sandbox);
      for (const path of [transfer, user]) expectError(await admin.post(path, approval), 404, 'not_found');
    });

    it('answers a freeze of a wallet that the former sandbox has frozen, because it changes nothing', async () => {
      const wallet = await newWallet(sandbox);
      const freeze = `/operator/v1/wallets/${wallet.id}/freeze`;
      const frozen = expectBody(await admin.post(freeze, { reason: 'Suspicious' }), 200);
      await reset(sandbox);
      const again = expectBody(await admin.post(freeze, { reason: 'Suspicious again' }), 200);
      expect({ ...again, balance: null }).to.deep.equal({ ...frozen, balance: null });
      const unfreeze = `/operator/v1/wallets/${wallet.id}/unfreeze`;
      expectError(await admin.post(unfreeze, { reason: 'Too late' }), 404, 'not_found');
    });

    it('still forgets a person of the former sandbox, who was never deactivated', async () => {
      const { id } = await newUser(sandbox, { first_name: 'Forgettable' });
      await reset(sandbox);
      const path = `/operator/v1/users/${id}/forget`;
      const forgotten = expectBody(await admin.post(path, { reason: 'Requested' }), 200);
      expect(forgotten).to.deep.include({ id, first_name: null, status: 'active' });
      expectBody(await admin.post(path, { reason: 'Requested again' }), 200);
    });

    it('leaves transfers of the former sandbox out of the review queue', async () => {
      const from = await fundedWallet(sandbox, { cashable: '1000.00' });
      const to = await newWallet(sandbox);
      const held = expectBody(
        await sandbox.post('/v1/transfers', transferBody(from.id, to.id, '909.09')),
        201,
      );
      expect(held.state).to.equal('in_review');
      const queue = async (): Promise<string> => (await admin.get('/operator/v1/reviews')).text;
      expect(await queue()).to.include(held.id);
      await reset(sandbox);
      expect(await queue()).to.not.include(held.id);
      const path = `/operator/v1/transfers/${held.id}/review`;
      expectError(await admin.post(path, { outcome: 'approved' }), 404, 'not_found');
    });

    it('allows 100 resets within 24 hours', async () => {
      for (let next = 2; next <= 101; next += 1)
        expect((await reset(service.otherIntegrator)).generation).to.equal(next);
      const refused = await service.otherIntegrator.post('/v1/sandbox/reset');
      expectError(refused, 429, 'rate_limited');
      expect(Number(refused.headers.get('retry-after'))).to.be.within(23 * 3_600, 24 * 3_600);
      expect((await reset(sandbox)).object).to.equal('sandbox_reset');
    });
  });
});

describe('A sandbox that was reset', () => {
  it('is the same after a restart, and has no snapshot of the former book', async () => {
    const folder = await temporaryFolder();
    const env = { DATA_DIR: folder.path };
    const first = await startTestService(env);
    const before = await newUser(first.sandbox);
    await reset(first.sandbox);
    const after = await newUser(first.sandbox);
    await first.close();
    const second = await startTestService(env);
    expectError(await second.sandbox.get(`/v1/users/${before.id}`), 404, 'not_found');
    expectBody(await second.sandbox.get(`/v1/users/${after.id}`), 200);
    expect((await reset(second.sandbox)).generation).to.equal(3);
    await second.close();
    await folder.remove();
  });

  it('is new on every node when the answer comes', async () => {
    const pair = await startServicePair();
    const [{ sandbox: one }, { sandbox: other }] = pair.nodes;
    const { id } = await newUser(other);
    for (let round = 0; round < 3; round += 1) {
      await reset(one);
      expectError(await other.get(`/v1/users/${id}`), 404, 'not_found');
      expect(await listAll(other, '/v1/users')).to.deep.equal([]);
      await newUser(other);
      expect(await listAll(one, '/v1/users')).to.have.length(1);
    }
    await pair.close();
  });

  it('is not hidden by a node that cannot find out about it, except from reads that need not be current', async () => {
    const pair = await startServicePair();
    const [{ sandbox: one }, away] = pair.nodes;
    const { id } = await newUser(one);
    expectBody(await away.sandbox.get(`/v1/users/${id}`), 200);
    away.connectEvents('without_platform');
    await reset(one);
    expectError(await away.sandbox.get(`/v1/users/${id}`), 503, 'service_unavailable');
    expectError(await away.sandbox.get('/v1/users'), 503, 'service_unavailable');
    const eventual = { headers: { 'ledger-consistency': 'eventual' } };
    expectBody(await away.sandbox.request('GET', '/v1/users', eventual), 200);
    away.connectEvents('up');
    await waitFor('the reset', async () => {
      const answer = await away.sandbox.get(`/v1/users/${id}`);
      return answer.status === 404 ? true : undefined;
    });
    await pair.close();
  });

  it('takes the writes of a node that has not read the reset yet', async () => {
    const pair = await startServicePair();
    const [{ sandbox: one }, { sandbox: other }] = pair.nodes;
    await newUser(other);
    const resetting = reset(one);
    const closed = 'book.closed';
    const stream = `book-${pair.integratorId}-sandbox`;
    await waitFor('the closing', async () => {
      const last = await pair.eventStore.readLast(stream);
      return last?.type === closed ? true : undefined;
    });
    const { id } = await newUser(other);
    await resetting;
    for (const client of [one, other]) expectBody(await client.get(`/v1/users/${id}`), 200);
    expect((await pair.eventStore.readLast(stream))?.type).to.equal(closed);
    await pair.close();
  });
});
