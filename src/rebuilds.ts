/**
 * Building projections anew, comparing builds and removing old ones, as operators ask for it. Asking leaves marks in the
 * documents store; the projectors, wherever they run, do the rest.
 */
import { PROJECTIONS } from '../projections/all.ts';
import {
  buildKey,
  buildsOf,
  collectionsOfBuild,
  markOf,
  newestRules,
  planOf,
  type Build,
  type Plan,
} from './documents/builds.ts';
import { compareBuilds, type Compared, type Difference } from './documents/compare.ts';
import type { Documents } from './documents/port.ts';
import type { Projection } from './documents/projection.ts';
import { START } from './eventstore/port.ts';
import type { BookEvent } from './ledger/event.ts';

export type Rebuilds = {
  /** The builds of a projection; undefined for a name that the code does not have. Throws StoreUnavailable. */
  look(name: string): Promise<Look | undefined>;
  /** Begins a build, if it is newer than all there are; `kept` is kept up to date until it was compared. */
  begin(build: Build, kept?: Build): Promise<void>;
  /** Builds of any name that nobody reads and nobody removes yet. */
  unused(): Promise<Build[]>;
  /** Those of them that nobody keeps up to date either: what is forgotten stays in them. */
  outdated(): Promise<Build[]>;
  drop(builds: readonly Build[]): Promise<void>;
  /** Compares in the background. */
  compare(plan: Plan, against: Build): Promise<void>;
  /** The newest comparison of each name that had one. */
  verification(name: string): Promise<Verification | undefined>;
  /** Ends comparisons that are under way. */
  close(): Promise<void>;
};

export type Look = { readonly plan: Plan; readonly next: Build };

export type Verification = Compared & {
  readonly state: 'running' | 'done' | 'failed' | 'interrupted';
  readonly against: { readonly version: number; readonly generation: number };
  readonly examples: readonly (Difference & { readonly collection: string })[];
  readonly started_at: string;
  readonly ended_at: string | null;
  readonly reason: string | null;
};

const EXAMPLES_MAX = 100;
const SAVE_EVERY_MS = 500;
/** A comparison that has not been heard of for this long ended with its process. */
const INTERRUPTED_AFTER_MS = 30_000;

type Saved = Verification & { readonly saved_at: number };

/** `documents` is the store itself, not what is read through. `clock` is in milliseconds since 1970. */
export function createRebuilds(documents: Documents, clock: () => number): Rebuilds {
  const newest = newestRules<BookEvent>(PROJECTIONS);
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  async function plans(): Promise<{ plan: Plan; checkpoints: ReadonlyMap<string, bigint> }[]> {
    const checkpoints = await documents.checkpoints();
    return [...newest.values()].map(({ name, version }) => ({
      plan: planOf(name, version, checkpoints),
      checkpoints,
    }));
  }

  const save = (name: string, found: Verification): Promise<unknown> => {
    const saved: Saved = { ...found, saved_at: clock() };
    return documents.putRecord('projections', `verification/${name}`, JSON.stringify(saved));
  };

  async function run(projection: Projection<BookEvent>, plan: Plan, against: Build): Promise<void> {
    const { name } = projection;
    const { version, generation } = against;
    const isKept = plan.kept.some((build) => buildKey(build) === buildKey(against));
    const completeTo = isKept ? undefined : (await documents.checkpoints()).get(buildKey(against));
    const total: Compared = { compared: 0, skipped: 0, differences: 0 };
    const examples: Verification['examples'][number][] = [];
    const started_at = new Date(clock()).toISOString();
    const told = (state: Verification['state'], more: Partial<Verification> = {}): Verification => ({
      ...total,
      state,
      against: { version, generation },
      examples,
      started_at,
      ended_at: state === 'running' ? null : new Date(clock()).toISOString(),
      reason: null,
      ...more,
    });
    await save(name, told('running'));
    let savedAt = clock();
    try {
      const firsts = collectionsOfBuild(projection, against);
      for (const [at, { name: second }] of collectionsOfBuild(projection, plan.served).entries()) {
        const before = { ...total };
        const add = ({ compared, skipped, differences }: Readonly<Compared>): void => {
          total.compared = before.compared + compared;
          total.skipped = before.skipped + skipped;
          total.differences = before.differences + differences;
        };
        const collection = second.replace(/_v\d+(_g\d+)?$/, '');
        await compareBuilds({
          documents,
          first: firsts[at]?.name ?? second,
          second,
          completeTo,
          signal: stopping.signal,
          onDifference: ({ id, kind }) => {
            if (examples.length < EXAMPLES_MAX) examples.push({ collection, id, kind });
          },
          onProgress(compared) {
            add(compared);
            if (clock() - savedAt < SAVE_EVERY_MS) return;
            savedAt = clock();
            // The next one says more.
            save(name, told('running')).catch(() => undefined);
          },
        });
      }
      const end = stopping.signal.aborted ? 'interrupted' : 'done';
      await save(name, told(end));
      if (isKept && end === 'done') await documents.drop([], [markOf(against, 'kept')]);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      await save(name, told('failed', { reason })).catch(() => undefined);
    }
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

    async outdated() {
      const all = await plans();
      return all.flatMap(({ plan: { old, kept, dropping } }) =>
        old.filter((build) => !kept.includes(build) && !dropping.includes(build)),
      );
    },

    async drop(builds) {
      if (builds.length === 0) return;
      await documents.write([], new Map(builds.map((build) => [markOf(build, 'dropping'), START])));
    },

    async compare(plan, against) {
      const projection = newest.get(plan.served.name);
      if (projection === undefined) return;
      const ended = run(projection, plan, against).finally(() => running.delete(ended));
      running.add(ended);
      await Promise.resolve();
    },

    async verification(name) {
      const text = await documents.getRecord('projections', `verification/${name}`);
      if (text === undefined) return undefined;
      // It was written above.
      const { saved_at, ...found } = JSON.parse(text) as Saved;
      const isLost = found.state === 'running' && clock() - saved_at > INTERRUPTED_AFTER_MS;
      return isLost ? { ...found, state: 'interrupted' } : found;
    },

    async close() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
