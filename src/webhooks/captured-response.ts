import type { Dispatcher } from 'undici';

// What is kept of a receiver's response: some headers, and the beginning of the body as text.

export type CapturedResponse = {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the body was longer. */
  readonly is_truncated: boolean;
};

/** Bytes of the body that are kept. */
const BODY_KEPT_MAX = 4 * 1024;
/** A short body is read to its end so that the connection can be reused. */
const BODY_READ_MAX = 64 * 1024;
/** Headers that help to find a fault. None of them carries a session or a credential. */
const HEADERS_KEPT = ['content-type', 'date', 'location', 'retry-after', 'server', 'x-request-id'] as const;
const HEADER_KEPT_MAX = 256;

/** Reads a response. A long body is cut off, which closes its connection. Throws when the connection breaks. */
export async function captureResponse({
  headers,
  body,
}: Pick<Dispatcher.ResponseData, 'headers' | 'body'>): Promise<CapturedResponse> {
  // The iteration below reports errors. Without this listener, destroying the body would raise an unhandled
  // one.
  body.on('error', () => undefined);
  const kept: Uint8Array[] = [];
  let length = 0;
  // The body of an undici response is a stream of bytes, which its type does not say.
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    if (length < BODY_KEPT_MAX) kept.push(chunk.subarray(0, BODY_KEPT_MAX - length));
    length += chunk.length;
    if (length > BODY_READ_MAX) break;
  }
  const is_truncated = length > BODY_KEPT_MAX;
  return { headers: keptHeaders(headers), body: textOf(Buffer.concat(kept), is_truncated), is_truncated };
}

function keptHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of HEADERS_KEPT) {
    const value = headers[name];
    if (value !== undefined) kept[name] = String(value).slice(0, HEADER_KEPT_MAX);
  }
  return kept;
}

// oxlint-disable-next-line no-control-regex -- control characters are what it removes
const CONTROL_CHARACTERS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g;

/** Decodes UTF-8. Other bytes and control characters become U+FFFD. A character that was cut is left out. */
const textOf = (bytes: Uint8Array, isCut: boolean): string =>
  bytes.length === 0
    ? ''
    : new TextDecoder().decode(bytes, { stream: isCut }).replace(CONTROL_CHARACTERS, '\ufffd');

/**
 * Failure codes that delivery records and metrics show. Raw error messages are not used because they may
 * repeat what was sent.
 */

export type FailureCode =
  /** The response status is not 2xx. */
  | 'status'
  | 'timeout'
  | 'address_not_allowed'
  | 'name_not_found'
  | 'connection_refused'
  | 'connection_lost'
  | 'not_reachable'
  | 'tls'
  | 'invalid_answer'
  /** The service stopped during the attempt; the attempt is repeated after the next start. */
  | 'stopped';

const BY_CODE: Readonly<Record<string, FailureCode>> = {
  ADDRESS_REFUSED: 'address_not_allowed',
  ENOTFOUND: 'name_not_found',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_lost',
  EPIPE: 'connection_lost',
  UND_ERR_SOCKET: 'connection_lost',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'invalid_answer',
  EPROTO: 'tls',
};

/** Certificate error codes of OpenSSL and of Node. */
const TLS = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_CA)/;

/** Maps the error of a failed attempt to its code. */
export function failureCodeOf(error: unknown): FailureCode {
  // Some parser errors of undici have no code.
  if (error instanceof Error && error.name === 'HTTPParserError') return 'invalid_answer';
  // Node and undici set `code` on their errors.
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (TLS.test(code)) return 'tls';
  return BY_CODE[code] ?? 'not_reachable';
}
