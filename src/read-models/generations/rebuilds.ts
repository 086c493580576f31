/**
 * Operator requests to rebuild a projection, compare generations, and remove retired ones. A request writes marks to the
 * document store; the projectors of all processes act on them.
 */
import { START } from '../../event-store/port.ts';
import type { DocumentStore } from '../port.ts';
import type { EventShape, Projection } from '../projection.ts';
import {
  generationKey,
  generationsOf,
  markKey,
  newestProjections,
  planGenerations,
  type Generation,
  type GenerationPlan,
} from './generation.ts';
import { createVerifications, type Verification } from './verifications.ts';

export type Rebuilds = {
  /** The generations of a projection; undefined if the code has no such projection. Throws StoreUnavailable. */
  plan(name: string): Promise<RebuildPlan | undefined>;
  /** Starts to build a generation unless a newer one exists. Keeps `maintained` up to date until it was compared. */
  start(generation: Generation, maintained?: Generation): Promise<void>;
  /** Retired generations of all projections that are not being removed. */
  unused(): Promise<Generation[]>;
  /**
   * Unused generations that are not kept up to date and end before this position. They still contain the personal fields that
   * later events erase.
   */
  outdated(upTo: bigint): Promise<Generation[]>;
  drop(targets: readonly Generation[]): Promise<void>;
  /** Starts a comparison in the background. Throws StoreUnavailable. */
  startComparison(plan: GenerationPlan, against: Generation): Promise<void>;
  /** The latest comparison of a projection, if any. Throws StoreUnavailable. */
  latestVerification(name: string): Promise<Verification | undefined>;
  /** Stops running comparisons. */
  close(): Promise<void>;
};

export type RebuildPlan = { readonly plan: GenerationPlan; readonly next: Generation };

/** `documents` is the store itself, not the router. `clock` is in milliseconds since 1970. */
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
      const last = generationsOf(name, checkpoints).findLast((target) => target.version === version);
      const next = { name, version, generation: (last?.generation ?? 0) + 1 };
      return { plan: planGenerations(name, version, checkpoints), next };
    },

    async start(target, kept) {
      const checkpoints = await documents.checkpoints();
      const existing = generationsOf(target.name, checkpoints).filter(
        ({ version }) => version === target.version,
      );
      if (existing.some(({ generation }) => generation >= target.generation)) return;
      const marks = new Map([[generationKey(target), START]]);
      if (kept !== undefined) marks.set(markKey(kept, 'kept'), START);
      await documents.write([], marks);
    },

    async unused() {
      const all = await plans();
      return all.flatMap(({ plan }) => plan.retired.filter((target) => !plan.dropping.includes(target)));
    },

    async outdated(upTo) {
      const all = await plans();
      return all.flatMap(({ plan: { retired, maintained, dropping }, checkpoints }) =>
        retired.filter(
          (target) =>
            !maintained.includes(target) &&
            !dropping.includes(target) &&
            (checkpoints.get(generationKey(target)) ?? START) < upTo,
        ),
      );
    },

    async drop(targets) {
      if (targets.length === 0) return;
      await documents.write([], new Map(targets.map((target) => [markKey(target, 'dropping'), START])));
    },

    async startComparison(plan, against) {
      const projection = newest.get(plan.active.name);
      if (projection !== undefined) await verifications.start(projection, plan, against);
    },

    latestVerification: (name) => verifications.latest(name),
    close: () => verifications.close(),
  };
}
