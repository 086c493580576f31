/**
 * What one endpoint was not sent yet: events of its book, and what was asked for again, each in the order in which it came
 * to be. Both are taken up a page at a time, and each once.
 */
import { COLLECTIONS } from '../../projections/collections.ts';
import { placeIn } from '../../projections/delivery-targets.ts';
import type { Redelivery } from '../../projections/redeliveries.ts';
import { deliveredTo } from '../../projections/receivers.ts';
import type { Documents, StoredDocument } from '../documents/port.ts';
import { firstIdAt, timeOf } from '../ledger/identifier.ts';
import { DELIVERIES } from './delivery.ts';
import type { Cursor } from './delivery.ts';
import { OUTSTANDING_MAX, createFeed } from './feed.ts';
import type { Feed } from './feed.ts';
import { firstItem } from './item.ts';
import type { Item } from './item.ts';
import type { EnabledTarget } from './targets.ts';

export type FirstAttempts = {
  /** Whether more are to be read, and a look would find some, for all that is known. */
  wantsLook(checkpoint: bigint): boolean;
  /** Reads more, unless there are enough in hand. */
  look(checkpoint: bigint): Promise<void>;
  /** How many are in hand. */
  count(): number;
  next(): Item | undefined;
  putBack(item: Item): void;
  /** What came of one is durable. */
  recorded(item: Item): void;
  /** Behind what is recorded without a gap. */
  cursor(): Cursor;
  /** How many are read and not recorded. */
  outstanding(): number;
  /** When the oldest of them came to be, in milliseconds since 1970. */
  oldest(): number | undefined;
};

export type FirstAttemptsOptions = {
  readonly documents: Pick<Documents, 'list' | 'getMany'>;
  readonly endpoint: Pick<EnabledTarget, 'id' | 'stream' | 'enabled_since'>;
  /** Where it stood when it was last recorded. */
  readonly reached: Cursor | undefined;
  /** Without a record of where it stood it begins here. Milliseconds since 1970. */
  readonly from: number;
};

/** With less than this many in hand more are read. */
const LOW = 24;

export function createFirstAttempts(options: FirstAttemptsOptions): FirstAttempts {
  const { documents, endpoint } = options;
  const feeds = feedsFrom(options);
  const items: Item[] = [];
  /** What was read and is not looked up yet. It stays here when a store goes away in between, as no feed gives it again. */
  const asked: StoredDocument[] = [];
  const unchecked: Item[] = [];
  /** So much of what is read since the start may have been recorded before it: of the events, and of what was asked for. */
  let toCheck = 2 * OUTSTANDING_MAX;

  async function read(checkpoint: bigint): Promise<void> {
    if (feeds.events.mayHaveMore(checkpoint)) {
      const found = await feeds.events.read(checkpoint);
      unchecked.push(...found.map((event) => firstItem(endpoint.id, event, event.id, null)));
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
      else unchecked.push(firstItem(endpoint.id, event, each.id, each.id));
    }
  }

  const recorded = ({ event_id, redelivery_id }: Item): void => {
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
      if (ids.has(item.delivery_id)) recorded(item);
      else items.push(item);
    }
  }

  return {
    wantsLook: (checkpoint) =>
      items.length < LOW &&
      (asked.length > 0 ||
        unchecked.length > 0 ||
        feeds.events.mayHaveMore(checkpoint) ||
        feeds.redeliveries.mayHaveMore(checkpoint)),
    async look(checkpoint) {
      if (items.length >= LOW) return;
      if (asked.length === 0 && unchecked.length === 0) await read(checkpoint);
      await findAsked();
      await check();
    },
    count: () => items.length,
    next: () => items.shift(),
    putBack: (item) => void items.unshift(item),
    recorded,
    cursor: () => ({ events: feeds.events.cursor(), redeliveries: feeds.redeliveries.cursor() }),
    outstanding: () => feeds.events.outstanding() + feeds.redeliveries.outstanding(),
    oldest() {
      const times = [feeds.events.oldest(), feeds.redeliveries.oldest()].flatMap((each) =>
        each === undefined ? [] : [timeOf(each)],
      );
      return times.length === 0 ? undefined : Math.min(...times);
    },
  };
}

function feedsFrom({
  documents,
  endpoint: { id, stream, enabled_since },
  reached,
  from,
}: FirstAttemptsOptions): { readonly events: Feed; readonly redeliveries: Feed } {
  const feed = (collection: string, prefix: 'evt' | 'rdl', known = firstIdAt(prefix, from)): Feed => {
    // What came before the endpoint was enabled is not delivered any more.
    const start = placeIn(known) < enabled_since ? `${prefix}_${enabled_since}` : known;
    return createFeed(documents, { collection, scope: stream, term: deliveredTo(id), from: start });
  };
  return {
    events: feed(COLLECTIONS.events, 'evt', reached?.events),
    redeliveries: feed(COLLECTIONS.redeliveries, 'rdl', reached?.redeliveries),
  };
}
