/**
 * Progress of projections that run in other processes. It sees their checkpoints, but cannot see why a projection has
 * stalled. Live projections advance together, so one that stays behind the furthest is stalled or catching up, and must not
 * block reads of other projections.
 */
import { monotonicTime } from '../../system/runtime.ts';
import { START } from '../../event-store/port.ts';
import { progressFromCheckpoints } from './progress.ts';
import type { ProjectionProgress } from '../projection-progress.ts';
import type { EventShape, Projection } from '../projection.ts';

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
