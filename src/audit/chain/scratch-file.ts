/**
 * A file for what does not fit into memory. It has no name any more by the time it is used, so that it is gone with the
 * process however that ends, and nobody else can open it.
 */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorMessage } from '../../system/errors.ts';
import { AuditUnavailable } from '../event-source.ts';

export type ScratchFile = {
  /** Adds bytes at the end. Throws Unreadable when there is no room for them. */
  append(bytes: Uint8Array): void;
  /** Fills `into` with what stands from byte `at` on. Throws Unreadable when that is less. */
  read(at: number, into: Uint8Array): void;
  close(): void;
};

/** In the folder for temporary files, `TMPDIR`. Throws Unreadable when no file can be made there. */
export function openScratchFile(): ScratchFile {
  const file = guarded(openNameless);
  let end = 0;
  return {
    append(bytes) {
      for (let done = 0; done < bytes.length;)
        done += guarded(() => writeSync(file, bytes, done, bytes.length - done, end + done));
      end += bytes.length;
    },
    read(at, into) {
      for (let done = 0; done < into.length;) {
        const count = guarded(() => readSync(file, into, done, into.length - done, at + done));
        if (count === 0) throw new AuditUnavailable('a temporary file of the audit was cut off');
        done += count;
      }
    },
    close: () => closeSync(file),
  };
}

function openNameless(): number {
  // The folder is its owner's alone.
  const folder = mkdtempSync(join(tmpdir(), 'svc-ledger-audit-'));
  try {
    return openSync(join(folder, 'scratch'), 'wx+', 0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const why = errorMessage(error);
    throw new AuditUnavailable(`the audit can't use a temporary file in ${tmpdir()}: ${why}`, {
      cause: error,
    });
  }
}
