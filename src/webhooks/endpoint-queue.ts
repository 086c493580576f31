import { COLLECTIONS } from '../../projections/collections.ts';
import { WEBHOOKS_SCOPE, type DeliveryTarget } from '../../projections/delivery-targets.ts';
import { StoreUnavailable } from '../event-store/port.ts';
import { idTime } from '../ledger/ids.ts';
import { parseBody } from '../read-models/collection.ts';
import type { WriteChain } from './write-chain.ts';
import { listIntersection } from '../read-models/filtered-list.ts';
import type { DocumentStore, DocumentWrite, StoredDocument } from '../read-models/port.ts';
import { monotonicTime } from '../system/runtime.ts';
import type { QueuedAttempt } from './attempt-record.ts';
import {
  ALL_TERM,
  CURSORS_COLLECTION,
  DELIVERIES_COLLECTION,
  endpointTerm,
  eventTerm,
  stateTerm,
  type Cursor,
  type Delivery,
} from './delivery.ts';
import { healthAfter, healthSince, type CountedAttempt, type EndpointHealth } from './endpoint-health.ts';
import { FirstAttempts, type EnabledTarget } from './first-attempts.ts';
import { RetryQueue, type StaleRetry } from './retry-queue.ts';

// The attempts to make for one endpoint: new events, redelivery requests, and due retries. Only a few are in
// memory at a time, and queues are independent of each other.

export type EndpointQueueOptions = {
  readonly documents: Pick<DocumentStore, 'list' | 'intersect' | 'getMany'>;
  /** Started before the cursor was read. */
  readonly chain: WriteChain;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** The document of the last recorded cursor. */
  readonly cursor: StoredDocument | undefined;
  /** How often the documents went back in time. A cursor from before the last time is not used. */
  readonly breaks: bigint;
  /** Where to start without a cursor, in milliseconds since 1970. */
  readonly startTime: number;
  /** Events are not deleted before they are this old, in milliseconds. */
  readonly retentionMs: number;
  /** Whether the full scan has passed this retry. */
  readonly hasScanned: (retryId: string) => boolean;
  /** Called for retries that must not be made. */
  readonly onStale: (queue: EndpointQueue, stale: StaleRetry) => void;
};

/**
 * A body that was read longer ago is read again, because the personal data in it may have been erased since.
 */
const BODY_MAX_AGE_MS = 1_000;
/** Usually there is at most one. */
const PENDING_MAX = 100;

export class EndpointQueue {
  readonly id: string;
  /** The position where the endpoint was enabled. Nothing from before it is delivered. */
  readonly enabledSince: string;
  /** The chain that its cursor depends on. */
  readonly chain: WriteChain;
  readonly #breaks: EndpointQueueOptions['breaks'];
  readonly #clock: EndpointQueueOptions['clock'];
  readonly #documents: EndpointQueueOptions['documents'];
  readonly #retentionMs: number;
  readonly #onStale: EndpointQueueOptions['onStale'];
  #target: DeliveryTarget;
  readonly #firsts: FirstAttempts;
  readonly #retries: RetryQueue;
  #position: bigint;
  #health: EndpointHealth | undefined;
  #written: string;
  /** The event IDs of attempts that were taken and are not recorded, by delivery ID. */
  readonly #inFlight = new Map<string, string>();
  #takenCount = 0;
  #isReading = false;

  constructor(first: EnabledTarget, options: EndpointQueueOptions) {
    const { documents, clock, cursor, breaks, startTime, hasScanned } = options;
    const found = cursor && parseBody(CURSORS_COLLECTION, cursor);
    const savedCursor = found !== undefined && (found.breaks ?? '0') === String(breaks) ? found : undefined;
    this.id = first.id;
    this.chain = options.chain;
    this.enabledSince = first.enabled_since;
    this.#target = first;
    this.#documents = documents;
    this.#clock = clock;
    this.#breaks = breaks;
    this.#retentionMs = options.retentionMs;
    this.#onStale = options.onStale;
    this.#firsts = new FirstAttempts({
      documents,
      endpoint: first,
      savedCursor,
      startTime,
      openedAt: clock(),
    });
    this.#retries = new RetryQueue({
      documents,
      clock,
      endpointId: first.id,
      enabledSince: first.enabled_since,
      mayBeDeleted: (eventId) => this.#mayBeDeleted(eventId),
      hasScanned,
    });
    this.#position = cursor?.position ?? 0n;
    this.#health = healthSince(found?.health, idTime(first.enabled_since));
    this.#written = cursorText(this.#firsts.cursor(), this.#health);
  }

  target(): DeliveryTarget {
    return this.#target;
  }

  /** The endpoint changed while it stayed enabled. */
  updateTarget(next: DeliveryTarget): void {
    this.#target = next;
  }

  /** Whether a read may find something at this checkpoint. */
  needsRead(checkpoint: bigint): boolean {
    return !this.#isReading && (this.#retries.needsRead() || this.#firsts.needsRead(checkpoint));
  }

  /** Reads what comes next. Returns whether it found something. */
  async readNext(checkpoint: bigint): Promise<boolean> {
    this.#isReading = true;
    try {
      const before = this.#firsts.count();
      await this.#firsts.readNext(checkpoint);
      const stale = this.#retries.needsRead() ? await this.#retries.readDue() : [];
      for (const each of stale) this.#onStale(this, each);
      return this.#firsts.count() > before || this.#retries.hasAttempts();
    } finally {
      this.#isReading = false;
    }
  }

  /** Whether an attempt can start now. */
  hasAttempts(): boolean {
    return this.#firsts.hasNext((attempt) => this.#canStart(attempt)) || this.#retries.hasAttempts();
  }

  /** A redelivery waits until other attempts to deliver its event are recorded. */
  next(): QueuedAttempt | undefined {
    // Alternates, so that new events and retries do not block each other.
    this.#takenCount += 1;
    const first = (): QueuedAttempt | undefined => this.#firsts.next((attempt) => this.#canStart(attempt));
    const attempt =
      this.#takenCount % 2 === 0 ? (this.#retries.next() ?? first()) : (first() ?? this.#retries.next());
    if (attempt !== undefined) {
      this.#inFlight.set(attempt.delivery_id, attempt.event_id);
      this.#firsts.markStarted(attempt);
    }
    return attempt;
  }

  /** Puts an attempt back at the front that was taken and not made. */
  requeue(attempt: QueuedAttempt): void {
    this.#inFlight.delete(attempt.delivery_id);
    if (attempt.retry_id === undefined) this.#firsts.requeue(attempt);
    else this.#retries.requeue(attempt);
  }

  /**
   * Returns the attempt with the current body of its event; undefined if the event has been deleted. Throws StoreUnavailable
   * if the event is not projected yet, which another release may already have delivered.
   */
  async withCurrentBody(attempt: QueuedAttempt): Promise<QueuedAttempt | undefined> {
    if (monotonicTime() - attempt.readAt < BODY_MAX_AGE_MS) return attempt;
    const readAt = monotonicTime();
    const [event] = await this.#documents.getMany(COLLECTIONS.events, [attempt.event_id]);
    if (event === undefined && !this.#mayBeDeleted(attempt.event_id))
      throw new StoreUnavailable(`Event ${attempt.event_id} is not projected yet.`);
    return event && { ...attempt, body: event.body, readAt };
  }

  /** The pending deliveries of the event to this endpoint, except this one. */
  async findOtherPending({ event_id, delivery_id }: QueuedAttempt): Promise<readonly Delivery[]> {
    const terms = [eventTerm(event_id), endpointTerm(this.id), stateTerm('pending')];
    const query = { scope: this.#target.stream, terms, order: 'oldest', limit: PENDING_MAX } as const;
    const found = await listIntersection(this.#documents, DELIVERIES_COLLECTION, query);
    return found
      .filter((document) => document.id !== delivery_id)
      .map((document) => parseBody(DELIVERIES_COLLECTION, document));
  }

  /** The outcome of an attempt is durable. `dueAt` is the time of its retry. */
  markRecorded(attempt: QueuedAttempt, dueAt: string | undefined): void {
    this.#inFlight.delete(attempt.delivery_id);
    if (attempt.retry_id === undefined) this.#firsts.markRecorded(attempt);
    if (dueAt !== undefined) this.#retries.add({ delivery_id: attempt.delivery_id, due_at: dueAt });
  }

  /** The document of a retry has been deleted. */
  retryDeleted(retryId: string): void {
    this.#retries.markDeleted(retryId);
  }

  /** The full scan passed a retry of this endpoint. */
  retryScanned(): void {
    this.#retries.markScanned();
  }

  /** All deliveries from before the endpoint was enabled have been discarded. */
  recountRetries(): void {
    this.#retries.recount();
  }

  /** An attempt has ended. Returns the health of the endpoint after it. */
  countAttempt(outcome: CountedAttempt): EndpointHealth {
    return (this.#health = healthAfter(this.#health, outcome));
  }

  /** When the first attempt since the last success failed, in ISO 8601. */
  failingSince(): string | undefined {
    return this.#health?.failing_since ?? undefined;
  }

  /** Returns the write of the cursor, if the cursor or the health has changed since the last call. */
  cursorWrite(): DocumentWrite | undefined {
    const cursor = this.#firsts.cursor();
    const now = cursorText(cursor, this.#health);
    if (now === this.#written) return undefined;
    this.#written = now;
    this.#position += 1n;
    const body = JSON.stringify({
      ...cursor,
      ...(this.#breaks > 0n && { breaks: String(this.#breaks) }),
      health: this.#health,
    });
    const document = { id: this.id, scope: WEBHOOKS_SCOPE, terms: [ALL_TERM], body };
    return { collection: CURSORS_COLLECTION, id: this.id, document, position: this.#position };
  }

  /** Number of unrecorded first attempts and known retries. */
  depth(): number {
    return this.#firsts.outstanding() + this.#retries.count();
  }

  /** When the cause of the oldest unrecorded first attempt happened, in milliseconds since 1970. */
  oldestAt(): number | undefined {
    return this.#firsts.oldestAt();
  }

  retryCount(): number {
    return this.#retries.count();
  }

  #mayBeDeleted(eventId: string): boolean {
    return this.#clock() - idTime(eventId) >= this.#retentionMs;
  }

  #canStart({ redelivery_id, event_id }: QueuedAttempt): boolean {
    return redelivery_id === null || ![...this.#inFlight.values()].includes(event_id);
  }
}

const cursorText = ({ events, redeliveries }: Cursor, health: EndpointHealth | undefined): string =>
  JSON.stringify([events, redeliveries, health]);
