/**
 * Reads JSON bodies. It is done here and not by a middleware, because a body is read only after the key was checked,
 * every way to fail has an answer of its own, and money calls must not have broken text repaired silently.
 */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { malformedRequest, problem } from './errors.ts';
import type { Problem } from './errors.ts';
import { readBytes } from './read-bytes.ts';
import type { ReadBytesError } from './read-bytes.ts';

const BYTES_MAX = 64 * 1024;
const JSON_TYPE = /^application\/json[ \t]*(?:;|$)/i;
const CHARSET = /;[ \t]*charset[ \t]*=[ \t]*"?([^";]*)/i;

/** JSON is UTF-8, so another charset can't be taken. Other parameters mean nothing to it. */
const isJson = (type: string): boolean =>
  JSON_TYPE.test(type) && /^utf-?8$/i.test((CHARSET.exec(type)?.[1] ?? 'utf-8').trimEnd());

/** Whether an operation takes a body, and whether the body may be omitted. */
export type RequestBody = 'none' | 'optional' | 'required';

/** The JSON value of the body; undefined where there is none and none is needed. */
export type ParsedBody = { readonly value: unknown };

export async function readJsonBody(
  req: IncomingMessage,
  requestBody: RequestBody,
): Promise<ParsedBody | Problem> {
  const { headers } = req;
  if (headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0') {
    return requestBody === 'required' ? malformedRequest('The body must be a JSON object.') : { value: {} };
  }
  // Some clients send no body in chunks, too: as none, which has no type.
  if (requestBody === 'optional' && headers['content-type'] === undefined) {
    const bytes = await readBytes(req, BYTES_MAX);
    if (typeof bytes === 'string') return problemOf(bytes);
    return bytes.length === 0 ? { value: {} } : notJson();
  }
  const bytes = await readRawJson(req);
  return 'problem' in bytes ? bytes : parseJsonBody(bytes, requestBody);
}

/** The bytes of a body that says it is JSON, as they came; bounded like any other. */
export async function readRawJson(req: IncomingMessage): Promise<Buffer | Problem> {
  const { headers } = req;
  if (!isJson(headers['content-type'] ?? '') || (headers['content-encoding'] ?? 'identity') !== 'identity') {
    return notJson();
  }
  const bytes = await readBytes(req, BYTES_MAX);
  return typeof bytes === 'string' ? problemOf(bytes) : bytes;
}

const notJson = (): Problem =>
  problem(
    'unsupported_media_type',
    'The body must be uncompressed UTF-8 with the header "Content-Type: application/json".',
  );

const problemOf = (fault: ReadBytesError): Problem =>
  fault === 'cut_off'
    ? malformedRequest('The body is incomplete.')
    : problem('payload_too_large', 'The body must not be larger than 64 KiB.');

export function parseJsonBody(bytes: Buffer, requestBody: RequestBody): ParsedBody | Problem {
  if (bytes.length === 0 && requestBody === 'optional') return { value: {} };
  if (!isUtf8(bytes)) return malformedRequest('The body must be valid UTF-8.');
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { value }
      : malformedRequest('The body must be a JSON object.');
  } catch {
    return malformedRequest('The body must be valid JSON.');
  }
}
