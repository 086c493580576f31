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

export class RetryQueue {
  readonly #options: RetryQueueOptions;
  readonly #clock: RetryQueueOptions['clock'];
  readonly #documents: RetryQueueOptions['documents'];
  readonly #queued: QueuedAttempt[] = [];
  /** Retry documents whose attempts are queued or in flight, or that are about to be deleted. */
  readonly #taken = new Set<string>();
  #nextDueAt = -Infinity;
  #count = 0;
  /** Whether one page contained all retries. Then the full scan adds nothing to the count. */
  #isCountExact = false;
  /** Number of retries added and deleted so far. */
  #changes = 0;

  constructor(options: RetryQueueOptions) {
    this.#options = options;
    this.#clock = options.clock;
    this.#documents = options.documents;
  }

  needsRead(): boolean {
    return this.#queued.length === 0 && this.#nextDueAt <= this.#clock();
  }

  /** Queues due retries, one page at most. Returns the ones that must not be made. */
  async readDue(): Promise<readonly StaleRetry[]> {
    this.#nextDueAt = Infinity;
    try {
      return await this.#readPages();
    } catch (error) {
      // Nothing else would trigger another read.
      this.#nextDueAt = -Infinity;
      throw error;
    }
  }

  hasAttempts(): boolean {
    return this.#queued.length > 0;
  }

  next(): QueuedAttempt | undefined {
    return this.#queued.shift();
  }

  requeue(attempt: QueuedAttempt): void {
    this.#queued.unshift(attempt);
  }

  /** Another retry was recorded. */
  add(retry: Pick<Retry, 'delivery_id' | 'due_at'>): void {
    this.#changes += 1;
    if (this.#isCountExact || this.#options.hasScanned(retryId(retry))) this.#count += 1;
    this.#nextDueAt = Math.min(this.#nextDueAt, Date.parse(retry.due_at));
  }

  /** The document of a retry was deleted. */
  markDeleted(id: string): void {
    this.#changes += 1;
    this.#taken.delete(id);
    const index = this.#queued.findIndex(({ retry_id }) => retry_id === id);
    if (index !== -1) this.#queued.splice(index, 1);
    if (this.#isCountExact || this.#options.hasScanned(id)) this.#count = Math.max(0, this.#count - 1);
  }

  /** The full scan passed a retry of this endpoint. */
  markScanned(): void {
    if (!this.#isCountExact) this.#count += 1;
  }

  /** Retries were discarded: counts them again. */
  recount(): void {
    this.#nextDueAt = -Infinity;
  }

  /**
   * Number of retries. With more than one page, only those seen by the scan, plus those added and minus those
   * deleted since.
   */
  count(): number {
    return this.#count;
  }

  /** Returns the due retries of a page, and updates the time of the next read. */
  #dueOf(page: readonly StoredDocument[]): Retry[] {
    const now = this.#clock();
    const all = page.map((document) => parseBody(RETRIES_COLLECTION, document));
    const waiting = all.find(({ due_at }) => Date.parse(due_at) > now);
    const then = waiting === undefined ? Infinity : Date.parse(waiting.due_at);
    this.#nextDueAt = Math.min(
      this.#nextDueAt,
      page.length === PAGE ? now : then,
      now + READ_INTERVAL_MAX_MS,
    );
    return all.filter((retry) => Date.parse(retry.due_at) <= now);
  }

  /** Continues with the next page while a page contains only retries that are taken or not recorded yet. */
  async #readPages(): Promise<readonly StaleRetry[]> {
    const stale: StaleRetry[] = [];
    for (let after: string | undefined; ;) {
      const page = await this.#firstOrNext(after);
      const all = this.#dueOf(page);
      const due = all.filter((retry) => !this.#taken.has(retryId(retry)));
      if (due.length > 0) await this.#queueDue(due, stale);
      if (this.#queued.length > 0 || stale.length > 0 || all.length < PAGE) return stale;
      after = page.at(-1)?.id;
    }
  }

  /**
   * A first page that is not full contains all retries, unless some were added or deleted during the read.
   */
  async #firstOrNext(after: string | undefined): Promise<StoredDocument[]> {
    const before = this.#changes;
    const page = await this.#pageAfter(after);
    if (after === undefined && page.length < PAGE && this.#changes === before) {
      this.#count = page.length;
      this.#isCountExact = true;
    }
    return page;
  }

  #pageAfter(after: string | undefined): Promise<StoredDocument[]> {
    const query = {
      scope: WEBHOOKS_SCOPE,
      terms: [endpointTerm(this.#options.endpointId)],
      order: 'oldest',
      limit: PAGE,
    } as const;
    return this.#documents.list(RETRIES_COLLECTION, after === undefined ? query : { ...query, after });
  }

  async #queueDue(due: readonly Retry[], stale: StaleRetry[]): Promise<void> {
    const stored = await this.#documents.getMany(
      DELIVERIES_COLLECTION,
      due.map(({ delivery_id }) => delivery_id),
    );
    const deliveries = new Map(
      stored.map((document) => [document.id, parseBody(DELIVERIES_COLLECTION, document)]),
    );
    const wanted = [...deliveries.values()].map(({ event_id }) => event_id);
    const events = await this.#documents.getMany(COLLECTIONS.events, wanted);
    const bodies = new Map(events.map(({ id, body }) => [id, body]));
    for (const retry of due) {
      const id = retryId(retry);
      const delivery = deliveries.get(retry.delivery_id);
      if (!isRecorded(delivery, retry)) {
        this.#nextDueAt = Math.min(this.#nextDueAt, this.#clock() + UNRECORDED_RETRY_MS);
        continue;
      }
      const waiting = isPendingFor(delivery, retry) ? delivery : undefined;
      const isWanted = waiting !== undefined && isAfterEnabling(waiting, this.#options.enabledSince);
      const body = isWanted ? bodies.get(waiting.event_id) : undefined;
      // A process of another release may have read the event from a read model of its own that is ahead of this one.
      if (isWanted && body === undefined && !this.#options.mayBeDeleted(waiting.event_id)) {
        this.#nextDueAt = Math.min(this.#nextDueAt, this.#clock() + UNRECORDED_RETRY_MS);
        continue;
      }
      this.#taken.add(id);
      if (waiting === undefined || body === undefined) stale.push({ retry_id: id, delivery: waiting });
      else this.#queued.push(retryAttempt(waiting, body, id));
    }
  }
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
