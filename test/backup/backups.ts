/** Backups of the recorded data directory: a full one, and an incremental one with the second half of its events. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deriveBackupKeys, type Backup, type BackupKeys } from '../../src/backup/manifest.ts';
import { restoreBackup, verifyBackup } from '../../src/backup/restore-backup.ts';
import { openBackupSource, type BackupSource } from '../../src/backup/stores.ts';
import { takeBackup } from '../../src/backup/take-backup.ts';
import { copyRecorded } from '../golden/recorded-directory.ts';
import { KeyRing } from '../../src/system/key-ring.ts';
import { errorOf } from '../support/document-store.ts';

export type Recorded = {
  readonly dataDir: string;
  readonly masterKey: Uint8Array;
  readonly keys: BackupKeys;
};

/** Copies the recorded data directory into a folder, with a file of checkpoints. */
export function recordedIn(folder: string): Recorded {
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  copyRecorded(dataDir);
  const masterKey = Buffer.from(readFileSync(join(dataDir, 'master.key'), 'utf8'), 'base64');
  return { dataDir, masterKey, keys: deriveBackupKeys(masterKey) };
}

/** The source as it was when a part of its events did not exist yet. */
export const before = (source: BackupSource, position: bigint): BackupSource => ({
  ...source,
  events: { head: () => Promise.resolve(position), pages: (...args) => source.events.pages(...args) },
});

export type TakeOptions = {
  readonly directory: string;
  readonly isFull?: boolean;
  readonly checkpoints?: string;
  /** Changes what the backup reads. */
  readonly through?: (source: BackupSource) => BackupSource;
};

export async function take(
  { dataDir, masterKey }: Recorded,
  { directory, isFull = false, checkpoints, through = (source) => source }: TakeOptions,
): Promise<Backup> {
  const source = await openBackupSource({ dataDir, eventStoreUrl: undefined, mongoUrl: undefined });
  try {
    return await takeBackup(through(source), {
      ...{ directory, checkpoints, isFull },
      masterKey: new KeyRing(masterKey),
      nowMs: Date.now(),
      release: 'test',
    });
  } finally {
    await source.close();
  }
}

/** Restores what is found to be complete, without an audit. */
export async function restore({ keys }: Pick<Recorded, 'keys'>, from: string, to: string): Promise<void> {
  const chain = await verifyBackup(from, keys);
  await restoreBackup({ chain, keys, to, examine: () => Promise.resolve() });
}

/** The message of the error with which this work fails. */
export const messageOf = async (work: Promise<unknown>): Promise<string> =>
  (await errorOf(() => work)).message;
