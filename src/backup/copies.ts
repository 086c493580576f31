/**
 * Copies of backups in an object store. Nothing is ever deleted there, so that nobody who takes over this machine can delete them:
 * the store's own rules remove old ones.
 */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MANIFEST_FILE, isBackupName, listBackups, previousOf, takenAt } from './manifest.ts';
import { BackupRefused } from './part-file.ts';
import { makePrivateFolder } from './take-backup.ts';
import type { ObjectFolder, ObjectStore } from './object-store.ts';

/** Copies the backups of a folder that are not there yet. The manifest is last, and completes a copy. */
export async function copyBackups(directory: string, store: ObjectStore): Promise<void> {
  const present = new Set(await store.list());
  for (const name of listBackups(directory)) {
    if (present.has(`${name}/${MANIFEST_FILE}`)) continue;
    const files = readdirSync(join(directory, name)).filter((file) => file !== MANIFEST_FILE);
    for (const file of [...files, MANIFEST_FILE])
      await store.put(`${name}/${file}`, join(directory, name, file));
  }
}

/** `s3://bucket/folder/000001-…-full` names one backup. Returns the folder of the backups, and its name. */
export function splitObjectFolder({ bucket, prefix }: ObjectFolder): {
  readonly folder: ObjectFolder;
  readonly name: string | undefined;
} {
  const names = prefix.split('/').slice(0, -1);
  const last = names.at(-1) ?? '';
  if (!isBackupName(last)) return { folder: { bucket, prefix }, name: undefined };
  const parents = names.slice(0, -1).map((name) => `${name}/`);
  return { folder: { bucket, prefix: parents.join('') }, name: last };
}

/** Names of the files of backups, without any that leads to another folder. */
const FILE = /^[\w-]+\/[\w-][\w.-]*$/;

/**
 * Fetches a backup, the newest one unless it is named, and those that it continues, into a folder of this machine. Nothing is
 * verified here. Returns the folder of the backup. Throws BackupRefused.
 */
export async function fetchBackup(
  store: ObjectStore,
  wanted: string | undefined,
  to: string,
): Promise<string> {
  const files = (await store.list()).filter((file) => FILE.test(file));
  const complete = files
    .filter((file) => file.endsWith(`/${MANIFEST_FILE}`))
    .map((file) => dirname(file))
    .filter(isBackupName);
  // A machine that begins with an empty folder begins with the first number again.
  const newest = wanted ?? complete.toSorted((a, b) => takenAt(a) - takenAt(b)).at(-1);
  if (newest === undefined || !complete.includes(newest))
    throw new BackupRefused(`The object store has no ${wanted ?? 'backup'}.`);
  for (let name: string | undefined = newest; name !== undefined; name = previousOf(join(to, name))) {
    // One that continues itself is refused later.
    if (existsSync(join(to, name))) break;
    makePrivateFolder(join(to, name));
    for (const file of files) if (dirname(file) === name) await store.get(file, join(to, file));
  }
  return join(to, newest);
}
