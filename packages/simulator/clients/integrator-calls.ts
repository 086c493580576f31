/** Calls of the API by an integrator of the harness: they are repeated until they are answered. */
import { itemsOf } from '../commands/command.ts';
import type { Random } from '../commands/random.ts';
import { requestOf } from '../commands/request.ts';
import type { BuiltRequest } from '../commands/request.ts';
import { isObject, textOf } from '../model/prediction.ts';
import type { Answer, Json, JsonObject } from '../model/prediction.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import { Difference } from '../checks/difference.ts';
import type { Cluster } from '../cluster/cluster.ts';

type Texts = Readonly<Record<string, string>>;

export type IntegratorCalls = {
  /** Sends a request until an answer ends it. */
  readonly send: (request: BuiltRequest, isOver?: (answer: Answer) => boolean) => Promise<Answer>;
  /** Sends an operation with an idempotency key of its own. */
  readonly call: (operation: string, params: Texts, body?: JsonObject, query?: Texts) => Promise<Answer>;
  /** Requires a success, and returns its body. */
  readonly make: (operation: string, params: Texts, body: JsonObject) => Promise<Json>;
  /** All pages of a list. */
  readonly list: (operation: string, params: Texts, query?: Texts) => Promise<readonly Json[]>;
};

export type IntegratorCallsOptions = {
  /** Begins the idempotency keys and the messages. */
  readonly name: string;
  readonly cluster: Cluster;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly apiKey: string;
};

const ANSWERED_WITHIN_MS = 15 * 60_000;

export function createIntegratorCalls(options: IntegratorCallsOptions): IntegratorCalls {
  const { name, cluster, scheduler, random, apiKey } = options;
  let serial = 0;

  const send: IntegratorCalls['send'] = async (request, isOver = () => true) => {
    const startedAt = scheduler.now();
    for (;;) {
      const node = random.pickAny(cluster.nodes.filter(({ state }) => state === 'up'));
      const answer = node && (await cluster.request(node, apiKey, request));
      if (answer !== undefined && answer.status !== 503 && isOver(answer)) return answer;
      if (scheduler.now() > startedAt + ANSWERED_WITHIN_MS)
        throw new Difference(`${name}: ${request.path} is not answered: ${answer?.text ?? 'no answer'}`);
      await scheduler.pause(50 + random.below(500));
    }
  };

  const call: IntegratorCalls['call'] = (operation, params, body, query = {}) => {
    serial += 1;
    const command = { serial, operation, key: 'sandbox', params, query } as const;
    const idempotencyKey = `${name} ${serial}`;
    return send(requestOf({ ...command, ...(body && { body }), idempotencyKey }, new Map()));
  };

  return {
    send,
    call,
    async make(operation, params, body) {
      const answer = await call(operation, params, body);
      if (answer.status >= 300)
        throw new Difference(`${name}: ${operation} was answered with ${answer.text}`);
      return answer.body;
    },
    async list(operation, params, query = {}) {
      const found: Json[] = [];
      for (let after = ''; ;) {
        const more = after === '' ? {} : { starting_after: after };
        const { body } = await call(operation, params, undefined, { limit: '100', ...query, ...more });
        found.push(...itemsOf(body));
        if (!isObject(body) || body['has_more'] !== true) return found;
        after = textOf(itemsOf(body).at(-1), 'id');
      }
    },
  };
}
