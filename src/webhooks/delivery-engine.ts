/**
 * The delivery engine: reads new events and due retries of each endpoint, makes the attempts, and records their outcomes.
 * It runs on one node at a time. While two nodes briefly both hold the lease, some events are delivered twice.
 */

import { COLLECTIONS } from '../../projections/collections.ts';
import { startPollingLoop } from '../async/polling-loop.ts';
import type { Lease } from '../jobs/lease.ts';
import { createBookClocks } from '../jobs/task-loop.ts';
import { idTime } from '../ledger/ids.ts';
import { listIntersection } from '../read-models/filtered-list.ts';
import { startWriteChain, type WriteChain } from '../read-models/history/write-chain.ts';
import type { DocumentStore } from '../read-models/port.ts';
import { clearTimeout, delay, monotonicTime, setTimeout } from '../system/runtime.ts';
import { createActiveEndpoints, type ActiveEndpoint, type ActiveEndpoints } from './active-endpoints.ts';
import {
  createAttemptLimits,
  originOf,
  type AdmissionControl,
  type AttemptLimitSettings,
  type OriginRates,
} from './attempt-limits.ts';
import { KEY_RETRY_MS, createAttemptRunner, type AttemptOptions } from './attempt-runner.ts';
import { asDropped, createDeliveryDiscarder } from './delivery-outcome.ts';
import { createDeliveryRecorder, type AttemptOutcome } from './delivery-recorder.ts';
import { DELIVERIES_COLLECTION, endpointTerm, stateTerm } from './delivery.ts';
import type { EndpointQueue } from './endpoint-queue.ts';

// Tracks the oldest delivery that waits for a retry by querying the delivery records from time to time.

type OldestPending = {
  /** Queries the records again when the interval is over. */
  refresh(queues: readonly EndpointQueue[]): Promise<void>;
  /**
   * When its event happened or its redelivery was requested, in milliseconds since 1970; undefined without
   * pending retries.
   */
  oldestAt(): number | undefined;
};

const REFRESH_INTERVAL_MS = 5_000;
/** Endpoints queried per refresh. With more, each refresh continues where the last one ended. */
const ENDPOINTS_MAX = 50;

function createOldestPending(documents: Pick<DocumentStore, 'intersect'>): OldestPending {
  let refreshAt = -Infinity;
  let nextIndex = 0;
  let known = new Map<string, number>();

  return {
    async refresh(queues) {
      if (monotonicTime() < refreshAt) return;
      refreshAt = monotonicTime() + REFRESH_INTERVAL_MS;
      const waiting = queues.filter((queue) => queue.retryCount() > 0);
      const from = nextIndex < waiting.length ? nextIndex : 0;
      const queried = waiting.slice(from, from + ENDPOINTS_MAX);
      nextIndex = from + ENDPOINTS_MAX;
      const ids = new Set(waiting.map(({ id }) => id));
      known = new Map([...known].filter(([id]) => ids.has(id)));
      for (const queue of queried) {
        const { id } = queue;
        const query = { scope: queue.target().stream, terms: [stateTerm('pending'), endpointTerm(id)] };
        const [first] = await listIntersection(documents, DELIVERIES_COLLECTION, {
          ...query,
          order: 'oldest',
          limit: 1,
        });
        if (first === undefined) known.delete(id);
        else known.set(id, idTime(first.id));
      }
    },
    oldestAt: () => (known.size === 0 ? undefined : Math.min(...known.values())),
  };
}

export type DeliveryEngineOptions = AttemptOptions & {
  readonly documents: Pick<
    DocumentStore,
    'list' | 'intersect' | 'getMany' | 'write' | 'checkpoints' | 'drop'
  >;
  readonly limits: AttemptLimitSettings;
  readonly originRates: OriginRates;
  readonly lease: Lease;
  readonly admission: AdmissionControl;
  /** How often the documents went back in time. */
  readonly breaks: () => bigint;
  /** Events are not deleted before they are this old, in milliseconds. */
  readonly retentionMs: number;
};

export type DeliveryStats = {
  /** Enabled endpoints that this node delivers to. */
  readonly endpoints: number;
  /** Deliveries that are read or wait for a retry. */
  readonly depth: number;
  readonly inFlight: number;
  /** Endpoints that are paused because a signing key cannot be opened. */
  readonly pausedEndpoints: number;
  /** Endpoints that have accepted nothing for an hour or longer. */
  readonly failingEndpoints: number;
  /** When the cause of the oldest pending delivery happened, in milliseconds since 1970. */
  readonly oldestPendingAt: number | undefined;
};

export type DeliveryEngine = {
  /** New events may have to be delivered. */
  wake(): void;
  /** Waits this long for attempts in flight. The next start repeats those that have not ended. */
  stop(graceMs: number): Promise<void>;
  stats(): DeliveryStats;
};

const CHAIN_NAME = 'webhooks';
/** How often the engine reads without a call to `wake`. */
const POLL_INTERVAL_MS = 250;
/** The interval while deliveries are being scanned or discarded. */
const BUSY_POLL_INTERVAL_MS = 25;
/** No attempt starts while more outcomes than this are unwritten. */
const UNWRITTEN_OUTCOMES_MAX = 1_000;
const ADMISSION_RETRY_MS = 10;
/** An endpoint that has accepted nothing for this long is reported as failing. */
const FAILING_MS = 3_600_000;

export function startDeliveryEngine(options: DeliveryEngineOptions): DeliveryEngine {
  const { documents, sender, lease, admission, originRates, clock, onFault } = options;
  const clocks = createBookClocks(documents);
  const bookClock = (stream: string): number => clock() + clocks.aheadMs(stream);
  const limits = createAttemptLimits(options.limits);
  /** Endpoints with queued attempts. The endpoint that started an attempt last is at the end. */
  const ready = new Set<ActiveEndpoint>();
  const running = new Set<Promise<void>>();
  /** IDs of deliveries with an attempt that is in flight or not recorded yet. */
  const unrecorded = new Set<string>();
  const oldest = createOldestPending(documents);
  let isStopped = false;
  /** When limits may allow more attempts, in milliseconds of a monotonic clock. */
  let startTimer: { readonly at: number; readonly timer: NodeJS.Timeout } | undefined;
  /** How often the documents had gone back in time when the endpoints were opened. */
  let openedAfter = options.breaks();
  /** The chain of the open endpoints; undefined while this node does not deliver. */
  let chain: WriteChain | undefined;

  const recorder = createDeliveryRecorder({
    onFault,
    onRecorded(batch) {
      for (const outcome of batch) settle(outcome);
      loop.wake();
      startAttempts();
    },
    onLost(batch) {
      for (const { attempt } of batch.outcomes)
        if (attempt !== undefined) unrecorded.delete(attempt.delivery_id);
      if (batch.chain === chain) closeEndpoints();
      loop.wake();
    },
  });
  const endpoints: ActiveEndpoints = createActiveEndpoints({
    documents,
    clock,
    bookClock,
    windowMs: options.schedule.windowMs,
    retentionMs: options.retentionMs,
    breaks: options.breaks,
    hasScanned: (retryId) => discarder.hasScanned(retryId),
    onStale: (queue, { retry_id, delivery }) =>
      recorder.add({ queue, attempt: undefined, delivery: delivery && asDropped(delivery), retry_id }),
  });
  const discarder = createDeliveryDiscarder({
    documents,
    clock,
    onFault,
    enabledSince: (id) => endpoints.find(id)?.queue.enabledSince,
    isInFlight: (deliveryId) => unrecorded.has(deliveryId),
    onRetryScanned: (id) => endpoints.find(id)?.queue.retryScanned(),
    onDiscarded: (id) => endpoints.find(id)?.queue.recountRetries(),
  });
  const runner = createAttemptRunner({
    ...options,
    bookClock,
    endpoints,
    recorder,
    isStopped: () => isStopped,
    onRequeued: ({ delivery_id }) => unrecorded.delete(delivery_id),
    onEndpointChanged: () => loop.wake(),
    onAttempt(attempt) {
      if (attempt.result.succeeded) originRates.accepted(originOf(attempt.target));
      options.onAttempt(attempt);
    },
  });

  function settle({ queue, attempt, delivery }: AttemptOutcome): void {
    if (attempt !== undefined) unrecorded.delete(attempt.delivery_id);
    const endpoint = endpoints.find(queue.id);
    const isCurrent = endpoint?.queue === queue;
    // A redelivery may have waited for this outcome.
    if (isCurrent && queue.hasAttempts()) ready.add(endpoint);
    // A retry that was recorded after its endpoint was disabled has to be discarded.
    if (delivery?.state === 'pending' && !isCurrent) discarder.add(queue.target());
  }

  /** Starts attempts up to the limits, one per endpoint in turn. */
  function startAttempts(): void {
    let waitMs = Infinity;
    // An endpoint that started an attempt is visited again, after the others.
    for (const endpoint of ready) {
      if (isStopped || recorder.pendingCount() >= UNWRITTEN_OUTCOMES_MAX) return;
      const origin = originOf(endpoint.queue.target());
      if (endpoint.isClosed || isPaused(endpoint) || !endpoint.queue.hasAttempts()) {
        ready.delete(endpoint);
      } else if (limits.canStart(endpoint.queue.id, origin)) {
        const originWaitMs = originRates.waitMs(origin);
        if (originWaitMs > 0) {
          waitMs = Math.min(waitMs, originWaitMs);
        } else if (!admission.canStart()) {
          waitMs = ADMISSION_RETRY_MS;
          break;
        } else {
          ready.delete(endpoint);
          if (startAttempt(endpoint, origin)) ready.add(endpoint);
        }
      }
    }
    if (waitMs < Infinity) startAttemptsLater(waitMs);
  }

  function startAttemptsLater(waitMs: number): void {
    const at = monotonicTime() + waitMs;
    if (startTimer !== undefined && startTimer.at <= at) return;
    clearTimeout(startTimer?.timer);
    const timer = setTimeout(() => {
      startTimer = undefined;
      startAttempts();
    }, waitMs);
    startTimer = { at, timer };
  }

  function startAttempt(endpoint: ActiveEndpoint, origin: string): boolean {
    const attempt = endpoint.queue.next();
    if (attempt === undefined) return false;
    unrecorded.add(attempt.delivery_id);
    // One attempt shows whether the keys of a paused endpoint can be opened now.
    if (endpoint.pausedUntil !== undefined) endpoint.pausedUntil = monotonicTime() + KEY_RETRY_MS;
    admission.started();
    originRates.started(origin);
    const ended = runner
      .run(endpoint, attempt, limits.start(endpoint.queue.id, origin))
      .catch(onFault)
      .finally(() => {
        running.delete(ended);
        // To the end, so that other endpoints come first.
        ready.delete(endpoint);
        if (endpoint.queue.hasAttempts()) ready.add(endpoint);
        else loop.wake();
        startAttempts();
      });
    running.add(ended);
    return true;
  }

  function closeEndpoints(): void {
    chain = undefined;
    endpoints.closeAll();
    ready.clear();
    discarder.rescan();
  }

  /** Reads what is new and due. Returns the time until the next poll in milliseconds. */
  async function poll(): Promise<number> {
    const isSameHistory = openedAfter === options.breaks();
    openedAfter = options.breaks();
    if (!isSameHistory || !(await lease.tryAcquire())) {
      closeEndpoints();
      return POLL_INTERVAL_MS;
    }
    const current = (chain ??= await startWriteChain(documents, CHAIN_NAME));
    await clocks.refresh();
    for (const target of await endpoints.refresh(current)) {
      limits.forget(target.id);
      discarder.add(target);
    }
    if (chain !== current) {
      // The store has lost something in between, so what was opened cannot be recorded.
      closeEndpoints();
      return 0;
    }
    const checkpoint = await projectedPosition();
    await endpoints.readNext(checkpoint, (endpoint) => {
      if (endpoint.queue.hasAttempts()) ready.add(endpoint);
      startAttempts();
    });
    for (const endpoint of endpoints.all())
      if (endpoint.pausedUntil !== undefined && endpoint.queue.hasAttempts()) ready.add(endpoint);
    await discarder.discardSome(current);
    await oldest.refresh(endpoints.all().map(({ queue }) => queue));
    const maxMs = discarder.hasWork() ? BUSY_POLL_INTERVAL_MS : POLL_INTERVAL_MS;
    return endpoints.msUntilNextRead(checkpoint, maxMs);
  }

  /** The position that both lists have reached: a redelivery can be read only if its event can. */
  async function projectedPosition(): Promise<bigint> {
    const checkpoints = await documents.checkpoints();
    const [events, redeliveries] = [
      checkpoints.get(COLLECTIONS.events) ?? -1n,
      checkpoints.get(COLLECTIONS.redeliveries) ?? -1n,
    ];
    return events < redeliveries ? events : redeliveries;
  }

  const loop = startPollingLoop({
    run: () => poll().finally(startAttempts),
    retryMs: POLL_INTERVAL_MS,
    onError: onFault,
  });

  return {
    wake: () => loop.wake(),
    async stop(graceMs) {
      isStopped = true;
      clearTimeout(startTimer?.timer);
      await loop.stop();
      await settleWithin(graceMs, running);
      await sender.close();
      await Promise.all(running);
      await recorder.stop();
      await chain?.end().catch(onFault);
      await lease.release().catch(onFault);
    },
    stats() {
      const isFailing = (queue: EndpointQueue): boolean => {
        const since = queue.failingSince();
        return since !== undefined && bookClock(queue.target().stream) - Date.parse(since) >= FAILING_MS;
      };
      const active = endpoints.all();
      const queues = active.map(({ queue }) => queue);
      const times = [...queues.map((queue) => queue.oldestAt()), oldest.oldestAt()];
      const known = times.filter((time) => time !== undefined);
      return {
        endpoints: queues.length,
        depth: queues.reduce((sum, queue) => sum + queue.depth(), 0),
        inFlight: limits.inFlight(),
        pausedEndpoints: active.filter(({ pausedUntil }) => pausedUntil !== undefined).length,
        failingEndpoints: queues.filter(isFailing).length,
        oldestPendingAt: known.length === 0 ? undefined : Math.min(...known),
      };
    },
  };
}

const isPaused = ({ pausedUntil }: ActiveEndpoint): boolean =>
  pausedUntil !== undefined && monotonicTime() < pausedUntil;

/** Resolves when all work has ended, at the latest after `graceMs`. */
async function settleWithin(graceMs: number, work: Iterable<Promise<void>>): Promise<void> {
  const timer = new AbortController();
  const timeout = delay(graceMs, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([Promise.all(work), timeout]);
  timer.abort();
}
