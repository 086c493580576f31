/** A build on its way through the events. */
import { isAborted } from '../aborted.ts';
import { START } from '../eventstore/port.ts';
import { messageOf } from '../fault.ts';
import { createBackoff, pause, type Backoff } from './backoff.ts';
import { buildKey, type Build } from './builds.ts';
import type { DocumentCache } from './project-page.ts';
import type { EventShape, Projection } from './projection.ts';
import type { ProjectorFault, ProjectionState } from './progress.ts';
import { rulesOf, type Rules } from './rules.ts';

/** What a build is run for: it is read, it is to be read, or it is compared with what is read. */
export type Role = 'served' | 'building' | 'kept';

export type Runner<E extends EventShape> = {
  readonly build: Build;
  readonly key: string;
  readonly projection: Projection<E>;
  readonly rules: Rules<E>;
  readonly cache: DocumentCache;
  readonly backoff: Backoff;
  role: Role;
  checkpoint: bigint;
  /** How many events it went through while it was built. */
  events: bigint;
  state: ProjectionState;
  fault: ProjectorFault | undefined;
};

export function runnerOf<E extends EventShape>(
  projection: Projection<E>,
  build: Build,
  role: Role,
): Runner<E> {
  return {
    build,
    key: buildKey(build),
    projection,
    rules: rulesOf(projection, build.generation),
    cache: new Map(),
    backoff: createBackoff(),
    role,
    checkpoint: START,
    events: 0n,
    state: 'catching_up',
    fault: undefined,
  };
}

/** Hears what holds runners up, and that they were held up or have come further, until the signal aborts. */
export type Listener = {
  readonly signal: AbortSignal;
  /** For every fault, each time it is met. */
  readonly onFault: (fault: ProjectorFault, cause: unknown) => void;
  readonly report: () => void;
};

/** Repeats work that faults of the stores may end, with pauses between, until there is no runner left to serve. */
export async function untilServed<E extends EventShape>(
  runners: ReadonlySet<Runner<E>>,
  backoff: Backoff,
  { signal, onFault, report }: Listener,
  work: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted && runners.size > 0) {
    try {
      await work();
    } catch (error) {
      if (isAborted(signal)) return;
      const retryInMs = backoff.next();
      const fault = { projections: [...runners].map(({ key }) => key), reason: messageOf(error), retryInMs };
      for (const runner of runners) hold(runner, fault);
      onFault(fault, error);
      report();
      await pause(retryInMs, signal);
    }
  }
}

/** A store holds a runner up. One that is stalled stays so: that has to be told, and a store's return won't help it. */
function hold<E extends EventShape>(runner: Runner<E>, fault: ProjectorFault): void {
  if (runner.state === 'stalled') return;
  runner.state = 'waiting';
  runner.fault = fault;
}

/** The stores serve a runner again. */
export function release<E extends EventShape>(runner: Runner<E>, isLive: boolean): void {
  if (runner.state === 'stalled') return;
  runner.state = isLive ? 'live' : 'catching_up';
  runner.fault = undefined;
}

/** A runner has finished a page without a fault. */
export function settleRunner<E extends EventShape>(runner: Runner<E>): void {
  if (runner.state !== 'stalled') return;
  runner.state = 'catching_up';
  runner.fault = undefined;
  runner.backoff.reset();
}
