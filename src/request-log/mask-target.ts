/** Masks the path and the query string of a request, and the messages of errors. */
import { operations } from '../generated/operations.ts';
import { MASK, isKnownField, isPublicId, maskText } from './mask-value.ts';
import type { KnownRails } from './mask-value.ts';

/** The fixed parts of all paths of the API. */
const LITERALS: ReadonlySet<string> = new Set(
  Object.values(operations).flatMap(({ path }) => path.split('/').filter((part) => !part.startsWith('{'))),
);
const PARTS_MAX = 20;

/** The path with every part masked that is neither part of a path of the API nor an ID. */
export const maskedPath = (path: string): string =>
  path
    .split('/', PARTS_MAX)
    .map((part) => (LITERALS.has(part) || isPublicId(part) ? part : MASK))
    .join('/');

/** A query string (without its `?`), not decoded. Null for an empty one. */
export function maskedQuery(search: string, rails: KnownRails): string | null {
  if (search === '') return null;
  return search.split('&', PARTS_MAX).map(maskedParameter(rails)).join('&');
}

const maskedParameter =
  (rails: KnownRails) =>
  (parameter: string): string => {
    const [name = '', value] = parameter.split('=', 2);
    if (!isKnownField(name)) return MASK;
    if (value === undefined || value === '') return parameter.slice(0, name.length + 1);
    const isLimit = name === 'limit' && /^\d{1,9}$/.test(value);
    // Times contain colons and plus signs, which most clients encode.
    const text = value.replaceAll(/%3A/gi, ':').replaceAll(/%2B/gi, '+');
    return `${name}=${isLimit ? value : maskText(name, text, rails)}`;
  };

/**
 * The message of an error. Messages are the service's own, but quote names that the caller sent: one between the first and
 * the last backtick that is not a field of the API is masked.
 */
export const maskedMessage = (message: string): string =>
  message.replace(/`(.*)`/s, (quoted, name: string) =>
    maskedFieldPath(name) === name ? quoted : `\`${MASK}\``,
  );

/** The dotted path of a field, with every name masked that the API does not know. */
export const maskedFieldPath = (field: string): string =>
  field
    .split('.', PARTS_MAX)
    .map((name) => (/^\d{1,6}$/.test(name) || isKnownField(name) ? name : MASK))
    .join('.');
