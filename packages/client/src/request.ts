import { startDeadline } from './deadline.ts';
import {
  EXPIRED_POSITION,
  LedgerConnectionError,
  LedgerError,
  LedgerPositionExpiredError,
} from './errors.ts';
import type { ErrorEnvelope } from './generated/types.ts';
import { pause, readRetryAfter, retryDelayMs } from './retries.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Options that every call takes. */
export type CallOptions = {
  /** Ends the call and its retries. The call then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for each attempt; the client's setting by default. */
  readonly timeoutMs?: number | undefined;
  /** Attempts after the first; the client's setting by default. */
  readonly retries?: number | undefined;
};

/** Options of calls that only read. */
export type ReadOptions = CallOptions & {
  /** `eventual` never waits for the newest writes, and may not include them. */
  readonly consistency?: 'eventual' | undefined;
};

/** Options of calls that are executed once for each idempotency key. */
export type WriteOptions = CallOptions & {
  /** A key of your own, 1 to 255 characters; a random one by default. Every retry of the call sends the same key. */
  readonly idempotencyKey?: string | undefined;
};

export type Query = { readonly [name: string]: string | number | boolean | readonly string[] | undefined };

export type LedgerRequest = ReadOptions &
  WriteOptions & {
    readonly method: Method;
    /** From `/v1/…`, with encoded IDs. */
    readonly path: string;
    readonly query?: Query | undefined;
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>> | undefined;
  };

export type LedgerResponse = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
};

export type Settings = {
  readonly apiKey: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly fetch: typeof fetch;
};

/** Sends a request until it is answered or must not be repeated. Throws a LedgerError or a LedgerConnectionError. */
export async function send(settings: Settings, request: LedgerRequest): Promise<LedgerResponse> {
  const { method, signal, retries = settings.retries } = request;
  const idempotencyKey = method === 'POST' ? (request.idempotencyKey ?? crypto.randomUUID()) : undefined;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(settings, request, idempotencyKey);
    } catch (error) {
      const delayMs = attempt > retries ? undefined : retryDelayMs(error, attempt);
      if (delayMs === undefined) throw error;
      await pause(delayMs, signal);
    }
  }
}

async function attemptOnce(
  settings: Settings,
  request: LedgerRequest,
  idempotencyKey: string | undefined,
): Promise<LedgerResponse> {
  const { signal, timeoutMs = settings.timeoutMs } = request;
  const deadline = startDeadline(timeoutMs, signal);
  try {
    const response = await open(settings, request, idempotencyKey, deadline.signal);
    const text = await response.text();
    return answerOf(response, text, idempotencyKey);
  } catch (cause) {
    throw deadline.errorOf(cause, idempotencyKey);
  } finally {
    deadline.end();
  }
}

/** The answer of a response. Throws the error that it describes. */
export function answerOf(
  { status, headers }: Response,
  text: string,
  idempotencyKey: string | undefined,
): LedgerResponse {
  const body = parse(text);
  if (status >= 200 && status < 300 && body !== undefined) return { status, headers, body };
  if (status >= 400) throwLedgerError({ status, headers, body }, idempotencyKey);
  throw new LedgerConnectionError(`An unexpected response with status ${status}; check baseUrl.`, {
    status,
    idempotencyKey,
  });
}

/** Sends the request once, and resolves when the head of the response has arrived. */
export function open(
  { apiKey, baseUrl, fetch }: Pick<Settings, 'apiKey' | 'baseUrl' | 'fetch'>,
  { method, path, query, body, consistency, headers }: LedgerRequest,
  idempotencyKey: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  return fetch(`${baseUrl}${path}${searchOf(query)}`, {
    method,
    headers: {
      Accept: 'application/json',
      ...headers,
      'Api-Key': apiKey,
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      ...(consistency === undefined ? {} : { 'Ledger-Consistency': consistency }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    // A redirect would take the API key to another address.
    redirect: 'manual',
    signal,
  });
}

/** Throws the error that the body of a response describes, if it does. */
function throwLedgerError(
  { status, headers, body }: LedgerResponse,
  idempotencyKey: string | undefined,
): void {
  if (!isErrorEnvelope(body)) return;
  const { code, type, message, request_id, details, existing_id, doc_url } = body.error;
  const fields = {
    ...{ code, type, message, status, details, idempotencyKey },
    requestId: request_id,
    existingId: existing_id,
    docUrl: doc_url,
    retryAfterSeconds: readRetryAfter(headers.get('Retry-After')),
  };
  if (status === 400 && message.includes(EXPIRED_POSITION)) throw new LedgerPositionExpiredError(fields);
  throw new LedgerError(fields);
}

const isErrorEnvelope = (body: unknown): body is ErrorEnvelope =>
  isObject(body) && isObject(body['error']) && typeof body['error']['code'] === 'string';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function searchOf(query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? '' : `?${search.toString()}`;
}

/** An ID as one segment of a path. An empty ID would turn a request for one object into one for a list. */
export function segment(id: string): string {
  // In plain JavaScript, an ID may be missing.
  const given: unknown = id;
  if (typeof given !== 'string' || /^\.{0,2}$/.test(given))
    throw new TypeError(`An ID must be a non-empty string; got ${String(given)}.`);
  return encodeURIComponent(given);
}
