/** Runs one generation of a projection. */
import { isAborted } from '../../async/abort.ts';
import { START } from '../../event-store/port.ts';
import { errorMessage } from '../../system/errors.ts';
import { createBackoff, STORE_BACKOFF, type Backoff } from '../../async/backoff.ts';
import { sleep } from '../../async/sleep.ts';
import { generationKey, type Generation } from '../generations/generation.ts';
import type { DocumentCache } from './project-page.ts';
import type { EventShape, Projection } from '../projection.ts';
import type { ProjectorFault, ProjectionState } from '../projection-progress.ts';
import { compileProjection, type CompiledProjection } from './compiled-projection.ts';

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
