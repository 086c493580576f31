/** Bodies of one size that cost as much as possible to refuse, derived from the schema of a valid body. */
import type { AnySchemaObject } from 'ajv/dist/2020.js';

/** A body as JSON text. `name` says where it is wrong, and how. */
export type ExpensiveBody = { readonly name: string; readonly text: string };

/** A place in a body, and what its schema describes there. */
type Place = {
  readonly path: readonly string[];
  readonly allowsText: boolean;
  /** Whether the schema describes members or items. */
  readonly hasMembers: boolean;
};

type Json = unknown;
type JsonObject = Readonly<Record<string, unknown>>;

/** JSON text of at most this many bytes. */
type Filler = (bytes: number) => string;

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Repeats `itemAt(0)`, `itemAt(1)`, … with commas in between. */
const list =
  (open: string, itemAt: (index: number) => string, close: string): Filler =>
  (bytes) => {
    const items: string[] = [];
    let length = open.length + close.length;
    for (let index = 0; ; index++) {
      const item = itemAt(index);
      length += Buffer.byteLength(item) + 1;
      if (length > bytes) return `${open}${items.join(',')}${close}`;
      items.push(item);
    }
  };

const nested =
  (open: string, inside: string, close: string): Filler =>
  (bytes) => {
    const levels = Math.floor((bytes - inside.length) / (open.length + close.length));
    return open.repeat(levels) + inside + close.repeat(levels);
  };

const repeated =
  (start: string, unit: string, end = ''): Filler =>
  (bytes) =>
    `"${start}${unit.repeat(Math.floor((bytes - start.length - end.length - 2) / Buffer.byteLength(unit)))}${end}"`;

const key = (index: number): string => index.toString(36);

/** Values that are wide or deep. */
const SHAPES: Readonly<Record<string, Filler>> = {
  'a list of numbers': list('[', () => '0', ']'),
  'a list of objects': list('[', () => '{}', ']'),
  'a list of distinct texts': list('[', (index) => `"${key(index)}"`, ']'),
  'a list of lists of numbers': list('[', () => '[0,0]', ']'),
  'members with numbers': list('{', (index) => `"${key(index)}":0`, '}'),
  'members with texts': list('{', (index) => `"${key(index)}":""`, '}'),
  'members with control characters': list('{', (index) => `"${key(index)}":"\\u0000"`, '}'),
  'members with half of a character as name': list('{', (index) => `"\\ud800${key(index)}":""`, '}'),
  'members with slashes as name': list('{', (index) => `"${'~1/'.repeat(10)}${key(index)}":0`, '}'),
  'members with long names': list('{', (index) => `"${'x'.repeat(60)}${key(index)}":0`, '}'),
  'members with numbers as names': list('{', (index) => `"${String(index)}":0`, '}'),
  'the same member many times': list('{', () => '"a":0', '}'),
  'deep lists': nested('[', '', ']'),
  'deep objects': nested('{"a":', '0', '}'),
};

/** Enough for places whose schema describes nothing inside them. */
const SIMPLE_SHAPES = Object.fromEntries(
  Object.entries(SHAPES).filter(([name]) => name.endsWith('with numbers')),
);

/** Texts on which regular expressions could backtrack. */
const TEXTS: Readonly<Record<string, Filler>> = {
  'a letter': repeated('', 'a'),
  'a capital letter': repeated('', 'A'),
  'a digit': repeated('', '9'),
  spaces: repeated('', ' ', 'x'),
  'invisible characters': repeated('', '\u200b', 'x'),
  dots: repeated('', '.'),
  labels: repeated('', 'a.', '!'),
  'an email address with many labels': repeated('a@', 'a.', '!'),
  'an email address with many hyphens': repeated('a@a', '-a', '!'),
  'an email address with a long local part': repeated('', 'a.', 'a@'),
  'a URL with many labels': repeated('https://', 'a.', ' '),
  'a URL with a long IPv6 address': repeated('https://[', '1:', 'g]'),
  'a URL with many escapes': repeated('https://a/', '%20', ' '),
  'a URL with user names': repeated('https://', 'a:', '@'),
  'a number with many decimals': repeated('1.', '0', 'x'),
  'a phone number': repeated('+1', '4', 'x'),
  'an IBAN': repeated('DE', '00', '!'),
  'a time with many decimals': repeated('2026-01-01T00:00:00.', '0', 'x'),
  'three-byte characters': repeated('', '€'),
  'composed characters': repeated('', 'a\u0301\u0323'),
  'halves of characters': repeated('', '\\ud800'),
  'control characters': repeated('', '\\u0000'),
};

/**
 * All expensive bodies of `bytes` bytes for a schema of `document`. `example` is a valid body; one of its members, or
 * all of it, is replaced.
 */
export function expensiveBodies(
  document: AnySchemaObject,
  schema: Json,
  example: JsonObject,
  bytes: number,
): ExpensiveBody[] {
  return placesOf(document, schema).flatMap(({ path, allowsText, hasMembers }) => {
    const fillers = { ...(hasMembers ? SHAPES : SIMPLE_SHAPES), ...(allowsText ? TEXTS : {}) };
    return Object.entries(fillers).map(([name, filler]) => ({
      name: `${path.length === 0 ? 'the body' : path.join('.')}: ${name}`,
      text: replaced(example, path, filler, bytes),
    }));
  });
}

const MARK = '@replaced@';

function replaced(example: JsonObject, path: readonly string[], filler: Filler, bytes: number): string {
  const frame = JSON.stringify(path.length === 0 ? MARK : withValue(example, path));
  return frame.replace(`"${MARK}"`, () => filler(bytes - Buffer.byteLength(frame)));
}

function withValue(value: Json, [name = '', ...rest]: readonly string[]): Json {
  if (name === '[]') return [rest.length === 0 ? MARK : withValue(undefined, rest)];
  const members = isObject(value) ? value : {};
  return { ...members, [name]: rest.length === 0 ? MARK : withValue(members[name], rest) };
}

/** Every place that the schema describes, without duplicates. The names of unknown members are `x`. */
function placesOf(document: AnySchemaObject, schema: Json): Place[] {
  const found = new Map<string, Place>();
  const visit = (value: Json, path: readonly string[]): void => {
    if (!isObject(value)) return;
    const { $ref, properties, items, additionalProperties } = value;
    if (typeof $ref === 'string') visit(resolved(document, $ref), path);
    const name = path.join('.');
    const known = found.get(name);
    const has = (...keywords: readonly string[]): boolean => keywords.some((keyword) => keyword in value);
    found.set(name, {
      path,
      allowsText: known?.allowsText === true || has('pattern', 'format', 'maxLength', 'enum', 'const'),
      hasMembers: known?.hasMembers === true || has('properties', 'items', 'additionalProperties'),
    });
    for (const [member, each] of Object.entries(isObject(properties) ? properties : {}))
      visit(each, [...path, member]);
    visit(items, [...path, '[]']);
    if (additionalProperties !== false) visit(additionalProperties, [...path, 'x']);
    for (const keyword of ['oneOf', 'anyOf', 'allOf'])
      for (const each of Array.isArray(value[keyword]) ? value[keyword] : []) visit(each, path);
    for (const keyword of ['if', 'then', 'else']) visit(value[keyword], path);
  };
  visit(schema, []);
  return [...found.values()];
}

/** The schema at `#/components/schemas/Name`, or at any other pointer into the document. */
const resolved = (document: AnySchemaObject, ref: string): Json =>
  ref
    .slice(ref.indexOf('#') + 2)
    .split('/')
    .reduce<Json>((value, name) => (isObject(value) ? value[name] : undefined), document);
