/** Which public events the receivers still have to take. */
import { COLLECTIONS } from '../../../projections/collections.ts';
import { PROJECTIONS } from '../../../projections/all.ts';
import { createBookClocks } from '../../../src/jobs/book-clocks.ts';
import { parseBody } from '../../../src/read-models/collection.ts';
import { createReadModelRouter } from '../../../src/read-models/generations/read-model-router.ts';
import type { DocumentStore } from '../../../src/read-models/port.ts';
import { DELIVERIES_COLLECTION, eventTerm } from '../../../src/webhooks/records/delivery.ts';

export type OwedDeliveries = {
  /** Describes a delivery that is owed; undefined if there is none. */
  find(): Promise<string | undefined>;
};

type Options = {
  readonly documents: DocumentStore;
  /** The books that receivers still learn of. */
  readonly books: () => Promise<readonly string[]>;
  /** The IDs of the events that a receiver took and said so. */
  readonly taken: ReadonlyMap<string, number>;
  readonly windowMs: number;
  /** Whether events were lost: what was dropped because of one of them, such as a reset, stays dropped. */
  readonly hasLostEvents: () => boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
};

const PAGE = 1_000;

export function createOwedDeliveries(options: Options): OwedDeliveries {
  const { documents, books, taken, windowMs, hasLostEvents, now } = options;
  /** The events that were not taken when they were last looked at, and the newest event read, by book. */
  const open = new Map<string, { ids: string[]; after: string }>();

  async function findIn(book: string, found: { ids: string[]; after: string }): Promise<string | undefined> {
    // A new router reads the generations that are complete now.
    const router = createReadModelRouter(documents, PROJECTIONS);
    for (;;) {
      const page = await router.list(COLLECTIONS.events, {
        ...({ scope: book, terms: [], order: 'oldest', limit: PAGE } as const),
        ...(found.after !== '' && { after: found.after }),
      });
      for (const document of page) {
        const { type } = parseBody(COLLECTIONS.events, document);
        if (!type.startsWith('webhook_endpoint.')) found.ids.push(document.id);
      }
      found.after = page.at(-1)?.id ?? found.after;
      if (page.length < PAGE) break;
    }
    found.ids = found.ids.filter((id) => !taken.has(id));
    if (found.ids.length === 0) return undefined;
    const query = { scope: book, terms: [], order: 'oldest', limit: PAGE } as const;
    const endpoints = await router.list(COLLECTIONS.webhookEndpoints, query);
    const isEnabled = endpoints.some(
      (each) => parseBody(COLLECTIONS.webhookEndpoints, each).status === 'enabled',
    );
    const clocks = createBookClocks(router);
    await clocks.refresh();
    const bookTime = now() + clocks.aheadMs(book);
    for (const id of found.ids) if (isEnabled && !(await hasEnded(book, id, bookTime))) return id;
    return undefined;
  }

  /**
   * Whether the time for retries is over. That takes two days, unless the clock of the book is advanced, which may happen during
   * an attempt.
   */
  async function hasEnded(book: string, eventId: string, bookTime: number): Promise<boolean> {
    const query = { scope: book, terms: [eventTerm(eventId)], order: 'oldest', limit: PAGE } as const;
    // Without the collection there is no record of an attempt.
    const deliveries = (await documents.list(DELIVERIES_COLLECTION, query).catch(() => [])).map((each) =>
      parseBody(DELIVERIES_COLLECTION, each),
    );
    return deliveries.some(
      ({ state, first_attempted_at }) =>
        (state === 'failed' && bookTime - Date.parse(first_attempted_at) >= windowMs) ||
        (state === 'dropped' && hasLostEvents()),
    );
  }

  return {
    async find() {
      for (const book of await books()) {
        const found = open.get(book) ?? { ids: [], after: '' };
        open.set(book, found);
        const id = await findIn(book, found);
        if (id !== undefined) return `event ${id} of ${book} is not delivered`;
      }
      return undefined;
    },
  };
}
