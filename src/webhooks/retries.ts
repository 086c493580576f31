/** What failed at one endpoint, each in its own time: read when it is due, and known to be due without a look. */
import { COLLECTIONS } from '../../projections/collections.ts';
import { WEBHOOKS_SCOPE, placeIn } from '../../projections/delivery-targets.ts';
import type { Documents, StoredDocument } from '../documents/port.ts';
import { DELIVERIES, RETRIES, ofEndpoint, retryId } from './delivery.ts';
import type { Delivery, Retry } from './delivery.ts';
import type { Item } from './queue.ts';

export type Retries = {
  wantsLook(): boolean;
  /** Takes up what is due, a page at most. Gives what is not to be sent any more. */
  look(): Promise<readonly Stale[]>;
  hasItems(): boolean;
  next(): Item | undefined;
  /** One more was recorded, that is due at this time. */
  added(dueAt: number): void;
  /** The document of one is gone. */
  gone(id: string): void;
  /** How many are known. */
  count(): number;
};

/**
 * A retry that nothing comes of: left over from a crash, or of an event that is not kept any more, or of the time before
 * the endpoint was disabled. `delivery` is there where it still waits for this retry.
 */
export type Stale = { readonly retry_id: string; readonly delivery: Delivery | undefined };

export type RetriesOptions = {
  readonly documents: Pick<Documents, 'list' | 'getMany'>;
  readonly clock: () => number;
  readonly endpointId: string;
  /** Where the endpoint was enabled: what came before is not delivered any more. */
  readonly since: string;
};

/** More than are ever held at a time, so that a page always has some that are not. */
const PAGE = 100;

export function createRetries({ documents, clock, endpointId, since }: RetriesOptions): Retries {
  const items: Item[] = [];
  /** Documents whose items are in hand or under way, or that are about to be deleted. */
  const held = new Set<string>();
  let nextDueAt = -Infinity;
  let count = 0;
  let isCounted = false;

  /** The retries that are due, and the time at which the next look is worth it. */
  function dueOf(page: readonly StoredDocument[]): Retry[] {
    const now = clock();
    // A recorder wrote them.
    const all = page.map(({ body }) => JSON.parse(body) as Retry);
    const waiting = all.find(({ due_at }) => Date.parse(due_at) > now);
    const then = waiting === undefined ? Infinity : Date.parse(waiting.due_at);
    nextDueAt = Math.min(nextDueAt, page.length === PAGE ? now : then);
    return all.filter((retry) => Date.parse(retry.due_at) <= now);
  }

  return {
    wantsLook: () => items.length === 0 && nextDueAt <= clock(),
    async look() {
      nextDueAt = Infinity;
      const page = await documents.list(RETRIES, {
        scope: WEBHOOKS_SCOPE,
        terms: [ofEndpoint(endpointId)],
        order: 'oldest',
        limit: PAGE,
      });
      if (!isCounted) count += page.length;
      isCounted = true;
      const due = dueOf(page).filter((retry) => !held.has(retryId(retry)));
      const stored = await documents.getMany(
        DELIVERIES,
        due.map(({ delivery_id }) => delivery_id),
      );
      // Whatever is in this collection was written by a recorder.
      const deliveries = new Map(stored.map(({ id, body }) => [id, JSON.parse(body) as Delivery]));
      const wanted = [...deliveries.values()].map(({ event_id }) => event_id);
      const events = await documents.getMany(COLLECTIONS.events, wanted);
      const bodies = new Map(events.map(({ id, body }) => [id, body]));
      const stale: Stale[] = [];
      for (const retry of due) {
        const id = retryId(retry);
        const delivery = waitingIn(deliveries.get(retry.delivery_id), retry);
        const body = delivery && isWanted(delivery, since) ? bodies.get(delivery.event_id) : undefined;
        held.add(id);
        if (delivery === undefined || body === undefined) stale.push({ retry_id: id, delivery });
        else items.push(itemOf(delivery, body, id));
      }
      return stale;
    },
    hasItems: () => items.length > 0,
    next: () => items.shift(),
    added(dueAt) {
      count += 1;
      nextDueAt = Math.min(nextDueAt, dueAt);
    },
    gone(id) {
      held.delete(id);
      count = Math.max(0, count - 1);
    },
    count: () => count,
  };
}

/** The delivery, where it still waits for this retry and no other. */
const waitingIn = (delivery: Delivery | undefined, { due_at }: Retry): Delivery | undefined =>
  delivery?.state === 'pending' && delivery.next_attempt_at === due_at ? delivery : undefined;

/** Whether it came after the endpoint was enabled. */
const isWanted = ({ redelivery_id, event_id }: Delivery, since: string): boolean =>
  placeIn(redelivery_id ?? event_id) > since;

function itemOf(before: Delivery, body: string, retry_id: string): Item {
  const { id: delivery_id, event_id, event_type, redelivery_id } = before;
  return { delivery_id, event_id, event_type, body, redelivery_id, before, retry_id };
}
