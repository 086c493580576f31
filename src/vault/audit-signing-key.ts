/** The Ed25519 key that signs checkpoints and exports. It is derived from the master key, so all nodes have the same one. */

import { createPrivateKey, createPublicKey, hash, sign, verify, type KeyObject } from 'node:crypto';
import { asKeyRing, perVersion, type KeySource, type KeyVersion } from '../system/key-ring.ts';

// Ed25519 keys from seeds.

/** The DER prefix of the 32 bytes of a seed (RFC 8410). */
const PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The private key of a seed of 32 bytes. */
export const privateKeyOf = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PREFIX, seed]), format: 'der', type: 'pkcs8' });

/** The key name in signatures and public keys. */
export const SIGNER_NAME = 'svc-ledger';

export type SigningKey = {
  readonly publicKey: PublicKey;
  /** Returns a signature of 64 bytes. */
  sign(text: string): Buffer;
};

export type PublicKey = {
  readonly name: string;
  /** Key ID of four bytes; each signature starts with it. */
  readonly keyHash: Buffer;
  /** One line: `<name>+<key hash in hex>+<base64>`. */
  readonly text: string;
  readonly pem: string;
  /** The keys of master keys that were replaced. What they signed before counts as signed by this one. */
  readonly former?: readonly PublicKey[];
  verify(text: string, signature: Uint8Array): boolean;
};

const ED25519 = 0x01;
/** The DER prefix of the 32 bytes of an Ed25519 key (RFC 8410). */
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

export function deriveAuditSigningKey(source: KeySource): SigningKey {
  const ring = asKeyRing(source);
  const privateKey = perVersion((version) => privateKeyOf(version.secret('checkpoints v1')));
  const publicKey = perVersion((version) => publicKeyOf(SIGNER_NAME, createPublicKey(privateKey(version))));
  return {
    get publicKey() {
      const former = ring.former.flatMap((version) => formerKeyOf(version) ?? publicKey(version));
      return former.length === 0 ? publicKey(ring.current) : { ...publicKey(ring.current), former };
    },
    sign: (text) => sign(null, Buffer.from(text), privateKey(ring.current)),
  };
}

/** Undefined for a version whose private key was not destroyed. */
const formerKeyOf = ({ signingKey }: KeyVersion): PublicKey | undefined =>
  signingKey === undefined ? undefined : parsePublicKey(signingKey);

/** Parses a one-line key or PEM. Returns undefined if the text is neither. */
export function parsePublicKey(text: string): PublicKey | undefined {
  try {
    if (text.includes('-----BEGIN')) return publicKeyOf(SIGNER_NAME, createPublicKey(text));
    const [, name = '', encoded = ''] = /^([^\s+]+)\+[0-9a-f]{8}\+(\S+)$/.exec(text.trim()) ?? [];
    const bytes = Buffer.from(encoded, 'base64');
    if (bytes.length !== 33 || bytes[0] !== ED25519) return undefined;
    const der = Buffer.concat([PUBLIC_PREFIX, bytes.subarray(1)]);
    const key = publicKeyOf(name, createPublicKey({ key: der, format: 'der', type: 'spki' }));
    return key.text === text.trim() ? key : undefined;
  } catch {
    return undefined;
  }
}

/** A key and its former ones: one line each, the newest first. A PEM is one key. Undefined if a line is no key. */
export function parsePublicKeys(text: string): PublicKey | undefined {
  const lines = text.trim().split('\n');
  if (lines.length === 1 || text.includes('-----BEGIN')) return parsePublicKey(text);
  const [key, ...former] = lines.map(parsePublicKey);
  const known = former.filter((each) => each !== undefined);
  return key === undefined || known.length < former.length ? undefined : { ...key, former: known };
}

export const publicKeysText = ({ text, former = [] }: PublicKey): string =>
  [text, ...former.map((each) => each.text)].join('\n');

function publicKeyOf(name: string, key: KeyObject): PublicKey {
  const raw = key.export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX.length);
  const typed = Buffer.concat([Buffer.from([ED25519]), raw]);
  const keyHash = hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), typed]), 'buffer').subarray(0, 4);
  return {
    name,
    keyHash,
    text: `${name}+${keyHash.toString('hex')}+${typed.toString('base64')}`,
    pem: key.export({ format: 'pem', type: 'spki' }).toString(),
    verify: (text, signature) => verify(null, Buffer.from(text), key, signature),
  };
}
