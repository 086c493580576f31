/**
 * Calls the operator API. While the service is unreachable or responds with 503, a call is repeated with the same idempotency
 * key. Calls of the integrator API use the client of packages/client.
 */
import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { httpFetch, openDownload, readAll } from './http-fetch.ts';
import { CommandFailed, isJsonObject, parseJson } from './outcome.ts';
import type { JsonObject } from './outcome.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

type ServiceResponse = {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  readonly body: JsonObject;
};

type Call = {
  /** Starts with a slash. */
  readonly path: string;
  readonly body?: JsonObject | undefined;
  /** Only for POST. By default a random one. */
  readonly idempotencyKey?: string | undefined;
};

export type CallService = (method: Method, call: Call) => Promise<ServiceResponse>;

const ATTEMPTS_MAX = 3;
const TIMEOUT_MS = 30_000;

/** The returned function throws CommandFailed unless the response has a status of 2xx. */
export function createServiceCall(
  baseUrl: string,
  authentication: Readonly<Record<string, string>>,
): CallService {
  async function send(method: Method, { path, body, idempotencyKey = '' }: Call): Promise<ServiceResponse> {
    const response = await httpFetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...authentication,
        'User-Agent': USER_AGENT,
        ...(method === 'POST' ? { 'Idempotency-Key': idempotencyKey } : {}),
        ...(hasBody(method) ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(hasBody(method) ? { body: JSON.stringify(body ?? {}) } : {}),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const found = parseJson(await response.text());
    if (isJsonObject(found)) return { status: response.status, headers: response.headers, body: found };
    // A proxy answered, so the outcome of the request is unknown.
    if (response.status >= 500) throw new Error(`${baseUrl} returned status ${response.status}`);
    throw new CommandFailed(
      `${baseUrl} did not return JSON. Check that the URL is the base URL of the service.`,
    );
  }

  return async (method, { idempotencyKey = randomUUID(), ...call }) => {
    for (let attempt = 1; ; attempt++) {
      const sent = await send(method, { ...call, idempotencyKey }).catch((error: unknown) => {
        if (error instanceof CommandFailed) throw error;
        return undefined;
      });
      if (sent !== undefined && sent.status < 300) return sent;
      const isTransient = sent === undefined || sent.status === 503;
      if (isTransient && attempt < ATTEMPTS_MAX) {
        await delay(attempt * 500);
        continue;
      }
      if (sent !== undefined) throw new CommandFailed(messageOf(sent), sent.body, sent.status);
      throw new CommandFailed(unreachableText(baseUrl, method === 'POST' ? idempotencyKey : undefined));
    }
  };
}

/** Writes a file that the service sends to the output, as it arrives. Throws CommandFailed unless it is complete. */
export async function download(
  baseUrl: string,
  path: string,
  { headers, output }: { readonly headers: Readonly<Record<string, string>>; readonly output: Writable },
): Promise<void> {
  const response = await openDownload(`${baseUrl}${path}`, {
    ...headers,
    Accept: 'text/csv',
    'User-Agent': USER_AGENT,
  }).catch(() => {
    throw new CommandFailed(unreachableText(baseUrl, undefined));
  });
  const status = response.statusCode ?? 0;
  if (status !== 200) {
    const body = parseJson(await readAll(response));
    throw new CommandFailed(messageOf({ status, body: isJsonObject(body) ? body : {} }), body, status);
  }
  await pipeline(response, output, { end: false }).catch(() => {
    throw new CommandFailed('The download ended before the file was complete.');
  });
}

/** The service records which actions came from the command line. */
const USER_AGENT = 'svc-ledger-cli/1';

/** `idempotencyKey` is that of a write, which may have succeeded. */
export function unreachableText(baseUrl: string, idempotencyKey: string | undefined): string {
  const unreachable = `Cannot reach the service at ${baseUrl}.`;
  if (idempotencyKey === undefined) return unreachable;
  return `${unreachable} The request may have succeeded. To repeat it safely, add --idempotency-key ${idempotencyKey}`;
}

const hasBody = (method: Method): boolean => method === 'POST' || method === 'PATCH';

/** The error message of the service, with one line per invalid field, and the page that explains it. */
export function messageOf({ status, body }: Pick<ServiceResponse, 'status' | 'body'>): string {
  const error = isJsonObject(body['error']) ? body['error'] : {};
  const { code, message, request_id, details, doc_url } = error;
  const fields = (Array.isArray(details) ? details.filter(isJsonObject) : []).map(
    ({ field, message: why }) => `  ${String(field)}: ${String(why)}`,
  );
  const page = typeof doc_url === 'string' ? [doc_url] : [];
  return [`${String(message)} (${status} ${String(code)}, ${String(request_id)})`, ...fields, ...page].join(
    '\n',
  );
}
