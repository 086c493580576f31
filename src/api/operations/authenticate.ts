/** Authenticates the Api-Key header and checks the key's permission. */
import type { ApiKey, Platform } from '../../platform/platform.ts';
import { parseApiKey } from '../../platform/api-key.ts';
import { problem } from '../server/errors.ts';
import type { Problem } from '../server/errors.ts';

/**
 * The key for the header. Missing, malformed, unknown, revoked, and expired keys all get the same 401, so that the
 * answer reveals nothing about a key. Keys are looked up by hash, which avoids timing attacks.
 */
export function authenticate(
  keys: Pick<Platform, 'findKey'>,
  header: string | readonly string[] | undefined,
  now: number,
): ApiKey | Problem {
  const parsed = typeof header === 'string' ? parseApiKey(header) : undefined;
  const key = parsed && keys.findKey(parsed.hash);
  const works =
    key !== undefined && !key.revoked && (key.expires_at === null || Date.parse(key.expires_at) > now);
  return works ? key : problem('invalid_api_key', 'Invalid API key. Send a valid key in the Api-Key header.');
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
    : problem('service_unavailable', 'The service cannot check API keys at the moment. Try again shortly.', {
        retryAfterSeconds: KEYS_RETRY_AFTER_SECONDS,
      });
}

/** Rejects writes with a read-only key. */
export function rejectReadOnlyKey(key: ApiKey, method: string): Problem | undefined {
  return key.permissions === 'read' && !READING.has(method)
    ? problem('permission_denied', 'This key is read-only. Use a key with the permission read_write.')
    : undefined;
}
