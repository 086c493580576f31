/**
 * The versions of the master key. Each use derives its own secret from each version. What is stored names the version that it needs;
 * what was stored before the master key was ever replaced names none and needs the first one.
 */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { deriveKey } from './derived-key.ts';

export type KeyVersion = {
  /** Eight hex digits that reveal nothing about the key. MACs of events contain the same ID. */
  readonly id: string;
  /** Undefined once the key was replaced: the service then has only the secrets that old data needs. */
  readonly master: Uint8Array | undefined;
  /** When it was replaced, in milliseconds since 1970. Nothing that it authenticates is believed any more. */
  readonly closedAt: number | undefined;
  /** The public key of checkpoints, as one line, of a version that was replaced. */
  readonly signingKey: string | undefined;
  /** The secret of a use. Throws if it was destroyed. */
  secret(purpose: string): Buffer;
};

export const keyIdOf = (masterKey: Uint8Array): string =>
  deriveKey(masterKey, 'event macs v1 id').toString('hex', 0, 4);

export const versionOf = (master: Uint8Array): KeyVersion => ({
  id: keyIdOf(master),
  master,
  closedAt: undefined,
  signingKey: undefined,
  secret: (purpose) => deriveKey(master, purpose),
});

export class KeyRing {
  /** The keys that this process was given. */
  readonly configuredKeys: readonly Uint8Array[];
  readonly configured: readonly KeyVersion[];
  #versions: readonly KeyVersion[];
  #current: KeyVersion;
  #introduced: string | undefined;

  /** Until the stored ring is loaded, the first of these keys counts as the only version that is used. */
  constructor(masterKey: Uint8Array, others: readonly Uint8Array[] = []) {
    const current = versionOf(masterKey);
    this.configuredKeys = [masterKey, ...others];
    this.configured = [current, ...others.map(versionOf)];
    this.#versions = [current, ...this.configured.filter(({ id }) => id !== current.id)];
    this.#current = current;
  }

  /** The first of the keys is the one that is to be used. Throws if there is none. */
  static of(keys: readonly Uint8Array[]): KeyRing {
    const [masterKey, ...others] = keys;
    if (masterKey === undefined) throw new Error('a key ring needs a master key');
    return new KeyRing(masterKey, others);
  }

  /** Secrets of new data derive from it. */
  get current(): KeyVersion {
    return this.#current;
  }

  /** What names no version needs this one. */
  get first(): KeyVersion {
    return this.#versions[0] ?? this.#current;
  }

  /** The versions that were used before, oldest first. */
  get former(): readonly KeyVersion[] {
    const at = this.#versions.indexOf(this.#current);
    return this.#versions.slice(0, at);
  }

  /** Undefined for a version that this process does not know. */
  find(name: string | undefined): KeyVersion | undefined {
    return name === undefined ? this.first : this.#versions.find(({ id }) => id === name);
  }

  /** How new data names its version; undefined for the first one. */
  get currentName(): string | undefined {
    return this.current.id === this.first.id ? undefined : this.#current.id;
  }

  /** `versions` are the oldest first, and may include others after the current one, which are not used yet. */
  use(versions: readonly KeyVersion[], current: KeyVersion): void {
    this.#versions = versions;
    this.#current = current;
    if (this.#introduced !== undefined) this.introduce(this.#introduced);
  }

  /**
   * The events say that this version is the current one. They are known before the vault is read again, and even while it cannot be
   * read. Does nothing for a version that this process does not know: it cannot authenticate that event.
   */
  introduce(id: string): void {
    this.#introduced = id;
    const version = this.find(id);
    // The vault may already know a newer one.
    if (version === undefined || this.former.includes(version)) return;
    const others = this.#versions.filter((each) => each !== version);
    const at = others.indexOf(this.#current) + 1;
    if (version === this.#current) return;
    this.#versions = [...others.slice(0, at), version, ...others.slice(at)];
    this.#current = version;
  }
}

/** A process with one master key may give the key itself. */
export type KeySource = Uint8Array | KeyRing;

export const asKeyRing = (source: KeySource): KeyRing =>
  source instanceof KeyRing ? source : new KeyRing(source);

/** Derives something from each version once. */
export function perVersion<T>(derive: (version: KeyVersion) => T): (version: KeyVersion) => T {
  const derived = new WeakMap<KeyVersion, { readonly value: T }>();
  return (version) => {
    const known = derived.get(version) ?? { value: derive(version) };
    derived.set(version, known);
    return known.value;
  };
}

/** The keys of MACs that name the version of their key. */
export type MacKeys = {
  /** `name` is undefined for the first version. */
  current(): { readonly name: string | undefined; readonly key: KeyObject };
  /** Undefined for a version that is unknown or was replaced. */
  find(name: string | undefined): KeyObject | undefined;
};

export function macKeysOf(source: KeySource, purpose: string): MacKeys {
  const ring = asKeyRing(source);
  const keyOf = perVersion((version) => createSecretKey(version.secret(purpose)));
  return {
    current: () => ({ name: ring.currentName, key: keyOf(ring.current) }),
    find(name) {
      const version = ring.find(name);
      return version === undefined || version.closedAt !== undefined ? undefined : keyOf(version);
    },
  };
}

/** A key alone is the first version and the current one. */
export const asMacKeys = (keys: KeyObject | MacKeys): MacKeys =>
  'find' in keys
    ? keys
    : {
        current: () => ({ name: undefined, key: keys }),
        find: (name) => (name === undefined ? keys : undefined),
      };
