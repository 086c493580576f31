/** Runs one generation of a projection. */

import {
  STORE_BACKOFF,
  createBackoff,
  createSignal,
  isAborted,
  sleep,
  type Backoff,
} from '../../async/wait.ts';
import { START } from '../../event-store/port.ts';
import { errorMessage } from '../../system/errors.ts';
import { generationKey, type Generation } from '../generations/generation.ts';
import type { ProjectionState, ProjectorFault } from '../projection-progress.ts';
import type { EventShape, Projection } from '../projection.ts';
import { compileProjection, type CompiledProjection } from './decode-page.ts';
import type { DocumentCache } from './project-page.ts';

/** Why a generation runs: it is read, it will be read, or it is compared with the one that is read. */
export type RunnerRole = 'active' | 'building' | 'maintained';

export type ProjectionRunner<E extends EventShape> = {
  readonly generation: Generation;
  readonly key: string;
  readonly projection: Projection<E>;
  readonly rules: CompiledProjection<E>;
  readonly cache: DocumentCache;
  readonly backoff: Backoff;
  role: RunnerRole;
  checkpoint: bigint;
  /** Whether the store has a checkpoint at this position or a later one. */
  isStored: boolean;
  /** How many events it processed while it was being built. */
  events: bigint;
  state: ProjectionState;
  fault: ProjectorFault | undefined;
};

export function createRunner<E extends EventShape>(
  projection: Projection<E>,
  generation: Generation,
  role: RunnerRole,
): ProjectionRunner<E> {
  return {
    generation,
    key: generationKey(generation),
    projection,
    rules: compileProjection(projection, generation.generation),
    cache: new Map(),
    backoff: createBackoff(STORE_BACKOFF),
    role,
    checkpoint: START,
    isStored: false,
    events: 0n,
    state: 'catching_up',
    fault: undefined,
  };
}

/** Receives faults and changes of progress until the signal aborts. */
export type RunnerListener = {
  readonly signal: AbortSignal;
  /** Called for each fault, each time it occurs. */
  readonly onFault: (fault: ProjectorFault, cause: unknown) => void;
  readonly report: () => void;
};

/** Repeats work that a store fault ended, with backoff, until no runner is left or the signal aborts. */
export async function retryUntilDone<E extends EventShape>(
  runners: ReadonlySet<ProjectionRunner<E>>,
  backoff: Backoff,
  { signal, onFault, report }: RunnerListener,
  work: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted && runners.size > 0) {
    try {
      await work();
    } catch (error) {
      if (isAborted(signal)) return;
      const retryInMs = backoff.next();
      const fault = {
        projections: [...runners].map(({ key }) => key),
        reason: errorMessage(error),
        retryInMs,
      };
      for (const runner of runners) markWaiting(runner, fault);
      onFault(fault, error);
      report();
      await sleep(retryInMs, signal);
    }
  }
}

/** A store is unavailable. A stalled runner stays stalled: the store's recovery does not help it. */
function markWaiting<E extends EventShape>(runner: ProjectionRunner<E>, fault: ProjectorFault): void {
  if (runner.state === 'stalled') return;
  runner.state = 'waiting';
  runner.fault = fault;
}

/** The stores are available. */
export function markRunning<E extends EventShape>(runner: ProjectionRunner<E>, isLive: boolean): void {
  if (runner.state === 'stalled') return;
  runner.state = isLive ? 'live' : 'catching_up';
  runner.fault = undefined;
}

/** The runner has applied a page without a fault. */
export function clearStall<E extends EventShape>(runner: ProjectionRunner<E>): void {
  if (runner.state !== 'stalled') return;
  runner.state = 'catching_up';
  runner.fault = undefined;
  runner.backoff.reset();
}

/**
 * How much to do at once, so that a part takes about the same time on a fast and on a slow store. Others wait for the end
 * of a part, but large parts cost less per item than small ones.
 */
type PartSize = {
  /** In items, at least `min`. */
  next(): number;
  /** Call it after each part. */
  record(items: number, elapsedMs: number): void;
};

type PartSizeOptions = {
  readonly targetMs: number;
  readonly first: number;
  readonly min: number;
  readonly max: number;
};

/** A part may be this many times as large as the last one. */
const GROWTH_MAX = 2;

export function createPartSize({ targetMs, first, min, max }: PartSizeOptions): PartSize {
  let size = Math.min(first, max);
  return {
    next: () => size,
    record(items, elapsedMs) {
      const fitting = Math.round((items * targetMs) / Math.max(elapsedMs, 1));
      // A part that was smaller than allowed does not show that a larger one would take too long, or would not.
      if (items < size && fitting > items) return;
      size = Math.max(min, Math.min(max, size * GROWTH_MAX, fitting));
    },
  };
}

/** Splits items into parts of the size that is right when each part begins. */
export function* partsOf<Item>(items: readonly Item[], size: PartSize): Generator<readonly Item[]> {
  for (let from = 0; from < items.length;) {
    const part = items.slice(from, from + size.next());
    from += part.length;
    yield part;
  }
}

// Groups of runners: which belong together, and which may merge.

export type Group<E extends EventShape> = {
  readonly runners: Set<ProjectionRunner<E>>;
  /** The position at the end of the last page. A runner may join if it has reached this position. */
  reach: bigint;
  /** Whether it has reached the newest event and is reading. */
  isLive: boolean;
  /** Whether it reads large pages because it may be far behind. */
  isCatchingUp: boolean;
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

// The linger time of a live projector. One large page costs far less than many small ones, so the projector waits for more
// events before it reads the next page. A reader that waits for its own write ends the wait.

export type Linger = {
  /** Ends the current wait, or skips the next one, because a reader waits. */
  readonly flush: () => void;
  /** Resolves after the linger time, or earlier after a `flush` since the last wait or when the signal aborts. */
  readonly wait: (abort: AbortSignal) => Promise<void>;
};

export function createLinger(lingerMs: number): Linger {
  const flushes = createSignal();
  let seen = 0;
  return {
    flush: () => flushes.notify(),
    async wait(abort) {
      await flushes.wait(seen, { abort, timeoutMs: lingerMs });
      seen = flushes.count();
    },
  };
}
