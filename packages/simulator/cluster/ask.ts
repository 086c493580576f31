/** Sends a request to any node, again and again until it is answered. */
import { Difference } from '../checks/difference.ts';
import type { Random } from '../commands/random.ts';
import type { BuiltRequest } from '../commands/request.ts';
import type { Answer } from '../model/prediction.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import type { Cluster } from './cluster.ts';

export type Asking = { readonly cluster: Cluster; readonly scheduler: Scheduler; readonly random: Random };

const ANSWERED_WITHIN_MS = 15 * 60_000;

export async function ask(
  { cluster, scheduler, random }: Asking,
  apiKey: string,
  request: BuiltRequest,
): Promise<Answer> {
  const startedAt = scheduler.now();
  for (;;) {
    const node = random.pickAny(cluster.nodes.filter(({ state }) => state === 'up'));
    const answer = node && (await cluster.request(node, apiKey, request));
    if (answer !== undefined && answer.status !== 503) return answer;
    if (scheduler.now() > startedAt + ANSWERED_WITHIN_MS)
      throw new Difference(`${request.path} is not answered within ${ANSWERED_WITHIN_MS} ms`);
    await scheduler.pause(50 + random.below(400));
  }
}
