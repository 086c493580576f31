/** Encrypts what a session stores with a key that derives from the value of its cookie. */
import { createHash } from 'node:crypto';
import nacl from 'tweetnacl';
import { randomBytes } from '../../system/runtime.ts';

const keyOf = (purpose: string, secret: string): Uint8Array =>
  createHash('sha256').update(`${purpose} ${secret}`).digest();

export function sealForSession(purpose: string, secret: string, text: string): string {
  const nonce = randomBytes(nacl.secretbox.nonceLength);
  const box = nacl.secretbox(Buffer.from(text), nonce, keyOf(purpose, secret));
  return Buffer.concat([nonce, box]).toString('base64');
}

/** Undefined if it cannot be decrypted. */
export function openForSession(purpose: string, secret: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  const nonce = bytes.subarray(0, nacl.secretbox.nonceLength);
  const plain = nacl.secretbox.open(
    bytes.subarray(nacl.secretbox.nonceLength),
    nonce,
    keyOf(purpose, secret),
  );
  return plain === null ? undefined : Buffer.from(plain).toString();
}
