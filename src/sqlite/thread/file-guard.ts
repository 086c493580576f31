/**
 * Checks that the paths of the open database files still refer to the same files. SQLite does not check this: if a file
 * was removed, moved, or replaced, writes would be acknowledged and lost when the process ends.
 */
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { StoreUnavailable } from '../../event-store/port.ts';

/** The database, its write-ahead log, and the log's shared memory. */
const SUFFIXES = ['', '-wal', '-shm'];

/**
 * Must be called while a connection is open, so that all three files exist. Returns a check that throws StoreUnavailable
 * as long as a path refers to another file, or to none.
 */
export function createFileGuard(file: string): () => void {
  const open = SUFFIXES.map((suffix) => ({ path: file + suffix, identity: identityOf(file + suffix) }));
  return () => {
    for (const { path, identity } of open)
      if (identityOf(path) !== identity)
        throw new StoreUnavailable(
          `${basename(path)} was removed, moved, or replaced while it was open; ` +
            'put the original file back, or stop the service first',
        );
  };
}

function identityOf(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}`;
}
