/** Reads what a request brings (idempotency key, path, query, body) and refuses what is not as its endpoint wants it. */
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
  /** Of writes whose outcome is to be kept. */
  readonly idempotencyKey: string | undefined;
};

/** The input of an endpoint, every part of it checked. The search is the query string without its `?`. */
export async function readInput(
  req: IncomingMessage,
  { operation, params }: Match<Checked>,
  search: string,
): Promise<Input | Problem> {
  const mayGoWithoutKey = operation.idempotencyKey === 'required_unless_dry_run';
  const keyed = operation.idempotencyKey !== 'none' ? readIdempotencyKey(req) : undefined;
  if (isProblem(keyed) && !mayGoWithoutKey) return keyed;
  const query = rejectInvalidParams(params) ?? readQuery(search, operation.query);
  if (isProblem(query)) return query;
  if (operation.requestBody === 'none') return { query, body: undefined, idempotencyKey: undefined };
  const read = await readJsonBody(req, operation.requestBody);
  // Only the body says whether it is a dry run, for which a key is neither needed nor kept.
  if (mayGoWithoutKey && !isProblem(read) && isDryRun(read.value))
    return checked(operation, query, read.value, undefined);
  if (isProblem(keyed)) return keyed;
  return isProblem(read) ? read : checked(operation, query, read.value, keyed);
}

/** The same for input that came another way than over HTTP: an operator's page calls endpoints in this process. */
export function checkInput(
  { operation, params }: Match<Checked>,
  search: string,
  body: unknown,
  idempotencyKey: string | undefined,
): Input | Problem {
  const query = rejectInvalidParams(params) ?? readQuery(search, operation.query);
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

/** All that is wrong with a body, every field at once. */
function refuseBody({ body: validate, checkBody }: Checked, body: unknown): Problem | undefined {
  const found = validate(body) ? [] : toErrorDetails(validate.errors);
  const known = new Set(found.map(({ field }) => field));
  for (const entry of [...checkMetadataKeys(body), ...(checkBody?.(body) ?? [])]) {
    if (!known.has(entry.field)) found.push(entry);
  }
  return found.length === 0 ? undefined : invalidFields(dropNestedDetails(found));
}

/** The keys of metadata are the only names a client is free to choose, so the only ones that can be broken text. */
function checkMetadataKeys(body: unknown): readonly ErrorDetail[] {
  if (typeof body !== 'object' || body === null || !('metadata' in body)) return NONE;
  const { metadata } = body;
  if (typeof metadata !== 'object' || metadata === null) return NONE;
  for (const key in metadata) if (!isWellFormed(key)) return [BROKEN_KEY];
  return NONE;
}

const NONE: readonly ErrorDetail[] = [];
const BROKEN_KEY = {
  field: 'metadata',
  code: 'invalid_format',
  message: 'Keys must be valid Unicode.',
};

/** Whether a text has no half of a surrogate pair. (Node has a method for it that TypeScript's library does not.) */
const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

const isDryRun = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'dry_run' in body && body.dry_run === true;
