import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { errorMessage } from '../system/errors.ts';
import { malformedRequest, problem, type Problem } from './errors.ts';

/**
 * Finds objects in JSON text that have two members with the same name. `JSON.parse` keeps the last one silently, but
 * another system that reads the same text may use the first.
 */

/**
 * Whether an object in the text has two members with the same name. `value` is the parsed text.
 *
 * Every name ends with a quotation mark and a colon. If the text has no more of these than the value has members, no
 * member was lost. Only a text value such as `":"` makes the exact search necessary.
 */
export const hasDuplicateMembers = (text: string, value: unknown): boolean =>
  countColonsAfterQuotes(text) !== countMembers(value) && findDuplicate(text);

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
/** Every whitespace character of JSON is at most a space. No other character outside of texts is. */
const SPACE = 0x20;

function countColonsAfterQuotes(text: string): number {
  let count = 0;
  for (let colon = text.indexOf(':'); colon !== -1; colon = text.indexOf(':', colon + 1)) {
    let before = colon - 1;
    while (text.charCodeAt(before) <= SPACE) before -= 1;
    if (text.charCodeAt(before) === QUOTE) count += 1;
  }
  return count;
}

/** The members of all objects in a value. Not recursive, because a value can be nested deeper than the stack allows. */
function countMembers(value: unknown): number {
  let count = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const item = open.pop();
    if (typeof item !== 'object' || item === null) continue;
    if (Array.isArray(item)) {
      for (const each of item) if (typeof each === 'object') open.push(each);
      continue;
    }
    for (const name in item) {
      count += 1;
      // Every object has string keys and unknown values.
      const member = (item as Readonly<Record<string, unknown>>)[name];
      if (typeof member === 'object') open.push(member);
    }
  }
  return count;
}

/** Compares the names within each object of a valid JSON text. */
function findDuplicate(text: string): boolean {
  const namesOfOpenObjects: Set<string>[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === OPENING_BRACE) namesOfOpenObjects.push(new Set());
    else if (code === CLOSING_BRACE) namesOfOpenObjects.pop();
    else if (code === QUOTE) {
      const start = at;
      at = closingQuote(text, start);
      if (nextCode(text, at) !== COLON) continue;
      const quoted = text.slice(start, at + 1);
      const name = quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
      const names = namesOfOpenObjects.at(-1);
      if (names?.has(name) === true) return true;
      names?.add(name);
    }
  }
  return false;
}

/** The position of the quotation mark that ends the text which starts at `start`. */
function closingQuote(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return quote;
  }
  throw new Error('the text must be valid JSON');
}

/** The first character after the position that is no whitespace. */
function nextCode(text: string, position: number): number {
  let next = position + 1;
  while (text.charCodeAt(next) <= SPACE) next += 1;
  return text.charCodeAt(next);
}

// Reads the bytes of a request body, up to a size limit.

/** `cut_off`: the client closed the connection. */
type ReadBytesError = 'too_large' | 'cut_off';

/**
 * Fails as soon as the announced or received size exceeds the limit. The rest is read and discarded, because many
 * clients do not read the response before they have sent everything.
 */
export function readBytes(req: IncomingMessage, bytesMax: number): Promise<Buffer | ReadBytesError> {
  if (Number(req.headers['content-length'] ?? 0) > bytesMax) return Promise.resolve('too_large');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    req.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= bytesMax) chunks.push(chunk);
      else resolve('too_large');
    });
    req.on('end', () => {
      const [first = Buffer.alloc(0)] = chunks;
      resolve(chunks.length === 1 ? first : Buffer.concat(chunks));
    });
    // The client disconnected, but the promise still has to settle.
    req.on('close', () => resolve('cut_off'));
    req.on('error', () => resolve('cut_off'));
  });
}

// Reads JSON bodies. A middleware would read the body before authentication, could not answer each failure differently,
// and might repair invalid text silently.

/** Metadata within its documented limits always fits as UTF-8: 50 values of 500 characters of up to 4 bytes. */
const BYTES_MAX = 128 * 1024;
/**
 * A client may write a character as `\uXXXX`: Python does for all outside ASCII, and Go for `<`. The largest metadata in that form
 * has this many bytes. A body counts as the bytes of its characters, so such a client can send what others can.
 */
const ESCAPED_BYTES_MAX = 384 * 1024;
const JSON_TYPE = /^application\/json[ \t]*(?:;|$)/i;
const CHARSET = /;[ \t]*charset[ \t]*=[ \t]*"?([^";]*)/i;

/** JSON is always UTF-8. Parameters other than charset are ignored. */
const isJson = (type: string): boolean =>
  JSON_TYPE.test(type) && /^utf-?8$/i.test((CHARSET.exec(type)?.[1] ?? 'utf-8').trimEnd());

/** Whether an operation takes a body, and whether the body may be omitted. */
export type RequestBody = 'none' | 'optional' | 'required';

/** The parsed JSON value; an empty object if an optional body is omitted. */
type ParsedBody = { readonly value: unknown };

export async function readJsonBody(
  req: IncomingMessage,
  requestBody: RequestBody,
  bytesMax = BYTES_MAX,
): Promise<ParsedBody | Problem> {
  const { headers } = req;
  if (headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0') {
    return requestBody === 'required' ? malformedRequest('The body must be a JSON object.') : { value: {} };
  }
  // Some clients send an empty body with chunked encoding and no content type.
  if (requestBody === 'optional' && headers['content-type'] === undefined) {
    const bytes = await readBytes(req, bytesMax);
    if (typeof bytes === 'string') return problemOf(bytes, bytesMax);
    return bytes.length === 0 ? { value: {} } : notJson();
  }
  const bytes = await readRawJson(req, bytesMax);
  return 'problem' in bytes ? bytes : parseJsonBody(bytes, requestBody);
}

/** The bytes of a body with a JSON content type, up to the size limit. */
export async function readRawJson(req: IncomingMessage, bytesMax = BYTES_MAX): Promise<Buffer | Problem> {
  const { headers } = req;
  const sentMax = Math.max(bytesMax, ESCAPED_BYTES_MAX);
  if (!isJson(headers['content-type'] ?? '') || (headers['content-encoding'] ?? 'identity') !== 'identity') {
    return notJson();
  }
  const bytes = await readBytes(req, sentMax);
  if (typeof bytes === 'string') return problemOf(bytes, bytesMax);
  return bytes.length > bytesMax && unescapedLength(bytes) > bytesMax
    ? problemOf('too_large', bytesMax)
    : bytes;
}

const LETTER_U = 0x75;
const ESCAPE_BYTES = '\\uXXXX'.length;

/** The bytes that a JSON text would have without escapes. A text that is not valid JSON is refused later. */
function unescapedLength(bytes: Buffer): number {
  let length = bytes.length;
  for (let at = bytes.indexOf(BACKSLASH); at !== -1; at = bytes.indexOf(BACKSLASH, at)) {
    const isCode = bytes[at + 1] === LETTER_U;
    const size = isCode ? ESCAPE_BYTES : 2;
    length -=
      size -
      (isCode ? utf8Length(Number.parseInt(bytes.toString('latin1', at + 2, at + ESCAPE_BYTES), 16)) : 1);
    at += size;
  }
  return length;
}

/** The bytes of a UTF-16 code unit in UTF-8. The two of a pair have four bytes together. */
function utf8Length(unit: number): number {
  if (unit >= 0xd800 && unit <= 0xdfff) return 2;
  return unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
}

const notJson = (): Problem => problem('unsupported_media_type');

const problemOf = (fault: ReadBytesError, bytesMax: number): Problem =>
  fault === 'cut_off'
    ? malformedRequest('The body is incomplete.')
    : problem('payload_too_large', `The limit is ${bytesMax / 1_024} KiB.`);

/** Messages of the parser can quote the body, so only what they say about the place is used. */
function whereInvalid(text: string, message: string): string {
  if (text.startsWith('\uFEFF')) return 'It begins with a byte order mark.';
  if (message.includes(ENDS_EARLY)) return 'It ends too early.';
  const named = POSITION.exec(message)?.groups?.['position'];
  const position = named === undefined ? positionOfToken(text) : Number(named);
  if (position === undefined) return '';
  const lines = text.slice(0, position).split('\n');
  return `See line ${lines.length}, character ${(lines.at(-1)?.length ?? 0) + 1}.`;
}

const ENDS_EARLY = 'end of JSON';
const POSITION = /\bposition (?<position>\d+)/;

/** Each step of the search parses a part of the body, so that of a large one would take too long. */
const SEARCHED_LENGTH_MAX = 16_384;

/** Node.js 20 names no position for an unexpected token. It ends the shortest beginning of the text that has one. */
function positionOfToken(text: string): number | undefined {
  if (text.length > SEARCHED_LENGTH_MAX) return undefined;
  let [without, withToken] = [0, text.length];
  while (withToken - without > 1) {
    const middle = Math.floor((without + withToken) / 2);
    if (hasUnexpectedToken(text.slice(0, middle))) withToken = middle;
    else without = middle;
  }
  return without;
}

function hasUnexpectedToken(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    const message = errorMessage(error);
    return !POSITION.test(message) && !message.includes(ENDS_EARLY);
  }
}

export function parseJsonBody(bytes: Buffer, requestBody: RequestBody): ParsedBody | Problem {
  if (bytes.length === 0 && requestBody === 'optional') return { value: {} };
  if (!isUtf8(bytes)) return malformedRequest('The body must be valid UTF-8.');
  const text = bytes.toString();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return malformedRequest(
      `The body must be valid JSON. ${whereInvalid(text, errorMessage(error))}`.trimEnd(),
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return malformedRequest('The body must be a JSON object.');
  return hasDuplicateMembers(text, value)
    ? malformedRequest('The body must not contain two members with the same name in one object.')
    : { value };
}
