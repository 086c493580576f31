/**
 * Files of signed notes, in a folder outside the stores: each new one is added at the end with a single write, and nothing
 * is ever changed, so the folder may be one that only takes additions.
 */
import { closeSync, fstatSync, fsyncSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { hasErrorCode } from '../../system/errors.ts';
import { parseNoteBlocks } from './signed-note.ts';
import type { Note } from './signed-note.ts';

/** Adds a note, durably. Empty lines go before it, so that one whose writing was cut off can't run into it. */
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

/** All notes of a file, read as they are asked for; the file is not kept open. None when there is no file. */
export const readNotes = (path: string): Generator<Note> => parseNoteBlocks(blocksOf(path));

const CHUNK_BYTES = 64 * 1024;
/** No note is longer; of what is, the end is looked at. */
const BLOCK_MAX = 64 * 1024;

/** The text of a file, cut at its empty lines. */
function* blocksOf(path: string): Generator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for (let at = 0; ;) {
    const chunk = bytesAt(path, at, CHUNK_BYTES);
    if (chunk.length === 0) break;
    at += chunk.length;
    const blocks = (rest + decoder.write(chunk)).split('\n\n');
    rest = (blocks.pop() ?? '').slice(-BLOCK_MAX);
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

/** The end of a file, up to so many bytes; empty when there is none. */
export const readTail = (path: string, bytesMax: number): string =>
  withFile(path, (file) => {
    const { size } = fstatSync(file);
    const tail = Buffer.alloc(Math.min(size, bytesMax));
    readSync(file, tail, 0, tail.length, size - tail.length);
    return tail;
  }).toString('utf8');

/** What is read of a file; nothing when there is none. */
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
