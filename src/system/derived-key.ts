/** Keys for one purpose each, derived from the master key. None of them reveals the master key or another derived key. */
import { createHmac, createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** 32 bytes, the same on every node. `purpose` ends with a version, such as `checkpoints v1`, so that a key can be replaced. */
export const deriveKey = (masterKey: Uint8Array, purpose: string): Buffer =>
  createHmac('sha256', masterKey).update(purpose).digest();

/** The same key as an object, which makes an HMAC cheaper than bytes do. */
export const deriveMacKey = (masterKey: Uint8Array, purpose: string): KeyObject =>
  createSecretKey(deriveKey(masterKey, purpose));
