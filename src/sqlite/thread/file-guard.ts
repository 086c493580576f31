/**
 * Whether the names in the folder still lead to the files that are open here. A file that was removed, moved or replaced
 * takes what is written to it along, and SQLite does not look: it would all be acknowledged, and be gone with the process.
 */
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { StoreUnavailable } from '../../event-store/port.ts';

/** The file itself, its log, and that by which all processes share the log. */
const SUFFIXES = ['', '-wal', '-shm'];

/**
 * To be made while a connection is open, which keeps all three files where they are. Gives what throws a StoreUnavailable
 * for as long as one of them is not.
 */
export function createFileGuard(file: string): () => void {
  const open = SUFFIXES.map((suffix) => ({ path: file + suffix, identity: identityOf(file + suffix) }));
  return () => {
    for (const { path, identity } of open)
      if (identityOf(path) !== identity)
        throw new StoreUnavailable(
          `${basename(path)} is not the file any more that is open: it was removed, moved or replaced. ` +
            'Put it back, or stop the service before anything else.',
        );
  };
}

function identityOf(path: string): string | undefined {
  const there = statSync(path, { bigint: true, throwIfNoEntry: false });
  return there && `${there.dev}:${there.ino}`;
}
