/** A build on its way through the events, and the lanes that such builds share. */
import { START } from '../eventstore/port.ts';
import { createBackoff, type Backoff } from './backoff.ts';
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

export type Lane<E extends EventShape> = {
  readonly runners: Set<Runner<E>>;
  /** The end of the page it was last given. A runner may join that has come at least this far. */
  reach: bigint;
  /** Whether it reads pages now, and has come to the end of the events. */
  isLive: boolean;
  /** Whether it is on a long way, which is gone in large pages. */
  isLong: boolean;
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

/** A store holds a runner up. One that is stalled stays so: that has to be told, and a store's return won't help it. */
export function hold<E extends EventShape>(runner: Runner<E>, fault: ProjectorFault): void {
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

/** Hands a live lane's runners over to another live one that is not ahead of them: they miss nothing there. */
export function join<E extends EventShape>(lane: Lane<E>, lanes: ReadonlySet<Lane<E>>): void {
  for (const other of lanes) {
    if (other === lane || !other.isLive || other.reach > lane.reach) continue;
    for (const runner of lane.runners) other.runners.add(runner);
    lane.runners.clear();
    return;
  }
}

export function leastCheckpoint<E extends EventShape>(runners: ReadonlySet<Runner<E>>): bigint {
  const checkpoints = [...runners].map(({ checkpoint }) => checkpoint);
  return checkpoints.reduce((least, checkpoint) => (checkpoint < least ? checkpoint : least));
}

/** Those that can share a lane: at the same checkpoint, and for the same purpose. */
export function byCheckpoint<E extends EventShape>(runners: readonly Runner<E>[]): Iterable<Runner<E>[]> {
  const groups = new Map<string, Runner<E>[]>();
  for (const runner of runners) {
    const place = `${runner.checkpoint} ${runner.role === 'building' ? 'building' : ''}`;
    const group = groups.get(place);
    if (group === undefined) groups.set(place, [runner]);
    else group.push(runner);
  }
  return groups.values();
}
