/**
 * Operator requests to rebuild a projection, compare generations, and remove retired ones. A request writes marks to the
 * document store; the projectors of all processes act on them.
 */
import { START } from '../../event-store/port.ts';
import type { DocumentStore, StoredDocument } from '../port.ts';
import type { EventShape, Projection } from '../projection.ts';
import {
  generationKey,
  generationsOf,
  isSameGeneration,
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
  /**
   * Starts a comparison for which a generation has been kept up to date for a while, and that nobody runs: who asked for the
   * rebuild may have been interrupted before. Only one node may call this. Throws StoreUnavailable.
   */
  startForgottenComparisons(): Promise<void>;
  /** The latest comparison of a projection, if any. Throws StoreUnavailable. */
  latestVerification(name: string): Promise<Verification | undefined>;
  /** Stops running comparisons. */
  close(): Promise<void>;
};

/** Who asks for a rebuild and a comparison asks for the comparison as soon as the rebuild has ended. */
const FORGOTTEN_AFTER_MS = 60_000;

export type RebuildPlan = { readonly plan: GenerationPlan; readonly next: Generation };

const hasFailed = (latest: Verification | undefined, against: Generation): boolean =>
  latest?.state === 'failed' && isSameGeneration({ name: against.name, ...latest.against }, against);

/**
 * `documents` is the store itself, not the router. `clock` is in milliseconds since 1970. A comparison ignores that one generation
 * lacks a document for which `isDeletedLater` is true.
 */
export function createRebuilds<E extends EventShape>(
  documents: DocumentStore,
  projections: readonly Projection<E>[],
  clock: () => number,
  isDeletedLater?: (document: StoredDocument) => boolean,
): Rebuilds {
  const newest = newestProjections(projections);
  const verifications = createVerifications(documents, clock, isDeletedLater);
  /** Since when a generation has been kept for a comparison that nobody runs, by its key. */
  const waiting = new Map<string, number>();

  async function plans(): Promise<{ plan: GenerationPlan; checkpoints: ReadonlyMap<string, bigint> }[]> {
    const checkpoints = await documents.checkpoints();
    return [...newest.values()].map(({ name, version }) => ({
      plan: planGenerations(name, version, checkpoints),
      checkpoints,
    }));
  }

  async function compare(plan: GenerationPlan, against: Generation): Promise<void> {
    const projection = newest.get(plan.active.name);
    if (projection !== undefined) await verifications.start(projection, plan, against);
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

    startComparison: compare,

    async startForgottenComparisons() {
      const owed = (await plans()).flatMap(({ plan }) => {
        const against = plan.building === undefined && plan.isComplete ? plan.maintained.at(-1) : undefined;
        return against === undefined ? [] : { plan, against };
      });
      // One after another, like the command line.
      const latest = await Promise.all(owed.map(({ plan }) => verifications.latest(plan.active.name)));
      if (latest.some((each) => each?.state === 'running')) waiting.clear();
      for (const [index, { plan, against }] of owed.entries()) {
        const since = waiting.get(generationKey(against)) ?? clock();
        waiting.set(generationKey(against), since);
        // An operator sees a failure, and asks again.
        if (clock() - since < FORGOTTEN_AFTER_MS || hasFailed(latest[index], against)) continue;
        waiting.clear();
        return compare(plan, against);
      }
    },

    latestVerification: (name) => verifications.latest(name),
    close: () => verifications.close(),
  };
}
