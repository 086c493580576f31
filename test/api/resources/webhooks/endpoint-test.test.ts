import { createPublicKey, verify } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { Answer, Client } from '../../../support/client.ts';
import { startSharedService } from '../../../support/shared-service.ts';
import type { SharedService } from '../../../support/shared-service.ts';
import { statusResponse, startWebhookReceiver } from '../../../support/webhook-receiver.ts';
import type { Received, WebhookReceiver } from '../../../support/webhook-receiver.ts';
import { startTestService } from '../../../support/service.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { expectBody, expectError, listAll, unknownId } from '../../../support/api-steps.ts';
import { startMemoryApp } from '../../../support/memory-app.ts';

type Body = Answer['body'];

const ENDPOINTS = '/v1/webhook_endpoints';

/** Whether the first signature of the request is valid for this key. */
function isSigned({ headers, body }: Received, publicKeyPem: string): boolean {
  const [, t, v1 = ''] = /^t=(\d+),v1=([0-9a-f]{128})$/.exec(String(headers['svc-signature'])) ?? [];
  const key = createPublicKey(publicKeyPem);
  return verify(null, Buffer.from(`${t}.${body}`), key, Buffer.from(v1, 'hex'));
}

const SETTINGS = {
  features: { webhook_endpoint_test: true },
  webhooks: { allow_loopback: true, timeout_seconds: 1 },
};

/** Resolves with a function that answers the next webhook with 204. */
function held(receiver: WebhookReceiver): Promise<() => void> {
  return new Promise((resolve) => {
    receiver.respondWith((response) => {
      resolve(() => void response.writeHead(204).end());
    });
  });
}

describe('The test of a webhook endpoint', () => {
  it('is 501 for any ID unless the configuration enables it', async () => {
    const service = await startTestService();
    try {
      const { sandbox } = service;
      const { id } = expectBody(await sandbox.post(ENDPOINTS, { url: 'https://shop.example/' }), 201);
      for (const any of [id, unknownId('we'), 'x']) {
        const answer = await sandbox.post(`${ENDPOINTS}/${any}/test`, undefined, { idempotencyKey: null });
        expectError(answer, 501, 'not_implemented');
      }
    } finally {
      await service.close();
    }
  });

  it('finishes if the service stops during it', async () => {
    const service = await startTestService({}, Date.now, {
      ...SETTINGS,
      webhooks: { ...SETTINGS.webhooks, timeout_seconds: 8 },
    });
    const receiver = await startWebhookReceiver();
    let stopped: Promise<void> | undefined;
    try {
      const { sandbox } = service;
      const { id } = expectBody(await sandbox.post(ENDPOINTS, { url: receiver.url }), 201);
      const answering = held(receiver);
      const testing = sandbox.post(`${ENDPOINTS}/${id}/test`);
      const answer = await answering;
      stopped = service.close();
      // No delivery is running, so deliveries stop immediately. If the test stopped too, its answer would have arrived.
      await Promise.race([testing, delay(500)]);
      answer();
      const { delivery, endpoint } = expectBody(await testing, 200);
      expect(delivery).to.deep.include({ succeeded: true, error: null });
      expect(endpoint.status).to.equal('enabled');
    } finally {
      await (stopped ?? service.close());
      await receiver.close();
    }
  });

  it('is 501 with keys of production where it is on for the sandbox', async () => {
    const app = await startMemoryApp({ settings: { webhookEndpointTest: 'sandbox' } });
    try {
      const path = `${ENDPOINTS}/${unknownId('we')}/test`;
      const statuses = [];
      for (const key of [app.keys.sandbox, app.keys.production])
        statuses.push((await app.call('POST', path, { key })).status);
      expect(statuses).to.deep.equal([404, 501]);
    } finally {
      await app.close();
    }
  });

  it('is 503 if the service stops, and runs again for a repeated request', async () => {
    const ends = [
      { succeeded: false, response_status: null, error: 'stopped' },
      { succeeded: true, response_status: 204, error: null },
    ] as const;
    const attempt = { took_ms: 1, svc_signature: '', response: null };
    let sent = 0;
    const app = await startMemoryApp({
      settings: { webhookEndpointTest: true },
      sender: { send: () => Promise.resolve({ ...ends[sent++ === 0 ? 0 : 1], ...attempt }) },
    });
    try {
      const { body: endpoint } = await app.call('POST', ENDPOINTS, {
        body: { url: 'https://shop.example/' },
      });
      const test = () =>
        app.call('POST', `${ENDPOINTS}/${endpoint.id}/test`, { idempotencyKey: 'a test that is ended' });
      const ended = await test();
      expect([ended.status, ended.body.error.code]).to.deep.equal([503, 'service_unavailable']);
      const again = await test();
      expect(again.status, again.text).to.equal(200);
      expect(again.body).to.deep.include({ endpoint: { ...endpoint, status: 'enabled', version: 2 } });
      expect(sent).to.equal(2);
    } finally {
      await app.close();
    }
  });

  describe('when enabled', () => {
    let service: SharedService;
    let sandbox: Client;
    let receiver: WebhookReceiver;
    before(async () => {
      service = await startSharedService(SETTINGS);
      ({ sandbox } = service);
    });
    after(() => service.close());
    beforeEach(async () => {
      receiver = await startWebhookReceiver();
    });
    afterEach(() => receiver.close());

    const create = async (more: object = {}): Promise<Body> =>
      expectBody(await sandbox.post(ENDPOINTS, { url: `${receiver.url}/hooks`, ...more }), 201);
    const tryOut = (id: string, options = {}, client = sandbox): Promise<Answer> =>
      client.post(`${ENDPOINTS}/${id}/test`, undefined, options);
    const get = async (path: string): Promise<Body> => expectBody(await sandbox.get(path), 200);

    it('delivers a signed event immediately, and a 2xx response enables the endpoint', async () => {
      const endpoint = await create({ event_types: ['user.created'] });
      const { delivery, endpoint: after } = expectBody(await tryOut(endpoint.id), 200);
      expect(after).to.deep.equal({ ...endpoint, status: 'enabled', version: 2 });
      expect(await get(`${ENDPOINTS}/${endpoint.id}`)).to.deep.equal(after);
      const [got, ...more] = receiver.received;
      if (got === undefined) throw new Error('nothing was received');
      expect(more).to.deep.equal([]);
      const event = await get(`/v1/events/${delivery.event_id}`);
      expect(JSON.parse(got.body)).to.deep.equal(event);
      expect(event).to.deep.include({
        type: 'webhook_endpoint.test',
        object_type: 'webhook_endpoint',
        object_version: 1,
        previous_attributes: {},
        data: endpoint,
      });
      expect(got.path).to.equal('/hooks');
      expect(got.headers).to.include({ 'svc-event-id': event.id, 'svc-delivery-attempt': '1' });
      expect(isSigned(got, endpoint.public_key_pem)).to.equal(true);
      expect(delivery).to.deep.equal({
        event_id: event.id,
        webhook_endpoint_id: endpoint.id,
        attempt: 1,
        succeeded: true,
        response_status: 204,
        error: null,
        attempted_at: delivery.attempted_at,
      });
      expect(Date.parse(delivery.attempted_at)).to.be.closeTo(Date.now(), 60_000);
    });

    it('does not change an endpoint that does not respond with 2xx', async () => {
      const endpoint = await create();
      for (const status of [302, 410, 500]) {
        receiver.respondWith(statusResponse(status));
        const tested = expectBody(await tryOut(endpoint.id), 200);
        expect(tested.endpoint).to.deep.equal(endpoint);
        const outcome = { succeeded: false, response_status: status, error: 'status' };
        expect(tested.delivery).to.deep.include(outcome);
      }
      receiver.respondWith(() => undefined);
      const slow = expectBody(await tryOut(endpoint.id), 200).delivery;
      expect(slow).to.deep.include({ succeeded: false, response_status: null, error: 'timeout' });
      await receiver.close();
      const refused = expectBody(await tryOut(endpoint.id), 200).delivery;
      expect(refused).to.deep.include({ succeeded: false, error: 'connection_refused' });
      expect(await listAll(sandbox, `/v1/events?object_id=${endpoint.id}`)).to.have.length(5);
    });

    it('does not change an enabled endpoint', async () => {
      const { id } = await create();
      const enabled = expectBody(await tryOut(id), 200).endpoint;
      expect(expectBody(await tryOut(id), 200).endpoint).to.deep.equal(enabled);
      receiver.respondWith(statusResponse(500));
      expect(expectBody(await tryOut(id), 200).endpoint).to.deep.equal(enabled);
    });

    it('does not enable an endpoint that was changed during the test', async () => {
      const changes = [
        [{ status: 'disabled' }, { url: 'https://elsewhere.example/' }],
        [{ status: 'enabled' }, { status: 'disabled' }],
      ];
      for (const [before, change] of changes) {
        const { id } = await create();
        expectBody(await sandbox.patch(`${ENDPOINTS}/${id}`, before), 200);
        const answering = held(receiver);
        const testing = tryOut(id);
        const answer = await answering;
        const changed = expectBody(await sandbox.patch(`${ENDPOINTS}/${id}`, change), 200);
        answer();
        const { delivery, endpoint } = expectBody(await testing, 200);
        expect(delivery).to.deep.include({ succeeded: true, response_status: 204 });
        expect(endpoint).to.deep.equal(changed);
        expect(endpoint.status).to.equal('disabled');
        expect(await get(`${ENDPOINTS}/${id}`)).to.deep.equal(changed);
      }
    });

    it('is sent once per idempotency key with the same answer', async () => {
      const { id } = await create();
      const options = { idempotencyKey: `test ${id}` };
      const [first, second] = await Promise.all([tryOut(id, options), tryOut(id, options)]);
      const again = await tryOut(id, options);
      expect(expectBody(again, 200).delivery.succeeded).to.equal(true);
      expect([first.text, second.text]).to.deep.equal([again.text, again.text]);
      expect(again.headers.get('idempotent-replayed')).to.equal('true');
      expect(receiver.received).to.have.length(1);
      const { id: other } = await create();
      expectError(await tryOut(other, options), 409, 'idempotency_key_reused');
    });

    it('is limited to the caller’s own endpoints', async () => {
      const { id } = await create();
      for (const any of [unknownId('we'), 'x']) expectError(await tryOut(any), 404, 'not_found');
      for (const other of [service.otherIntegrator, service.production])
        expectError(await tryOut(id, {}, other), 404, 'not_found');
      expectError(await tryOut(id, { body: { status: 200 } }), 422, 'validation_failed');
      expect(receiver.received).to.deep.equal([]);
    });

    it('needs an idempotency key and no body', async () => {
      const { id } = await create();
      const path = `${ENDPOINTS}/${id}/test`;
      expectError(await tryOut(id, { idempotencyKey: null }), 400, 'malformed_request');
      expectError(await tryOut(id, { raw: '{' }), 400, 'malformed_request');
      const long = JSON.stringify({ note: 'x'.repeat(128 * 1024) });
      expectError(await tryOut(id, { raw: long }), 413, 'payload_too_large');
      const headers = { 'Content-Type': 'text/plain' };
      expectError(await sandbox.request('POST', path, { raw: '{}', headers }), 415, 'unsupported_media_type');
      expect(receiver.received).to.deep.equal([]);
    });

    it('never connects to a loopback address once that is forbidden', async () => {
      const folder = await temporaryFolder();
      const start = (allow_loopback: boolean) =>
        startTestService({ DATA_DIR: folder.path }, Date.now, { ...SETTINGS, webhooks: { allow_loopback } });
      try {
        const allowing = await start(true);
        const { id } = expectBody(await allowing.sandbox.post(ENDPOINTS, { url: receiver.url }), 201);
        await allowing.close();
        const forbidding = await start(false);
        const { delivery, endpoint } = expectBody(await tryOut(id, {}, forbidding.sandbox), 200);
        await forbidding.close();
        expect(delivery).to.deep.include({ succeeded: false, error: 'address_not_allowed' });
        expect(endpoint.status).to.equal('disabled');
        expect(receiver.received).to.deep.equal([]);
      } finally {
        await folder.remove();
      }
    });
  });
});
