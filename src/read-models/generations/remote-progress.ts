/**
 * How far projections are, for a process that runs none of them. It sees the checkpoints that others write, and not what
 * holds them up. Projections that keep up go side by side, so one that stays behind the furthest of them is held up, or has
 * a long way to go: nobody is to wait for it who reads something else.
 */
import { START } from '../../event-store/port.ts';
import { progressFromCheckpoints } from './progress.ts';
import type { ProjectionProgress } from '../projection-progress.ts';
import type { EventShape, Projection } from '../projection.ts';

/** Checkpoints are written one by one, so any of them may be seen behind the others for a moment. */
const BEHIND_MS = 1_000;

/** Where the furthest one was when this one was first seen behind it, and whether it stayed behind. */
type Behind = { readonly furthest: bigint; readonly since: number; isLeft: boolean };

/** Gives what to report of the newest checkpoints. `elapsed` is in milliseconds of a clock that is never put back. */
export function createRemoteProgress<E extends EventShape>(
  projections: readonly Projection<E>[],
  elapsed: () => number = () => performance.now(),
): (checkpoints: ReadonlyMap<string, bigint>) => readonly ProjectionProgress[] {
  const behind = new Map<string, Behind>();

  const isLeft = ({ name, position }: ProjectionProgress, furthest: bigint): boolean => {
    if (position >= furthest) {
      behind.delete(name);
      return false;
    }
    const now = elapsed();
    const seen = behind.get(name);
    // Once left behind, it is so until it has caught up.
    if (seen === undefined || (!seen.isLeft && position >= seen.furthest)) {
      behind.set(name, { furthest, since: now, isLeft: false });
      return false;
    }
    seen.isLeft ||= now - seen.since >= BEHIND_MS;
    return seen.isLeft;
  };

  return (checkpoints) => {
    const progress = progressFromCheckpoints(projections, checkpoints);
    const furthest = progress.reduce(
      (most, { state, position }) => (state === 'live' && position > most ? position : most),
      START,
    );
    return progress.map((next) =>
      next.state === 'live' && isLeft(next, furthest) ? { ...next, state: 'catching_up' } : next,
    );
  };
}
