/** How far the projections have come, told to everyone in the service who waits for that. */
import { tasksProjection } from '../../projections/tasks.ts';
import { planOf } from '../documents/builds.ts';
import type { ProjectionProgress } from '../documents/progress.ts';
import type { ServedDocuments } from '../documents/served.ts';

type Report = (progress: readonly ProjectionProgress[]) => void;

export type Progress = {
  /** Takes the newest report, of the projector here or of another node's. */
  readonly report: Report;
  /** From now on `wake` is called whenever the tasks have come further: only then can there be new ones. */
  onTasks(wake: () => void): void;
};

/** Passes each report on to all of `listeners`. */
export function createProgress(listeners: readonly Report[]): Progress {
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
    onTasks: (wake) => void wakes.push(wake),
  };
}

/** Tells whether these projections have come to the end of the events once. Throws a StoreUnavailable. */
export const caughtUpOnce =
  (documents: ServedDocuments, projections: readonly { readonly name: string; readonly version: number }[]) =>
  async (): Promise<boolean> => {
    const checkpoints = await documents.inner.checkpoints();
    return projections.every(({ name, version }) => planOf(name, version, checkpoints).isComplete);
  };
