/**
 * Keeps documents up to date: follows the events and applies the projections' rules, page by page, to all builds that are
 * read or are to be read. What runs side by side is told in `lanes.ts`, and which builds there are in `build-runs.ts`.
 */
import { isAborted } from '../aborted.ts';
import { messageOf } from '../fault.ts';
import { StoreUnavailable } from '../eventstore/port.ts';
import { createBackoff } from './backoff.ts';
import { createBuildRuns, type BuildRunsOptions } from './build-runs.ts';
import { createGathering } from './gather.ts';
import { byCheckpoint, createLanes, type LanesOptions } from './lanes.ts';
import type { ProjectionProgress, ProjectorFault } from './progress.ts';
import { collectionsOf, versioned, type EventShape, type Projection } from './projection.ts';
import { untilServed, type Listener } from './runner.ts';

export type ProjectorOptions<E extends EventShape> = BuildRunsOptions<E> &
  LanesOptions<E> & {
    /** What has to be so before anything is read or written; asked again, ever more rarely, while it throws. */
    readonly confirm?: () => Promise<void>;
    /** How often the marks of the builds are looked at, in milliseconds. */
    readonly planEveryMs?: number;
    /** After every page and every change of state, with all projections. */
    onProgress(progress: readonly ProjectionProgress[]): void;
    /** For every fault, each time it is met. */
    onFault(fault: ProjectorFault, cause: unknown): void;
  };

const PLAN_EVERY_MS = 250;

/** Runs the projections until the signal aborts, and resolves when the last page is finished. Faults are retried. */
export async function runProjector<E extends EventShape>(options: ProjectorOptions<E>): Promise<void> {
  const { projections, signal } = options;
  assertApart(projections);
  const builds = createBuildRuns(options);
  const planning = createGathering(options.planEveryMs ?? PLAN_EVERY_MS);
  const report = (): void => options.onProgress(builds.progress());
  const listener: Listener = {
    signal,
    onFault: (fault, cause) => options.onFault(fault, cause),
    report,
  };
  const lanes = createLanes(options, listener, () => {
    if (builds.hasCaughtUp()) planning.hurry();
  });

  /** Looks at the builds' marks: begins what is new, and leaves what is over. */
  const plan = async (): Promise<void> => {
    const { begun, over, hasChanged } = await builds.plan();
    for (const runner of over) lanes.leave(runner);
    for (const members of byCheckpoint(begun)) lanes.start(members);
    if (begun.length > 0 || over.length > 0 || hasChanged) report();
  };

  const unprepared = new Set(builds.first());
  await untilServed(unprepared, createBackoff(), listener, async () => {
    await options.confirm?.();
    await plan();
    unprepared.clear();
  });
  // A store that is away is told of by the lanes.
  const tell = (error: unknown): void => ifFault(error, options);
  while (!signal.aborted) {
    await builds.dropGone().catch(tell);
    await planning.pause(signal);
    if (!isAborted(signal)) await plan().catch(tell);
  }
  await lanes.ended();
}

/** Two projections that wrote one collection, or kept one checkpoint, would undo each other's work. */
function assertApart<E extends EventShape>(projections: readonly Projection<E>[]): void {
  const names = projections.flatMap((projection) => [
    `projection ${versioned(projection.name, projection.version)}`,
    ...collectionsOf(projection).map(({ name }) => `collection ${name}`),
  ]);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`The ${twice} belongs to more than one projection.`);
}

/** A store that is away mends itself; anything else is worth saying. */
function ifFault<E extends EventShape>(error: unknown, options: ProjectorOptions<E>): void {
  if (error instanceof StoreUnavailable) return;
  options.onFault({ projections: [], reason: messageOf(error), retryInMs: PLAN_EVERY_MS }, error);
}
