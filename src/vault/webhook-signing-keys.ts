/**
 * Signing keys of webhook endpoints: one Ed25519 key pair each. The private key is sealed (XSalsa20-Poly1305)
 * with a key derived from the master key and the endpoint, so that every node can open it, stores contain only ciphertext,
 * and no other endpoint can sign with it.
 */
import { createHmac, createPublicKey, sign as signWith, type KeyObject } from 'node:crypto';
import nacl from 'tweetnacl';
import type { SealingContext } from '../ledger/sealing-context.ts';
import { asKeyRing, perVersion, type KeySource, type KeyVersion } from '../system/key-ring.ts';
import { randomBytes } from '../system/runtime.ts';
import { privateKeyOf } from './audit-signing-key.ts';

type NewSigningKey = {
  /** SubjectPublicKeyInfo as PEM, which OpenSSL and Node.js read. */
  readonly publicKeyPem: string;
  /**
   * The sealed private key: `2.`, or `3.` and the ID of the master key and a dot, and the base64url of a nonce (24 bytes) and the
   * secretbox of the seed (32 bytes).
   */
  readonly sealed: string;
};

/**
 * A private key cannot be opened: it was sealed with another master key, or the ciphertext was changed. The
 * receiver is not at fault.
 */
class SigningKeyUnreadable extends Error {
  override readonly name = 'SigningKeyUnreadable';
}

export type WebhookSigningKeys = {
  /** The context names the endpoint that the key is for. */
  generate(context: SealingContext): NewSigningKey;
  /** Returns the signature of these bytes: 64 bytes in lower-case hex. Throws SigningKeyUnreadable. */
  sign(sealed: string, context: SealingContext, bytes: Uint8Array): string;
};

/** Marks a key that opens only for its endpoint. */
const BOUND = '2.';
/** The same, with the ID of a master key that is not the first one. */
const VERSIONED = /^3\.([0-9a-f]{8})\.(.*)$/s;

/** Opening a key takes longer than signing with it. */
const OPENED_MAX = 1_000;

export function createWebhookSigningKeys(source: KeySource): WebhookSigningKeys {
  const ring = asKeyRing(source);
  // A key of its own, so that nothing else that the master key protects opens these, or the other way around.
  const wrapping = perVersion((version) => version.secret('webhook signing keys v2'));
  /** Seals no new keys: releases without contexts sealed the keys of all endpoints with it. */
  const earlierWrapping = perVersion((version) => version.secret('webhook signing keys v1'));
  const wrappingOf = (version: KeyVersion, context: SealingContext): Buffer =>
    createHmac('sha256', wrapping(version)).update(context).digest();
  const opened = new Map<string, KeyObject>();

  function keyOf(sealed: string, context: SealingContext): KeyObject {
    const name = `${context}\n${sealed}`;
    const known = opened.get(name);
    if (known !== undefined) return known;
    const [, id, box = ''] = VERSIONED.exec(sealed) ?? [];
    const version = ring.find(id);
    if (version === undefined)
      throw new SigningKeyUnreadable(`signing key cannot be opened: unknown master key (key ID ${id})`);
    const key = privateKeyOf(
      id !== undefined
        ? unseal(box, wrappingOf(version, context))
        : sealed.startsWith(BOUND)
          ? unseal(sealed.slice(BOUND.length), wrappingOf(version, context))
          : unseal(sealed, earlierWrapping(version)),
    );
    const oldest = opened.keys().next();
    if (opened.size >= OPENED_MAX && oldest.done !== true) opened.delete(oldest.value);
    opened.set(name, key);
    return key;
  }

  return {
    generate(context) {
      const seed = randomBytes(nacl.sign.seedLength);
      const publicKeyPem = createPublicKey(privateKeyOf(seed))
        .export({ format: 'pem', type: 'spki' })
        .toString();
      const { current, currentName } = ring;
      const mark = currentName === undefined ? BOUND : `3.${currentName}.`;
      return { publicKeyPem, sealed: mark + seal(seed, wrappingOf(current, context)) };
    },
    // Node's signature is identical and takes a hundredth of the time.
    sign: (sealed, context, bytes) => signWith(null, bytes, keyOf(sealed, context)).toString('hex'),
  };
}

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
    throw new SigningKeyUnreadable('signing key cannot be opened: wrong master key or corrupted ciphertext');
  return seed;
}
