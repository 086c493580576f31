/**
 * The first attempts for one endpoint: the events of its book, and redelivery requests, each in order. Both
 * are read page by page. However often an event is requested before the next attempt to deliver it, it is sent
 * once.
 */
import { parseBody } from '../../read-models/collection.ts';
import { COLLECTIONS } from '../../../projections/collections.ts';
import { ulidOf } from '../../../projections/webhooks/delivery-targets.ts';
import { deliveryTerm } from '../../../projections/webhooks/subscribers.ts';
import type { DocumentStore, StoredDocument } from '../../read-models/port.ts';
import { smallestIdAt, idTime } from '../../ledger/ids.ts';
import { DELIVERIES_COLLECTION, RETRIES_COLLECTION, retryId } from '../records/delivery.ts';
import type { Cursor, Delivery } from '../records/delivery.ts';
import { OUTSTANDING_MAX, createEventFeed } from './event-feed.ts';
import type { EventFeed } from './event-feed.ts';
import { firstAttempt } from '../records/queued-attempt.ts';
import type { QueuedAttempt } from '../records/queued-attempt.ts';
import type { EnabledTarget } from './target-tracker.ts';

export type FirstAttempts = {
  /** Whether more attempts are needed and a read may find some. */
  needsRead(checkpoint: bigint): boolean;
  /** Reads the next page unless enough attempts are queued. */
  readNext(checkpoint: bigint): Promise<void>;
  /** Number of queued attempts. */
  count(): number;
  hasNext(canStart: (attempt: QueuedAttempt) => boolean): boolean;
  next(canStart: (attempt: QueuedAttempt) => boolean): QueuedAttempt | undefined;
  /** An attempt starts. It fulfills all requests for its event that were projected before. */
  markStarted(attempt: QueuedAttempt): void;
  requeue(attempt: QueuedAttempt): void;
  /** The outcome of an attempt is durable. */
  markRecorded(attempt: QueuedAttempt): void;
  /** The position up to which everything has been recorded. */
  cursor(): Cursor;
  /** Number of attempts that are read and not recorded. */
  outstanding(): number;
  /** When the cause of the oldest unrecorded attempt happened, in milliseconds since 1970. */
  oldestAt(): number | undefined;
};

export type FirstAttemptsOptions = {
  readonly documents: Pick<DocumentStore, 'list' | 'getMany'>;
  readonly endpoint: Pick<EnabledTarget, 'id' | 'stream' | 'enabled_since'>;
  /** The last recorded cursor, if there is one. */
  readonly savedCursor: Cursor | undefined;
  /** Where to start without a cursor, in milliseconds since 1970. */
  readonly startTime: number;
  /** When the queue was created, in milliseconds since 1970. */
  readonly openedAt: number;
};

/** Reads more when fewer attempts than this are queued. */
const QUEUED_MIN = 24;

export function createFirstAttempts(options: FirstAttemptsOptions): FirstAttempts {
  const { documents, endpoint } = options;
  const feeds = feedsFrom(options);
  const queued: QueuedAttempt[] = [];
  /**
   * Redelivery requests that were read and whose events have not been loaded. They stay here when the store
   * fails, because the feed returns each document once.
   */
  const requested: StoredDocument[] = [];
  const unchecked: QueuedAttempt[] = [];
  /** The checkpoint of the newest read. */
  let readAt = -1n;
  /** For each event that an attempt started for while requests were unread: the checkpoint at that time. */
  const startedAt = new Map<string, bigint>();
  /**
   * How many of the attempts read after the start may already have been recorded, for events and redeliveries
   * together. Without a cursor, all from before the start may.
   */
  let remainingChecks = options.savedCursor === undefined ? Infinity : 2 * OUTSTANDING_MAX;

  async function read(checkpoint: bigint): Promise<void> {
    if (feeds.events.mayHaveMore(checkpoint)) {
      const found = await feeds.events.read(checkpoint);
      unchecked.push(...found.map((event) => firstAttempt(endpoint.id, event, event.id, null)));
    }
    if (feeds.redeliveries.mayHaveMore(checkpoint))
      requested.push(...(await feeds.redeliveries.read(checkpoint)));
  }

  /** Loads the events of redelivery requests. */
  async function loadRequestedEvents(): Promise<void> {
    if (requested.length === 0) return;
    const wanted = requested
      .map((document) => ({ ...parseBody(COLLECTIONS.redeliveries, document), position: document.position }))
      .filter(({ id, event_id, position }) => {
        const isFulfilled = position <= (startedAt.get(event_id) ?? -1n);
        if (isFulfilled) feeds.redeliveries.markRecorded(id);
        return !isFulfilled;
      });
    const events = await documents.getMany(
      COLLECTIONS.events,
      wanted.map(({ event_id }) => event_id),
    );
    requested.length = 0;
    const byId = new Map(events.map((event) => [event.id, event]));
    for (const each of wanted) {
      const event = byId.get(each.event_id);
      // The event existed when the redelivery was requested and has been deleted since.
      if (event === undefined) feeds.redeliveries.markRecorded(each.id);
      else unchecked.push(firstAttempt(endpoint.id, event, each.id, each.id));
    }
  }

  const markRecorded = ({ event_id, redelivery_id }: QueuedAttempt): void => {
    if (redelivery_id === null) feeds.events.markRecorded(event_id);
    else feeds.redeliveries.markRecorded(redelivery_id);
  };

  /**
   * The deliveries whose retry is missing. A retry is stored before its delivery, so the store has lost it: a backup was restored
   * one collection after the other.
   */
  async function withoutRetry(recorded: readonly StoredDocument[]): Promise<ReadonlyMap<string, Delivery>> {
    const pending = recorded
      .map((document) => parseBody(DELIVERIES_COLLECTION, document))
      .flatMap((delivery) => {
        const { id: delivery_id, next_attempt_at: due_at } = delivery;
        return due_at === null ? [] : { delivery, retry: retryId({ delivery_id, due_at }) };
      });
    if (pending.length === 0) return new Map();
    const stored = await documents.getMany(
      RETRIES_COLLECTION,
      pending.map(({ retry }) => retry),
    );
    const present = new Set(stored.map(({ id }) => id));
    return new Map(
      pending.flatMap(({ delivery, retry }) => (present.has(retry) ? [] : [[delivery.id, delivery]])),
    );
  }

  /** Skips attempts that were recorded before a crash although the cursor was not. */
  async function skipRecorded(): Promise<void> {
    const known =
      remainingChecks <= 0 || unchecked.length === 0
        ? []
        : await documents.getMany(
            DELIVERIES_COLLECTION,
            unchecked.map(({ delivery_id }) => delivery_id),
          );
    const lost = await withoutRetry(known);
    const newest = unchecked.at(-1);
    if (remainingChecks !== Infinity) remainingChecks -= unchecked.length;
    else if (newest !== undefined && idTime(newest.redelivery_id ?? newest.event_id) > options.openedAt)
      remainingChecks = 2 * OUTSTANDING_MAX;
    const ids = new Set(known.map((delivery) => delivery.id));
    for (const attempt of unchecked.splice(0)) {
      // The queued attempt is made after this request, so it fulfills the request.
      const isFulfilled = attempt.redelivery_id !== null && queued.some(isForEventOf(attempt));
      const previous = lost.get(attempt.delivery_id);
      if (isFulfilled || (ids.has(attempt.delivery_id) && previous === undefined)) markRecorded(attempt);
      else queued.push({ ...attempt, previous });
    }
  }

  return {
    needsRead: (checkpoint) =>
      queued.length < QUEUED_MIN &&
      (requested.length > 0 ||
        unchecked.length > 0 ||
        feeds.events.mayHaveMore(checkpoint) ||
        feeds.redeliveries.mayHaveMore(checkpoint)),
    async readNext(checkpoint) {
      if (queued.length >= QUEUED_MIN) return;
      if (requested.length === 0 && unchecked.length === 0) {
        await read(checkpoint);
        readAt = checkpoint;
      }
      await loadRequestedEvents();
      await skipRecorded();
      if (!feeds.redeliveries.mayHaveMore(readAt)) startedAt.clear();
    },
    count: () => queued.length,
    hasNext: (canStart) => queued.some(canStart),
    next(canStart) {
      const index = queued.findIndex(canStart);
      return index === -1 ? undefined : queued.splice(index, 1)[0];
    },
    markStarted({ event_id }) {
      if (feeds.redeliveries.mayHaveMore(readAt)) startedAt.set(event_id, readAt);
    },
    requeue: (attempt) => void queued.unshift(attempt),
    markRecorded,
    cursor: () => ({ events: feeds.events.cursor(), redeliveries: feeds.redeliveries.cursor() }),
    outstanding: () => feeds.events.outstanding() + feeds.redeliveries.outstanding(),
    oldestAt() {
      const times = [feeds.events.oldestUnrecorded(), feeds.redeliveries.oldestUnrecorded()].flatMap(
        (each) => (each === undefined ? [] : [idTime(each)]),
      );
      return times.length === 0 ? undefined : Math.min(...times);
    },
  };
}

const isForEventOf =
  ({ event_id }: QueuedAttempt) =>
  (other: QueuedAttempt): boolean =>
    other.event_id === event_id;

function feedsFrom({
  documents,
  endpoint: { id, stream, enabled_since },
  savedCursor,
  startTime,
}: FirstAttemptsOptions): { readonly events: EventFeed; readonly redeliveries: EventFeed } {
  const feed = (
    collection: string,
    prefix: 'evt' | 'rdl',
    known = smallestIdAt(prefix, startTime),
  ): EventFeed => {
    // Nothing from before the endpoint was enabled is delivered.
    const start = ulidOf(known) < enabled_since ? `${prefix}_${enabled_since}` : known;
    return createEventFeed(documents, {
      collection,
      scope: stream,
      term: deliveryTerm(id),
      startAfter: start,
    });
  };
  return {
    events: feed(COLLECTIONS.events, 'evt', savedCursor?.events),
    redeliveries: feed(COLLECTIONS.redeliveries, 'rdl', savedCursor?.redeliveries),
  };
}
