import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Answer, Client } from '../support/client.ts';
import { startServiceWithOperators } from '../support/service-with-operators.ts';
import type { ServiceWithOperators } from '../support/service-with-operators.ts';
import { statusResponse, startWebhookReceiver } from '../support/webhook-receiver.ts';
import type { WebhookReceiver } from '../support/webhook-receiver.ts';
import { expectBody, listAll, newUser } from '../support/api-steps.ts';
import { waitFor } from '../support/wait-for.ts';
import { eventIds, newEndpoint } from '../support/webhook-client.ts';

type Body = Answer['body'];

const SETTINGS = {
  webhooks: { allow_loopback: true, retry_delays_seconds: [1], retry_window_seconds: 3_600 },
};
const REBUILT = ['events', 'redeliveries', 'delivery_targets'];
const ROOT = '/operator/v1/projections';

describe('Deliveries during a projection rebuild', () => {
  let service: ServiceWithOperators;
  let sandbox: Client;
  let admin: Client;
  let receiver: WebhookReceiver;
  before(async () => {
    service = await startServiceWithOperators(SETTINGS);
    ({ sandbox, admin } = service);
  });
  after(() => service.close());
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
  });
  afterEach(() => receiver.close());

  const rebuildAll = async (): Promise<void> => {
    const wanted = new Map<string, number>();
    for (const name of REBUILT) {
      const { building } = expectBody(await admin.post(`${ROOT}/${name}/rebuild`), 202);
      wanted.set(name, building.generation);
    }
    await waitFor('the rebuilt projections to be read', async () => {
      const { data }: { data: Body[] } = expectBody(await admin.get(ROOT), 200);
      const read = data.filter(({ name, generation }) => wanted.get(name) === generation);
      return read.length === REBUILT.length || undefined;
    });
  };
  const records = (id: string): Promise<Body[]> =>
    listAll(admin, `/operator/v1/webhook_endpoints/${id}/deliveries`);

  it('include each event and each redelivery once, with retries', async () => {
    const { id } = await newEndpoint(sandbox, receiver.url);
    const failed = new Set<string>();
    receiver.respondWith((response, { headers }) => {
      const event = String(headers['svc-event-id']);
      // Every third event succeeds at the second attempt only.
      const fails = event.charCodeAt(22) % 3 === 0 && !failed.has(event);
      failed.add(event);
      response.writeHead(fails ? 500 : 204).end();
    });
    const rebuilding = { isOver: false };
    const made: string[] = [];
    const asked: string[] = [];
    const working = (async () => {
      while (!rebuilding.isOver) {
        made.push((await newUser(sandbox)).id);
        const [event] = expectBody(await sandbox.get('/v1/events?limit=1&type=user.created'), 200).data;
        if (made.length % 5 !== 0) continue;
        expectBody(await sandbox.post(`/v1/events/${event.id}/redeliver`), 202);
        asked.push(event.id);
      }
    })();
    for (let round = 0; round < 3; round += 1) await rebuildAll();
    rebuilding.isOver = true;
    await working;
    const events = await listAll(sandbox, '/v1/events');
    const own = events.filter(({ data }) => made.includes(data.id));
    // A redelivery replaces deliveries of the event that wait, and is part of an attempt that has not started.
    await waitFor('all events to be delivered', async () => {
      const found = await records(id);
      if (found.some(({ state }) => state === 'pending')) return undefined;
      const delivered = found
        .filter(({ state }) => state === 'succeeded')
        .map(({ event_id }) => String(event_id));
      // Requests equal recorded attempts, so every attempt was recorded.
      const attempts = found.map(({ attempt }) => Number(attempt)).reduce((sum, count) => sum + count, 0);
      return new Set(delivered).size === own.length && receiver.received.length === attempts
        ? found
        : undefined;
    });
    expect(asked).to.not.deep.equal([]);
    expect(new Set(eventIds(receiver.received))).to.deep.equal(new Set(own.map((event) => event.id)));
    const bodies = new Set(receiver.received.map(({ body }) => body));
    expect(bodies.size).to.equal(own.length);
    expectBody(await sandbox.request('DELETE', `/v1/webhook_endpoints/${id}`), 200);
  });

  it('contain no personal data that was erased while they were pending', async () => {
    const { id } = await newEndpoint(sandbox, receiver.url, { event_types: ['user.created'] });
    receiver.respondWith(statusResponse(500));
    const email = `ada.${randomUUID()}@example.com`;
    const user = { type: 'individual', external_reference: randomUUID(), email, first_name: 'Adelheid' };
    const { id: userId } = expectBody(await sandbox.post('/v1/users', user), 201);
    await waitFor('a pending delivery', async () => (await records(id))[0]);
    expectBody(await sandbox.post(`/v1/users/${userId}/deactivate`), 200);
    expectBody(await admin.post(`/operator/v1/users/${userId}/forget`, { reason: 'Case 1.' }), 200);
    const known = receiver.received.length;
    expect(receiver.received[0]!.body).to.contain(email);
    await rebuildAll();
    receiver.respondWith(statusResponse(204));
    await waitFor(
      'the event to be delivered',
      async () => (await records(id))[0]?.state === 'succeeded' || undefined,
    );
    // One attempt may have been in flight.
    const last = receiver.received.at(-1)!;
    expect(receiver.received.length).to.be.greaterThan(known);
    expect(JSON.parse(last.body).data).to.include({ id: userId, email: null, first_name: null });
    expect(last.body).to.not.contain(email);
  });
});
