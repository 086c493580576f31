/** Read-your-writes: a read waits until the projections have reached the position of the last write. */

import { createSignal, type Signal } from '../async/wait.ts';
import { clearTimeout, setTimeout } from '../system/runtime.ts';
import type { ProjectionProgress } from './projection-progress.ts';
import { versionedName } from './projection.ts';

export type ConsistencyBarrier = {
  /** Call it with each progress report of the projector. */
  readonly report: (progress: readonly ProjectionProgress[]) => void;
  /** Whether a read does not need to wait. Avoids a promise in the common case. */
  readonly hasPassed: (position: bigint) => boolean;
  /** Resolves with true once every counted projection has reached the position, with false after `timeoutMs`. */
  readonly waitFor: (position: bigint, timeoutMs: number) => Promise<boolean>;
};

type Waiter = {
  readonly position: bigint;
  readonly resolve: (passed: boolean) => void;
  readonly timer: NodeJS.Timeout;
};

/**
 * Calls `onWait` when a reader starts to wait, and after each report while readers still wait.
 *
 * All reads wait until the first report. Live projections count, even while a store is unavailable. Stalled and catching-up
 * projections do not count, because they would block all reads for a long time; stale ones get no updates at all. If every
 * projection is stale or damaged, no read waits. A reader therefore checks its own collections with `ReadModelRouter.hasReached`.
 */
export function createConsistencyBarrier(onWait: () => void = () => undefined): ConsistencyBarrier {
  /** Sorted by position, so that a report visits only the waiters it resolves. */
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
      // Most new waiters belong at the end.
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
      const isAllFixed =
        progress.length > 0 && progress.every(({ state }) => state === 'stale' || state === 'damaged');
      reached = isAllFixed ? BEYOND_ALL_EVENTS : smallest(progress.filter(counts).map(positionOf));
      const firstBlocked = waiters.findIndex(({ position }) => !hasPassed(position));
      for (const { timer, resolve } of waiters.splice(
        0,
        firstBlocked === -1 ? waiters.length : firstBlocked,
      )) {
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

/** Greater than the position of any event. */
const BEYOND_ALL_EVENTS = 2n ** 64n;

const positionOf = ({ position }: ProjectionProgress): bigint => position;

function smallest(positions: readonly bigint[]): bigint | undefined {
  return positions.reduce<bigint | undefined>(
    (least, position) => (least === undefined || position < least ? position : least),
    undefined,
  );
}

// Follows the progress of one projection, in this process or another one.

export type ProjectionFollower = {
  /** Every document up to this position can be read. Undefined until the first report. */
  position(): bigint | undefined;
  /** Notifies when the position has changed. */
  readonly advanced: Pick<Signal, 'count' | 'wait'>;
  /** Call it with each progress report of the projector. */
  readonly report: (progress: readonly ProjectionProgress[]) => void;
};

export function createProjectionFollower(projection: string): ProjectionFollower {
  const advanced = createSignal();
  let position: bigint | undefined;
  return {
    position: () => position,
    advanced,
    report(progress) {
      const reached = progress.find(({ name }) => name === projection)?.position;
      if (reached === position) return;
      position = reached;
      advanced.notify();
    },
  };
}
