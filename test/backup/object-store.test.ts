/** Copies of backups in a store with the interface of Amazon S3. */
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { copyBackups, fetchBackup, splitObjectFolder } from '../../src/backup/copies.ts';
import { listBackups } from '../../src/backup/manifest.ts';
import { ObjectStore, parseObjectFolder } from '../../src/backup/object-store.ts';
import { verifyBackup } from '../../src/backup/restore-backup.ts';
import { readConfig, type ObjectStoreAccess } from '../../src/config/config.ts';
import { startCli, type Cli } from '../support/cli.ts';
import { readiness } from '../support/readiness.ts';
import { startS3Server, type S3Server } from '../support/s3-server.ts';
import { startTestService } from '../support/service.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';
import { before as sourceBefore, messageOf, recordedIn, take, type Recorded } from './backups.ts';

/** The least that a store accepts for all parts but the last. */
const PART_BYTES = 5 * 1024 * 1024;

describe('Copies of backups in an object store', function () {
  this.timeout(60_000);
  let folder: Folder;
  let server: S3Server;
  let recorded: Recorded;
  let directory: string;
  let cli: Cli;
  before(async () => {
    folder = await temporaryFolder();
    server = await startS3Server(at('store'), 'bucket');
    cli = startCli();
    recorded = recordedIn(folder.path);
    directory = at('backups');
    await take(recorded, { directory, through: (source) => sourceBefore(source, 200n) });
    await take(recorded, { directory });
  });
  after(async () => {
    await cli.close();
    await server.close();
    await folder.remove();
  });

  const at = (name: string): string => join(folder.path, name);
  const access = (more: object = {}): ObjectStoreAccess => {
    const found = readConfig({ DATA_DIR: recorded.dataDir, ...server.env, ...more }).objectStore;
    if (found === undefined) throw new Error('the environment has keys');
    return found;
  };
  const storeAt = (prefix: string, partBytes?: number): Promise<ObjectStore> =>
    ObjectStore.open({ bucket: 'bucket', prefix }, access(), partBytes);
  const contentsOf = (path: string): Record<string, Buffer> =>
    Object.fromEntries(readdirSync(path).map((name) => [name, readFileSync(join(path, name))]));

  it('have every file once, and are fetched with the backups that they continue', async () => {
    const store = await storeAt('ledger/');
    await copyBackups(directory, store);
    const names = listBackups(directory);
    const files = names.flatMap((name) =>
      Object.keys(contentsOf(join(directory, name))).map((file) => `${name}/${file}`),
    );
    expect((await store.list()).sort()).to.deep.equal(files.sort());
    await copyBackups(directory, store);
    expect(await store.list()).to.have.length(files.length);

    const fetched = await fetchBackup(store, undefined, at('fetched'));
    expect(fetched).to.equal(join(at('fetched'), names[1] ?? ''));
    for (const name of names)
      expect(contentsOf(join(at('fetched'), name))).to.deep.equal(contentsOf(join(directory, name)));
    expect(await verifyBackup(fetched, recorded.keys)).to.have.length(2);
    await fetchBackup(store, names[0], at('first'));
    expect(readdirSync(at('first'))).to.deep.equal([names[0]]);
  });

  it('of large files are sent in parts', async () => {
    const bytes = randomBytes(2 * PART_BYTES + 1);
    writeFileSync(at('large'), bytes);
    const store = await storeAt('parts/', PART_BYTES);
    await store.put('a/large', at('large'));
    await store.get('a/large', at('large-again'));
    expect(readFileSync(at('large-again')).equals(bytes)).to.equal(true);
    writeFileSync(at('empty'), '');
    await store.put('a/empty', at('empty'));
    await store.get('a/empty', at('empty-again'));
    expect(readFileSync(at('empty-again'))).to.have.length(0);
  });

  it('count only with their manifest, which comes last', async () => {
    const [name = ''] = listBackups(directory);
    const store = await storeAt('interrupted/');
    await store.put(`${name}/events-1`, join(directory, name, 'events-1'));
    expect(await messageOf(fetchBackup(store, undefined, at('interrupted')))).to.equal(
      'The object store has no backup.',
    );
    await copyBackups(directory, store);
    await fetchBackup(store, undefined, at('interrupted'));
    expect(await verifyBackup(at('interrupted'), recorded.keys)).to.have.length(2);
  });

  it('of a machine that began with an empty folder are newer than those before', async () => {
    const store = await storeAt('machines/');
    await copyBackups(directory, store);
    const later = at('later');
    const [, newest = ''] = listBackups(directory);
    const name = `000001-${new Date(Date.now() + 60_000).toISOString().replace(/[-:]|\.\d+/g, '')}-full`;
    mkdirSync(later);
    cpSync(join(directory, newest), join(later, name), { recursive: true });
    await copyBackups(later, store);
    expect(await fetchBackup(store, undefined, at('machines'))).to.contain(name);
  });

  it('do not lead to other folders', async () => {
    const store = await storeAt('hostile/');
    await copyBackups(directory, store);
    const [, newest = ''] = listBackups(directory);
    const list = store.list.bind(store);
    store.list = async () => [...(await list()), `${newest}/../../outside`, `${newest}/a/b`];
    await fetchBackup(store, undefined, at('hostile'));
    expect(Object.keys(contentsOf(join(at('hostile'), newest)))).to.have.members(
      Object.keys(contentsOf(join(directory, newest))),
    );
  });

  it('are made, verified, and restored by commands', async () => {
    const env = { DATA_DIR: recorded.dataDir, ...server.env };
    const run = async (...args: string[]) => {
      const { code, out, err } = await cli.run(env, ...args);
      expect(code, err).to.equal(0);
      return out;
    };
    const url = 's3://bucket/by-command';
    await run('backup', at('own'), '--copy-to', url);
    rmSync(at('own'), { recursive: true });
    expect(await run('backup', 'verify', url)).to.match(/^000001-.*-full is complete: /);
    const key = join(recorded.dataDir, 'master.key');
    const restored = await run('restore', url, '--to', at('restored'), '--master-key', key);
    expect(restored).to.contain('All events are authentic.');
    expect(readdirSync(at('restored'))).to.include.members(['ledger.sqlite', 'master.key']);
    expect(readdirSync(folder.path).filter((name) => name.startsWith('backup-'))).to.deep.equal([]);
  });

  it('are made by the service after each backup', async () => {
    const backups = { directory: at('scheduled'), copy_to: 's3://bucket/scheduled/' };
    const service = await startTestService(server.env, Date.now, { backups });
    try {
      const store = await storeAt('scheduled/');
      await waitFor('a copy', async () =>
        (await store.list()).some((file) => file.endsWith('/manifest.json')) ? true : undefined,
      );
      expect((await readiness(service.url)).health.parts.backups.detail).to.equal(undefined);
    } finally {
      await service.close();
    }
  });

  it('need the right keys and a folder', async () => {
    const wrong = await ObjectStore.open(
      { bucket: 'bucket', prefix: '' },
      access({ AWS_SECRET_ACCESS_KEY: 'another' }),
    );
    expect(await messageOf(wrong.list())).to.match(
      /^The object store answered 403 \(SignatureDoesNotMatch\) to GET/,
    );
    expect(await messageOf(ObjectStore.open({ bucket: 'bucket', prefix: '' }, undefined))).to.equal(
      'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for s3:// folders.',
    );
    const folderOf = (text: string) => Promise.resolve().then(() => parseObjectFolder(text));
    for (const text of ['s3://', 's3://B', 's3://bucket/a b', 's3://bucket?x'])
      expect(await messageOf(folderOf(text)), text).to.equal(`${text} is not like s3://bucket/folder.`);
    expect(parseObjectFolder('/mnt/backups')).to.equal(undefined);
    const name = '000002-20261128T120000Z-incremental';
    const parsed = parseObjectFolder(`s3://bucket/a/b/${name}`);
    expect(parsed && splitObjectFolder(parsed)).to.deep.equal({
      folder: { bucket: 'bucket', prefix: 'a/b/' },
      name,
    });
  });
});
