/** Ed25519 keys from seeds. */
import { createPrivateKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** The DER prefix of the 32 bytes of a seed (RFC 8410). */
const PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The private key of a seed of 32 bytes. */
export const privateKeyOf = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PREFIX, seed]), format: 'der', type: 'pkcs8' });
