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

const EVENTS_PER_PAGE = 48;
/**
 * Limit of documents read beyond the first unrecorded one. It bounds what one slow response blocks and what a
 * crash repeats.
 */
const OUTSTANDING_MAX = 1_000;

export class EventFeed {
  readonly #options: EventFeedOptions;
  readonly #documents: Pick<DocumentStore, 'list'>;
  /** Documents that were read and are after the cursor, in order; true once recorded. */
  readonly #outstanding = new Map<string, boolean>();
  #cursor: string;
  #readTo: string;
  /** The checkpoint at which the end was reached. */
  #endedAt: bigint | undefined;

  constructor(documents: Pick<DocumentStore, 'list'>, options: EventFeedOptions) {
    this.#documents = documents;
    this.#options = options;
    this.#cursor = options.startAfter;
    this.#readTo = options.startAfter;
  }

  /**
   * Returns the next page of documents, up to the position of `checkpoint`. The checkpoint must have been
   * read before this call, because later documents may become visible before earlier ones.
   */
  async read(checkpoint: bigint): Promise<readonly StoredDocument[]> {
    const query = {
      scope: this.#options.scope,
      terms: [this.#options.term],
      after: this.#readTo,
      order: 'oldest',
      limit: EVENTS_PER_PAGE,
    } as const;
    const found = await this.#documents.list(this.#options.collection, query);
    const firstUnsafe = found.findIndex(({ position }) => position > checkpoint);
    const safe = firstUnsafe === -1 ? found : found.slice(0, firstUnsafe);
    if (safe.length < EVENTS_PER_PAGE) this.#endedAt = checkpoint;
    for (const { id } of safe) this.#outstanding.set(id, false);
    this.#readTo = safe.at(-1)?.id ?? this.#readTo;
    return safe;
  }

  /** Whether unread documents may exist at this checkpoint. */
  mayHaveMore(checkpoint: bigint): boolean {
    return (
      this.#outstanding.size < OUTSTANDING_MAX && (this.#endedAt === undefined || this.#endedAt < checkpoint)
    );
  }

  markRecorded(id: string): void {
    if (this.#outstanding.has(id)) this.#outstanding.set(id, true);
    for (const [first, isRecorded] of this.#outstanding) {
      if (!isRecorded) return;
      this.#outstanding.delete(first);
      this.#cursor = first;
    }
  }

  cursor(): string {
    return this.#cursor;
  }

  /** The ID of the first document that is not recorded yet. */
  oldestUnrecorded(): string | undefined {
    return this.#outstanding.keys().next().value;
  }

  outstanding(): number {
    return this.#outstanding.size;
  }
}

// Tracks the enabled endpoints: reads them again when they may have changed, and reports the differences.

export type EnabledTarget = DeliveryTarget & { readonly enabled_since: string };

export type TargetChanges = {
  readonly opened: readonly EnabledTarget[];
  readonly changed: readonly EnabledTarget[];
  /** IDs of endpoints that are no longer enabled. */
  readonly closed: readonly string[];
};

const TARGETS_PER_PAGE = 500;

type Known = { readonly position: bigint; readonly body: string; readonly since: string };

export class TargetTracker {
  readonly #documents: Pick<DocumentStore, 'list'>;
  #known: ReadonlyMap<string, Known> = new Map();

  constructor(documents: Pick<DocumentStore, 'list'>) {
    this.#documents = documents;
  }

  /**
   * Passes the differences since the last refresh to `take`. An endpoint that was disabled and enabled again
   * is both closed and opened. If reading or `take` fails, the next refresh reports the differences again.
   */
  async refresh(take: (changes: TargetChanges) => Promise<void>): Promise<void> {
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
      const page = await this.#documents.list(COLLECTIONS.deliveryTargets, {
        ...query,
        ...(after === undefined ? {} : { after }),
      });
      for (const { id, position, body } of page) {
        const before = this.#known.get(id);
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
    for (const id of this.#known.keys()) if (!seen.has(id)) changes.closed.push(id);
    await take(changes);
    this.#known = seen;
  }

  /** The next refresh reports every endpoint as opened. */
  reset(): void {
    this.#known = new Map();
  }
}

// The first attempts for one endpoint: the events of its book, and redelivery requests, each in order. Both
// are read page by page. However often an event is requested before the next attempt to deliver it, it is sent
// once.

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

export class FirstAttempts {
  readonly #options: FirstAttemptsOptions;
  readonly #documents: FirstAttemptsOptions['documents'];
  readonly #feeds: { readonly events: EventFeed; readonly redeliveries: EventFeed };
  readonly #queued: QueuedAttempt[] = [];
  /**
   * Redelivery requests that were read and whose events have not been loaded. They stay here when the store
   * fails, because the feed returns each document once.
   */
  readonly #requested: StoredDocument[] = [];
  readonly #unchecked: QueuedAttempt[] = [];
  /** The checkpoint of the newest read. */
  #readAt = -1n;
  /** For each event that an attempt started for while requests were unread: the checkpoint at that time. */
  readonly #startedAt = new Map<string, bigint>();
  /**
   * How many of the attempts read after the start may already have been recorded, for events and redeliveries
   * together. Without a cursor, all from before the start may.
   */
  #remainingChecks: number;

  constructor(options: FirstAttemptsOptions) {
    this.#options = options;
    this.#documents = options.documents;
    this.#feeds = feedsFrom(options);
    this.#remainingChecks = options.savedCursor === undefined ? Infinity : 2 * OUTSTANDING_MAX;
  }

  /** Whether more attempts are needed and a read may find some. */
  needsRead(checkpoint: bigint): boolean {
    return (
      this.#queued.length < QUEUED_MIN &&
      (this.#requested.length > 0 ||
        this.#unchecked.length > 0 ||
        this.#feeds.events.mayHaveMore(checkpoint) ||
        this.#feeds.redeliveries.mayHaveMore(checkpoint))
    );
  }

  /** Reads the next page unless enough attempts are queued. */
  async readNext(checkpoint: bigint): Promise<void> {
    if (this.#queued.length >= QUEUED_MIN) return;
    if (this.#requested.length === 0 && this.#unchecked.length === 0) {
      await this.#read(checkpoint);
      this.#readAt = checkpoint;
    }
    await this.#loadRequestedEvents();
    await this.#skipRecorded();
    if (!this.#feeds.redeliveries.mayHaveMore(this.#readAt)) this.#startedAt.clear();
  }

  /** Number of queued attempts. */
  count(): number {
    return this.#queued.length;
  }

  hasNext(canStart: (attempt: QueuedAttempt) => boolean): boolean {
    return this.#queued.some(canStart);
  }

  next(canStart: (attempt: QueuedAttempt) => boolean): QueuedAttempt | undefined {
    const index = this.#queued.findIndex(canStart);
    return index === -1 ? undefined : this.#queued.splice(index, 1)[0];
  }

  /** An attempt starts. It fulfills all requests for its event that were projected before. */
  markStarted({ event_id }: QueuedAttempt): void {
    if (this.#feeds.redeliveries.mayHaveMore(this.#readAt)) this.#startedAt.set(event_id, this.#readAt);
  }

  requeue(attempt: QueuedAttempt): void {
    this.#queued.unshift(attempt);
  }

  /** The outcome of an attempt is durable. */
  markRecorded({ event_id, redelivery_id }: QueuedAttempt): void {
    if (redelivery_id === null) this.#feeds.events.markRecorded(event_id);
    else this.#feeds.redeliveries.markRecorded(redelivery_id);
  }

  /** The position up to which everything has been recorded. */
  cursor(): Cursor {
    return { events: this.#feeds.events.cursor(), redeliveries: this.#feeds.redeliveries.cursor() };
  }

  /** Number of attempts that are read and not recorded. */
  outstanding(): number {
    return this.#feeds.events.outstanding() + this.#feeds.redeliveries.outstanding();
  }

  /** When the cause of the oldest unrecorded attempt happened, in milliseconds since 1970. */
  oldestAt(): number | undefined {
    const times = [
      this.#feeds.events.oldestUnrecorded(),
      this.#feeds.redeliveries.oldestUnrecorded(),
    ].flatMap((each) => (each === undefined ? [] : [idTime(each)]));
    return times.length === 0 ? undefined : Math.min(...times);
  }

  async #read(checkpoint: bigint): Promise<void> {
    if (this.#feeds.events.mayHaveMore(checkpoint)) {
      const found = await this.#feeds.events.read(checkpoint);
      this.#unchecked.push(
        ...found.map((event) => firstAttempt(this.#options.endpoint.id, event, event.id, null)),
      );
    }
    if (this.#feeds.redeliveries.mayHaveMore(checkpoint))
      this.#requested.push(...(await this.#feeds.redeliveries.read(checkpoint)));
  }

  /** Loads the events of redelivery requests. */
  async #loadRequestedEvents(): Promise<void> {
    if (this.#requested.length === 0) return;
    const wanted = this.#requested
      .map((document) => ({ ...parseBody(COLLECTIONS.redeliveries, document), position: document.position }))
      .filter(({ id, event_id, position }) => {
        const isFulfilled = position <= (this.#startedAt.get(event_id) ?? -1n);
        if (isFulfilled) this.#feeds.redeliveries.markRecorded(id);
        return !isFulfilled;
      });
    const events = await this.#documents.getMany(
      COLLECTIONS.events,
      wanted.map(({ event_id }) => event_id),
    );
    this.#requested.length = 0;
    const byId = new Map(events.map((event) => [event.id, event]));
    for (const each of wanted) {
      const event = byId.get(each.event_id);
      // The event existed when the redelivery was requested and has been deleted since.
      if (event === undefined) this.#feeds.redeliveries.markRecorded(each.id);
      else this.#unchecked.push(firstAttempt(this.#options.endpoint.id, event, each.id, each.id));
    }
  }

  /**
   * The deliveries whose retry is missing. A retry is stored before its delivery, so the store has lost it: a backup was restored
   * one collection after the other.
   */
  async #withoutRetry(recorded: readonly StoredDocument[]): Promise<ReadonlyMap<string, Delivery>> {
    const pending = recorded
      .map((document) => parseBody(DELIVERIES_COLLECTION, document))
      .flatMap((delivery) => {
        const { id: delivery_id, next_attempt_at: due_at } = delivery;
        return due_at === null ? [] : { delivery, retry: retryId({ delivery_id, due_at }) };
      });
    if (pending.length === 0) return new Map();
    const stored = await this.#documents.getMany(
      RETRIES_COLLECTION,
      pending.map(({ retry }) => retry),
    );
    const present = new Set(stored.map(({ id }) => id));
    return new Map(
      pending.flatMap(({ delivery, retry }) => (present.has(retry) ? [] : [[delivery.id, delivery]])),
    );
  }

  /** Skips attempts that were recorded before a crash although the cursor was not. */
  async #skipRecorded(): Promise<void> {
    const known =
      this.#remainingChecks <= 0 || this.#unchecked.length === 0
        ? []
        : await this.#documents.getMany(
            DELIVERIES_COLLECTION,
            this.#unchecked.map(({ delivery_id }) => delivery_id),
          );
    const lost = await this.#withoutRetry(known);
    const newest = this.#unchecked.at(-1);
    if (this.#remainingChecks !== Infinity) this.#remainingChecks -= this.#unchecked.length;
    else if (newest !== undefined && idTime(newest.redelivery_id ?? newest.event_id) > this.#options.openedAt)
      this.#remainingChecks = 2 * OUTSTANDING_MAX;
    const ids = new Set(known.map((delivery) => delivery.id));
    for (const attempt of this.#unchecked.splice(0)) {
      // The queued attempt is made after this request, so it fulfills the request.
      const isFulfilled = attempt.redelivery_id !== null && this.#queued.some(isForEventOf(attempt));
      const previous = lost.get(attempt.delivery_id);
      if (isFulfilled || (ids.has(attempt.delivery_id) && previous === undefined)) this.markRecorded(attempt);
      else this.#queued.push({ ...attempt, previous });
    }
  }
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
    return new EventFeed(documents, {
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
