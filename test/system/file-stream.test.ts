import { pbkdf2, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { exportStreams } from '../../src/audit/export.ts';
import type { EventSource } from '../../src/audit/event-source.ts';
import { writePart } from '../../src/backup/part-file.ts';
import { streamToFile } from '../../src/system/file-stream.ts';
import { deriveAuditSigningKey } from '../../src/vault/audit-signing-key.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';

/** Files open late, because all threads that open files have other work. */
const occupyThreads = (): Promise<unknown> =>
  Promise.all(Array.from({ length: 8 }, () => promisify(pbkdf2)('a', 'b', 50_000, 32, 'sha256')));

async function* failing(): AsyncGenerator<readonly never[]> {
  yield [];
  await Promise.reject(new Error('unavailable'));
}

describe('A file that is written from a stream', () => {
  let folder: Folder;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => folder.remove());

  it('is complete, readable for its owner only, and not written over with wx', async () => {
    const file = join(folder.path, 'written');
    const write = (text: string, flags: 'w' | 'wx') =>
      streamToFile(file, flags, (to) => pipeline(Readable.from([text]), to));
    await write('a longer text', 'wx');
    await write('text', 'w');
    expect(readFileSync(file, 'utf8')).to.equal('text');
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    expect(await write('other', 'wx').catch((error: unknown) => error)).to.include({ code: 'EEXIST' });
  });

  it('does not appear again after it failed and was deleted', async () => {
    const key = { sealingKey: Buffer.alloc(32), name: 'part' };
    const source: EventSource = {
      gapless: true,
      streams: () => [],
      read: () => Promise.resolve([]),
      close: () => Promise.resolve(),
      head: () => Promise.reject(new Error('unavailable')),
      pages: () => failing(),
    };
    const signer = deriveAuditSigningKey(randomBytes(32));
    const writers: Record<string, (file: string) => Promise<unknown>> = {
      part: (file) => writePart(file, key, failing()),
      'export.part': () =>
        exportStreams(source, { file: join(folder.path, 'export'), key: signer, nowMs: 0 }),
    };
    for (const [name, write] of Object.entries(writers)) {
      const file = join(folder.path, name);
      const threads = occupyThreads();
      await write(file).then(
        () => expect.fail('it was written'),
        () => rmSync(file, { force: true }),
      );
      await threads;
      // After everything that waited for a thread.
      await stat(folder.path);
      expect(existsSync(file), name).to.equal(false);
    }
  });
});
