/** Takes a backup in a worker thread with connections of its own, so that no request waits for it. */
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { Config } from '../config/config.ts';
import { errorMessage } from '../system/errors.ts';
import { KeyRing } from '../system/key-ring.ts';
import { threadModule } from '../system/thread-module.ts';
import { openBackupSource } from './stores.ts';
import { removeOldBackups, takeBackup, type BackupOptions } from './take-backup.ts';

export type BackupTask = Omit<BackupOptions, 'masterKey' | 'onProgress'> & {
  /** Those that the process was given. */
  readonly masterKeys: readonly Uint8Array[];
  readonly config: Pick<Config, 'dataDir' | 'eventStoreUrl' | 'mongoUrl'>;
  readonly keepFull: number;
};

type ThreadData = { readonly backupThread: true; readonly task: BackupTask };
/** The message of the error, or undefined. */
type Result = { readonly failure: string | undefined };

/** Rejects with an Error if it fails, or if the signal aborts. */
export function takeBackupInThread(task: BackupTask, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const data: ThreadData = { backupThread: true, task };
    const worker = new Worker(threadModule('src/backup/backup-thread'), { workerData: data });
    // What it has written so far is removed by the next backup.
    const stop = (): void => void worker.terminate();
    signal.addEventListener('abort', stop, { once: true });
    worker.once('message', ({ failure }: Result) => {
      if (failure === undefined) resolve();
      else reject(new Error(failure));
    });
    worker.once('error', reject);
    worker.once('exit', (code) => {
      signal.removeEventListener('abort', stop);
      reject(new Error(`the backup thread exited with code ${code}`));
    });
  });
}

const isThreadData = (data: unknown): data is ThreadData =>
  typeof data === 'object' && data !== null && 'backupThread' in data;

async function runTask({ config, keepFull, masterKeys, ...options }: BackupTask): Promise<void> {
  const source = await openBackupSource(config);
  try {
    await takeBackup(source, { ...options, masterKey: KeyRing.of(masterKeys) });
    removeOldBackups(options.directory, keepFull);
  } finally {
    await source.close();
  }
}

// Other worker threads may import this module.
if (!isMainThread && isThreadData(workerData)) {
  const result: Result = await runTask(workerData.task).then(
    () => ({ failure: undefined }),
    (error: unknown) => ({ failure: errorMessage(error) }),
  );
  parentPort?.postMessage(result);
}
