import { expect } from 'chai';
import { startServiceWithOperators } from '../support/service-with-operators.ts';
import type { ServiceWithOperators } from '../support/service-with-operators.ts';
import type { Answer, Client } from '../support/client.ts';
import { statusResponse, startWebhookReceiver } from '../support/webhook-receiver.ts';
import type { Received, WebhookReceiver } from '../support/webhook-receiver.ts';
import {
  expectBody,
  expectError,
  fundedWallet,
  listAll,
  newUser,
  newWallet,
  unknownId,
  transferBody,
} from '../support/api-steps.ts';
import { waitFor } from '../support/wait-for.ts';
import { eventIds, isSigned, newEndpoint, setStatus } from '../support/webhook-client.ts';

type Body = Answer['body'];

/** Retries about one second after a failure, for a few seconds. */
const SETTINGS = {
  webhooks: { allow_loopback: true, timeout_seconds: 1, retry_delays_seconds: [1], retry_window_seconds: 3 },
};

describe('Webhook delivery', () => {
  let service: ServiceWithOperators;
  let sandbox: Client;
  let admin: Client;
  let receiver: WebhookReceiver;
  let endpoints: string[] = [];
  before(async () => {
    service = await startServiceWithOperators(SETTINGS);
    ({ sandbox, admin } = service);
  });
  after(() => service.close());
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
  });
  afterEach(async () => {
    for (const id of endpoints) await sandbox.request('DELETE', `/v1/webhook_endpoints/${id}`);
    endpoints = [];
    await receiver.close();
  });

  const endpointAt = async (url = `${receiver.url}/hooks?token=s3cr3t`, more: object = {}): Promise<Body> => {
    const endpoint = await newEndpoint(sandbox, url, more);
    endpoints.push(endpoint.id);
    return endpoint;
  };
  const got = (count: number, from = receiver): Promise<readonly Received[]> =>
    waitFor(`${count} webhooks`, () => (from.received.length >= count ? from.received : undefined));
  const deliveries = async (id: string, query = ''): Promise<Body[]> =>
    expectBody(await admin.get(`/operator/v1/webhook_endpoints/${id}/deliveries?limit=100${query}`), 200)
      .data;
  const deliveryIn = (id: string, state: string): Promise<Body> =>
    waitFor(`a delivery is ${state}`, async () => (await deliveries(id, `&state=${state}`))[0]);
  const eventsOf = (id: string): Promise<Body[]> => listAll(sandbox, `/v1/events?object_id=${id}`);

  it('delivers each event signed and as the event log shows it', async () => {
    const endpoint = await endpointAt();
    const [from, to] = [await fundedWallet(sandbox, { cashable: '500.00' }), await newWallet(sandbox)];
    const { id } = expectBody(await sandbox.post('/v1/transfers', transferBody(from.id, to.id, '1.00')), 201);
    const events = await eventsOf(id);
    await waitFor('both webhooks', () => {
      const found = eventIds(receiver.received);
      return events.every((event) => found.includes(event.id)) || undefined;
    });
    for (const each of receiver.received) {
      expect(isSigned(each, endpoint.public_key_pem)).to.equal(true);
      expect(each.headers['svc-delivery-attempt']).to.equal('1');
      const eventId = String(each.headers['svc-event-id']);
      expect(JSON.parse(each.body)).to.deep.equal(
        expectBody(await sandbox.get(`/v1/events/${eventId}`), 200),
      );
    }
    expect(new Set(eventIds(receiver.received)).size).to.equal(receiver.received.length);
  });

  it('delivers subscribed events from after the endpoint was enabled', async () => {
    const before = await newUser(sandbox);
    await endpointAt(undefined, { event_types: ['user.deactivated'] });
    const user = await newUser(sandbox);
    expectBody(await sandbox.post(`/v1/users/${user.id}/deactivate`), 200);
    const [received] = await got(1);
    expect(JSON.parse(received!.body)).to.include({ type: 'user.deactivated' });
    expect(JSON.parse(received!.body).data.id).to.equal(user.id);
    expect(before.id).to.not.equal(user.id);
    expect(receiver.received).to.have.length(1);
  });

  it('records deliveries with the request that caused them', async () => {
    const endpoint = await endpointAt();
    const created = await sandbox.post('/v1/users', { type: 'individual', external_reference: 'recorded' });
    const [event] = await eventsOf(expectBody(created, 201).id);
    const record = await deliveryIn(endpoint.id, 'succeeded');
    expect(record).to.deep.equal({
      id: record.id,
      object: 'webhook_delivery',
      webhook_endpoint_id: endpoint.id,
      event_id: event!.id,
      event_type: 'user.created',
      redelivery_id: null,
      state: 'succeeded',
      attempt: 1,
      response_status: 204,
      error: null,
      took_ms: record.took_ms,
      attempted_at: record.attempted_at,
      first_attempted_at: record.attempted_at,
      next_attempt_at: null,
      created_at: event!.created_at,
      request_id: created.headers.get('request-id'),
    });
    expect(await deliveries(endpoint.id, `&event_id=${event!.id}`)).to.deep.equal([record]);
    expect(await deliveries(endpoint.id, '&state=failed')).to.deep.equal([]);
    expect(await deliveries(endpoint.id, `&event_id=${unknownId('evt')}`)).to.deep.equal([]);
    expectError(
      await admin.get(`/operator/v1/webhook_endpoints/${endpoint.id}/deliveries?state=lost`),
      400,
      'malformed_request',
    );
    expectError(
      await admin.get(`/operator/v1/webhook_endpoints/${unknownId('we')}/deliveries`),
      404,
      'not_found',
    );
  });

  it('pages through delivery records', async () => {
    const endpoint = await endpointAt();
    for (let i = 0; i < 5; i += 1) await newUser(sandbox);
    await waitFor('five records', async () => (await deliveries(endpoint.id)).length === 5 || undefined);
    const all = await deliveries(endpoint.id);
    const path = `/operator/v1/webhook_endpoints/${endpoint.id}/deliveries`;
    const first = expectBody(await admin.get(`${path}?limit=2`), 200);
    expect(first).to.deep.equal({ data: all.slice(0, 2), has_more: true, next_cursor: first.data[1].id });
    const rest = expectBody(await admin.get(`${path}?starting_after=${first.data[1].id}`), 200);
    expect(rest).to.deep.equal({ data: all.slice(2), has_more: false, next_cursor: null });
    const times = all.map(({ attempted_at }) => attempted_at);
    expect(times).to.deep.equal([...times].sort().reverse());
  });

  it('retries with the same ID and body and a new signature until it succeeds', async () => {
    receiver.respondWith(statusResponse(500));
    const endpoint = await endpointAt();
    await newUser(sandbox);
    await got(1);
    const waiting = await deliveryIn(endpoint.id, 'pending');
    expect(waiting).to.include({ attempt: 1, response_status: 500, error: 'status' });
    expect(Date.parse(waiting.next_attempt_at)).to.be.greaterThan(Date.parse(waiting.attempted_at));
    receiver.respondWith(statusResponse(200));
    const [first, second] = await got(2);
    expect([first!.headers['svc-delivery-attempt'], second!.headers['svc-delivery-attempt']]).to.deep.equal([
      '1',
      '2',
    ]);
    expect(second!.body).to.equal(first!.body);
    expect(second!.headers['svc-event-id']).to.equal(first!.headers['svc-event-id']);
    expect(isSigned(second!, endpoint.public_key_pem)).to.equal(true);
    expect(second!.headers['svc-signature']).to.not.equal(first!.headers['svc-signature']);
    expect(await deliveryIn(endpoint.id, 'succeeded')).to.include({ id: waiting.id, attempt: 2 });
  });

  it('stops retrying at the end of the window', async () => {
    receiver.respondWith(statusResponse(503));
    const endpoint = await endpointAt();
    await newUser(sandbox);
    const failed = await deliveryIn(endpoint.id, 'failed');
    expect(failed).to.include({ response_status: 503, error: 'status', next_attempt_at: null });
    expect(failed.attempt).to.be.within(3, 6);
    expect(receiver.received).to.have.length(failed.attempt);
    expect(Date.parse(failed.attempted_at) - Date.parse(failed.first_attempted_at)).to.be.within(
      3_000,
      5_000,
    );
  });

  it('treats timeouts, redirects, and lost connections as failures', async () => {
    const elsewhere = await startWebhookReceiver();
    try {
      const [silent, moved] = [await startWebhookReceiver(), await startWebhookReceiver()];
      silent.respondWith(() => undefined);
      moved.respondWith((response) => response.writeHead(302, { Location: elsewhere.url }).end());
      const [one, two] = [await endpointAt(silent.url), await endpointAt(moved.url)];
      const three = await endpointAt('http://127.0.0.1:1/');
      const four = await endpointAt('https://hooks.invalid/');
      await newUser(sandbox);
      expect(await deliveryIn(one.id, 'pending')).to.include({ error: 'timeout', response_status: null });
      expect(await deliveryIn(two.id, 'pending')).to.include({ error: 'status', response_status: 302 });
      expect(await deliveryIn(three.id, 'pending')).to.include({ error: 'connection_refused' });
      expect(await deliveryIn(four.id, 'pending')).to.include({ error: 'name_not_found' });
      expect(elsewhere.received).to.deep.equal([]);
      await Promise.all([silent.close(), moved.close()]);
    } finally {
      await elsewhere.close();
    }
  });

  it('disables an endpoint that answers 410', async () => {
    receiver.respondWith(statusResponse(410));
    const endpoint = await endpointAt();
    await newUser(sandbox);
    const disabled = await waitFor('the endpoint to be disabled', async () => {
      const found = expectBody(await sandbox.get(`/v1/webhook_endpoints/${endpoint.id}`), 200);
      return found.status === 'disabled' ? found : undefined;
    });
    expect(disabled.version).to.equal(Number(endpoint.version) + 1);
    const record = await deliveryIn(endpoint.id, 'failed');
    expect(record).to.include({ attempt: 1, response_status: 410, next_attempt_at: null });
    const known = receiver.received.length;
    await newUser(sandbox);
    receiver.respondWith(statusResponse(200));
    await setStatus(sandbox, endpoint.id, 'enabled');
    const last = await newUser(sandbox);
    await got(known + 1);
    expect(receiver.received.slice(known).map(({ body }) => JSON.parse(body).data.id)).to.deep.equal([
      last.id,
    ]);
  });

  it('drops pending deliveries of a disabled endpoint and resumes when it is enabled', async () => {
    receiver.respondWith(statusResponse(500));
    const endpoint = await endpointAt();
    await newUser(sandbox);
    await deliveryIn(endpoint.id, 'pending');
    await setStatus(sandbox, endpoint.id, 'disabled');
    expect(await deliveryIn(endpoint.id, 'dropped')).to.include({ next_attempt_at: null });
    const known = receiver.received.length;
    receiver.respondWith(statusResponse(200));
    await newUser(sandbox);
    await setStatus(sandbox, endpoint.id, 'enabled');
    const last = await newUser(sandbox);
    await got(known + 1);
    expect(receiver.received.slice(known).map(({ body }) => JSON.parse(body).data.id)).to.deep.equal([
      last.id,
    ]);
    expect(await deliveries(endpoint.id, '&state=pending')).to.deep.equal([]);
  });

  it('redelivers an event for an integrator, starting with attempt 1', async () => {
    const endpoint = await endpointAt();
    const user = await newUser(sandbox);
    const [event] = await eventsOf(user.id);
    await got(1);
    expectBody(await sandbox.post(`/v1/events/${event!.id}/redeliver`), 202);
    const [first, second] = await got(2);
    expect(second!.body).to.equal(first!.body);
    expect(second!.headers).to.include({ 'svc-event-id': event!.id, 'svc-delivery-attempt': '1' });
    const both = await waitFor('both deliveries to be recorded', async () => {
      const found = await deliveries(endpoint.id, `&event_id=${event!.id}`);
      return found.length === 2 ? found : undefined;
    });
    expect(both.map(({ redelivery_id }) => redelivery_id === null)).to.deep.equal([false, true]);
  });

  it('redelivers an event for an operator once per idempotency key', async () => {
    const endpoint = await endpointAt();
    await newUser(sandbox);
    await got(1);
    const record = await deliveryIn(endpoint.id, 'succeeded');
    const path = `/operator/v1/webhook_deliveries/${record.id}/redeliver`;
    const options = { idempotencyKey: 'once' };
    expect(expectBody(await admin.request('POST', path, options), 202)).to.deep.equal(record);
    expect(expectBody(await admin.request('POST', path, options), 202)).to.deep.equal(record);
    await got(2);
    await setStatus(sandbox, endpoint.id, 'disabled');
    expectError(await admin.post(path), 409, 'webhook_endpoint_disabled');
    expectError(
      await admin.post(`/operator/v1/webhook_deliveries/${unknownId('whd')}/redeliver`),
      404,
      'not_found',
    );
    expectError(await admin.post('/operator/v1/webhook_deliveries/evt_1/redeliver'), 404, 'not_found');
    expectError(await service.operators.reviewer.post(path), 403, 'permission_denied');
    expect(receiver.received).to.have.length(2);
  });

  it('signs with both keys during a rotation', async () => {
    const before = await endpointAt();
    const rotate = `/operator/v1/webhook_endpoints/${before.id}/rotate_key`;
    const after = expectBody(await admin.post(rotate, { overlap_seconds: 3_600 }), 200);
    const received = await waitFor('a webhook with both signatures', async () => {
      await newUser(sandbox);
      return receiver.received.find(
        ({ headers }) => String(headers['svc-signature']).split(',v1=').length === 3,
      );
    });
    expect(isSigned(received, before.public_key_pem)).to.equal(true);
    expect(isSigned(received, after.public_key_pem)).to.equal(true);
  });

  it('sends to the current URL of an endpoint', async () => {
    const other = await startWebhookReceiver();
    try {
      const endpoint = await endpointAt();
      expectBody(await sandbox.patch(`/v1/webhook_endpoints/${endpoint.id}`, { url: other.url }), 200);
      await waitFor('a webhook at the new URL', async () => {
        await newUser(sandbox);
        return other.received[0];
      });
    } finally {
      await other.close();
    }
  });

  it('exposes metrics without endpoint labels', async () => {
    await endpointAt();
    await newUser(sandbox);
    await got(1);
    const text = await waitFor('the attempt to be counted', async () => {
      const found = await (await fetch(`${service.url}/metrics`)).text();
      return /webhook_attempts_total\{outcome="succeeded"\} [1-9]/.test(found) ? found : undefined;
    });
    for (const name of [
      'webhook_attempt_duration_seconds_bucket',
      'webhook_queue_depth',
      'webhook_attempts_in_flight',
      'webhook_oldest_pending_seconds',
      'webhook_endpoints_active',
    ])
      expect(text).to.include(`\n${name}`);
    expect(text).to.not.match(/we_[0-9a-z]{26}/);
  });
});
