/** How fresh documents are, as a time: positions say nothing to clients. */
import type { ProjectionBacklog } from './projection-backlog.ts';
import type { ProjectionProgress } from './projection-progress.ts';

/** Times in milliseconds. */
export type Freshness = {
  /** The documents contain every event that was acknowledged before this time. */
  readonly asOf: number;
  readonly lagMs: number;
};

export type FreshnessTracker = {
  /** Call it with each progress report of the projector. */
  readonly report: (progress: readonly ProjectionProgress[]) => void;
  /** Undefined while any projection is catching up, stalled, or stale: the backlog does not include it. */
  readonly current: () => Freshness | undefined;
};

/** `clock` gives milliseconds since 1970. */
export function createFreshnessTracker(
  backlog: Pick<ProjectionBacklog, 'ageSeconds'>,
  clock: () => number,
): FreshnessTracker {
  let isKnown = false;
  return {
    report(progress) {
      isKnown = progress.length > 0 && progress.every(({ state }) => state === 'live' || state === 'waiting');
    },
    current() {
      if (!isKnown) return undefined;
      const lagMs = Math.round(backlog.ageSeconds() * 1_000);
      return { asOf: clock() - lagMs, lagMs };
    },
  };
}
