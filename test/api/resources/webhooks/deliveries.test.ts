import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import {
  expectBody,
  expectError,
  fundedWallet,
  listAll,
  newUser,
  newWallet,
  transferBody,
  unknownId,
} from '../../../support/api-steps.ts';
import type { Answer, Client } from '../../../support/client.ts';
import { startServiceWithOperators } from '../../../support/service-with-operators.ts';
import type { ServiceWithOperators } from '../../../support/service-with-operators.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { newEndpoint, setStatus } from '../../../support/webhook-client.ts';
import { startWebhookReceiver, statusResponse } from '../../../support/webhook-receiver.ts';
import type { Received, WebhookReceiver } from '../../../support/webhook-receiver.ts';

type Body = Answer['body'];

const SETTINGS = {
  webhooks: { allow_loopback: true, timeout_seconds: 1, retry_delays_seconds: [1], retry_window_seconds: 2 },
};

describe('Webhook deliveries', () => {
  let service: ServiceWithOperators;
  let sandbox: Client;
  let receiver: WebhookReceiver;
  let endpoint: Body;
  before(async () => {
    service = await startServiceWithOperators(SETTINGS);
    ({ sandbox } = service);
  });
  after(() => service.close());
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
  });
  afterEach(async () => {
    await sandbox.request('DELETE', `/v1/webhook_endpoints/${endpoint.id}`);
    await receiver.close();
  });

  const startEndpoint = async (more: object = {}): Promise<void> => {
    endpoint = await newEndpoint(sandbox, `${receiver.url}/hooks`, more);
  };
  const list = async (query = ''): Promise<Body[]> =>
    expectBody(await sandbox.get(`/v1/webhook_endpoints/${endpoint.id}/deliveries${query}`), 200).data;
  const inState = (state: string, count = 1): Promise<Body[]> =>
    waitFor(`${count} deliveries to be ${state}`, async () => {
      const found = await list(`?limit=100&state=${state}`);
      return found.length >= count ? found : undefined;
    });
  const read = async (id: string): Promise<Body> =>
    expectBody(await sandbox.get(`/v1/webhook_deliveries/${id}`), 200);
  const retry = (id: string, client = sandbox): Promise<Answer> =>
    client.post(`/v1/webhook_deliveries/${id}/retry`);
  const sentHeaders = ({ rawHeaders }: Received): [string, string][] =>
    rawHeaders.flatMap((name, index) =>
      index % 2 === 0 ? [[name, String(rawHeaders[index + 1])] as [string, string]] : [],
    );

  /** Causes one event `transfer.created`. */
  const transfer = async (): Promise<void> => {
    const [from, to] = [await fundedWallet(sandbox, { earned: '5.00' }), await newWallet(sandbox)];
    expectBody(await sandbox.post('/v1/transfers', transferBody(from.id, to.id, '1.00')), 201);
  };
  const statesOf = async (): Promise<string[]> => (await list('?limit=100')).map(({ state }) => state);

  it('show the request and the response of a success', async () => {
    receiver.respondWith((response) =>
      response
        .writeHead(201, { 'Content-Type': 'text/plain', 'X-Request-Id': 'r-1', 'Set-Cookie': 'secret=1' })
        .end('Thanks\u0000.'),
    );
    await startEndpoint({ event_types: ['transfer.created'] });
    await transfer();
    const [listed] = await inState('succeeded');
    const delivery = await read(listed!.id);
    const { request_body, attempts, ...rest } = delivery;
    expect(rest).to.deep.equal(listed);
    const [received] = receiver.received;
    expect(request_body).to.equal(received!.body);
    expect(delivery.created_at).to.equal(JSON.parse(request_body).created_at);
    expect(attempts).to.have.length(1);
    const [{ request, response, ...attempt }] = attempts;
    expect(attempt).to.deep.equal({
      attempt: 1,
      attempted_at: delivery.attempted_at,
      took_ms: delivery.took_ms,
      error: null,
      next_attempt_at: null,
    });
    expect(request.url).to.equal(endpoint.url);
    const sent = new Map(sentHeaders(received!));
    for (const [name, value] of Object.entries(request.headers)) expect(sent.get(name)).to.equal(value);
    expect(request.headers['Svc-Signature']).to.equal(received!.headers['svc-signature']);
    expect(response).to.deep.include({ status: 201, body: 'Thanks\ufffd.', is_truncated: false });
    expect(response.headers).to.include({ 'content-type': 'text/plain', 'x-request-id': 'r-1' });
    expect(JSON.stringify(delivery)).to.not.contain('secret=1');
  });

  it('show every attempt, also those that failed', async () => {
    receiver.respondWith((response) => response.writeHead(500).end('ü'.repeat(5_000)));
    await startEndpoint({ event_types: ['transfer.created'] });
    await transfer();
    const [pending] = await inState('pending');
    const first = await read(pending!.id);
    expect(first.attempts[0]).to.include({ attempt: 1, error: 'status' });
    expect(first.attempts[0].next_attempt_at).to.equal(first.next_attempt_at);
    expect(first.attempts[0].response).to.include({
      status: 500,
      body: 'ü'.repeat(2_048),
      is_truncated: true,
    });
    receiver.respondWith(statusResponse(204));
    const [succeeded] = await inState('succeeded');
    const { attempts } = await read(succeeded!.id);
    expect(attempts.map(({ attempt, error }: Body) => [attempt, error])).to.deep.equal(
      Array.from({ length: succeeded!.attempt }, (_, index) => [
        index + 1,
        index + 1 === succeeded!.attempt ? null : 'status',
      ]),
    );
    const signatures = attempts.map(({ request }: Body) => request.headers['Svc-Signature']);
    expect(signatures).to.deep.equal(receiver.received.map(({ headers }) => headers['svc-signature']));
    expect(attempts.at(-1).response).to.deep.include({ status: 204, body: '' });
  });

  it('have no response if none arrived', async () => {
    receiver.respondWith((response) => response.destroy());
    await startEndpoint({ event_types: ['transfer.created'] });
    await transfer();
    const [failed] = await inState('failed');
    const { attempts } = await read(failed!.id);
    for (const { error, response } of attempts)
      expect([error, response]).to.deep.equal(['connection_lost', null]);
  });

  it('are listed by state, type, event, and time', async () => {
    await startEndpoint();
    await transfer();
    // Several are sent at once, so that the one of the last event may not be the last.
    const all = await waitFor('all deliveries', async () => {
      const { data } = expectBody(await sandbox.get('/v1/events?limit=100'), 200);
      const events = data.filter(({ created_at }: Body) => created_at > endpoint.created_at);
      const isOver = events.some(({ type }: Body) => type === 'transfer.state_changed');
      const found = await list('?limit=100&state=succeeded');
      return isOver && found.length === events.length ? found : undefined;
    });
    const ids = (found: Body[]): string[] => found.map(({ id }) => id);
    const [newest, older] = [all[0]!, all.at(-1)!];
    for (const type of ['user.created', 'transfer.created', 'transfer.state_changed'])
      expect(ids(await list(`?limit=100&event_type=${type}`))).to.deep.equal(
        ids(all.filter(({ event_type }) => event_type === type)),
      );
    expect(await list('?event_type=user.unknown')).to.deep.equal([]);
    expect(await list('?state=failed')).to.deep.equal([]);
    expect(ids(await list('?limit=100&state=succeeded'))).to.deep.equal(ids(all));
    expect(ids(await list(`?event_id=${newest.event_id}`))).to.deep.equal([newest.id]);
    expect(ids(await list(`?limit=100&created_after=${older.created_at}`))).to.deep.equal(
      ids(all.filter(({ created_at }) => created_at > older.created_at)),
    );
    expect(ids(await list(`?limit=100&created_before=${newest.created_at}`))).to.deep.equal(
      ids(all.filter(({ created_at }) => created_at < newest.created_at)),
    );
    expect(await listAll(sandbox, `/v1/webhook_endpoints/${endpoint.id}/deliveries`)).to.deep.equal(all);
    expectError(
      await sandbox.get(`/v1/webhook_endpoints/${endpoint.id}/deliveries?state=lost`),
      400,
      'malformed_request',
    );
  });

  it('are sent again on request, in any state', async () => {
    await startEndpoint({ event_types: ['user.created'] });
    await newUser(sandbox);
    const [delivery] = await inState('succeeded');
    expect(expectBody(await retry(delivery!.id), 202)).to.deep.equal(delivery);
    const [again] = await inState('succeeded', 2);
    expect(again).to.include({ event_id: delivery!.event_id, attempt: 1 });
    expect(again!.redelivery_id).to.match(/^rdl_/);
    expect(receiver.received.map(({ body }) => body)).to.deep.equal([
      receiver.received[0]!.body,
      receiver.received[0]!.body,
    ]);
    expect((await read(again!.id)).attempts[0].request.headers['Svc-Signature']).to.equal(
      receiver.received[1]!.headers['svc-signature'],
    );
    receiver.respondWith(statusResponse(500));
    await newUser(sandbox);
    const [pending] = await inState('pending');
    receiver.respondWith(statusResponse(204));
    expectBody(await retry(pending!.id), 202);
    // The redelivery replaces the delivery, unless that has succeeded in the meantime.
    await waitFor('both events to be delivered', async () => {
      const open = (await statesOf()).filter((state) => state === 'pending');
      return (open.length === 0 && receiver.received.length >= 4) || undefined;
    });
  });

  it('are sent again once for one idempotency key', async () => {
    await startEndpoint({ event_types: ['user.created'] });
    await newUser(sandbox);
    const [delivery] = await inState('succeeded');
    const path = `/v1/webhook_deliveries/${delivery!.id}/retry`;
    const idempotencyKey = randomUUID();
    const first = await sandbox.post(path, undefined, { idempotencyKey });
    const [again] = await inState('succeeded', 2);
    const second = await sandbox.post(path, undefined, { idempotencyKey });
    expect(second.headers.get('idempotent-replayed')).to.equal('true');
    expect(second.text).to.equal(first.text);
    await retry(again!.id);
    await inState('succeeded', 3);
    expect(receiver.received).to.have.length(3);
  });

  it('are not sent again while the endpoint is disabled or deleted', async () => {
    await startEndpoint({ event_types: ['user.created'] });
    await newUser(sandbox);
    const [delivery] = await inState('succeeded');
    await setStatus(sandbox, endpoint.id, 'disabled');
    expectError(await retry(delivery!.id), 409, 'webhook_endpoint_disabled');
    expectBody(await sandbox.request('DELETE', `/v1/webhook_endpoints/${endpoint.id}`), 200);
    expectError(await retry(delivery!.id), 404, 'not_found');
    // What was delivered can still be read.
    expect((await read(delivery!.id)).state).to.equal('succeeded');
    expectError(await sandbox.get(`/v1/webhook_endpoints/${endpoint.id}/deliveries`), 404, 'not_found');
  });

  describe('of many events', () => {
    const redeliver = (body: object, client = sandbox): Promise<Answer> =>
      client.post(`/v1/webhook_endpoints/${endpoint.id}/redeliver`, body);
    const received = (): string[] => receiver.received.map(({ headers }) => String(headers['svc-event-id']));

    it('are requested for all failures that were not delivered since', async () => {
      receiver.respondWith(statusResponse(500));
      await startEndpoint({ event_types: ['user.created'] });
      for (let i = 0; i < 3; i += 1) await newUser(sandbox);
      const failed = await inState('failed', 3);
      receiver.respondWith(statusResponse(204));
      expectBody(await retry(failed[0]!.id), 202);
      await inState('succeeded');
      expect(
        expectBody(await redeliver({ select: 'failed', event_types: ['user.deactivated'] }), 202),
      ).to.include({ redelivered: 0, next: null });
      const later = { select: 'failed', created_after: failed[0]!.created_at };
      expect(expectBody(await redeliver(later), 202).redelivered).to.equal(0);
      expect(expectBody(await redeliver({ select: 'failed' }), 202)).to.deep.equal({
        object: 'webhook_bulk_redelivery',
        webhook_endpoint_id: endpoint.id,
        redelivered: 2,
        next: null,
      });
      await inState('succeeded', 3);
      expect(expectBody(await redeliver({ select: 'failed' }), 202).redelivered).to.equal(0);
    });

    it('are requested page by page for all events of a time', async () => {
      const before = new Date().toISOString();
      for (let i = 0; i < 101; i += 1) await newUser(sandbox);
      await startEndpoint({ event_types: ['user.created'] });
      const first = expectBody(await redeliver({ select: 'all', created_after: before }), 202);
      expect(first).to.include({ redelivered: 100 });
      const rest = { select: 'all', created_after: before, starting_after: first.next };
      expect(expectBody(await redeliver(rest), 202)).to.include({ redelivered: 1, next: null });
      await inState('succeeded', 100);
      await waitFor('all events', () => new Set(received()).size === 101 || undefined);
    });

    it('are refused without a beginning, a cursor of this list, an enabled endpoint, or permission', async () => {
      await startEndpoint();
      const { details } = expectError(await redeliver({ select: 'all' }), 422, 'validation_failed');
      expect(details[0]).to.include({ field: 'created_after', code: 'required' });
      const cursor = { select: 'failed', starting_after: unknownId('evt') };
      expectError(await redeliver(cursor), 422, 'validation_failed');
      expectError(await redeliver({ select: 'failed' }, service.otherIntegrator), 404, 'not_found');
      expectError(await redeliver({ select: 'failed' }, service.readOnly), 403, 'permission_denied');
      await setStatus(sandbox, endpoint.id, 'disabled');
      expectError(await redeliver({ select: 'failed' }), 409, 'webhook_endpoint_disabled');
    });
  });

  it('are visible to keys of their own book only, and sent again by keys that may write', async () => {
    await startEndpoint({ event_types: ['user.created'] });
    await newUser(sandbox);
    const [delivery] = await inState('succeeded');
    const paths = [
      `/v1/webhook_deliveries/${delivery!.id}`,
      `/v1/webhook_endpoints/${endpoint.id}/deliveries`,
    ] as const;
    for (const client of [service.otherIntegrator, service.production])
      for (const path of paths) expectError(await client.get(path), 404, 'not_found');
    expectError(await retry(delivery!.id, service.otherIntegrator), 404, 'not_found');
    for (const path of paths) expectBody(await service.readOnly.get(path), 200);
    expectError(await retry(delivery!.id, service.readOnly), 403, 'permission_denied');
    expectError(await sandbox.get(`/v1/webhook_deliveries/${unknownId('whd')}`), 404, 'not_found');
    expectError(await retry(unknownId('whd')), 404, 'not_found');
    expect(receiver.received).to.have.length(1);
  });

  it('show nothing of a person who was forgotten, also if the receiver repeated it', async () => {
    const email = `${randomUUID()}@example.com`;
    receiver.respondWith((response, { body }) =>
      response.writeHead(200, { 'X-Request-Id': email }).end(body),
    );
    await startEndpoint({ event_types: ['user.created'] });
    const user = await newUser(sandbox, { email });
    const [delivery] = await inState('succeeded');
    const before = await read(delivery!.id);
    expect(before.request_body).to.contain(email);
    expect(before.attempts[0].response.body).to.equal(before.request_body);
    expect(before.attempts[0].response.headers['x-request-id']).to.equal(email);
    expectBody(await sandbox.post(`/v1/users/${user.id}/deactivate`), 200);
    const reason = { reason: 'Case 7.' };
    expectBody(await service.admin.post(`/operator/v1/users/${user.id}/forget`, reason), 200);
    const after = await waitFor('the event to be amended', async () => {
      const found = await read(delivery!.id);
      return found.request_body.includes(email) ? undefined : found;
    });
    expect(JSON.stringify(after)).to.not.contain(email);
    expect(after.attempts[0].response).to.deep.equal({
      status: 200,
      headers: {},
      body: null,
      is_truncated: false,
    });
  });
});
