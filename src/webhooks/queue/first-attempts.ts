/**
 * What one endpoint was not sent yet: events of its book, and what was asked for again, each in the order in which it came
 * to be. Both are taken up a page at a time, and each once.
 */
import { parseBody } from '../../read-models/collection.ts';
import { COLLECTIONS } from '../../../projections/collections.ts';
import { ulidOf } from '../../../projections/webhooks/delivery-targets.ts';
import { deliveryTerm } from '../../../projections/webhooks/subscribers.ts';
import type { DocumentStore, StoredDocument } from '../../read-models/port.ts';
import { smallestIdAt, idTime } from '../../ledger/ids.ts';
import { DELIVERIES_COLLECTION } from '../records/delivery.ts';
import type { Cursor } from '../records/delivery.ts';
import { OUTSTANDING_MAX, createEventFeed } from './event-feed.ts';
import type { EventFeed } from './event-feed.ts';
import { firstAttempt } from './queued-attempt.ts';
import type { QueuedAttempt } from './queued-attempt.ts';
import type { EnabledTarget } from './target-tracker.ts';

export type FirstAttempts = {
  /** Whether more are to be read, and a look would find some, for all that is known. */
  needsRead(checkpoint: bigint): boolean;
  /** Reads more, unless there are enough in hand. */
  readNext(checkpoint: bigint): Promise<void>;
  /** How many are in hand. */
  count(): number;
  next(): QueuedAttempt | undefined;
  requeue(item: QueuedAttempt): void;
  /** What came of one is durable. */
  markRecorded(item: QueuedAttempt): void;
  /** Behind what is recorded without a gap. */
  cursor(): Cursor;
  /** How many are read and not recorded. */
  outstanding(): number;
  /** When the oldest of them came to be, in milliseconds since 1970. */
  oldestAt(): number | undefined;
};

export type FirstAttemptsOptions = {
  readonly documents: Pick<DocumentStore, 'list' | 'getMany'>;
  readonly endpoint: Pick<EnabledTarget, 'id' | 'stream' | 'enabled_since'>;
  /** Where it stood when it was last recorded. */
  readonly savedCursor: Cursor | undefined;
  /** Without a record of where it stood it begins here. Milliseconds since 1970. */
  readonly startTime: number;
};

/** With less than this many in hand more are read. */
const LOW = 24;

export function createFirstAttempts(options: FirstAttemptsOptions): FirstAttempts {
  const { documents, endpoint } = options;
  const feeds = feedsFrom(options);
  const items: QueuedAttempt[] = [];
  /** What was read and is not looked up yet. It stays here when a store goes away in between, as no feed gives it again. */
  const asked: StoredDocument[] = [];
  const unchecked: QueuedAttempt[] = [];
  /** So much of what is read since the start may have been recorded before it: of the events, and of what was asked for. */
  let toCheck = 2 * OUTSTANDING_MAX;

  async function read(checkpoint: bigint): Promise<void> {
    if (feeds.events.mayHaveMore(checkpoint)) {
      const found = await feeds.events.read(checkpoint);
      unchecked.push(...found.map((event) => firstAttempt(endpoint.id, event, event.id, null)));
    }
    if (feeds.redeliveries.mayHaveMore(checkpoint))
      asked.push(...(await feeds.redeliveries.read(checkpoint)));
  }

  /** Finds the events of what was asked for again. */
  async function findAsked(): Promise<void> {
    if (asked.length === 0) return;
    const wanted = asked.map((document) => parseBody(COLLECTIONS.redeliveries, document));
    const events = await documents.getMany(
      COLLECTIONS.events,
      wanted.map(({ event_id }) => event_id),
    );
    asked.length = 0;
    const byId = new Map(events.map((event) => [event.id, event]));
    for (const each of wanted) {
      const event = byId.get(each.event_id);
      // It was kept when it was asked for, and is not any more.
      if (event === undefined) feeds.redeliveries.markRecorded(each.id);
      else unchecked.push(firstAttempt(endpoint.id, event, each.id, each.id));
    }
  }

  const markRecorded = ({ event_id, redelivery_id }: QueuedAttempt): void => {
    if (redelivery_id === null) feeds.events.markRecorded(event_id);
    else feeds.redeliveries.markRecorded(redelivery_id);
  };

  /** Leaves out what was recorded before a crash, though the cursor was not. */
  async function check(): Promise<void> {
    const known =
      toCheck <= 0 || unchecked.length === 0
        ? []
        : await documents.getMany(
            DELIVERIES_COLLECTION,
            unchecked.map(({ delivery_id }) => delivery_id),
          );
    toCheck -= unchecked.length;
    const ids = new Set(known.map((delivery) => delivery.id));
    for (const item of unchecked.splice(0)) {
      if (ids.has(item.delivery_id)) markRecorded(item);
      else items.push(item);
    }
  }

  return {
    needsRead: (checkpoint) =>
      items.length < LOW &&
      (asked.length > 0 ||
        unchecked.length > 0 ||
        feeds.events.mayHaveMore(checkpoint) ||
        feeds.redeliveries.mayHaveMore(checkpoint)),
    async readNext(checkpoint) {
      if (items.length >= LOW) return;
      if (asked.length === 0 && unchecked.length === 0) await read(checkpoint);
      await findAsked();
      await check();
    },
    count: () => items.length,
    next: () => items.shift(),
    requeue: (item) => void items.unshift(item),
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
    // What came before the endpoint was enabled is not delivered any more.
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
