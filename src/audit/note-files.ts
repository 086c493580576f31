/**
 * Files of signed notes, in a folder outside the stores: each new one is added at the end with a single write, and nothing
 * is ever changed, so the folder may be one that only takes additions.
 */
import { closeSync, fstatSync, fsyncSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Adds a note, durably. Empty lines go before it, so that one whose writing was cut off can't run into it. */
export function addNote(path: string, note: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'a', 0o644);
  try {
    writeSync(file, `\n\n${note}`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The end of a file, up to so many bytes; empty when there is none. */
export function tailOf(path: string, bytesMax: number): string {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if (isMissing(error)) return '';
    throw error;
  }
  try {
    const { size } = fstatSync(file);
    const tail = Buffer.alloc(Math.min(size, bytesMax));
    readSync(file, tail, 0, tail.length, size - tail.length);
    return tail.toString('utf8');
  } finally {
    closeSync(file);
  }
}

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
