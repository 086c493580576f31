/** Since when the oldest delivery waits for its next attempt: asked of the records, now and then. */
import type { Documents } from '../documents/port.ts';
import { timeOf } from '../ledger/identifier.ts';
import { DELIVERIES, inState, ofEndpoint } from './delivery.ts';
import type { EndpointQueue } from './queue.ts';

export type Oldest = {
  /** Asks again, if it is time for that. */
  refresh(queues: readonly EndpointQueue[]): Promise<void>;
  /** When its event came to be or was asked for again, in milliseconds since 1970; undefined where nothing waits. */
  waiting(): number | undefined;
};

const EVERY_MS = 5_000;
/** So many endpoints are asked about at a time, in turn where there are more with something that waits. */
const ENDPOINTS_MAX = 50;

export function createOldest(documents: Pick<Documents, 'list'>): Oldest {
  let askAt = -Infinity;
  let turn = 0;
  let known = new Map<string, number>();

  return {
    async refresh(queues) {
      if (performance.now() < askAt) return;
      askAt = performance.now() + EVERY_MS;
      const waiting = queues.filter((queue) => queue.retries() > 0);
      const from = turn < waiting.length ? turn : 0;
      const asked = waiting.slice(from, from + ENDPOINTS_MAX);
      turn = from + ENDPOINTS_MAX;
      const ids = new Set(waiting.map(({ id }) => id));
      known = new Map([...known].filter(([id]) => ids.has(id)));
      for (const queue of asked) {
        const { id } = queue;
        const query = { scope: queue.target().stream, terms: [inState('pending'), ofEndpoint(id)] };
        const [first] = await documents.list(DELIVERIES, { ...query, order: 'oldest', limit: 1 });
        if (first === undefined) known.delete(id);
        else known.set(id, timeOf(first.id));
      }
    },
    waiting: () => (known.size === 0 ? undefined : Math.min(...known.values())),
  };
}
