/** Fingerprints that identify repeated requests (docs/contract-notes.md, "Idempotency"). */
import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { deriveKey } from '../../system/derived-key.ts';

/** The same text for the same method, path, and JSON value. Whitespace and the order of members do not matter. */
export type Fingerprint = (method: string, path: string, body: unknown) => string;

/**
 * Events store fingerprints permanently, and a plain hash would allow guessing personal data in a body. Therefore the
 * input starts with a secret derived from the master key, which is the same on all nodes.
 */
export function createFingerprint(masterKey: Uint8Array): Fingerprint {
  const secret = deriveKey(masterKey, 'fingerprints v1').toString('base64url');
  return (method, path, body) =>
    hash('sha256', `${secret}\n${method} ${path}\n${canonicalize(body) ?? ''}`, 'base64url');
}
