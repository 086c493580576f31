/** What failed at one endpoint, each in its own time: read when it is due, and known to be due without a look. */
import { parseBody } from '../../read-models/collection.ts';
import { COLLECTIONS } from '../../../projections/collections.ts';
import { WEBHOOKS_SCOPE, ulidOf } from '../../../projections/webhooks/delivery-targets.ts';
import type { DocumentStore, StoredDocument } from '../../read-models/port.ts';
import {
  DELIVERIES_COLLECTION,
  RETRIES_COLLECTION,
  deliveryCause,
  endpointTerm,
  retryId,
} from '../records/delivery.ts';
import type { Delivery, Retry } from '../records/delivery.ts';
import { retryAttempt } from './queued-attempt.ts';
import type { QueuedAttempt } from './queued-attempt.ts';

export type RetryQueue = {
  needsRead(): boolean;
  /** Takes up what is due, a page at most. Gives what is not to be sent any more. */
  readDue(): Promise<readonly StaleRetry[]>;
  hasAttempts(): boolean;
  next(): QueuedAttempt | undefined;
  requeue(item: QueuedAttempt): void;
  /** One more was recorded. */
  add(retry: Pick<Retry, 'delivery_id' | 'due_at'>): void;
  /** The document of one is gone. */
  markDeleted(id: string): void;
  /** The look at everything that waits came by one of them. */
  markScanned(): void;
  /** There are fewer than were counted: it looks again. */
  recount(): void;
  /** How many there are. While there are more than a page, those that were seen and what came and went since. */
  count(): number;
};

/**
 * A retry that nothing comes of: left over from a crash, or of an event that is not kept any more, or of the time before
 * the endpoint was disabled. `delivery` is there where it still waits for this retry.
 */
export type StaleRetry = { readonly retry_id: string; readonly delivery: Delivery | undefined };

export type RetryQueueOptions = {
  readonly documents: Pick<DocumentStore, 'list' | 'getMany'>;
  readonly clock: () => number;
  readonly endpointId: string;
  /** Where the endpoint was enabled: what came before is not delivered any more. */
  readonly enabledSince: string;
  /** Whether the look at everything that waits has come to a retry. */
  readonly hasScanned: (retryId: string) => boolean;
};

/** More than are ever held at a time, so that a page always has some that are not. */
const PAGE = 100;
/** When it looks again at a retry whose delivery is not recorded yet. */
const UNSETTLED_MS = 1_000;
/** Another node may have left some that nobody here was told of. */
const LOOK_AGAIN_MS = 120_000;

export function createRetryQueue({
  documents,
  clock,
  endpointId,
  enabledSince,
  hasScanned,
}: RetryQueueOptions): RetryQueue {
  const items: QueuedAttempt[] = [];
  /** Documents whose items are in hand or under way, or that are about to be deleted. */
  const held = new Set<string>();
  let nextDueAt = -Infinity;
  let count = 0;
  /** Whether a page has shown them all: what is seen of them elsewhere adds nothing then. */
  let isCounted = false;
  /** What came and went so far. */
  let changes = 0;

  /** The retries of a page that are due, and the time at which the next look is worth it. */
  function dueOf(page: readonly StoredDocument[]): Retry[] {
    const now = clock();
    const all = page.map((document) => parseBody(RETRIES_COLLECTION, document));
    const waiting = all.find(({ due_at }) => Date.parse(due_at) > now);
    const then = waiting === undefined ? Infinity : Date.parse(waiting.due_at);
    nextDueAt = Math.min(nextDueAt, page.length === PAGE ? now : then, now + LOOK_AGAIN_MS);
    return all.filter((retry) => Date.parse(retry.due_at) <= now);
  }

  /** Goes from page to page as long as there is nothing in them but what is held and what is not settled. */
  async function takeUp(): Promise<readonly StaleRetry[]> {
    const stale: StaleRetry[] = [];
    for (let after: string | undefined; ;) {
      const page = await firstOrNext(after);
      const all = dueOf(page);
      const due = all.filter((retry) => !held.has(retryId(retry)));
      if (due.length > 0) await takeDue(due, stale);
      if (items.length > 0 || stale.length > 0 || all.length < PAGE) return stale;
      after = page.at(-1)?.id;
    }
  }

  /** A first page that is not full has them all, unless some came or went while it was read. */
  async function firstOrNext(after: string | undefined): Promise<StoredDocument[]> {
    const before = changes;
    const page = await pageAfter(after);
    if (after === undefined && page.length < PAGE && changes === before) {
      count = page.length;
      isCounted = true;
    }
    return page;
  }

  const pageAfter = (after: string | undefined): Promise<StoredDocument[]> => {
    const query = {
      scope: WEBHOOKS_SCOPE,
      terms: [endpointTerm(endpointId)],
      order: 'oldest',
      limit: PAGE,
    } as const;
    return documents.list(RETRIES_COLLECTION, after === undefined ? query : { ...query, after });
  };

  async function takeDue(due: readonly Retry[], stale: StaleRetry[]): Promise<void> {
    const stored = await documents.getMany(
      DELIVERIES_COLLECTION,
      due.map(({ delivery_id }) => delivery_id),
    );
    const deliveries = new Map(
      stored.map((document) => [document.id, parseBody(DELIVERIES_COLLECTION, document)]),
    );
    const wanted = [...deliveries.values()].map(({ event_id }) => event_id);
    const events = await documents.getMany(COLLECTIONS.events, wanted);
    const bodies = new Map(events.map(({ id, body }) => [id, body]));
    for (const retry of due) {
      const id = retryId(retry);
      const delivery = deliveries.get(retry.delivery_id);
      if (!isSettled(delivery, retry)) {
        nextDueAt = Math.min(nextDueAt, clock() + UNSETTLED_MS);
        continue;
      }
      const waiting = waitsFor(delivery, retry) ? delivery : undefined;
      const body = waiting && isWanted(waiting, enabledSince) ? bodies.get(waiting.event_id) : undefined;
      held.add(id);
      if (waiting === undefined || body === undefined) stale.push({ retry_id: id, delivery: waiting });
      else items.push(retryAttempt(waiting, body, id));
    }
  }

  return {
    needsRead: () => items.length === 0 && nextDueAt <= clock(),
    async readDue() {
      nextDueAt = Infinity;
      try {
        return await takeUp();
      } catch (error) {
        // Nothing else would make it look again.
        nextDueAt = -Infinity;
        throw error;
      }
    },
    hasAttempts: () => items.length > 0,
    next: () => items.shift(),
    requeue: (item) => void items.unshift(item),
    add(retry) {
      changes += 1;
      if (isCounted || hasScanned(retryId(retry))) count += 1;
      nextDueAt = Math.min(nextDueAt, Date.parse(retry.due_at));
    },
    markDeleted(id) {
      changes += 1;
      held.delete(id);
      if (isCounted || hasScanned(id)) count = Math.max(0, count - 1);
    },
    markScanned() {
      if (!isCounted) count += 1;
    },
    recount: () => (nextDueAt = -Infinity),
    count: () => count,
  };
}

/**
 * Whether the record of the attempt that asked for this retry is there. It is written after the retry: where a store is
 * slow, or another node writes it, the retry may be due before. One that was cut off in between is settled by the next
 * attempt, which is made then.
 */
const isSettled = (delivery: Delivery | undefined, { due_at }: Retry): delivery is Delivery =>
  delivery !== undefined && !(delivery.next_attempt_at !== null && delivery.next_attempt_at < due_at);

/** Whether it still waits for this retry and no other. */
const waitsFor = ({ state, next_attempt_at }: Delivery, { due_at }: Retry): boolean =>
  state === 'pending' && next_attempt_at === due_at;

/** Whether it came after the endpoint was enabled. */
const isWanted = (delivery: Delivery, since: string): boolean => ulidOf(deliveryCause(delivery)) > since;
