/**
 * Seals what a webhook receiver answered to an event about a person, because the answer may repeat the event. The key derives
 * from the text of the event: forgetting the person changes that text, and nothing opens the answer any more.
 */
import { createHmac } from 'node:crypto';
import nacl from 'tweetnacl';
import { randomBytes } from '../system/runtime.ts';
import { deriveKey } from '../system/derived-key.ts';

export type ResponseSeal = {
  /** Returns the base64url of a nonce (24 bytes) and the secretbox of the text. */
  seal(eventText: string, text: string): string;
  /** Undefined if the event has changed since, or the ciphertext was changed. */
  open(eventText: string, sealed: string): string | undefined;
};

export function createResponseSeal(masterKey: Uint8Array): ResponseSeal {
  const wrapping = deriveKey(masterKey, 'webhook responses v1');
  const keyOf = (eventText: string): Uint8Array =>
    new Uint8Array(createHmac('sha256', wrapping).update(eventText).digest());
  return {
    seal(eventText, text) {
      const nonce = randomBytes(nacl.secretbox.nonceLength);
      const box = nacl.secretbox(new TextEncoder().encode(text), new Uint8Array(nonce), keyOf(eventText));
      return Buffer.concat([nonce, box]).toString('base64url');
    },
    open(eventText, sealed) {
      const bytes = new Uint8Array(Buffer.from(sealed, 'base64url'));
      const nonce = bytes.slice(0, nacl.secretbox.nonceLength);
      const box = bytes.slice(nacl.secretbox.nonceLength);
      const isWhole = nonce.length === nacl.secretbox.nonceLength;
      const text = isWhole ? nacl.secretbox.open(box, nonce, keyOf(eventText)) : null;
      return text === null ? undefined : Buffer.from(text).toString();
    },
  };
}
