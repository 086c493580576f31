/** Lets one process at a time use a folder. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openLockFile } from './database.ts';

const LOCK_FILE_NAME = 'service.lock';

/**
 * Creates the folder if necessary, and locks it until the returned function is called or the process ends, in any way.
 * Undefined when it is locked already. Throws StoreUnavailable when the lock file cannot be opened.
 */
export function lockFolder(folder: string): (() => void) | undefined {
  mkdirSync(folder, { recursive: true });
  const database = openLockFile(join(folder, LOCK_FILE_NAME));
  return database && (() => database.close());
}
