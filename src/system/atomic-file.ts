/** Writes small files that survive a power failure and that only their owner can read. */
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { randomUUID } from './runtime.ts';
import { hasErrorCode } from './errors.ts';

/** Writes a file that does not exist yet. An interrupted write leaves an incomplete file. */
export function writeNewFile(file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600, flag: 'wx', flush: true });
  syncFolder(file);
}

/** Writes the file atomically, replacing any existing one. */
export function replaceFile(file: string, text: string): void {
  const temporary = writeTemporary(file, text);
  renameSync(temporary, file);
  syncFolder(file);
}

/** Writes the file atomically, unless it exists. Safe against other processes that create it at the same time. */
export function createFile(file: string, text: string): void {
  const temporary = writeTemporary(file, text);
  try {
    linkSync(temporary, file);
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(temporary);
    syncFolder(file);
  }
}

/** Renames a file, replacing any existing target. Does nothing when another process has already moved it. */
export function moveFile(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT')) throw error;
  }
  syncFolder(to);
}

/** The text of a file; undefined when it does not exist. */
export function readFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function writeTemporary(file: string, text: string): string {
  const temporary = `${file}.${randomUUID()}.tmp`;
  writeNewFile(temporary, text);
  return temporary;
}

/** A file name is durable once its folder is synced. Windows does not support this. */
function syncFolder(file: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
