import { COLLECTIONS } from '../../projections/collections.ts';
import { WEBHOOKS_SCOPE, ulidOf, type DeliveryTarget } from '../../projections/delivery-targets.ts';
import { deliveryTerm } from '../../projections/webhook-endpoints.ts';
import { idTime, smallestIdAt } from '../ledger/ids.ts';
import { parseBody } from '../read-models/collection.ts';
import type { DocumentStore, StoredDocument } from '../read-models/port.ts';
import { firstAttempt, type QueuedAttempt } from './attempt-record.ts';
import {
  DELIVERIES_COLLECTION,
  RETRIES_COLLECTION,
  retryId,
  type Cursor,
  type Delivery,
} from './delivery.ts';

// The events of a book for one endpoint, in order and each once: an append-only list with a cursor.
// Everything up to the cursor has been recorded, so that a crash loses nothing and repeats little.

type EventFeedOptions = {
  readonly collection: string;
  readonly scope: string;
  readonly term: string;
  /** Reading starts after this ID. */
  readonly startAfter: string;
};

export type EventFeed = {
  /**
   * Returns the next page of documents, up to the position of `checkpoint`. The checkpoint must have been
   * read before this call, because later documents may become visible before earlier ones.
   */
  read(checkpoint: bigint): Promise<readonly StoredDocument[]>;
  /** Whether unread documents may exist at this checkpoint. */
  mayHaveMore(checkpoint: bigint): boolean;
  markRecorded(id: string): void;
  cursor(): string;
  /** The ID of the first document that is not recorded yet. */
  oldestUnrecorded(): string | undefined;
  outstanding(): number;
};

const EVENTS_PER_PAGE = 48;
/**
 * Limit of documents read beyond the first unrecorded one. It bounds what one slow response blocks and what a
 * crash repeats.
 */
const OUTSTANDING_MAX = 1_000;

export function createEventFeed(
  documents: Pick<DocumentStore, 'list'>,
  options: EventFeedOptions,
): EventFeed {
  const { collection, scope, term, startAfter } = options;
  /** Documents that were read and are after the cursor, in order; true once recorded. */
  const outstanding = new Map<string, boolean>();
  let cursor = startAfter;
  let readTo = startAfter;
  /** The checkpoint at which the end was reached. */
  let endedAt: bigint | undefined;

  return {
    async read(checkpoint) {
      const query = { scope, terms: [term], after: readTo, order: 'oldest', limit: EVENTS_PER_PAGE } as const;
      const found = await documents.list(collection, query);
      const firstUnsafe = found.findIndex(({ position }) => position > checkpoint);
      const safe = firstUnsafe === -1 ? found : found.slice(0, firstUnsafe);
      if (safe.length < EVENTS_PER_PAGE) endedAt = checkpoint;
      for (const { id } of safe) outstanding.set(id, false);
      readTo = safe.at(-1)?.id ?? readTo;
      return safe;
    },
    mayHaveMore: (checkpoint) =>
      outstanding.size < OUTSTANDING_MAX && (endedAt === undefined || endedAt < checkpoint),
    markRecorded(id) {
      if (outstanding.has(id)) outstanding.set(id, true);
      for (const [first, isRecorded] of outstanding) {
        if (!isRecorded) return;
        outstanding.delete(first);
        cursor = first;
      }
    },
    cursor: () => cursor,
    oldestUnrecorded: () => outstanding.keys().next().value,
    outstanding: () => outstanding.size,
  };
}

// Tracks the enabled endpoints: reads them again when they may have changed, and reports the differences.

export type EnabledTarget = DeliveryTarget & { readonly enabled_since: string };

export type TargetChanges = {
  readonly opened: readonly EnabledTarget[];
  readonly changed: readonly EnabledTarget[];
  /** IDs of endpoints that are no longer enabled. */
  readonly closed: readonly string[];
};

type TargetTracker = {
  /**
   * Passes the differences since the last refresh to `take`. An endpoint that was disabled and enabled again
   * is both closed and opened. If reading or `take` fails, the next refresh reports the differences again.
   */
  refresh(take: (changes: TargetChanges) => Promise<void>): Promise<void>;
  /** The next refresh reports every endpoint as opened. */
  reset(): void;
};

const TARGETS_PER_PAGE = 500;

type Known = { readonly position: bigint; readonly body: string; readonly since: string };

export function createTargetTracker(documents: Pick<DocumentStore, 'list'>): TargetTracker {
  let known: ReadonlyMap<string, Known> = new Map();

  return {
    async refresh(take) {
      const seen = new Map<string, Known>();
      const changes = {
        opened: [] as EnabledTarget[],
        changed: [] as EnabledTarget[],
        closed: [] as string[],
      };
      const query = {
        scope: WEBHOOKS_SCOPE,
        terms: ['every'],
        order: 'oldest',
        limit: TARGETS_PER_PAGE,
      } as const;
      for (let after: string | undefined; ;) {
        const page = await documents.list(COLLECTIONS.deliveryTargets, {
          ...query,
          ...(after === undefined ? {} : { after }),
        });
        for (const { id, position, body } of page) {
          const before = known.get(id);
          // A rebuild with a different projection version may write another body at the same position.
          if (before?.position === position && before.body === body) {
            seen.set(id, before);
            continue;
          }
          // The projection wrote this document, and only enabled endpoints have the term.
          const target = JSON.parse(body) as EnabledTarget;
          seen.set(id, { position, body, since: target.enabled_since });
          if (before?.since === target.enabled_since) changes.changed.push(target);
          else {
            if (before !== undefined) changes.closed.push(id);
            changes.opened.push(target);
          }
        }
        after = page.at(-1)?.id;
        if (page.length < TARGETS_PER_PAGE) break;
      }
      for (const id of known.keys()) if (!seen.has(id)) changes.closed.push(id);
      await take(changes);
      known = seen;
    },
    reset: () => (known = new Map()),
  };
}

// The first attempts for one endpoint: the events of its book, and redelivery requests, each in order. Both
// are read page by page. However often an event is requested before the next attempt to deliver it, it is sent
// once.

type FirstAttempts = {
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

type FirstAttemptsOptions = {
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
