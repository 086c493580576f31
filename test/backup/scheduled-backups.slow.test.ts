/** Backups that a running service takes itself. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { deriveBackupKeys, isFull, listBackups } from '../../src/backup/manifest.ts';
import { verifyBackup } from '../../src/backup/restore-backup.ts';
import { readOrCreateMasterKey } from '../../src/vault/master-key.ts';
import { expectBody, newWallet } from '../support/api-steps.ts';
import { readiness } from '../support/readiness.ts';
import { startTestService, type RunningService } from '../support/service.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { operatorOf } from '../support/treasury.ts';
import { waitFor } from '../support/wait-for.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe('A service that takes backups', function () {
  this.timeout(120_000);
  let folder: Folder;
  let directory: string;
  let service: RunningService;
  let aheadMs = 0;
  before(async () => {
    folder = await temporaryFolder();
    directory = join(folder.path, 'backups');
    service = await startTestService({}, () => Date.now() + aheadMs, {
      backups: { directory, every_minutes: 30, full_every_days: 1, keep_full: 2 },
    });
  });
  after(async () => {
    await service.close();
    await folder.remove();
  });

  const backupsAre = (matches: (kinds: string) => boolean): Promise<string> =>
    waitFor('backups', () => {
      const kinds = listBackups(directory).map((name) => (isFull(name) ? 'F' : 'i'));
      return matches(kinds.join('')) ? kinds.join('') : undefined;
    });
  const detail = async (): Promise<string | undefined> =>
    (await readiness(service.url)).health.parts.backups.detail;

  it('takes a full backup, then incremental ones at the interval, and removes the oldest chains', async () => {
    await backupsAre((kinds) => kinds === 'F');
    await newWallet(service.sandbox);
    aheadMs += 30 * MINUTE_MS;
    await backupsAre((kinds) => kinds === 'Fi');
    aheadMs += DAY_MS;
    await backupsAre((kinds) => kinds === 'FiF');
    aheadMs += DAY_MS;
    await backupsAre((kinds) => kinds === 'FF');
    const keys = deriveBackupKeys(readOrCreateMasterKey(service.dataDir));
    expect(await verifyBackup(directory, keys)).to.have.length(1);
    expect(readdirSync(directory).filter((name) => name.endsWith('.partial'))).to.deep.equal([]);
    expect(await detail()).to.equal(undefined);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).to.match(/^backup_newest_timestamp_seconds 1\.?\d+/m);
    expect(metrics).to.match(/^backups_failing 0$/m);
  });

  it('warns that backups fail and why, and takes them again', async () => {
    const before = listBackups(directory).length;
    const newest = join(directory, listBackups(directory).at(-1) ?? '');
    writeFileSync(join(newest, 'manifest.note'), '');
    aheadMs += 30 * MINUTE_MS;
    const warning = await waitFor('a warning', detail);
    expect(warning).to.match(/^The last backup to .*\/backups failed: The signature of .* does not match/);
    expect((await readiness(service.url)).status).to.equal(200);
    expect(await (await fetch(`${service.url}/metrics`)).text()).to.match(/^backups_failing 1$/m);
    const { data } = expectBody(await operatorOf(service).get('/operator/v1/attention'), 200);
    expect(
      data.map(({ kind, detail: text }: { kind: string; detail: string }) => [kind, text]),
    ).to.deep.include(['warning', `backups: ${warning}`]);
    rmSync(newest, { recursive: true });
    aheadMs += 2 * MINUTE_MS;
    await waitFor('another backup', () => (listBackups(directory).length >= before ? true : undefined));
    await waitFor('no warning', async () => ((await detail()) === undefined ? true : undefined));
  });
});

describe('A service that cannot write its backups', () => {
  it('works, and warns', async () => {
    const folder = await temporaryFolder();
    const directory = join(folder.path, 'file');
    writeFileSync(directory, 'not a folder');
    const service = await startTestService({}, Date.now, { backups: { directory } });
    try {
      const warning = await waitFor(
        'a warning',
        async () => (await readiness(service.url)).health.parts.backups.detail,
      );
      expect(warning).to.include('failed');
    } finally {
      await service.close();
      await folder.remove();
    }
  });
});
