import type { DeliveryTarget } from '../../projections/delivery-targets.ts';
import type { WriteChain } from './write-chain.ts';
import type { DocumentStore, StoredDocument } from '../read-models/port.ts';
import { delay, monotonicTime } from '../system/runtime.ts';
import { CURSORS_COLLECTION } from './delivery.ts';
import { EndpointQueue, type EndpointQueueOptions } from './endpoint-queue.ts';
import { TargetTracker, type EnabledTarget, type TargetChanges } from './first-attempts.ts';

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

export class ActiveEndpoints {
  readonly #options: ActiveEndpointsOptions;
  readonly #documents: ActiveEndpointsOptions['documents'];
  readonly #targets: TargetTracker;
  readonly #active = new Map<string, ActiveEndpoint>();
  #refreshAt = -Infinity;

  constructor(options: ActiveEndpointsOptions) {
    this.#options = options;
    this.#documents = options.documents;
    this.#targets = new TargetTracker(options.documents);
  }

  /**
   * Applies changes of endpoints. Returns those that were disabled, even if they are enabled again. The cursors of endpoints
   * that it opens depend on the chain.
   */
  async refresh(chain: WriteChain): Promise<readonly DeliveryTarget[]> {
    const now = monotonicTime();
    if (now < this.#refreshAt) return [];
    // Reading thousands of endpoints takes a while.
    this.#refreshAt = now + Math.max(REFRESH_INTERVAL_MS, this.#active.size / 2);
    const closedTargets: DeliveryTarget[] = [];
    const take = async ({ closed, changed, opened }: TargetChanges): Promise<void> => {
      // Nothing after this line can fail.
      const cursors = await this.#cursorsOf(opened);
      for (const id of closed) closedTargets.push(...this.#close(id));
      for (const target of changed) this.#retarget(target);
      for (const target of opened) this.#open(target, cursors.get(target.id), chain);
    };
    await this.#targets.refresh(take).catch((error: unknown) => {
      // The caller must not continue: an endpoint that is missing here would count as disabled, and its
      // deliveries would be discarded.
      this.#refreshAt = -Infinity;
      throw error;
    });
    return closedTargets;
  }

  /** The next call of `refresh` reads immediately. */
  refreshSoon(): void {
    this.#refreshAt = -Infinity;
  }

  /** Undefined for an endpoint that is not enabled. */
  find(endpointId: string): ActiveEndpoint | undefined {
    return this.#active.get(endpointId);
  }

  all(): readonly ActiveEndpoint[] {
    return [...this.#active.values()];
  }

  /** Another node delivers now. */
  closeAll(): void {
    for (const each of this.#active.values()) each.isClosed = true;
    this.#active.clear();
    this.#targets.reset();
    this.#refreshAt = -Infinity;
  }

  /** Reads new events and due retries for endpoints that are due, a few at a time. */
  async readNext(checkpoint: bigint, onRead: (endpoint: ActiveEndpoint) => void): Promise<void> {
    const now = monotonicTime();
    const due = [...this.#active.values()].filter(
      (each) => !each.isClosed && each.nextReadAt <= now && each.queue.needsRead(checkpoint),
    );
    for (let i = 0; i < due.length; i += CONCURRENT_READS) {
      const some = due.slice(i, i + CONCURRENT_READS);
      const reads = await Promise.allSettled(some.map((each) => this.#readOne(each, checkpoint)));
      // Also those of reads that failed: nothing else starts the attempts that a queue has now.
      for (const each of some) onRead(each);
      const failed = reads.find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
      // Stores in this thread answer without yielding, so give other work a turn.
      if (i + CONCURRENT_READS < due.length) await delay(0);
    }
  }

  /** Milliseconds until the next read is due at this checkpoint; at most `maxMs`. */
  msUntilNextRead(checkpoint: bigint, maxMs: number): number {
    const now = monotonicTime();
    let rest = maxMs;
    for (const { queue, isClosed, nextReadAt: at } of this.#active.values())
      if (!isClosed && at - now < rest && queue.needsRead(checkpoint)) rest = Math.max(0, at - now);
    return rest;
  }

  #idleDelayMaxMs(): number {
    return Math.max(IDLE_DELAY_MIN_MS, (this.#active.size * 1_000) / IDLE_READS_PER_SECOND);
  }

  async #cursorsOf(opened: readonly EnabledTarget[]): Promise<ReadonlyMap<string, StoredDocument>> {
    const ids = opened.map(({ id }) => id);
    const stored = ids.length === 0 ? [] : await this.#documents.getMany(CURSORS_COLLECTION, ids);
    return new Map(stored.map((cursor) => [cursor.id, cursor]));
  }

  #open(target: EnabledTarget, cursor: StoredDocument | undefined, chain: WriteChain): void {
    const clock = (): number => this.#options.bookClock(target.stream);
    // Not the time of the book: when it is advanced, events from a moment ago are days old there and may never have been sent.
    const startTime = this.#options.clock() - this.#options.windowMs;
    const queue = new EndpointQueue(target, {
      documents: this.#documents,
      chain,
      clock,
      cursor,
      startTime,
      retentionMs: this.#options.retentionMs,
      hasScanned: this.#options.hasScanned,
      onStale: this.#options.onStale,
      breaks: this.#options.breaks(),
    });
    this.#active.set(target.id, {
      queue,
      nextReadAt: 0,
      idleDelayMs: 0,
      isClosed: false,
      isDisabled: false,
      pausedUntil: undefined,
    });
  }

  #close(id: string): DeliveryTarget[] {
    const each = this.#active.get(id);
    if (each === undefined) return [];
    each.isClosed = true;
    each.isDisabled = true;
    this.#active.delete(id);
    return [each.queue.target()];
  }

  #retarget(target: EnabledTarget): void {
    const each = this.#active.get(target.id);
    if (each === undefined) return;
    each.queue.updateTarget(target);
    // The cause to disable it concerned its previous version, and it is still enabled.
    each.isClosed = false;
    // Its new keys may be readable.
    if (each.pausedUntil !== undefined) each.pausedUntil = -Infinity;
  }

  async #readOne(each: ActiveEndpoint, checkpoint: bigint): Promise<void> {
    const found = await each.queue.readNext(checkpoint);
    each.idleDelayMs = found
      ? 0
      : Math.min(Math.max(each.idleDelayMs * 2, IDLE_DELAY_MIN_MS), this.#idleDelayMaxMs());
    each.nextReadAt = monotonicTime() + each.idleDelayMs;
  }
}
