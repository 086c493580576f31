/** Edges that need separate processes: a second service on one data directory, and a documents server that freezes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { spawnService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Folder } from '../support/temporary-folder.ts';

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;
const CLI = new URL('../../scripts/cli.ts', import.meta.url).pathname;

/** Runs a script to its end. */
async function run(script: string, args: readonly string[], dataDir: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    env: { ...process.env, PORT: '0', EVENTSTORE_URL: '', MONGODB_URL: '', DATA_DIR: dataDir },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = await once(child, 'close');
  return { code, output };
}

describe('A data directory', () => {
  let folder: Folder;
  before(async () => {
    folder = await temporaryFolder();
  });
  after(() => folder.remove());

  it('is refused to a second service with one sentence, and is free when the first one is killed', async () => {
    const first = await spawnService(folder.path);
    const second = await run(MAIN, [], folder.path);
    expect(second).to.deep.equal({
      code: 1,
      output: `Another service is using the data directory ${folder.path}. Stop it, or set DATA_DIR to another directory.\n`,
    });
    await first.kill();
    const third = await spawnService(folder.path);
    expect((await third.sandbox.get('/v1/users')).status).to.equal(200);
    expect(await third.stop()).to.equal(0);
  });

  it('can be audited while a service uses it', async () => {
    const service = await spawnService(folder.path);
    const audit = await run(CLI, ['audit', 'verify', '--unrecorded'], folder.path);
    expect(audit.code, audit.output).to.equal(0);
    await service.stop();
  });
});
