/**
 * The vault keeps the keys that seal personal fields. Each user has a key of their own, wrapped by the master key;
 * a sealed text names the key it needs. Destroying a key forgets the person while the ledger stays whole.
 *
 * The keys are records of the documents store, outside the event streams, and no rebuild touches them.
 */
import { createHmac, randomBytes } from 'node:crypto';
import nacl from 'tweetnacl';
import type { DocumentStore } from '../read-models/port.ts';
import { sealingKeyId } from '../ledger/users/forget-user.ts';

/** Seals and opens texts under one user's key. `open` throws when the text was not sealed under it or was changed. */
export type UserKey = {
  readonly id: string;
  seal(text: string): string;
  open(sealed: string): string;
};

/** The data belongs to another master key: whatever was sealed from here on would be lost to the right one. */
export class WrongMasterKey extends Error {
  override readonly name = 'WrongMasterKey';
}

export type Vault = {
  /**
   * Resolves where the master key is the one that the vault was begun with; the first one ever is. Throws WrongMasterKey,
   * and StoreUnavailable.
   */
  verifyMasterKey(): Promise<void>;
  /**
   * A new key, durable when this resolves. One with an end is gone after it, and with it what it has sealed. Throws
   * WrongMasterKey.
   */
  createKey(options?: { expiresAt: Date }): Promise<UserKey>;
  /** The key that a sealed text names; undefined once it was destroyed. */
  keyFor(sealed: string): Promise<UserKey | undefined>;
  /**
   * The person behind this sealed text, or the ID of its key, is forgotten: whatever names the same key can't be opened any
   * more. In other processes that ends within KEYS_CACHED_MS.
   */
  destroyKey(sealed: string): Promise<void>;
};

const ID_BYTES = 12;
/** Names the record that tells one master key from another. No ID of a key is so short. */
const MARK = 'mark';
const KEYS_CACHED_MAX = 10_000;
/** How long a key may be used that another process has destroyed. */
export const KEY_CACHE_TTL_MS = 30_000;

/** A sealed text is the base64url of: key ID (12 bytes), nonce (24 bytes), XSalsa20-Poly1305 box. */
export function createVault(
  documents: DocumentStore,
  masterKey: Uint8Array,
  /** Milliseconds of a clock that never goes back. */
  now: () => number = () => performance.now(),
): Vault {
  const cache = new Map<string, { key: UserKey; until: number }>();
  const remember = (key: UserKey): UserKey => {
    const oldest = cache.keys().next();
    if (cache.size >= KEYS_CACHED_MAX && oldest.done !== true) cache.delete(oldest.value);
    cache.set(key.id, { key, until: now() + KEY_CACHE_TTL_MS });
    return key;
  };
  /** How many keys were destroyed here: whoever was looking for one meanwhile may have found it just before. */
  let destroyed = 0;
  let confirmed: Promise<void> | undefined;
  const verifyMasterKey = (): Promise<void> =>
    (confirmed ??= confirmMark(documents, masterKey).catch((error: unknown) => {
      confirmed = undefined;
      throw error;
    }));
  return {
    verifyMasterKey,
    async createKey(options) {
      await verifyMasterKey();
      const id = randomBytes(ID_BYTES).toString('base64url');
      const secret = randomBytes(nacl.secretbox.keyLength);
      await documents.putRecord('vault', id, box(secret, masterKey).toString('base64url'), options);
      return remember(userKey(id, secret));
    },
    async keyFor(sealed) {
      const id = sealingKeyId(sealed);
      const cached = cache.get(id);
      if (cached !== undefined && cached.until > now()) return cached.key;
      const before = destroyed;
      const wrapped = await documents.getRecord('vault', id);
      cache.delete(id);
      if (wrapped === undefined) return undefined;
      const key = userKey(id, unbox(Buffer.from(wrapped, 'base64url'), masterKey));
      return before === destroyed ? remember(key) : key;
    },
    async destroyKey(sealed) {
      const id = sealingKeyId(sealed);
      // Rebuilds come by here for everybody who was ever forgotten: looking is cheaper than deleting.
      if ((await documents.getRecord('vault', id)) !== undefined) await documents.deleteRecord('vault', id);
      // Not before: who asks for the key meanwhile would have it remembered.
      destroyed += 1;
      cache.delete(id);
    },
  };
}

/** The mark follows from the master key, and nothing follows from the mark. */
async function confirmMark(documents: DocumentStore, masterKey: Uint8Array): Promise<void> {
  const mark = createHmac('sha256', masterKey).update('vault mark v1').digest('base64url');
  const kept =
    (await documents.getRecord('vault', MARK)) ??
    (await documents.putRecord('vault', MARK, mark, { ifAbsent: true }));
  if (kept !== mark) throw new WrongMasterKey('the data belongs to another master key');
}

/** How many texts a key remembers that it has opened: a payout's details are wanted again a moment later. */
const OPENED_MAX = 4;

function userKey(id: string, secret: Uint8Array): UserKey {
  // It goes with the key.
  const opened = new Map<string, string>();
  return {
    id,
    // Both have whole bytes to each four characters, so that what is joined is one text of the same kind.
    seal: (text) => id + box(Buffer.from(text), secret).toString('base64url'),
    open(sealed) {
      const known = opened.get(sealed);
      if (known !== undefined) return known;
      const text = unbox(Buffer.from(sealed, 'base64url').subarray(ID_BYTES), secret).toString();
      if (opened.size >= OPENED_MAX) opened.clear();
      opened.set(sealed, text);
      return text;
    },
  };
}

function box(plain: Uint8Array, key: Uint8Array): Buffer {
  const nonce = randomBytes(nacl.secretbox.nonceLength);
  return Buffer.concat([nonce, nacl.secretbox(new Uint8Array(plain), nonce, key)]);
}

function unbox(sealed: Uint8Array, key: Uint8Array): Buffer {
  const nonce = sealed.subarray(0, nacl.secretbox.nonceLength);
  const plain = nacl.secretbox.open(sealed.subarray(nacl.secretbox.nonceLength), nonce, key);
  if (plain === null) throw new Error('a sealed text does not open: wrong master key, or it was changed');
  return Buffer.from(plain);
}
