import type { ErrorObject } from 'ajv';
import type { ErrorDetail } from '../../generated/api.ts';

/** Finds the name that a misspelled name was probably meant to be. */

/** The known name within two edits of the given one, or one edit for short names; undefined if there is none. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name)) return undefined;
  const distanceMax = name.length <= 4 ? 1 : 2;
  const candidates = known
    .filter((each) => Math.abs(each.length - name.length) <= distanceMax)
    .map((each) => ({ each, distance: editDistance(name, each) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = candidates;
  return best !== undefined && best.distance <= distanceMax ? best.each : undefined;
}

/** Insertions, deletions, and substitutions that turn one text into the other. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}

/** A detail with its rank: for each field, the detail with the lowest rank is returned. */
type RankedDetail = ErrorDetail & { readonly rank: number };

/** A small body can have thousands of invalid fields; the answer lists only the first ones. */
const DETAILS_MAX = 100;

/** Errors that are examined. Several can concern the same field, or a field inside one that is refused as a whole. */
const ERRORS_MAX = 10 * DETAILS_MAX;

/** Names in a path come from the caller, so long ones are truncated. */
const NAME_CHARACTERS_MAX = 64;

/** All codes, the most specific first. */
const CODES = [
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

type Code = (typeof CODES)[number];

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  integer: 'a whole number',
  number: 'a number',
  null: 'null',
};

/** Descriptions of formats, by the name of the format or by the pattern. */
const FORMATS: Readonly<Record<string, string>> = {
  '^[^\\s@]+@[^\\s@]+$': 'an email address',
  'date-time': 'an ISO 8601 time with a UTC offset',
  '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$':
    'an ISO 8601 time with a UTC offset',
  '^[Hh][Tt][Tt][Pp][Ss]?://\\S+$': 'an absolute HTTPS URL',
  '^[a-z]{3}$': 'a currency code of three lowercase letters',
  '^[A-Z]{2}$': 'a country code of two uppercase letters',
  '^\\+[1-9][0-9]{6,14}$': 'a phone number in E.164 format, such as +14155550123',
  '^(0|[1-9][0-9]{0,14})(\\.[0-9]{1,8})?$':
    'a decimal string without sign, exponent, or leading zeros, such as 12.50',
  '^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$': 'text without control characters',
  '^[^\\u0000-\\u001f\\u007f\\u200b\\u202a-\\u202e\\u2060\\u2066-\\u2069\\ud800-\\udfff\\ufeff]*$':
    'text without control characters, and without characters that are invisible or change its direction',
  '^[^\\ud800-\\udfff]*$': 'valid Unicode text',
};

/** Truncates a name from the caller, and replaces unpaired surrogates, which are not valid in JSON. */
export const truncateName = (name: string): string => {
  const kept =
    name.length <= NAME_CHARACTERS_MAX
      ? name
      : `${name.slice(0, NAME_CHARACTERS_MAX).replace(/[\ud800-\udbff]$/, '')}…`;
  return kept.replace(/\p{Surrogate}/gu, '\ufffd');
};

const pathOf = (instancePath: string, ...names: readonly string[]): string =>
  [...instancePath.split('/').slice(1), ...names]
    .map((name) => truncateName(name.replaceAll('~1', '/').replaceAll('~0', '~')))
    .join('.');

/** A parameter of the failed keyword as text. */
const param = (error: ErrorObject, name: string): string => {
  // ajv types the parameters as any record; the keyword determines which ones exist.
  const value = (error.params as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

const typeList = (error: ErrorObject): string => {
  // For the keyword `type`, ajv sets this parameter to one name or a list.
  const { type } = error.params as { readonly type: string | readonly string[] };
  const names = typeof type === 'string' ? [type] : type;
  return names.map((name) => TYPE_NAMES[name] ?? name).join(' or ');
};

const rankedDetail = (field: string, code: Code, message: string): RankedDetail => ({
  field,
  code,
  message,
  rank: CODES.indexOf(code),
});

const discriminatorDetail = (error: ErrorObject): RankedDetail => {
  const field = pathOf(error.instancePath, param(error, 'tag'));
  // The message states the expected type and never the value.
  const { tagValue } = error.params as { readonly tagValue?: unknown };
  if (tagValue === undefined) return rankedDetail(field, 'required', 'This field is required.');
  return typeof tagValue === 'string'
    ? rankedDetail(field, 'invalid_value', 'Must be one of the documented values.')
    : rankedDetail(field, 'wrong_type', 'Must be a string.');
};

/** The detail for an error of ajv; undefined for errors that only summarize others. */
const detailOf = (error: ErrorObject): RankedDetail | undefined => {
  // An error inside `propertyNames` refers to a member of the object at the path.
  const { propertyName } = error;
  const field = pathOf(error.instancePath, ...(propertyName === undefined ? [] : [propertyName]));
  const limit = param(error, 'limit');
  switch (error.keyword) {
    case 'required':
      return rankedDetail(
        pathOf(error.instancePath, param(error, 'missingProperty')),
        'required',
        'This field is required.',
      );
    case 'additionalProperties':
      return rankedDetail(
        pathOf(error.instancePath, param(error, 'additionalProperty')),
        'unknown_field',
        `Unknown field \`${truncateName(param(error, 'additionalProperty'))}\`.`,
      );
    case 'false schema':
      return rankedDetail(
        field,
        'not_allowed',
        'This field is not allowed in combination with the other fields.',
      );
    case 'type':
      return rankedDetail(field, 'wrong_type', `Must be ${typeList(error)}.`);
    case 'maxLength': {
      const what = propertyName === undefined ? 'Must' : 'The key must';
      return rankedDetail(field, 'too_long', `${what} be at most ${limit} characters long.`);
    }
    case 'minLength':
      return limit === '1'
        ? rankedDetail(field, 'too_short', 'Must not be empty.')
        : rankedDetail(field, 'too_short', `Must be at least ${limit} characters long.`);
    case 'minimum':
      return rankedDetail(field, 'out_of_range', `Must be at least ${limit}.`);
    case 'maximum':
      return rankedDetail(field, 'out_of_range', `Must be at most ${limit}.`);
    case 'maxItems':
    case 'maxProperties':
      return rankedDetail(field, 'too_many', `Must have at most ${limit} entries.`);
    case 'minItems':
    case 'minProperties':
      return rankedDetail(field, 'too_few', `Must have at least ${limit} entries.`);
    case 'format':
    case 'pattern': {
      const expected = FORMATS[param(error, error.keyword)];
      return rankedDetail(
        field,
        'invalid_format',
        expected === undefined ? 'The format is invalid.' : `Must be ${expected}.`,
      );
    }
    case 'discriminator':
      return discriminatorDetail(error);
    case 'if':
    case 'anyOf':
    case 'oneOf':
    case 'propertyNames':
      return undefined;
    default:
      return rankedDetail(field, 'invalid_value', valuesText(error));
  }
};

const valuesText = (error: ErrorObject): string => {
  // For the keyword `enum`, ajv sets this parameter to the allowed values.
  const { allowedValues } = error.params as { readonly allowedValues?: readonly unknown[] };
  const isShort = allowedValues !== undefined && allowedValues.length <= 12;
  return isShort ? `Must be one of: ${allowedValues.join(', ')}.` : 'Must be one of the documented values.';
};

const isNullAlternative = (error: ErrorObject): boolean =>
  error.keyword === 'type' && param(error, 'type') === 'null';

/** The field names of each object in a request, by the dotted path of the object; the path of the request itself is ''. */
export type FieldNames = Readonly<Record<string, readonly string[]>>;

/** Adds the name that was probably meant to the message about an unknown field. */
function withSuggestion(detail: ErrorDetail, names: FieldNames): ErrorDetail {
  if (detail.code !== 'unknown_field') return detail;
  const dot = detail.field.lastIndexOf('.');
  const suggestion = closestName(
    detail.field.slice(dot + 1),
    names[detail.field.slice(0, Math.max(0, dot))] ?? [],
  );
  return suggestion === undefined
    ? detail
    : { ...detail, message: `${detail.message} Did you mean \`${suggestion}\`?` };
}

/**
 * Translates the errors of a validator: one detail per field, with a dotted path (`source.wallet_id`), a stable code, and a
 * message that never contains the value. If a field has several errors, the most specific one is returned.
 */
export const toErrorDetails = (
  errors: readonly ErrorObject[] | null | undefined,
  names: FieldNames = {},
): ErrorDetail[] => {
  const byField = new Map<string, RankedDetail>();
  for (const error of errors?.slice(0, ERRORS_MAX) ?? []) {
    // A nullable field reports this error in addition to the one for its other type.
    const detail = isNullAlternative(error) ? undefined : detailOf(error);
    if (detail === undefined) continue;
    const known = byField.get(detail.field);
    if (known === undefined || detail.rank < known.rank) byField.set(detail.field, detail);
  }
  const shown = dropNestedDetails([...byField.values()]).slice(0, DETAILS_MAX);
  return shown.map(({ field, code, message }) => withSuggestion({ field, code, message }, names));
};

/** Drops details inside a field that is itself not allowed or of the wrong type. */
export function dropNestedDetails<Entry extends ErrorDetail>(found: readonly Entry[]): Entry[] {
  const refused = new Set(
    found.filter(({ code }) => code === 'not_allowed' || code === 'wrong_type').map(({ field }) => field),
  );
  return refused.size === 0 ? [...found] : found.filter(({ field }) => !hasParentIn(refused, field));
}

/** Whether a field is inside one of these fields, at any depth. */
function hasParentIn(fields: ReadonlySet<string>, field: string): boolean {
  for (let dot = field.indexOf('.'); dot !== -1; dot = field.indexOf('.', dot + 1))
    if (fields.has(field.slice(0, dot))) return true;
  return false;
}

const NUMBERS = ['limit', 'generation'];

/** Converts the parameters that are numbers, if they are integers without leading zeros. Others stay strings. */
export function coerceQuery(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const coerced: Record<string, unknown> = { ...query };
  for (const name of NUMBERS) {
    const value = query[name];
    if (typeof value === 'string' && /^(0|[1-9][0-9]{0,8})$/.test(value)) coerced[name] = Number(value);
  }
  return coerced;
}
