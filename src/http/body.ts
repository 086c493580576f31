/**
 * Reads JSON bodies. It is done here and not by a middleware, because a body is read only after the key was checked,
 * every way to fail has an answer of its own, and money calls must not have broken text repaired silently.
 */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { malformed, problem } from './errors.ts';
import type { Problem } from './errors.ts';
import type { Route } from './route.ts';

const BODY_BYTES_MAX = 64 * 1024;
/** What is too large is read to its end and thrown away, so that the client sees the answer; but only up to here. */
const DISCARD_BYTES_MAX = 4 * 1024 * 1024;
const JSON_TYPE = /^application\/json *(?:;(?: *charset *= *"?utf-8"? *)?)?$/i;

/** The JSON value of the body; undefined where there is none and none is needed. */
export type Body = { readonly value: unknown };

export async function readBody(req: IncomingMessage, takesBody: Route['takesBody']): Promise<Body | Problem> {
  const { headers } = req;
  if (headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0') {
    return takesBody === 'always' ? malformed('Send a JSON object as the body.') : { value: {} };
  }
  const bytes = await readRawJson(req);
  return 'problem' in bytes ? bytes : parseBody(bytes, takesBody);
}

/** The bytes of a body that says it is JSON, as they came; bounded like any other. */
export async function readRawJson(req: IncomingMessage): Promise<Buffer | Problem> {
  const { headers } = req;
  if (
    !JSON_TYPE.test(headers['content-type'] ?? '') ||
    (headers['content-encoding'] ?? 'identity') !== 'identity'
  ) {
    return problem(
      'unsupported_media_type',
      'Send the body uncompressed, in UTF-8, with Content-Type: application/json.',
    );
  }
  if (Number(headers['content-length'] ?? 0) > DISCARD_BYTES_MAX) return tooLarge({ close: true });
  return readBytes(req);
}

const tooLarge = (more: { close?: true }): Problem =>
  problem('payload_too_large', 'The body is larger than 64 KiB; send less in one request.', more);

function readBytes(req: IncomingMessage): Promise<Buffer | Problem> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    req.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= BODY_BYTES_MAX) chunks.push(chunk);
      else if (length > DISCARD_BYTES_MAX) resolve(tooLarge({ close: true }));
    });
    req.on('end', () => {
      const [first = Buffer.alloc(0)] = chunks;
      if (length > BODY_BYTES_MAX) resolve(tooLarge({}));
      else resolve(chunks.length === 1 ? first : Buffer.concat(chunks));
    });
    // Whoever went away in the middle gets no answer, but the request still ends.
    req.on('close', () => resolve(malformed('The body ended too early.')));
    req.on('error', () => resolve(malformed('The body ended too early.')));
  });
}

export function parseBody(bytes: Buffer, takesBody: Route['takesBody']): Body | Problem {
  if (bytes.length === 0 && takesBody === 'maybe') return { value: {} };
  if (!isUtf8(bytes)) return malformed('The body is not valid UTF-8.');
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { value }
      : malformed('Send a JSON object as the body.');
  } catch {
    return malformed('The body is not valid JSON.');
  }
}
