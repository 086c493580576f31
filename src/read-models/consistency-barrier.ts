/**
 * Reading one's own writes: a read waits here until the projections have passed the position of the last write.
 */
import { versionedName } from './projection.ts';
import type { ProjectionProgress } from './projection-progress.ts';

export type ConsistencyBarrier = {
  /** Takes the projector's newest report. */
  readonly report: (progress: readonly ProjectionProgress[]) => void;
  /** Whether a read needs to wait at all; for callers that want no promise in the common case. */
  readonly hasPassed: (position: bigint) => boolean;
  /** Resolves with true when every projection that counts has passed the position, with false after `timeoutMs`. */
  readonly waitFor: (position: bigint, timeoutMs: number) => Promise<boolean>;
};

type Waiter = {
  readonly position: bigint;
  readonly resolve: (passed: boolean) => void;
  readonly timer: NodeJS.Timeout;
};

/**
 * `onHeld` is called whenever a reader has to wait, and again after each report that does not let it go.
 *
 * A barrier that has seen no report holds everything. Projections that keep up with the events count, also while a
 * store keeps them waiting; stalled ones and those that still catch up don't, as they would hold all reads for long. Nor
 * do stale ones, which get nothing new at all; where nothing else is left, nobody waits. So who reads documents asks in
 * the end whether just these have come as far (`hasReached` of what is served).
 */
export function createConsistencyBarrier(onWait: () => void = () => undefined): ConsistencyBarrier {
  /** In order of position, so that a report touches only those that it lets go. New ones mostly go to the end. */
  const waiters: Waiter[] = [];
  let reached: bigint | undefined;
  const counted = new Set<string>();

  const counts = ({ name, version, state }: ProjectionProgress): boolean => {
    const key = versionedName(name, version);
    if (state === 'live') counted.add(key);
    else if (state !== 'waiting') counted.delete(key);
    return counted.has(key);
  };

  const hasPassed = (position: bigint): boolean => reached !== undefined && reached >= position;

  const add = (waiter: Waiter): void => {
    let [low, high] = [0, waiters.length];
    while (low < high) {
      // The last place is looked at first.
      const middle = high === waiters.length ? high - 1 : (low + high) >>> 1;
      const other = waiters[middle];
      if (other !== undefined && other.position <= waiter.position) low = middle + 1;
      else high = middle;
    }
    waiters.splice(low, 0, waiter);
  };

  return {
    hasPassed,

    report(progress) {
      const isAllStale = progress.length > 0 && progress.every(({ state }) => state === 'stale');
      reached = isAllStale ? NOTHING_TO_WAIT_FOR : smallest(progress.filter(counts).map(positionOf));
      const held = waiters.findIndex(({ position }) => !hasPassed(position));
      for (const { timer, resolve } of waiters.splice(0, held === -1 ? waiters.length : held)) {
        clearTimeout(timer);
        resolve(true);
      }
      if (waiters.length > 0) onWait();
    },

    waitFor(position, timeoutMs) {
      if (hasPassed(position)) return Promise.resolve(true);
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          waiters.splice(waiters.indexOf(waiter), 1);
          resolve(false);
        }, timeoutMs);
        const waiter: Waiter = { position, resolve, timer };
        add(waiter);
        onWait();
      });
    },
  };
}

/** Further than any event is. */
const NOTHING_TO_WAIT_FOR = 2n ** 64n;

const positionOf = ({ position }: ProjectionProgress): bigint => position;

function smallest(positions: readonly bigint[]): bigint | undefined {
  return positions.reduce<bigint | undefined>(
    (least, position) => (least === undefined || position < least ? position : least),
    undefined,
  );
}
