/**
 * Signed notes as defined by C2SP: lines of text, an empty line, and signature lines
 * `— <name> <base64 of key hash and signature>`. The signature covers the text including its last line feed.
 */

import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { hasErrorCode } from '../../system/errors.ts';
import type { PublicKey, SigningKey } from '../../vault/audit-signing-key.ts';
import { makeFolder } from '../../system/folder.ts';

export type Note = { readonly text: string; readonly signatures: readonly string[] };

/** `text` must end with a line feed and have no empty line. */
export const signNote = (text: string, key: SigningKey): string => `${text}\n${signatureLine(text, key)}\n`;

/** The line that a note has after its text and an empty line. */
export function signatureLine(text: string, key: SigningKey): string {
  const { keyHash, name } = key.publicKey;
  return `— ${name} ${Buffer.concat([keyHash, key.sign(text)]).toString('base64')}`;
}

/** The ID of the key of the note's first signature: eight hex digits. */
export const signingKeyId = ({ signatures: [line = ''] }: Note): string =>
  Buffer.from(line.split(' ')[2] ?? '', 'base64').toString('hex', 0, 4);

/** A line with a key hash and an Ed25519 signature. */
const SIGNATURE = /^— \S+ [A-Za-z0-9+/]{91}=$/;

/** Parses notes that are separated by empty lines. Skips incomplete notes. */
export const parseNotes = (file: string): Note[] => [...parseNoteBlocks(file.split('\n\n'))];

/** Parses notes from a file that is already split at empty lines. */
function* parseNoteBlocks(blocks: Iterable<string>): Generator<Note> {
  let text = '';
  for (const block of blocks) {
    const lines = block.replace(/^\n+/, '').replace(/\n+$/, '');
    const signatures = lines.split('\n').filter((line) => SIGNATURE.test(line));
    if (text !== '' && !text.startsWith('— ') && signatures.length > 0)
      yield { text: `${text}\n`, signatures };
    text = lines;
  }
}

/** Whether the note has a valid signature of the key, or of a former one. */
export const isSignedBy = (note: Note, key: PublicKey): boolean =>
  [key, ...(key.former ?? [])].some((each) => hasSignatureOf(note, each));

function hasSignatureOf({ text, signatures }: Note, key: PublicKey): boolean {
  return signatures.some((line) => {
    const [dash, name, encoded = ''] = line.split(' ');
    const bytes = Buffer.from(encoded, 'base64');
    return (
      dash === '—' &&
      name === key.name &&
      bytes.length === 68 &&
      bytes.toString('base64') === encoded &&
      bytes.subarray(0, 4).equals(key.keyHash) &&
      key.verify(text, bytes.subarray(4))
    );
  });
}

// Append-only files of signed notes. Each note is added with a single write, so append-only file systems work.

/** Appends a note and flushes it. The leading empty lines separate it from a note that was written only in part. */
export function appendNote(path: string, note: string): void {
  makeFolder(dirname(path));
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
