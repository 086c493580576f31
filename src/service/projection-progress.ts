/** Passes reports about the progress of the projections to everyone who subscribes. */
import { planGenerations } from '../read-models/generations/generation.ts';
import type { ReadModelRouter } from '../read-models/generations/read-model-router.ts';
import type { ProjectionProgress } from '../read-models/projection-progress.ts';

type Report = (progress: readonly ProjectionProgress[]) => void;

export type ProgressBroadcast = {
  /** Publishes the newest report, of the projector in this process or in another one. */
  readonly report: Report;
  /** A subscriber gets the newest report at once, if there is one, and every later report. */
  subscribe(subscriber: Report): void;
};

export function createProgressBroadcast(): ProgressBroadcast {
  const subscribers: Report[] = [];
  let newest: readonly ProjectionProgress[] | undefined;
  return {
    report(progress) {
      newest = progress;
      for (const subscriber of subscribers) subscriber(progress);
    },
    subscribe(subscriber) {
      subscribers.push(subscriber);
      if (newest !== undefined) subscriber(newest);
    },
  };
}

/** Subscribes to the position of one projection: calls `onAdvance` whenever it changes. */
export function onProjectionAdvanced(
  progress: ProgressBroadcast,
  projection: string,
  onAdvance: () => void,
): void {
  let position: bigint | undefined;
  progress.subscribe((report) => {
    const reached = report.find(({ name }) => name === projection)?.position;
    if (reached === position) return;
    position = reached;
    onAdvance();
  });
}

/**
 * Returns a check: have these projections caught up since the documents last went back in time? `breaks` counts how often they
 * did; undefined until that is known. The check throws StoreUnavailable.
 */
export function caughtUpCheck(
  documents: ReadModelRouter,
  projections: readonly { readonly name: string; readonly version: number }[],
  breaks: () => bigint | undefined,
): () => Promise<boolean> {
  let caughtUpAfter: bigint | undefined;
  return async () => {
    const after = breaks();
    if (after === undefined) return false;
    if (caughtUpAfter === after) return true;
    const checkpoints = await documents.store.checkpoints();
    const areComplete = projections.every(
      ({ name, version }) => planGenerations(name, version, checkpoints).isComplete,
    );
    if (areComplete) caughtUpAfter = after;
    return areComplete;
  };
}
