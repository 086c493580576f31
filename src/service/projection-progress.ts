/** How far the projections have come, told to everyone in the service who waits for that. */
import { tasksProjection } from '../../projections/tasks.ts';
import { planGenerations } from '../read-models/generations/generation.ts';
import type { ProjectionProgress } from '../read-models/projection-progress.ts';
import type { ReadModelRouter } from '../read-models/generations/read-model-router.ts';

type Report = (progress: readonly ProjectionProgress[]) => void;

export type ProgressBroadcast = {
  /** Takes the newest report, of the projector here or of another node's. */
  readonly report: Report;
  /** From now on `wake` is called whenever the tasks have come further: only then can there be new ones. */
  onTasksAdvanced(wake: () => void): void;
};

/** Passes each report on to all of `listeners`. */
export function createProgressBroadcast(listeners: readonly Report[]): ProgressBroadcast {
  const wakes: (() => void)[] = [];
  let tasksAt: bigint | undefined;
  return {
    report(progress) {
      for (const told of listeners) told(progress);
      const reached = progress.find(({ name }) => name === tasksProjection.name)?.position;
      if (reached === tasksAt) return;
      tasksAt = reached;
      for (const wake of wakes) wake();
    },
    onTasksAdvanced: (wake) => void wakes.push(wake),
  };
}

/** Tells whether these projections have come to the end of the events once. Throws a StoreUnavailable. */
export const caughtUpCheck =
  (documents: ReadModelRouter, projections: readonly { readonly name: string; readonly version: number }[]) =>
  async (): Promise<boolean> => {
    const checkpoints = await documents.store.checkpoints();
    return projections.every(({ name, version }) => planGenerations(name, version, checkpoints).isComplete);
  };
