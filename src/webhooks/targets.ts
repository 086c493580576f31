/** Which endpoints there are to serve: looked at again when something may have changed, and told as changes. */
import { COLLECTIONS } from '../../projections/collections.ts';
import { WEBHOOKS_SCOPE } from '../../projections/delivery-targets.ts';
import type { DeliveryTarget } from '../../projections/delivery-targets.ts';
import type { Documents } from '../documents/port.ts';

export type EnabledTarget = DeliveryTarget & { readonly enabled_since: string };

export type TargetChanges = {
  readonly opened: readonly EnabledTarget[];
  readonly changed: readonly EnabledTarget[];
  /** IDs of endpoints that are not enabled any more. */
  readonly closed: readonly string[];
};

export type Targets = {
  /** What is different from the last time. One that was disabled and enabled again is both closed and opened. */
  refresh(): Promise<TargetChanges>;
  /** Everything is new at the next refresh. */
  forget(): void;
};

const PAGE = 500;

export function createTargets(documents: Pick<Documents, 'list'>): Targets {
  const known = new Map<string, { readonly position: bigint; readonly since: string }>();

  /** Undefined where nothing has changed. */
  function read(position: bigint, id: string, body: string): EnabledTarget | undefined {
    if (known.get(id)?.position === position) return undefined;
    // The projection wrote it, and enabled ones alone carry the term.
    return JSON.parse(body) as EnabledTarget;
  }

  return {
    async refresh() {
      const seen = new Set<string>();
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
          seen.add(id);
          const target = read(position, id, body);
          if (target === undefined) continue;
          const before = known.get(id);
          known.set(id, { position, since: target.enabled_since });
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
      for (const id of changes.closed) if (!seen.has(id)) known.delete(id);
      return changes;
    },
    forget: () => known.clear(),
  };
}
