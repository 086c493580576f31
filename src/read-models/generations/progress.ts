/** The progress of each projection, from the checkpoints and from the runners of this process, if it has any. */
import { START } from '../../event-store/port.ts';
import type { EventShape, Projection } from '../projection.ts';
import type {
  BuildingProgress,
  ProjectionProgress,
  ProjectionState,
  ProjectorFault,
} from '../projection-progress.ts';
import {
  generationKey,
  isSameGeneration,
  markKey,
  newestProjections,
  planGenerations,
  type Generation,
  type GenerationPlan,
} from './generation.ts';

type Checkpoints = ReadonlyMap<string, bigint>;

/** A generation that this process keeps up to date. */
export type RunningGeneration = {
  readonly state: ProjectionState;
  readonly checkpoint: bigint;
  readonly events: bigint;
  readonly fault: ProjectorFault | undefined;
};

/** Runners are found by generation key. Without one, the checkpoints answer, and the state is `stale`. */
export function progressOf(
  { active, building, retired, dropping }: GenerationPlan,
  runners: ReadonlyMap<string, RunningGeneration>,
  checkpoints: Checkpoints,
): ProjectionProgress {
  const { name, version, generation } = active;
  const runner = runners.get(generationKey(active));
  return {
    name,
    version,
    ...(generation > 1 ? { generation } : {}),
    state: runner?.state ?? 'stale',
    position: runner?.checkpoint ?? checkpoints.get(generationKey(active)) ?? START,
    ...(runner?.fault === undefined ? {} : { fault: runner.fault }),
    ...(retired.length === 0
      ? {}
      : {
          retired: retired.map((each) => ({
            version: each.version,
            generation: each.generation,
            dropping: dropping.includes(each),
          })),
        }),
    ...(building === undefined || isSameGeneration(building, active)
      ? {}
      : { building: buildingProgress(building, runners.get(generationKey(building)), checkpoints) }),
  };
}

function buildingProgress(
  building: Generation,
  runner: RunningGeneration | undefined,
  checkpoints: Checkpoints,
): BuildingProgress {
  const { version, generation } = building;
  return {
    version,
    generation,
    state: runner?.state ?? 'catching_up',
    position: runner?.checkpoint ?? checkpoints.get(generationKey(building)) ?? START,
    events: runner?.events ?? checkpoints.get(markKey(building, 'events')) ?? 0n,
    ...(runner?.fault === undefined ? {} : { fault: runner.fault }),
  };
}

/** Each projection from the checkpoints alone, for a process that runs no projector. */
export function progressFromCheckpoints<E extends EventShape>(
  projections: readonly Projection<E>[],
  checkpoints: Checkpoints,
): readonly ProjectionProgress[] {
  return [...newestProjections(projections).values()].map(({ name, version }) => {
    const plan = planGenerations(name, version, checkpoints);
    const progress = progressOf(plan, new Map(), checkpoints);
    // Another process keeps collections of the current version up to date.
    return plan.active.version === version ? { ...progress, state: 'live' } : progress;
  });
}
