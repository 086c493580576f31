/**
 * The vault stores the keys that seal personal fields. Each user has their own key, encrypted with the master key. A sealed
 * text contains the ID of its key. Destroying a key erases the personal data, while the events stay unchanged.
 *
 * The keys are records in the document store, outside the event streams. A rebuild does not change them.
 */

import { createHash, createHmac, createSecretKey } from 'node:crypto';
import nacl from 'tweetnacl';
import { StoreUnavailable } from '../event-store/port.ts';
import type { PersonalFields } from '../ledger/present.ts';
import { personalFieldsContext, type SealingContext } from '../ledger/sealing-context.ts';
import { sealingKeyId } from '../ledger/user.ts';
import type { DocumentStore } from '../read-models/port.ts';
import { deriveKey } from '../system/derived-key.ts';
import { asKeyRing, perVersion, type KeyRing, type KeySource, type KeyVersion } from '../system/key-ring.ts';
import { monotonicTime, randomBytes } from '../system/runtime.ts';
import { KEY_RING_RECORD, loadKeyRing } from './stored-key-ring.ts';

// A key of a person's data is missing in the vault, although the person was not forgotten: the vault went back or was emptied.

export class PersonalKeyLost extends StoreUnavailable {
  constructor() {
    super('A key of personal data is missing in the vault, although the person was not forgotten.');
  }
}

/**
 * Seals and opens texts with one user's key. `open` throws if the text was changed, or sealed with another key or for
 * another context. Texts of releases without contexts open in every context.
 */
export type UserKey = {
  readonly id: string;
  seal(text: string, context: SealingContext): string;
  open(sealed: string, context: SealingContext): string;
};

export type Vault = {
  /** Resolves if this is the master key that the vault was created with. Throws WrongMasterKey and StoreUnavailable. */
  verifyMasterKey(): Promise<void>;
  /**
   * Creates a key, which is durable when this resolves. After `expiresAt` the key is deleted, and its texts cannot be
   * opened. Throws WrongMasterKey.
   */
  createKey(options?: { expiresAt: Date }): Promise<UserKey>;
  /**
   * The key of a person without a key that events name. It has the ID `ownKeyId`, so that it is found without an event.
   * Created when it is first needed.
   */
  ownKey(stream: string, userId: string): Promise<UserKey>;
  readonly ownKeyId: (stream: string, userId: string) => string;
  /** The key of a sealed text; undefined if it was destroyed. */
  keyFor(sealed: string): Promise<UserKey | undefined>;
  /**
   * The key of a text that a book still has, so that its person was not forgotten. Throws PersonalKeyLost if the vault lacks it:
   * another key must not take its place, because a restore of the vault could then not bring the data back.
   */
  requireKey(sealed: string, stream: string): Promise<UserKey>;
  /** Whether the store has the key of a sealed text now. */
  hasKey(sealed: string): Promise<boolean>;
  /**
   * Destroys the key of a sealed text, or the key with this ID. Its texts cannot be opened any more; other processes may
   * still open them for KEY_CACHE_TTL_MS.
   */
  destroyKey(sealed: string): Promise<void>;
  /**
   * A hash of a text under a key that derives from the master key: the same on every node, and unknown to those who only read
   * the stores. It finds people by their personal fields (ADR 0048).
   */
  readonly keyedTerm: (text: string) => string;
};

const ID_BYTES = 12;
/** Readers check each document that they find, so a rare collision does no harm. */
const KEYED_TERM_BYTES = 9;
const KEYS_CACHED_MAX = 10_000;
/** How long a key may still be used after another process has destroyed it. */
export const KEY_CACHE_TTL_MS = 30_000;

/**
 * A sealed text is `<key ID>.2.<box>`: 12 bytes, and nonce (24 bytes) with XSalsa20-Poly1305 box, in base64url. The key of
 * the box derives from the user's key and the context. Releases without contexts wrote the key ID and a box under the user's
 * key, without `.2.`.
 */
export function createVault(
  documents: DocumentStore,
  source: KeySource,
  /** Milliseconds of a monotonic clock. */
  now: () => number = monotonicTime,
  /** Called with the book in which a text cannot be opened because its key was lost. */
  onLost: (stream: string) => void = () => undefined,
): Vault {
  const ring = asKeyRing(source);
  const cache = new Map<string, { key: UserKey; until: number }>();
  const remember = (key: UserKey): UserKey => {
    const oldest = cache.keys().next();
    if (cache.size >= KEYS_CACHED_MAX && oldest.done !== true) cache.delete(oldest.value);
    cache.set(key.id, { key, until: now() + KEY_CACHE_TTL_MS });
    return key;
  };
  /** Counts destroyed keys. A look-up that started before a destruction must not be cached. */
  let destroyedKeys = 0;
  let confirmed: Promise<void> | undefined;
  const verifyMasterKey = (): Promise<void> =>
    (confirmed ??= loadKeyRing(documents, ring).then(
      () => undefined,
      (error: unknown) => {
        confirmed = undefined;
        throw error;
      },
    ));
  /** Another process may have replaced the master key since this one has read the ring. */
  async function unwrapped(id: string, wrapped: string): Promise<Buffer> {
    if (ring.find(wrappingName(wrapped)) === undefined) await loadKeyRing(documents, ring);
    return unwrap(id, wrapped, ring);
  }
  const keyFor = async (sealed: string): Promise<UserKey | undefined> => {
    const id = sealingKeyId(sealed);
    const cached = cache.get(id);
    if (cached !== undefined && cached.until > now()) return cached.key;
    const before = destroyedKeys;
    const wrapped = await documents.getRecord('vault', id);
    cache.delete(id);
    if (wrapped === undefined) return undefined;
    const key = userKey(id, await unwrapped(id, wrapped));
    return before === destroyedKeys ? remember(key) : key;
  };
  // Documents contain such hashes, and are not written again when the master key is replaced.
  const termKeyOf = perVersion((version) => createSecretKey(version.secret('search terms v1')));
  const ownKeyId = (stream: string, userId: string): string =>
    createHash('sha256')
      .update(`own key\n${stream}\n${userId}`)
      .digest()
      .subarray(0, ID_BYTES)
      .toString('base64url');
  return {
    verifyMasterKey,
    keyFor,
    keyedTerm: (text) =>
      createHmac('sha256', termKeyOf(ring.first))
        .update(text)
        .digest()
        .subarray(0, KEYED_TERM_BYTES)
        .toString('base64url'),
    async createKey(options) {
      await verifyMasterKey();
      const id = randomBytes(ID_BYTES).toString('base64url');
      const secret = randomBytes(nacl.secretbox.keyLength);
      await documents.putRecord('vault', id, wrap(id, secret, ring), options);
      return remember(userKey(id, secret));
    },
    ownKeyId,
    async ownKey(stream, userId) {
      const id = ownKeyId(stream, userId);
      const known = await keyFor(id);
      if (known !== undefined) return known;
      await verifyMasterKey();
      const secret = randomBytes(nacl.secretbox.keyLength);
      // Another process may have created it in the meantime.
      const stored = await documents.putRecord('vault', id, wrap(id, secret, ring), { ifAbsent: true });
      return remember(userKey(id, await unwrapped(id, stored)));
    },
    async requireKey(sealed, stream) {
      const key = await keyFor(sealed);
      if (key !== undefined) return key;
      onLost(stream);
      throw new PersonalKeyLost();
    },
    hasKey: async (sealed) => (await documents.getRecord('vault', sealingKeyId(sealed))) !== undefined,
    async destroyKey(sealed) {
      const id = sealingKeyId(sealed);
      // A rebuild destroys every erased key again, and a read is cheaper than a delete.
      if ((await documents.getRecord('vault', id)) !== undefined) await documents.deleteRecord('vault', id);
      // Only now, because a concurrent look-up could have cached the key before the delete.
      destroyedKeys += 1;
      cache.delete(id);
    },
  };
}

/** Marks a wrapped key that opens only under its own ID. Releases without contexts wrapped all keys alike. */
const BOUND_KEY = '2.';
/** The same, with the ID of a master key that is not the first one. */
const VERSIONED_KEY = /^3\.([0-9a-f]{8})\.(.*)$/s;

const wrappingKey = (id: string, masterKey: Uint8Array): Buffer => deriveKey(masterKey, `vault key v2 ${id}`);

/** The version of the master key that a wrapped key names; undefined for the first one. */
const wrappingName = (wrapped: string): string | undefined => VERSIONED_KEY.exec(wrapped)?.[1];

function wrap(id: string, secret: Uint8Array, { current, currentName }: KeyRing): string {
  const mark = currentName === undefined ? BOUND_KEY : `3.${currentName}.`;
  return mark + box(secret, wrappingKey(id, masterOf(current))).toString('base64url');
}

function unwrap(id: string, wrapped: string, ring: KeyRing): Buffer {
  const [, name, versioned = ''] = VERSIONED_KEY.exec(wrapped) ?? [];
  const master = masterOf(ring.find(name));
  if (name !== undefined) return unbox(Buffer.from(versioned, 'base64url'), wrappingKey(id, master));
  const isBound = wrapped.startsWith(BOUND_KEY);
  const bytes = Buffer.from(isBound ? wrapped.slice(BOUND_KEY.length) : wrapped, 'base64url');
  return unbox(bytes, isBound ? wrappingKey(id, master) : master);
}

function masterOf(version: KeyVersion | undefined): Uint8Array {
  if (version?.master === undefined)
    throw new Error('a stored key cannot be opened: it is wrapped with a master key that was replaced');
  return version.master;
}

/** Whether a record of the vault is a key that is not wrapped with the current master key. */
export const isWrappedWithFormer = (key: string, value: string, ring: KeyRing): boolean =>
  key !== KEY_RING_RECORD && !key.startsWith(SENTINEL) && wrappingName(value) !== ring.currentName;

/** Records that only say whether the vault went back in time. */
const SENTINEL = 'sentinel/';

/** The same key, wrapped with the current master key. */
export const rewrap = (id: string, wrapped: string, ring: KeyRing): string =>
  wrap(id, unwrap(id, wrapped, ring), ring);

/** Opened texts cached per key, because a payout's details are often needed again at once. */
const OPENED_TEXTS_MAX = 4;

function userKey(id: string, secret: Uint8Array): UserKey {
  // Discarded together with the key.
  const opened = new Map<string, string>();
  const contextKey = (context: SealingContext): Buffer =>
    createHmac('sha256', secret).update(`sealed v2\n${context}`).digest();
  const openBox = (sealed: string, context: SealingContext): Buffer =>
    isBoundText(sealed)
      ? unbox(Buffer.from(sealed.slice(id.length + BOUND_TEXT.length), 'base64url'), contextKey(context))
      : unbox(Buffer.from(sealed, 'base64url').subarray(ID_BYTES), secret);
  return {
    id,
    seal: (text, context) =>
      id + BOUND_TEXT + box(Buffer.from(text), contextKey(context)).toString('base64url'),
    open(sealed, context) {
      const name = `${context}\n${sealed}`;
      const cached = opened.get(name);
      if (cached !== undefined) return cached;
      const text = openBox(sealed, context).toString();
      if (opened.size >= OPENED_TEXTS_MAX) opened.clear();
      opened.set(name, text);
      return text;
    },
  };
}

/** After the key ID of a text that is bound to its context. */
const BOUND_TEXT = '.2.';

/** Whether a sealed text opens only in its context. Texts of earlier releases do not. */
export const isBoundText = (sealed: string): boolean =>
  sealed.startsWith(BOUND_TEXT, sealingKeyId(sealed).length);

function box(plain: Uint8Array, key: Uint8Array): Buffer {
  const nonce = randomBytes(nacl.secretbox.nonceLength);
  return Buffer.concat([nonce, nacl.secretbox(new Uint8Array(plain), nonce, key)]);
}

function unbox(sealed: Uint8Array, key: Uint8Array): Buffer {
  const nonce = sealed.subarray(0, nacl.secretbox.nonceLength);
  const plain = nacl.secretbox.open(sealed.subarray(nacl.secretbox.nonceLength), nonce, key);
  if (plain === null)
    throw new Error(
      'a sealed text cannot be opened: wrong master key, changed text, or text of another object',
    );
  return Buffer.from(plain);
}

// The personal fields of users, opened for jobs and reviewers. Never log them.

/** Resolves to no fields if nothing is stored or the user's data has been erased. Throws PersonalKeyLost. */
export async function openPersonalFields(
  vault: Pick<Vault, 'requireKey'>,
  stream: string,
  userId: string,
  sealed: string | null,
): Promise<Partial<PersonalFields>> {
  if (sealed === null) return {};
  const key = await vault.requireKey(sealed, stream);
  // This service sealed the text from a `PersonalFields`.
  return JSON.parse(key.open(sealed, personalFieldsContext(stream, userId))) as Partial<PersonalFields>;
}

/** The name of a person, or of a business and its representative; each is empty unless known. */
export function namesOf({ first_name, last_name, business_name, representative }: Partial<PersonalFields>): {
  readonly person: string;
  readonly business: string;
  readonly representative: string;
} {
  const person = [first_name, last_name].filter((name) => typeof name === 'string').join(' ');
  return { person, business: business_name ?? '', representative: representative ?? '' };
}
