/** Parses and validates query strings. Unknown, repeated, and invalid parameters are 400. */
import type { ErrorDetail } from '../../generated/api.ts';
import type { Validator } from '../../generated/validators.js';
import { malformedRequest } from '../server/errors.ts';
import type { Problem } from '../server/errors.ts';
import { closestName } from './closest-name.ts';
import { toErrorDetails, coerceQuery, truncateName } from './validation-details.ts';

/** No stored value contains control characters, and some stores truncate text at them. */
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]/;

/** The parameters of a query string (without its `?`) that pass the validator. */
export function readQuery(search: string, validate: Validator<unknown>, names: readonly string[]): unknown {
  const parsed = search === '' ? {} : parse(search);
  if ('problem' in parsed) return parsed.problem;
  const values = search === '' ? parsed : coerceQuery(parsed);
  if (validate(values)) return values;
  const [first] = toErrorDetails(validate.errors);
  return malformedRequest(
    first === undefined ? 'The query parameters are invalid.' : messageFor(first, names),
  );
}

/** Top-level messages are statements that end with a period, so the suggestion is not a question here. */
function messageFor({ code, field, message }: ErrorDetail, names: readonly string[]): string {
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
