/**
 * All that is to be delivered to one endpoint: its events, what was asked for again, and what failed and is due. Little of
 * it is in memory at a time, and no endpoint's queue knows of another's.
 */
import { COLLECTIONS } from '../../projections/collections.ts';
import { WEBHOOKS_SCOPE } from '../../projections/delivery-targets.ts';
import type { DeliveryTarget } from '../../projections/delivery-targets.ts';
import type { Documents, DocumentWrite, StoredDocument } from '../documents/port.ts';
import { CURSORS, EVERY } from './delivery.ts';
import type { Cursor } from './delivery.ts';
import { createFirstAttempts } from './first-attempts.ts';
import type { Item } from './item.ts';
import { createRetries } from './retries.ts';
import type { Stale } from './retries.ts';
import type { EnabledTarget } from './targets.ts';

export type EndpointQueue = {
  readonly id: string;
  /** Where it was enabled: what came before is not delivered any more. */
  readonly since: string;
  target(): DeliveryTarget;
  /** The endpoint has changed, though it was enabled all the time. */
  retarget(target: DeliveryTarget): void;
  /** Whether a look would find something, for all that is known. */
  wantsLook(checkpoint: bigint): boolean;
  /** Reads what comes next; true when it found something. */
  look(checkpoint: bigint): Promise<boolean>;
  hasItems(): boolean;
  next(): Item | undefined;
  /** An item that was taken, and not tried: it comes first. */
  putBack(item: Item): void;
  /** The item with its event as it is now; undefined where that is not kept any more. */
  current(item: Item): Promise<Item | undefined>;
  /** What came of an item is durable; `dueAt` is when it is tried again. */
  recorded(item: Item, dueAt: string | undefined): void;
  /** The document of a retry is gone for good. */
  retryGone(id: string): void;
  /** The look at everything that waits came by a retry of this endpoint. */
  retrySeen(): void;
  /** What waited from before the endpoint was enabled is gone. */
  recount(): void;
  /** How far it has come, if that has changed since it was last asked for. */
  cursorWrite(): DocumentWrite | undefined;
  /** Attempts that are read and not recorded yet, and retries that are known. */
  depth(): number;
  /** When the oldest of what is read and not recorded came to be, in milliseconds since 1970. */
  oldest(): number | undefined;
  retries(): number;
};

export type QueueParts = {
  readonly documents: Pick<Documents, 'list' | 'getMany'>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Where it stood when it was last recorded. */
  readonly cursor: StoredDocument | undefined;
  /** Without a record of where it stood it begins here: nothing that is older waits any more. Milliseconds since 1970. */
  readonly from: number;
  /** Whether the look at everything that waits has come to a retry. */
  readonly hasSeen: (retryId: string) => boolean;
  /** For retries that nothing comes of. */
  readonly onStale: (queue: EndpointQueue, stale: Stale) => void;
};

/** A body is read again that was in hand for longer: the person whom it is about may be forgotten since. */
const HELD_MS = 1_000;

export function createQueue(first: EnabledTarget, parts: QueueParts): EndpointQueue {
  const { documents, clock, cursor: stored, from, hasSeen } = parts;
  const { id, enabled_since } = first;
  let target: DeliveryTarget = first;
  // A queue wrote it.
  const reached = stored === undefined ? undefined : (JSON.parse(stored.body) as Cursor);
  const firsts = createFirstAttempts({ documents, endpoint: first, reached, from });
  const retries = createRetries({ documents, clock, endpointId: id, since: enabled_since, hasSeen });
  let position = stored?.position ?? 0n;
  let written = textOf(firsts.cursor());
  let turn = 0;
  let looking = false;

  const self: EndpointQueue = {
    id,
    since: enabled_since,
    target: () => target,
    retarget: (next) => (target = next),
    wantsLook: (checkpoint) => !looking && (retries.wantsLook() || firsts.wantsLook(checkpoint)),
    async look(checkpoint) {
      looking = true;
      try {
        const before = firsts.count();
        await firsts.look(checkpoint);
        const stale = retries.wantsLook() ? await retries.look() : [];
        for (const each of stale) parts.onStale(self, each);
        return firsts.count() > before || retries.hasItems();
      } finally {
        looking = false;
      }
    },
    hasItems: () => firsts.count() > 0 || retries.hasItems(),
    next() {
      // They take turns, so that neither what is new nor what failed has to wait for all of the other.
      turn += 1;
      return turn % 2 === 0 ? (retries.next() ?? firsts.next()) : (firsts.next() ?? retries.next());
    },
    putBack(item) {
      if (item.retry_id === undefined) firsts.putBack(item);
      else retries.putBack(item);
    },
    async current(item) {
      if (performance.now() - item.read_at < HELD_MS) return item;
      const read_at = performance.now();
      const [event] = await documents.getMany(COLLECTIONS.events, [item.event_id]);
      return event && { ...item, body: event.body, read_at };
    },
    recorded(item, dueAt) {
      if (item.retry_id === undefined) firsts.recorded(item);
      if (dueAt !== undefined) retries.added({ delivery_id: item.delivery_id, due_at: dueAt });
    },
    retryGone: (retryId) => retries.gone(retryId),
    retrySeen: () => retries.seen(),
    recount: () => retries.recount(),
    cursorWrite() {
      const cursor = firsts.cursor();
      const now = textOf(cursor);
      if (now === written) return undefined;
      written = now;
      position += 1n;
      const document = { id, scope: WEBHOOKS_SCOPE, terms: [EVERY], body: JSON.stringify(cursor) };
      return { collection: CURSORS, id, document, position };
    },
    depth: () => firsts.outstanding() + retries.count(),
    oldest: () => firsts.oldest(),
    retries: () => retries.count(),
  };
  return self;
}

const textOf = ({ events, redeliveries }: Cursor): string => `${events} ${redeliveries}`;
