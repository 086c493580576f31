/** Calls of the operator API by the harness: they are repeated until they are answered. */
import { itemsOf } from '../commands/command.ts';
import type { Random } from '../commands/random.ts';
import type { OperatorKey } from '../commands/command.ts';
import type { BuiltRequest } from '../commands/request.ts';
import { isObject, textOf } from '../model/prediction.ts';
import type { Answer, Json } from '../model/prediction.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import { Difference } from '../checks/difference.ts';
import { ask } from '../cluster/ask.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { OperatorTokens } from '../cluster/world.ts';

export type OperatorCalls = {
  /** Sends a write with a key of its own until it is answered, and requires this status. */
  write(path: string, status: number, body: Json): Promise<Json>;
  /** Sends a write with a key of its own until it is answered. */
  ask(path: string, body: Json, more?: AskOptions): Promise<Answer>;
  /** Reads, and returns any answer. */
  find(path: string): Promise<Answer>;
  read(path: string, query?: Readonly<Record<string, string>>, by?: OperatorKey): Promise<Json>;
  /** The lines of a list as a CSV file, by column. */
  rows(path: string, query: Readonly<Record<string, string>>): Promise<readonly Json[]>;
  /** All pages of a list. */
  list(path: string, query?: Readonly<Record<string, string>>, by?: OperatorKey): Promise<readonly Json[]>;
};

export type AskOptions = {
  /** Who sends it; `operator` unless given. */
  readonly by?: OperatorKey;
  readonly method?: 'POST' | 'PATCH';
};

export type OperatorCallsOptions = {
  /** Begins the idempotency keys. */
  readonly name: string;
  readonly cluster: Cluster;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly operators: OperatorTokens;
};

/** A request to the operator API; a read unless `more` says otherwise. */
export const requestTo = (path: string, more: Partial<BuiltRequest>): BuiltRequest => ({
  ...{
    operation: path,
    key: 'operator',
    method: 'GET',
    path: `/operator/v1/${path}`,
    params: {},
    query: {},
  },
  ...{ body: {}, hasBody: false, idempotencyKey: undefined, isSandboxOnly: false },
  caller: { book: undefined, mayWrite: true, isSandbox: true },
  ...more,
});

export function createOperatorCalls(options: OperatorCallsOptions): OperatorCalls {
  const { name, cluster, scheduler, random, operators } = options;
  let serial = 0;

  const send = (request: BuiltRequest, by: OperatorKey = 'operator'): Promise<Answer> =>
    ask({ cluster, scheduler, random }, operators[by], request);

  const read: OperatorCalls['read'] = async (path, query = {}, by) => {
    const answer = await send(requestTo(path, { query }), by);
    if (answer.status !== 200) throw new Difference(`${path} was answered with ${answer.text}`);
    return answer.body;
  };

  function write(path: string, body: Json, { by, method = 'POST' }: AskOptions = {}): Promise<Answer> {
    serial += 1;
    const idempotencyKey = `${name} ${serial}`;
    return send(requestTo(path, { method, body, hasBody: true, idempotencyKey }), by);
  }

  return {
    find: (path) => send(requestTo(path, {})),
    async rows(path, query) {
      const answer = await send(requestTo(path, { query, accept: 'text/csv' }));
      const rows = isObject(answer.body) ? answer.body['rows'] : undefined;
      if (answer.status !== 200 || !Array.isArray(rows))
        throw new Difference(`${path} as CSV was answered with ${answer.text}`);
      return rows as readonly Json[];
    },
    read,
    ask: write,
    async write(path, status, body) {
      const answer = await write(path, body);
      if (answer.status !== status) throw new Difference(`${path} was answered with ${answer.text}`);
      return answer.body;
    },
    async list(path, query = {}, by) {
      const found: Json[] = [];
      for (let after = ''; ;) {
        const more = after === '' ? {} : { starting_after: after };
        const page = await read(path, { limit: '100', ...query, ...more }, by);
        found.push(...itemsOf(page));
        if (!isObject(page) || page['has_more'] !== true) return found;
        after = textOf(page, 'next_cursor') || textOf(itemsOf(page).at(-1), 'id');
      }
    },
  };
}
