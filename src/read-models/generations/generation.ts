/**
 * Builds: the physical collections behind a projection's name. Raised rules, or an operator who wants it, start another
 * build beside the one that is read, and the name moves over when it has caught up.
 *
 * What builds there are stands in the documents store beside their checkpoints, as marks that are only ever added until
 * a build is dropped: so several nodes may write them, in any order, and all that read them come to the same plan.
 */
import { collectionsOf, versionedName, type EventShape, type Projection } from '../projection.ts';

/** The rules' version, and how often these rules were begun anew. */
export type Generation = { readonly name: string; readonly version: number; readonly generation: number };

/** The name of a build's checkpoint. */
export const generationKey = ({ name, version, generation }: Generation): string =>
  versionedName(name, version, generation);

/**
 * What is kept about a build beside its checkpoint: that it has caught up once and may be read; that it is kept up to
 * date for a comparison although another one is read; that it is to go; and how many events its building went through.
 */
export type GenerationMark = 'complete' | 'kept' | 'dropping' | 'events';
const MARKS: readonly GenerationMark[] = ['complete', 'kept', 'dropping', 'events'];

/** A mark stands among the checkpoints. No projection's name has a blank. */
export const markKey = (build: Generation, mark: GenerationMark): string => `${generationKey(build)} ${mark}`;

/** The names of all that is kept about a build. */
export const checkpointNames = (build: Generation): string[] => [
  ...MARKS.map((mark) => markKey(build, mark)),
  generationKey(build),
];

export type GenerationPlan = {
  /** What is read. */
  readonly active: Generation;
  /** Whether it has caught up once; it may be the first one of all, which is read while it grows. */
  readonly isComplete: boolean;
  /** What takes its place when it has caught up. */
  readonly building: Generation | undefined;
  /** Kept up to date, but not read. */
  readonly maintained: readonly Generation[];
  /** What nobody needs any more. Builds of newer rules than this code has are not among them. */
  readonly retired: readonly Generation[];
  /** Of those, what is on its way out. */
  readonly dropping: readonly Generation[];
};

type Checkpoints = ReadonlyMap<string, bigint>;

/**
 * What is to be done for a projection whose newest rules here have this version. Read is the newest build that has caught
 * up; where none has, the oldest one there is.
 */
export function planGenerations(name: string, version: number, checkpoints: Checkpoints): GenerationPlan {
  const own = { name, version, generation: 1 };
  const has = (build: Generation, mark: GenerationMark): boolean => checkpoints.has(markKey(build, mark));
  const all = generationsOf(name, checkpoints).filter((build) => build.version <= version);
  const staying = all.filter((build) => !has(build, 'dropping'));
  const complete = staying.filter((build) => has(build, 'complete'));
  const active = complete.at(-1) ?? staying[0] ?? own;
  const newest = staying.findLast((build) => build.version === version) ?? own;
  const building = isSameGeneration(newest, active) || has(newest, 'complete') ? undefined : newest;
  const others = all.filter(
    (build) => !isSameGeneration(build, active) && (!building || !isSameGeneration(build, building)),
  );
  // Nobody keeps up what was made by older rules.
  const maintained = others.filter(
    (build) => build.version === version && has(build, 'kept') && !has(build, 'dropping'),
  );
  return {
    active,
    isComplete: has(active, 'complete'),
    building,
    maintained,
    retired: others,
    dropping: others.filter((build) => has(build, 'dropping')),
  };
}

export const isSameGeneration = (a: Generation, b: Generation): boolean =>
  generationKey(a) === generationKey(b);

/** The builds of a name that have a checkpoint, oldest first. */
export function generationsOf(name: string, checkpoints: Checkpoints): Generation[] {
  const builds: Generation[] = [];
  for (const key of checkpoints.keys()) {
    if (!key.startsWith(`${name}_v`)) continue;
    const [, version, generation = '1'] = /^_v(\d+)(?:_g(\d+))?$/.exec(key.slice(name.length)) ?? [];
    if (version !== undefined)
      builds.push({ name, version: Number(version), generation: Number(generation) });
  }
  return builds.sort((a, b) => a.version - b.version || a.generation - b.generation);
}

/** A projection's newest rules, by its name. A name may stand there twice: its older rules go on until the newer are done. */
export function newestProjections<E extends EventShape>(
  projections: readonly Projection<E>[],
): Map<string, Projection<E>> {
  const newest = new Map<string, Projection<E>>();
  for (const projection of projections)
    if ((newest.get(projection.name)?.version ?? 0) < projection.version)
      newest.set(projection.name, projection);
  return newest;
}

/** The collections of a build. Those of older rules had the names that the projection has now. */
export const collectionsOfGeneration = <E extends EventShape>(projection: Projection<E>, build: Generation) =>
  collectionsOf({ ...projection, version: build.version }, build.generation);
