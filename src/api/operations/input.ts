/** Reads and validates the input of a request: idempotency key, path, query, and body. */

import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';
import type { ErrorDetail } from '../../generated/api.ts';
import type { OperationTypes } from '../../generated/operations.ts';
import type { OperatorOperationTypes } from '../../generated/operator-operations.ts';
import type { Validator } from '../../generated/validators.js';
import { readJsonBody } from '../../http/body.ts';
import {
  invalidFields,
  isProblem,
  malformedRequest,
  notFoundProblem,
  type Problem,
} from '../../http/errors.ts';
import type { Match, PathParams } from '../../http/router.ts';
import { isId, type IdPrefix } from '../../ledger/ids.ts';
import { readIdempotencyKey } from './idempotency.ts';
import type { BodyCheck, Declaration } from './operation.ts';
import {
  closestName,
  coerceQuery,
  dropNestedDetails,
  toErrorDetails,
  truncateName,
} from './validation-details.ts';

// Parses and validates query strings. Unknown, repeated, and invalid parameters are 400.

/** No stored value contains control characters, and some stores truncate text at them. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]/;

/** The parameters of a query string (without its `?`) that pass the validator. */
function readQuery(search: string, validate: Validator<unknown>, names: readonly string[]): unknown {
  const parsed = search === '' ? {} : parse(search);
  if ('problem' in parsed) return parsed.problem;
  const values = search === '' ? parsed : coerceQuery(parsed);
  if (validate(values)) return values;
  const [first] = toErrorDetails(validate.errors);
  return malformedRequest(
    first === undefined ? 'The query parameters are invalid.' : messageFor(first, names),
  );
}

const CURSORS: ReadonlySet<string> = new Set(['starting_after', 'ending_before']);

/** Top-level messages are statements that end with a period, so the suggestion is not a question here. */
function messageFor({ code, field, message }: ErrorDetail, names: readonly string[]): string {
  if (code === 'not_allowed' && CURSORS.has(field))
    return 'Send only one of `starting_after` and `ending_before`.';
  if (code !== 'unknown_field') return `Invalid query parameter \`${field}\`: ${lowerFirst(message)}`;
  const suggestion = closestName(field, names);
  const hint = suggestion === undefined ? '' : ` The closest known parameter is \`${suggestion}\`.`;
  return `Unknown query parameter \`${field}\`.${hint}`;
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function parse(search: string): Record<string, string> | { problem: Problem } {
  // Without a prototype, so that names such as __proto__ have no effect.
  const values: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const pair of search.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = decode(equals === -1 ? '' : pair.slice(equals + 1));
    if (name === undefined || value === undefined)
      return { problem: malformedRequest('The query string must be valid percent-encoded UTF-8.') };
    if (CONTROL.test(name) || CONTROL.test(value))
      return { problem: malformedRequest('The query string must not contain control characters.') };
    if (name in values)
      return {
        problem: malformedRequest(`Send the query parameter \`${truncateName(name)}\` only once.`),
      };
    values[name] = value;
  }
  return values;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

// The path parameters of all APIs: what each one identifies, and its format.

type ParamNames<Types> = { [Id in keyof Types]: Types[Id] extends { params: infer P } ? keyof P : never };
type ParamName<Types> = ParamNames<Types>[keyof Types];
type PathParam = { readonly noun: string; readonly isValid: (text: string) => boolean };

const idOf = (prefix: IdPrefix, noun: string): PathParam => ({ noun, isValid: (text) => isId(prefix, text) });
const matching = (pattern: RegExp, noun: string): PathParam => ({
  noun,
  isValid: (text) => pattern.test(text),
});
const NAME = /^[a-z][a-z0-9_]{0,63}$/;

/** `YYYY-MM-DD` of the calendar. */
const isCalendarDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(Date.parse(text)).toISOString().startsWith(text);

const PATH_PARAMS = {
  user_id: idOf('usr', 'user'),
  wallet_id: idOf('wal', 'wallet'),
  deposit_account_id: idOf('da', 'deposit account'),
  payout_account_id: idOf('pa', 'payout account'),
  transfer_id: idOf('trf', 'transfer'),
  transfer_batch_id: idOf('trb', 'transfer batch'),
  quote_id: idOf('qt', 'quote'),
  event_id: idOf('evt', 'event'),
  request_id: idOf('req', 'request'),
  webhook_endpoint_id: idOf('we', 'webhook endpoint'),
  webhook_delivery_id: idOf('whd', 'webhook delivery'),
  proposal_id: idOf('prp', 'proposal'),
  object_id: matching(/^[a-z]{2,3}_[0-9a-hjkmnp-tv-z]{26}$/, 'object'),
  statement_id: matching(/^stm_[0-9a-hjkmnp-tv-z]{26}$/, 'statement'),
  item_id: matching(/^(stl|mov)_[0-9a-hjkmnp-tv-z]{26}$/, 'line or movement'),
  integrator_id: matching(/^int_[0-9a-hjkmnp-tv-z]{26}$/, 'integrator'),
  key_id: matching(/^key_[0-9A-Za-z]{8}$/, 'key'),
  token_id: matching(/^opt_[0-9a-hjkmnp-tv-z]{26}$/, 'token'),
  session_id: matching(/^ses_[0-9a-hjkmnp-tv-z]{26}$/, 'session'),
  saved_view_id: matching(/^svw_[0-9a-hjkmnp-tv-z]{26}$/, 'saved view'),
  environment: matching(/^(sandbox|production)$/, 'environment'),
  rail: matching(NAME, 'rail'),
  projection: matching(NAME, 'projection'),
  month: matching(/^\d{4}-(0[1-9]|1[0-2])$/, 'month'),
  day: { noun: 'day', isValid: isCalendarDay },
} as const satisfies Record<ParamName<OperationTypes> | ParamName<OperatorOperationTypes>, PathParam>;

const paramOf = (name: string): PathParam | undefined =>
  // The router only yields names that occur in declared paths, and `satisfies` above covers all of them.
  PATH_PARAMS[name as keyof typeof PATH_PARAMS];

/** The noun for what a path parameter identifies, such as `wallet` for `wallet_id`. */
export const nounOf = (name: keyof typeof PATH_PARAMS): string => PATH_PARAMS[name].noun;

/** 404 for a path parameter whose format shows that nothing can exist under it. */
function rejectInvalidParams(params: PathParams): Problem | undefined {
  for (const name in params) {
    const param = paramOf(name);
    if (param?.isValid(params[name] ?? '') === false) return notFoundProblem(param.noun);
  }
  return undefined;
}

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

// Chooses the format of a response by the `Accept` header.

/** The media type that the header prefers; the first one if there is no header, or if it accepts none of them. */
export function preferredType<Type extends string>(
  accept: string | undefined,
  types: readonly [Type, ...Type[]],
): Type {
  const found = new Negotiator({ headers: { accept } }).mediaType([...types]);
  return types.find((type) => type === found) ?? types[0];
}
