/** Groups of runners: which belong together, and which may merge. */
import type { EventShape } from '../projection.ts';
import type { PartSize } from './part-size.ts';
import type { ProjectionRunner } from './projection-runner.ts';

export type Group<E extends EventShape> = {
  readonly runners: Set<ProjectionRunner<E>>;
  /** The position at the end of the last page. A runner may join if it has reached this position. */
  reach: bigint;
  /** Whether it has reached the newest event and is reading. */
  isLive: boolean;
  /** Whether it reads large pages because it may be far behind. */
  isCatchingUp: boolean;
  /** Whether it is a build that falls behind: new events come about as fast as it builds. */
  isLate: boolean;
  /** How many events of a live page are projected at once. */
  readonly liveEvents: PartSize;
  /** How many documents of a build are written at once. */
  readonly buildWrites: PartSize;
};

/** Whether nobody reads what the group writes. */
export const isBuild = <E extends EventShape>({ runners }: Group<E>): boolean =>
  [...runners].every(({ role }) => role !== 'active');

/** Moves the runners of a live group to another live group that is not ahead of them, so that they miss no event. */
export function merge<E extends EventShape>(group: Group<E>, groups: ReadonlySet<Group<E>>): void {
  for (const other of groups) {
    if (other === group || !other.isLive || other.reach > group.reach) continue;
    for (const runner of group.runners) other.runners.add(runner);
    group.runners.clear();
    return;
  }
}

export function leastCheckpoint<E extends EventShape>(runners: ReadonlySet<ProjectionRunner<E>>): bigint {
  const checkpoints = [...runners].map(({ checkpoint }) => checkpoint);
  return checkpoints.reduce((least, checkpoint) => (checkpoint < least ? checkpoint : least));
}

/** Runners at the same checkpoint share a group. Generations being built have groups of their own. */
export function groupByCheckpoint<E extends EventShape>(
  runners: readonly ProjectionRunner<E>[],
): Iterable<ProjectionRunner<E>[]> {
  const groups = new Map<string, ProjectionRunner<E>[]>();
  for (const runner of runners) {
    const key = `${runner.checkpoint} ${runner.role === 'building' ? 'building' : ''}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [runner]);
    else group.push(runner);
  }
  return groups.values();
}
