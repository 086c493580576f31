/** A test client of the API that validates every answer against the OpenAPI document. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { ErrorCode } from '../../src/generated/api.ts';
import { ERRORS } from '../../src/generated/errors.ts';
import { recordRun } from './run-record.ts';
import { documented, errorCodesOf, expectMatchesSchema, openapiDocument } from './openapi-document.ts';
import type { DocumentedResponse, DocumentFile } from './openapi-document.ts';

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; tests know its shape, and the schema has been checked. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
};

export type RequestOptions = {
  readonly body?: unknown;
  /** A new key for each POST unless given; `null` sends none. */
  readonly idempotencyKey?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent unchanged, instead of `body` as JSON. */
  readonly raw?: string | Uint8Array;
};

export type Client = {
  readonly apiKey: string;
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown, options?: RequestOptions): Promise<Answer>;
  patch(path: string, body: unknown): Promise<Answer>;
};

export type Operation = {
  readonly pattern: RegExp;
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  readonly id: string;
  /** Every error code that the operation declares. */
  readonly codes: readonly string[];
};

const operations = new Map<DocumentFile, readonly Operation[]>();

/** Every operation of an OpenAPI document. */
export const documentedOperations = (file: DocumentFile = 'openapi.json'): readonly Operation[] => {
  const found = operations.get(file) ?? readOperations(file);
  operations.set(file, found);
  return found;
};

const operationOf = (file: DocumentFile, method: string, path: string): Operation | undefined =>
  documentedOperations(file).find((operation) => operation.method === method && operation.pattern.test(path));

function readOperations(file: DocumentFile): Operation[] {
  documented(file);
  // The document is generated; its structure has tests of its own.
  const { paths } = openapiDocument(file) as unknown as {
    paths: Record<
      string,
      Record<string, { operationId: string; responses: Record<string, DocumentedResponse> }>
    >;
  };
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId, responses }]) => ({
      pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
      method: method.toUpperCase(),
      path,
      id: operationId,
      codes: Object.entries(responses).flatMap(([status, response]) => errorCodesOf(status, response)),
    })),
  );
}

/** Checks what applies to every answer. */
function expectWellFormed({ status, headers, text, body }: Answer): void {
  const requestId = headers.get('request-id');
  expect(requestId, text).to.match(/^req_[0-9a-hjkmnp-tv-z]{26}$/);
  if (status < 400) return;
  expect(body, text).to.have.all.keys('error');
  const { error } = body;
  expect(error).to.include.all.keys('type', 'code', 'message', 'request_id');
  expect(error.message).to.match(/^[A-Z].*\.$/s);
  // Every message of a code begins with the same sentence.
  const { message } = ERRORS[error.code as ErrorCode];
  expect(`${error.message} `.startsWith(`${message} `), `${error.code}: ${error.message}`).to.equal(true);
  if (error.doc_url !== undefined)
    expect(error.doc_url).to.match(new RegExp(`^http.*/docs/errors/${error.code}$`));
  if (headers.get('idempotent-replayed') === null) expect(error.request_id).to.equal(requestId);
}

/** A client of the API with an API key; an empty key is not sent. */
export const createClient = (url: string, apiKey: string): Client =>
  clientOf(url, apiKey, apiKey === '' ? {} : { 'Api-Key': apiKey }, 'openapi.json');

/** A client of the operator API with a token; an empty one is not sent. */
export const createOperatorClient = (url: string, token: string): Client =>
  clientOf(url, token, token === '' ? {} : { Authorization: `Bearer ${token}` }, 'openapi-operator.json');

function clientOf(
  url: string,
  apiKey: string,
  authentication: Readonly<Record<string, string>>,
  file: DocumentFile,
): Client {
  async function request(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const { body, idempotencyKey, headers = {}, raw } = options;
    const key = idempotencyKey === undefined && method === 'POST' ? randomUUID() : idempotencyKey;
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(url + path, {
      method,
      headers: {
        ...authentication,
        ...(sent === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(typeof key === 'string' ? { 'Idempotency-Key': key } : {}),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    });
    // A stream has no end, so only its head is read.
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    const text = isStream ? '' : await response.text();
    if (isStream) await response.body?.cancel();
    const answer: Answer = {
      status: response.status,
      headers: response.headers,
      text,
      body:
        response.headers.get('content-type')?.startsWith('application/json') === true
          ? JSON.parse(text)
          : text,
    };
    expectWellFormed(answer);
    const operation = operationOf(file, method, path.split('?')[0] ?? path);
    if (operation !== undefined) {
      expectMatchesSchema(operation.id, answer.status, answer.body, answer.headers, file);
      // `createUser ok`, `createUser external_reference_exists`: every declared answer has to occur in a run of all tests.
      recordRun('answer', `${operation.id} ${answer.status < 400 ? 'ok' : answer.body.error.code}`);
    }
    return answer;
  }
  return {
    apiKey,
    request,
    get: (path) => request('GET', path),
    post: (path, body, options) =>
      request('POST', path, { ...options, ...(body === undefined ? {} : { body }) }),
    patch: (path, body) => request('PATCH', path, { body }),
  };
}
