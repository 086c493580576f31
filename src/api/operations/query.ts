/** Query strings: every parameter at most once, known, and of its type; anything else is 400. */
import type { Validator } from '../../generated/validators.js';
import { malformedRequest } from '../server/errors.ts';
import type { Problem } from '../server/errors.ts';
import { toErrorDetails, coerceQuery, truncateName } from './validation-details.ts';

/** Control characters stand in no value that could be found, and some stores cut a text off at them. */
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]/;

/** The parameters of a query string (without its `?`) that pass the validator. */
export function readQuery(search: string, validate: Validator<unknown>): unknown {
  const parsed = search === '' ? {} : parse(search);
  if ('problem' in parsed) return parsed.problem;
  const values = search === '' ? parsed : coerceQuery(parsed);
  if (validate(values)) return values;
  const [first] = toErrorDetails(validate.errors);
  return malformedRequest(
    first === undefined
      ? 'The query parameters are invalid.'
      : `Invalid query parameter "${first.field}": ${lowerFirst(first.message)}`,
  );
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function parse(search: string): Record<string, string> | { problem: Problem } {
  // Without a prototype, so that no name means anything before it was checked.
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
        problem: malformedRequest(`Send the query parameter "${truncateName(name)}" only once.`),
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
