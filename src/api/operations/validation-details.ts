import type { ErrorObject } from 'ajv';
import type { ErrorDetail } from '../../generated/api.ts';

type Problem = ErrorDetail & { readonly rank: number };

/** At most this many entries: a small body can hold thousands of wrong keys, and nobody reads so many. */
const entriesMax = 100;

/** A name in a path is the caller's own text, so only so much of it is repeated. */
const nameLengthMax = 64;

/** The codes, the most telling first: where a field has several problems, the first of these is shown. */
const codes = [
  'required',
  'not_allowed',
  'unknown_field',
  'wrong_type',
  'too_many',
  'too_few',
  'too_long',
  'too_short',
  'out_of_range',
  'invalid_format',
  'invalid_value',
] as const;

type Code = (typeof codes)[number];

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  integer: 'a whole number',
  number: 'a number',
  null: 'null',
};

/** What a value must look like, by the format's name or the pattern that it failed. */
const formats: Readonly<Record<string, string>> = {
  email: 'an email address',
  uri: 'an absolute URL',
  'date-time': 'an ISO 8601 time with a UTC offset',
  '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$':
    'an ISO 8601 time with a UTC offset',
  '^[Hh][Tt][Tt][Pp][Ss]?://': 'an absolute HTTPS URL',
  '^[a-z]{3}$': 'a currency code of three lowercase letters',
  '^[A-Z]{2}$': 'a country code of two uppercase letters',
  '^\\+[1-9][0-9]{6,14}$': 'a phone number in E.164 format, such as +14155550123',
  '^(0|[1-9][0-9]{0,14})(\\.[0-9]{1,8})?$':
    'a decimal string without sign, exponent, or leading zeros, such as 12.50',
  '^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$': 'text without control characters',
  '^[^\\ud800-\\udfff]*$': 'valid Unicode text',
};

/** As much of a caller's own name as an answer repeats. Half a surrogate pair is not: strict readers refuse the answer. */
export const truncateName = (name: string): string => {
  const kept =
    name.length <= nameLengthMax ? name : `${name.slice(0, nameLengthMax).replace(/[\ud800-\udbff]$/, '')}…`;
  return kept.replace(/\p{Surrogate}/gu, '\ufffd');
};

const pathOf = (instancePath: string, ...names: readonly string[]): string =>
  [...instancePath.split('/').slice(1), ...names]
    .map((name) => truncateName(name.replaceAll('~1', '/').replaceAll('~0', '~')))
    .join('.');

/** A keyword's parameter as text. They are strings and numbers, as the schemas hold them. */
const param = (error: ErrorObject, name: string): string => {
  // ajv types the parameters as any record; which ones there are depends on the keyword.
  const value = (error.params as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

const typeList = (error: ErrorObject): string => {
  // The same: `type` is one name, or a list of them.
  const { type } = error.params as { readonly type: string | readonly string[] };
  const names = typeof type === 'string' ? [type] : type;
  return names.map((name) => typeNames[name] ?? name).join(' or ');
};

const problem = (field: string, code: Code, message: string): Problem => ({
  field,
  code,
  message,
  rank: codes.indexOf(code),
});

const discriminatorProblem = (error: ErrorObject): Problem => {
  const field = pathOf(error.instancePath, param(error, 'tag'));
  // The value is never shown, only of which kind it is.
  const { tagValue } = error.params as { readonly tagValue?: unknown };
  if (tagValue === undefined) return problem(field, 'required', 'This field is required.');
  return typeof tagValue === 'string'
    ? problem(field, 'invalid_value', 'Must be one of the documented values.')
    : problem(field, 'wrong_type', 'Must be a string.');
};

/** One problem for an error of ajv; nothing for those that only repeat what another one says. */
const problemOf = (error: ErrorObject): Problem | undefined => {
  // An error inside `propertyNames` is about a member of the object that the path names.
  const { propertyName } = error;
  const field = pathOf(error.instancePath, ...(propertyName === undefined ? [] : [propertyName]));
  const limit = param(error, 'limit');
  switch (error.keyword) {
    case 'required':
      return problem(
        pathOf(error.instancePath, param(error, 'missingProperty')),
        'required',
        'This field is required.',
      );
    case 'additionalProperties':
      return problem(
        pathOf(error.instancePath, param(error, 'additionalProperty')),
        'unknown_field',
        'No such field is known here; remove it or correct its name.',
      );
    case 'false schema':
      return problem(field, 'not_allowed', 'This field is not allowed in combination with the other fields.');
    case 'type':
      return problem(field, 'wrong_type', `Must be ${typeList(error)}.`);
    case 'maxLength': {
      const what = propertyName === undefined ? 'Must' : 'The key must';
      return problem(field, 'too_long', `${what} be at most ${limit} characters long.`);
    }
    case 'minLength':
      return limit === '1'
        ? problem(field, 'too_short', 'Must not be empty.')
        : problem(field, 'too_short', `Must be at least ${limit} characters long.`);
    case 'minimum':
      return problem(field, 'out_of_range', `Must be at least ${limit}.`);
    case 'maximum':
      return problem(field, 'out_of_range', `Must be at most ${limit}.`);
    case 'maxItems':
    case 'maxProperties':
      return problem(field, 'too_many', `Must have at most ${limit} entries.`);
    case 'minItems':
    case 'minProperties':
      return problem(field, 'too_few', `Must have at least ${limit} entries.`);
    case 'format':
    case 'pattern': {
      const expected = formats[param(error, error.keyword)];
      return problem(
        field,
        'invalid_format',
        expected === undefined ? 'The format is invalid.' : `Must be ${expected}.`,
      );
    }
    case 'discriminator':
      return discriminatorProblem(error);
    case 'if':
    case 'anyOf':
    case 'oneOf':
    case 'propertyNames':
      return undefined;
    default:
      return problem(field, 'invalid_value', valuesText(error));
  }
};

const valuesText = (error: ErrorObject): string => {
  // The same: only `enum` has this parameter, a list of the schema's own values.
  const { allowedValues } = error.params as { readonly allowedValues?: readonly unknown[] };
  const isShort = allowedValues !== undefined && allowedValues.length <= 12;
  return isShort ? `Must be one of: ${allowedValues.join(', ')}.` : 'Must be one of the documented values.';
};

const isNullAlternative = (error: ErrorObject): boolean =>
  error.keyword === 'type' && param(error, 'type') === 'null';

/**
 * The errors of a validator as the interface shows them: one entry per field, with a dotted path (`source.wallet_id`),
 * a stable code and a sentence that never repeats the value. Where a field has several problems, the most telling one
 * is shown; the order is that in which ajv found the fields.
 */
export const toErrorDetails = (errors: readonly ErrorObject[] | null | undefined): ErrorDetail[] => {
  const byField = new Map<string, Problem>();
  for (const error of errors ?? []) {
    // A field that may be null has this error beside the one that says what else it may be.
    const found = isNullAlternative(error) ? undefined : problemOf(error);
    if (found === undefined) continue;
    const known = byField.get(found.field);
    if (known === undefined || found.rank < known.rank) byField.set(found.field, found);
  }
  const shown = dropNestedDetails([...byField.values()]).slice(0, entriesMax);
  return shown.map(({ field, code, message }) => ({ field, code, message }));
};

/** What is wrong inside a field that is refused as a whole is no help. */
export function dropNestedDetails<Entry extends ErrorDetail>(found: readonly Entry[]): Entry[] {
  const refused = found
    .filter(({ code }) => code === 'not_allowed' || code === 'wrong_type')
    .map(({ field }) => `${field}.`);
  return found.filter(({ field }) => !refused.some((prefix) => field.startsWith(prefix)));
}

/**
 * A parsed query string as its schema wants it: `limit` becomes a number when it is written as a plain whole number,
 * without leading zeros.
 * Everything else stays, so a parameter given twice is still a list, which its schema refuses.
 */
export const coerceQuery = (query: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const { limit } = query;
  const isNumber = typeof limit === 'string' && /^(0|[1-9][0-9]{0,8})$/.test(limit);
  return isNumber ? { ...query, limit: Number(limit) } : { ...query };
};
