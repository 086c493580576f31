/**
 * Reads JSON bodies. A middleware would read the body before authentication, could not answer each failure differently,
 * and might repair invalid text silently.
 */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { malformedRequest, problem } from './errors.ts';
import type { Problem } from './errors.ts';
import { hasDuplicateMembers } from './duplicate-members.ts';
import { readBytes } from './read-bytes.ts';
import type { ReadBytesError } from './read-bytes.ts';

/** Metadata within its documented limits always fits as UTF-8: 50 values of 500 characters of up to 4 bytes. */
const BYTES_MAX = 128 * 1024;
const JSON_TYPE = /^application\/json[ \t]*(?:;|$)/i;
const CHARSET = /;[ \t]*charset[ \t]*=[ \t]*"?([^";]*)/i;

/** JSON is always UTF-8. Parameters other than charset are ignored. */
const isJson = (type: string): boolean =>
  JSON_TYPE.test(type) && /^utf-?8$/i.test((CHARSET.exec(type)?.[1] ?? 'utf-8').trimEnd());

/** Whether an operation takes a body, and whether the body may be omitted. */
export type RequestBody = 'none' | 'optional' | 'required';

/** The parsed JSON value; an empty object if an optional body is omitted. */
export type ParsedBody = { readonly value: unknown };

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
  if (!isJson(headers['content-type'] ?? '') || (headers['content-encoding'] ?? 'identity') !== 'identity') {
    return notJson();
  }
  const bytes = await readBytes(req, bytesMax);
  return typeof bytes === 'string' ? problemOf(bytes, bytesMax) : bytes;
}

const notJson = (): Problem => problem('unsupported_media_type');

const problemOf = (fault: ReadBytesError, bytesMax: number): Problem =>
  fault === 'cut_off'
    ? malformedRequest('The body is incomplete.')
    : problem('payload_too_large', `The limit is ${bytesMax / 1_024} KiB.`);

export function parseJsonBody(bytes: Buffer, requestBody: RequestBody): ParsedBody | Problem {
  if (bytes.length === 0 && requestBody === 'optional') return { value: {} };
  if (!isUtf8(bytes)) return malformedRequest('The body must be valid UTF-8.');
  const text = bytes.toString();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return malformedRequest('The body must be valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return malformedRequest('The body must be a JSON object.');
  return hasDuplicateMembers(text, value)
    ? malformedRequest('The body must not contain two members with the same name in one object.')
    : { value };
}
