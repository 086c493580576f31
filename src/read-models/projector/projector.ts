/**
 * Keeps documents up to date: follows the events and applies the projections' rules, page by page, to all builds that are
 * read or are to be read. What runs side by side is told in `lanes.ts`, and which builds there are in `build-runs.ts`.
 */
import { isAborted } from '../../async/abort.ts';
import { errorMessage } from '../../system/errors.ts';
import { StoreUnavailable } from '../../event-store/port.ts';
import { createBackoff, STORE_BACKOFF } from '../../async/backoff.ts';
import { createActiveGenerations, type ActiveGenerationsOptions } from './active-generations.ts';
import { createLinger } from './linger.ts';
import {
  groupByCheckpoint,
  createProjectionGroups,
  type ProjectionGroupsOptions,
} from './projection-group.ts';
import type { ProjectionProgress, ProjectorFault } from '../projection-progress.ts';
import { collectionsOf, versionedName, type EventShape, type Projection } from '../projection.ts';
import { retryUntilDone, type RunnerListener } from './projection-runner.ts';

export type ProjectorOptions<E extends EventShape> = ActiveGenerationsOptions<E> &
  ProjectionGroupsOptions<E> & {
    /** What has to be so before anything is read or written; asked again, ever more rarely, while it throws. */
    readonly preflight?: () => Promise<void>;
    /** How often the marks of the builds are looked at, in milliseconds. */
    readonly planIntervalMs?: number;
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
  const builds = createActiveGenerations(options);
  const planning = createLinger(options.planIntervalMs ?? PLAN_EVERY_MS);
  const report = (): void => options.onProgress(builds.progress());
  const listener: RunnerListener = {
    signal,
    onFault: (fault, cause) => options.onFault(fault, cause),
    report,
  };
  const lanes = createProjectionGroups(options, listener, () => {
    if (builds.hasCaughtUp()) planning.flush();
  });

  /** Looks at the builds' marks: begins what is new, and leaves what is over. */
  const plan = async (): Promise<void> => {
    const { started, stopped, hasChanged } = await builds.plan();
    for (const runner of stopped) lanes.remove(runner);
    for (const members of groupByCheckpoint(started)) lanes.start(members);
    if (started.length > 0 || stopped.length > 0 || hasChanged) report();
  };

  const unprepared = new Set(builds.initialRunners());
  await retryUntilDone(unprepared, createBackoff(STORE_BACKOFF), listener, async () => {
    await options.preflight?.();
    await plan();
    unprepared.clear();
  });
  // A store that is away is told of by the lanes.
  const tell = (error: unknown): void => ifFault(error, options);
  while (!signal.aborted) {
    await builds.dropRetired().catch(tell);
    await planning.wait(signal);
    if (!isAborted(signal)) await plan().catch(tell);
  }
  await lanes.whenDone();
}

/** Two projections that wrote one collection, or kept one checkpoint, would undo each other's work. */
function assertApart<E extends EventShape>(projections: readonly Projection<E>[]): void {
  const names = projections.flatMap((projection) => [
    `projection ${versionedName(projection.name, projection.version)}`,
    ...collectionsOf(projection).map(({ name }) => `collection ${name}`),
  ]);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`The ${twice} belongs to more than one projection.`);
}

/** A store that is away mends itself; anything else is worth saying. */
function ifFault<E extends EventShape>(error: unknown, options: ProjectorOptions<E>): void {
  if (error instanceof StoreUnavailable) return;
  options.onFault({ projections: [], reason: errorMessage(error), retryInMs: PLAN_EVERY_MS }, error);
}
