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
