import { COLLECTIONS } from '../../projections/collections.ts';
import { WEBHOOKS_SCOPE, ulidOf } from '../../projections/delivery-targets.ts';
import { parseBody } from '../read-models/collection.ts';
import type { DocumentStore, StoredDocument } from '../read-models/port.ts';
import { retryAttempt, type QueuedAttempt } from './attempt-record.ts';
import {
  DELIVERIES_COLLECTION,
  RETRIES_COLLECTION,
  deliveryCause,
  endpointTerm,
  retryId,
  type Delivery,
  type Retry,
} from './delivery.ts';

// The retries of one endpoint, read when they are due. The queue remembers the next due time, so that it does
// not poll.

type RetryQueue = {
  needsRead(): boolean;
  /** Queues due retries, one page at most. Returns the ones that must not be made. */
  readDue(): Promise<readonly StaleRetry[]>;
  hasAttempts(): boolean;
  next(): QueuedAttempt | undefined;
  requeue(attempt: QueuedAttempt): void;
  /** Another retry was recorded. */
  add(retry: Pick<Retry, 'delivery_id' | 'due_at'>): void;
  /** The document of a retry was deleted. */
  markDeleted(id: string): void;
  /** The full scan passed a retry of this endpoint. */
  markScanned(): void;
  /** Retries were discarded: counts them again. */
  recount(): void;
  /**
   * Number of retries. With more than one page, only those seen by the scan, plus those added and minus those
   * deleted since.
   */
  count(): number;
};

/**
 * A retry that must not be made: left over from a crash, or for an event that was deleted, or from before the
 * endpoint was enabled. `delivery` is set if it is still pending for this retry.
 */
export type StaleRetry = { readonly retry_id: string; readonly delivery: Delivery | undefined };

type RetryQueueOptions = {
  readonly documents: Pick<DocumentStore, 'list' | 'getMany'>;
  readonly clock: () => number;
  readonly endpointId: string;
  /** The position where the endpoint was enabled. Nothing from before it is delivered. */
  readonly enabledSince: string;
  /** Whether an event is old enough to have been deleted. */
  readonly mayBeDeleted: (eventId: string) => boolean;
  /** Whether the full scan has passed this retry. */
  readonly hasScanned: (retryId: string) => boolean;
};

/** Larger than the number of attempts in memory, so that a page always contains a new one. */
const PAGE = 100;
/** When to read a retry again whose delivery is not recorded yet, or whose event is not projected yet. */
const UNRECORDED_RETRY_MS = 1_000;
/** How often to read without a known due time, because another node may have added retries. */
const READ_INTERVAL_MAX_MS = 120_000;

export function createRetryQueue({
  documents,
  clock,
  endpointId,
  enabledSince,
  mayBeDeleted,
  hasScanned,
}: RetryQueueOptions): RetryQueue {
  const queued: QueuedAttempt[] = [];
  /** Retry documents whose attempts are queued or in flight, or that are about to be deleted. */
  const taken = new Set<string>();
  let nextDueAt = -Infinity;
  let count = 0;
  /** Whether one page contained all retries. Then the full scan adds nothing to the count. */
  let isCountExact = false;
  /** Number of retries added and deleted so far. */
  let changes = 0;

  /** Returns the due retries of a page, and updates the time of the next read. */
  function dueOf(page: readonly StoredDocument[]): Retry[] {
    const now = clock();
    const all = page.map((document) => parseBody(RETRIES_COLLECTION, document));
    const waiting = all.find(({ due_at }) => Date.parse(due_at) > now);
    const then = waiting === undefined ? Infinity : Date.parse(waiting.due_at);
    nextDueAt = Math.min(nextDueAt, page.length === PAGE ? now : then, now + READ_INTERVAL_MAX_MS);
    return all.filter((retry) => Date.parse(retry.due_at) <= now);
  }

  /** Continues with the next page while a page contains only retries that are taken or not recorded yet. */
  async function readPages(): Promise<readonly StaleRetry[]> {
    const stale: StaleRetry[] = [];
    for (let after: string | undefined; ;) {
      const page = await firstOrNext(after);
      const all = dueOf(page);
      const due = all.filter((retry) => !taken.has(retryId(retry)));
      if (due.length > 0) await queueDue(due, stale);
      if (queued.length > 0 || stale.length > 0 || all.length < PAGE) return stale;
      after = page.at(-1)?.id;
    }
  }

  /**
   * A first page that is not full contains all retries, unless some were added or deleted during the read.
   */
  async function firstOrNext(after: string | undefined): Promise<StoredDocument[]> {
    const before = changes;
    const page = await pageAfter(after);
    if (after === undefined && page.length < PAGE && changes === before) {
      count = page.length;
      isCountExact = true;
    }
    return page;
  }

  const pageAfter = (after: string | undefined): Promise<StoredDocument[]> => {
    const query = {
      scope: WEBHOOKS_SCOPE,
      terms: [endpointTerm(endpointId)],
      order: 'oldest',
      limit: PAGE,
    } as const;
    return documents.list(RETRIES_COLLECTION, after === undefined ? query : { ...query, after });
  };

  async function queueDue(due: readonly Retry[], stale: StaleRetry[]): Promise<void> {
    const stored = await documents.getMany(
      DELIVERIES_COLLECTION,
      due.map(({ delivery_id }) => delivery_id),
    );
    const deliveries = new Map(
      stored.map((document) => [document.id, parseBody(DELIVERIES_COLLECTION, document)]),
    );
    const wanted = [...deliveries.values()].map(({ event_id }) => event_id);
    const events = await documents.getMany(COLLECTIONS.events, wanted);
    const bodies = new Map(events.map(({ id, body }) => [id, body]));
    for (const retry of due) {
      const id = retryId(retry);
      const delivery = deliveries.get(retry.delivery_id);
      if (!isRecorded(delivery, retry)) {
        nextDueAt = Math.min(nextDueAt, clock() + UNRECORDED_RETRY_MS);
        continue;
      }
      const waiting = isPendingFor(delivery, retry) ? delivery : undefined;
      const isWanted = waiting !== undefined && isAfterEnabling(waiting, enabledSince);
      const body = isWanted ? bodies.get(waiting.event_id) : undefined;
      // A process of another release may have read the event from a read model of its own that is ahead of this one.
      if (isWanted && body === undefined && !mayBeDeleted(waiting.event_id)) {
        nextDueAt = Math.min(nextDueAt, clock() + UNRECORDED_RETRY_MS);
        continue;
      }
      taken.add(id);
      if (waiting === undefined || body === undefined) stale.push({ retry_id: id, delivery: waiting });
      else queued.push(retryAttempt(waiting, body, id));
    }
  }

  return {
    needsRead: () => queued.length === 0 && nextDueAt <= clock(),
    async readDue() {
      nextDueAt = Infinity;
      try {
        return await readPages();
      } catch (error) {
        // Nothing else would trigger another read.
        nextDueAt = -Infinity;
        throw error;
      }
    },
    hasAttempts: () => queued.length > 0,
    next: () => queued.shift(),
    requeue: (attempt) => void queued.unshift(attempt),
    add(retry) {
      changes += 1;
      if (isCountExact || hasScanned(retryId(retry))) count += 1;
      nextDueAt = Math.min(nextDueAt, Date.parse(retry.due_at));
    },
    markDeleted(id) {
      changes += 1;
      taken.delete(id);
      const index = queued.findIndex(({ retry_id }) => retry_id === id);
      if (index !== -1) queued.splice(index, 1);
      if (isCountExact || hasScanned(id)) count = Math.max(0, count - 1);
    },
    markScanned() {
      if (!isCountExact) count += 1;
    },
    recount: () => (nextDueAt = -Infinity),
    count: () => count,
  };
}

/**
 * Whether the delivery record of the attempt that added this retry has been written. It is written after the
 * retry, so the retry may be due before it when a store is slow or another node writes it. If a crash
 * prevented the write, the next attempt at the delivery writes a later record.
 */
const isRecorded = (delivery: Delivery | undefined, { due_at }: Retry): delivery is Delivery =>
  delivery !== undefined && !(delivery.next_attempt_at !== null && delivery.next_attempt_at < due_at);

/** Whether the delivery is pending for exactly this retry. */
const isPendingFor = ({ state, next_attempt_at }: Delivery, { due_at }: Retry): boolean =>
  state === 'pending' && next_attempt_at === due_at;

/** Whether its cause happened after the endpoint was enabled. */
const isAfterEnabling = (delivery: Delivery, since: string): boolean =>
  ulidOf(deliveryCause(delivery)) > since;
