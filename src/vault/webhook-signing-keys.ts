/**
 * The keys that deliveries are signed with: an Ed25519 pair for each webhook endpoint. The private one is kept sealed
 * (XSalsa20-Poly1305) under a key that follows from the master key, so that all nodes can open it and no store holds it
 * in the clear.
 */
import { createHmac, createPrivateKey, randomBytes, sign as signWith } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import nacl from 'tweetnacl';

export type NewSigningKey = {
  /** SubjectPublicKeyInfo as PEM, as OpenSSL and Node's crypto take it. */
  readonly publicKeyPem: string;
  /** The private key, sealed: base64url of a nonce (24 bytes) and the box around the seed (32 bytes). */
  readonly sealed: string;
};

/** A private key can't be had: another master key sealed it, or the sealed text was changed. Mending it is up to us. */
export class SigningKeyUnreadable extends Error {
  override readonly name = 'SigningKeyClosed';
}

export type WebhookSigningKeys = {
  generate(): NewSigningKey;
  /** The signature of these bytes, 64 bytes in lower-case hex. Throws a SigningKeyClosed. */
  sign(sealed: string, bytes: Uint8Array): string;
};

/** What stands in front of the 32 bytes of a public key and of a seed (RFC 8410). */
const PUBLIC_KEY_HEAD = Buffer.from('302a300506032b6570032100', 'hex');
const PRIVATE_KEY_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Opening a key takes longer than signing with it. */
const OPENED_MAX = 1_000;

export function createWebhookSigningKeys(masterKey: Uint8Array): WebhookSigningKeys {
  // A key of its own, so that nothing else that the master key protects opens these, or the other way around.
  const wrapping = createHmac('sha256', masterKey).update('webhook signing keys v1').digest();
  const opened = new Map<string, KeyObject>();

  function keyOf(sealed: string): KeyObject {
    const known = opened.get(sealed);
    if (known !== undefined) return known;
    const key = privateKey(unseal(sealed, wrapping));
    const oldest = opened.keys().next();
    if (opened.size >= OPENED_MAX && oldest.done !== true) opened.delete(oldest.value);
    opened.set(sealed, key);
    return key;
  }

  return {
    generate() {
      const seed = randomBytes(nacl.sign.seedLength);
      const { publicKey } = nacl.sign.keyPair.fromSeed(seed);
      return { publicKeyPem: pemOf(publicKey), sealed: seal(seed, wrapping) };
    },
    // Node's own signature is the same to the bit, and takes a hundredth of the time.
    sign: (sealed, bytes) => signWith(null, bytes, keyOf(sealed)).toString('hex'),
  };
}

function pemOf(publicKey: Uint8Array): string {
  const base64 = Buffer.concat([PUBLIC_KEY_HEAD, publicKey]).toString('base64');
  return `-----BEGIN PUBLIC KEY-----\n${base64}\n-----END PUBLIC KEY-----\n`;
}

const privateKey = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PRIVATE_KEY_HEAD, seed]), format: 'der', type: 'pkcs8' });

function seal(seed: Uint8Array, wrapping: Uint8Array): string {
  const nonce = randomBytes(nacl.secretbox.nonceLength);
  return Buffer.concat([nonce, nacl.secretbox(seed, nonce, wrapping)]).toString('base64url');
}

function unseal(sealed: string, wrapping: Uint8Array): Uint8Array {
  const bytes = Buffer.from(sealed, 'base64url');
  const nonce = bytes.subarray(0, nacl.secretbox.nonceLength);
  const box = bytes.subarray(nacl.secretbox.nonceLength);
  const seed = nonce.length < nacl.secretbox.nonceLength ? null : nacl.secretbox.open(box, nonce, wrapping);
  if (seed === null)
    throw new SigningKeyUnreadable('a signing key does not open: wrong master key, or it was changed');
  return seed;
}
