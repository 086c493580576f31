/**
 * Building projections anew, comparing builds and removing old ones, as operators ask for it. Asking leaves marks in the
 * documents store; the projectors, wherever they run, do the rest.
 */
import { PROJECTIONS } from '../projections/all.ts';
import { buildKey, buildsOf, markOf, newestRules, planOf } from './documents/builds.ts';
import type { Build, Plan } from './documents/builds.ts';
import type { Documents } from './documents/port.ts';
import { START } from './eventstore/port.ts';
import type { BookEvent } from './ledger/event.ts';
import { createVerifications } from './verifications.ts';
import type { Verification } from './verifications.ts';

export type Rebuilds = {
  /** The builds of a projection; undefined for a name that the code does not have. Throws StoreUnavailable. */
  look(name: string): Promise<Look | undefined>;
  /** Begins a build, if it is newer than all there are; `kept` is kept up to date until it was compared. */
  begin(build: Build, kept?: Build): Promise<void>;
  /** Builds of any name that nobody reads and nobody removes yet. */
  unused(): Promise<Build[]>;
  /** Those of them that nobody keeps up to date either, as far as this position: what is forgotten there stays in them. */
  outdated(upTo: bigint): Promise<Build[]>;
  drop(builds: readonly Build[]): Promise<void>;
  /** Begins a comparison, which goes on in the background. Throws StoreUnavailable. */
  compare(plan: Plan, against: Build): Promise<void>;
  /** The newest comparison of each name that had one. Throws StoreUnavailable. */
  verification(name: string): Promise<Verification | undefined>;
  /** Ends comparisons that are under way. */
  close(): Promise<void>;
};

export type Look = { readonly plan: Plan; readonly next: Build };

/** `documents` is the store itself, not what is read through. `clock` is in milliseconds since 1970. */
export function createRebuilds(documents: Documents, clock: () => number): Rebuilds {
  const newest = newestRules<BookEvent>(PROJECTIONS);
  const verifications = createVerifications(documents, clock);

  async function plans(): Promise<{ plan: Plan; checkpoints: ReadonlyMap<string, bigint> }[]> {
    const checkpoints = await documents.checkpoints();
    return [...newest.values()].map(({ name, version }) => ({
      plan: planOf(name, version, checkpoints),
      checkpoints,
    }));
  }

  return {
    async look(name) {
      const projection = newest.get(name);
      if (projection === undefined) return undefined;
      const checkpoints = await documents.checkpoints();
      const { version } = projection;
      const last = buildsOf(name, checkpoints).findLast((build) => build.version === version);
      const next = { name, version, generation: (last?.generation ?? 0) + 1 };
      return { plan: planOf(name, version, checkpoints), next };
    },

    async begin(build, kept) {
      const checkpoints = await documents.checkpoints();
      const there = buildsOf(build.name, checkpoints).filter(({ version }) => version === build.version);
      if (there.some(({ generation }) => generation >= build.generation)) return;
      const marks = new Map([[buildKey(build), START]]);
      if (kept !== undefined) marks.set(markOf(kept, 'kept'), START);
      await documents.write([], marks);
    },

    async unused() {
      const all = await plans();
      return all.flatMap(({ plan }) => plan.old.filter((build) => !plan.dropping.includes(build)));
    },

    async outdated(upTo) {
      const all = await plans();
      return all.flatMap(({ plan: { old, kept, dropping }, checkpoints }) =>
        old.filter(
          (build) =>
            !kept.includes(build) &&
            !dropping.includes(build) &&
            (checkpoints.get(buildKey(build)) ?? START) < upTo,
        ),
      );
    },

    async drop(builds) {
      if (builds.length === 0) return;
      await documents.write([], new Map(builds.map((build) => [markOf(build, 'dropping'), START])));
    },

    async compare(plan, against) {
      const projection = newest.get(plan.served.name);
      if (projection !== undefined) await verifications.begin(projection, plan, against);
    },

    verification: (name) => verifications.newest(name),
    close: () => verifications.close(),
  };
}
