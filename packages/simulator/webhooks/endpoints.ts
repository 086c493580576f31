/** Registers webhook endpoints through the API, before anything else happens. */
import { requestOf } from '../commands/request.ts';
import type { BuiltRequest } from '../commands/request.ts';
import { textOf } from '../model/prediction.ts';
import type { Answer, Json } from '../model/prediction.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import { Difference } from '../checks/difference.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { Receivers } from './receivers.ts';
import type { Keys } from '../cluster/world.ts';

const READY_WITHIN_MS = 60_000;

export async function createEndpoints(
  pairs: readonly { readonly keys: Keys }[],
  cluster: Cluster,
  scheduler: Scheduler,
  receivers: Receivers,
  onReady: (index: number, book: 'one' | 'two', endpoint: Json) => void,
): Promise<void> {
  async function send(key: string, request: BuiltRequest): Promise<Answer> {
    for (;;) {
      const node = cluster.nodes.find(({ state }) => state === 'up');
      const answer = node && (await cluster.request(node, key, request));
      if (answer !== undefined && answer.status < 300) return answer;
      if (scheduler.now() > READY_WITHIN_MS)
        throw new Difference(`the service is not ready: ${answer?.text ?? 'no answer'}`);
      await scheduler.pause(50);
    }
  }

  for (const [index, { keys }] of pairs.entries())
    for (const key of [keys.sandbox, keys.stranger]) {
      const url = `https://receiver-${index + 1}.example/${key === keys.sandbox ? 'one' : 'two'}`;
      const create = {
        serial: 0,
        operation: 'createWebhookEndpoint',
        key: 'sandbox',
        body: { url },
      } as const;
      const made = await send(key, { ...requestOf(create, new Map()), idempotencyKey: `endpoint ${url}` });
      const enable = { ...create, operation: 'updateWebhookEndpoint', body: { status: 'enabled' } } as const;
      const request = requestOf(enable, new Map());
      const id = textOf(made.body, 'id');
      receivers.expect(made.body);
      await send(key, { ...request, path: request.path.replace(/[^/]+$/, id) });
      onReady(index, key === keys.sandbox ? 'one' : 'two', made.body);
    }
}
