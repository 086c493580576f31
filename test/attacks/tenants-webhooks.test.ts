/** An integrator must not be able to use the service to send many requests to somebody else's server. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { expectBody, expectError, newUser } from '../support/api-steps.ts';
import type { Answer, Client } from '../support/client.ts';
import { startSharedService } from '../support/shared-service.ts';
import type { SharedService } from '../support/shared-service.ts';
import { waitFor } from '../support/wait-for.ts';
import { newEndpoint } from '../support/webhook-client.ts';
import { startWebhookReceiver, statusResponse } from '../support/webhook-receiver.ts';
import type { Responder, WebhookReceiver } from '../support/webhook-receiver.ts';

const REQUESTS_PER_SECOND = 20;
const BURST = 100;
const SETTINGS = {
  webhooks: { allow_loopback: true, retry_delays_seconds: [1] },
  rate_limit: { requests_per_second: REQUESTS_PER_SECOND, burst: BURST },
};
const UNLIMITED = { requests_per_second: 1_000_000, burst: 1_000_000 };
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

describe('Requests to a webhook receiver', () => {
  let service: SharedService;
  let receiver: WebhookReceiver;
  const start = async (settings: object = {}, answer: Responder = statusResponse(204)): Promise<void> => {
    receiver = await startWebhookReceiver();
    receiver.respondWith(answer);
    service = await startSharedService({ ...SETTINGS, ...settings });
  };
  afterEach(async () => {
    await service.close();
    await receiver.close();
  });

  /** Endpoints at different paths of the receiver. */
  const addEndpoints = async (client: Client, count: number): Promise<void> => {
    for (let i = 0; i < count; i += 1) await newEndpoint(client, `${receiver.url}/${i}`);
  };
  const eventOf = async (client: Client): Promise<string> => {
    const { id } = await newUser(client);
    const events = expectBody(await client.get(`/v1/events?object_id=${id}`), 200).data;
    return String(events[0].id);
  };
  const redeliver = (client: Client, eventId: string, body = {}): Promise<Answer> =>
    client.post(`/v1/events/${eventId}/redeliver`, body);
  const untilIdle = (): Promise<true> => {
    let before = -1;
    return waitFor('no further requests', async () => {
      const isIdle = receiver.received.length === before;
      before = receiver.received.length;
      await delay(1_000);
      return isIdle || undefined;
    });
  };

  it('count against the rate limit of the key that asks for redeliveries', async () => {
    await start({ webhooks: { allow_loopback: true, origin_attempts_per_second: { other: 10_000 } } });
    const { sandbox, secondKey } = service;
    await addEndpoints(secondKey, 25);
    const events = await Promise.all(times(10, () => eventOf(secondKey)));
    await waitFor('the deliveries of the events', () => receiver.received.length >= 250 || undefined);
    await untilIdle();
    const before = receiver.received.length;
    const answers = await Promise.all(events.map((id) => redeliver(sandbox, id)));
    const accepted = answers.filter(({ status }) => status === 202).length;
    expect(accepted).to.be.within(1, 8);
    await untilIdle();
    expect(receiver.received.length - before).to.equal(accepted * 25);
    const refused = await redeliver(sandbox, events[0] ?? '');
    expectError(refused, 429, 'rate_limited');
    expect(refused.headers.get('ratelimit-remaining')).to.equal('0');
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).to.be.within(1, (2 * BURST) / REQUESTS_PER_SECOND);
    await delay(seconds * 1_000);
    expect((await redeliver(sandbox, events[0] ?? '')).status).to.equal(202);
  });

  it('are one for any number of redelivery requests that wait for the same attempt', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await start({ rate_limit: UNLIMITED }, (response, { headers }) => {
      if (headers['svc-event-id'] === heldEvent) void held.then(() => response.writeHead(204).end());
      else response.writeHead(204).end();
    });
    let heldEvent = '';
    const { sandbox } = service;
    await addEndpoints(sandbox, 1);
    const eventId = await eventOf(sandbox);
    await waitFor('the delivery', () => receiver.received.length === 1 || undefined);
    heldEvent = eventId;
    expect((await redeliver(sandbox, eventId)).status).to.equal(202);
    await waitFor('the attempt that is held', () => receiver.received.length === 2 || undefined);
    const answers = await Promise.all(times(200, () => redeliver(sandbox, eventId)));
    for (const { status } of answers) expect(status).to.equal(202);
    release();
    await untilIdle();
    // The first delivery, the redelivery that was held, and one for all requests that came during it. Requests that are
    // projected only after that one started need one more.
    expect(receiver.received.length).to.be.within(3, 6);
  });

  it('are one per retry for an event that was redelivered several times without success', async () => {
    await start({ rate_limit: UNLIMITED }, statusResponse(500));
    const { sandbox } = service;
    await addEndpoints(sandbox, 1);
    const eventId = await eventOf(sandbox);
    for (let round = 1; round <= 4; round += 1) {
      await waitFor('the attempt', () => receiver.received.length >= round || undefined);
      expect((await redeliver(sandbox, eventId)).status).to.equal(202);
    }
    await waitFor('all attempts', () => receiver.received.length >= 5 || undefined);
    const before = receiver.received.length;
    await delay(3_000);
    // One delivery is retried every second.
    expect(receiver.received.length - before).to.be.within(1, 5);
  });

  it('are few to an origin that does not accept them, for all endpoints and books together', async () => {
    await start({ rate_limit: UNLIMITED }, statusResponse(404));
    const { sandbox, otherIntegrator } = service;
    const clients = [sandbox, otherIntegrator];
    for (const client of clients) await addEndpoints(client, 20);
    const startedAt = performance.now();
    await Promise.all(clients.flatMap((client) => times(10, () => newUser(client))));
    await delay(3_000);
    const seconds = (performance.now() - startedAt) / 1_000;
    // A burst of 10, and 10 per second.
    expect(receiver.received.length).to.be.within(10, 10 * seconds + 12);
  });

  it('are few to such an origin when its endpoints are tested', async () => {
    const settings = { rate_limit: UNLIMITED, features: { webhook_endpoint_test: true } };
    await start(settings, statusResponse(404));
    const { sandbox } = service;
    const { id } = await newEndpoint(sandbox, receiver.url);
    const path = `/v1/webhook_endpoints/${id}/test`;
    const startedAt = performance.now();
    const answers = await Promise.all(times(60, () => sandbox.post(path)));
    const seconds = (performance.now() - startedAt) / 1_000;
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).not.to.deep.equal([]);
    for (const answer of refused) expectError(answer, 429, 'rate_limited');
    expect(receiver.received.length).to.be.within(1, 10 * seconds + 12);
  });

  it('are fast to an origin that accepts them', async () => {
    await start({ rate_limit: UNLIMITED });
    const { sandbox } = service;
    await addEndpoints(sandbox, 20);
    await Promise.all(times(10, () => newUser(sandbox)));
    await waitFor('all deliveries', () => receiver.received.length >= 200 || undefined);
    const first = receiver.received[0]?.at ?? 0;
    expect((receiver.received.at(-1)?.at ?? Infinity) - first).to.be.below(10_000);
  });

  it('reach an integrator whose origin has 50 endpoints of another one that never answer', async function () {
    this.timeout(60_000);
    await start({ rate_limit: UNLIMITED }, (response, { path }) => {
      if (!path.startsWith('/slow')) response.writeHead(204).end();
    });
    const { sandbox, otherIntegrator } = service;
    for (let i = 0; i < 50; i += 1) await newEndpoint(otherIntegrator, `${receiver.url}/slow/${i}`);
    await newEndpoint(sandbox, `${receiver.url}/quick`);
    await Promise.all(times(20, () => newUser(otherIntegrator)));
    const requestsTo = (path: string): number =>
      receiver.received.filter((request) => request.path.startsWith(path)).length;
    await waitFor(
      'the other integrator to occupy its share of the origin',
      () => requestsTo('/slow') >= 30 || undefined,
    );
    const startedAt = performance.now();
    for (let i = 0; i < 95; i += 1) await newUser(sandbox);
    await waitFor('90 of 95 deliveries', () => requestsTo('/quick') >= 90 || undefined, 30_000);
    expect(performance.now() - startedAt).to.be.below(30_000);
  });
});
