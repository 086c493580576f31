/**
 * The projector follows the events and applies the rules of the projections, page by page, to every generation that is read
 * or built. `projection-group.ts` runs projections together; `active-generations.ts` decides which generations run.
 */
import { STORE_BACKOFF, createBackoff, isAborted } from '../../async/wait.ts';
import { StoreUnavailable } from '../../event-store/port.ts';
import { errorMessage } from '../../system/errors.ts';
import type { ProjectionProgress, ProjectorFault } from '../projection-progress.ts';
import { collectionsOf, versionedName, type EventShape, type Projection } from '../projection.ts';
import { createActiveGenerations, type ActiveGenerationsOptions } from './active-generations.ts';
import { createProjectionGroups, type ProjectionGroupsOptions } from './projection-group.ts';
import { createLinger, groupByCheckpoint, retryUntilDone, type RunnerListener } from './projection-runner.ts';

export type ProjectorOptions<E extends EventShape> = ActiveGenerationsOptions<E> &
  ProjectionGroupsOptions<E> & {
    /** Runs before anything is read or written. Retried with backoff while it throws. */
    readonly preflight?: () => Promise<void>;
    /** How often the marks of the generations are read, in milliseconds. */
    readonly planIntervalMs?: number;
    /** Called with all projections after each page and each change of state. */
    onProgress(progress: readonly ProjectionProgress[]): void;
    /** Called for each fault, each time it occurs. */
    onFault(fault: ProjectorFault, cause: unknown): void;
  };

const PLAN_INTERVAL_MS = 250;

/** Runs the projections until the signal aborts. Resolves once the last page is finished. Faults are retried. */
export async function runProjector<E extends EventShape>(options: ProjectorOptions<E>): Promise<void> {
  const { projections, signal } = options;
  assertDistinct(projections);
  const generations = createActiveGenerations(options);
  const planning = createLinger(options.planIntervalMs ?? PLAN_INTERVAL_MS);
  const report = (): void => options.onProgress(generations.progress());
  const listener: RunnerListener = {
    signal,
    onFault: (fault, cause) => options.onFault(fault, cause),
    report,
  };
  const groups = createProjectionGroups(options, listener, () => {
    if (generations.hasCaughtUp()) planning.flush();
  });

  /** Reads the marks, starts new generations, and removes those that no longer run. */
  const plan = async (): Promise<void> => {
    const { started, stopped, hasChanged } = await generations.plan();
    for (const runner of stopped) groups.remove(runner);
    for (const members of groupByCheckpoint(started)) groups.start(members);
    if (started.length > 0 || stopped.length > 0 || hasChanged) report();
  };

  const initial = new Set(generations.initialRunners());
  await retryUntilDone(initial, createBackoff(STORE_BACKOFF), listener, async () => {
    await options.preflight?.();
    await plan();
    initial.clear();
  });
  const onError = (error: unknown): void => reportUnexpected(error, options);
  while (!signal.aborted) {
    await generations.dropRetired().catch(onError);
    await planning.wait(signal);
    if (!isAborted(signal)) await plan().catch(onError);
  }
  await groups.whenDone();
}

/** Throws if two projections share a collection or a checkpoint: they would overwrite each other's documents. */
function assertDistinct<E extends EventShape>(projections: readonly Projection<E>[]): void {
  const names = projections.flatMap((projection) => [
    `projection ${versionedName(projection.name, projection.version)}`,
    ...collectionsOf(projection).map(({ name }) => `collection ${name}`),
  ]);
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate !== undefined) throw new Error(`The ${duplicate} belongs to more than one projection.`);
}

/** The projection groups already report an unavailable store. */
function reportUnexpected<E extends EventShape>(error: unknown, options: ProjectorOptions<E>): void {
  if (error instanceof StoreUnavailable) return;
  options.onFault({ projections: [], reason: errorMessage(error), retryInMs: PLAN_INTERVAL_MS }, error);
}
