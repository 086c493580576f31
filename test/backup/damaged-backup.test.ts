/** Every kind of damage to a set of backups is found before anything is written. */
import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { deriveBackupKeys, listBackups, writeManifest, readBackup } from '../../src/backup/manifest.ts';
import { readPart, writePart } from '../../src/backup/part-file.ts';
import { restoreBackup, verifyBackup } from '../../src/backup/restore-backup.ts';
import { runs } from '../support/effort.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { before as sourceBefore, messageOf, recordedIn, restore, take, type Recorded } from './backups.ts';

function flip(file: string, at: number): void {
  const bytes = readFileSync(file);
  // The offset is inside of the file.
  bytes[at] = (bytes[at] ?? 0) ^ 0x01;
  writeFileSync(file, bytes);
}

describe('A damaged set of backups', () => {
  let folder: Folder;
  let recorded: Recorded;
  /** Backups of the same events, so that only their names and keys differ. */
  const sets = ['a', 'b'] as const;
  before(async () => {
    folder = await temporaryFolder();
    recorded = recordedIn(folder.path);
    for (const set of sets) {
      const directory = join(folder.path, set);
      await take(recorded, { directory, through: (source) => sourceBefore(source, 100n) });
      await take(recorded, { directory, through: (source) => sourceBefore(source, 200n) });
      await take(recorded, { directory });
    }
  });
  after(() => folder.remove());

  let copies = 0;
  const copyOf = (set: (typeof sets)[number]): string => {
    const copy = join(folder.path, `copy-${(copies += 1)}`);
    cpSync(join(folder.path, set), copy, { recursive: true });
    return copy;
  };
  const backupsIn = (directory: string): readonly [string, string, string] => {
    const [full = '', second = '', third = ''] = listBackups(directory).map((name) => join(directory, name));
    return [full, second, third];
  };
  const other = (): readonly [string, string, string] => backupsIn(join(folder.path, 'b'));

  /** Expects that verification and restore refuse the set with one sentence, and that nothing is written. */
  async function expectRefused(directory: string, message: RegExp, keys = recorded.keys): Promise<void> {
    const to = `${directory}-restored`;
    expect(await messageOf(verifyBackup(directory, keys))).to.match(message);
    expect(await messageOf(restore({ keys }, directory, to)))
      .to.match(message)
      .and.match(/^[^\n]+\.$/);
    expect(existsSync(to)).to.equal(false);
  }

  type Change = (backups: readonly [string, string, string], directory: string) => void;
  const cases: readonly (readonly [string, Change, RegExp])[] = [
    [
      'without its full backup',
      ([full]) => rmSync(full, { recursive: true }),
      /continues 000001.*is missing/,
    ],
    [
      'without one in between',
      ([, second]) => rmSync(second, { recursive: true }),
      /continues 000002.*missing/,
    ],
    ['without a manifest', ([, , third]) => rmSync(join(third, 'manifest.json')), /has no manifest\.json/],
    ['without a signature', ([, , third]) => rmSync(join(third, 'manifest.note')), /000003.* is not signed/],
    ['without any backup', (all) => all.forEach((each) => rmSync(each, { recursive: true })), /no backup/],
    [
      'with an empty signature',
      ([full]) => writeFileSync(join(full, 'manifest.note'), ''),
      /signature of 000001.* does not match/,
    ],
    [
      'with another manifest',
      ([full]) => {
        const file = join(full, 'manifest.json');
        writeFileSync(file, readFileSync(file, 'utf8').replace('"release": "test"', '"release": "text"'));
      },
      /signature of 000001.* does not match/,
    ],
    [
      'with a manifest that is no JSON',
      ([full]) => truncateSync(join(full, 'manifest.json'), 100),
      /manifest\.json of 000001.* cannot be read/,
    ],
    [
      'with the signature of another backup',
      ([full, second]) => copyFileSync(join(second, 'manifest.note'), join(full, 'manifest.note')),
      /signature of 000001.* does not match/,
    ],
    [
      'with a renamed backup',
      ([full, , third]) => {
        rmSync(third, { recursive: true });
        renameSync(full, third);
      },
      /is the backup 000001.*, renamed/,
    ],
    [
      'with the full backup of another chain',
      ([full]) => {
        rmSync(full, { recursive: true });
        // The same name, if it was taken in the same second.
        const [from] = other();
        cpSync(from, full, { recursive: true });
      },
      /000002.* of different chains|000001.*, renamed/,
    ],
    [
      'signed with another key',
      ([full], directory) => {
        const { manifest } = readBackup(full, recorded.keys);
        const keys = deriveBackupKeys(Buffer.alloc(32, 1));
        for (const name of ['manifest.json', 'manifest.note']) rmSync(join(full, name));
        writeManifest(join(directory, manifest.name), manifest, keys);
      },
      /signature of 000001.* does not match/,
    ],
  ];
  for (const [title, change, message] of cases)
    it(`is refused ${title}`, async () => {
      const directory = copyOf('a');
      change(backupsIn(directory), directory);
      await expectRefused(directory, message);
    });

  it('is refused if any file of any backup is missing, changed, cut off, longer, or of another backup', async () => {
    const files = readdirSync(backupsIn(join(folder.path, 'a'))[0]).filter(
      (name) => !name.startsWith('manifest'),
    );
    expect(files.sort()).to.deep.equal([
      'checkpoints',
      'documents',
      'events-1',
      'events-2',
      'events-3',
      'records',
    ]);
    for (const index of [0, 1, 2] as const)
      for (const name of files) {
        const changes: readonly (readonly [(file: string) => void, RegExp])[] = [
          [(file) => rmSync(file), /lacks the file/],
          [(file) => flip(file, readFileSync(file).length - 1), /is not the file/],
          [(file) => truncateSync(file, readFileSync(file).length - 1), /has \d+ bytes, and/],
          [(file) => writeFileSync(file, ' ', { flag: 'a' }), /has \d+ bytes, and/],
          [(file) => copyFileSync(join(other()[index], name), file), /is not the file|has \d+ bytes/],
        ];
        for (const [change, message] of changes) {
          const directory = copyOf('a');
          change(join(backupsIn(directory)[index], name));
          expect(await messageOf(verifyBackup(directory, recorded.keys)), name).to.match(message);
          rmSync(directory, { recursive: true });
        }
      }
  });

  it('is refused if any byte of any file is changed', async () => {
    const directory = copyOf('a');
    const files = backupsIn(directory).flatMap((path) => readdirSync(path).map((name) => join(path, name)));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...files), fc.nat(), async (file, offset) => {
        const bytes = readFileSync(file);
        flip(file, offset % bytes.length);
        try {
          expect(await messageOf(verifyBackup(directory, recorded.keys))).to.match(/^[^\n]+\.$/);
        } finally {
          writeFileSync(file, bytes);
        }
      }),
      { numRuns: runs(200) },
    );
    await verifyBackup(directory, recorded.keys);
  });

  it('is refused with another master key', async () => {
    await expectRefused(
      copyOf('a'),
      /was taken with another master key/,
      deriveBackupKeys(Buffer.alloc(32, 1)),
    );
  });

  it('is refused for a folder that is not empty', async () => {
    const to = join(folder.path, 'used');
    mkdirSync(to);
    writeFileSync(join(to, 'note.txt'), 'keep me');
    expect(await messageOf(restore(recorded, join(folder.path, 'a'), to))).to.equal(
      `${to} is not empty. Restore to a new folder.`,
    );
    expect(readdirSync(to)).to.deep.equal(['note.txt']);
  });

  it('leaves a folder as it is in which something appears during the restore', async () => {
    const to = join(folder.path, 'raced');
    mkdirSync(to);
    const chain = await verifyBackup(join(folder.path, 'a'), recorded.keys);
    const restoring = restoreBackup({
      ...{ chain, keys: recorded.keys, to },
      examine() {
        writeFileSync(join(to, 'note.txt'), 'keep me');
        return Promise.resolve();
      },
    });
    expect(await messageOf(restoring)).to.match(/ENOTEMPTY/);
    expect([readdirSync(to), existsSync(`${to}.restoring`)]).to.deep.equal([['note.txt'], false]);
  });

  it('is restored if nothing is wrong, also into an empty folder', async () => {
    const to = join(folder.path, 'empty');
    mkdirSync(to);
    await restore(recorded, copyOf('a'), to);
    expect(readdirSync(to)).to.include('ledger.sqlite');
  });
});

// Without the manifest: what an attacker can do who knows only the file.

describe('A file of a backup', () => {
  const key = { sealingKey: Buffer.alloc(32, 3), name: '000001/events' };
  const CHUNK = 256 * 1024 + 16;
  const HEADER = 'svc-ledger backup 1\n'.length + 32;
  let folder: Folder;
  let file: string;
  let lines: readonly string[];
  before(async () => {
    folder = await temporaryFolder();
    file = join(folder.path, 'part');
    // Random text cannot be compressed, so it fills several chunks.
    lines = Array.from({ length: 40 }, () => `${randomBytes(20_000).toString('base64')}\u2028\r`);
    async function* pages(): AsyncGenerator<readonly string[]> {
      yield lines.slice(0, 3);
      yield [];
      await Promise.resolve();
      yield lines.slice(3);
    }
    await writePart(file, key, pages());
  });
  after(() => folder.remove());

  async function read(path: string, name = key.name): Promise<string[]> {
    const found: string[] = [];
    for await (const page of readPart(path, { ...key, name })) found.push(...page);
    return found;
  }

  async function expectRefused(bytes: Uint8Array): Promise<void> {
    const changed = join(folder.path, 'changed');
    writeFileSync(changed, bytes);
    expect(await messageOf(read(changed))).to.match(
      /was changed or cut off, or the master key is another one/,
    );
  }

  it('has the lines that were written', async () => {
    expect(readFileSync(file).length).to.be.greaterThan(HEADER + 2 * CHUNK);
    expect(await read(file)).to.deep.equal(lines);
  });

  it('cannot be read under another name', async () => {
    expect(await messageOf(read(file, '000002/events'))).to.match(/^000002\/events was changed/);
  });

  it('cannot be cut off, extended, or put together in another order', async () => {
    const bytes = readFileSync(file);
    const [header, first, second] = [
      bytes.subarray(0, HEADER),
      bytes.subarray(HEADER, HEADER + CHUNK),
      bytes.subarray(HEADER + CHUNK, HEADER + 2 * CHUNK),
    ];
    const rest = bytes.subarray(HEADER + 2 * CHUNK);
    const changes = [
      [],
      [header],
      [header.subarray(0, 10)],
      [header, first],
      [header, first, second],
      [header, second, first, rest],
      [header, first, first, second, rest],
      [header, second, rest],
      [bytes, rest],
      [bytes.subarray(0, -1)],
      [bytes, Buffer.from([0])],
    ];
    for (const parts of changes) await expectRefused(Buffer.concat(parts));
  });

  it('cannot be changed in any byte', async () => {
    const bytes = readFileSync(file);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (offset, mask) => {
        const changed = Buffer.from(bytes);
        changed[offset] = (changed[offset] ?? 0) ^ mask;
        await expectRefused(changed);
      }),
      { numRuns: runs(200) },
    );
  });
});
