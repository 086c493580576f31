import { WEBHOOKS_SCOPE, ulidOf } from '../../projections/delivery-targets.ts';
import { backoffDelayMs, type BackoffPolicy } from '../async/wait.ts';
import { idTime, smallestIdAt } from '../ledger/ids.ts';
import { parseBody } from '../read-models/collection.ts';
import { listIntersection } from '../read-models/filtered-list.ts';
import type { WriteChain } from '../read-models/history/write-chain.ts';
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

/**
 * Returns the time of the next attempt after `attempt` failures, the last one at `now`; undefined when the
 * window is over. The last attempt is made at the end of the window. Times are milliseconds since 1970;
 * `random` is in [0, 1).
 */
export function nextAttemptAt(
  { delaysMs, windowMs }: RetrySchedule,
  { attempt, firstAt, now }: { readonly attempt: number; readonly firstAt: number; readonly now: number },
  random: number,
): number | undefined {
  const end = firstAt + windowMs;
  if (now >= end) return undefined;
  return Math.min(now + backoffDelayMs({ delaysMs, jitter: JITTER }, attempt, random), end);
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
  { succeeded, response_status, error, took_ms }: AttemptResult,
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
      : nextAttemptAt(schedule, { attempt, firstAt, now: from }, random);
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

type DeliveryDiscarder = {
  /** Deliveries from before the endpoint was last enabled may be pending. */
  add(endpoint: DisabledEndpoint): void;
  /** Another node may have delivered in between: scans everything again. */
  rescan(): void;
  /** Scans one page of pending retries and discards one page of deliveries. */
  discardSome(chain: WriteChain): Promise<void>;
  /** Whether there is more to scan or to discard. */
  hasWork(): boolean;
  /** Whether the full scan has passed this retry. */
  hasScanned(retryId: string): boolean;
};

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

export function createDeliveryDiscarder(options: DiscarderOptions): DeliveryDiscarder {
  const { documents, enabledSince, isInFlight, onRetryScanned, onDiscarded, onFault, clock } = options;
  /** Endpoints whose deliveries are being discarded, with the position reached. */
  const discarding = new Map<string, DisabledEndpoint & { readonly after: string }>();
  /** Undefined between scans. */
  let scan: Scan | undefined = { after: '', before: undefined };
  let isFullScan = true;
  let overdueScanAt = 0;

  const add = ({ id, stream }: DisabledEndpoint): void => void discarding.set(id, { id, stream, after: '' });

  /** Whether something happened before the endpoint was enabled, so that it must not be delivered. */
  const isOutdated = (endpointId: string, causeId: string): boolean => {
    const from = enabledSince(endpointId);
    return from === undefined || causeId <= from;
  };

  async function continueScan({ after, before }: Scan): Promise<void> {
    const bounds = before === undefined ? {} : { before };
    const page = await pageOf(RETRIES_COLLECTION, WEBHOOKS_SCOPE, [ALL_TERM], { after, ...bounds });
    for (const { webhook_endpoint_id: id, stream, delivery_id } of retriesIn(page)) {
      const from = enabledSince(id);
      // A delivery ID contains only the time of its cause. The rest is in the delivery record.
      const after = from === undefined ? -1 : idTime(delivery_id) - idTime(from);
      if (after <= 0) add({ id, stream });
      if (after >= 0 && isFullScan) onRetryScanned(id);
    }
    const last = page.at(-1)?.id;
    scan = page.length < PAGE || last === undefined ? undefined : { after: last, before };
    if (scan !== undefined) return;
    isFullScan = false;
    overdueScanAt = monotonicTime() + OVERDUE_SCAN_INTERVAL_MS;
  }

  const pageOf = (
    collection: string,
    scope: string,
    terms: readonly string[],
    { after, ...bounds }: Pick<ListQuery, 'before'> & { readonly after: string },
  ): Promise<StoredDocument[]> => {
    const query = { scope, terms, order: 'oldest', limit: PAGE, ...bounds } as const;
    return listIntersection(documents, collection, after === '' ? query : { ...query, after });
  };

  /**
   * Discards one page of an endpoint's deliveries. Returns the position of the next page, or undefined after
   * the last one.
   */
  async function discardPage(
    { id, stream, after }: DisabledEndpoint & { after: string },
    chain: WriteChain,
  ): Promise<string | undefined> {
    const from = enabledSince(id);
    const bounds = from === undefined ? {} : { before: smallestIdAt('whd', idTime(from) + 1) };
    const page = await pageOf(DELIVERIES_COLLECTION, stream, [stateTerm('pending'), endpointTerm(id)], {
      after,
      ...bounds,
    });
    const outdated = page
      .map((document) => parseBody(DELIVERIES_COLLECTION, document))
      .filter((delivery) => isOutdated(id, ulidOf(deliveryCause(delivery))) && !isInFlight(delivery.id));
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
  async function deleteOrphanedRetries(id: string, chain: WriteChain): Promise<boolean> {
    // The queue of an enabled endpoint finds these itself.
    if (enabledSince(id) !== undefined) return true;
    const page = await pageOf(RETRIES_COLLECTION, WEBHOOKS_SCOPE, [endpointTerm(id)], { after: '' });
    const orphaned = retriesIn(page).filter(({ delivery_id }) => !isInFlight(delivery_id));
    await chain.write(orphaned.map((retry) => retryDeletion(retryId(retry))));
    return page.length < PAGE || orphaned.length === 0;
  }

  async function discardNext(chain: WriteChain): Promise<void> {
    const [next] = discarding.values();
    if (next === undefined) return;
    const after = await discardPage(next, chain);
    const isDone = after === undefined && (await deleteOrphanedRetries(next.id, chain));
    // Moves to the end of the line, unless the endpoint was added again in between.
    if (discarding.get(next.id) !== next) return;
    discarding.delete(next.id);
    if (isDone) onDiscarded(next.id);
    else discarding.set(next.id, { ...next, after: after ?? '' });
  }

  return {
    add,
    rescan() {
      scan = { after: '', before: undefined };
      isFullScan = true;
    },
    async discardSome(chain) {
      try {
        if (scan === undefined && monotonicTime() >= overdueScanAt)
          scan = { after: '', before: firstRetryIdAt(clock()) };
        if (scan !== undefined) await continueScan(scan);
        await discardNext(chain);
      } catch (error) {
        onFault(error);
      }
    },
    hasWork: () => scan !== undefined || discarding.size > 0,
    hasScanned: (id) => !isFullScan || (scan !== undefined && id <= scan.after),
  };
}

const retriesIn = (page: readonly StoredDocument[]): Retry[] =>
  page.map((document) => parseBody(RETRIES_COLLECTION, document));
