/** `get`, `post`, `patch`, and `delete`: any call of the API. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import type { Command } from 'commander';
import type { GlobalOptions } from '../access.ts';
import { createApiClient } from '../api-client.ts';
import { UsageError, isJsonObject, parseJson, type JsonObject } from '../outcome.ts';
import { printOutcome } from '../output.ts';
import { commandFromArguments, withExamples } from '../program.ts';
import type { Method } from '../service-call.ts';

type Options = GlobalOptions & { readonly data?: string };

const EXAMPLES = [
  'get users limit=3',
  'get "transfers?state=in_review" --json',
  'get users/usr_01…/wallets/wal_01…/balance',
  'post users type=individual external_reference=ana-1 first_name=Ana',
  'post sandbox/users/usr_01…/kyc kyc_status=approved',
  'post transfers source.type=wallet source.wallet_id=wal_01… destination.type=wallet destination.wallet_id=wal_02… amount=5.00 dry_run:=true',
  'post transfers --data @transfer.json --idempotency-key order-5521',
  'patch webhook_endpoints/we_01… status=enabled',
  'delete webhook_endpoints/we_01…',
];

/** Adds the arguments of the call that the command is named after. */
export function fillRequest(command: Command): void {
  const method = command.name().toUpperCase() as Method;
  command.argument('<path>', 'path such as users or /v1/users/usr_01…');
  if (method === 'GET') command.argument('[parameters...]', 'query parameters, such as limit=3');
  if (hasBody(method))
    command
      .argument('[fields...]', 'fields of the body: name=text, name:=json, or outer.inner=text')
      .option('--data <json>', 'the body as JSON, @file, or @- for standard input');
  withExamples(command, EXAMPLES).action(async (...given: unknown[]) => {
    const called = commandFromArguments(given);
    await request(method, called.args, called.optsWithGlobals<Options>());
  });
}

async function request(
  method: Method,
  [path = '', ...fields]: readonly string[],
  options: Options,
): Promise<void> {
  const { call } = createApiClient(options);
  const query = method === 'GET' ? queryFrom(fields) : '';
  const body = hasBody(method) ? bodyOf(options.data, fields) : undefined;
  const idempotencyKey = options.idempotencyKey ?? (method === 'POST' ? randomUUID() : undefined);
  const response = await call(method, { path: apiPath(path) + query, body, idempotencyKey });
  const asJson = options.json === true;
  const note = [
    `${response.status} ${STATUS_CODES[response.status] ?? ''}`,
    ...headerText('Request-Id', response.headers.get('Request-Id')),
    ...(method === 'POST' ? headerText('Idempotency-Key', idempotencyKey) : []),
  ].join('  ');
  printOutcome({ json: response.body, view: { data: response.body }, ...(asJson ? {} : { note }) }, asJson);
}

const hasBody = (method: Method): boolean => method === 'POST' || method === 'PATCH';

const headerText = (name: string, value: string | null | undefined): string[] =>
  typeof value === 'string' ? [`${name}: ${value}`] : [];

/** `users` and `/users` mean `/v1/users`. */
export function apiPath(text: string): string {
  if (text.includes('://')) throw new UsageError('The path must not contain a host; use --url for it.');
  const path = text.replace(/^\/+/, '');
  if (path === '') throw new UsageError('The path is empty.');
  return path.startsWith('v1/') ? `/${path}` : `/v1/${path}`;
}

function bodyOf(data: string | undefined, fields: readonly string[]): JsonObject {
  if (data === undefined) return bodyFrom(fields);
  if (fields.length > 0) throw new UsageError('Use either --data or fields, not both.');
  const text = data.startsWith('@') ? contentOf(data.slice(1)) : data;
  const parsed = parseJson(text);
  if (!isJsonObject(parsed)) throw new UsageError('--data must be a JSON object.');
  return parsed;
}

function contentOf(file: string): string {
  try {
    return readFileSync(file === '-' ? process.stdin.fd : file, 'utf8');
  } catch {
    throw new UsageError(`${file} cannot be read.`);
  }
}

type Mutable = Record<string, unknown>;

/**
 * `name=value` sets a text, `name:=json` any JSON value, and `outer.inner=value` a member of an object. Throws a UsageError
 * for anything else and for a member that is set twice.
 */
export function bodyFrom(fields: readonly string[]): JsonObject {
  const body: Mutable = emptyObject();
  for (const field of fields) {
    const [, path = '', operator, text = ''] = /^([^=]+?)(:?=)(.*)$/s.exec(field) ?? [];
    const names = path.split('.');
    if (operator === undefined || names.includes(''))
      throw new UsageError(`${JSON.stringify(field)} does not have the form field=value or field:=json.`);
    setAt(body, names, operator === ':=' ? jsonIn(field, text) : text);
  }
  return body;
}

/** A query string with its question mark; empty without fields. Throws a UsageError for a field without a value. */
export function queryFrom(fields: readonly string[]): string {
  const query = new URLSearchParams();
  for (const field of fields) {
    const at = field.indexOf('=');
    if (at < 1) throw new UsageError(`${JSON.stringify(field)} does not have the form parameter=value.`);
    query.append(field.slice(0, at), field.slice(at + 1));
  }
  return fields.length === 0 ? '' : `?${query.toString()}`;
}

/** Has no prototype, so that every name is just a name. */
const emptyObject = (): Mutable => Object.create(null) as Mutable;

function setAt(body: Mutable, names: readonly string[], value: unknown): void {
  const last = names.at(-1) ?? '';
  let target = body;
  for (const name of names.slice(0, -1)) {
    target[name] ??= emptyObject();
    const inner = target[name];
    if (!isJsonObject(inner)) throw new UsageError(`${names.join('.')} is set twice.`);
    // Made above, or parsed from JSON.
    target = inner;
  }
  if (last in target) throw new UsageError(`${names.join('.')} is set twice.`);
  target[last] = value;
}

function jsonIn(field: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`The value of ${JSON.stringify(field)} is not valid JSON.`);
  }
}
