/** Who is calling: the Api-Key header, and what the key may do. */
import type { ApiKey, Platform } from '../../platform/platform.ts';
import { parseApiKey } from '../../platform/api-key.ts';
import { problem } from '../server/errors.ts';
import type { Problem } from '../server/errors.ts';

/**
 * The key behind the header. Missing, mistyped, unknown, revoked and expired keys all get the same 401, which tells
 * nobody which of them it was. Keys are found by their hash, so no comparison of secrets can leak by its timing.
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

/** Methods that change nothing, which a key that only reads may use. */
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses what the key's permissions don't cover. */
export function rejectReadOnlyKey(key: ApiKey, method: string): Problem | undefined {
  return key.permissions === 'read' && !READING.has(method)
    ? problem('permission_denied', 'This key is read-only. Use a key with the permission read_write.')
    : undefined;
}
