/** A change of the configuration during a run: each node is restarted with it, one after the other. */
import type { Config } from '../../../src/config/config.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import type { Cluster } from './cluster.ts';

export type Deployment = {
  /** Begins, unless it has begun. Resolves when no process runs that was started with the earlier configuration. */
  readonly complete: () => Promise<void>;
  readonly hasBegun: () => boolean;
  readonly isComplete: () => boolean;
};

export function createDeployment(cluster: Cluster, scheduler: Scheduler, config: Config): Deployment {
  let begun: Promise<void> | undefined;
  let isComplete = false;

  async function deploy(): Promise<void> {
    cluster.configure(config);
    for (const [index] of cluster.nodes.entries())
      while (cluster.nodes[index]?.config !== config) {
        // A node that crashes starts with the new configuration, too.
        await cluster.stop(index);
        if (cluster.nodes[index]?.state === 'down') cluster.start(index);
        else await scheduler.pause(100);
      }
    isComplete = true;
  }

  return {
    complete: () => (begun ??= deploy()),
    hasBegun: () => begun !== undefined,
    isComplete: () => isComplete,
  };
}
