/**
 * Delivers: finds what is new and what is due for each endpoint, makes the attempts, and records what came of them. It
 * runs on one node at a time; two that both believe to be that node for a moment deliver some events twice.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { COLLECTIONS } from '../../projections/collections.ts';
import { ulidOf } from '../../projections/webhooks/delivery-targets.ts';
import type { DeliveryTarget } from '../../projections/webhooks/delivery-targets.ts';
import type { DocumentStore } from '../read-models/port.ts';
import type { Lease } from '../jobs/lease.ts';
import { createSignal } from '../async/signal.ts';
import { deliveryCause } from './records/delivery.ts';
import type { Delivery } from './records/delivery.ts';
import { createDeliveryDiscarder } from './records/discarded-deliveries.ts';
import { createOldestPending } from './queue/oldest-pending.ts';
import { deliveryAfter, asDropped } from './records/delivery-outcome.ts';
import type { AdmissionControl } from './admission-control.ts';
import type { QueuedAttempt } from './queue/queued-attempt.ts';
import { createDeliveryRecorder } from './records/delivery-recorder.ts';
import type { AttemptOutcome } from './records/delivery-recorder.ts';
import type { RetrySchedule } from './retry-schedule.ts';
import type { Attempt, AttemptResult, WebhookSender } from './sending/webhook-sender.ts';
import { signerFor } from './sending/signatures.ts';
import { createActiveEndpoints } from './queue/active-endpoints.ts';
import type { ActiveEndpoint, ActiveEndpoints } from './queue/active-endpoints.ts';
import { createSlots } from './attempt-limits.ts';
import type { SlotLimits } from './attempt-limits.ts';

export type CompletedAttempt = {
  readonly target: DeliveryTarget;
  readonly delivery: Delivery;
  readonly result: AttemptResult;
};

export type DeliveryEngineOptions = {
  readonly documents: Pick<DocumentStore, 'list' | 'getMany' | 'write' | 'checkpoints'>;
  readonly sender: Pick<WebhookSender, 'send' | 'close'>;
  /** The signature of these bytes in lower-case hex, by a key that is sealed. */
  readonly sign: (sealed: string, bytes: Uint8Array) => string;
  /** Has the book disable an endpoint that said that it is gone. False when it was changed before, and stays enabled. */
  readonly disable: (target: DeliveryTarget) => Promise<boolean>;
  readonly schedule: RetrySchedule;
  readonly limits: SlotLimits;
  /** Whether sandbox books may deliver to this machine itself. */
  readonly allowLoopback: boolean;
  readonly lease: Lease;
  readonly admission: AdmissionControl;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly onAttempt: (attempted: CompletedAttempt) => void;
  /** A key does not open, so nothing is sent to this endpoint, and none of its attempts are used up. It is tried again. */
  readonly onKeyUnreadable: (target: DeliveryTarget, error: unknown) => void;
  /** Something could not be read, written or disabled. It is tried again. */
  readonly onFault: (error: unknown) => void;
};

export type DeliveryStats = {
  readonly endpoints: number;
  /** Deliveries that are read or wait for their next attempt. */
  readonly depth: number;
  readonly inFlight: number;
  /** Endpoints that nothing is sent to, as a key of theirs does not open. */
  readonly pausedEndpoints: number;
  /** When the oldest event came to be that is in hand or waits, in milliseconds since 1970. */
  readonly oldestPendingAt: number | undefined;
};

export type DeliveryEngine = {
  /** There may be something new. */
  wake(): void;
  /** What is under way may end for so long; what has not then is made again after the next start. */
  stop(graceMs: number): Promise<void>;
  stats(): DeliveryStats;
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

export function startDeliveryEngine(options: DeliveryEngineOptions): DeliveryEngine {
  const { documents, sender, lease, admission, clock, onFault } = options;
  const slots = createSlots(options.limits);
  /** Those that have something to begin. The one that began last stands last. */
  const ready = new Set<ActiveEndpoint>();
  const underWay = new Set<Promise<void>>();
  const signal = createSignal();
  /** Deliveries of which an attempt is under way or not written yet. */
  const open = new Set<string>();
  const oldest = createOldestPending(documents);
  let stopped = false;
  let pacing: NodeJS.Timeout | undefined;

  const recorder = createDeliveryRecorder({
    documents,
    onFault,
    onRecorded(batch) {
      for (const outcome of batch) settle(outcome);
      signal.notify();
      pump();
    },
  });
  const serving: ActiveEndpoints = createActiveEndpoints({
    documents,
    clock,
    windowMs: options.schedule.windowMs,
    hasSeen: (retryId) => drops.hasScanned(retryId),
    onStale: (queue, { retry_id, delivery }) =>
      recorder.add({ queue, attempt: undefined, delivery: delivery && asDropped(delivery), retry_id }),
  });

  const drops = createDeliveryDiscarder({
    documents,
    clock,
    onFault,
    enabledSince: (id) => serving.find(id)?.queue.enabledSince,
    isInFlight: (deliveryId) => open.has(deliveryId),
    onRetryScanned: (id) => serving.find(id)?.queue.retryScanned(),
    onDiscarded: (id) => serving.find(id)?.queue.recountRetries(),
  });

  /** What is tried again although its endpoint was disabled meanwhile was judged too early. */
  function settle({ queue, attempt: item, delivery }: AttemptOutcome): void {
    if (item !== undefined) open.delete(item.delivery_id);
    const isCurrent = serving.find(queue.id)?.queue === queue;
    if (delivery?.state === 'pending' && !isCurrent) drops.add(queue.target());
  }

  /** Begins what may begin, endpoint by endpoint, one attempt each at a time. */
  function pump(): void {
    for (let begun = true; begun && !stopped && recorder.pendingCount() < UNWRITTEN_MAX;) {
      begun = false;
      for (const each of ready) {
        if (each.isClosed || isHeldUp(each) || !each.queue.hasAttempts()) ready.delete(each);
        else if (slots.mayStart(each.queue.id)) {
          if (!admission.canStart()) {
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

  function begin(each: ActiveEndpoint): boolean {
    const item = each.queue.next();
    if (item === undefined) return false;
    open.add(item.delivery_id);
    // Whether it is mended shows one attempt.
    if (each.pausedUntil !== undefined) each.pausedUntil = performance.now() + HELD_UP_MS;
    admission.started();
    const done = attempt(each, item)
      .catch(onFault)
      .finally(() => {
        underWay.delete(done);
        // Behind the others, who then come first.
        ready.delete(each);
        if (each.queue.hasAttempts()) ready.add(each);
        else signal.notify();
        pump();
      });
    underWay.add(done);
    return true;
  }

  async function attempt(each: ActiveEndpoint, held: QueuedAttempt): Promise<void> {
    const release = slots.take(each.queue.id);
    const item = await current(each, held);
    if (item === undefined) {
      release();
      // Its event is not kept any more. After a stop it is taken up by the next start.
      const { previous, retry_id } = held;
      const delivery = previous && asDropped(previous);
      if (!stopped) recorder.add({ queue: each.queue, attempt: held, delivery, retry_id });
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
    each.pausedUntil = undefined;
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
    recorder.add({ queue: each.queue, attempt: item, delivery, retry_id: item.retry_id });
    options.onAttempt({ target, delivery, result });
  }

  /**
   * Whether the endpoint was disabled after this came to be. It may be enabled again before anybody here has noticed either;
   * what came after that is in the hands of the old queue too, and is to be delivered.
   */
  function isOver({ isDisabled, queue }: ActiveEndpoint, item: QueuedAttempt): boolean {
    const since = serving.find(queue.id)?.queue.enabledSince;
    return isDisabled && (since === undefined || ulidOf(deliveryCause(item)) <= since);
  }

  /** The receiver has nothing to do with it: the attempt was not made, and is to be made when keys open again. */
  function holdUp(each: ActiveEndpoint, item: QueuedAttempt, error: unknown): void {
    open.delete(item.delivery_id);
    each.queue.requeue(item);
    const isFirst = each.pausedUntil === undefined;
    each.pausedUntil = performance.now() + HELD_UP_MS;
    if (isFirst && !each.isClosed) options.onKeyUnreadable(each.queue.target(), error);
  }

  /** Undefined where there is nothing to send, or nothing is sent any more. */
  async function current({ queue }: ActiveEndpoint, item: QueuedAttempt): Promise<QueuedAttempt | undefined> {
    while (!stopped) {
      try {
        return await queue.withCurrentBody(item);
      } catch (error) {
        onFault(error);
        await delay(READ_AGAIN_MS);
      }
    }
    return undefined;
  }

  /** Whether an endpoint that said that it is gone is disabled now. If not, it is tried again as it is by then. */
  async function disable(each: ActiveEndpoint, target: DeliveryTarget): Promise<boolean> {
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
      serving.refreshSoon();
      signal.notify();
    }
  }

  /** Gives how long the next one can wait, in milliseconds. */
  async function turn(): Promise<number> {
    if (!(await lease.isHeld())) {
      serving.closeAll();
      ready.clear();
      drops.rescan();
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
    await serving.readNext(least, (each) => {
      if (each.queue.hasAttempts()) ready.add(each);
      pump();
    });
    for (const each of serving.all())
      if (each.pausedUntil !== undefined && each.queue.hasAttempts()) ready.add(each);
    await drops.discardSome();
    await oldest.refresh(serving.all().map(({ queue }) => queue));
    return serving.msUntilNextRead(least, drops.hasWork() ? BUSY_MS : LOOK_EVERY_MS);
  }

  async function run(): Promise<void> {
    let seen = signal.count();
    while (!stopped) {
      let restMs = LOOK_EVERY_MS;
      try {
        restMs = await turn();
      } catch (error) {
        onFault(error);
      }
      pump();
      await signal.wait(seen, { timeoutMs: restMs });
      seen = signal.count();
    }
  }

  const running = run();

  return {
    wake: () => signal.notify(),
    async stop(graceMs) {
      stopped = true;
      clearTimeout(pacing);
      signal.notify();
      await running;
      await within(graceMs, underWay);
      await sender.close();
      await Promise.all(underWay);
      await recorder.stop();
      await lease.release().catch(onFault);
    },
    stats() {
      const served = serving.all();
      const queues = served.map(({ queue }) => queue);
      const times = [...queues.map((queue) => queue.oldestAt()), oldest.oldestAt()];
      const known = times.filter((time) => time !== undefined);
      return {
        endpoints: queues.length,
        depth: queues.reduce((sum, queue) => sum + queue.depth(), 0),
        inFlight: slots.inFlight(),
        pausedEndpoints: served.filter(({ pausedUntil }) => pausedUntil !== undefined).length,
        oldestPendingAt: known.length === 0 ? undefined : Math.min(...known),
      };
    },
  };
}

const isHeldUp = ({ pausedUntil }: ActiveEndpoint): boolean =>
  pausedUntil !== undefined && performance.now() < pausedUntil;

function attemptOf(
  { url, keys, environment }: DeliveryTarget,
  { event_id, body, previous }: QueuedAttempt,
  sentAt: number,
  { sign, allowLoopback }: Pick<DeliveryEngineOptions, 'sign' | 'allowLoopback'>,
): Attempt {
  return {
    url,
    body,
    event_id,
    attempt: (previous?.attempt ?? 0) + 1,
    sentAt,
    sign: signerFor({ sign }, keys, sentAt),
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
