/**
 * What waited for an endpoint that was disabled or deleted: it is marked, and not tried any more, also where the endpoint
 * is enabled again by then. Whoever begins to deliver looks through all that waits for such, as nobody may have delivered
 * when the endpoint was disabled.
 */
import { parseBody } from '../../read-models/collection.ts';
import { WEBHOOKS_SCOPE, ulidOf } from '../../../projections/webhooks/delivery-targets.ts';
import type { DocumentStore, ListQuery, StoredDocument } from '../../read-models/port.ts';
import { smallestIdAt, idTime } from '../../ledger/ids.ts';
import {
  DELIVERIES_COLLECTION,
  ALL_TERM,
  RETRIES_COLLECTION,
  deliveryCause,
  firstRetryIdAt,
  stateTerm,
  endpointTerm,
  retryDeletion,
  retryId,
  deliveryWrite,
} from './delivery.ts';
import type { Retry } from './delivery.ts';
import { asDropped } from './delivery-outcome.ts';

/** An endpoint, and the book that its records are in. */
export type DisabledEndpoint = { readonly id: string; readonly stream: string };

export type DeliveryDiscarder = {
  /** There may be something that waits for a time when the endpoint was enabled before. */
  add(endpoint: DisabledEndpoint): void;
  /** Others may have delivered meanwhile: it looks at everything again. */
  rescan(): void;
  /** Looks through a page of what waits, and drops a page of what is to be. */
  discardSome(): Promise<void>;
  /** Whether there is more to look through or to drop. */
  hasWork(): boolean;
  /** Whether the look at everything that waits has come to this retry. */
  hasScanned(retryId: string): boolean;
};

export type DiscarderOptions = {
  readonly documents: Pick<DocumentStore, 'list' | 'getMany' | 'write'>;
  /** Where an endpoint was enabled; undefined while it is not. */
  readonly enabledSince: (endpointId: string) => string | undefined;
  /** Whether an attempt is under way or not written yet: its outcome says itself what becomes of the delivery. */
  readonly isInFlight: (deliveryId: string) => boolean;
  /** A retry that stays. Each is told once after `again`. */
  readonly onRetryScanned: (endpointId: string) => void;
  /** All that was to be dropped of an endpoint is. */
  readonly onDiscarded: (endpointId: string) => void;
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

export function createDeliveryDiscarder(options: DiscarderOptions): DeliveryDiscarder {
  const { documents, enabledSince, isInFlight, onRetryScanned, onDiscarded, onFault, clock } = options;
  /** Where the deliveries of each are dropped from. */
  const waiting = new Map<string, DisabledEndpoint & { readonly after: string }>();
  /** Undefined when it is over. */
  let walk: Walk | undefined = { after: '', before: undefined };
  let isFirst = true;
  let overdueAt = 0;

  const add = ({ id, stream }: DisabledEndpoint): void => void waiting.set(id, { id, stream, after: '' });

  /** An endpoint gets nothing that came to be before it was enabled. */
  const isOver = (endpointId: string, place: string): boolean => {
    const from = enabledSince(endpointId);
    return from === undefined || place <= from;
  };

  async function walkOn({ after, before }: Walk): Promise<void> {
    const bounds = before === undefined ? {} : { before };
    const page = await pageOf(RETRIES_COLLECTION, WEBHOOKS_SCOPE, [ALL_TERM], { after, ...bounds });
    for (const { webhook_endpoint_id: id, stream, delivery_id } of retriesIn(page)) {
      const from = enabledSince(id);
      // Of the place that counts, a delivery's ID has the time, and its record the rest.
      const after = from === undefined ? -1 : idTime(delivery_id) - idTime(from);
      if (after <= 0) add({ id, stream });
      if (after >= 0 && isFirst) onRetryScanned(id);
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
  async function dropSome({
    id,
    stream,
    after,
  }: DisabledEndpoint & { after: string }): Promise<string | undefined> {
    const from = enabledSince(id);
    const bounds = from === undefined ? {} : { before: smallestIdAt('whd', idTime(from) + 1) };
    const page = await pageOf(DELIVERIES_COLLECTION, stream, [stateTerm('pending'), endpointTerm(id)], {
      after,
      ...bounds,
    });
    const over = page
      .map((document) => parseBody(DELIVERIES_COLLECTION, document))
      .filter((delivery) => isOver(id, ulidOf(deliveryCause(delivery))) && !isInFlight(delivery.id));
    await write(over.map((delivery) => deliveryWrite(stream, asDropped(delivery))));
    await write(
      over.flatMap(({ id: delivery_id, next_attempt_at: due_at }) =>
        due_at === null ? [] : [retryDeletion(retryId({ delivery_id, due_at }))],
      ),
    );
    return page.length < PAGE ? undefined : page.at(-1)?.id;
  }

  const write = async (writes: Parameters<DocumentStore['write']>[0]): Promise<void> => {
    if (writes.length > 0) await documents.write(writes, NO_CHECKPOINTS);
  };

  /** Retries whose deliveries do not wait for them: a crash left them. Gives whether that was the last page. */
  async function dropLeft(id: string): Promise<boolean> {
    // An endpoint that is enabled finds its own.
    if (enabledSince(id) !== undefined) return true;
    const page = await pageOf(RETRIES_COLLECTION, WEBHOOKS_SCOPE, [endpointTerm(id)], { after: '' });
    const left = retriesIn(page).filter(({ delivery_id }) => !isInFlight(delivery_id));
    await write(left.map((retry) => retryDeletion(retryId(retry))));
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
    if (isDone) onDiscarded(next.id);
    else waiting.set(next.id, { ...next, after: after ?? '' });
  }

  return {
    add,
    rescan() {
      walk = { after: '', before: undefined };
      isFirst = true;
    },
    async discardSome() {
      try {
        if (walk === undefined && performance.now() >= overdueAt)
          walk = { after: '', before: firstRetryIdAt(clock()) };
        if (walk !== undefined) await walkOn(walk);
        await dropNext();
      } catch (error) {
        onFault(error);
      }
    },
    hasWork: () => walk !== undefined || waiting.size > 0,
    hasScanned: (id) => !isFirst || (walk !== undefined && id <= walk.after),
  };
}

const retriesIn = (page: readonly StoredDocument[]): Retry[] =>
  page.map((document) => parseBody(RETRIES_COLLECTION, document));
