/** Calls the operator API. A write is sent again with the same idempotency key while the service is out of reach. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { findAccess } from './access.ts';
import type { GlobalOptions } from './access.ts';
import { CommandFailed, isJsonObject } from './outcome.ts';
import type { JsonObject } from './outcome.ts';

export type OperatorClient = {
  get(path: string, query?: Readonly<Record<string, string | undefined>>): Promise<JsonObject>;
  post(path: string, body?: JsonObject): Promise<JsonObject>;
  /** Up to `limit` objects of a list, newest first, and whether there are more. */
  list(
    path: string,
    limit: number,
    query?: Readonly<Record<string, string | undefined>>,
  ): Promise<{ data: readonly JsonObject[]; has_more: boolean }>;
};

const ROOT = '/operator/v1';
const TRIES = 3;
const TIMEOUT_MS = 30_000;
const PAGE = 100;

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
    // A proxy that does not know what became of it.
    if (response.status >= 500) throw new Error(`${baseUrl} answers with status ${response.status}`);
    throw new CommandFailed(`${baseUrl} answers, but not as this service does.`);
  }

  async function call(method: string, path: string, body?: JsonObject): Promise<JsonObject> {
    const key = options.idempotencyKey ?? randomUUID();
    for (let tried = 1; ; tried++) {
      const sent = await send(method, path, body, key).catch((error: unknown) => {
        if (error instanceof CommandFailed) throw error;
        return undefined;
      });
      if (sent !== undefined && sent.status < 300) return sent.body;
      const passes = sent === undefined || sent.status === 503;
      if (passes && tried < TRIES) {
        await delay(tried * 500);
        continue;
      }
      if (sent === undefined) {
        const away = `The service at ${baseUrl} can't be reached.`;
        if (method !== 'POST') throw new CommandFailed(away);
        throw new CommandFailed(
          `${away} It may have done this all the same: repeat it with --idempotency-key ${key}`,
        );
      }
      throw new CommandFailed(messageOf(sent), sent.body);
    }
  }

  const get: OperatorClient['get'] = (path, query = {}) => call('GET', path + searchOf(query));
  return {
    get,
    post: (path, body) => call('POST', path, body),
    async list(path, limit, query = {}) {
      const data: JsonObject[] = [];
      for (;;) {
        const last = data.at(-1)?.['id'];
        const page = await get(path, {
          ...query,
          limit: String(Math.min(PAGE, limit - data.length)),
          starting_after: typeof last === 'string' ? last : undefined,
        });
        const found = Array.isArray(page['data']) ? page['data'].filter(isJsonObject) : [];
        data.push(...found);
        const has_more = page['has_more'] === true;
        if (!has_more || found.length === 0 || data.length >= limit) return { data, has_more };
      }
    },
  };
}

function searchOf(query: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value);
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** What the service said no with, and what is wrong with each field. */
function messageOf({ status, body }: Sent): string {
  const error = isJsonObject(body['error']) ? body['error'] : {};
  const { code, message, request_id, details } = error;
  const fields = (Array.isArray(details) ? details.filter(isJsonObject) : []).map(
    ({ field, message: why }) => `  ${String(field)}: ${String(why)}`,
  );
  return [`${String(message)} (${status} ${String(code)}, ${String(request_id)})`, ...fields].join('\n');
}
