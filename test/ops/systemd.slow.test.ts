/** The unit for one machine: systemd accepts it, and its command starts the service with what the unit sets. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { buildPackages } from '../support/project-process.ts';
import { isInstalled } from '../support/installed-programs.ts';
import { spawnService } from '../support/service.ts';
import { skip } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const UNIT = new URL('../../ops/systemd/svc-ledger.service', import.meta.url).pathname;
const lines = readFileSync(UNIT, 'utf8').split('\n');
const settings = (name: string): string[] =>
  lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1));

describe('The systemd unit', function () {
  this.timeout(300_000);

  it('is accepted, and exposes little', function () {
    if (!isInstalled('systemd-analyze', '--version')) skip(this, 'needs systemd-analyze');
    const verified = spawnSync('systemd-analyze', ['verify', UNIT], { encoding: 'utf8' });
    expect([verified.status, verified.stderr]).to.deep.equal([0, '']);
    const args = ['security', '--offline=true', '--threshold=20', UNIT];
    const { status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    expect(status, stdout).to.equal(0);
  });

  it('starts the compiled service with its variables, and stops it in time', async () => {
    buildPackages();
    const folder = await temporaryFolder();
    writeFileSync(join(folder.path, 'master-key'), randomBytes(32).toString('base64'));
    const places: Readonly<Record<string, string>> = {
      '%d': folder.path,
      '/var/lib/svc-ledger': folder.path,
    };
    const variables = settings('Environment')
      .flatMap((each) => each.split(' '))
      .map((each) => Object.entries(places).reduce((text, [from, to]) => text.replace(from, to), each))
      .map((each) => each.split('=') as [string, string]);
    const [command = ''] = settings('ExecStart');
    const service = await spawnService(folder.path, Object.fromEntries(variables), {
      command: command.replace('/usr/bin/node', process.execPath).split(' '),
    });
    expect((await service.sandbox.get('/v1/routes')).status).to.equal(200);
    // The key is the one that systemd passes on, so the service creates none.
    expect(existsSync(join(folder.path, 'master.key'))).to.equal(false);
    expect(settings('StateDirectory')).to.deep.equal(['svc-ledger']);
    const startedAt = performance.now();
    expect(await service.stop()).to.equal(0);
    expect(performance.now() - startedAt).to.be.below(Number(settings('TimeoutStopSec')[0]) * 1_000);
    await folder.remove();
  });
});
