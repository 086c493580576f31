/** A client of the operator API. */
import type { Writable } from 'node:stream';
import { findAccess } from '../access.ts';
import type { GlobalOptions } from '../access.ts';
import { listData } from '../outcome.ts';
import type { JsonObject } from '../outcome.ts';
import { createServiceCall, download } from '../service-call.ts';

export type OperatorClient = {
  get(path: string, query?: Readonly<Record<string, string | undefined>>): Promise<JsonObject>;
  post(path: string, body?: JsonObject): Promise<JsonObject>;
  patch(path: string, body: JsonObject): Promise<JsonObject>;
  /** Writes a list as CSV to the output, as it arrives. */
  downloadCsv(
    path: string,
    query: Readonly<Record<string, string | undefined>>,
    output: Writable,
  ): Promise<void>;
  /** Reads up to `limit` objects of a list, in its order. `has_more` tells whether there are more. */
  list(
    path: string,
    limit: number,
    query?: Readonly<Record<string, string | undefined>>,
  ): Promise<{ data: readonly JsonObject[]; has_more: boolean }>;
};

const ROOT = '/operator/v1';
const PAGE_OBJECTS_MAX = 100;

export function createOperatorApiClient(options: GlobalOptions): OperatorClient {
  const { baseUrl, secret } = findAccess(options, 'operator_token');
  const headers = { Authorization: `Bearer ${secret}` };
  const call = createServiceCall(baseUrl, headers);

  const get: OperatorClient['get'] = async (path, query = {}) =>
    (await call('GET', { path: ROOT + path + queryString(query) })).body;
  return {
    get,
    async post(path, body) {
      const { idempotencyKey } = options;
      return (await call('POST', { path: ROOT + path, body, idempotencyKey })).body;
    },
    downloadCsv: (path, query, output) =>
      download(baseUrl, ROOT + path + queryString(query), { headers, output }),
    patch: async (path, body) => (await call('PATCH', { path: ROOT + path, body })).body,
    async list(path, limit, query = {}) {
      const data: JsonObject[] = [];
      for (let cursor: string | undefined; ;) {
        const page = await get(path, {
          ...query,
          limit: String(Math.min(PAGE_OBJECTS_MAX, limit - data.length)),
          starting_after: cursor,
        });
        const found = listData(page);
        data.push(...found);
        const has_more = page['has_more'] === true;
        cursor = nextCursor(page, found);
        if (!has_more || cursor === undefined || data.length >= limit) return { data, has_more };
      }
    },
  };
}

/** Where a list continues. A page with filters can be empty although there is more. */
function nextCursor(page: JsonObject, found: readonly JsonObject[]): string | undefined {
  const next = page['next_cursor'] ?? found.at(-1)?.['id'];
  return typeof next === 'string' ? next : undefined;
}

function queryString(query: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value);
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
