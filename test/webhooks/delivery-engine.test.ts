import { expect } from 'chai';
import { COLLECTIONS } from '../../projections/collections.ts';
import { WEBHOOKS_SCOPE } from '../../projections/delivery-targets.ts';
import { deliveryTerm } from '../../projections/webhook-endpoints.ts';
import { StoreUnavailable } from '../../src/event-store/port.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import type { DeliveryEngine, DeliveryEngineOptions } from '../../src/webhooks/delivery-engine.ts';
import {
  DELIVERIES_COLLECTION,
  RETRIES_COLLECTION,
  deliveryWrite,
  retryWrite,
} from '../../src/webhooks/delivery.ts';
import { createWebhookSender } from '../../src/webhooks/webhook-sender.ts';
import { BEGIN, BOOK, createDeliveryWorld, type DeliveryWorld } from '../support/delivery-world.ts';
import { waitFor } from '../support/wait-for.ts';
import { eventIds } from '../support/webhook-client.ts';
import { startWebhookReceiver, statusResponse, type WebhookReceiver } from '../support/webhook-receiver.ts';

const HOUR = 3_600_000;
const DELAYS = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200].map(
  (seconds) => seconds * 1_000,
);

describe('The delivery engine', () => {
  let world: DeliveryWorld;
  let receiver: WebhookReceiver;
  let engines: DeliveryEngine[] = [];
  beforeEach(async () => {
    world = await createDeliveryWorld();
    receiver = await startWebhookReceiver();
  });
  afterEach(async () => {
    await Promise.all(engines.map((engine) => engine.stop(0)));
    engines = [];
    await receiver.close();
  });

  const start = (options: Partial<DeliveryEngineOptions> = {}): DeliveryEngine => {
    const engine = world.engine(options);
    engines.push(engine);
    return engine;
  };
  const got = (count: number) =>
    waitFor(`${count} webhooks`, () => (receiver.received.length >= count ? receiver.received : undefined));

  it('retries for 48 hours on schedule, then fails the delivery', async () => {
    let now = BEGIN;
    receiver.respondWith(statusResponse(500));
    const id = await world.endpoint(receiver.url);
    await world.events(1, [id]);
    const schedule = { delaysMs: DELAYS, windowMs: 48 * HOUR };
    const engine = start({ clock: () => now, random: () => 0.5, schedule });
    const times: number[] = [];
    for (;;) {
      const attempt = times.length + 1;
      const delivery = await waitFor(`attempt ${attempt}`, async () =>
        (await world.deliveries(id)).find((each) => each.attempt === attempt),
      );
      times.push(Date.parse(delivery.attempted_at) - BEGIN);
      if (delivery.state === 'failed') break;
      expect(delivery.state).to.equal('pending');
      now = Date.parse(delivery.next_attempt_at!) - 1;
      engine.wake();
      now += 1;
      engine.wake();
    }
    const pauses = times.slice(1).map((time, index) => time - times[index]!);
    expect(pauses.slice(0, -1)).to.deep.equal([...DELAYS, DELAYS.at(-1)]);
    expect(times.at(-1)).to.equal(48 * HOUR);
    expect(receiver.received.map(({ headers }) => headers['svc-delivery-attempt'])).to.deep.equal(
      times.map((_, index) => String(index + 1)),
    );
    // Each attempt is signed with its own time.
    const signed = receiver.received.map(
      ({ headers }) => /^t=([0-9]+)/.exec(String(headers['svc-signature']))![1],
    );
    expect(signed.map(Number)).to.deep.equal(times.map((time) => Math.floor((BEGIN + time) / 1_000)));
    expect(new Set(receiver.received.map(({ body }) => body)).size).to.equal(1);
    await waitFor('all retries to be deleted', async () => {
      const query = { scope: 'webhooks', terms: ['every'], order: 'oldest', limit: 1 } as const;
      return (await world.documents.list(RETRIES_COLLECTION, query)).length === 0 || undefined;
    });
  });

  it('delivers to an endpoint whose events were read while those of another could not be', async () => {
    const [one, two] = [await world.endpoint(receiver.url), await world.endpoint(receiver.url)];
    const ids = [...(await world.events(1, [one])), ...(await world.events(1, [two]))];
    const { documents } = world;
    let failing = 1;
    start({
      documents: {
        ...documents,
        list: (name, query) =>
          name === COLLECTIONS.events && query.terms.includes(deliveryTerm(two)) && failing-- > 0
            ? Promise.reject(new StoreUnavailable('away'))
            : documents.list(name, query),
      },
      onFault: () => undefined,
    });
    expect(eventIds(await got(2)).sort()).to.deep.equal(ids.sort());
  });

  it('retries for 48 hours after an event that is ahead of the last reading of its clock', async () => {
    const later = BEGIN + 30 * 24 * HOUR;
    receiver.respondWith(statusResponse(500));
    const id = await world.endpoint(receiver.url);
    await world.events(1, [id], later);
    const schedule = { delaysMs: [HOUR], windowMs: 48 * HOUR };
    start({ clock: () => BEGIN, random: () => 0.5, schedule });
    const delivery = await waitFor('a delivery', async () => (await world.deliveries(id))[0]);
    expect(delivery).to.include({ state: 'pending', attempt: 1 });
    expect(delivery.first_attempted_at).to.equal(new Date(later).toISOString());
    expect(delivery.next_attempt_at).to.equal(new Date(later + HOUR).toISOString());
  });

  it('delivers events that were never sent before the time of their book was advanced by days', async () => {
    const id = await world.endpoint(receiver.url);
    const ids = await world.events(2, [id]);
    await world.advance(7 * 24 * 3_600);
    start({ clock: () => BEGIN + 1_000, schedule: { delaysMs: DELAYS, windowMs: 48 * HOUR } });
    expect(eventIds(await got(2))).to.deep.equal(ids);
  });

  it('attempts once more if the time of the book passes the window during an attempt', async () => {
    let now = BEGIN;
    receiver.respondWith((response) => {
      const isFirst = now === BEGIN;
      now = BEGIN + 3 * 24 * HOUR;
      response.writeHead(isFirst ? 500 : 200).end();
    });
    const id = await world.endpoint(receiver.url);
    await world.events(1, [id]);
    start({ clock: () => now, schedule: { delaysMs: DELAYS, windowMs: 48 * HOUR } });
    await got(2);
    await waitFor('the delivery to succeed', async () => {
      const [delivery] = await world.deliveries(id);
      return (delivery?.state === 'succeeded' && delivery.attempt === 2) || undefined;
    });
  });

  it('makes no retry before it is due', async () => {
    let now = BEGIN;
    receiver.respondWith(statusResponse(500));
    const id = await world.endpoint(receiver.url);
    await world.events(1, [id]);
    const engine = start({
      clock: () => now,
      random: () => 0.5,
      schedule: { delaysMs: [5_000], windowMs: HOUR },
    });
    await waitFor('a pending delivery', async () => (await world.deliveries(id))[0]);
    now = BEGIN + 4_999;
    // A new event is sent only after due retries have been read.
    for (let i = 0; i < 3; i += 1) {
      engine.wake();
      await world.events(1, [id]);
      await got(2 + i);
    }
    expect(receiver.received.map(({ headers }) => headers['svc-delivery-attempt'])).to.not.include('2');
  });

  it('continues after a stop without repeating or losing a delivery', async () => {
    const id = await world.endpoint(receiver.url);
    const ids = await world.events(300, [id]);
    const first = start({ limits: { perEndpoint: 4, perOrigin: 1_000, overall: 4 } });
    await got(50);
    await first.stop(5_000);
    const before = receiver.received.length;
    expect(before).to.be.below(300);
    expect(await world.deliveries(id)).to.have.length(before);
    start();
    await waitFor(
      'all deliveries to be recorded',
      async () => (await world.deliveries(id)).length === 300 || undefined,
    );
    expect(eventIds(receiver.received).sort()).to.deep.equal(ids);
  });

  it('repeats attempts that were in flight at an abrupt stop', async () => {
    receiver.respondWith(() => undefined);
    const id = await world.endpoint(receiver.url);
    await world.events(3, [id]);
    const first = start();
    await got(3);
    await first.stop(0);
    expect(await world.deliveries(id)).to.deep.equal([]);
    receiver.respondWith(statusResponse(204));
    start();
    await waitFor(
      'all deliveries to be recorded',
      async () => (await world.deliveries(id)).length === 3 || undefined,
    );
    expect((await world.deliveries(id)).map(({ attempt }) => attempt)).to.deep.equal([1, 1, 1]);
    expect(receiver.received).to.have.length(6);
  });

  it('loses nothing while records cannot be written', async () => {
    const memory = createMemoryDocumentStore();
    let isAway = false;
    world = await createDeliveryWorld({
      ...memory,
      write: (writes, ...rest) =>
        isAway && writes[0]?.collection === DELIVERIES_COLLECTION
          ? Promise.reject(new Error('away'))
          : memory.write(writes, ...rest),
    });
    const id = await world.endpoint(receiver.url);
    await world.events(20, [id]);
    isAway = true;
    const faults: unknown[] = [];
    start({ onFault: (error) => faults.push(error) });
    await got(20);
    await waitFor('the fault to be reported', () => faults[0]);
    isAway = false;
    await waitFor(
      'all deliveries to be recorded',
      async () => (await world.deliveries(id)).length === 20 || undefined,
    );
    expect(receiver.received).to.have.length(20);
  });

  it('loses no retry that is due before its delivery is recorded', async () => {
    const memory = createMemoryDocumentStore();
    let isSlow = false;
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    world = await createDeliveryWorld({
      ...memory,
      async write(writes, ...rest) {
        if (isSlow && writes[0]?.collection === DELIVERIES_COLLECTION) await opened;
        await memory.write(writes, ...rest);
      },
    });
    const id = await world.endpoint(receiver.url);
    receiver.respondWith(statusResponse(500));
    const pauses = [0.99, 0];
    start({ random: () => pauses.shift() ?? 0, schedule: { delaysMs: [500], windowMs: HOUR } });
    await world.events(1, [id]);
    await waitFor('a pending delivery', async () => (await world.deliveries(id))[0]);
    isSlow = true;
    await world.events(1, [id]);
    await got(2);
    receiver.respondWith(statusResponse(204));
    // The first retry is due after the second one, whose delivery is not recorded yet.
    await got(3);
    isSlow = false;
    open();
    await got(4);
  });

  it('loses nothing while reads fail', async () => {
    let reads = 0;
    const memory = createMemoryDocumentStore();
    const failing =
      <Args extends readonly unknown[], Found>(read: (...args: Args) => Promise<Found>) =>
      (...args: Args): Promise<Found> =>
        (reads += 1) % 7 === 0 ? Promise.reject(new Error('away')) : read(...args);
    world = await createDeliveryWorld(memory);
    const id = await world.endpoint(receiver.url);
    const ids = await world.events(120, [id]);
    const seen = new Set<string>();
    receiver.respondWith((response, { headers }) => {
      const event = String(headers['svc-event-id']);
      response.writeHead(seen.has(event) ? 204 : 500).end();
      seen.add(event);
    });
    start({
      documents: {
        ...memory,
        list: failing((...args: Parameters<typeof memory.list>) => memory.list(...args)),
        getMany: failing((...args: Parameters<typeof memory.getMany>) => memory.getMany(...args)),
      },
      schedule: { delaysMs: [50], windowMs: HOUR },
      onFault: () => undefined,
    });
    await waitFor('all events to be delivered', async () => {
      const states = (await world.deliveries(id)).map(({ state }) => state);
      return (states.length === ids.length && states.every((state) => state === 'succeeded')) || undefined;
    });
  });

  it('finds retries that another node recorded', async () => {
    let now = BEGIN;
    const id = await world.endpoint(receiver.url);
    await world.events(2, [id]);
    const engine = start({ clock: () => now });
    await got(2);
    await waitFor(
      'both deliveries to be recorded',
      async () => (await world.deliveries(id)).length === 2 || undefined,
    );
    const [first] = await world.deliveries(id);
    const due_at = new Date(BEGIN + 1_000).toISOString();
    const failed = { ...first!, state: 'pending', attempt: 2, next_attempt_at: due_at } as const;
    const retry = { delivery_id: failed.id, webhook_endpoint_id: id, stream: BOOK, due_at };
    await world.documents.write([retryWrite(WEBHOOKS_SCOPE, retry), deliveryWrite(BOOK, failed)], new Map());
    now += 10 * 60_000;
    engine.wake();
    await got(3);
    expect(receiver.received[2]?.headers['svc-delivery-attempt']).to.equal('3');
  });

  it('attributes a response of the old URL to the old URL after a change', async () => {
    const other = await startWebhookReceiver();
    try {
      const id = await world.endpoint(receiver.url);
      let answerNow = (): void => undefined;
      receiver.respondWith((response) => (answerNow = () => response.writeHead(410).end()));
      await world.events(1, [id]);
      const asked: { url: string; version: number }[] = [];
      start({
        schedule: { delaysMs: [10], windowMs: HOUR },
        disable({ url, version }) {
          asked.push({ url, version });
          return Promise.resolve(version === 2);
        },
      });
      await got(1);
      await world.move(id, other.url);
      await waitFor('the new URL to be used', async () => {
        await world.events(1, [id]);
        return other.received.length > 0 || undefined;
      });
      answerNow();
      const refused = receiver.received[0]?.body;
      await waitFor(
        'the new URL to receive what the old one refused',
        () => other.received.some(({ body }) => body === refused) || undefined,
      );
      expect(asked).to.deep.equal([{ url: receiver.url, version: 1 }]);
    } finally {
      await other.close();
    }
  });

  it('sends the current body of an event that waited in memory', async () => {
    const id = await world.endpoint(receiver.url);
    const held: (() => void)[] = [];
    receiver.respondWith((response) => held.push(() => response.writeHead(204).end()));
    const ids = await world.events(3, [id]);
    start({ limits: { perEndpoint: 1, perOrigin: 1_000, overall: 1 }, retentionMs: 0 });
    await got(1);
    await world.rewrite(ids[1]!, [id]);
    await world.forget(ids[2]!);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    receiver.respondWith(statusResponse(204));
    for (const answer of held) answer();
    await got(2);
    expect(JSON.parse(receiver.received[1]!.body)).to.include({ id: ids[1], rewritten: true });
    await waitFor(
      'both deliveries to be recorded',
      async () => (await world.deliveries(id)).length === 2 || undefined,
    );
    expect(receiver.received).to.have.length(2);
  });

  it('keeps a retry whose event is not projected yet, as after a process of another release', async () => {
    const id = await world.endpoint(receiver.url);
    const [event] = await world.events(1, [id]);
    receiver.respondWith(statusResponse(500));
    const first = start({ schedule: { delaysMs: [500], windowMs: 48 * HOUR } });
    await got(1);
    await waitFor('the retry', async () => (await world.deliveries(id))[0]);
    await first.stop(0);
    await world.forget(event!);
    receiver.respondWith(statusResponse(204));
    start({ schedule: { delaysMs: [500], windowMs: 48 * HOUR } });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect((await world.deliveries(id))[0]?.state).to.equal('pending');
    await world.rewrite(event!, [id]);
    await got(2);
    await waitFor(
      'the outcome',
      async () => (await world.deliveries(id))[0]?.state === 'succeeded' || undefined,
    );
  });

  it('drops a retry whose event was deleted', async () => {
    const id = await world.endpoint(receiver.url);
    const [event] = await world.events(1, [id]);
    receiver.respondWith(statusResponse(500));
    start({ schedule: { delaysMs: [500], windowMs: 48 * HOUR }, retentionMs: 0 });
    await got(1);
    await world.forget(event!);
    await waitFor('the end', async () => (await world.deliveries(id))[0]?.state === 'dropped' || undefined);
    expect(receiver.received).to.have.length(1);
  });

  it('delivers nothing while another node holds the lease', async () => {
    const id = await world.endpoint(receiver.url);
    await world.events(1, [id]);
    let isHeld = false;
    let asked = 0;
    const lease = {
      tryAcquire: () => Promise.resolve(((asked += 1), isHeld)),
      release: () => Promise.resolve(),
    };
    const engine = start({ lease });
    engine.wake();
    await waitFor('the lease to be requested', () => asked > 2 || undefined);
    expect(receiver.received).to.deep.equal([]);
    isHeld = true;
    await got(1);
    // Another node takes over and releases the lease again.
    isHeld = false;
    await waitFor('all endpoints to be closed', () => engine.stats().endpoints === 0 || undefined);
    isHeld = true;
    await world.events(1, [id]);
    await got(2);
    await waitFor(
      'both deliveries to be recorded',
      async () => (await world.deliveries(id)).length === 2 || undefined,
    );
    expect(receiver.received).to.have.length(2);
  });

  it('drops pending deliveries of an endpoint that was disabled while no engine ran', async () => {
    receiver.respondWith(statusResponse(500));
    const id = await world.endpoint(receiver.url);
    await world.events(5, [id]);
    const first = start({ schedule: { delaysMs: [HOUR], windowMs: 48 * HOUR } });
    await waitFor(
      'all deliveries to be pending',
      async () => (await world.deliveries(id)).length === 5 || undefined,
    );
    await first.stop(5_000);
    await world.disable(id);
    start();
    await waitFor('all deliveries to be dropped', async () => {
      const states = (await world.deliveries(id)).map(({ state }) => state);
      return states.every((state) => state === 'dropped') || undefined;
    });
  });

  it('drops nothing before the enabled endpoints are known', async () => {
    receiver.respondWith(statusResponse(500));
    const id = await world.endpoint(receiver.url);
    await world.events(5, [id]);
    const first = start({ schedule: { delaysMs: [HOUR], windowMs: 48 * HOUR } });
    await waitFor(
      'all deliveries to be pending',
      async () => (await world.deliveries(id)).length === 5 || undefined,
    );
    await first.stop(5_000);
    const { documents } = world;
    let failing = 1;
    const second = start({
      documents: {
        ...documents,
        list: (name, query) =>
          name === COLLECTIONS.deliveryTargets && failing-- > 0
            ? Promise.reject(new StoreUnavailable('away'))
            : documents.list(name, query),
      },
      // A new event triggers the next read.
      onFault: () => second.wake(),
    });
    const third = await world.endpoint(receiver.url);
    await waitFor('a delivery', async () => {
      await world.events(1, [third]);
      return (await world.deliveries(third))[0];
    });
    expect(new Set((await world.deliveries(id)).map(({ state }) => state))).to.deep.equal(
      new Set(['pending']),
    );
  });

  for (const status of [500, 410])
    it(`retries events from after an endpoint was enabled again that the previous queue sent and failed with ${status}`, async () => {
      const held: (() => void)[] = [];
      receiver.respondWith((response) => held.push(() => response.writeHead(status).end()));
      const other = await startWebhookReceiver();
      try {
        const [id, another] = [await world.endpoint(receiver.url), await world.endpoint(other.url)];
        await world.events(1, [another]);
        const engine = start({
          schedule: { delaysMs: [50], windowMs: HOUR },
          disable: () => Promise.resolve(false),
        });
        // The endpoints have just been read, so this change is noticed later than the event.
        await waitFor('a delivery', () => other.received[0]);
        await world.disable(id);
        await world.enable(id, receiver.url);
        await world.events(1, [id]);
        engine.wake();
        await got(1);
        // A new endpoint is noticed after the change of the first one.
        const third = await world.endpoint(other.url);
        await waitFor('the endpoints to be read', async () => {
          await world.events(1, [third]);
          return other.received.length > 1 || undefined;
        });
        receiver.respondWith(statusResponse(204));
        for (const answer of held) answer();
        await waitFor('the event to be delivered', async () => {
          const [delivery] = await world.deliveries(id);
          if (delivery !== undefined) expect(delivery.state).to.be.oneOf(['pending', 'succeeded']);
          return delivery?.state === 'succeeded' || undefined;
        });
      } finally {
        await other.close();
      }
    });

  it('respects the limits of concurrent attempts', async () => {
    const open = { now: 0, most: 0 };
    receiver.respondWith((response) => {
      open.now += 1;
      open.most = Math.max(open.most, open.now);
      setTimeout(() => {
        open.now -= 1;
        response.writeHead(204).end();
      }, 5);
    });
    const id = await world.endpoint(receiver.url);
    await world.events(200, [id]);
    start({ limits: { perEndpoint: 3, perOrigin: 1_000, overall: 256 } });
    await got(200);
    expect(open.most).to.equal(3);
  });

  it('reports the queue depth and the age of the oldest pending event', async () => {
    receiver.respondWith(() => undefined);
    const id = await world.endpoint(receiver.url);
    await world.events(30, [id]);
    const engine = start();
    await got(16);
    expect(engine.stats()).to.deep.equal({
      endpoints: 1,
      depth: 30,
      inFlight: 16,
      pausedEndpoints: 0,
      failingEndpoints: 0,
      oldestPendingAt: BEGIN,
    });
  });

  it('delivers to other endpoints at full speed beside a dead endpoint and a slow one', async () => {
    const quick = await Promise.all(Array.from({ length: 18 }, () => startWebhookReceiver({ keep: false })));
    const slow = await startWebhookReceiver();
    const dead = await startWebhookReceiver();
    slow.respondWith((response) => void setTimeout(() => response.writeHead(204).end(), 9_000));
    dead.respondWith(() => undefined);
    try {
      const ids = await Promise.all(quick.map(({ url }) => world.endpoint(url)));
      const otherIds = await Promise.all([slow, dead].map(({ url }) => world.endpoint(url)));
      const wanted = new Set(ids);
      let done = 0;
      await world.events(500, [...otherIds, ...ids]);
      const begun = performance.now();
      start({
        // The dead endpoint times out only after the test, so waiting for it would miss the deadline.
        sender: createWebhookSender({ timeoutMs: 600_000 }),
        onAttempt: ({ target, result }) => void (done += wanted.has(target.id) && result.succeeded ? 1 : 0),
      });
      await waitFor('all deliveries to fast endpoints', () => done === 9_000 || undefined, 100_000);
      expect(dead.received.length).to.equal(16);
      // The initial attempts, and one more for each that was answered.
      const answeredRounds = Math.floor((performance.now() - begun) / 9_000);
      expect(slow.received.length).to.be.within(16, 16 * (1 + answeredRounds));
    } finally {
      await Promise.all([...quick, slow, dead].map((each) => each.close()));
    }
  });
});
