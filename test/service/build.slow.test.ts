import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { compileProject } from '../support/project-process.ts';
import { spawnService } from '../support/service.ts';
import type { ServiceProcess } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Folder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const CLI = new URL('../../dist/scripts/cli.js', import.meta.url).pathname;
const CLIENT = new URL('../../dist/src/client/webhooks.js', import.meta.url).href;

describe('The compiled service', function () {
  this.timeout(300_000);
  let folder: Folder;
  let service: ServiceProcess;
  before(async () => {
    compileProject();
    folder = await temporaryFolder();
    service = await spawnService(folder.path);
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

  it('has a webhook client that plain JavaScript can import', async () => {
    const script = join(folder.path, 'import.mjs');
    writeFileSync(script, `import { verifyWebhook } from '${CLIENT}'; console.log(typeof verifyWebhook);`);
    expect((await run(process.execPath, [script])).stdout.trim()).to.equal('function');
    expect(readFileSync(new URL(CLIENT.replace(/js$/, 'd.ts')), 'utf8')).to.contain('verifyWebhook');
  });
});
