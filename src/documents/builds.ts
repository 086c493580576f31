/**
 * Builds: the physical collections behind a projection's name. Raised rules, or an operator who wants it, start another
 * build beside the one that is read, and the name moves over when it has caught up.
 *
 * What builds there are stands in the documents store beside their checkpoints, as marks that are only ever added until
 * a build is dropped: so several nodes may write them, in any order, and all that read them come to the same plan.
 */
import { collectionsOf, versioned, type EventShape, type Projection } from './projection.ts';

/** The rules' version, and how often these rules were begun anew. */
export type Build = { readonly name: string; readonly version: number; readonly generation: number };

/** The name of a build's checkpoint. */
export const buildKey = ({ name, version, generation }: Build): string =>
  versioned(name, version, generation);

/**
 * What is kept about a build beside its checkpoint: that it has caught up once and may be read; that it is kept up to
 * date for a comparison although another one is read; that it is to go; and how many events its building went through.
 */
export type Mark = 'complete' | 'kept' | 'dropping' | 'events';
const MARKS: readonly Mark[] = ['complete', 'kept', 'dropping', 'events'];

/** A mark stands among the checkpoints. No projection's name has a blank. */
export const markOf = (build: Build, mark: Mark): string => `${buildKey(build)} ${mark}`;

/** The names of all that is kept about a build. */
export const entriesOf = (build: Build): string[] => [
  ...MARKS.map((mark) => markOf(build, mark)),
  buildKey(build),
];

export type Plan = {
  /** What is read. */
  readonly served: Build;
  /** Whether it has caught up once; it may be the first one of all, which is read while it grows. */
  readonly isComplete: boolean;
  /** What takes its place when it has caught up. */
  readonly building: Build | undefined;
  /** Kept up to date, but not read. */
  readonly kept: readonly Build[];
  /** What nobody needs any more. Builds of newer rules than this code has are not among them. */
  readonly old: readonly Build[];
  /** Of those, what is on its way out. */
  readonly dropping: readonly Build[];
};

type Checkpoints = ReadonlyMap<string, bigint>;

/**
 * What is to be done for a projection whose newest rules here have this version. Read is the newest build that has caught
 * up; where none has, the oldest one there is.
 */
export function planOf(name: string, version: number, checkpoints: Checkpoints): Plan {
  const own = { name, version, generation: 1 };
  const has = (build: Build, mark: Mark): boolean => checkpoints.has(markOf(build, mark));
  const all = buildsOf(name, checkpoints).filter((build) => build.version <= version);
  const staying = all.filter((build) => !has(build, 'dropping'));
  const complete = staying.filter((build) => has(build, 'complete'));
  const served = complete.at(-1) ?? staying[0] ?? own;
  const newest = staying.findLast((build) => build.version === version) ?? own;
  const building = isSame(newest, served) || has(newest, 'complete') ? undefined : newest;
  const others = all.filter((build) => !isSame(build, served) && (!building || !isSame(build, building)));
  // Nobody keeps up what was made by older rules.
  const kept = others.filter(
    (build) => build.version === version && has(build, 'kept') && !has(build, 'dropping'),
  );
  return {
    served,
    isComplete: has(served, 'complete'),
    building,
    kept,
    old: others,
    dropping: others.filter((build) => has(build, 'dropping')),
  };
}

export const isSame = (a: Build, b: Build): boolean => buildKey(a) === buildKey(b);

/** The builds of a name that have a checkpoint, oldest first. */
export function buildsOf(name: string, checkpoints: Checkpoints): Build[] {
  const builds: Build[] = [];
  for (const key of checkpoints.keys()) {
    if (!key.startsWith(`${name}_v`)) continue;
    const [, version, generation = '1'] = /^_v(\d+)(?:_g(\d+))?$/.exec(key.slice(name.length)) ?? [];
    if (version !== undefined)
      builds.push({ name, version: Number(version), generation: Number(generation) });
  }
  return builds.sort((a, b) => a.version - b.version || a.generation - b.generation);
}

/** A projection's newest rules, by its name. A name may stand there twice: its older rules go on until the newer are done. */
export function newestRules<E extends EventShape>(
  projections: readonly Projection<E>[],
): Map<string, Projection<E>> {
  const newest = new Map<string, Projection<E>>();
  for (const projection of projections)
    if ((newest.get(projection.name)?.version ?? 0) < projection.version)
      newest.set(projection.name, projection);
  return newest;
}

/** The collections of a build. Those of older rules had the names that the projection has now. */
export const collectionsOfBuild = <E extends EventShape>(projection: Projection<E>, build: Build) =>
  collectionsOf({ ...projection, version: build.version }, build.generation);
