/** An endpoint that accepts nothing for five days is disabled. The clock of the service is controlled by the test. */
import { Writable } from 'node:stream';
import { expect } from 'chai';
import pino from 'pino';
import { expectBody, newUser } from '../support/api-steps.ts';
import { createOperatorClient } from '../support/client.ts';
import type { Answer, Client } from '../support/client.ts';
import { startTestService } from '../support/service.ts';
import type { RunningService } from '../support/service.ts';
import { waitFor } from '../support/wait-for.ts';
import { newEndpoint, setStatus } from '../support/webhook-client.ts';
import { startWebhookReceiver, statusResponse } from '../support/webhook-receiver.ts';
import type { WebhookReceiver } from '../support/webhook-receiver.ts';

type Body = Answer['body'];

const DAY_MS = 24 * 3_600_000;
const SETTINGS = {
  webhooks: { allow_loopback: true, retry_delays_seconds: [3_600], retry_window_seconds: 3_600 },
};

describe('An endpoint that fails', () => {
  let days = 0;
  let service: RunningService;
  let sandbox: Client;
  let receiver: WebhookReceiver;
  let other: WebhookReceiver;
  let logged: string;
  beforeEach(async () => {
    days = 0;
    logged = '';
    const log = pino(
      { level: 'warn' },
      new Writable({
        write(chunk, _encoding, done) {
          logged += String(chunk);
          done();
        },
      }),
    );
    service = await startTestService({}, () => Date.now() + days * DAY_MS, SETTINGS, { log });
    ({ sandbox } = service);
    [receiver, other] = [await startWebhookReceiver(), await startWebhookReceiver()];
  });
  afterEach(async () => {
    await service.close();
    await Promise.all([receiver.close(), other.close()]);
  });

  const read = async (id: string): Promise<Body> =>
    expectBody(await sandbox.get(`/v1/webhook_endpoints/${id}`), 200);
  const newestDelivery = async (id: string): Promise<Body> =>
    expectBody(await sandbox.get(`/v1/webhook_endpoints/${id}/deliveries?limit=1`), 200).data[0];
  /** Causes an event that fails. Returns the endpoint once that is recorded. */
  const failOne = async (id: string): Promise<Body> => {
    const before = await newestDelivery(id);
    await newUser(sandbox);
    return waitFor('the record of the failure', async () => {
      const [newest, endpoint] = [await newestDelivery(id), await read(id)];
      if (newest === undefined || newest.id === before?.id) return undefined;
      return endpoint.health?.last_error?.attempted_at >= newest.attempted_at ? endpoint : undefined;
    });
  };
  const disabledEvents = async (): Promise<Body[]> =>
    expectBody(await sandbox.get('/v1/events?type=webhook_endpoint.disabled'), 200).data;

  /** What operators see of failing endpoints. */
  async function listed(): Promise<Body> {
    const operator = createOperatorClient(service.url, service.credentials.operator_token);
    const { data } = expectBody(await operator.get('/operator/v1/attention'), 200);
    return data.find(({ kind }: Body) => kind === 'webhook_endpoints_failing');
  }

  it('shows its health, is disabled after five days, and the others are notified', async () => {
    receiver.respondWith(statusResponse(500));
    const endpoint = await newEndpoint(sandbox, receiver.url, {
      event_types: ['user.created', 'webhook_endpoint.disabled'],
    });
    const informed = await newEndpoint(sandbox, other.url, { event_types: ['webhook_endpoint.disabled'] });
    expect(await read(endpoint.id)).to.deep.equal(endpoint);
    const first = await failOne(endpoint.id);
    const { health, ...rest } = first;
    expect(rest).to.deep.equal(endpoint);
    expect(health).to.deep.include({ success_rate_24h: 0, failing_since: health.last_error.attempted_at });
    expect(health.last_error).to.deep.include({ error: 'status', response_status: 500 });
    const { data } = expectBody(await sandbox.get('/v1/webhook_endpoints'), 200);
    expect(data.find(({ id }: Body) => id === endpoint.id)).to.deep.equal(first);
    expect(data.find(({ id }: Body) => id === informed.id)).to.deep.equal(informed);
    // The response to a change has no health.
    const change = { description: 'fails' };
    const changed = expectBody(await sandbox.patch(`/v1/webhook_endpoints/${endpoint.id}`, change), 200);
    expect(changed).to.not.have.property('health');

    expect(await listed()).to.equal(undefined);
    days = 4.9;
    expect(await listed()).to.deep.include({ count: 1, since: health.failing_since });
    const waiting = await failOne(endpoint.id);
    expect(waiting.status).to.equal('enabled');
    expect(waiting.health.failing_since).to.equal(health.failing_since);
    days = 5.1;
    await newUser(sandbox);
    const disabled = await waitFor('the endpoint to be disabled', async () => {
      const found = await read(endpoint.id);
      return found.status === 'disabled' ? found : undefined;
    });
    expect(disabled.version).to.equal(Number(changed.version) + 1);
    expect(disabled.health.failing_since).to.equal(health.failing_since);
    const sent = await waitFor('the event', () => other.received[0]);
    const event = JSON.parse(sent.body);
    expect(event).to.deep.include({
      type: 'webhook_endpoint.disabled',
      object_version: disabled.version,
      previous_attributes: { status: 'enabled', version: changed.version },
      data: { ...changed, status: 'disabled', version: disabled.version },
    });
    expect(await disabledEvents()).to.deep.equal([event]);
    expect(await listed()).to.equal(undefined);
    expect(receiver.received.filter(({ body }) => body === sent.body)).to.deep.equal([]);
    expect(logged).to.contain('webhook endpoint disabled').and.to.contain(endpoint.id);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).to.contain('webhook_endpoints_disabled_total{cause="failing"} 1');
    const admin = createOperatorClient(service.url, service.credentials.operator_token);
    const operated = expectBody(await admin.get('/operator/v1/webhook_endpoints'), 200).data;
    expect(operated.map(({ webhook_endpoint }: Body) => webhook_endpoint.health?.failing_since)).to.include(
      health.failing_since,
    );

    // Enabled again, it has five days again.
    await setStatus(sandbox, endpoint.id, 'enabled');
    const again = await failOne(endpoint.id);
    expect(again.status).to.equal('enabled');
    expect(again.health.failing_since).to.not.equal(health.failing_since);
  });

  it('is not disabled if one attempt succeeds within five days', async () => {
    receiver.respondWith(statusResponse(500));
    const endpoint = await newEndpoint(sandbox, receiver.url, { event_types: ['user.created'] });
    await failOne(endpoint.id);
    days = 3;
    receiver.respondWith(statusResponse(204));
    await newUser(sandbox);
    await waitFor(
      'a success',
      async () => (await read(endpoint.id)).health.failing_since === null || undefined,
    );
    days = 6;
    receiver.respondWith(statusResponse(500));
    expect((await failOne(endpoint.id)).status).to.equal('enabled');
    expect(await disabledEvents()).to.deep.equal([]);
  });

  it('is disabled at once by 410, with the same event', async () => {
    receiver.respondWith(statusResponse(410));
    const endpoint = await newEndpoint(sandbox, receiver.url, { event_types: ['user.created'] });
    await newEndpoint(sandbox, other.url, { event_types: ['webhook_endpoint.disabled'] });
    await newUser(sandbox);
    const sent = await waitFor('the event', () => other.received[0]);
    expect(JSON.parse(sent.body).data).to.include({ id: endpoint.id, status: 'disabled' });
    // Attempts are recorded after the endpoint is disabled.
    const error = await waitFor(
      'the attempt to be recorded',
      async () => (await read(endpoint.id)).health?.last_error ?? undefined,
    );
    expect(error).to.include({ response_status: 410 });
    expect(logged).to.contain('"cause":"gone"');
  });

  it('has no event if its integrator disables it', async () => {
    const endpoint = await newEndpoint(sandbox, receiver.url);
    await setStatus(sandbox, endpoint.id, 'disabled');
    expect(await disabledEvents()).to.deep.equal([]);
  });
});
