/** Since when the oldest delivery waits for its next attempt: asked of the records, now and then. */
import type { DocumentStore } from '../../read-models/port.ts';
import { idTime } from '../../ledger/ids.ts';
import { DELIVERIES_COLLECTION, stateTerm, endpointTerm } from '../records/delivery.ts';
import type { EndpointQueue } from './endpoint-queue.ts';

export type OldestPending = {
  /** Asks again, if it is time for that. */
  refresh(queues: readonly EndpointQueue[]): Promise<void>;
  /** When its event came to be or was asked for again, in milliseconds since 1970; undefined where nothing waits. */
  oldestAt(): number | undefined;
};

const EVERY_MS = 5_000;
/** So many endpoints are asked about at a time, in turn where there are more with something that waits. */
const ENDPOINTS_MAX = 50;

export function createOldestPending(documents: Pick<DocumentStore, 'list'>): OldestPending {
  let askAt = -Infinity;
  let turn = 0;
  let known = new Map<string, number>();

  return {
    async refresh(queues) {
      if (performance.now() < askAt) return;
      askAt = performance.now() + EVERY_MS;
      const waiting = queues.filter((queue) => queue.retryCount() > 0);
      const from = turn < waiting.length ? turn : 0;
      const asked = waiting.slice(from, from + ENDPOINTS_MAX);
      turn = from + ENDPOINTS_MAX;
      const ids = new Set(waiting.map(({ id }) => id));
      known = new Map([...known].filter(([id]) => ids.has(id)));
      for (const queue of asked) {
        const { id } = queue;
        const query = { scope: queue.target().stream, terms: [stateTerm('pending'), endpointTerm(id)] };
        const [first] = await documents.list(DELIVERIES_COLLECTION, { ...query, order: 'oldest', limit: 1 });
        if (first === undefined) known.delete(id);
        else known.set(id, idTime(first.id));
      }
    },
    oldestAt: () => (known.size === 0 ? undefined : Math.min(...known.values())),
  };
}
