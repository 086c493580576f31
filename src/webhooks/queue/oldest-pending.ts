/** Tracks the oldest delivery that waits for a retry by querying the delivery records from time to time. */
import { monotonicTime } from '../../system/runtime.ts';
import type { DocumentStore } from '../../read-models/port.ts';
import { idTime } from '../../ledger/ids.ts';
import { DELIVERIES_COLLECTION, stateTerm, endpointTerm } from '../records/delivery.ts';
import type { EndpointQueue } from './endpoint-queue.ts';

export type OldestPending = {
  /** Queries the records again when the interval is over. */
  refresh(queues: readonly EndpointQueue[]): Promise<void>;
  /**
   * When its event happened or its redelivery was requested, in milliseconds since 1970; undefined without
   * pending retries.
   */
  oldestAt(): number | undefined;
};

const REFRESH_INTERVAL_MS = 5_000;
/** Endpoints queried per refresh. With more, each refresh continues where the last one ended. */
const ENDPOINTS_MAX = 50;

export function createOldestPending(documents: Pick<DocumentStore, 'list'>): OldestPending {
  let refreshAt = -Infinity;
  let nextIndex = 0;
  let known = new Map<string, number>();

  return {
    async refresh(queues) {
      if (monotonicTime() < refreshAt) return;
      refreshAt = monotonicTime() + REFRESH_INTERVAL_MS;
      const waiting = queues.filter((queue) => queue.retryCount() > 0);
      const from = nextIndex < waiting.length ? nextIndex : 0;
      const queried = waiting.slice(from, from + ENDPOINTS_MAX);
      nextIndex = from + ENDPOINTS_MAX;
      const ids = new Set(waiting.map(({ id }) => id));
      known = new Map([...known].filter(([id]) => ids.has(id)));
      for (const queue of queried) {
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
