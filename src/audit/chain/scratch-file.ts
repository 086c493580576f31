/**
 * A temporary file that is unlinked right after it is opened: it disappears with the process, and no other process can open
 * it.
 */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorMessage } from '../../system/errors.ts';
import { AuditUnavailable } from '../event-source.ts';

export type ScratchFile = {
  /** Appends bytes. Throws AuditUnavailable if the disk is full. */
  append(bytes: Uint8Array): void;
  /** Fills `into` from byte `at` on. Throws AuditUnavailable at the end of the file. */
  read(at: number, into: Uint8Array): void;
  close(): void;
};

/** Creates a file in `TMPDIR`. Throws AuditUnavailable if that fails. */
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
        if (count === 0) throw new AuditUnavailable('the scratch file of the audit was truncated');
        done += count;
      }
    },
    close: () => closeSync(file),
  };
}

function openNameless(): number {
  // mkdtemp creates a folder that only the owner can access.
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
    throw new AuditUnavailable(`cannot use a temporary file in ${tmpdir()}: ${why}`, {
      cause: error,
    });
  }
}
