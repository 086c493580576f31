import { COLLECTIONS } from '../../projections/collections.ts';
import { WEBHOOKS_SCOPE, type DeliveryTarget } from '../../projections/delivery-targets.ts';
import { StoreUnavailable } from '../event-store/port.ts';
import { idTime } from '../ledger/ids.ts';
import { parseBody } from '../read-models/collection.ts';
import type { WriteChain } from '../read-models/history/write-chain.ts';
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
import { createFirstAttempts, type EnabledTarget } from './first-attempts.ts';
import { createRetryQueue, type StaleRetry } from './retry-queue.ts';

// The attempts to make for one endpoint: new events, redelivery requests, and due retries. Only a few are in
// memory at a time, and queues are independent of each other.

export type EndpointQueue = {
  readonly id: string;
  /** The chain that its cursor depends on. */
  readonly chain: WriteChain;
  /** The position where the endpoint was enabled. Nothing from before it is delivered. */
  readonly enabledSince: string;
  target(): DeliveryTarget;
  /** The endpoint changed while it stayed enabled. */
  updateTarget(target: DeliveryTarget): void;
  /** Whether a read may find something at this checkpoint. */
  needsRead(checkpoint: bigint): boolean;
  /** Reads what comes next. Returns whether it found something. */
  readNext(checkpoint: bigint): Promise<boolean>;
  /** Whether an attempt can start now. */
  hasAttempts(): boolean;
  /** A redelivery waits until other attempts to deliver its event are recorded. */
  next(): QueuedAttempt | undefined;
  /** Puts an attempt back at the front that was taken and not made. */
  requeue(attempt: QueuedAttempt): void;
  /**
   * Returns the attempt with the current body of its event; undefined if the event has been deleted. Throws StoreUnavailable
   * if the event is not projected yet, which another release may already have delivered.
   */
  withCurrentBody(attempt: QueuedAttempt): Promise<QueuedAttempt | undefined>;
  /** The pending deliveries of the event to this endpoint, except this one. */
  findOtherPending(attempt: QueuedAttempt): Promise<readonly Delivery[]>;
  /** The outcome of an attempt is durable. `dueAt` is the time of its retry. */
  markRecorded(attempt: QueuedAttempt, dueAt: string | undefined): void;
  /** The document of a retry has been deleted. */
  retryDeleted(id: string): void;
  /** The full scan passed a retry of this endpoint. */
  retryScanned(): void;
  /** All deliveries from before the endpoint was enabled have been discarded. */
  recountRetries(): void;
  /** An attempt has ended. Returns the health of the endpoint after it. */
  countAttempt(outcome: CountedAttempt): EndpointHealth;
  /** When the first attempt since the last success failed, in ISO 8601. */
  failingSince(): string | undefined;
  /** Returns the write of the cursor, if the cursor or the health has changed since the last call. */
  cursorWrite(): DocumentWrite | undefined;
  /** Number of unrecorded first attempts and known retries. */
  depth(): number;
  /** When the cause of the oldest unrecorded first attempt happened, in milliseconds since 1970. */
  oldestAt(): number | undefined;
  retryCount(): number;
};

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

export function createEndpointQueue(first: EnabledTarget, parts: EndpointQueueOptions): EndpointQueue {
  const { documents, clock, cursor: stored, breaks, startTime, retentionMs, hasScanned } = parts;
  const { id, enabled_since } = first;
  let target: DeliveryTarget = first;
  const found = stored && parseBody(CURSORS_COLLECTION, stored);
  const savedCursor = found !== undefined && (found.breaks ?? '0') === String(breaks) ? found : undefined;
  const openedAt = clock();
  const firsts = createFirstAttempts({ documents, endpoint: first, savedCursor, startTime, openedAt });
  const mayBeDeleted = (eventId: string): boolean => clock() - idTime(eventId) >= retentionMs;
  const retries = createRetryQueue({
    documents,
    clock,
    endpointId: id,
    enabledSince: enabled_since,
    mayBeDeleted,
    hasScanned,
  });
  let position = stored?.position ?? 0n;
  let health = healthSince(found?.health, idTime(enabled_since));
  let written = cursorText(firsts.cursor(), health);
  /** The event IDs of attempts that were taken and are not recorded, by delivery ID. */
  const inFlight = new Map<string, string>();
  let takenCount = 0;
  let isReading = false;

  const canStart = ({ redelivery_id, event_id }: QueuedAttempt): boolean =>
    redelivery_id === null || ![...inFlight.values()].includes(event_id);

  const self: EndpointQueue = {
    id,
    chain: parts.chain,
    enabledSince: enabled_since,
    target: () => target,
    updateTarget: (next) => (target = next),
    needsRead: (checkpoint) => !isReading && (retries.needsRead() || firsts.needsRead(checkpoint)),
    async readNext(checkpoint) {
      isReading = true;
      try {
        const before = firsts.count();
        await firsts.readNext(checkpoint);
        const stale = retries.needsRead() ? await retries.readDue() : [];
        for (const each of stale) parts.onStale(self, each);
        return firsts.count() > before || retries.hasAttempts();
      } finally {
        isReading = false;
      }
    },
    hasAttempts: () => firsts.hasNext(canStart) || retries.hasAttempts(),
    next() {
      // Alternates, so that new events and retries do not block each other.
      takenCount += 1;
      const first = (): QueuedAttempt | undefined => firsts.next(canStart);
      const attempt = takenCount % 2 === 0 ? (retries.next() ?? first()) : (first() ?? retries.next());
      if (attempt !== undefined) {
        inFlight.set(attempt.delivery_id, attempt.event_id);
        firsts.markStarted(attempt);
      }
      return attempt;
    },
    requeue(attempt) {
      inFlight.delete(attempt.delivery_id);
      if (attempt.retry_id === undefined) firsts.requeue(attempt);
      else retries.requeue(attempt);
    },
    async withCurrentBody(attempt) {
      if (monotonicTime() - attempt.readAt < BODY_MAX_AGE_MS) return attempt;
      const readAt = monotonicTime();
      const [event] = await documents.getMany(COLLECTIONS.events, [attempt.event_id]);
      if (event === undefined && !mayBeDeleted(attempt.event_id))
        throw new StoreUnavailable(`Event ${attempt.event_id} is not projected yet.`);
      return event && { ...attempt, body: event.body, readAt };
    },
    async findOtherPending({ event_id, delivery_id }) {
      const terms = [eventTerm(event_id), endpointTerm(id), stateTerm('pending')];
      const query = { scope: target.stream, terms, order: 'oldest', limit: PENDING_MAX } as const;
      const found = await listIntersection(documents, DELIVERIES_COLLECTION, query);
      return found
        .filter((document) => document.id !== delivery_id)
        .map((document) => parseBody(DELIVERIES_COLLECTION, document));
    },
    markRecorded(attempt, dueAt) {
      inFlight.delete(attempt.delivery_id);
      if (attempt.retry_id === undefined) firsts.markRecorded(attempt);
      if (dueAt !== undefined) retries.add({ delivery_id: attempt.delivery_id, due_at: dueAt });
    },
    retryDeleted: (retryId) => retries.markDeleted(retryId),
    retryScanned: () => retries.markScanned(),
    recountRetries: () => retries.recount(),
    countAttempt: (outcome) => (health = healthAfter(health, outcome)),
    failingSince: () => health?.failing_since ?? undefined,
    cursorWrite() {
      const cursor = firsts.cursor();
      const now = cursorText(cursor, health);
      if (now === written) return undefined;
      written = now;
      position += 1n;
      const body = JSON.stringify({ ...cursor, ...(breaks > 0n && { breaks: String(breaks) }), health });
      const document = { id, scope: WEBHOOKS_SCOPE, terms: [ALL_TERM], body };
      return { collection: CURSORS_COLLECTION, id, document, position };
    },
    depth: () => firsts.outstanding() + retries.count(),
    oldestAt: () => firsts.oldestAt(),
    retryCount: () => retries.count(),
  };
  return self;
}

const cursorText = ({ events, redeliveries }: Cursor, health: EndpointHealth | undefined): string =>
  JSON.stringify([events, redeliveries, health]);
