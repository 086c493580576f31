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

/** Runners are found by generation key. Without one, the marks answer. */
export function progressOf(
  plan: GenerationPlan,
  runners: ReadonlyMap<string, RunningGeneration>,
  checkpoints: Checkpoints,
): ProjectionProgress {
  const { active, building, retired, dropping } = plan;
  const { name, version, generation } = active;
  const runner = runners.get(generationKey(active));
  return {
    name,
    version,
    ...(generation > 1 ? { generation } : {}),
    state: runner?.state ?? stateWithoutRunner(plan),
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

/** One process builds an incomplete generation; the others wait for it. */
function stateWithoutRunner({ isDamaged, isComplete }: GenerationPlan): ProjectionState {
  if (isDamaged) return 'damaged';
  return isComplete ? 'stale' : 'catching_up';
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
    // Another process keeps complete collections of the current version up to date.
    return plan.active.version === version && plan.isComplete ? { ...progress, state: 'live' } : progress;
  });
}
