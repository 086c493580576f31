/** The master key in a key store: a token of PKCS #11 decrypts it at the start of a process. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { expectBody, newUser } from '../support/api-steps.ts';
import { hasOpenssl, isInstalled } from '../support/installed-programs.ts';
import { spawnService, type ServiceProcess } from '../support/service.ts';
import { skip } from '../support/skip.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';

const MODULE = '/usr/lib/softhsm/libsofthsm2.so';

describe('A master key that a token decrypts', function () {
  this.timeout(120_000);
  let folder: Folder;
  let env: Record<string, string>;
  let service: ServiceProcess | undefined;

  before(async function () {
    const areThere =
      existsSync(MODULE) &&
      isInstalled('softhsm2-util', '--version') &&
      isInstalled('opensc-tool', '--version');
    if (!areThere || !hasOpenssl()) skip(this, 'needs softhsm2, opensc, and openssl');
    folder = await temporaryFolder();
    mkdirSync(join(folder.path, 'tokens'));
    const config = join(folder.path, 'softhsm2.conf');
    writeFileSync(
      config,
      `directories.tokendir = ${join(folder.path, 'tokens')}\nobjectstore.backend = file\n`,
    );
    const run = (program: string, ...args: readonly string[]): Buffer =>
      execFileSync(program, args, {
        env: { ...process.env, SOFTHSM2_CONF: config, PIN: '1234' },
        stdio: 'pipe',
      });
    const login = ['--module', MODULE, '--token-label', 'ledger', '--login', '--pin', 'env:PIN'];
    run('softhsm2-util', '--init-token', '--free', '--label', 'ledger', '--pin', '1234', '--so-pin', '5678');
    run('pkcs11-tool', ...login, '--keypairgen', '--key-type', 'rsa:2048', '--id', '01');
    const [publicKey, plain, wrapped] = ['public.der', 'plain', 'wrapped'].map((name) =>
      join(folder.path, name),
    ) as [string, string, string];
    run(
      'pkcs11-tool',
      ...login,
      '--read-object',
      '--type',
      'pubkey',
      '--id',
      '01',
      '--output-file',
      publicKey,
    );
    writeFileSync(plain, randomBytes(32).toString('base64'));
    const key = ['-pubin', '-keyform', 'DER', '-inkey', publicKey];
    run('openssl', 'pkeyutl', '-encrypt', ...key, '-in', plain, '-out', wrapped);
    renameSync(plain, `${plain}.moved`);
    env = {
      SOFTHSM2_CONF: config,
      PIN: '1234',
      MASTER_KEY_COMMAND: `pkcs11-tool ${login.join(' ')} --decrypt --mechanism RSA-PKCS --id 01 --input-file ${wrapped}`,
    };
  });
  after(async () => {
    await service?.kill();
    await (folder as Folder | undefined)?.remove();
  });

  it('opens the data, and is needed only at the start', async () => {
    const dataDir = join(folder.path, 'data');
    mkdirSync(dataDir);
    service = await spawnService(dataDir, env);
    const { id } = await newUser(service.sandbox, { email: 'ada@example.com' });
    expect(existsSync(join(dataDir, 'master.key'))).to.equal(false);

    const tokens = join(folder.path, 'tokens');
    renameSync(tokens, `${tokens}.away`);
    await newUser(service.sandbox, { email: 'ben@example.com' });
    expect(expectBody(await service.sandbox.get(`/v1/users/${id}`), 200).email).to.equal('ada@example.com');
    await service.stop();
    const refused = await spawnService(dataDir, env).then(
      () => 'started',
      (error: unknown) => String(error),
    );
    expect(refused).to.include('MASTER_KEY_COMMAND failed: exit code 1');

    renameSync(`${tokens}.away`, tokens);
    service = await spawnService(dataDir, env);
    expect(expectBody(await service.sandbox.get(`/v1/users/${id}`), 200).email).to.equal('ada@example.com');
  });
});
