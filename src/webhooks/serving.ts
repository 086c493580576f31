/** The endpoints that are served now, each with its queue, and when each of them is worth a look. */
import { setTimeout as delay } from 'node:timers/promises';
import type { DeliveryTarget } from '../../projections/delivery-targets.ts';
import type { Documents, StoredDocument } from '../documents/port.ts';
import { CURSORS } from './delivery.ts';
import { createQueue } from './queue.ts';
import type { EndpointQueue, QueueParts } from './queue.ts';
import { createTargets } from './targets.ts';
import type { EnabledTarget, TargetChanges } from './targets.ts';

export type Served = {
  readonly queue: EndpointQueue;
  /** When an idle one is looked at again, and how long it was left alone before. */
  lookAt: number;
  idleMs: number;
  /** Nothing begins any more: it is disabled or about to be, or served by another node. */
  isClosed: boolean;
  /** It was disabled or deleted: what fails now is not tried again. */
  isDisabled: boolean;
  /** Nothing begins before, as a key does not open; undefined where the last attempt was signed. */
  heldUntil: number | undefined;
};

export type Serving = {
  /** Takes up what has changed about the endpoints, and gives those that were disabled, even if they are enabled again. */
  refresh(): Promise<readonly DeliveryTarget[]>;
  /** The next refresh happens at once. */
  soon(): void;
  /** Undefined for an endpoint that is not enabled. */
  find(endpointId: string): Served | undefined;
  all(): readonly Served[];
  /** Another node serves them now. */
  closeAll(): void;
  /** Reads what is new and due for those that are worth a look, a few at a time. */
  look(checkpoint: bigint, onLooked: (each: Served) => void): Promise<void>;
  /** How long nothing is worth a look, as far as is known at this checkpoint, in milliseconds; at most `maxMs`. */
  restMs(checkpoint: bigint, maxMs: number): number;
};

export type ServingOptions = Pick<QueueParts, 'clock' | 'hasSeen' | 'onStale'> & {
  readonly documents: Pick<Documents, 'list' | 'getMany'>;
  /** How long what is to be delivered is tried; in milliseconds. */
  readonly windowMs: number;
};

const TARGETS_EVERY_MS = 100;
/** What is idle is looked at ever less often; so many looks in a second it may cost altogether. */
const IDLE_LOOKS_PER_SECOND = 300;
const IDLE_FIRST_MS = 25;
const LOOKS_AT_ONCE = 16;

export function createServing(options: ServingOptions): Serving {
  const { documents, clock, windowMs, hasSeen, onStale } = options;
  const targets = createTargets(documents);
  const served = new Map<string, Served>();
  let targetsAt = -Infinity;

  const idleMaxMs = (): number => Math.max(IDLE_FIRST_MS, (served.size * 1_000) / IDLE_LOOKS_PER_SECOND);

  async function cursorsOf(opened: readonly EnabledTarget[]): Promise<ReadonlyMap<string, StoredDocument>> {
    const ids = opened.map(({ id }) => id);
    const stored = ids.length === 0 ? [] : await documents.getMany(CURSORS, ids);
    return new Map(stored.map((cursor) => [cursor.id, cursor]));
  }

  function open(target: EnabledTarget, cursor: StoredDocument | undefined): void {
    const from = clock() - windowMs;
    const queue = createQueue(target, { documents, clock, cursor, from, hasSeen, onStale });
    served.set(target.id, {
      queue,
      lookAt: 0,
      idleMs: 0,
      isClosed: false,
      isDisabled: false,
      heldUntil: undefined,
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
    each.queue.retarget(target);
    // What said that it is gone was another address, if it is still enabled.
    each.isClosed = false;
    // It may have a key by now that opens.
    if (each.heldUntil !== undefined) each.heldUntil = -Infinity;
  }

  async function lookAt(each: Served, checkpoint: bigint): Promise<void> {
    const found = await each.queue.look(checkpoint);
    each.idleMs = found ? 0 : Math.min(Math.max(each.idleMs * 2, IDLE_FIRST_MS), idleMaxMs());
    each.lookAt = performance.now() + each.idleMs;
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
    soon: () => (targetsAt = -Infinity),
    find: (endpointId) => served.get(endpointId),
    all: () => [...served.values()],
    closeAll() {
      for (const each of served.values()) each.isClosed = true;
      served.clear();
      targets.forget();
      targetsAt = -Infinity;
    },
    async look(checkpoint, onLooked) {
      const now = performance.now();
      const due = [...served.values()].filter(
        (each) => !each.isClosed && each.lookAt <= now && each.queue.wantsLook(checkpoint),
      );
      for (let i = 0; i < due.length; i += LOOKS_AT_ONCE) {
        const some = due.slice(i, i + LOOKS_AT_ONCE);
        await Promise.all(some.map((each) => lookAt(each, checkpoint)));
        for (const each of some) onLooked(each);
        // Stores in this thread answer without a pause, and others wait for it too.
        if (i + LOOKS_AT_ONCE < due.length) await delay(0);
      }
    },
    restMs(checkpoint, maxMs) {
      const now = performance.now();
      let rest = maxMs;
      for (const { queue, isClosed, lookAt: at } of served.values())
        if (!isClosed && at - now < rest && queue.wantsLook(checkpoint)) rest = Math.max(0, at - now);
      return rest;
    },
  };
}
