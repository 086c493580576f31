/**
 * Delivers: finds what is new and what is due for each endpoint, makes the attempts, and records what came of them. It
 * runs on one node at a time; two that both believe to be that node for a moment deliver some events twice.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { COLLECTIONS } from '../../projections/collections.ts';
import { placeIn } from '../../projections/delivery-targets.ts';
import type { DeliveryTarget } from '../../projections/delivery-targets.ts';
import type { Documents } from '../documents/port.ts';
import type { Lease } from '../workers/lease.ts';
import { createWaker } from '../waker.ts';
import { causeOf } from './delivery.ts';
import type { Delivery } from './delivery.ts';
import { createDrops } from './drops.ts';
import { createOldest } from './oldest.ts';
import { deliveryAfter, dropped } from './outcome.ts';
import type { Pace } from './pace.ts';
import type { Item } from './item.ts';
import { createRecorder } from './recorder.ts';
import type { Outcome } from './recorder.ts';
import type { Schedule } from './schedule.ts';
import type { Attempt, AttemptResult, Sender } from './send.ts';
import { signerFor } from './signatures.ts';
import { createServing } from './serving.ts';
import type { Served, Serving } from './serving.ts';
import { createSlots } from './slots.ts';
import type { SlotLimits } from './slots.ts';

export type Attempted = {
  readonly target: DeliveryTarget;
  readonly delivery: Delivery;
  readonly result: AttemptResult;
};

export type EngineOptions = {
  readonly documents: Pick<Documents, 'list' | 'getMany' | 'write' | 'checkpoints'>;
  readonly sender: Pick<Sender, 'send' | 'close'>;
  /** The signature of these bytes in lower-case hex, by a key that is sealed. */
  readonly sign: (sealed: string, bytes: Uint8Array) => string;
  /** Has the book disable an endpoint that said that it is gone. False when it was changed before, and stays enabled. */
  readonly disable: (target: DeliveryTarget) => Promise<boolean>;
  readonly schedule: Schedule;
  readonly limits: SlotLimits;
  /** Whether sandbox books may deliver to this machine itself. */
  readonly allowLoopback: boolean;
  readonly lease: Lease;
  readonly pace: Pace;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly onAttempt: (attempted: Attempted) => void;
  /** A key does not open, so nothing is sent to this endpoint, and none of its attempts are used up. It is tried again. */
  readonly onHeldUp: (target: DeliveryTarget, error: unknown) => void;
  /** Something could not be read, written or disabled. It is tried again. */
  readonly onFault: (error: unknown) => void;
};

export type Figures = {
  readonly endpoints: number;
  /** Deliveries that are read or wait for their next attempt. */
  readonly depth: number;
  readonly inFlight: number;
  /** Endpoints that nothing is sent to, as a key of theirs does not open. */
  readonly heldUp: number;
  /** When the oldest event came to be that is in hand or waits, in milliseconds since 1970. */
  readonly oldest: number | undefined;
};

export type Engine = {
  /** There may be something new. */
  wake(): void;
  /** What is under way may end for so long; what has not then is made again after the next start. */
  stop(graceMs: number): Promise<void>;
  figures(): Figures;
};

/** Without a call to `wake`, everything is looked at this often. */
const LOOK_EVERY_MS = 250;
/** With so many outcomes that could not be written, nothing new begins. */
const UNWRITTEN_MAX = 1_000;
/** As long as there is more to look through or to drop. */
const BUSY_MS = 25;
const PACED_MS = 10;
const GONE = 410;
/** When an endpoint whose key did not open is tried again. */
const HELD_UP_MS = 5_000;
const READ_AGAIN_MS = 500;

export function startEngine(options: EngineOptions): Engine {
  const { documents, sender, lease, pace, clock, onFault } = options;
  const slots = createSlots(options.limits);
  /** Those that have something to begin. The one that began last stands last. */
  const ready = new Set<Served>();
  const underWay = new Set<Promise<void>>();
  const waker = createWaker();
  /** Deliveries of which an attempt is under way or not written yet. */
  const open = new Set<string>();
  const oldest = createOldest(documents);
  let stopped = false;
  let pacing: NodeJS.Timeout | undefined;

  const recorder = createRecorder({
    documents,
    onFault,
    onRecorded(batch) {
      for (const outcome of batch) settle(outcome);
      waker.wake();
      pump();
    },
  });
  const serving: Serving = createServing({
    documents,
    clock,
    windowMs: options.schedule.windowMs,
    hasSeen: (retryId) => drops.hasSeen(retryId),
    onStale: (queue, { retry_id, delivery }) =>
      recorder.add({ queue, item: undefined, delivery: delivery && dropped(delivery), retry_id }),
  });

  const drops = createDrops({
    documents,
    clock,
    onFault,
    since: (id) => serving.find(id)?.queue.since,
    isOpen: (deliveryId) => open.has(deliveryId),
    onWaiting: (id) => serving.find(id)?.queue.retrySeen(),
    onDropped: (id) => serving.find(id)?.queue.recount(),
  });

  /** What is tried again although its endpoint was disabled meanwhile was judged too early. */
  function settle({ queue, item, delivery }: Outcome): void {
    if (item !== undefined) open.delete(item.delivery_id);
    const isCurrent = serving.find(queue.id)?.queue === queue;
    if (delivery?.state === 'pending' && !isCurrent) drops.add(queue.target());
  }

  /** Begins what may begin, endpoint by endpoint, one attempt each at a time. */
  function pump(): void {
    for (let begun = true; begun && !stopped && recorder.waiting() < UNWRITTEN_MAX;) {
      begun = false;
      for (const each of ready) {
        if (each.isClosed || isHeldUp(each) || !each.queue.hasItems()) ready.delete(each);
        else if (slots.mayStart(each.queue.id)) {
          if (!pace.mayStart()) {
            pumpLater();
            return;
          }
          begun = begin(each) || begun;
        }
      }
    }
  }

  function pumpLater(): void {
    pacing ??= setTimeout(() => {
      pacing = undefined;
      pump();
    }, PACED_MS);
  }

  function begin(each: Served): boolean {
    const item = each.queue.next();
    if (item === undefined) return false;
    open.add(item.delivery_id);
    // Whether it is mended shows one attempt.
    if (each.heldUntil !== undefined) each.heldUntil = performance.now() + HELD_UP_MS;
    pace.started();
    const done = attempt(each, item)
      .catch(onFault)
      .finally(() => {
        underWay.delete(done);
        // Behind the others, who then come first.
        ready.delete(each);
        if (each.queue.hasItems()) ready.add(each);
        else waker.wake();
        pump();
      });
    underWay.add(done);
    return true;
  }

  async function attempt(each: Served, held: Item): Promise<void> {
    const release = slots.take(each.queue.id);
    const item = await current(each, held);
    if (item === undefined) {
      release();
      // Its event is not kept any more. After a stop it is taken up by the next start.
      const { before, retry_id } = held;
      const delivery = before && dropped(before);
      if (!stopped) recorder.add({ queue: each.queue, item: held, delivery, retry_id });
      return;
    }
    const at = clock();
    // It may change while the answer is on its way.
    const target = each.queue.target();
    const result = await sender
      .send(attemptOf(target, item, at, options))
      .catch((error: unknown) => {
        holdUp(each, item, error);
        return undefined;
      })
      .finally(release);
    if (result === undefined) return;
    each.heldUntil = undefined;
    if (result.error === 'stopped') return;
    const isGone = result.response_status === GONE && (await disable(each, target));
    const ending = isGone ? 'failed' : isOver(each, item) ? 'dropped' : undefined;
    const circumstances = {
      endpointId: target.id,
      at,
      now: clock(),
      random: options.random(),
      ending,
    } as const;
    const delivery = deliveryAfter(item, result, options.schedule, circumstances);
    recorder.add({ queue: each.queue, item, delivery, retry_id: item.retry_id });
    options.onAttempt({ target, delivery, result });
  }

  /**
   * Whether the endpoint was disabled after this came to be. It may be enabled again before anybody here has noticed either;
   * what came after that is in the hands of the old queue too, and is to be delivered.
   */
  function isOver({ isDisabled, queue }: Served, item: Item): boolean {
    const since = serving.find(queue.id)?.queue.since;
    return isDisabled && (since === undefined || placeIn(causeOf(item)) <= since);
  }

  /** The receiver has nothing to do with it: the attempt was not made, and is to be made when keys open again. */
  function holdUp(each: Served, item: Item, error: unknown): void {
    open.delete(item.delivery_id);
    each.queue.putBack(item);
    const isFirst = each.heldUntil === undefined;
    each.heldUntil = performance.now() + HELD_UP_MS;
    if (isFirst && !each.isClosed) options.onHeldUp(each.queue.target(), error);
  }

  /** Undefined where there is nothing to send, or nothing is sent any more. */
  async function current({ queue }: Served, item: Item): Promise<Item | undefined> {
    while (!stopped) {
      try {
        return await queue.current(item);
      } catch (error) {
        onFault(error);
        await delay(READ_AGAIN_MS);
      }
    }
    return undefined;
  }

  /** Whether an endpoint that said that it is gone is disabled now. If not, it is tried again as it is by then. */
  async function disable(each: Served, target: DeliveryTarget): Promise<boolean> {
    if (each.isDisabled) return serving.find(target.id) === undefined;
    each.isClosed = true;
    try {
      const isGone = await options.disable(target);
      each.isClosed = isGone || each.isDisabled;
      return isGone;
    } catch (error) {
      onFault(error);
      // It will say so again.
      each.isClosed = each.isDisabled;
      return false;
    } finally {
      serving.soon();
      waker.wake();
    }
  }

  /** Gives how long the next one can wait, in milliseconds. */
  async function turn(): Promise<number> {
    if (!(await lease.isHeld())) {
      serving.closeAll();
      ready.clear();
      drops.again();
      return LOOK_EVERY_MS;
    }
    for (const target of await serving.refresh()) {
      slots.forget(target.id);
      drops.add(target);
    }
    const checkpoints = await documents.checkpoints();
    // A redelivery is only taken up where its event is there.
    const reached = [COLLECTIONS.events, COLLECTIONS.redeliveries].map(
      (name) => checkpoints.get(name) ?? -1n,
    );
    const least = reached.reduce((a, b) => (a < b ? a : b));
    await serving.look(least, (each) => {
      if (each.queue.hasItems()) ready.add(each);
      pump();
    });
    for (const each of serving.all())
      if (each.heldUntil !== undefined && each.queue.hasItems()) ready.add(each);
    await drops.run();
    await oldest.refresh(serving.all().map(({ queue }) => queue));
    return serving.restMs(least, drops.isBusy() ? BUSY_MS : LOOK_EVERY_MS);
  }

  async function run(): Promise<void> {
    while (!stopped) {
      let restMs = LOOK_EVERY_MS;
      try {
        restMs = await turn();
      } catch (error) {
        onFault(error);
      }
      pump();
      await waker.sleep(restMs);
    }
  }

  const running = run();

  return {
    wake: () => waker.wake(),
    async stop(graceMs) {
      stopped = true;
      clearTimeout(pacing);
      waker.wake();
      await running;
      await within(graceMs, underWay);
      await sender.close();
      await Promise.all(underWay);
      await recorder.stop();
      await lease.release().catch(onFault);
    },
    figures() {
      const served = serving.all();
      const queues = served.map(({ queue }) => queue);
      const times = [...queues.map((queue) => queue.oldest()), oldest.waiting()];
      const known = times.filter((time) => time !== undefined);
      return {
        endpoints: queues.length,
        depth: queues.reduce((sum, queue) => sum + queue.depth(), 0),
        inFlight: slots.inFlight(),
        heldUp: served.filter(({ heldUntil }) => heldUntil !== undefined).length,
        oldest: known.length === 0 ? undefined : Math.min(...known),
      };
    },
  };
}

const isHeldUp = ({ heldUntil }: Served): boolean => heldUntil !== undefined && performance.now() < heldUntil;

function attemptOf(
  { url, keys, environment }: DeliveryTarget,
  { event_id, body, before }: Item,
  at: number,
  { sign, allowLoopback }: Pick<EngineOptions, 'sign' | 'allowLoopback'>,
): Attempt {
  return {
    url,
    body,
    event_id,
    attempt: (before?.attempt ?? 0) + 1,
    at,
    sign: signerFor({ sign }, keys, at),
    allowLoopback: allowLoopback && environment === 'sandbox',
  };
}

/** Waits for all of them, but not longer than that. */
async function within(graceMs: number, work: Iterable<Promise<void>>): Promise<void> {
  const ending = new AbortController();
  const over = delay(graceMs, undefined, { signal: ending.signal }).catch(() => undefined);
  await Promise.race([Promise.all(work), over]);
  ending.abort();
}
