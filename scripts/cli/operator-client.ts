/** A client of the operator API. It retries writes with the same idempotency key while the service is unreachable. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { findAccess } from './access.ts';
import type { GlobalOptions } from './access.ts';
import { CommandFailed, isJsonObject, listData } from './outcome.ts';
import type { JsonObject } from './outcome.ts';

export type OperatorClient = {
  get(path: string, query?: Readonly<Record<string, string | undefined>>): Promise<JsonObject>;
  post(path: string, body?: JsonObject): Promise<JsonObject>;
  /** Reads up to `limit` objects of a list, newest first. `has_more` tells whether there are more. */
  list(
    path: string,
    limit: number,
    query?: Readonly<Record<string, string | undefined>>,
  ): Promise<{ data: readonly JsonObject[]; has_more: boolean }>;
};

const ROOT = '/operator/v1';
const ATTEMPTS_MAX = 3;
const TIMEOUT_MS = 30_000;
const PAGE_OBJECTS_MAX = 100;

type Sent = { readonly status: number; readonly body: JsonObject };

export function createOperatorApiClient(options: GlobalOptions): OperatorClient {
  const { baseUrl, token } = findAccess(options);

  async function send(
    method: string,
    path: string,
    body: JsonObject | undefined,
    key: string,
  ): Promise<Sent> {
    const response = await fetch(`${baseUrl}${ROOT}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(method === 'POST' ? { 'Idempotency-Key': key, 'Content-Type': 'application/json' } : {}),
      },
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    const found: unknown = await response.json().catch(() => undefined);
    if (isJsonObject(found)) return { status: response.status, body: found };
    // A proxy answered, so the outcome of the request is unknown.
    if (response.status >= 500) throw new Error(`${baseUrl} returned status ${response.status}`);
    throw new CommandFailed(
      `${baseUrl} did not return JSON. Check that the URL is the base URL of the service.`,
    );
  }

  async function call(method: string, path: string, body?: JsonObject): Promise<JsonObject> {
    const key = options.idempotencyKey ?? randomUUID();
    for (let attempt = 1; ; attempt++) {
      const sent = await send(method, path, body, key).catch((error: unknown) => {
        if (error instanceof CommandFailed) throw error;
        return undefined;
      });
      if (sent !== undefined && sent.status < 300) return sent.body;
      const isTransient = sent === undefined || sent.status === 503;
      if (isTransient && attempt < ATTEMPTS_MAX) {
        await delay(attempt * 500);
        continue;
      }
      if (sent === undefined) {
        const unreachable = `Cannot reach the service at ${baseUrl}.`;
        if (method !== 'POST') throw new CommandFailed(unreachable);
        throw new CommandFailed(
          `${unreachable} The request may have succeeded. To repeat it safely, add --idempotency-key ${key}`,
        );
      }
      throw new CommandFailed(messageOf(sent), sent.body);
    }
  }

  const get: OperatorClient['get'] = (path, query = {}) => call('GET', path + queryString(query));
  return {
    get,
    post: (path, body) => call('POST', path, body),
    async list(path, limit, query = {}) {
      const data: JsonObject[] = [];
      for (;;) {
        const last = data.at(-1)?.['id'];
        const page = await get(path, {
          ...query,
          limit: String(Math.min(PAGE_OBJECTS_MAX, limit - data.length)),
          starting_after: typeof last === 'string' ? last : undefined,
        });
        const found = listData(page);
        data.push(...found);
        const has_more = page['has_more'] === true;
        if (!has_more || found.length === 0 || data.length >= limit) return { data, has_more };
      }
    },
  };
}

function queryString(query: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value);
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** The error message of the service, with one line per invalid field. */
function messageOf({ status, body }: Sent): string {
  const error = isJsonObject(body['error']) ? body['error'] : {};
  const { code, message, request_id, details } = error;
  const fields = (Array.isArray(details) ? details.filter(isJsonObject) : []).map(
    ({ field, message: why }) => `  ${String(field)}: ${String(why)}`,
  );
  return [`${String(message)} (${status} ${String(code)}, ${String(request_id)})`, ...fields].join('\n');
}
