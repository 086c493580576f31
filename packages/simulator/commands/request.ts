/** Builds the request of a command, and reads the answer of the API. */
import { parse } from 'csv-parse/sync';
import inject from 'light-my-request';
import type { DispatchFunc, InjectOptions } from 'light-my-request';
import type { Caller, SentRequest } from '../model/request.ts';
import type { Answer, Json } from '../model/prediction.ts';
import { OPERATIONS, OPERATOR_OPERATIONS, resolve, resolveText } from './command.ts';
import type { ApiCommand, KeyName } from './command.ts';

/** The books of the keys of one client. */
const CALLERS: Readonly<Record<KeyName, Caller>> = {
  sandbox: { book: 'one', mayWrite: true, isSandbox: true },
  stranger: { book: 'two', mayWrite: true, isSandbox: true },
  readOnly: { book: 'one', mayWrite: false, isSandbox: true },
  production: { book: 'one production', mayWrite: true, isSandbox: false },
  revoked: { book: undefined, mayWrite: true, isSandbox: true },
  // An operator acts in the book of the object that the path names.
  operator: { book: 'one', mayWrite: true, isSandbox: true, operator: 'simulator' },
  secondOperator: { book: 'one', mayWrite: true, isSandbox: true, operator: 'colleague' },
};

export type BuiltRequest = SentRequest & {
  readonly key: KeyName;
  readonly hasBody: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** The fields of a form, instead of a body. */
  readonly form?: Readonly<Record<string, string>>;
};

/** Clients that share books choose different names: `prefix` begins the keys and references of one client. */
export function requestOf(
  command: ApiCommand,
  answers: ReadonlyMap<number, Answer>,
  prefix = '',
): BuiltRequest {
  const { operation, key, idempotencyKey, accept } = command;
  const declared = OPERATIONS.get(operation) ?? OPERATOR_OPERATIONS.get(operation);
  if (declared === undefined) throw new Error(`There is no operation ${operation}.`);
  const { method, path, environment } = declared;
  const texts = (values: ApiCommand['query'] = {}): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, resolveText(value, answers)]));
  const params = texts(command.params);
  const body = withPrefix(resolve(command.body ?? {}, answers), prefix);
  return {
    ...{ operation, key, method, params, body, query: texts(command.query), accept },
    // A key that is too long stays what it is.
    idempotencyKey:
      idempotencyKey === undefined || idempotencyKey.length > 200 ? idempotencyKey : prefix + idempotencyKey,
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? name),
    caller: CALLERS[key],
    isSandboxOnly: environment === 'sandbox',
    hasBody: command.body !== undefined,
  };
}

function withPrefix(body: Json, prefix: string): Json {
  if (typeof body !== 'object' || body === null || !('external_reference' in body)) return body;
  const reference = body['external_reference'];
  return typeof reference !== 'string' || reference === ''
    ? body
    : { ...body, external_reference: prefix + reference };
}

/** The request as the library takes it. */
export function injectionOf(apiKey: string, request: BuiltRequest): InjectOptions {
  const { method, path, query, body, hasBody, idempotencyKey, accept, headers, form } = request;
  const search = new URLSearchParams(query).toString();
  return {
    // Every declared method is one that the library knows.
    method: method,
    url: search === '' ? path : `${path}?${search}`,
    headers: {
      // The operator API has tokens.
      ...(apiKey.startsWith('svc_op_') ? { authorization: `Bearer ${apiKey}` } : { 'api-key': apiKey }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...(hasBody && { 'content-type': 'application/json' }),
      ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(accept !== undefined && { accept }),
      ...headers,
    },
    ...(hasBody && { payload: JSON.stringify(body) }),
    ...(form !== undefined && { payload: new URLSearchParams(form).toString() }),
  };
}

/** Sends a request without a socket. */
export async function send(app: DispatchFunc, apiKey: string, request: BuiltRequest): Promise<Answer> {
  const response = await inject(app, injectionOf(apiKey, request));
  const { statusCode: status, payload: text, headers } = response;
  const type = String(headers['content-type']);
  const header = (name: string): string | undefined => headers[name]?.toString();
  return {
    status,
    text,
    body: type.startsWith('text/csv')
      ? { rows: parse(text, { columns: true }) }
      : type.startsWith('application/json')
        ? (JSON.parse(text) as Json)
        : null,
    headers: {
      'idempotent-replayed': header('idempotent-replayed'),
      ...{ location: header('location'), 'set-cookie': [headers['set-cookie'] ?? []].flat().join('\n') },
    },
  };
}
