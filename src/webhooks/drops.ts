/**
 * What waited for an endpoint that was disabled or deleted: it is marked, and not tried any more, also where the endpoint
 * is enabled again by then. Whoever begins to deliver looks through all that waits for such, as nobody may have delivered
 * when the endpoint was disabled.
 */
import { WEBHOOKS_SCOPE, placeIn } from '../../projections/delivery-targets.ts';
import type { Documents, ListQuery, StoredDocument } from '../documents/port.ts';
import { firstIdAt, timeOf } from '../ledger/identifier.ts';
import {
  DELIVERIES,
  EVERY,
  RETRIES,
  causeOf,
  firstRetryAt,
  inState,
  ofEndpoint,
  retryDone,
  retryId,
  writeOf,
} from './delivery.ts';
import type { Delivery, Retry } from './delivery.ts';
import { dropped } from './outcome.ts';

/** An endpoint, and the book that its records are in. */
export type Dropping = { readonly id: string; readonly stream: string };

export type Drops = {
  /** There may be something that waits for a time when the endpoint was enabled before. */
  add(endpoint: Dropping): void;
  /** Others may have delivered meanwhile: it looks at everything again. */
  again(): void;
  /** Looks through a page of what waits, and drops a page of what is to be. */
  run(): Promise<void>;
  /** Whether there is more to look through or to drop. */
  isBusy(): boolean;
  /** Whether the look at everything that waits has come to this retry. */
  hasSeen(retryId: string): boolean;
};

export type DropsOptions = {
  readonly documents: Pick<Documents, 'list' | 'getMany' | 'write'>;
  /** Where an endpoint was enabled; undefined while it is not. */
  readonly since: (endpointId: string) => string | undefined;
  /** Whether an attempt is under way or not written yet: its outcome says itself what becomes of the delivery. */
  readonly isOpen: (deliveryId: string) => boolean;
  /** A retry that stays. Each is told once after `again`. */
  readonly onWaiting: (endpointId: string) => void;
  /** All that was to be dropped of an endpoint is. */
  readonly onDropped: (endpointId: string) => void;
  readonly onFault: (error: unknown) => void;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
};

const PAGE = 200;
/** How often it looks through what is overdue, for what nobody was there to tell of. */
const OVERDUE_EVERY_MS = 60_000;
const NO_CHECKPOINTS: ReadonlyMap<string, bigint> = new Map();

/** A walk over retries: up to where it has come, and where it ends. */
type Walk = { readonly after: string; readonly before: string | undefined };

export function createDrops(options: DropsOptions): Drops {
  const { documents, since, isOpen, onWaiting, onDropped, onFault, clock } = options;
  /** Where the deliveries of each are dropped from. */
  const waiting = new Map<string, Dropping & { readonly after: string }>();
  /** Undefined when it is over. */
  let walk: Walk | undefined = { after: '', before: undefined };
  let isFirst = true;
  let overdueAt = 0;

  const add = ({ id, stream }: Dropping): void => void waiting.set(id, { id, stream, after: '' });

  /** An endpoint gets nothing that came to be before it was enabled. */
  const isOver = (endpointId: string, place: string): boolean => {
    const from = since(endpointId);
    return from === undefined || place <= from;
  };

  async function walkOn({ after, before }: Walk): Promise<void> {
    const bounds = before === undefined ? {} : { before };
    const page = await pageOf(RETRIES, WEBHOOKS_SCOPE, [EVERY], { after, ...bounds });
    for (const { webhook_endpoint_id: id, stream, delivery_id } of retriesIn(page)) {
      const from = since(id);
      // Of the place that counts, a delivery's ID has the time, and its record the rest.
      const after = from === undefined ? -1 : timeOf(delivery_id) - timeOf(from);
      if (after <= 0) add({ id, stream });
      if (after >= 0 && isFirst) onWaiting(id);
    }
    const last = page.at(-1)?.id;
    walk = page.length < PAGE || last === undefined ? undefined : { after: last, before };
    if (walk !== undefined) return;
    isFirst = false;
    overdueAt = performance.now() + OVERDUE_EVERY_MS;
  }

  const pageOf = (
    collection: string,
    scope: string,
    terms: readonly string[],
    { after, ...bounds }: Pick<ListQuery, 'before'> & { readonly after: string },
  ): Promise<StoredDocument[]> => {
    const query = { scope, terms, order: 'oldest', limit: PAGE, ...bounds } as const;
    return documents.list(collection, after === '' ? query : { ...query, after });
  };

  /** Drops a page of an endpoint's deliveries; gives where the next one begins, undefined where there is none. */
  async function dropSome({ id, stream, after }: Dropping & { after: string }): Promise<string | undefined> {
    const from = since(id);
    const bounds = from === undefined ? {} : { before: firstIdAt('whd', timeOf(from) + 1) };
    const page = await pageOf(DELIVERIES, stream, [inState('pending'), ofEndpoint(id)], { after, ...bounds });
    const over = page
      // A recorder wrote it.
      .map(({ body }) => JSON.parse(body) as Delivery)
      .filter((delivery) => isOver(id, placeIn(causeOf(delivery))) && !isOpen(delivery.id));
    await write(over.map((delivery) => writeOf(stream, dropped(delivery))));
    await write(
      over.flatMap(({ id: delivery_id, next_attempt_at: due_at }) =>
        due_at === null ? [] : [retryDone(retryId({ delivery_id, due_at }))],
      ),
    );
    return page.length < PAGE ? undefined : page.at(-1)?.id;
  }

  const write = async (writes: Parameters<Documents['write']>[0]): Promise<void> => {
    if (writes.length > 0) await documents.write(writes, NO_CHECKPOINTS);
  };

  /** Retries whose deliveries do not wait for them: a crash left them. Gives whether that was the last page. */
  async function dropLeft(id: string): Promise<boolean> {
    // An endpoint that is enabled finds its own.
    if (since(id) !== undefined) return true;
    const page = await pageOf(RETRIES, WEBHOOKS_SCOPE, [ofEndpoint(id)], { after: '' });
    const left = retriesIn(page).filter(({ delivery_id }) => !isOpen(delivery_id));
    await write(left.map((retry) => retryDone(retryId(retry))));
    return page.length < PAGE || left.length === 0;
  }

  async function dropNext(): Promise<void> {
    const [next] = waiting.values();
    if (next === undefined) return;
    const after = await dropSome(next);
    const isDone = after === undefined && (await dropLeft(next.id));
    // Behind the others; it was added again meanwhile if it is not what it was.
    if (waiting.get(next.id) !== next) return;
    waiting.delete(next.id);
    if (isDone) onDropped(next.id);
    else waiting.set(next.id, { ...next, after: after ?? '' });
  }

  return {
    add,
    again() {
      walk = { after: '', before: undefined };
      isFirst = true;
    },
    async run() {
      try {
        if (walk === undefined && performance.now() >= overdueAt)
          walk = { after: '', before: firstRetryAt(clock()) };
        if (walk !== undefined) await walkOn(walk);
        await dropNext();
      } catch (error) {
        onFault(error);
      }
    },
    isBusy: () => walk !== undefined || waiting.size > 0,
    hasSeen: (id) => !isFirst || (walk !== undefined && id <= walk.after),
  };
}

// Recorders wrote them.
const retriesIn = (page: readonly StoredDocument[]): Retry[] =>
  page.map(({ body }) => JSON.parse(body) as Retry);
