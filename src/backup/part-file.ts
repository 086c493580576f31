/**
 * The files of a backup: JSON lines, compressed, and encrypted in chunks with AES-256-GCM.
 *
 * A file begins with a magic text and 32 random bytes. Its key derives from the sealing key, these bytes, and the name of the
 * file, so that no two files share a key, and none opens under another name. The nonce of a chunk is its number and whether it
 * is the last one, so that chunks cannot be moved, repeated, or cut off (the STREAM construction).
 */

import { createCipheriv, createDecipheriv, createHash, createHmac, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';
import { streamToFile } from '../system/file-stream.ts';
import { randomBytes } from '../system/runtime.ts';

/** A file does not match what its backup says about it. The message is one sentence. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

/** The master key is not the one of the backup. */
export class OtherMasterKey extends BackupRefused {}

export type WrittenPart = { readonly bytes: number; readonly sha256: string; readonly lines: number };

/** The key of all files of one backup, and the name that a file has in it. */
export type PartKey = { readonly sealingKey: Uint8Array; readonly name: string };

const MAGIC = Buffer.from('svc-ledger backup 1\n');
const SALT_BYTES = 32;
const CHUNK_BYTES = 256 * 1024;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';
/** Levels above this one take several times as long and save a few percent. */
const GZIP_LEVEL = 3;

/** Writes pages of lines to a file that does not exist, which only its owner can read, and flushes it to disk. */
export async function writePart(
  file: string,
  key: PartKey,
  pages: AsyncIterable<readonly string[]>,
): Promise<WrittenPart> {
  const hash = createHash('sha256');
  const written = { bytes: 0, lines: 0 };
  await streamToFile(file, 'wx', (to) =>
    pipeline(
      Readable.from(counted(pages, written), { objectMode: true }),
      createGzip({ level: GZIP_LEVEL }),
      (plain: AsyncIterable<Buffer>) => encrypted(plain, key),
      (sealed: AsyncIterable<Buffer>) => hashed(sealed, hash, written),
      to,
    ),
  );
  return { bytes: written.bytes, sha256: hash.digest('hex'), lines: written.lines };
}

/** Reads the lines of a file, in pages. Throws BackupRefused where the file was changed, cut off, or encrypted with another key. */
export async function* readPart(file: string, key: PartKey): AsyncGenerator<readonly string[]> {
  const plain = Readable.from(decrypted(createReadStream(file), key), { objectMode: false });
  const text = createGunzip();
  // The loop below reports its errors.
  pipeline(plain, text).catch(() => undefined);
  yield* linesOf(text);
}

/** The length and the SHA-256 of a file. */
export async function digestOf(file: string): Promise<Pick<WrittenPart, 'bytes' | 'sha256'>> {
  const hash = createHash('sha256');
  const read = { bytes: 0 };
  for await (const chunk of hashed(createReadStream(file), hash, read)) void chunk;
  return { bytes: read.bytes, sha256: hash.digest('hex') };
}

async function* counted(
  pages: AsyncIterable<readonly string[]>,
  written: { lines: number },
): AsyncGenerator<string> {
  for await (const lines of pages) {
    written.lines += lines.length;
    if (lines.length > 0) yield `${lines.join('\n')}\n`;
  }
}

async function* hashed(
  chunks: AsyncIterable<Buffer>,
  hash: Hash,
  count: { bytes: number },
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    count.bytes += chunk.length;
    yield chunk;
  }
}

async function* encrypted(plain: AsyncIterable<Buffer>, key: PartKey): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const fileKey = keyOf(key, salt);
  yield Buffer.concat([MAGIC, salt]);
  for await (const { chunk, index, isLast } of chunksOf(plain, CHUNK_BYTES)) {
    const cipher = createCipheriv(CIPHER, fileKey, nonceOf(index, isLast));
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  }
}

async function* decrypted(sealed: AsyncIterable<Buffer>, key: PartKey): AsyncGenerator<Buffer> {
  const refused = (): BackupRefused =>
    new BackupRefused(`${key.name} was changed or cut off, or the master key is another one.`);
  let fileKey: Buffer | undefined;
  const header = MAGIC.length + SALT_BYTES;
  for await (const { chunk, index, isLast } of chunksOf(sealed, CHUNK_BYTES + TAG_BYTES, header)) {
    if (index === -1) {
      if (isLast || !chunk.subarray(0, MAGIC.length).equals(MAGIC)) throw refused();
      fileKey = keyOf(key, chunk.subarray(MAGIC.length));
      continue;
    }
    if (fileKey === undefined || chunk.length < TAG_BYTES) throw refused();
    const decipher = createDecipheriv(CIPHER, fileKey, nonceOf(index, isLast));
    decipher.setAuthTag(chunk.subarray(-TAG_BYTES));
    const plain = decipher.update(chunk.subarray(0, -TAG_BYTES));
    try {
      decipher.final();
    } catch {
      throw refused();
    }
    yield plain;
  }
}

const keyOf = ({ sealingKey, name }: PartKey, salt: Uint8Array): Buffer =>
  createHmac('sha256', sealingKey).update(salt).update(name).digest();

/** No file has 2^48 chunks. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

type Chunk = { readonly chunk: Buffer; readonly index: number; readonly isLast: boolean };

/** Chunks of this many bytes, after a header, which has the index -1. The last one, which may be shorter, is marked. */
async function* chunksOf(bytes: AsyncIterable<Buffer>, size: number, header = 0): AsyncGenerator<Chunk> {
  let waiting: Buffer[] = [];
  let length = 0;
  let index = header === 0 ? 0 : -1;
  for await (const part of bytes) {
    waiting.push(part);
    length += part.length;
    // More must follow, because the last chunk is marked.
    for (let next = sizeOf(index, size, header); length > next; next = sizeOf(index, size, header)) {
      const all = Buffer.concat(waiting);
      yield { chunk: all.subarray(0, next), index, isLast: false };
      index += 1;
      waiting = [all.subarray(next)];
      length -= next;
    }
  }
  yield { chunk: Buffer.concat(waiting), index, isLast: true };
}

const sizeOf = (index: number, size: number, header: number): number => (index === -1 ? header : size);

/** A line may contain any character but a line feed, such as those that Node.js takes for the end of a line. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<readonly string[]> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield lines;
  }
}
