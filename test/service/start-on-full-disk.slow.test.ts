import { execFile, spawn, spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { freePort } from '../support/free-port.ts';
import { nodeArguments } from '../support/project-process.ts';
import { skip } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Folder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

/** Runs a command in a mount namespace of its own, with a file system of this size at DATA_DIR. */
const onSmallDisk = (sizeKiB: number, command: readonly string[]): string[] => [
  '--map-root-user',
  '--mount',
  'bash',
  '-c',
  `mount -t tmpfs -o size=${sizeKiB}k tmpfs "$DATA_DIR" && exec "$@"`,
  'bash',
  ...command,
];

describe('A start on a full disk', function () {
  this.timeout(120_000);
  let folder: Folder;
  before(async function () {
    folder = await temporaryFolder();
    const env = { ...process.env, DATA_DIR: folder.path };
    const { status } = spawnSync('unshare', onSmallDisk(16, ['true']), { env });
    if (status !== 0) skip(this, 'needs mount namespaces of Linux, which this system or container refuses');
  });
  after(() => folder.remove());

  function start(sizeKiB: number): Promise<string> {
    const alone = { HOST: '127.0.0.1', PORT: '0', EVENTSTORE_URL: '', MONGODB_URL: '', LOG_LEVEL: 'silent' };
    const env = { ...process.env, ...alone, DATA_DIR: folder.path };
    const command = [process.execPath, ...nodeArguments('src/main.ts')];
    return new Promise((resolve) => {
      execFile(
        'unshare',
        onSmallDisk(sizeKiB, command),
        { env, timeout: 60_000 },
        (_error, _stdout, stderr) => resolve(stderr),
      );
    });
  }

  for (const [sizeKiB, file] of [
    [16, "the database's shared memory"],
    [64, 'the database'],
    [256, 'the credentials'],
  ] as const)
    it(`says so in one line if ${file} cannot be written`, async () => {
      expect(await start(sizeKiB)).to.match(/^Cannot start: (?:[a-z ]+: )?the disk is full\n$/);
    });

  for (const [sizeKiB, status, detail] of [
    [64 * 1_024, 200, /^Only \d+ MiB are free on the disk with DATA_DIR\.$/],
    [15 * 1_024, 503, /^The disk with DATA_DIR is full\./],
  ] as const)
    it(`is ${status} at /readyz, with the reason, on a disk of ${sizeKiB / 1_024} MiB`, async () => {
      const port = String(await freePort());
      const env = {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: port,
        LOG_LEVEL: 'silent',
        DATA_DIR: folder.path,
      };
      const alone = { EVENTSTORE_URL: '', MONGODB_URL: '', CONFIG_FILE: '', PUBLIC_URL: '' };
      const command = [process.execPath, ...nodeArguments('src/main.ts')];
      const service = spawn('unshare', onSmallDisk(sizeKiB, command), { env: { ...env, ...alone } });
      try {
        const disk = await waitFor('the disk in /readyz', async () => {
          const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
          // The service's own answer.
          const body = (await response?.json()) as
            { disk?: { detail?: string }; ready?: boolean } | undefined;
          const found = JSON.stringify(body ?? {}).includes('DATA_DIR');
          return found && response?.status === status ? body : undefined;
        });
        const [text = ''] = /(?:Only|The disk)[^"]*/.exec(JSON.stringify(disk)) ?? [];
        expect(text).to.match(detail);
      } finally {
        service.kill('SIGKILL');
      }
    });
});
