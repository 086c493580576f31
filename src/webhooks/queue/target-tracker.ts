/** Tracks the enabled endpoints: reads them again when they may have changed, and reports the differences. */
import { COLLECTIONS } from '../../../projections/collections.ts';
import { WEBHOOKS_SCOPE } from '../../../projections/webhooks/delivery-targets.ts';
import type { DeliveryTarget } from '../../../projections/webhooks/delivery-targets.ts';
import type { DocumentStore } from '../../read-models/port.ts';

export type EnabledTarget = DeliveryTarget & { readonly enabled_since: string };

export type TargetChanges = {
  readonly opened: readonly EnabledTarget[];
  readonly changed: readonly EnabledTarget[];
  /** IDs of endpoints that are no longer enabled. */
  readonly closed: readonly string[];
};

export type TargetTracker = {
  /**
   * Passes the differences since the last refresh to `take`. An endpoint that was disabled and enabled again
   * is both closed and opened. If reading or `take` fails, the next refresh reports the differences again.
   */
  refresh(take: (changes: TargetChanges) => Promise<void>): Promise<void>;
  /** The next refresh reports every endpoint as opened. */
  reset(): void;
};

const PAGE = 500;

type Known = { readonly position: bigint; readonly body: string; readonly since: string };

export function createTargetTracker(documents: Pick<DocumentStore, 'list'>): TargetTracker {
  let known: ReadonlyMap<string, Known> = new Map();

  return {
    async refresh(take) {
      const seen = new Map<string, Known>();
      const changes = {
        opened: [] as EnabledTarget[],
        changed: [] as EnabledTarget[],
        closed: [] as string[],
      };
      const query = { scope: WEBHOOKS_SCOPE, terms: ['every'], order: 'oldest', limit: PAGE } as const;
      for (let after: string | undefined; ;) {
        const page = await documents.list(COLLECTIONS.deliveryTargets, {
          ...query,
          ...(after === undefined ? {} : { after }),
        });
        for (const { id, position, body } of page) {
          const before = known.get(id);
          // A rebuild with a different projection version may write another body at the same position.
          if (before?.position === position && before.body === body) {
            seen.set(id, before);
            continue;
          }
          // The projection wrote this document, and only enabled endpoints have the term.
          const target = JSON.parse(body) as EnabledTarget;
          seen.set(id, { position, body, since: target.enabled_since });
          if (before?.since === target.enabled_since) changes.changed.push(target);
          else {
            if (before !== undefined) changes.closed.push(id);
            changes.opened.push(target);
          }
        }
        after = page.at(-1)?.id;
        if (page.length < PAGE) break;
      }
      for (const id of known.keys()) if (!seen.has(id)) changes.closed.push(id);
      await take(changes);
      known = seen;
    },
    reset: () => (known = new Map()),
  };
}
