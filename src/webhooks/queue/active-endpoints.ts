/** The endpoints that are served now, each with its queue, and when each of them is worth a look. */
import { setTimeout as delay } from 'node:timers/promises';
import type { DeliveryTarget } from '../../../projections/webhooks/delivery-targets.ts';
import type { DocumentStore, StoredDocument } from '../../read-models/port.ts';
import { CURSORS_COLLECTION } from '../records/delivery.ts';
import { createEndpointQueue } from './endpoint-queue.ts';
import type { EndpointQueue, EndpointQueueOptions } from './endpoint-queue.ts';
import { createTargetTracker } from './target-tracker.ts';
import type { EnabledTarget, TargetChanges } from './target-tracker.ts';

export type ActiveEndpoint = {
  readonly queue: EndpointQueue;
  /** When an idle one is looked at again, and how long it was left alone before. */
  nextReadAt: number;
  idleDelayMs: number;
  /** Nothing begins any more: it is disabled or about to be, or served by another node. */
  isClosed: boolean;
  /** It was disabled or deleted: what fails now is not tried again. */
  isDisabled: boolean;
  /** Nothing begins before, as a key does not open; undefined where the last attempt was signed. */
  pausedUntil: number | undefined;
};

export type ActiveEndpoints = {
  /** Takes up what has changed about the endpoints, and gives those that were disabled, even if they are enabled again. */
  refresh(): Promise<readonly DeliveryTarget[]>;
  /** The next refresh happens at once. */
  refreshSoon(): void;
  /** Undefined for an endpoint that is not enabled. */
  find(endpointId: string): ActiveEndpoint | undefined;
  all(): readonly ActiveEndpoint[];
  /** Another node serves them now. */
  closeAll(): void;
  /** Reads what is new and due for those that are worth a look, a few at a time. */
  readNext(checkpoint: bigint, onLooked: (each: ActiveEndpoint) => void): Promise<void>;
  /** How long nothing is worth a look, as far as is known at this checkpoint, in milliseconds; at most `maxMs`. */
  msUntilNextRead(checkpoint: bigint, maxMs: number): number;
};

export type ActiveEndpointsOptions = Pick<EndpointQueueOptions, 'clock' | 'hasSeen' | 'onStale'> & {
  readonly documents: Pick<DocumentStore, 'list' | 'getMany'>;
  /** How long what is to be delivered is tried; in milliseconds. */
  readonly windowMs: number;
};

const TARGETS_EVERY_MS = 100;
/** What is idle is looked at ever less often; so many looks in a second it may cost altogether. */
const IDLE_LOOKS_PER_SECOND = 300;
const IDLE_FIRST_MS = 25;
const LOOKS_AT_ONCE = 16;

export function createActiveEndpoints(options: ActiveEndpointsOptions): ActiveEndpoints {
  const { documents, clock, windowMs, hasSeen, onStale } = options;
  const targets = createTargetTracker(documents);
  const served = new Map<string, ActiveEndpoint>();
  let targetsAt = -Infinity;

  const idleMaxMs = (): number => Math.max(IDLE_FIRST_MS, (served.size * 1_000) / IDLE_LOOKS_PER_SECOND);

  async function cursorsOf(opened: readonly EnabledTarget[]): Promise<ReadonlyMap<string, StoredDocument>> {
    const ids = opened.map(({ id }) => id);
    const stored = ids.length === 0 ? [] : await documents.getMany(CURSORS_COLLECTION, ids);
    return new Map(stored.map((cursor) => [cursor.id, cursor]));
  }

  function open(target: EnabledTarget, cursor: StoredDocument | undefined): void {
    const startTime = clock() - windowMs;
    const queue = createEndpointQueue(target, { documents, clock, cursor, startTime, hasSeen, onStale });
    served.set(target.id, {
      queue,
      nextReadAt: 0,
      idleDelayMs: 0,
      isClosed: false,
      isDisabled: false,
      pausedUntil: undefined,
    });
  }

  function close(id: string): DeliveryTarget[] {
    const each = served.get(id);
    if (each === undefined) return [];
    each.isClosed = true;
    each.isDisabled = true;
    served.delete(id);
    return [each.queue.target()];
  }

  function retarget(target: EnabledTarget): void {
    const each = served.get(target.id);
    if (each === undefined) return;
    each.queue.updateTarget(target);
    // What said that it is gone was another address, if it is still enabled.
    each.isClosed = false;
    // It may have a key by now that opens.
    if (each.pausedUntil !== undefined) each.pausedUntil = -Infinity;
  }

  async function lookAt(each: ActiveEndpoint, checkpoint: bigint): Promise<void> {
    const found = await each.queue.readNext(checkpoint);
    each.idleDelayMs = found ? 0 : Math.min(Math.max(each.idleDelayMs * 2, IDLE_FIRST_MS), idleMaxMs());
    each.nextReadAt = performance.now() + each.idleDelayMs;
  }

  return {
    async refresh() {
      const now = performance.now();
      if (now < targetsAt) return [];
      // Thousands of endpoints take a while to look through.
      targetsAt = now + Math.max(TARGETS_EVERY_MS, served.size / 2);
      const gone: DeliveryTarget[] = [];
      const take = async ({ closed, changed, opened }: TargetChanges): Promise<void> => {
        // Nothing after this can fail.
        const cursors = await cursorsOf(opened);
        for (const id of closed) gone.push(...close(id));
        for (const target of changed) retarget(target);
        for (const target of opened) open(target, cursors.get(target.id));
      };
      await targets.refresh(take).catch((error: unknown) => {
        // Nobody goes on before it is known: what is not served is taken for disabled, and what waits for it is dropped.
        targetsAt = -Infinity;
        throw error;
      });
      return gone;
    },
    refreshSoon: () => (targetsAt = -Infinity),
    find: (endpointId) => served.get(endpointId),
    all: () => [...served.values()],
    closeAll() {
      for (const each of served.values()) each.isClosed = true;
      served.clear();
      targets.reset();
      targetsAt = -Infinity;
    },
    async readNext(checkpoint, onLooked) {
      const now = performance.now();
      const due = [...served.values()].filter(
        (each) => !each.isClosed && each.nextReadAt <= now && each.queue.needsRead(checkpoint),
      );
      for (let i = 0; i < due.length; i += LOOKS_AT_ONCE) {
        const some = due.slice(i, i + LOOKS_AT_ONCE);
        await Promise.all(some.map((each) => lookAt(each, checkpoint)));
        for (const each of some) onLooked(each);
        // Stores in this thread answer without a pause, and others wait for it too.
        if (i + LOOKS_AT_ONCE < due.length) await delay(0);
      }
    },
    msUntilNextRead(checkpoint, maxMs) {
      const now = performance.now();
      let rest = maxMs;
      for (const { queue, isClosed, nextReadAt: at } of served.values())
        if (!isClosed && at - now < rest && queue.needsRead(checkpoint)) rest = Math.max(0, at - now);
      return rest;
    },
  };
}
