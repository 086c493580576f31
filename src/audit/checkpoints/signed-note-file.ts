/** Append-only files of signed notes. Each note is added with a single write, so append-only file systems work. */
import { closeSync, fstatSync, fsyncSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { hasErrorCode } from '../../system/errors.ts';
import { parseNoteBlocks } from './signed-note.ts';
import type { Note } from './signed-note.ts';

/** Appends a note and flushes it. The leading empty lines separate it from a note that was written only in part. */
export function appendNote(path: string, note: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'a', 0o644);
  try {
    writeSync(file, `\n\n${note}`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Reads the notes of a file lazily, without keeping it open. Empty if the file does not exist. */
export const readNotes = (path: string): Generator<Note> => parseNoteBlocks(blocksOf(path));

const CHUNK_BYTES = 64 * 1024;
/** Maximum size of a note. Of longer blocks, only the end is used. */
const NOTE_LENGTH_MAX = 64 * 1024;

/** The text of a file, split at empty lines. */
function* blocksOf(path: string): Generator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for (let at = 0; ;) {
    const chunk = bytesAt(path, at, CHUNK_BYTES);
    if (chunk.length === 0) break;
    at += chunk.length;
    const blocks = (rest + decoder.write(chunk)).split('\n\n');
    rest = (blocks.pop() ?? '').slice(-NOTE_LENGTH_MAX);
    yield* blocks;
  }
  yield rest + decoder.end();
}

function bytesAt(path: string, at: number, length: number): Buffer {
  return withFile(path, (file) => {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, at));
  });
}

/** The last bytes of a file, as text. Empty if the file does not exist. */
export const readTail = (path: string, bytesMax: number): string =>
  withFile(path, (file) => {
    const { size } = fstatSync(file);
    const tail = Buffer.alloc(Math.min(size, bytesMax));
    readSync(file, tail, 0, tail.length, size - tail.length);
    return tail;
  }).toString('utf8');

/** Returns an empty buffer if the file does not exist. */
function withFile(path: string, work: (file: number) => Buffer): Buffer {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return Buffer.alloc(0);
    throw error;
  }
  try {
    return work(file);
  } finally {
    closeSync(file);
  }
}
