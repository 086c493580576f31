import { WEBHOOKS_SCOPE, ulidOf } from '../../projections/delivery-targets.ts';
import { backoffDelayMs, type BackoffPolicy } from '../async/wait.ts';
import { idTime, smallestIdAt } from '../ledger/ids.ts';
import { parseBody } from '../read-models/collection.ts';
import { listIntersection } from '../read-models/filtered-list.ts';
import type { WriteChain } from './write-chain.ts';
import type { DocumentStore, ListQuery, StoredDocument } from '../read-models/port.ts';
import { monotonicTime } from '../system/runtime.ts';
import type { AttemptDetails, QueuedAttempt } from './attempt-record.ts';
import {
  ALL_TERM,
  DELIVERIES_COLLECTION,
  RETRIES_COLLECTION,
  deliveryCause,
  deliveryWrite,
  endpointTerm,
  firstRetryIdAt,
  retryDeletion,
  retryId,
  stateTerm,
  type Delivery,
  type Retry,
} from './delivery.ts';
import type { AttemptResult } from './webhook-sender.ts';

// When a failed delivery is retried.

export type RetrySchedule = Pick<BackoffPolicy, 'delaysMs'> & {
  /** How long after its first attempt a delivery is retried. */
  readonly windowMs: number;
};

/** Spreads deliveries that failed together. */
const JITTER = 0.2;

type FailedAttempt = {
  /** How many have failed. */
  readonly attempt: number;
  readonly firstAt: number;
  readonly now: number;
  /** How long the receiver asks to wait. */
  readonly retryAfterMs?: number;
};

/**
 * Returns the time of the next attempt after `attempt` failures, the last one at `now`; undefined when the
 * window is over. A receiver can ask for a longer pause than the schedule's, up to its longest. The last attempt is made at the end of the window. Times are milliseconds since 1970;
 * `random` is in [0, 1).
 */
export function nextAttemptAt(
  { delaysMs, windowMs }: RetrySchedule,
  { attempt, firstAt, now, retryAfterMs = 0 }: FailedAttempt,
  random: number,
): number | undefined {
  const end = firstAt + windowMs;
  if (now >= end) return undefined;
  const delayMs = backoffDelayMs({ delaysMs, jitter: JITTER }, attempt, random);
  return Math.min(now + Math.max(delayMs, Math.min(retryAfterMs, Math.max(...delaysMs))), end);
}

/**
 * How long a receiver asks to wait, by its `Retry-After` header: in seconds, or until an HTTP date. 0 without a valid one. `now` is in
 * milliseconds since 1970.
 */
export function retryAfterMs(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return ms > 0 ? ms : 0;
}

// Computes the next state of a delivery after an attempt.

type AttemptContext = {
  readonly endpointId: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** In [0, 1). */
  readonly random: number;
  /** The state if the attempt failed and must not be retried; undefined if it may be. */
  readonly finalState: 'failed' | 'dropped' | undefined;
};

/** Returns the delivery after one more attempt. It contains the details of a success only. */
export function deliveryAfter(
  item: QueuedAttempt,
  { succeeded, response_status, error, took_ms, response }: AttemptResult,
  details: AttemptDetails,
  schedule: RetrySchedule,
  { endpointId, startedAt: at, endedAt: now, random, finalState: ending }: AttemptContext,
): Delivery {
  const { previous } = item;
  const attempt = (previous?.attempt ?? 0) + 1;
  const attempted_at = new Date(at).toISOString();
  const first_attempted_at = previous?.first_attempted_at ?? attempted_at;
  const firstAt = Date.parse(first_attempted_at);
  const end = firstAt + schedule.windowMs;
  // An attempt that began before the end of the window is not the last one, even if a sandbox clock was advanced during it.
  const from = at < end ? Math.min(now, end - 1) : now;
  const next =
    succeeded || ending !== undefined
      ? undefined
      : nextAttemptAt(
          schedule,
          { attempt, firstAt, now: from, retryAfterMs: retryAfterMs(response?.headers['retry-after'], now) },
          random,
        );
  return {
    id: item.delivery_id,
    object: 'webhook_delivery',
    webhook_endpoint_id: endpointId,
    event_id: item.event_id,
    event_type: item.event_type,
    redelivery_id: item.redelivery_id,
    state: succeeded ? 'succeeded' : next === undefined ? (ending ?? 'failed') : 'pending',
    attempt,
    response_status,
    error,
    took_ms,
    attempted_at,
    first_attempted_at,
    next_attempt_at: next === undefined ? null : new Date(next).toISOString(),
    ...(succeeded ? { details } : {}),
  };
}

/** A pending delivery that is not retried because its endpoint was disabled or deleted. */
export const asDropped = (delivery: Delivery): Delivery => ({
  ...delivery,
  state: 'dropped',
  next_attempt_at: null,
});

// Discards deliveries that are pending for an endpoint that was disabled or deleted, even if it has been
// enabled again since. A node that starts to deliver scans all pending retries, because an endpoint may have
// been disabled while no node delivered.

/** An endpoint, and the stream of its book. */
type DisabledEndpoint = { readonly id: string; readonly stream: string };

type DiscarderOptions = {
  readonly documents: Pick<DocumentStore, 'intersect'>;
  /** The position where an endpoint was enabled; undefined while it is disabled. */
  readonly enabledSince: (endpointId: string) => string | undefined;
  /**
   * Whether an attempt is in flight or not recorded yet. Its outcome then decides the state of the delivery.
   */
  readonly isInFlight: (deliveryId: string) => boolean;
  /** Called once per retained retry after `rescan`. */
  readonly onRetryScanned: (endpointId: string) => void;
  /** All discarded deliveries of the endpoint have been written. */
  readonly onDiscarded: (endpointId: string) => void;
  readonly onFault: (error: unknown) => void;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
};

const PAGE = 200;
/** How often overdue retries are scanned for endpoints whose change was missed. */
const OVERDUE_SCAN_INTERVAL_MS = 60_000;

/** A scan over retries in the order of their IDs. */
type Scan = { readonly after: string; readonly before: string | undefined };

export class DeliveryDiscarder {
  readonly #options: DiscarderOptions;
  readonly #enabledSince: DiscarderOptions['enabledSince'];
  /** Endpoints whose deliveries are being discarded, with the position reached. */
  readonly #discarding = new Map<string, DisabledEndpoint & { readonly after: string }>();
  /** Undefined between scans. */
  #scan: Scan | undefined = { after: '', before: undefined };
  #isFullScan = true;
  #overdueScanAt = 0;

  constructor(options: DiscarderOptions) {
    this.#options = options;
    this.#enabledSince = options.enabledSince;
  }

  /** Deliveries from before the endpoint was last enabled may be pending. */
  add({ id, stream }: DisabledEndpoint): void {
    this.#discarding.set(id, { id, stream, after: '' });
  }

  /** Another node may have delivered in between: scans everything again. */
  rescan(): void {
    this.#scan = { after: '', before: undefined };
    this.#isFullScan = true;
  }

  /** Scans one page of pending retries and discards one page of deliveries. */
  async discardSome(chain: WriteChain): Promise<void> {
    try {
      if (this.#scan === undefined && monotonicTime() >= this.#overdueScanAt)
        this.#scan = { after: '', before: firstRetryIdAt(this.#options.clock()) };
      if (this.#scan !== undefined) await this.#continueScan(this.#scan);
      await this.#discardNext(chain);
    } catch (error) {
      this.#options.onFault(error);
    }
  }

  /** Whether there is more to scan or to discard. */
  hasWork(): boolean {
    return this.#scan !== undefined || this.#discarding.size > 0;
  }

  /** Whether the full scan has passed this retry. */
  hasScanned(id: string): boolean {
    return !this.#isFullScan || (this.#scan !== undefined && id <= this.#scan.after);
  }

  /** Whether something happened before the endpoint was enabled, so that it must not be delivered. */
  #isOutdated(endpointId: string, causeId: string): boolean {
    const from = this.#enabledSince(endpointId);
    return from === undefined || causeId <= from;
  }

  async #continueScan({ after, before }: Scan): Promise<void> {
    const bounds = before === undefined ? {} : { before };
    const page = await this.#pageOf(RETRIES_COLLECTION, WEBHOOKS_SCOPE, [ALL_TERM], { after, ...bounds });
    for (const { webhook_endpoint_id: id, stream, delivery_id } of retriesIn(page)) {
      const from = this.#enabledSince(id);
      // A delivery ID contains only the time of its cause. The rest is in the delivery record.
      const after = from === undefined ? -1 : idTime(delivery_id) - idTime(from);
      if (after <= 0) this.add({ id, stream });
      if (after >= 0 && this.#isFullScan) this.#options.onRetryScanned(id);
    }
    const last = page.at(-1)?.id;
    this.#scan = page.length < PAGE || last === undefined ? undefined : { after: last, before };
    if (this.#scan !== undefined) return;
    this.#isFullScan = false;
    this.#overdueScanAt = monotonicTime() + OVERDUE_SCAN_INTERVAL_MS;
  }

  #pageOf(
    collection: string,
    scope: string,
    terms: readonly string[],
    { after, ...bounds }: Pick<ListQuery, 'before'> & { readonly after: string },
  ): Promise<StoredDocument[]> {
    const query = { scope, terms, order: 'oldest', limit: PAGE, ...bounds } as const;
    return listIntersection(this.#options.documents, collection, after === '' ? query : { ...query, after });
  }

  /**
   * Discards one page of an endpoint's deliveries. Returns the position of the next page, or undefined after
   * the last one.
   */
  async #discardPage(
    { id, stream, after }: DisabledEndpoint & { after: string },
    chain: WriteChain,
  ): Promise<string | undefined> {
    const from = this.#enabledSince(id);
    const bounds = from === undefined ? {} : { before: smallestIdAt('whd', idTime(from) + 1) };
    const page = await this.#pageOf(DELIVERIES_COLLECTION, stream, [stateTerm('pending'), endpointTerm(id)], {
      after,
      ...bounds,
    });
    const outdated = page
      .map((document) => parseBody(DELIVERIES_COLLECTION, document))
      .filter(
        (delivery) =>
          this.#isOutdated(id, ulidOf(deliveryCause(delivery))) && !this.#options.isInFlight(delivery.id),
      );
    await chain.append(outdated.map((delivery) => deliveryWrite(stream, asDropped(delivery))));
    await chain.write(
      outdated.flatMap(({ id: delivery_id, next_attempt_at: due_at }) =>
        due_at === null ? [] : [retryDeletion(retryId({ delivery_id, due_at }))],
      ),
    );
    return page.length < PAGE ? undefined : page.at(-1)?.id;
  }

  /**
   * Deletes retries without a pending delivery, which a crash left over. Returns whether that was the last
   * page.
   */
  async #deleteOrphanedRetries(id: string, chain: WriteChain): Promise<boolean> {
    // The queue of an enabled endpoint finds these itself.
    if (this.#enabledSince(id) !== undefined) return true;
    const page = await this.#pageOf(RETRIES_COLLECTION, WEBHOOKS_SCOPE, [endpointTerm(id)], { after: '' });
    const orphaned = retriesIn(page).filter(({ delivery_id }) => !this.#options.isInFlight(delivery_id));
    await chain.write(orphaned.map((retry) => retryDeletion(retryId(retry))));
    return page.length < PAGE || orphaned.length === 0;
  }

  async #discardNext(chain: WriteChain): Promise<void> {
    const [next] = this.#discarding.values();
    if (next === undefined) return;
    const after = await this.#discardPage(next, chain);
    const isDone = after === undefined && (await this.#deleteOrphanedRetries(next.id, chain));
    // Moves to the end of the line, unless the endpoint was added again in between.
    if (this.#discarding.get(next.id) !== next) return;
    this.#discarding.delete(next.id);
    if (isDone) this.#options.onDiscarded(next.id);
    else this.#discarding.set(next.id, { ...next, after: after ?? '' });
  }
}

const retriesIn = (page: readonly StoredDocument[]): Retry[] =>
  page.map((document) => parseBody(RETRIES_COLLECTION, document));
