import { expect } from 'chai';
import type { DeliveryTarget } from '../../projections/delivery-targets.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import type { DeliveryEngine, DeliveryEngineOptions } from '../../src/webhooks/delivery-engine.ts';
import { DELIVERIES_COLLECTION } from '../../src/webhooks/delivery.ts';
import { BEGIN, createDeliveryWorld, type DeliveryWorld } from '../support/delivery-world.ts';
import { waitFor } from '../support/wait-for.ts';
import { eventIds } from '../support/webhook-client.ts';
import { startWebhookReceiver, statusResponse, type WebhookReceiver } from '../support/webhook-receiver.ts';

const HOUR = 3_600_000;
const IN_AN_HOUR = { delaysMs: [HOUR], windowMs: 48 * HOUR };

describe('Pending deliveries', () => {
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
  const stateOfAll = async (id: string, count: number, state: string): Promise<true | undefined> => {
    const states = (await world.deliveries(id)).map((each) => each.state);
    return (states.length === count && states.every((each) => each === state)) || undefined;
  };
  const depthOf = (engine: DeliveryEngine, depth: number) =>
    waitFor(`a depth of ${depth}`, () => engine.stats().depth === depth || undefined);

  it('are counted completely after a takeover, and down to zero as they succeed', async () => {
    let now = BEGIN;
    receiver.respondWith(statusResponse(500));
    const id = await world.endpoint(receiver.url);
    await world.events(450, [id]);
    const first = start({ schedule: IN_AN_HOUR, clock: () => now });
    await waitFor('all deliveries to be pending', () => stateOfAll(id, 450, 'pending'));
    await depthOf(first, 450);
    await first.stop(5_000);
    const second = start({ schedule: IN_AN_HOUR, clock: () => now });
    await depthOf(second, 450);
    receiver.respondWith(statusResponse(204));
    now += 2 * HOUR;
    second.wake();
    await waitFor('all events to be delivered', () => stateOfAll(id, 450, 'succeeded'));
    await depthOf(second, 0);
  });

  it('are dropped even if they are recorded long after the endpoint was disabled', async () => {
    const memory = createMemoryDocumentStore();
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    world = await createDeliveryWorld({
      ...memory,
      async write(writes, checkpoints) {
        if (writes[0]?.collection === DELIVERIES_COLLECTION) await opened;
        await memory.write(writes, checkpoints);
      },
    });
    receiver.respondWith(statusResponse(500));
    const id = await world.endpoint(receiver.url);
    const other = await world.endpoint(receiver.url);
    await world.events(1, [id]);
    const engine = start({ schedule: IN_AN_HOUR });
    await waitFor('the webhook to be sent', () => receiver.received[0]);
    await world.disable(id);
    await waitFor('one active endpoint', () => engine.stats().endpoints === 1 || undefined);
    const disabledAt = performance.now();
    await waitFor('one second to pass', () => performance.now() - disabledAt > 1_000 || undefined);
    open();
    await waitFor('the delivery to be dropped', () => stateOfAll(id, 1, 'dropped'));
    expect(engine.stats().depth).to.equal(0);
    expect(await world.deliveries(other)).to.deep.equal([]);
  });

  it('are all dropped when their endpoint is disabled, even if it is enabled again at once', async () => {
    receiver.respondWith(statusResponse(500));
    const id = await world.endpoint(receiver.url);
    const old = await world.events(700, [id]);
    const engine = start({ schedule: IN_AN_HOUR });
    await waitFor('all deliveries to be pending', () => stateOfAll(id, 700, 'pending'));
    receiver.respondWith(statusResponse(204));
    await world.disable(id);
    await world.enable(id, receiver.url);
    const known = receiver.received.length;
    const fresh = await world.events(3, [id]);
    await waitFor('all old deliveries to be dropped', async () => {
      const states = new Map((await world.deliveries(id)).map((each) => [each.event_id, each.state]));
      const isOver = old.every((each) => states.get(each) === 'dropped');
      return (isOver && fresh.every((each) => states.get(each) === 'succeeded')) || undefined;
    });
    expect(eventIds(receiver.received.slice(known)).sort()).to.deep.equal(fresh);
    await depthOf(engine, 0);
  });

  it('keep the outcome of an attempt that was in flight when the endpoint was disabled', async () => {
    let now = BEGIN;
    receiver.respondWith(statusResponse(500));
    const id = await world.endpoint(receiver.url);
    await world.events(1, [id]);
    const engine = start({ schedule: IN_AN_HOUR, clock: () => now });
    await waitFor('a pending delivery', () => stateOfAll(id, 1, 'pending'));
    let answer = (): void => undefined;
    receiver.respondWith((response) => (answer = () => response.writeHead(204).end()));
    now += 2 * HOUR;
    engine.wake();
    await waitFor('a retry', () => receiver.received[1]);
    await world.disable(id);
    await waitFor('the endpoint to be closed', () => engine.stats().endpoints === 0 || undefined);
    const disabledAt = performance.now();
    await waitFor('one second to pass', () => performance.now() - disabledAt > 1_000 || undefined);
    answer();
    await waitFor('the event to be delivered', () => stateOfAll(id, 1, 'succeeded'));
  });

  it('are not repeated after a crash if recorded, however many follow the first unrecorded one', async () => {
    const id = await world.endpoint(receiver.url);
    const ids = await world.events(1_200, [id]);
    const answerOthers = (first: string | undefined): void =>
      receiver.respondWith((response, { headers }) => {
        if (headers['svc-event-id'] !== first) response.writeHead(204).end();
      });
    answerOthers(ids[0]);
    const crashing = start();
    // The feed reads ahead up to its limit.
    await waitFor('the feed to stop reading', async () => {
      const recorded = (await world.deliveries(id)).length;
      return (recorded >= 1_000 && recorded === crashing.stats().depth - 1) || undefined;
    });
    await crashing.stop(0);
    answerOthers(undefined);
    start();
    await waitFor('all deliveries to be recorded', () => stateOfAll(id, 1_200, 'succeeded'));
    expect(receiver.received).to.have.length(1_201);
  });

  it('start no earlier than the retry window without a recorded cursor', async () => {
    const now = BEGIN + 30 * 24 * HOUR;
    const id = await world.endpoint(receiver.url);
    await world.events(5, [id], now - 49 * HOUR);
    const wanted = await world.events(5, [id], now - 47 * HOUR);
    start({ schedule: IN_AN_HOUR, clock: () => now });
    await waitFor('all deliveries to be recorded', () => stateOfAll(id, 5, 'succeeded'));
    expect(eventIds(receiver.received).sort()).to.deep.equal(wanted);
  });

  it('are all delivered, however old, with a recorded cursor', async () => {
    let now = BEGIN;
    const id = await world.endpoint(receiver.url);
    await world.events(1, [id]);
    const first = start({ clock: () => now });
    await waitFor('the delivery to be recorded', () => stateOfAll(id, 1, 'succeeded'));
    await first.stop(5_000);
    await world.events(5, [id], now + 1);
    now += 72 * HOUR;
    start({ clock: () => now });
    await waitFor('all deliveries to be recorded', () => stateOfAll(id, 6, 'succeeded'));
  });
});

describe('An endpoint with an unreadable signing key', () => {
  let world: DeliveryWorld;
  let receiver: WebhookReceiver;
  let engine: DeliveryEngine | undefined;
  let closed: Set<string>;
  let reported: DeliveryTarget[];
  beforeEach(async () => {
    world = await createDeliveryWorld();
    receiver = await startWebhookReceiver();
    reported = [];
    closed = new Set(['key']);
  });
  afterEach(async () => {
    await engine?.stop(0);
    await receiver.close();
  });

  const start = (): DeliveryEngine =>
    (engine = world.engine({
      sign(sealed) {
        if (closed.has(sealed)) throw new Error('a signing key does not open');
        return 'aa';
      },
      onKeyUnreadable: (target) => void reported.push(target),
    }));
  const attempts = async (id: string): Promise<number[]> =>
    (await world.deliveries(id)).map(({ attempt }) => attempt);

  it('uses up no attempt, is reported once, and starts with attempt 1', async () => {
    const id = await world.endpoint(receiver.url);
    const ids = await world.events(40, [id]);
    const running = start();
    await waitFor('the endpoint to be paused', () => reported[0]);
    for (let i = 0; i < 20; i += 1) {
      running.wake();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(running.stats()).to.include({ pausedEndpoints: 1, depth: 40, inFlight: 0 });
    expect([await attempts(id), receiver.received]).to.deep.equal([[], []]);
    closed.clear();
    await waitFor('all events to be delivered', async () => (await attempts(id)).length === 40 || undefined);
    expect(new Set(await attempts(id))).to.deep.equal(new Set([1]));
    expect(eventIds(receiver.received).sort()).to.deep.equal(ids);
    expect(running.stats()).to.include({ pausedEndpoints: 0, depth: 0 });
    expect(reported.map((target) => target.id)).to.deep.equal([id]);
  });

  it('resumes when its key changes and blocks no other endpoint', async () => {
    const id = await world.endpoint(receiver.url);
    const other = await world.endpoint(receiver.url);
    await world.rekey(other, 'good');
    await world.events(3, [id, other]);
    start();
    await waitFor(
      'deliveries to the other endpoint',
      async () => (await attempts(other)).length === 3 || undefined,
    );
    expect(await attempts(id)).to.deep.equal([]);
    const changedAt = performance.now();
    await world.rekey(id, 'good');
    await waitFor('deliveries to the endpoint', async () => (await attempts(id)).length === 3 || undefined);
    expect(performance.now() - changedAt).to.be.below(4_000);
  });

  it('resumes retries with the correct attempt number', async () => {
    closed.clear();
    receiver.respondWith(statusResponse(500));
    const id = await world.endpoint(receiver.url);
    await world.events(1, [id]);
    let now = BEGIN;
    engine = world.engine({
      clock: () => now,
      sign(sealed) {
        if (closed.has(sealed)) throw new Error('a signing key does not open');
        return 'aa';
      },
      onKeyUnreadable: (target) => void reported.push(target),
      schedule: IN_AN_HOUR,
    });
    await waitFor('a pending delivery', async () => (await attempts(id)).length === 1 || undefined);
    closed.add('key');
    now += 2 * HOUR;
    engine.wake();
    await waitFor('the endpoint to be paused', () => reported[0]);
    expect(await attempts(id)).to.deep.equal([1]);
    receiver.respondWith(statusResponse(204));
    closed.clear();
    await world.move(id, receiver.url);
    await waitFor('the event to be delivered', async () => (await attempts(id))[0] === 2 || undefined);
    expect(receiver.received.map(({ headers }) => headers['svc-delivery-attempt'])).to.deep.equal(['1', '2']);
  });
});
