/**
 * Building projections anew, comparing builds and removing old ones, as operators ask for it. Asking leaves marks in the
 * documents store; the projectors, wherever they run, do the rest.
 */
import { generationKey, generationsOf, markKey, newestProjections, planGenerations } from './generation.ts';
import type { Generation, GenerationPlan } from './generation.ts';
import type { DocumentStore } from '../port.ts';
import { START } from '../../event-store/port.ts';
import type { EventShape, Projection } from '../projection.ts';
import { createVerifications } from './verifications.ts';
import type { Verification } from './verifications.ts';

export type Rebuilds = {
  /** The builds of a projection; undefined for a name that the code does not have. Throws StoreUnavailable. */
  plan(name: string): Promise<RebuildPlan | undefined>;
  /** Begins a build, if it is newer than all there are; `kept` is kept up to date until it was compared. */
  start(generation: Generation, maintained?: Generation): Promise<void>;
  /** Builds of any name that nobody reads and nobody removes yet. */
  unused(): Promise<Generation[]>;
  /** Those of them that nobody keeps up to date either, as far as this position: what is forgotten there stays in them. */
  outdated(upTo: bigint): Promise<Generation[]>;
  drop(builds: readonly Generation[]): Promise<void>;
  /** Begins a comparison, which goes on in the background. Throws StoreUnavailable. */
  startComparison(plan: GenerationPlan, against: Generation): Promise<void>;
  /** The newest comparison of each name that had one. Throws StoreUnavailable. */
  latestVerification(name: string): Promise<Verification | undefined>;
  /** Ends comparisons that are under way. */
  close(): Promise<void>;
};

export type RebuildPlan = { readonly plan: GenerationPlan; readonly next: Generation };

/** `documents` is the store itself, not what is read through. `clock` is in milliseconds since 1970. */
export function createRebuilds<E extends EventShape>(
  documents: DocumentStore,
  projections: readonly Projection<E>[],
  clock: () => number,
): Rebuilds {
  const newest = newestProjections(projections);
  const verifications = createVerifications(documents, clock);

  async function plans(): Promise<{ plan: GenerationPlan; checkpoints: ReadonlyMap<string, bigint> }[]> {
    const checkpoints = await documents.checkpoints();
    return [...newest.values()].map(({ name, version }) => ({
      plan: planGenerations(name, version, checkpoints),
      checkpoints,
    }));
  }

  return {
    async plan(name) {
      const projection = newest.get(name);
      if (projection === undefined) return undefined;
      const checkpoints = await documents.checkpoints();
      const { version } = projection;
      const last = generationsOf(name, checkpoints).findLast((build) => build.version === version);
      const next = { name, version, generation: (last?.generation ?? 0) + 1 };
      return { plan: planGenerations(name, version, checkpoints), next };
    },

    async start(build, kept) {
      const checkpoints = await documents.checkpoints();
      const there = generationsOf(build.name, checkpoints).filter(({ version }) => version === build.version);
      if (there.some(({ generation }) => generation >= build.generation)) return;
      const marks = new Map([[generationKey(build), START]]);
      if (kept !== undefined) marks.set(markKey(kept, 'kept'), START);
      await documents.write([], marks);
    },

    async unused() {
      const all = await plans();
      return all.flatMap(({ plan }) => plan.retired.filter((build) => !plan.dropping.includes(build)));
    },

    async outdated(upTo) {
      const all = await plans();
      return all.flatMap(({ plan: { retired, maintained, dropping }, checkpoints }) =>
        retired.filter(
          (build) =>
            !maintained.includes(build) &&
            !dropping.includes(build) &&
            (checkpoints.get(generationKey(build)) ?? START) < upTo,
        ),
      );
    },

    async drop(builds) {
      if (builds.length === 0) return;
      await documents.write([], new Map(builds.map((build) => [markKey(build, 'dropping'), START])));
    },

    async startComparison(plan, against) {
      const projection = newest.get(plan.active.name);
      if (projection !== undefined) await verifications.start(projection, plan, against);
    },

    latestVerification: (name) => verifications.latest(name),
    close: () => verifications.close(),
  };
}
