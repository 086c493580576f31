/** Small files that outlive a power cut, and that only their owner may read. */
import { randomUUID } from 'node:crypto';
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
import { hasErrorCode } from './errors.ts';

/** Writes a file that is not there yet. Whoever is cut off leaves part of it. */
export function writeNewFile(file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600, flag: 'wx', flush: true });
  syncFolder(file);
}

/** Writes the file, in place of one that may be there. It is never there in part. */
export function replaceFile(file: string, text: string): void {
  const temporary = writeBeside(file, text);
  renameSync(temporary, file);
  syncFolder(file);
}

/** Writes the file unless there is one, also when another process is first by a moment. It is never there in part. */
export function createFile(file: string, text: string): void {
  const temporary = writeBeside(file, text);
  try {
    linkSync(temporary, file);
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(temporary);
    syncFolder(file);
  }
}

/** Gives a file another name, in place of one that may have it. Does nothing when another process has moved it already. */
export function moveFile(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT')) throw error;
  }
  syncFolder(to);
}

/** The text of a file; undefined when there is none. */
export function readFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function writeBeside(file: string, text: string): string {
  const temporary = `${file}.${randomUUID()}.tmp`;
  writeNewFile(temporary, text);
  return temporary;
}

/** A name is durable once its folder is. Windows can't be asked for that. */
function syncFolder(file: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
