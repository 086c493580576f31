/**
 * The description of a backup: where it is in its chain, what it contains, and the heads of all streams. The audit key signs
 * it, so that nobody without the master key can change a backup, or put one together from others.
 *
 * A folder of backups contains one folder for each: `000001-…-full`, and after it `000002-…-incremental`. An incremental one
 * has the events since the one before it. A full one begins a new chain.
 */

import { hash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { formatCheckpoint } from '../audit/checkpoints/checkpoint-files.ts';
import { isSignedBy, parseNotes, signNote } from '../audit/checkpoints/signed-note.ts';
import { writeNewFile } from '../system/atomic-file.ts';
import { hasErrorCode } from '../system/errors.ts';
import { asKeyRing, type KeySource } from '../system/key-ring.ts';
import { deriveAuditSigningKey, type SigningKey } from '../vault/audit-signing-key.ts';
import { BackupRefused, OtherMasterKey, type PartKey } from './part-file.ts';

export type BackupKeys = {
  /** Signs manifests. */
  readonly signing: SigningKey;
  /** Encrypts the files. */
  readonly sealing: Uint8Array;
};

/** The keys of the current master key. A ring has to be loaded from the vault before a backup is taken. */
export function deriveBackupKeys(masterKey: KeySource): BackupKeys {
  const ring = asKeyRing(masterKey);
  return { signing: deriveAuditSigningKey(ring), sealing: ring.current.secret('backup v1') };
}

/** What a file contains: events in the order of their positions, records, documents, or files of checkpoints. */
export type PartKind = 'events' | 'records' | 'documents' | 'checkpoints';

export type Part = {
  readonly file: string;
  readonly kind: PartKind;
  readonly lines: number;
  readonly bytes: number;
  readonly sha256: string;
};

/** The end of a stream. `events` is its length. */
export type Head = { readonly stream: string; readonly events: number; readonly hash: string };

export type Manifest = {
  readonly format: 'svc-ledger-backup';
  readonly version: 1;
  /** The name of the folder. */
  readonly name: string;
  /** The time at which the backup began, and the release that took it. */
  readonly created_at: string;
  readonly release: string;
  /** The key that signs the manifest, in one line. */
  readonly public_key: string;
  /** The backup that this one continues; null for a full one. */
  readonly previous: { readonly name: string; readonly manifest_sha256: string } | null;
  /** Whether the positions of events are consecutive, as in a file, so that a restore keeps them. */
  readonly keeps_positions: boolean;
  /** The events of this backup have positions after the first of these, up to the second. */
  readonly after_position: string;
  readonly position: string;
  /** The number of all events up to the position, including those of earlier backups of the chain. */
  readonly events: number;
  /** All streams, also those without new events. */
  readonly streams: readonly Head[];
  /** The lengths of the checkpoint files. An incremental backup contains what was added to them. */
  readonly checkpoint_files: Readonly<Record<string, number>>;
  /** How often the documents had gone back in time. Cursors of deliveries are valid with this number. */
  readonly document_breaks: string;
  readonly parts: readonly Part[];
};

/** A backup whose manifest is signed. */
export type Backup = {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly manifestSha256: string;
};

export const MANIFEST_FILE = 'manifest.json';
const NOTE_FILE = 'manifest.note';
const NAME = /^(\d{6})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-(full|incremental)$/;

/** The number orders backups, even if the clock goes back. */
export function nameOfNext(directory: string, nowMs: number, isFull: boolean): string {
  const number = Number(NAME.exec(listBackups(directory).at(-1) ?? '')?.[1] ?? 0) + 1;
  const time = new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '');
  return `${String(number).padStart(6, '0')}-${time}-${isFull ? 'full' : 'incremental'}`;
}

/** The names of the backups in a folder, oldest first. Empty if the folder does not exist. */
export function listBackups(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter((name) => NAME.test(name))
      .sort();
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return [];
    throw error;
  }
}

export const isBackupName = (name: string): boolean => NAME.test(name);

export const isFull = (name: string): boolean => name.endsWith('-full');

/** When the backup began, in milliseconds since 1970. NaN for other names. */
export const takenAt = (name: string): number => Date.parse(name.replace(NAME, '$2-$3-$4T$5:$6:$7Z'));

export const partKey = (
  { sealing }: BackupKeys,
  { name }: Pick<Manifest, 'name'>,
  file: string,
): PartKey => ({
  sealingKey: sealing,
  name: `${name}/${file}`,
});

/** Writes the manifest and its signature, which complete a backup. */
export function writeManifest(folder: string, manifest: Manifest, { signing }: BackupKeys): void {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  const { created_at: time } = manifest;
  const signed = { stream: 'backup', size: Buffer.byteLength(text), hash: hash('sha256', text), time };
  writeNewFile(join(folder, MANIFEST_FILE), text);
  writeNewFile(join(folder, NOTE_FILE), signNote(formatCheckpoint(signed), signing));
}

/** Reads and authenticates the manifest of a backup. Throws BackupRefused. */
export function readBackup(folder: string, { signing }: BackupKeys): Backup {
  const name = basename(folder);
  const [text, note] = [MANIFEST_FILE, NOTE_FILE].map((file) => textIn(join(folder, file)));
  if (text === undefined) throw new BackupRefused(`${name} has no ${MANIFEST_FILE}.`);
  if (note === undefined) throw new BackupRefused(`${name} is not signed: it has no ${NOTE_FILE}.`);
  const manifest = parseManifest(text);
  if (manifest === undefined) throw new BackupRefused(`${MANIFEST_FILE} of ${name} cannot be read.`);
  if (manifest.public_key !== signing.publicKey.text)
    throw new OtherMasterKey(`${name} was taken with another master key.`);
  const manifestSha256 = hash('sha256', text);
  const signed = { stream: 'backup', size: Buffer.byteLength(text), hash: manifestSha256 };
  const expected = formatCheckpoint({ ...signed, time: manifest.created_at });
  const isSigned = parseNotes(note).some(
    (each) => each.text === expected && isSignedBy(each, signing.publicKey),
  );
  if (!isSigned) throw new BackupRefused(`The signature of ${name} does not match its ${MANIFEST_FILE}.`);
  if (manifest.name !== name) throw new BackupRefused(`${name} is the backup ${manifest.name}, renamed.`);
  return { folder, manifest, manifestSha256 };
}

function textIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** The name of the backup that this one continues, according to a manifest that nobody has authenticated. */
export function previousOf(folder: string): string | undefined {
  const name = parseManifest(textIn(join(folder, MANIFEST_FILE)) ?? '')?.previous?.name;
  return name !== undefined && isBackupName(name) ? name : undefined;
}

/** Only the signature, which is checked next, proves that it has the members of a manifest. */
function parseManifest(text: string): Manifest | undefined {
  try {
    const found = JSON.parse(text) as { readonly format?: unknown; readonly version?: unknown };
    return found.format === 'svc-ledger-backup' && found.version === 1 ? (found as Manifest) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The backups that are needed to restore this one: the full one first. `folder` is a backup, or a folder of backups and then
 * means the newest one. Throws BackupRefused unless they are complete and belong together.
 */
export function readChain(folder: string, keys: BackupKeys): readonly [Backup, ...Backup[]] {
  const named = NAME.test(basename(folder)) ? folder : newestIn(folder);
  const newest = readBackup(named, keys);
  const chain: [Backup, ...Backup[]] = [newest];
  for (let [first] = chain; first.manifest.previous !== null; [first] = chain) {
    const { previous, name, after_position } = first.manifest;
    const before = join(named, '..', previous.name);
    if (textIn(join(before, MANIFEST_FILE)) === undefined)
      throw new BackupRefused(`${name} continues ${previous.name}, which is missing.`);
    const found = readBackup(before, keys);
    if (found.manifestSha256 !== previous.manifest_sha256 || found.manifest.position !== after_position)
      throw new BackupRefused(`${name} does not continue ${previous.name}: they are of different chains.`);
    chain.unshift(found);
  }
  return chain;
}

function newestIn(directory: string): string {
  const name = listBackups(directory).at(-1);
  if (name === undefined) throw new BackupRefused(`${directory} contains no backup.`);
  return join(directory, name);
}
