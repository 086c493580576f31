import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { buildPackages } from '../support/project-process.ts';
import { spawnService } from '../support/service.ts';
import type { ServiceProcess } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Folder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const MAIN = new URL('../../dist/src/main.js', import.meta.url).pathname;
const CLI = new URL('../../dist/scripts/cli.js', import.meta.url).pathname;

describe('The compiled service', function () {
  this.timeout(300_000);
  let folder: Folder;
  let service: ServiceProcess;
  before(async () => {
    buildPackages();
    folder = await temporaryFolder();
    service = await spawnService(folder.path, {}, { main: MAIN });
  });
  after(async () => {
    await service.kill();
    await folder.remove();
  });

  it('serves the API, the documentation, the console, and their assets without tsx', async () => {
    const { status } = await service.sandbox.get('/v1/routes');
    expect(status).to.equal(200);
    for (const path of ['/readyz', '/docs', '/docs/api', '/docs/guides/integrate', '/console']) {
      const response = await fetch(service.url + path);
      expect(response.status, path).to.equal(200);
      const page = await response.text();
      for (const [, asset = ''] of page.matchAll(/(?:href|src)="([^"]*\/assets\/[^"]+)"/g))
        expect((await fetch(service.url + asset)).status, asset).to.equal(200);
    }
  });

  it('runs the CLI, which verifies the events in a thread', async () => {
    const env = { ...process.env, DATA_DIR: folder.path };
    const { stdout } = await run(process.execPath, [CLI, 'audit', 'verify'], { env });
    expect(stdout).to.match(/events/i);
  });
});
