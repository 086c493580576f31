import type { DeliveryTarget } from '../../projections/delivery-targets.ts';
import type { WriteChain } from '../read-models/history/write-chain.ts';
import type { DocumentStore, StoredDocument } from '../read-models/port.ts';
import { delay, monotonicTime } from '../system/runtime.ts';
import { CURSORS_COLLECTION } from './delivery.ts';
import { createEndpointQueue, type EndpointQueue, type EndpointQueueOptions } from './endpoint-queue.ts';
import { createTargetTracker, type EnabledTarget, type TargetChanges } from './first-attempts.ts';

// The enabled endpoints with their queues, and when to read each of them next.

export type ActiveEndpoint = {
  readonly queue: EndpointQueue;
  /** When an idle endpoint is read next, and the delay before that read. */
  nextReadAt: number;
  idleDelayMs: number;
  /** No attempt may start: the endpoint is disabled or about to be, or another node delivers to it. */
  isClosed: boolean;
  /** The endpoint was disabled or deleted: failed attempts are not retried. */
  isDisabled: boolean;
  /**
   * No attempt starts before this time because a signing key cannot be opened; undefined if the last attempt
   * was signed.
   */
  pausedUntil: number | undefined;
};

export type ActiveEndpoints = {
  /**
   * Applies changes of endpoints. Returns those that were disabled, even if they are enabled again. The cursors of endpoints
   * that it opens depend on the chain.
   */
  refresh(chain: WriteChain): Promise<readonly DeliveryTarget[]>;
  /** The next call of `refresh` reads immediately. */
  refreshSoon(): void;
  /** Undefined for an endpoint that is not enabled. */
  find(endpointId: string): ActiveEndpoint | undefined;
  all(): readonly ActiveEndpoint[];
  /** Another node delivers now. */
  closeAll(): void;
  /** Reads new events and due retries for endpoints that are due, a few at a time. */
  readNext(checkpoint: bigint, onRead: (endpoint: ActiveEndpoint) => void): Promise<void>;
  /** Milliseconds until the next read is due at this checkpoint; at most `maxMs`. */
  msUntilNextRead(checkpoint: bigint, maxMs: number): number;
};

type ActiveEndpointsOptions = Pick<EndpointQueueOptions, 'hasScanned' | 'onStale'> & {
  /** The service's time, in milliseconds since 1970. */
  readonly clock: () => number;
  /** The time of a book, in milliseconds since 1970. */
  readonly bookClock: (stream: string) => number;
  readonly documents: Pick<DocumentStore, 'list' | 'intersect' | 'getMany'>;
  /** How long deliveries are retried, in milliseconds. */
  readonly windowMs: number;
  /** Events are not deleted before they are this old, in milliseconds. */
  readonly retentionMs: number;
  /** How often the documents went back in time. */
  readonly breaks: () => bigint;
};

const REFRESH_INTERVAL_MS = 100;
/** Idle endpoints are read less and less often, up to this many reads per second in total. */
const IDLE_READS_PER_SECOND = 300;
const IDLE_DELAY_MIN_MS = 25;
const CONCURRENT_READS = 16;

export function createActiveEndpoints(options: ActiveEndpointsOptions): ActiveEndpoints {
  const { documents, bookClock, windowMs, retentionMs, breaks, hasScanned, onStale } = options;
  const targets = createTargetTracker(documents);
  const active = new Map<string, ActiveEndpoint>();
  let refreshAt = -Infinity;

  const idleDelayMaxMs = (): number =>
    Math.max(IDLE_DELAY_MIN_MS, (active.size * 1_000) / IDLE_READS_PER_SECOND);

  async function cursorsOf(opened: readonly EnabledTarget[]): Promise<ReadonlyMap<string, StoredDocument>> {
    const ids = opened.map(({ id }) => id);
    const stored = ids.length === 0 ? [] : await documents.getMany(CURSORS_COLLECTION, ids);
    return new Map(stored.map((cursor) => [cursor.id, cursor]));
  }

  function open(target: EnabledTarget, cursor: StoredDocument | undefined, chain: WriteChain): void {
    const clock = (): number => bookClock(target.stream);
    // Not the time of the book: when it is advanced, events from a moment ago are days old there and may never have been sent.
    const startTime = options.clock() - windowMs;
    const queue = createEndpointQueue(target, {
      ...{ documents, chain, clock, cursor, startTime, retentionMs, hasScanned, onStale },
      breaks: breaks(),
    });
    active.set(target.id, {
      queue,
      nextReadAt: 0,
      idleDelayMs: 0,
      isClosed: false,
      isDisabled: false,
      pausedUntil: undefined,
    });
  }

  function close(id: string): DeliveryTarget[] {
    const each = active.get(id);
    if (each === undefined) return [];
    each.isClosed = true;
    each.isDisabled = true;
    active.delete(id);
    return [each.queue.target()];
  }

  function retarget(target: EnabledTarget): void {
    const each = active.get(target.id);
    if (each === undefined) return;
    each.queue.updateTarget(target);
    // The cause to disable it concerned its previous version, and it is still enabled.
    each.isClosed = false;
    // Its new keys may be readable.
    if (each.pausedUntil !== undefined) each.pausedUntil = -Infinity;
  }

  async function readOne(each: ActiveEndpoint, checkpoint: bigint): Promise<void> {
    const found = await each.queue.readNext(checkpoint);
    each.idleDelayMs = found
      ? 0
      : Math.min(Math.max(each.idleDelayMs * 2, IDLE_DELAY_MIN_MS), idleDelayMaxMs());
    each.nextReadAt = monotonicTime() + each.idleDelayMs;
  }

  return {
    async refresh(chain) {
      const now = monotonicTime();
      if (now < refreshAt) return [];
      // Reading thousands of endpoints takes a while.
      refreshAt = now + Math.max(REFRESH_INTERVAL_MS, active.size / 2);
      const closedTargets: DeliveryTarget[] = [];
      const take = async ({ closed, changed, opened }: TargetChanges): Promise<void> => {
        // Nothing after this line can fail.
        const cursors = await cursorsOf(opened);
        for (const id of closed) closedTargets.push(...close(id));
        for (const target of changed) retarget(target);
        for (const target of opened) open(target, cursors.get(target.id), chain);
      };
      await targets.refresh(take).catch((error: unknown) => {
        // The caller must not continue: an endpoint that is missing here would count as disabled, and its
        // deliveries would be discarded.
        refreshAt = -Infinity;
        throw error;
      });
      return closedTargets;
    },
    refreshSoon: () => (refreshAt = -Infinity),
    find: (endpointId) => active.get(endpointId),
    all: () => [...active.values()],
    closeAll() {
      for (const each of active.values()) each.isClosed = true;
      active.clear();
      targets.reset();
      refreshAt = -Infinity;
    },
    async readNext(checkpoint, onRead) {
      const now = monotonicTime();
      const due = [...active.values()].filter(
        (each) => !each.isClosed && each.nextReadAt <= now && each.queue.needsRead(checkpoint),
      );
      for (let i = 0; i < due.length; i += CONCURRENT_READS) {
        const some = due.slice(i, i + CONCURRENT_READS);
        const reads = await Promise.allSettled(some.map((each) => readOne(each, checkpoint)));
        // Also those of reads that failed: nothing else starts the attempts that a queue has now.
        for (const each of some) onRead(each);
        const failed = reads.find(({ status }) => status === 'rejected');
        if (failed?.status === 'rejected') throw failed.reason;
        // Stores in this thread answer without yielding, so give other work a turn.
        if (i + CONCURRENT_READS < due.length) await delay(0);
      }
    },
    msUntilNextRead(checkpoint, maxMs) {
      const now = monotonicTime();
      let rest = maxMs;
      for (const { queue, isClosed, nextReadAt: at } of active.values())
        if (!isClosed && at - now < rest && queue.needsRead(checkpoint)) rest = Math.max(0, at - now);
      return rest;
    },
  };
}
