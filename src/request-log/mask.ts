import { LOGGED_FIELDS, type LoggedFormat } from '../generated/logged-fields.ts';
import { operations } from '../generated/operations.ts';

// Masks what a request or a response may say about a person. Everything is masked unless a rule allows it: a text is shown
// only if its field may have it by the schemas of the API, and IDs of the service are shown in every known field.

const MASK = '[masked]';

/** IDs say nothing about a person. Keys and tokens have other formats. */
const ID = /^[a-z]{2,3}_[0-9a-hjkmnp-tv-z]{26}$/;
const isPublicId = (text: string): boolean => ID.test(text);

const PATTERNS: Readonly<Record<Exclude<LoggedFormat, 'rail' | 'number' | 'opaque'>, RegExp>> = {
  time: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/,
  decimal: /^-?(0|[1-9]\d{0,20})(\.\d{1,18})?$/,
  asset: /^svc-(points|coin)$/,
  currency: /^[a-z]{3}$/,
  country: /^[A-Z]{2}$/,
};

type Field = { readonly words: ReadonlySet<string>; readonly formats: readonly LoggedFormat[] };

const FIELDS: ReadonlyMap<string, Field> = new Map(
  Object.entries(LOGGED_FIELDS).map(([name, { words, formats }]) => [
    name,
    { words: new Set(words), formats },
  ]),
);

/** Whether the API has a field or a query parameter with this name. Other names come from the caller. */
const isKnownField = (name: string): boolean => FIELDS.has(name);

/** The codes of the configured rails. A caller may send any other text as a rail. */
export type KnownRails = ReadonlySet<string>;

/** The text if its field may show it, or the mask. */
function maskText(name: string, text: string, rails: KnownRails): string {
  const field = FIELDS.get(name);
  if (field === undefined) return MASK;
  if (field.words.has(text) || ID.test(text)) return text;
  const isShown = field.formats.some((format) => {
    if (format === 'opaque' || format === 'number') return false;
    return format === 'rail' ? rails.has(text) : PATTERNS[format].test(text);
  });
  return isShown ? text : MASK;
}

/** Deeper values are masked: no object of the API is that deep. */
const LEVELS_MAX = 10;
/** Members and elements that are read of one object or list. */
const ENTRIES_MAX = 200;

/**
 * The JSON text of a value with everything masked that no rule allows. A text longer than `lengthMax` is cut and ends with
 * an ellipsis. Reading stops there, so that a large value costs no more than a small one.
 */
export function maskedJson(value: unknown, lengthMax: number, rails: KnownRails): string {
  let text = '';

  const write = (each: unknown, name: string, levels: number): void => {
    if (text.length > lengthMax) return;
    if (each === null || typeof each === 'boolean') text += String(each);
    else if (typeof each === 'string') text += JSON.stringify(maskText(name, each, rails));
    else if (typeof each === 'number') text += isNumeric(name) ? String(each) : `"${MASK}"`;
    else if (levels === 0 || typeof each !== 'object' || isOpaque(name)) text += `"${MASK}"`;
    else if (Array.isArray(each)) writeList(each, name, levels - 1);
    // Every object has string keys and unknown values.
    else writeObject(each as Readonly<Record<string, unknown>>, levels - 1);
  };

  const writeList = (list: readonly unknown[], name: string, levels: number): void => {
    text += '[';
    for (let i = 0; i < Math.min(list.length, ENTRIES_MAX); i += 1) {
      if (i > 0) text += ',';
      write(list[i], name, levels);
    }
    text += ']';
  };

  /** Names that the API does not know may be personal too. All of them become one member. */
  const writeObject = (object: Readonly<Record<string, unknown>>, levels: number): void => {
    text += '{';
    let read = 0;
    let hasUnknown = false;
    let separator = '';
    for (const name in object) {
      if (read === ENTRIES_MAX || text.length > lengthMax) break;
      read += 1;
      if (!isKnownField(name)) {
        hasUnknown = true;
        continue;
      }
      text += `${separator}"${name}":`;
      separator = ',';
      write(object[name], name, levels);
    }
    text += hasUnknown ? `${separator}"${MASK}":"${MASK}"}` : '}';
  };

  write(value, '', LEVELS_MAX);
  return text.length > lengthMax ? `${text.slice(0, lengthMax)}…` : text;
}

const isNumeric = (name: string): boolean => FIELDS.get(name)?.formats.includes('number') === true;
const isOpaque = (name: string): boolean => FIELDS.get(name)?.formats.includes('opaque') === true;

// Masks the path and the query string of a request, and the messages of errors.

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
