/**
 * All that is to be delivered to one endpoint: its events, what was asked for again, and what failed and is due. Little of
 * it is in memory at a time, and no endpoint's queue knows of another's.
 */
import { COLLECTIONS } from '../../../projections/collections.ts';
import { WEBHOOKS_SCOPE } from '../../../projections/webhooks/delivery-targets.ts';
import type { DeliveryTarget } from '../../../projections/webhooks/delivery-targets.ts';
import type { DocumentStore, DocumentWrite, StoredDocument } from '../../read-models/port.ts';
import { CURSORS_COLLECTION, ALL_TERM } from '../records/delivery.ts';
import type { Cursor } from '../records/delivery.ts';
import { createFirstAttempts } from './first-attempts.ts';
import type { QueuedAttempt } from './queued-attempt.ts';
import { createRetryQueue } from './retry-queue.ts';
import type { StaleRetry } from './retry-queue.ts';
import type { EnabledTarget } from './target-tracker.ts';

export type EndpointQueue = {
  readonly id: string;
  /** Where it was enabled: what came before is not delivered any more. */
  readonly enabledSince: string;
  target(): DeliveryTarget;
  /** The endpoint has changed, though it was enabled all the time. */
  updateTarget(target: DeliveryTarget): void;
  /** Whether a look would find something, for all that is known. */
  needsRead(checkpoint: bigint): boolean;
  /** Reads what comes next; true when it found something. */
  readNext(checkpoint: bigint): Promise<boolean>;
  hasAttempts(): boolean;
  next(): QueuedAttempt | undefined;
  /** An item that was taken, and not tried: it comes first. */
  requeue(item: QueuedAttempt): void;
  /** The item with its event as it is now; undefined where that is not kept any more. */
  withCurrentBody(item: QueuedAttempt): Promise<QueuedAttempt | undefined>;
  /** What came of an item is durable; `dueAt` is when it is tried again. */
  markRecorded(item: QueuedAttempt, dueAt: string | undefined): void;
  /** The document of a retry is gone for good. */
  retryDeleted(id: string): void;
  /** The look at everything that waits came by a retry of this endpoint. */
  retryScanned(): void;
  /** What waited from before the endpoint was enabled is gone. */
  recountRetries(): void;
  /** How far it has come, if that has changed since it was last asked for. */
  cursorWrite(): DocumentWrite | undefined;
  /** Attempts that are read and not recorded yet, and retries that are known. */
  depth(): number;
  /** When the oldest of what is read and not recorded came to be, in milliseconds since 1970. */
  oldestAt(): number | undefined;
  retryCount(): number;
};

export type EndpointQueueOptions = {
  readonly documents: Pick<DocumentStore, 'list' | 'getMany'>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Where it stood when it was last recorded. */
  readonly cursor: StoredDocument | undefined;
  /** Without a record of where it stood it begins here: nothing that is older waits any more. Milliseconds since 1970. */
  readonly startTime: number;
  /** Whether the look at everything that waits has come to a retry. */
  readonly hasSeen: (retryId: string) => boolean;
  /** For retries that nothing comes of. */
  readonly onStale: (queue: EndpointQueue, stale: StaleRetry) => void;
};

/** A body is read again that was in hand for longer: the person whom it is about may be forgotten since. */
const HELD_MS = 1_000;

export function createEndpointQueue(first: EnabledTarget, parts: EndpointQueueOptions): EndpointQueue {
  const { documents, clock, cursor: stored, startTime, hasSeen: hasScanned } = parts;
  const { id, enabled_since } = first;
  let target: DeliveryTarget = first;
  // A queue wrote it.
  const savedCursor = stored === undefined ? undefined : (JSON.parse(stored.body) as Cursor);
  const firsts = createFirstAttempts({ documents, endpoint: first, savedCursor, startTime });
  const retries = createRetryQueue({
    documents,
    clock,
    endpointId: id,
    enabledSince: enabled_since,
    hasScanned,
  });
  let position = stored?.position ?? 0n;
  let written = textOf(firsts.cursor());
  let turn = 0;
  let looking = false;

  const self: EndpointQueue = {
    id,
    enabledSince: enabled_since,
    target: () => target,
    updateTarget: (next) => (target = next),
    needsRead: (checkpoint) => !looking && (retries.needsRead() || firsts.needsRead(checkpoint)),
    async readNext(checkpoint) {
      looking = true;
      try {
        const before = firsts.count();
        await firsts.readNext(checkpoint);
        const stale = retries.needsRead() ? await retries.readDue() : [];
        for (const each of stale) parts.onStale(self, each);
        return firsts.count() > before || retries.hasAttempts();
      } finally {
        looking = false;
      }
    },
    hasAttempts: () => firsts.count() > 0 || retries.hasAttempts(),
    next() {
      // They take turns, so that neither what is new nor what failed has to wait for all of the other.
      turn += 1;
      return turn % 2 === 0 ? (retries.next() ?? firsts.next()) : (firsts.next() ?? retries.next());
    },
    requeue(item) {
      if (item.retry_id === undefined) firsts.requeue(item);
      else retries.requeue(item);
    },
    async withCurrentBody(item) {
      if (performance.now() - item.readAt < HELD_MS) return item;
      const readAt = performance.now();
      const [event] = await documents.getMany(COLLECTIONS.events, [item.event_id]);
      return event && { ...item, body: event.body, readAt };
    },
    markRecorded(item, dueAt) {
      if (item.retry_id === undefined) firsts.markRecorded(item);
      if (dueAt !== undefined) retries.add({ delivery_id: item.delivery_id, due_at: dueAt });
    },
    retryDeleted: (retryId) => retries.markDeleted(retryId),
    retryScanned: () => retries.markScanned(),
    recountRetries: () => retries.recount(),
    cursorWrite() {
      const cursor = firsts.cursor();
      const now = textOf(cursor);
      if (now === written) return undefined;
      written = now;
      position += 1n;
      const document = { id, scope: WEBHOOKS_SCOPE, terms: [ALL_TERM], body: JSON.stringify(cursor) };
      return { collection: CURSORS_COLLECTION, id, document, position };
    },
    depth: () => firsts.outstanding() + retries.count(),
    oldestAt: () => firsts.oldestAt(),
    retryCount: () => retries.count(),
  };
  return self;
}

const textOf = ({ events, redeliveries }: Cursor): string => `${events} ${redeliveries}`;
