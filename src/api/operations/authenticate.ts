/** Authenticates the Api-Key header and checks what the key may do, with what this node knows. */
import type { IncomingHttpHeaders } from 'node:http';
import { problem, type Problem } from '../../http/errors.ts';
import { parseApiKey } from '../../platform/credentials.ts';
import type { ApiKey, Platform } from '../../platform/platform.ts';
import type { Consistency } from './wait.ts';

/**
 * The key for the headers. Missing, malformed, unknown, revoked, and expired keys all get the same 401, so that the
 * answer reveals nothing about a key. Keys are looked up by hash, which avoids timing attacks.
 */
export function authenticate(
  keys: Pick<Platform, 'findKey'>,
  headers: IncomingHttpHeaders,
  now: number,
): ApiKey | Problem {
  const { 'api-key': header } = headers;
  const parsed = typeof header === 'string' ? parseApiKey(header) : undefined;
  const key = parsed && keys.findKey(parsed.hash);
  const works =
    key !== undefined && !key.revoked && (key.expires_at === null || Date.parse(key.expires_at) > now);
  if (works) return key;
  return problem('invalid_api_key', adviceFor(headers));
}

const IS_OPERATOR_TOKEN =
  'This is an operator token, which is valid for the operator API only. Send an API key of the integrator in the Api-Key header.';

/** Many clients send keys in other ways. The key itself is not checked, so the answer does not depend on it. */
function adviceFor({
  'api-key': header,
  'x-api-key': other,
  authorization = '',
}: IncomingHttpHeaders): string {
  if (header !== undefined) {
    const [scheme] = /^(?:Bearer|Basic)(?=[ \t])/i.exec(String(header)) ?? [];
    if (scheme !== undefined) return `Send only the API key in the Api-Key header, without "${scheme}".`;
    return String(header).startsWith('svc_op_')
      ? IS_OPERATOR_TOKEN
      : 'Send a valid API key in the Api-Key header.';
  }
  if (other !== undefined) return 'Send the API key in the Api-Key header instead of X-Api-Key.';
  if (/^Bearer[ \t]+svc_op_/i.test(authorization)) return IS_OPERATOR_TOKEN;
  if (/^Bearer[ \t]+svc_/i.test(authorization))
    return 'Send the API key in the Api-Key header instead of "Authorization: Bearer".';
  return /^Basic[ \t]/i.test(authorization)
    ? 'Send the API key in the Api-Key header instead of "Authorization: Basic".'
    : 'Send a valid API key in the Api-Key header.';
}

/** Methods that read-only keys may use. */
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Keys are read four times a second, so this is when the next attempt can succeed. */
const KEYS_RETRY_AFTER_SECONDS = 1;

/**
 * Rejects writes while this node does not know which keys were revoked, because the event store is unavailable. Reads
 * continue with the keys that it knows.
 */
export function rejectUncheckedWrite(areKeysCurrent: boolean, method: string): Problem | undefined {
  return areKeysCurrent || READING.has(method)
    ? undefined
    : uncheckedProblem('It cannot check API keys at the moment.');
}

/**
 * Rejects reads of a sandbox while this node does not know whether it was reset, for the same reason. Reads that need not
 * include what was acknowledged before continue.
 */
export function rejectUncheckedSandbox(
  areKeysCurrent: boolean,
  { environment }: ApiKey,
  consistency: Consistency | undefined,
): Problem | undefined {
  return areKeysCurrent || environment !== 'sandbox' || consistency === 'eventual'
    ? undefined
    : uncheckedProblem('It cannot check at the moment whether the sandbox was reset.');
}

const uncheckedProblem = (specifics: string): Problem =>
  problem('service_unavailable', specifics, { retryAfterSeconds: KEYS_RETRY_AFTER_SECONDS });

/** Rejects writes with a read-only key. */
export function rejectReadOnlyKey(key: ApiKey, method: string): Problem | undefined {
  return key.permissions === 'read' && !READING.has(method)
    ? problem('permission_denied', 'This key is read-only. Use a key with the permission read_write.')
    : undefined;
}
