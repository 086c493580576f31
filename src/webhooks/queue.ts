/**
 * All that is to be delivered to one endpoint: its events, what was asked for again, and what failed and is due. Little of
 * it is in memory at a time, and no endpoint's queue knows of another's.
 */
import { COLLECTIONS } from '../../projections/collections.ts';
import { WEBHOOKS_SCOPE, placeIn } from '../../projections/delivery-targets.ts';
import type { DeliveryTarget } from '../../projections/delivery-targets.ts';
import type { Redelivery } from '../../projections/redeliveries.ts';
import { deliveredTo } from '../../projections/receivers.ts';
import type { Documents, DocumentWrite, StoredDocument } from '../documents/port.ts';
import { firstIdAt, timeOf } from '../ledger/identifier.ts';
import { CURSORS, DELIVERIES, EVERY } from './delivery.ts';
import type { Cursor } from './delivery.ts';
import { OUTSTANDING_MAX, createFeed } from './feed.ts';
import type { Feed } from './feed.ts';
import { firstItem } from './item.ts';
import type { Item } from './item.ts';
import { createRetries } from './retries.ts';
import type { Stale } from './retries.ts';

export type EndpointQueue = {
  readonly id: string;
  /** Where it was enabled: what came before is not delivered any more. */
  readonly since: string;
  target(): DeliveryTarget;
  /** The endpoint has changed, though it was enabled all the time. */
  retarget(target: DeliveryTarget): void;
  /** Whether a look would find something, for all that is known. */
  wantsLook(checkpoint: bigint): boolean;
  /** Reads what comes next; true when it found something. */
  look(checkpoint: bigint): Promise<boolean>;
  hasItems(): boolean;
  next(): Item | undefined;
  /** An item that was taken, and not tried: it comes first. */
  putBack(item: Item): void;
  /** The item with its event as it is now; undefined where that is not kept any more. */
  current(item: Item): Promise<Item | undefined>;
  /** What came of an item is durable; `dueAt` is when it is tried again. */
  recorded(item: Item, dueAt: string | undefined): void;
  /** The document of a retry is gone for good. */
  retryGone(id: string): void;
  /** The look at everything that waits came by a retry of this endpoint. */
  retrySeen(): void;
  /** What waited from before the endpoint was enabled is gone. */
  recount(): void;
  /** How far it has come, if that has changed since it was last asked for. */
  cursorWrite(): DocumentWrite | undefined;
  /** Attempts that are read and not recorded yet, and retries that are known. */
  depth(): number;
  /** When the oldest of what is read and not recorded came to be, in milliseconds since 1970. */
  oldest(): number | undefined;
  retries(): number;
};

export type QueueParts = {
  readonly documents: Pick<Documents, 'list' | 'getMany'>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Where it stood when it was last recorded. */
  readonly cursor: StoredDocument | undefined;
  /** Without a record of where it stood it begins here: nothing that is older waits any more. Milliseconds since 1970. */
  readonly from: number;
  /** Whether the look at everything that waits has come to a retry. */
  readonly hasSeen: (retryId: string) => boolean;
  /** For retries that nothing comes of. */
  readonly onStale: (queue: EndpointQueue, stale: Stale) => void;
};

/** A body is read again that was in hand for longer: the person whom it is about may be forgotten since. */
const HELD_MS = 1_000;
/** With less than this many first attempts in hand more are read. */
const LOW = 24;

export function createQueue(
  first: DeliveryTarget & { readonly enabled_since: string },
  parts: QueueParts,
): EndpointQueue {
  const { documents, clock, cursor: stored, hasSeen } = parts;
  const { id, stream, enabled_since } = first;
  let target: DeliveryTarget = first;
  const feeds = feedsFrom(parts, first);
  const retries = createRetries({ documents, clock, endpointId: id, since: enabled_since, hasSeen });
  const fresh: Item[] = [];
  /** What was read and is not looked up yet. It stays here when a store goes away in between, as no feed gives it again. */
  const asked: StoredDocument[] = [];
  const unchecked: Item[] = [];
  let position = stored?.position ?? 0n;
  let written = `${feeds.events.cursor()} ${feeds.redeliveries.cursor()}`;
  /** So much of what is read since the start may have been recorded before it: of the events, and of what was asked for. */
  let toCheck = 2 * OUTSTANDING_MAX;
  let turn = 0;
  let looking = false;

  async function read(checkpoint: bigint): Promise<void> {
    if (feeds.events.mayHaveMore(checkpoint)) {
      const found = await feeds.events.read(checkpoint);
      unchecked.push(...found.map((event) => firstItem(id, event, event.id, null)));
    }
    if (feeds.redeliveries.mayHaveMore(checkpoint))
      asked.push(...(await feeds.redeliveries.read(checkpoint)));
  }

  /** Finds the events of what was asked for again. */
  async function findAsked(): Promise<void> {
    if (asked.length === 0) return;
    // The redeliveries' projection wrote them.
    const wanted = asked.map(({ body }) => JSON.parse(body) as Redelivery);
    const events = await documents.getMany(
      COLLECTIONS.events,
      wanted.map(({ event_id }) => event_id),
    );
    asked.length = 0;
    const byId = new Map(events.map((event) => [event.id, event]));
    for (const each of wanted) {
      const event = byId.get(each.event_id);
      // It was kept when it was asked for, and is not any more.
      if (event === undefined) feeds.redeliveries.recorded(each.id);
      else unchecked.push(firstItem(id, event, each.id, each.id));
    }
  }

  const done = ({ event_id, redelivery_id }: Item): void => {
    if (redelivery_id === null) feeds.events.recorded(event_id);
    else feeds.redeliveries.recorded(redelivery_id);
  };

  /** Leaves out what was recorded before a crash, though the cursor was not. */
  async function check(): Promise<void> {
    const known =
      toCheck <= 0 || unchecked.length === 0
        ? []
        : await documents.getMany(
            DELIVERIES,
            unchecked.map(({ delivery_id }) => delivery_id),
          );
    toCheck -= unchecked.length;
    const ids = new Set(known.map((delivery) => delivery.id));
    for (const item of unchecked.splice(0)) {
      if (ids.has(item.delivery_id)) done(item);
      else fresh.push(item);
    }
  }

  const wantsFresh = (checkpoint: bigint): boolean =>
    fresh.length < LOW &&
    (asked.length > 0 ||
      unchecked.length > 0 ||
      feeds.events.mayHaveMore(checkpoint) ||
      feeds.redeliveries.mayHaveMore(checkpoint));

  const self: EndpointQueue = {
    id,
    since: enabled_since,
    target: () => target,
    retarget: (next) => (target = next),
    wantsLook: (checkpoint) => !looking && (retries.wantsLook() || wantsFresh(checkpoint)),
    async look(checkpoint) {
      looking = true;
      try {
        const before = fresh.length;
        if (fresh.length < LOW) {
          if (asked.length === 0 && unchecked.length === 0) await read(checkpoint);
          await findAsked();
          await check();
        }
        const stale = retries.wantsLook() ? await retries.look() : [];
        for (const each of stale) parts.onStale(self, each);
        return fresh.length > before || retries.hasItems();
      } finally {
        looking = false;
      }
    },
    hasItems: () => fresh.length > 0 || retries.hasItems(),
    next() {
      // They take turns, so that neither what is new nor what failed has to wait for all of the other.
      turn += 1;
      return turn % 2 === 0 ? (retries.next() ?? fresh.shift()) : (fresh.shift() ?? retries.next());
    },
    putBack(item) {
      if (item.retry_id === undefined) fresh.unshift(item);
      else retries.putBack(item);
    },
    async current(item) {
      if (performance.now() - item.read_at < HELD_MS) return item;
      const read_at = performance.now();
      const [event] = await documents.getMany(COLLECTIONS.events, [item.event_id]);
      return event && { ...item, body: event.body, read_at };
    },
    recorded(item, dueAt) {
      if (item.retry_id === undefined) done(item);
      if (dueAt !== undefined) retries.added({ delivery_id: item.delivery_id, due_at: dueAt });
    },
    retryGone: (retryId) => retries.gone(retryId),
    retrySeen: () => retries.seen(),
    recount: () => retries.recount(),
    cursorWrite() {
      const cursor: Cursor = { events: feeds.events.cursor(), redeliveries: feeds.redeliveries.cursor() };
      const now = `${cursor.events} ${cursor.redeliveries}`;
      if (now === written) return undefined;
      written = now;
      position += 1n;
      const document = { id, scope: WEBHOOKS_SCOPE, terms: [EVERY], body: JSON.stringify(cursor) };
      return { collection: CURSORS, id, document, position };
    },
    depth: () => feeds.events.outstanding() + feeds.redeliveries.outstanding() + retries.count(),
    oldest() {
      const times = [feeds.events.oldest(), feeds.redeliveries.oldest()].flatMap((each) =>
        each === undefined ? [] : [timeOf(each)],
      );
      return times.length === 0 ? undefined : Math.min(...times);
    },
    retries: () => retries.count(),
  };
  return self;

  function feedsFrom(
    { documents: list, from }: QueueParts,
    endpoint: { readonly enabled_since: string },
  ): { readonly events: Feed; readonly redeliveries: Feed } {
    // A queue wrote it.
    const reached = stored === undefined ? undefined : (JSON.parse(stored.body) as Cursor);
    const feed = (collection: string, prefix: 'evt' | 'rdl', known = firstIdAt(prefix, from)): Feed => {
      // What came before the endpoint was enabled is not delivered any more.
      const start = placeIn(known) < endpoint.enabled_since ? `${prefix}_${endpoint.enabled_since}` : known;
      return createFeed(list, { collection, scope: stream, term: deliveredTo(id), from: start });
    };
    return {
      events: feed(COLLECTIONS.events, 'evt', reached?.events),
      redeliveries: feed(COLLECTIONS.redeliveries, 'rdl', reached?.redeliveries),
    };
  }
}
