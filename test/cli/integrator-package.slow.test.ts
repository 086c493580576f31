/** The packed command line for integrators in an empty folder, without the service and its packages. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { runNodeWith, startNode, type Ended } from '../support/cli.ts';
import { createProjectWith, packPackage } from '../support/client-package.ts';
import { startTestService, type RunningService } from '../support/service.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';

const EXAMPLE = fileURLToPath(new URL('../../docs/examples/pay-and-cash-out.yaml', import.meta.url));

describe('The packed command line for integrators', function () {
  this.timeout(300_000);
  let service: RunningService;
  let folder: Folder;
  let program: string;
  before(async () => {
    service = await startTestService();
    folder = await temporaryFolder();
    await createProjectWith('cli', folder.path, 'module');
    program = join(folder.path, 'node_modules/.bin/svc-ledger');
  });
  after(async () => {
    await service.close();
    await folder.remove();
  });

  /** Profiles are stored in the folder, so only the first command gets the key. */
  const env = (): Readonly<Record<string, string>> => ({ XDG_CONFIG_HOME: join(folder.path, 'config') });
  const run = (...args: string[]): Promise<Ended> => runNodeWith('', env(), program, ...args);

  it('has less than 600 kB, no dependencies, and the licenses of the code in it', async () => {
    const { files, unpackedSize } = await packPackage('cli', folder.path);
    expect(unpackedSize).to.be.below(600_000);
    expect(files.map(({ path }) => path)).to.include.members(['README.md', 'LICENSE', 'dist/LICENSES.txt']);
    expect(readdirSync(join(folder.path, 'node_modules')).sort()).to.deep.equal([
      '.bin',
      '.package-lock.json',
      '@svc-ledger',
    ]);
    const licenses = join(folder.path, 'node_modules/@svc-ledger/cli/dist/LICENSES.txt');
    expect(readFileSync(licenses, 'utf8'))
      .to.match(/^commander \d/m)
      .and.to.match(/^yaml \d/m);
  });

  it('has the commands for integrators only', async () => {
    const { out } = await run('--help');
    for (const name of ['login', 'post', 'listen', 'trigger', 'fixtures', 'completion'])
      expect(out).to.match(new RegExp(`^ {2}${name} `, 'm'));
    for (const word of ['audit', 'keys', 'perator']) expect(out).to.not.include(word);
    const { version } = JSON.parse(
      readFileSync(join(folder.path, 'node_modules/@svc-ledger/cli/package.json'), 'utf8'),
    ) as { version: string };
    expect((await run('--version')).out).to.equal(`${version}\n`);
    expect((await run('integrators', 'list')).code).to.equal(2);
    // The script names every command, so all of their code can be loaded.
    expect((await run('completion', 'bash')).out).to.include('/fixtures/run');
  });

  it('signs in, calls the API, runs a file of calls, triggers events, and receives them', async () => {
    const { sandbox_api_key } = service.credentials;
    const login = await runNodeWith(`${sandbox_api_key}\n`, env(), program, 'login', '--url', service.url);
    expect(login.code, login.err).to.equal(0);

    const made = await run('post', 'users', 'type=individual', 'external_reference=ana-1', 'first_name=Ana');
    expect(made.code, made.err).to.equal(0);
    const listed = JSON.parse((await run('get', 'users', '--json')).out);
    expect(listed.data.map(({ id }: { id: string }) => id)).to.deep.equal([JSON.parse(made.out).id]);
    const refused = await run('post', 'users', 'type=robot');
    expect(refused.code).to.equal(1);
    expect(refused.err).to.include('validation_failed');

    const receiver = await startWebhookReceiver();
    const listening = startNode(env(), program, 'listen', '--json', '--forward-to', `${receiver.url}/hooks`);
    try {
      await waitFor('the command to listen', () => listening.lines().length > 0 || undefined);
      const triggered = await run('trigger', 'transfer.completed', '--json');
      expect(triggered.code, triggered.err).to.equal(0);
      await waitFor('the event', () =>
        receiver.received.find(({ body }) => body.includes('"state":"completed"')),
      );
      const ran = await run('fixtures', 'run', EXAMPLE);
      expect(ran.code, ran.err).to.equal(0);
    } finally {
      await listening.stop();
      await receiver.close();
    }
  });
});
