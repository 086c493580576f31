/**
 * Delivers: finds what is new and what is due for each endpoint, makes the attempts, and records what came of them. It
 * runs on one node at a time; two that both believe to be that node for a moment deliver some events twice.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { COLLECTIONS } from '../../projections/collections.ts';
import type { DeliveryTarget } from '../../projections/delivery-targets.ts';
import type { Documents } from '../documents/port.ts';
import type { Lease } from '../workers/lease.ts';
import { createBell } from './bell.ts';
import { CURSORS } from './delivery.ts';
import type { Delivery } from './delivery.ts';
import { createDrops } from './drops.ts';
import { deliveryAfter, dropped } from './outcome.ts';
import type { Pace } from './pace.ts';
import { createQueue } from './queue.ts';
import type { EndpointQueue, Item } from './queue.ts';
import type { Stale } from './retries.ts';
import { createRecorder } from './recorder.ts';
import type { Schedule } from './schedule.ts';
import type { AttemptResult, Sender } from './send.ts';
import { createSlots } from './slots.ts';
import type { SlotLimits } from './slots.ts';
import { createTargets } from './targets.ts';
import type { EnabledTarget } from './targets.ts';

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
  /** Has the book disable an endpoint that said that it is gone. */
  readonly disable: (target: DeliveryTarget) => Promise<void>;
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
  /** Something could not be read, written or disabled. It is tried again. */
  readonly onFault: (error: unknown) => void;
};

export type Figures = {
  readonly endpoints: number;
  /** Deliveries that are read or wait for their next attempt. */
  readonly depth: number;
  readonly inFlight: number;
  /** When the oldest undelivered event came to be that is in hand, in milliseconds since 1970. */
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
const TARGETS_EVERY_MS = 100;
/** What is idle is looked at ever less often; so many looks in a second it may cost altogether. */
const IDLE_LOOKS_PER_SECOND = 300;
const IDLE_FIRST_MS = 25;
const LOOKS_AT_ONCE = 16;
/** With so many outcomes that could not be written, nothing new begins. */
const UNWRITTEN_MAX = 1_000;
const PACED_MS = 10;
const GONE = 410;

type Served = {
  readonly queue: EndpointQueue;
  /** When an idle one is looked at again, and how long it was left alone before. */
  lookAt: number;
  idleMs: number;
  /** It is disabled, or about to be: nothing begins any more, and nothing is tried again. */
  isClosed: boolean;
};

export function startEngine(options: EngineOptions): Engine {
  const { documents, sender, lease, pace, clock, limits } = options;
  const slots = createSlots(limits);
  const targets = createTargets(documents);
  const served = new Map<string, Served>();
  const ready = new Set<Served>();
  const underWay = new Set<Promise<void>>();
  const bell = createBell();
  let stopped = false;
  let targetsAt = -Infinity;
  let pacing: NodeJS.Timeout | undefined;

  const recorder = createRecorder({
    documents,
    onFault: options.onFault,
    onRecorded: () => {
      bell.ring();
      pump();
    },
  });
  const drops = createDrops(documents, options.onFault);

  /** Begins what may begin, endpoint by endpoint, one attempt each at a time. */
  function pump(): void {
    let begun = true;
    while (begun && !stopped && recorder.waiting() < UNWRITTEN_MAX) {
      begun = false;
      for (const each of ready) {
        if (each.isClosed || !each.queue.hasItems()) ready.delete(each);
        else if (slots.mayStart(each.queue.id)) {
          if (!pace.mayStart()) {
            pacing ??= setTimeout(() => {
              pacing = undefined;
              pump();
            }, PACED_MS);
            return;
          }
          begun = begin(each) || begun;
        }
      }
    }
  }

  function begin(each: Served): boolean {
    const item = each.queue.next();
    if (item === undefined) return false;
    pace.started();
    const done = attempt(each, item)
      .catch(options.onFault)
      .finally(() => {
        underWay.delete(done);
        if (each.queue.hasItems()) ready.add(each);
        else bell.ring();
        pump();
      });
    underWay.add(done);
    return true;
  }

  async function attempt(each: Served, item: Item): Promise<void> {
    const release = slots.take(each.queue.id);
    const at = clock();
    const result = await sender.send(requestOf(each.queue.target(), item, at)).finally(release);
    if (result.error === 'stopped') return;
    const target = each.queue.target();
    const isGone = result.response_status === GONE;
    const ending = isGone ? 'failed' : each.isClosed ? 'dropped' : undefined;
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
    if (isGone) await disable(each);
  }

  function requestOf(target: DeliveryTarget, item: Item, at: number) {
    const { url, keys, environment } = target;
    const valid = keys.filter(({ expires_at }) => expires_at === null || Date.parse(expires_at) > at);
    return {
      url,
      body: item.body,
      event_id: item.event_id,
      attempt: (item.before?.attempt ?? 0) + 1,
      at,
      sign: (bytes: Uint8Array) => valid.map(({ sealed }) => options.sign(sealed, bytes)),
      allowLoopback: options.allowLoopback && environment === 'sandbox',
    };
  }

  async function disable(each: Served): Promise<void> {
    if (each.isClosed) return;
    each.isClosed = true;
    try {
      await options.disable(each.queue.target());
      targetsAt = -Infinity;
      bell.ring();
    } catch (error) {
      options.onFault(error);
      // It will say so again.
      if (served.get(each.queue.id) === each) each.isClosed = false;
    }
  }

  async function refreshTargets(): Promise<void> {
    const now = performance.now();
    if (now < targetsAt) return;
    // Thousands of endpoints take a while to look through.
    targetsAt = now + Math.max(TARGETS_EVERY_MS, served.size / 2);
    const changes = await targets.refresh();
    for (const id of changes.closed) close(id);
    for (const target of changes.changed) retarget(target);
    if (changes.opened.length > 0) await open(changes.opened);
  }

  function retarget(target: EnabledTarget): void {
    const each = served.get(target.id);
    if (each === undefined) return;
    each.queue.retarget(target);
    // What said that it is gone was another address, if it is still enabled.
    each.isClosed = false;
  }

  async function open(opened: readonly EnabledTarget[]): Promise<void> {
    const stored = await documents.getMany(
      CURSORS,
      opened.map(({ id }) => id),
    );
    const cursors = new Map(stored.map((cursor) => [cursor.id, cursor]));
    for (const target of opened) {
      const onStale = (queue: EndpointQueue, { retry_id, delivery }: Stale): void =>
        recorder.add({
          queue,
          item: undefined,
          delivery: delivery && dropped(delivery),
          retry_id,
        });
      const queue = createQueue(target, { documents, clock, cursor: cursors.get(target.id), onStale });
      served.set(target.id, { queue, lookAt: 0, idleMs: 0, isClosed: false });
    }
  }

  function close(id: string): void {
    const each = served.get(id);
    if (each === undefined) return;
    each.isClosed = true;
    served.delete(id);
    ready.delete(each);
    slots.forget(id);
    drops.add(id);
  }

  function closeAll(): void {
    for (const each of served.values()) each.isClosed = true;
    served.clear();
    ready.clear();
    targets.forget();
    drops.again();
    targetsAt = -Infinity;
  }

  async function lookAll(checkpoint: bigint): Promise<void> {
    const now = performance.now();
    const due = [...served.values()].filter(
      ({ isClosed, lookAt, queue }) => !isClosed && lookAt <= now && queue.wantsLook(checkpoint),
    );
    for (let i = 0; i < due.length && !stopped; i += LOOKS_AT_ONCE) {
      await Promise.all(due.slice(i, i + LOOKS_AT_ONCE).map((each) => look(each, checkpoint)));
      pump();
    }
  }

  async function look(each: Served, checkpoint: bigint): Promise<void> {
    const found = await each.queue.look(checkpoint);
    const idleMax = Math.max(IDLE_FIRST_MS, (served.size * 1_000) / IDLE_LOOKS_PER_SECOND);
    each.idleMs = found ? 0 : Math.min(Math.max(each.idleMs * 2, IDLE_FIRST_MS), idleMax);
    each.lookAt = performance.now() + each.idleMs;
    if (each.queue.hasItems()) ready.add(each);
  }

  async function turn(): Promise<void> {
    if (!(await lease.isHeld())) {
      closeAll();
      return;
    }
    await refreshTargets();
    const checkpoints = await documents.checkpoints();
    // A redelivery is only taken up where its event is there.
    const reached = [COLLECTIONS.events, COLLECTIONS.redeliveries].map(
      (name) => checkpoints.get(name) ?? -1n,
    );
    await lookAll(reached.reduce((a, b) => (a < b ? a : b)));
    await drops.run((id) => served.has(id));
  }

  async function run(): Promise<void> {
    while (!stopped) {
      try {
        await turn();
      } catch (error) {
        options.onFault(error);
      }
      pump();
      await bell.heard(nextLookIn());
    }
  }

  /** What is left alone for a while has to be looked at when that is over. */
  function nextLookIn(): number {
    return Math.min(LOOK_EVERY_MS, Math.max(IDLE_FIRST_MS, (served.size * 1_000) / IDLE_LOOKS_PER_SECOND));
  }

  const running = run();

  return {
    wake: () => bell.ring(),
    async stop(graceMs) {
      stopped = true;
      clearTimeout(pacing);
      bell.ring();
      await running;
      const grace = new AbortController();
      await Promise.race([
        Promise.all(underWay),
        delay(graceMs, undefined, { signal: grace.signal }).catch(() => undefined),
      ]);
      grace.abort();
      await sender.close();
      await Promise.all(underWay);
      await recorder.stop();
      await lease.release().catch(options.onFault);
    },
    figures() {
      const queues = [...served.values()].map(({ queue }) => queue);
      const oldest = queues.flatMap((queue) => queue.oldest() ?? []);
      return {
        endpoints: queues.length,
        depth: queues.reduce((sum, queue) => sum + queue.depth(), 0),
        inFlight: slots.inFlight(),
        oldest: oldest.length === 0 ? undefined : Math.min(...oldest),
      };
    },
  };
}
