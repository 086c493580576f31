/** Which public events the receivers still have to take: each once, and again after each request to send it again. */
import { PROJECTIONS } from '../../../projections/all.ts';
import { COLLECTIONS } from '../../../projections/collections.ts';
import { decodeMetadata } from '../../../src/event-store/codec.ts';
import type { EventStore } from '../../../src/event-store/port.ts';
import { BookClocks } from '../../../src/jobs/task-loop.ts';
import { parseBody } from '../../../src/read-models/collection.ts';
import {
  createReadModelRouter,
  type ReadModelRouter,
} from '../../../src/read-models/generations/read-model-router.ts';
import type { DocumentStore } from '../../../src/read-models/port.ts';
import { DELIVERIES_COLLECTION, eventTerm } from '../../../src/webhooks/delivery.ts';
import type { BuiltRequest } from '../commands/request.ts';
import type { Answer } from '../model/prediction.ts';
import type { Receivers } from './receivers.ts';

export type OwedDeliveries = {
  /** A client got this answer to a request that it had sent at that time, in simulated milliseconds. */
  observe(request: BuiltRequest, answer: Answer, sentAt: number): void;
  /** Describes a delivery that is owed; undefined if there is none. */
  find(): Promise<string | undefined>;
};

type Options = {
  readonly eventStore: Pick<EventStore, 'read'>;
  readonly documents: DocumentStore;
  /** The books that receivers still learn of. */
  readonly books: () => Promise<readonly string[]>;
  readonly receivers: Pick<Receivers, 'taken' | 'lastTaken'>;
  readonly windowMs: number;
  /** Whether events were lost: what was dropped because of one of them, such as a reset, stays dropped. */
  readonly hasLostEvents: () => boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
};

/** `since`: an earlier attempt does not count. Without an endpoint, it is owed to any. */
type Owed = { readonly eventId: string; readonly endpointId?: string; readonly since: number };

/** What is open in a book, and up to where its events and its stream were read. */
type Found = { open: readonly Owed[]; after: string; revision: number };

const PAGE = 1_000;
const REDELIVERIES = ['redeliverEvent', 'retryWebhookDelivery', 'redeliverToWebhookEndpoint'];

export function createOwedDeliveries(options: Options): OwedDeliveries {
  const { eventStore, documents, books, receivers, windowMs, hasLostEvents, now } = options;
  /** What was not taken when it was last looked at, by book. */
  const found = new Map<string, Found>();
  /** When accepted requests to send events again were sent, by idempotency key. */
  const requestedAt = new Map<string, number>();

  const isTaken = ({ eventId, endpointId, since }: Owed): boolean =>
    endpointId === undefined
      ? receivers.taken.has(eventId)
      : (receivers.lastTaken(endpointId, eventId) ?? Infinity) >= since;

  /** Public events that are new since the last call. */
  async function readEvents(router: ReadModelRouter, book: string, of: Found): Promise<readonly Owed[]> {
    const owed: Owed[] = [];
    for (;;) {
      const page = await router.list(COLLECTIONS.events, {
        ...({ scope: book, terms: [], order: 'oldest', limit: PAGE } as const),
        ...(of.after !== '' && { after: of.after }),
      });
      for (const document of page) {
        const { type } = parseBody(COLLECTIONS.events, document);
        if (!type.startsWith('webhook_endpoint.')) owed.push({ eventId: document.id, since: 0 });
      }
      of.after = page.at(-1)?.id ?? of.after;
      if (page.length < PAGE) return owed;
    }
  }

  /** Accepted requests that are new in the stream. One with several events has its key in the first of them. */
  async function readRequests(book: string, of: Found): Promise<readonly Owed[]> {
    const owed: Owed[] = [];
    let since: number | undefined;
    for (const stored of await eventStore.read(book, of.revision, 1_000_000)) {
      of.revision = stored.revision + 1;
      if (stored.type !== 'event.redelivery_requested') continue;
      const { idempotency } = decodeMetadata(stored);
      if (idempotency !== undefined) since = requestedAt.get(idempotency.key);
      const { event_id: eventId, webhook_endpoint_ids } = JSON.parse(stored.data) as Requested;
      for (const endpointId of since === undefined ? [] : webhook_endpoint_ids)
        owed.push({ eventId, endpointId, since: since ?? 0 });
    }
    return owed;
  }

  async function findIn(book: string, of: Found): Promise<Owed | undefined> {
    // A new router reads the generations that are complete now.
    const router = createReadModelRouter(documents, PROJECTIONS);
    const isNew = [...(await readEvents(router, book, of)), ...(await readRequests(book, of))];
    of.open = [...of.open, ...isNew].filter((each) => !isTaken(each));
    if (of.open.length === 0) return undefined;
    const query = { scope: book, terms: [], order: 'oldest', limit: PAGE } as const;
    const endpoints = await router.list(COLLECTIONS.webhookEndpoints, query);
    const enabled = endpoints
      .filter((each) => parseBody(COLLECTIONS.webhookEndpoints, each).status === 'enabled')
      .map(({ id }) => id);
    const clocks = new BookClocks(router);
    await clocks.refresh();
    const bookTime = now() + clocks.aheadMs(book);
    for (const each of of.open) {
      const isEnabled = enabled.some((id) =>
        each.endpointId === undefined ? isOlder(id, each.eventId) : id === each.endpointId,
      );
      if (isEnabled && !(await hasEnded(router, book, each, bookTime))) return each;
    }
    return undefined;
  }

  /**
   * Whether the time for retries is over. That takes two days, unless the clock of the book is advanced, which may happen during
   * an attempt. An event that has expired is not sent again, and one that is lost never.
   */
  async function hasEnded(
    router: ReadModelRouter,
    book: string,
    { eventId, endpointId }: Owed,
    bookTime: number,
  ): Promise<boolean> {
    const isAgain = endpointId !== undefined;
    const mayBeMissing = isAgain || hasLostEvents();
    if (mayBeMissing && (await router.getMany(COLLECTIONS.events, [eventId])).length === 0) return true;
    const query = { scope: book, terms: [eventTerm(eventId)], order: 'oldest', limit: PAGE } as const;
    // Without the collection there is no record of an attempt.
    const deliveries = (await documents.list(DELIVERIES_COLLECTION, query).catch(() => [])).map((each) =>
      parseBody(DELIVERIES_COLLECTION, each),
    );
    return deliveries.some(
      ({ state, first_attempted_at, webhook_endpoint_id, redelivery_id }) =>
        (!isAgain || (webhook_endpoint_id === endpointId && redelivery_id !== null)) &&
        ((state === 'failed' && bookTime - Date.parse(first_attempted_at) >= windowMs) ||
          (state === 'dropped' && hasLostEvents())),
    );
  }

  return {
    observe({ operation, idempotencyKey }, { status }, sentAt) {
      const isFirst = idempotencyKey !== undefined && !requestedAt.has(idempotencyKey);
      if (isFirst && status === 202 && REDELIVERIES.includes(operation))
        requestedAt.set(idempotencyKey, sentAt);
    },
    async find() {
      for (const book of await books()) {
        const of = found.get(book) ?? { open: [], after: '', revision: 0 };
        found.set(book, of);
        const owed = await findIn(book, of);
        if (owed === undefined) continue;
        const { eventId, endpointId, since } = owed;
        const again = endpointId === undefined ? '' : ` again to ${endpointId} after ${since.toFixed(0)}`;
        return `event ${eventId} of ${book} is not delivered${again}`;
      }
      return undefined;
    },
  };
}

type Requested = { readonly event_id: string; readonly webhook_endpoint_ids: readonly string[] };

/** Whether one object is older than another of its book. A new endpoint does not get earlier events. */
const isOlder = (one: string, other: string): boolean =>
  one.slice(one.indexOf('_')) < other.slice(other.indexOf('_'));
