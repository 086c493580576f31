/**
 * Generations: the physical collections of a projection. A new version of the rules, or an operator's request, starts
 * another generation. Reads switch to it once it has caught up.
 *
 * Marks in the document store, next to the checkpoints, record the state of each generation. A mark is only removed with its
 * generation, so several nodes may write marks in any order, and every node derives the same plan from them.
 */
import { START } from '../../event-store/port.ts';
import { collectionsOf, versionedName, type ProjectionCollections } from '../projection.ts';

/** `generation` counts the builds of one version, starting with 1. */
export type Generation = { readonly name: string; readonly version: number; readonly generation: number };

/** The name of a generation's checkpoint. */
export const generationKey = ({ name, version, generation }: Generation): string =>
  versionedName(name, version, generation);

/**
 * `complete`: it has caught up and may be read. `kept`: it is not read, but kept up to date for a comparison. `damaged`: its
 * documents may be wrong, so it is neither read nor updated. `dropping`: its collections are about to be removed. `events`: how
 * many events the build has processed.
 */
type GenerationMark = 'complete' | 'kept' | 'damaged' | 'dropping' | 'events';
const MARKS: readonly GenerationMark[] = ['complete', 'kept', 'damaged', 'dropping', 'events'];

/** Marks are stored as checkpoints. The space makes their names distinct from projection names. */
export const markKey = (target: Generation, mark: GenerationMark): string =>
  `${generationKey(target)} ${mark}`;

/** The names of a generation's checkpoint and marks. */
export const checkpointNames = (target: Generation): string[] => [
  ...MARKS.map((mark) => markKey(target, mark)),
  generationKey(target),
];

export type GenerationPlan = {
  /** The generation that is read. */
  readonly active: Generation;
  /** Whether the active generation has caught up. The first generation of all is read before it has. */
  readonly isComplete: boolean;
  /** Whether nothing can be read until a new generation is complete. */
  readonly isDamaged: boolean;
  /** Becomes active once it has caught up. */
  readonly building: Generation | undefined;
  /** Kept up to date but not read. */
  readonly maintained: readonly Generation[];
  /** Neither active nor building, except generations of a newer version than this code has. */
  readonly retired: readonly Generation[];
  /** The retired generations that are about to be removed. */
  readonly dropping: readonly Generation[];
};

type Checkpoints = ReadonlyMap<string, bigint>;

/**
 * The plan for a projection whose rules have this version here. The newest complete generation is active; if none is
 * complete, the newest damaged one, and without one the oldest.
 */
export function planGenerations(name: string, version: number, checkpoints: Checkpoints): GenerationPlan {
  const has = (target: Generation, mark: GenerationMark): boolean => checkpoints.has(markKey(target, mark));
  const all = generationsOf(name, checkpoints).filter((target) => target.version <= version);
  const staying = all.filter((target) => !has(target, 'dropping'));
  const damaged = staying.filter((target) => has(target, 'damaged'));
  const usable = staying.filter((target) => !damaged.includes(target));
  const complete = usable.filter((target) => has(target, 'complete'));
  const last = damaged.findLast((target) => target.version === version);
  const first = { name, version, generation: (last?.generation ?? 0) + 1 };
  const active = complete.at(-1) ?? damaged.at(-1) ?? usable[0] ?? first;
  const isDamaged = damaged.includes(active);
  const newest = usable.findLast((target) => target.version === version) ?? first;
  const building = isSameGeneration(newest, active) || has(newest, 'complete') ? undefined : newest;
  const others = all.filter(
    (target) => !isSameGeneration(target, active) && (!building || !isSameGeneration(target, building)),
  );
  // The code no longer contains the rules of older versions.
  const maintained = others.filter(
    (target) => target.version === version && has(target, 'kept') && usable.includes(target),
  );
  return {
    active,
    isComplete: has(active, 'complete') && !isDamaged,
    isDamaged,
    building,
    maintained,
    retired: others,
    // A damaged generation is of no use once there is another one.
    dropping: others.filter((target) => has(target, 'dropping') || (damaged.includes(target) && !isDamaged)),
  };
}

/** The generations that have not caught up, the one that is read already before the one that will be. */
export const unbuiltIn = ({ active, building, isComplete, isDamaged }: GenerationPlan): Generation[] => [
  ...(isComplete || isDamaged ? [] : [active]),
  ...(building === undefined ? [] : [building]),
];

export const isSameGeneration = (a: Generation, b: Generation): boolean =>
  generationKey(a) === generationKey(b);

/** The generations of a projection that have a checkpoint, oldest first. */
export function generationsOf(name: string, checkpoints: Checkpoints): Generation[] {
  const generations: Generation[] = [];
  const prefix = `${name}_v`;
  for (const key of checkpoints.keys()) {
    if (!key.startsWith(prefix)) continue;
    const [, version, generation = '1'] = /^_v(\d+)(?:_g(\d+))?$/.exec(key.slice(name.length)) ?? [];
    if (version !== undefined)
      generations.push({ name, version: Number(version), generation: Number(generation) });
  }
  return generations.sort((a, b) => a.version - b.version || a.generation - b.generation);
}

/** The newest version of each projection, by name. The list may contain an older version that runs until the newer is built. */
export function newestProjections<Each extends ProjectionCollections>(
  projections: readonly Each[],
): Map<string, Each> {
  const newest = new Map<string, Each>();
  for (const projection of projections)
    if ((newest.get(projection.name)?.version ?? 0) < projection.version)
      newest.set(projection.name, projection);
  return newest;
}

/** The collections of a generation. Only the version in their names differs between versions. */
export const collectionsOfGeneration = (projection: ProjectionCollections, target: Generation) =>
  collectionsOf({ ...projection, version: target.version }, target.generation);

export const nextGeneration = (target: Generation): Generation => ({
  ...target,
  generation: target.generation + 1,
});

/** The marks that replace generations whose documents may be wrong: they are not read any more, and a new one is built. */
export function replacementMarks(damaged: readonly Generation[], next: Generation): Map<string, bigint> {
  const marks = new Map<string, bigint>([[generationKey(next), START]]);
  for (const target of damaged) {
    // The checkpoint may be missing, too.
    marks.set(generationKey(target), START);
    marks.set(markKey(target, 'damaged'), START);
  }
  return marks;
}
