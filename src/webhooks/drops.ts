/** What waited for an endpoint that was disabled or deleted: it is marked, and not tried any more. */
import { WEBHOOKS_SCOPE } from '../../projections/delivery-targets.ts';
import type { Documents, StoredDocument } from '../documents/port.ts';
import { DELIVERIES, EVERY, RETRIES, ofEndpoint, retryDone, writeOf } from './delivery.ts';
import type { Delivery, Retry } from './delivery.ts';
import { dropped } from './outcome.ts';

export type Drops = {
  /** An endpoint is not enabled any more. */
  add(endpointId: string): void;
  /** Others may have delivered meanwhile: it looks at everything again. */
  again(): void;
  /** Marks a page of what there is to drop. At first it looks for endpoints that were disabled while nobody delivered. */
  run(isEnabled: (endpointId: string) => boolean): Promise<void>;
};

const PAGE = 200;
const RECORDED_MS = 500;
const NO_CHECKPOINTS: ReadonlyMap<string, bigint> = new Map();

export function createDrops(
  documents: Pick<Documents, 'list' | 'getMany' | 'write'>,
  onFault: (error: unknown) => void,
): Drops {
  /** When each may be dropped: what was under way is recorded by then. */
  const waiting = new Map<string, number>();
  /** Where the first walk over all retries is; undefined when it is over. */
  let walkedTo: string | undefined = '';

  const add = (endpointId: string): void => void waiting.set(endpointId, performance.now() + RECORDED_MS);

  async function walk(after: string, isEnabled: (id: string) => boolean): Promise<void> {
    const page = await pageOf(EVERY, after);
    for (const { webhook_endpoint_id: id } of retriesIn(page)) if (!isEnabled(id)) add(id);
    walkedTo = page.length < PAGE ? undefined : page.at(-1)?.id;
  }

  const pageOf = (term: string, after: string): Promise<StoredDocument[]> => {
    const query = { scope: WEBHOOKS_SCOPE, terms: [term], order: 'oldest', limit: PAGE } as const;
    return documents.list(RETRIES, after === '' ? query : { ...query, after });
  };

  /** True when there is nothing left. */
  async function drop(endpointId: string): Promise<boolean> {
    const page = await pageOf(ofEndpoint(endpointId), '');
    const retries = retriesIn(page);
    const stored = await documents.getMany(
      DELIVERIES,
      retries.map(({ delivery_id }) => delivery_id),
    );
    const marked = stored.flatMap(({ scope, body }) => {
      // A recorder wrote it.
      const delivery = JSON.parse(body) as Delivery;
      return delivery.state === 'pending' ? [writeOf(scope, dropped(delivery))] : [];
    });
    if (marked.length > 0) await documents.write(marked, NO_CHECKPOINTS);
    if (page.length > 0)
      await documents.write(
        page.map(({ id }) => retryDone(id)),
        NO_CHECKPOINTS,
      );
    return page.length < PAGE;
  }

  return {
    add,
    again: () => (walkedTo = ''),
    async run(isEnabled) {
      try {
        if (walkedTo !== undefined) await walk(walkedTo, isEnabled);
        const now = performance.now();
        const [due] = [...waiting].find(([, readyAt]) => readyAt <= now) ?? [];
        // What is old is told apart by its queue, where it is enabled again.
        if (due !== undefined && (isEnabled(due) || (await drop(due)))) waiting.delete(due);
      } catch (error) {
        onFault(error);
      }
    },
  };
}

// Recorders wrote them.
const retriesIn = (page: readonly StoredDocument[]): Retry[] =>
  page.map(({ body }) => JSON.parse(body) as Retry);
