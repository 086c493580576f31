/** What every node has to show, once it has had some time. */
import type { Scheduler } from '../scheduler/scheduler.ts';
import { Difference } from './difference.ts';

export type EveryNode = {
  readonly scheduler: Pick<Scheduler, 'now' | 'pause'>;
  readonly nodeCount: number;
  /** How long nodes may take, in simulated milliseconds. */
  readonly withinMs: number;
};

/**
 * Reads again until the answers agree often enough that every node has probably given one, because any node answers each time.
 * `read` describes what is wrong; undefined if nothing is. Throws a Difference when the time is over.
 */
export async function expectOfEveryNode(
  { scheduler, nodeCount, withinMs }: EveryNode,
  read: () => Promise<string | undefined>,
): Promise<void> {
  const startedAt = scheduler.now();
  for (let agreed = 0; agreed < 3 * nodeCount;) {
    const wrong = await read();
    if (wrong === undefined) agreed += 1;
    else if (scheduler.now() > startedAt + withinMs) throw new Difference(wrong);
    else {
      agreed = 0;
      await scheduler.pause(5_000);
    }
  }
}
