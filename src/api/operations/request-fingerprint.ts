/** What repeats of a request are known by (docs/contract-notes.md, "Idempotency"). */
import { createHmac, hash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** Tells requests apart: the same text for the same method, path and JSON value; spacing and order of members don't count. */
export type Fingerprint = (method: string, path: string, body: unknown) => string;

/**
 * Fingerprints stand in the events for good, and what a body says of a person could be guessed from a plain hash of it.
 * So they begin with a secret; all nodes have the same one, as it follows from the master key.
 */
export function createFingerprint(masterKey: Uint8Array): Fingerprint {
  const secret = createHmac('sha256', masterKey).update('fingerprints v1').digest('base64url');
  return (method, path, body) =>
    hash('sha256', `${secret}\n${method} ${path}\n${canonicalize(body) ?? ''}`, 'base64url');
}
