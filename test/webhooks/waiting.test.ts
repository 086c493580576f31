import { expect } from 'chai';
import type { DeliveryTarget } from '../../projections/delivery-targets.ts';
import { createMemoryDocuments } from '../../src/documents/memory.ts';
import { DELIVERIES } from '../../src/webhooks/delivery.ts';
import type { Engine, EngineOptions } from '../../src/webhooks/engine.ts';
import { BEGIN, createDeliveryWorld } from '../support/engine.ts';
import type { DeliveryWorld } from '../support/engine.ts';
import { answerWith, startReceiver } from '../support/receiver.ts';
import type { Receiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { eventIds } from '../support/webhooks.ts';

const HOUR = 3_600_000;
const IN_AN_HOUR = { delaysMs: [HOUR], windowMs: 48 * HOUR };

describe('What waits to be delivered', () => {
  let world: DeliveryWorld;
  let receiver: Receiver;
  let engines: Engine[] = [];
  beforeEach(async () => {
    world = await createDeliveryWorld();
    receiver = await startReceiver();
  });
  afterEach(async () => {
    await Promise.all(engines.map((engine) => engine.stop(0)));
    engines = [];
    await receiver.close();
  });

  const start = (options: Partial<EngineOptions> = {}): Engine => {
    const engine = world.engine(options);
    engines.push(engine);
    return engine;
  };
  const stateOfAll = async (id: string, count: number, state: string): Promise<true | undefined> => {
    const states = (await world.deliveries(id)).map((each) => each.state);
    return (states.length === count && states.every((each) => each === state)) || undefined;
  };
  const depthOf = (engine: Engine, depth: number) =>
    until(`a depth of ${depth}`, () => engine.figures().depth === depth || undefined);

  it('is counted whole by who takes over, and down to nothing as it is delivered', async () => {
    let now = BEGIN;
    receiver.answer(answerWith(500));
    const id = await world.endpoint(receiver.url);
    await world.events(450, [id]);
    const first = start({ schedule: IN_AN_HOUR, clock: () => now });
    await until('all wait', () => stateOfAll(id, 450, 'pending'));
    await depthOf(first, 450);
    await first.stop(5_000);
    const second = start({ schedule: IN_AN_HOUR, clock: () => now });
    await depthOf(second, 450);
    receiver.answer(answerWith(204));
    now += 2 * HOUR;
    second.wake();
    await until('all are delivered', () => stateOfAll(id, 450, 'succeeded'));
    await depthOf(second, 0);
  });

  it('is dropped though it is recorded long after its endpoint was disabled', async () => {
    const memory = createMemoryDocuments();
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    world = await createDeliveryWorld({
      ...memory,
      async write(writes, checkpoints) {
        if (writes[0]?.collection === DELIVERIES) await opened;
        await memory.write(writes, checkpoints);
      },
    });
    receiver.answer(answerWith(500));
    const id = await world.endpoint(receiver.url);
    const other = await world.endpoint(receiver.url);
    await world.events(1, [id]);
    const engine = start({ schedule: IN_AN_HOUR });
    await until('it was sent', () => receiver.received[0]);
    await world.disable(id);
    await until('one is left', () => engine.figures().endpoints === 1 || undefined);
    const disabledAt = performance.now();
    await until('a while has gone', () => performance.now() - disabledAt > 1_000 || undefined);
    open();
    await until('it is dropped', () => stateOfAll(id, 1, 'dropped'));
    expect(engine.figures().depth).to.equal(0);
    expect(await world.deliveries(other)).to.deep.equal([]);
  });

  it('is dropped to the last when its endpoint is disabled, though it is enabled again at once', async () => {
    receiver.answer(answerWith(500));
    const id = await world.endpoint(receiver.url);
    const old = await world.events(700, [id]);
    const engine = start({ schedule: IN_AN_HOUR });
    await until('all wait', () => stateOfAll(id, 700, 'pending'));
    receiver.answer(answerWith(204));
    await world.disable(id);
    await world.enable(id, receiver.url);
    const known = receiver.received.length;
    const fresh = await world.events(3, [id]);
    await until('all old ones are dropped', async () => {
      const states = new Map((await world.deliveries(id)).map((each) => [each.event_id, each.state]));
      const isOver = old.every((each) => states.get(each) === 'dropped');
      return (isOver && fresh.every((each) => states.get(each) === 'succeeded')) || undefined;
    });
    expect(eventIds(receiver.received.slice(known)).sort()).to.deep.equal(fresh);
    await depthOf(engine, 0);
  });

  it('keeps what an attempt has come to that was under way when its endpoint was disabled', async () => {
    let now = BEGIN;
    receiver.answer(answerWith(500));
    const id = await world.endpoint(receiver.url);
    await world.events(1, [id]);
    const engine = start({ schedule: IN_AN_HOUR, clock: () => now });
    await until('it waits', () => stateOfAll(id, 1, 'pending'));
    let answer = (): void => undefined;
    receiver.answer((response) => (answer = () => response.writeHead(204).end()));
    now += 2 * HOUR;
    engine.wake();
    await until('it is sent again', () => receiver.received[1]);
    await world.disable(id);
    await until('it is not served', () => engine.figures().endpoints === 0 || undefined);
    const disabledAt = performance.now();
    await until('a while has gone', () => performance.now() - disabledAt > 1_000 || undefined);
    answer();
    await until('it is delivered', () => stateOfAll(id, 1, 'succeeded'));
  });

  it('is not sent again after a crash where it is recorded, however far that went past the first that is not', async () => {
    const id = await world.endpoint(receiver.url);
    const ids = await world.events(1_200, [id]);
    const answerOthers = (first: string | undefined): void =>
      receiver.answer((response, { headers }) => {
        if (headers['svc-event-id'] !== first) response.writeHead(204).end();
      });
    answerOthers(ids[0]);
    const crashing = start();
    // It reads on until so many are past the first one.
    await until('it reads no further', async () => {
      const recorded = (await world.deliveries(id)).length;
      return (recorded >= 1_000 && recorded === crashing.figures().depth - 1) || undefined;
    });
    await crashing.stop(0);
    answerOthers(undefined);
    start();
    await until('all are recorded', () => stateOfAll(id, 1_200, 'succeeded'));
    expect(receiver.received).to.have.length(1_201);
  });

  it('is no older than the schedule goes where nobody knows what was delivered', async () => {
    const now = BEGIN + 30 * 24 * HOUR;
    const id = await world.endpoint(receiver.url);
    await world.events(5, [id], now - 49 * HOUR);
    const wanted = await world.events(5, [id], now - 47 * HOUR);
    start({ schedule: IN_AN_HOUR, clock: () => now });
    await until('all are recorded', () => stateOfAll(id, 5, 'succeeded'));
    expect(eventIds(receiver.received).sort()).to.deep.equal(wanted);
  });

  it('is all delivered, however old, where it is known how far deliveries have come', async () => {
    let now = BEGIN;
    const id = await world.endpoint(receiver.url);
    await world.events(1, [id]);
    const first = start({ clock: () => now });
    await until('it is recorded', () => stateOfAll(id, 1, 'succeeded'));
    await first.stop(5_000);
    await world.events(5, [id], now + 1);
    now += 72 * HOUR;
    start({ clock: () => now });
    await until('all are recorded', () => stateOfAll(id, 6, 'succeeded'));
  });
});

describe('An endpoint whose signing key does not open', () => {
  let world: DeliveryWorld;
  let receiver: Receiver;
  let engine: Engine | undefined;
  let closed: Set<string>;
  let told: DeliveryTarget[];
  beforeEach(async () => {
    world = await createDeliveryWorld();
    receiver = await startReceiver();
    told = [];
    closed = new Set(['key']);
  });
  afterEach(async () => {
    await engine?.stop(0);
    await receiver.close();
  });

  const start = (): Engine =>
    (engine = world.engine({
      sign(sealed) {
        if (closed.has(sealed)) throw new Error('a signing key does not open');
        return 'aa';
      },
      onHeldUp: (target) => void told.push(target),
    }));
  const attempts = async (id: string): Promise<number[]> =>
    (await world.deliveries(id)).map(({ attempt }) => attempt);

  it('waits without using up an attempt, is told once, and goes on with the first one', async () => {
    const id = await world.endpoint(receiver.url);
    const ids = await world.events(40, [id]);
    const running = start();
    await until('it is held up', () => told[0]);
    for (let i = 0; i < 20; i += 1) {
      running.wake();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(running.figures()).to.include({ heldUp: 1, depth: 40, inFlight: 0 });
    expect([await attempts(id), receiver.received]).to.deep.equal([[], []]);
    closed.clear();
    await until('all are delivered', async () => (await attempts(id)).length === 40 || undefined);
    expect(new Set(await attempts(id))).to.deep.equal(new Set([1]));
    expect(eventIds(receiver.received).sort()).to.deep.equal(ids);
    expect(running.figures()).to.include({ heldUp: 0, depth: 0 });
    expect(told.map((target) => target.id)).to.deep.equal([id]);
  });

  it('goes on at once when it is changed, and holds up no other', async () => {
    const id = await world.endpoint(receiver.url);
    const other = await world.endpoint(receiver.url);
    await world.rekey(other, 'good');
    await world.events(3, [id, other]);
    start();
    await until('the other one is served', async () => (await attempts(other)).length === 3 || undefined);
    expect(await attempts(id)).to.deep.equal([]);
    const changedAt = performance.now();
    await world.rekey(id, 'good');
    await until('it is served', async () => (await attempts(id)).length === 3 || undefined);
    expect(performance.now() - changedAt).to.be.below(4_000);
  });

  it('tries again what failed before, as the attempt that it was to be', async () => {
    closed.clear();
    receiver.answer(answerWith(500));
    const id = await world.endpoint(receiver.url);
    await world.events(1, [id]);
    let now = BEGIN;
    engine = world.engine({
      clock: () => now,
      sign(sealed) {
        if (closed.has(sealed)) throw new Error('a signing key does not open');
        return 'aa';
      },
      onHeldUp: (target) => void told.push(target),
      schedule: IN_AN_HOUR,
    });
    await until('it waits', async () => (await attempts(id)).length === 1 || undefined);
    closed.add('key');
    now += 2 * HOUR;
    engine.wake();
    await until('it is held up', () => told[0]);
    expect(await attempts(id)).to.deep.equal([1]);
    receiver.answer(answerWith(204));
    closed.clear();
    await world.move(id, receiver.url);
    await until('it is delivered', async () => (await attempts(id))[0] === 2 || undefined);
    expect(receiver.received.map(({ headers }) => headers['svc-delivery-attempt'])).to.deep.equal(['1', '2']);
  });
});
