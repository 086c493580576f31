/** Why a delivery failed, as one word that delivery records and metrics show. Texts of errors may repeat what was sent. */

export type FailureCode =
  /** The answer's status is none of 2xx. */
  | 'status'
  | 'timeout'
  | 'address_not_allowed'
  | 'name_not_found'
  | 'connection_refused'
  | 'connection_lost'
  | 'not_reachable'
  | 'tls'
  | 'invalid_answer'
  /** The service stopped while it waited; the attempt is made again. */
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

/** What OpenSSL says of certificates, beside the codes that Node has made up. */
const TLS = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_CA)/;

/** What became of an attempt that threw. */
export function failureCodeOf(error: unknown): FailureCode {
  // Not every error of undici's parser has a code.
  if (error instanceof Error && error.name === 'HTTPParserError') return 'invalid_answer';
  // Node and undici put a code on their errors.
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (TLS.test(code)) return 'tls';
  return BY_CODE[code] ?? 'not_reachable';
}
