/** Reads and validates the input of a request: idempotency key, path, query, and body. */
import type { IncomingMessage } from 'node:http';
import type { ErrorDetail } from '../../generated/api.ts';
import { readJsonBody } from '../server/json-body.ts';
import { invalidFields, isProblem } from '../server/errors.ts';
import type { Problem } from '../server/errors.ts';
import { readIdempotencyKey } from './idempotency.ts';
import { readQuery } from './query.ts';
import type { Declaration, BodyCheck } from './operation.ts';
import { rejectInvalidParams } from './path-params.ts';
import type { Match } from '../server/router.ts';
import { toErrorDetails, dropNestedDetails } from './validation-details.ts';

type Checked = Declaration & { readonly checkBody: BodyCheck | undefined };

export type Input = {
  readonly query: unknown;
  readonly body: unknown;
  /** Present if the outcome of the request is recorded. */
  readonly idempotencyKey: string | undefined;
};

/** The parsed body of a request, even if it is invalid. Undefined until it was read, and for text that is no JSON object. */
export type ReceivedBody = { body?: unknown };

/** The validated input of an HTTP request. `search` is the query string without its `?`. */
export async function readInput(
  req: IncomingMessage,
  { operation, params }: Match<Checked>,
  search: string,
  received: ReceivedBody = {},
): Promise<Input | Problem> {
  const mayGoWithoutKey = operation.idempotencyKey === 'required_unless_dry_run';
  const keyed = operation.idempotencyKey !== 'none' ? readIdempotencyKey(req) : undefined;
  if (isProblem(keyed) && !mayGoWithoutKey) return keyed;
  const query = rejectInvalidParams(params) ?? readQuery(search, operation.query, operation.queryFields);
  if (isProblem(query)) return query;
  if (operation.requestBody === 'none') return { query, body: undefined, idempotencyKey: undefined };
  const read = await readJsonBody(req, operation.requestBody, operation.bodyBytesMax);
  if (!isProblem(read)) received.body = read.value;
  // The body shows whether it is a dry run, which needs no key and ignores one.
  if (mayGoWithoutKey && !isProblem(read) && isDryRun(read.value))
    return checked(operation, query, read.value, undefined);
  if (isProblem(keyed)) return keyed;
  return isProblem(read) ? read : checked(operation, query, read.value, keyed);
}

/** The validated input of a call from within this process. */
export function checkInput(
  { operation, params }: Match<Checked>,
  search: string,
  body: unknown,
  idempotencyKey: string | undefined,
): Input | Problem {
  const query = rejectInvalidParams(params) ?? readQuery(search, operation.query, operation.queryFields);
  if (isProblem(query)) return query;
  if (operation.requestBody === 'none') return { query, body: undefined, idempotencyKey: undefined };
  return checked(operation, query, body ?? {}, idempotencyKey);
}

const checked = (
  operation: Checked,
  query: unknown,
  body: unknown,
  idempotencyKey: string | undefined,
): Input | Problem => refuseBody(operation, body) ?? { query, body, idempotencyKey };

/** Rejects a body with one detail for each invalid field. */
function refuseBody({ body: validate, bodyFields, checkBody }: Checked, body: unknown): Problem | undefined {
  const found = validate(body) ? [] : toErrorDetails(validate.errors, bodyFields);
  const known = new Set(found.map(({ field }) => field));
  for (const entry of [...checkMetadataKeys(body), ...(checkBody?.(body) ?? [])]) {
    if (!known.has(entry.field)) found.push(entry);
  }
  return found.length === 0 ? undefined : invalidFields(dropNestedDetails(found));
}

/** Metadata keys are the only names that clients choose freely, so only they can be invalid Unicode. */
function checkMetadataKeys(body: unknown): readonly ErrorDetail[] {
  if (typeof body !== 'object' || body === null || !('metadata' in body)) return NONE;
  const { metadata } = body;
  if (typeof metadata !== 'object' || metadata === null) return NONE;
  for (const key in metadata) if (!isWellFormed(key)) return [INVALID_KEY];
  return NONE;
}

const NONE: readonly ErrorDetail[] = [];
const INVALID_KEY = {
  field: 'metadata',
  code: 'invalid_format',
  message: 'Keys must be valid Unicode.',
};

/** Whether a text has no unpaired surrogates. (TypeScript's library lacks Node's method for it.) */
const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

const isDryRun = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'dry_run' in body && body.dry_run === true;
