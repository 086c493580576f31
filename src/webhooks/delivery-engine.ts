/**
 * The delivery engine: reads new events and due retries of each endpoint, makes the attempts, and records their outcomes.
 * It runs on one node at a time. While two nodes briefly both hold the lease, some events are delivered twice.
 */

import { COLLECTIONS } from '../../projections/collections.ts';
import { PollingLoop } from '../async/polling-loop.ts';
import type { Lease } from '../jobs/lease.ts';
import { BookClocks } from '../jobs/task-loop.ts';
import { idTime } from '../ledger/ids.ts';
import { listIntersection } from '../read-models/filtered-list.ts';
import { startWriteChain, type WriteChain } from './write-chain.ts';
import type { DocumentStore } from '../read-models/port.ts';
import { clearTimeout, delay, monotonicTime, setTimeout } from '../system/runtime.ts';
import { ActiveEndpoints, type ActiveEndpoint } from './active-endpoints.ts';
import {
  AttemptLimits,
  type AttemptPlace,
  originOf,
  type AdmissionControl,
  type AttemptLimitSettings,
  type OriginRates,
} from './attempt-limits.ts';
import { KEY_RETRY_MS, AttemptRunner, type AttemptOptions } from './attempt-runner.ts';
import { asDropped, DeliveryDiscarder } from './delivery-outcome.ts';
import { DeliveryRecorder, type AttemptOutcome, type Batch } from './delivery-recorder.ts';
import { DELIVERIES_COLLECTION, endpointTerm, stateTerm } from './delivery.ts';
import type { EndpointQueue } from './endpoint-queue.ts';
import type { StaleRetry } from './retry-queue.ts';

// Tracks the oldest delivery that waits for a retry by querying the delivery records from time to time.

const REFRESH_INTERVAL_MS = 5_000;
/** Endpoints queried per refresh. With more, each refresh continues where the last one ended. */
const ENDPOINTS_MAX = 50;

class OldestPending {
  readonly #documents: Pick<DocumentStore, 'intersect'>;
  #refreshAt = -Infinity;
  #nextIndex = 0;
  #known = new Map<string, number>();

  constructor(documents: Pick<DocumentStore, 'intersect'>) {
    this.#documents = documents;
  }

  /** Queries the records again when the interval is over. */
  async refresh(queues: readonly EndpointQueue[]): Promise<void> {
    if (monotonicTime() < this.#refreshAt) return;
    this.#refreshAt = monotonicTime() + REFRESH_INTERVAL_MS;
    const waiting = queues.filter((queue) => queue.retryCount() > 0);
    const from = this.#nextIndex < waiting.length ? this.#nextIndex : 0;
    const queried = waiting.slice(from, from + ENDPOINTS_MAX);
    this.#nextIndex = from + ENDPOINTS_MAX;
    const ids = new Set(waiting.map(({ id }) => id));
    this.#known = new Map([...this.#known].filter(([id]) => ids.has(id)));
    for (const queue of queried) {
      const { id } = queue;
      const query = { scope: queue.target().stream, terms: [stateTerm('pending'), endpointTerm(id)] };
      const [first] = await listIntersection(this.#documents, DELIVERIES_COLLECTION, {
        ...query,
        order: 'oldest',
        limit: 1,
      });
      if (first === undefined) this.#known.delete(id);
      else this.#known.set(id, idTime(first.id));
    }
  }

  /**
   * When its event happened or its redelivery was requested, in milliseconds since 1970; undefined without
   * pending retries.
   */
  oldestAt(): number | undefined {
    return this.#known.size === 0 ? undefined : Math.min(...this.#known.values());
  }
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

export class DeliveryEngine {
  readonly #options: DeliveryEngineOptions;
  readonly #documents: DeliveryEngineOptions['documents'];
  readonly #clock: DeliveryEngineOptions['clock'];
  readonly #onFault: DeliveryEngineOptions['onFault'];
  readonly #originRates: DeliveryEngineOptions['originRates'];
  readonly #clocks: BookClocks;
  readonly #limits: AttemptLimits;
  /** Endpoints with queued attempts. The endpoint that started an attempt last is at the end. */
  readonly #ready = new Set<ActiveEndpoint>();
  readonly #running = new Set<Promise<void>>();
  /** IDs of deliveries with an attempt that is in flight or not recorded yet. */
  readonly #unrecorded = new Set<string>();
  readonly #oldest: OldestPending;
  #isStopped = false;
  /** When limits may allow more attempts, in milliseconds of a monotonic clock. */
  #startTimer: { readonly at: number; readonly timer: NodeJS.Timeout } | undefined;
  /** How often the documents had gone back in time when the endpoints were opened. */
  #openedAfter: bigint;
  /** The chain of the open endpoints; undefined while this node does not deliver. */
  #chain: WriteChain | undefined;
  readonly #recorder: DeliveryRecorder;
  readonly #endpoints: ActiveEndpoints;
  readonly #discarder: DeliveryDiscarder;
  readonly #runner: AttemptRunner;
  readonly #loop: PollingLoop;

  constructor(options: DeliveryEngineOptions) {
    this.#options = options;
    this.#documents = options.documents;
    this.#clock = options.clock;
    this.#onFault = options.onFault;
    this.#originRates = options.originRates;
    this.#clocks = new BookClocks(options.documents);
    this.#limits = new AttemptLimits(options.limits);
    this.#oldest = new OldestPending(options.documents);
    this.#openedAfter = options.breaks();
    this.#recorder = new DeliveryRecorder({
      onFault: options.onFault,
      onRecorded: (batch) => this.#recorded(batch),
      onLost: (batch) => this.#lost(batch),
    });
    this.#endpoints = new ActiveEndpoints({
      documents: options.documents,
      clock: options.clock,
      bookClock: (stream) => this.#bookClock(stream),
      windowMs: options.schedule.windowMs,
      retentionMs: options.retentionMs,
      breaks: options.breaks,
      hasScanned: (retryId) => this.#discarder.hasScanned(retryId),
      onStale: (queue, stale) => this.#discardRetry(queue, stale),
    });
    this.#discarder = new DeliveryDiscarder({
      documents: options.documents,
      clock: options.clock,
      onFault: options.onFault,
      enabledSince: (id) => this.#endpoints.find(id)?.queue.enabledSince,
      isInFlight: (deliveryId) => this.#unrecorded.has(deliveryId),
      onRetryScanned: (id) => this.#endpoints.find(id)?.queue.retryScanned(),
      onDiscarded: (id) => this.#endpoints.find(id)?.queue.recountRetries(),
    });
    this.#runner = new AttemptRunner({
      ...options,
      bookClock: (stream) => this.#bookClock(stream),
      endpoints: this.#endpoints,
      recorder: this.#recorder,
      isStopped: () => this.#isStopped,
      onRequeued: ({ delivery_id }) => this.#unrecorded.delete(delivery_id),
      onEndpointChanged: () => this.#loop.wake(),
      onAttempt: (attempt) => {
        if (attempt.result.succeeded) this.#originRates.accepted(originOf(attempt.target));
        options.onAttempt(attempt);
      },
    });
    this.#loop = new PollingLoop({
      run: () => this.#poll().finally(() => this.#startAttempts()),
      everyMs: POLL_INTERVAL_MS,
      onError: options.onFault,
    });
  }

  /** New events may have to be delivered. */
  wake(): void {
    this.#loop.wake();
  }

  /** Waits this long for attempts in flight. The next start repeats those that have not ended. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#startTimer?.timer);
    await this.#loop.stop();
    await settleWithin(graceMs, this.#running);
    await this.#options.sender.close();
    await Promise.all(this.#running);
    await this.#recorder.stop();
    await this.#chain?.end().catch(this.#onFault);
    await this.#options.lease.release().catch(this.#onFault);
  }

  stats(): DeliveryStats {
    const isFailing = (queue: EndpointQueue): boolean => {
      const since = queue.failingSince();
      return since !== undefined && this.#bookClock(queue.target().stream) - Date.parse(since) >= FAILING_MS;
    };
    const active = this.#endpoints.all();
    const queues = active.map(({ queue }) => queue);
    const times = [...queues.map((queue) => queue.oldestAt()), this.#oldest.oldestAt()];
    const known = times.filter((time) => time !== undefined);
    return {
      endpoints: queues.length,
      depth: queues.reduce((sum, queue) => sum + queue.depth(), 0),
      inFlight: this.#limits.inFlight(),
      pausedEndpoints: active.filter(({ pausedUntil }) => pausedUntil !== undefined).length,
      failingEndpoints: queues.filter(isFailing).length,
      oldestPendingAt: known.length === 0 ? undefined : Math.min(...known),
    };
  }

  #bookClock(stream: string): number {
    return this.#clock() + this.#clocks.aheadMs(stream);
  }

  #recorded(batch: readonly AttemptOutcome[]): void {
    for (const outcome of batch) this.#settle(outcome);
    this.#loop.wake();
    this.#startAttempts();
  }

  #lost({ chain, outcomes }: Batch): void {
    for (const { attempt } of outcomes)
      if (attempt !== undefined) this.#unrecorded.delete(attempt.delivery_id);
    if (chain === this.#chain) this.#closeEndpoints();
    this.#loop.wake();
  }

  #discardRetry(queue: EndpointQueue, { retry_id, delivery }: StaleRetry): void {
    this.#recorder.add({ queue, attempt: undefined, delivery: delivery && asDropped(delivery), retry_id });
  }

  #settle({ queue, attempt, delivery }: AttemptOutcome): void {
    if (attempt !== undefined) this.#unrecorded.delete(attempt.delivery_id);
    const endpoint = this.#endpoints.find(queue.id);
    const isCurrent = endpoint?.queue === queue;
    // A redelivery may have waited for this outcome.
    if (isCurrent && queue.hasAttempts()) this.#ready.add(endpoint);
    // A retry that was recorded after its endpoint was disabled has to be discarded.
    if (delivery?.state === 'pending' && !isCurrent) this.#discarder.add(queue.target());
  }

  /** Starts attempts up to the limits, one per endpoint in turn. */
  #startAttempts(): void {
    let waitMs = Infinity;
    // An endpoint that started an attempt is visited again, after the others.
    for (const endpoint of this.#ready) {
      if (this.#isStopped || this.#recorder.pendingCount() >= UNWRITTEN_OUTCOMES_MAX) return;
      const place = placeOf(endpoint);
      if (endpoint.isClosed || isPaused(endpoint) || !endpoint.queue.hasAttempts()) {
        this.#ready.delete(endpoint);
      } else if (this.#limits.canStart(place)) {
        const originWaitMs = this.#originRates.waitMs(place.origin);
        if (originWaitMs > 0) {
          waitMs = Math.min(waitMs, originWaitMs);
        } else if (!this.#options.admission.canStart()) {
          waitMs = ADMISSION_RETRY_MS;
          break;
        } else {
          this.#ready.delete(endpoint);
          if (this.#startAttempt(endpoint, place)) this.#ready.add(endpoint);
        }
      }
    }
    if (waitMs < Infinity) this.#startAttemptsLater(waitMs);
  }

  #startAttemptsLater(waitMs: number): void {
    const at = monotonicTime() + waitMs;
    if (this.#startTimer !== undefined && this.#startTimer.at <= at) return;
    clearTimeout(this.#startTimer?.timer);
    const timer = setTimeout(() => {
      this.#startTimer = undefined;
      this.#startAttempts();
    }, waitMs);
    this.#startTimer = { at, timer };
  }

  #startAttempt(endpoint: ActiveEndpoint, place: AttemptPlace): boolean {
    const attempt = endpoint.queue.next();
    if (attempt === undefined) return false;
    this.#unrecorded.add(attempt.delivery_id);
    // One attempt shows whether the keys of a paused endpoint can be opened now.
    if (endpoint.pausedUntil !== undefined) endpoint.pausedUntil = monotonicTime() + KEY_RETRY_MS;
    this.#options.admission.started();
    this.#originRates.started(place.origin);
    const ended = this.#runner
      .run(endpoint, attempt, this.#limits.start(place))
      .catch(this.#onFault)
      .finally(() => {
        this.#running.delete(ended);
        // To the end, so that other endpoints come first.
        this.#ready.delete(endpoint);
        if (endpoint.queue.hasAttempts()) this.#ready.add(endpoint);
        else this.#loop.wake();
        this.#startAttempts();
      });
    this.#running.add(ended);
    return true;
  }

  #closeEndpoints(): void {
    this.#chain = undefined;
    this.#endpoints.closeAll();
    this.#ready.clear();
    this.#discarder.rescan();
  }

  /** Reads what is new and due. Returns the time until the next poll in milliseconds. */
  async #poll(): Promise<number> {
    const isSameHistory = this.#openedAfter === this.#options.breaks();
    this.#openedAfter = this.#options.breaks();
    if (!isSameHistory || !(await this.#options.lease.tryAcquire())) {
      this.#closeEndpoints();
      return POLL_INTERVAL_MS;
    }
    const current = (this.#chain ??= await startWriteChain(this.#documents, CHAIN_NAME));
    await this.#clocks.refresh();
    for (const target of await this.#endpoints.refresh(current)) {
      this.#limits.forget(target.id);
      this.#discarder.add(target);
    }
    if (this.#chain !== current) {
      // The store has lost something in between, so what was opened cannot be recorded.
      this.#closeEndpoints();
      return 0;
    }
    const checkpoint = await this.#projectedPosition();
    await this.#endpoints.readNext(checkpoint, (endpoint) => {
      if (endpoint.queue.hasAttempts()) this.#ready.add(endpoint);
      this.#startAttempts();
    });
    for (const endpoint of this.#endpoints.all())
      if (endpoint.pausedUntil !== undefined && endpoint.queue.hasAttempts()) this.#ready.add(endpoint);
    await this.#discarder.discardSome(current);
    await this.#oldest.refresh(this.#endpoints.all().map(({ queue }) => queue));
    const maxMs = this.#discarder.hasWork() ? BUSY_POLL_INTERVAL_MS : POLL_INTERVAL_MS;
    return this.#endpoints.msUntilNextRead(checkpoint, maxMs);
  }

  /** The position that both lists have reached: a redelivery can be read only if its event can. */
  async #projectedPosition(): Promise<bigint> {
    const checkpoints = await this.#documents.checkpoints();
    const [events, redeliveries] = [
      checkpoints.get(COLLECTIONS.events) ?? -1n,
      checkpoints.get(COLLECTIONS.redeliveries) ?? -1n,
    ];
    return events < redeliveries ? events : redeliveries;
  }
}

function placeOf({ queue }: ActiveEndpoint): AttemptPlace {
  const target = queue.target();
  return { endpointId: queue.id, origin: originOf(target), book: target.stream };
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
