/** The progress of each projection, from the checkpoints and from the runners of this process, if it has any. */

import { START, type EventStore } from '../../event-store/port.ts';
import { monotonicTime } from '../../system/runtime.ts';
import type { DocumentStore } from '../port.ts';
import type {
  BuildingProgress,
  ProjectionProgress,
  ProjectionState,
  ProjectorFault,
} from '../projection-progress.ts';
import type { EventShape, Projection } from '../projection.ts';
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
type RunningGeneration = {
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

// Progress of projections that run in other processes. It sees their checkpoints, but cannot see why a projection has
// stalled. Live projections advance together, so one that stays behind the furthest is stalled or catching up, and must not
// block reads of other projections.

/** Checkpoints are written one by one, so any of them may briefly be behind the others. */
const LAG_TOLERANCE_MS = 1_000;

/** The furthest position when the lag was first seen, and whether the projection has lagged for too long. */
type Lag = { readonly furthest: bigint; readonly since: number; isLagging: boolean };

/** Returns a function from checkpoints to progress. `elapsed` is a monotonic clock in milliseconds. */
export function createRemoteProgress<E extends EventShape>(
  projections: readonly Projection<E>[],
  elapsed: () => number = monotonicTime,
): (checkpoints: ReadonlyMap<string, bigint>) => readonly ProjectionProgress[] {
  const lags = new Map<string, Lag>();

  const isLagging = ({ name, position }: ProjectionProgress, furthest: bigint): boolean => {
    if (position >= furthest) {
      lags.delete(name);
      return false;
    }
    const now = elapsed();
    const seen = lags.get(name);
    // A lagging projection stays so until it has caught up.
    if (seen === undefined || (!seen.isLagging && position >= seen.furthest)) {
      lags.set(name, { furthest, since: now, isLagging: false });
      return false;
    }
    seen.isLagging ||= now - seen.since >= LAG_TOLERANCE_MS;
    return seen.isLagging;
  };

  return (checkpoints) => {
    const progress = progressFromCheckpoints(projections, checkpoints);
    const furthest = progress.reduce(
      (most, { state, position }) => (state === 'live' && position > most ? position : most),
      START,
    );
    return progress.map((next) =>
      next.state === 'live' && isLagging(next, furthest) ? { ...next, state: 'catching_up' } : next,
    );
  };
}

// Detects documents that are ahead of the events. This happens after the events are restored to an earlier time, or if the
// service connects to another server. New events would then get positions that the documents have already passed, and would
// never be projected.

/** Describes the fault if documents at `position` are ahead of the newest event, which is at `head`. */
export const historyFault = (head: bigint, position: bigint): string | undefined =>
  position <= head
    ? undefined
    : `The documents are ahead of the events: they are at position ${position}, but the newest event is at ${head}. ` +
      'Check whether the events were restored to an earlier time, or whether this is the wrong event store.';

/** Checks every projection that is read. Throws StoreUnavailable. */
export async function findHistoryFault<E extends EventShape>(
  eventStore: Pick<EventStore, 'head'>,
  documents: Pick<DocumentStore, 'checkpoints'>,
  projections: readonly Projection<E>[],
): Promise<string | undefined> {
  // Read the checkpoints first: events appended in between only move the head further.
  // Damaged documents are not read, and are replaced already.
  const positions = progressFromCheckpoints(projections, await documents.checkpoints()).flatMap((each) =>
    each.state === 'damaged' ? [] : [each.position],
  );
  const head = await eventStore.head();
  return positions.map((position) => historyFault(head, position)).find((found) => found !== undefined);
}
