/** Follows the progress of one projection, in this process or another one. */
import { createSignal } from '../async/signal.ts';
import type { Signal } from '../async/signal.ts';
import type { ProjectionProgress } from './projection-progress.ts';

export type ProjectionFollower = {
  /** Every document up to this position can be read. Undefined until the first report. */
  position(): bigint | undefined;
  /** Notifies when the position has changed. */
  readonly advanced: Pick<Signal, 'count' | 'wait'>;
  /** Call it with each progress report of the projector. */
  readonly report: (progress: readonly ProjectionProgress[]) => void;
};

export function createProjectionFollower(projection: string): ProjectionFollower {
  const advanced = createSignal();
  let position: bigint | undefined;
  return {
    position: () => position,
    advanced,
    report(progress) {
      const reached = progress.find(({ name }) => name === projection)?.position;
      if (reached === position) return;
      position = reached;
      advanced.notify();
    },
  };
}
