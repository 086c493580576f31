/** The replacement of the master key of data that an earlier release wrote, while processes are killed. */
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import { keyIdOf } from '../../src/system/key-ring.ts';
import { copyRecorded } from '../golden/recorded-directory.ts';
import { expectBody } from '../support/api-steps.ts';
import { runCliProcess, startCliProcess } from '../support/cli.ts';
import { readiness } from '../support/readiness.ts';
import { spawnService, type ServiceProcess } from '../support/service.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

describe('The replacement of the master key of an earlier data directory', function () {
  this.timeout(600_000);
  const next = randomBytes(32).toString('base64');
  let folder: Folder;
  let former: string;
  let env: Record<string, string>;
  let service: ServiceProcess;
  before(async () => {
    folder = await temporaryFolder();
    copyRecorded(folder.path);
    former = readFileSync(join(folder.path, 'master.key'), 'utf8').trim();
    env = { DATA_DIR: folder.path, LOG_LEVEL: 'warn' };
    giveKeys(next, former);
    service = await start();
  });
  after(async () => {
    await service.kill();
    await folder.remove();
  });

  const giveKeys = (...keys: readonly string[]): void =>
    writeFileSync(join(folder.path, 'master.key'), `${keys.join('\n')}\n`);

  async function start(): Promise<ServiceProcess> {
    const started = await spawnService(folder.path, env);
    await waitFor('the service is ready', async () =>
      (await readiness(started.url)).status === 200 ? true : undefined,
    );
    return started;
  }

  /** How the vault's keys are wrapped. */
  function wrappings(): Set<string> {
    const database = openDatabase(join(folder.path, DATABASE_FILE_NAME), { readOnly: true });
    try {
      const rows = database.prepare("SELECT key, value FROM records WHERE place = 'vault'").all() as {
        key: string;
        value: string;
      }[];
      return new Set(
        rows
          .filter(({ key }) => key !== 'mark')
          .map(({ value }) => /^(3\.[0-9a-f]{8}|2)\./.exec(value)?.[1] ?? 'unbound'),
      );
    } finally {
      database.close();
    }
  }

  /** Reads people of before, and writes one. */
  async function expectService(seen: readonly { id: string; email: string | null }[]): Promise<void> {
    for (const { id, email } of seen)
      expect(expectBody(await service.sandbox.get(`/v1/users/${id}`), 200).email).to.equal(email);
    const user = { type: 'individual', external_reference: randomUUID(), email: 'eve@example.com' };
    expectBody(await service.sandbox.post('/v1/users', user), 201);
  }

  it('is completed after kills of the command and of the service, and needs the former key no longer', async () => {
    const { data } = expectBody(await service.sandbox.get('/v1/users?limit=50'), 200);
    const seen = data as { id: string; email: string | null }[];
    expect(seen.filter(({ email }) => email !== null)).to.not.have.length(0);
    expect([...wrappings()]).to.not.include(`3.${keyIdOf(Buffer.from(next, 'base64'))}`);

    for (const step of ['', 'New data uses the key', 'Wrapped']) {
      const command = startCliProcess(env, 'master-key', 'rotate');
      await waitFor(step, () => (command.errors().includes(step) ? true : undefined), 60_000);
      await command.kill();
      await expectService(seen);
      await service.kill();
      service = await start();
      await expectService(seen);
    }
    // The former key is in the vault by now.
    giveKeys(next);
    await service.kill();
    service = await start();
    const answered = await readiness(service.url);
    expect(JSON.stringify(answered)).to.include('The master key is being replaced');
    const rotated = await runCliProcess(env, 'master-key', 'rotate', '--json');
    expect(rotated.code, rotated.err).to.equal(0);
    await expectService(seen);
    expect([...wrappings()]).to.deep.equal([`3.${keyIdOf(Buffer.from(next, 'base64'))}`]);

    await service.stop();
    const verified = await runCliProcess(
      env,
      'audit',
      'verify',
      '--checkpoints',
      join(folder.path, 'checkpoints'),
    );
    expect(verified.code, verified.out + verified.err).to.equal(0);
    expect(verified.out).to.include('All events are authentic');
    service = await start();
    await expectService(seen);
    const status = await runCliProcess(env, 'master-key', 'status', '--json');
    expect(JSON.parse(status.out)).to.include({ key_id: keyIdOf(Buffer.from(next, 'base64')) });

    await service.stop();
    giveKeys(former);
    const refused = await spawnService(folder.path, env).then(
      () => 'started',
      (error: unknown) => String(error),
    );
    expect(refused).to.include('The master key was replaced by the one with the key ID');
    giveKeys(next);
    service = await start();
  });
});
