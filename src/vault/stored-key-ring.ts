/**
 * What the vault stores about the versions of the master key, in one record.
 *
 * Until the master key is replaced for the first time, the record is a mark that derives from it. Afterward it names the current version
 * and contains the former ones, sealed with the current master key: while data is moved, the whole former key; then only the secrets
 * that old data needs. Nothing else needs a former master key, so it can be destroyed.
 */

import { createHmac, timingSafeEqual } from 'node:crypto';
import nacl from 'tweetnacl';
import type { DocumentStore } from '../read-models/port.ts';
import { deriveKey } from '../system/derived-key.ts';
import { versionOf, type KeyRing, type KeyVersion } from '../system/key-ring.ts';
import { randomBytes } from '../system/runtime.ts';
import { deriveAuditSigningKey } from './audit-signing-key.ts';

/** The data belongs to another master key. Texts sealed now could not be opened with that key. */
export class WrongMasterKey extends Error {
  override readonly name = 'WrongMasterKey';
  /** Whether the right key is known to be newer than those that this process has. */
  readonly isReplaced: boolean;
  constructor(message: string, isReplaced = false) {
    super(message);
    this.isReplaced = isReplaced;
  }
}

type Records = Pick<DocumentStore, 'getRecord' | 'putRecord' | 'replaceRecord'>;

/** The record's key. Shorter than the ID of any key in the vault. */
export const KEY_RING_RECORD = 'mark';

const FORMAT = 1;

type FormerVersion = {
  readonly id: string;
  /** ISO 8601; null while data is moved to the current version. */
  readonly closed_at: string | null;
  /** The contents in base64url: nonce and box. */
  readonly sealed: string;
};

/** The oldest version first. */
type StoredRing = {
  readonly format: number;
  readonly current: string;
  readonly former: readonly FormerVersion[];
  readonly mac: string;
};

/** `master` while data is moved; afterward `secrets` by purpose. Bytes are in base64url. */
type SealedVersion = {
  readonly master?: string;
  readonly secrets?: Readonly<Record<string, string>>;
  readonly signing_key?: string;
};

/**
 * The secrets that data of a former version needs forever. All other data is moved to the current version: wrapped keys, and the MACs
 * of records and snapshots.
 */
const KEPT_PURPOSES = [
  'event macs v1',
  'fingerprints v1',
  'search terms v1',
  'screening v1',
  'approval links v1',
  'webhook signing keys v1',
  'webhook signing keys v2',
  'webhook responses v1',
];

/** The mark is derived from the master key and reveals nothing about it. */
const markOf = (masterKey: Uint8Array): string => deriveKey(masterKey, 'vault mark v1').toString('base64url');

/** Whether the record is a mark of the time before the first replacement. */
const isMark = (text: string): boolean => !text.startsWith('{');

/**
 * Makes the ring what the vault says, and creates the record if the vault is new. Returns the record. Throws WrongMasterKey and
 * StoreUnavailable.
 */
export async function loadKeyRing(documents: Records, ring: KeyRing): Promise<string> {
  const known = await documents.getRecord('vault', KEY_RING_RECORD);
  const mark = markOf(configuredKey(ring));
  const text = known ?? (await documents.putRecord('vault', KEY_RING_RECORD, mark, { ifAbsent: true }));
  applyStored(text, ring);
  return text;
}

/** The same without writing. False if the data belongs to another master key. */
export async function mayBeMasterKey(
  documents: Pick<DocumentStore, 'getRecord'>,
  ring: KeyRing,
): Promise<boolean> {
  const stored = await documents.getRecord('vault', KEY_RING_RECORD);
  try {
    if (stored !== undefined) applyStored(stored, ring);
    return true;
  } catch (error) {
    if (error instanceof WrongMasterKey) return false;
    throw error;
  }
}

function configuredKey({ configuredKeys: [key] }: KeyRing): Uint8Array {
  if (key === undefined) throw new Error('a key ring needs a master key');
  return key;
}

function applyStored(text: string, ring: KeyRing): void {
  const { configured, configuredKeys } = ring;
  if (isMark(text)) {
    const at = configuredKeys.findIndex((key) => markOf(key) === text);
    const current = configured[at];
    if (current === undefined) throw new WrongMasterKey('the data belongs to another master key');
    // The others are to become current.
    ring.use([current, ...configured.filter(({ id }) => id !== current.id)], current);
    return;
  }
  const stored = parseRing(text);
  const current = configured.find(({ id }) => id === stored.current);
  if (current?.master === undefined)
    throw new WrongMasterKey(
      `The master key was replaced by the one with the key ID ${stored.current}; ` +
        `this process has ${configured.map(({ id }) => id).join(' and ')}. Set MASTER_KEY to the new key.`,
      true,
    );
  const { master } = current;
  if (!hasValidMac(stored, master))
    throw new WrongMasterKey(
      'The record of the master key in the vault was changed. Restore the vault.',
      true,
    );
  const former = stored.former.map((each) => unsealVersion(each, master));
  const used = new Set([...stored.former.map(({ id }) => id), current.id]);
  ring.use([...former, current, ...configured.filter(({ id }) => !used.has(id))], current);
}

/** A ring that this release does not know was written by a newer one, or changed. */
function parseRing(text: string): StoredRing {
  try {
    // The MAC proves that the service wrote it.
    const ring = JSON.parse(text) as StoredRing;
    if (ring.format === FORMAT) return ring;
  } catch {
    // Reported like another format.
  }
  throw new WrongMasterKey('The record of the master key in the vault cannot be read by this release.', true);
}

function macOf({ format, current, former }: Omit<StoredRing, 'mac'>, master: Uint8Array): Buffer {
  const parts = [format, current, former.map(({ id, closed_at, sealed }) => [id, closed_at, sealed])];
  return createHmac('sha256', deriveKey(master, 'key ring v1')).update(JSON.stringify(parts)).digest();
}

function hasValidMac(ring: StoredRing, master: Uint8Array): boolean {
  const stated = Buffer.from(ring.mac, 'base64url');
  const expected = macOf(ring, master);
  return stated.length === expected.length && timingSafeEqual(stated, expected);
}

const sealingKey = (id: string, master: Uint8Array): Uint8Array =>
  new Uint8Array(deriveKey(master, `former key v1 ${id}`));

function sealVersion(
  { id }: Pick<KeyVersion, 'id'>,
  closed_at: string | null,
  contents: SealedVersion,
  master: Uint8Array,
): FormerVersion {
  const nonce = randomBytes(nacl.secretbox.nonceLength);
  const text = new TextEncoder().encode(JSON.stringify(contents));
  const box = nacl.secretbox(text, new Uint8Array(nonce), sealingKey(id, master));
  return { id, closed_at, sealed: Buffer.concat([nonce, box]).toString('base64url') };
}

function openVersion({ id, sealed }: FormerVersion, master: Uint8Array): SealedVersion {
  const bytes = new Uint8Array(Buffer.from(sealed, 'base64url'));
  const nonce = bytes.slice(0, nacl.secretbox.nonceLength);
  const text = nacl.secretbox.open(bytes.slice(nacl.secretbox.nonceLength), nonce, sealingKey(id, master));
  if (text === null)
    throw new WrongMasterKey('A former master key in the vault cannot be opened. Restore the vault.', true);
  // `sealVersion` sealed a value of this type.
  return JSON.parse(Buffer.from(text).toString()) as SealedVersion;
}

function unsealVersion(former: FormerVersion, master: Uint8Array): KeyVersion {
  const { master: key, secrets, signing_key } = openVersion(former, master);
  if (key !== undefined) return versionOf(Buffer.from(key, 'base64url'));
  return {
    id: former.id,
    master: undefined,
    closedAt: former.closed_at === null ? undefined : Date.parse(former.closed_at),
    signingKey: signing_key,
    secret(purpose) {
      const secret = secrets?.[purpose];
      if (secret === undefined)
        throw new Error(`the secret '${purpose}' of a former master key was destroyed`);
      return Buffer.from(secret, 'base64url');
    },
  };
}

function ringText(current: KeyVersion, former: readonly FormerVersion[], master: Uint8Array): string {
  const ring = { format: FORMAT, current: current.id, former };
  return JSON.stringify({ ...ring, mac: macOf(ring, master).toString('base64url') });
}

/** What remains of a version once nothing is wrapped with it any more. */
function keptOf(version: KeyVersion): SealedVersion {
  const secrets = KEPT_PURPOSES.map((purpose) => [purpose, version.secret(purpose).toString('base64url')]);
  return {
    secrets: Object.fromEntries(secrets) as Record<string, string>,
    signing_key: version.signingKey ?? deriveAuditSigningKey(masterOf(version)).publicKey.text,
  };
}

function masterOf({ master }: KeyVersion): Uint8Array {
  if (master === undefined) throw new Error('this version of the master key was destroyed');
  return master;
}

/** How far the replacement of the master key has come. */
export type RotationState =
  | { readonly stage: 'none' }
  /** New data uses the current version, and older data is being moved. */
  | { readonly stage: 'moving'; readonly from: string }
  | { readonly stage: 'done' };

export function rotationState(text: string): RotationState {
  if (isMark(text)) return { stage: 'none' };
  const open = parseRing(text).former.find(({ closed_at }) => closed_at === null);
  return open === undefined ? { stage: 'done' } : { stage: 'moving', from: open.id };
}

/**
 * Makes the first configured key the current one. Former keys are sealed with it, so other processes need only this key from now on.
 * `text` is the record as it was loaded. Returns false if another process has changed it since.
 */
export function beginRotation(documents: Records, ring: KeyRing, text: string): Promise<boolean> {
  const [next] = ring.configured;
  if (next === undefined || next.id === ring.current.id)
    throw new Error('this master key is current already');
  const master = masterOf(next);
  const former = [...ring.former, ring.current].map((version) =>
    sealVersion(
      version,
      closedText(version),
      version.closedAt === undefined
        ? { master: Buffer.from(masterOf(version)).toString('base64url') }
        : keptOf(version),
      master,
    ),
  );
  return documents.replaceRecord('vault', KEY_RING_RECORD, text, ringText(next, former, master));
}

const closedText = ({ closedAt }: KeyVersion): string | null =>
  closedAt === undefined ? null : new Date(closedAt).toISOString();

/** Destroys former master keys. Only the secrets that old data needs remain. `now` is in milliseconds since 1970. */
export function completeRotation(
  documents: Records,
  ring: KeyRing,
  text: string,
  now: number,
): Promise<boolean> {
  const master = masterOf(ring.current);
  const former = ring.former.map((version) =>
    sealVersion(version, closedText(version) ?? new Date(now).toISOString(), keptOf(version), master),
  );
  return documents.replaceRecord('vault', KEY_RING_RECORD, text, ringText(ring.current, former, master));
}
