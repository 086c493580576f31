/** Takes a backup in a worker thread with connections of its own, so that no request waits for it. */
import type { Config } from '../config/config.ts';
import { KeyRing } from '../system/key-ring.ts';
import { defineThreadTask } from '../system/thread-task.ts';
import { copyBackups } from './copies.ts';
import { openObjectStore } from './object-store.ts';
import { openBackupSource } from './stores.ts';
import { removeOldBackups, takeBackup, type BackupOptions } from './take-backup.ts';

export type BackupTask = Omit<BackupOptions, 'masterKey' | 'onProgress'> & {
  /** Those that the process was given. */
  readonly masterKeys: readonly Uint8Array[];
  readonly config: Pick<Config, 'dataDir' | 'eventStoreUrl' | 'mongoUrl' | 'objectStore'>;
  /** An `s3://` folder; `null`: no copies. */
  readonly copyTo: string | null;
  readonly keepFull: number;
};

/** Throws ThreadFailed. What an aborted backup has written so far is removed by the next one. */
export const takeBackupInThread = defineThreadTask(
  'src/backup/backup-thread',
  async ({ config, copyTo, keepFull, masterKeys, ...options }: BackupTask): Promise<void> => {
    const source = await openBackupSource(config);
    try {
      await takeBackup(source, { ...options, masterKey: KeyRing.of(masterKeys) });
      if (copyTo !== null)
        await copyBackups(options.directory, await openObjectStore(copyTo, config.objectStore));
      removeOldBackups(options.directory, keepFull);
    } finally {
      await source.close();
    }
  },
);
