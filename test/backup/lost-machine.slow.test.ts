/**
 * A machine is lost. What is left are backups, which were taken while clients wrote, and the master key. Programs that take
 * backups are killed in between.
 */
import { randomInt } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { listBackups } from '../../src/backup/manifest.ts';
import { expectBookInOrder } from '../crash/assert-book.ts';
import { auditFile, expectDocumentsLike } from '../crash/assert-stream.ts';
import {
  createWorld,
  done,
  drive,
  forEach,
  inAHurry,
  inDoubt,
  newAttempt,
  send,
  writeDuring,
  type World,
} from '../crash/load.ts';
import { expectBody, listAll } from '../support/api-steps.ts';
import { runCliProcess, type Ended } from '../support/cli.ts';
import { nodeArguments } from '../support/project-process.ts';
import { readiness } from '../support/readiness.ts';
import { spawnService, type ServiceProcess } from '../support/service.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';
import { newEndpoint } from '../support/webhook-client.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const CLIENTS = 8;
const KILLED_BACKUPS = 3;
/** At least this many writes before and after each backup. */
const WRITES = 50;

describe('A service whose machine is lost', function () {
  this.timeout(600_000);
  let folder: Folder;
  let env: Record<string, string>;
  let service: ServiceProcess;
  let receiver: WebhookReceiver;
  let world: World;
  let endpointId: string;
  const at = (name: string): string => join(folder.path, name);
  before(async () => {
    folder = await temporaryFolder();
    env = { ...inAHurry(folder.path), LOG_LEVEL: 'warn' };
    receiver = await startWebhookReceiver();
    service = await spawnService(at('data'), env);
    world = await createWorld(service.sandbox);
    ({ id: endpointId } = await newEndpoint(service.sandbox, receiver.url));
  });
  after(async () => {
    await service.kill();
    await receiver.close();
    await folder.remove();
  });

  const backUp = (...options: string[]): Promise<Ended> =>
    runCliProcess({ DATA_DIR: at('data') }, 'backup', at('backups'), ...options);

  /** Starts a backup and kills it. */
  async function killBackup(): Promise<void> {
    const child = spawn(process.execPath, [...nodeArguments('scripts/cli.ts'), 'backup', at('backups')], {
      env: { ...process.env, DATA_DIR: at('data') },
      stdio: 'ignore',
    });
    await delay(randomInt(300, 900));
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }

  const whileWriting = <Result>(work: () => Promise<Result>): Promise<Result> =>
    writeDuring(service.sandbox, world, { clients: CLIENTS, writes: WRITES }, work);

  const eventIds = (): string[] => receiver.received.map(({ body }) => JSON.parse(body).id);

  it('is backed up while clients write, without failing any of them', async () => {
    const full = await whileWriting(() => backUp());
    expect(full.code, full.err).to.equal(0);
    expect(full.out).to.match(/^Backed up to .*000001.*-full: [\d,]+ events of \d+ streams/);
    const next = await whileWriting(() => backUp());
    expect(next.code, next.err).to.equal(0);
    expect(next.out).to.match(/^Backed up to .*000002.*-incremental: [\d,]+ of [\d,]+ events/);
  });

  it('has only complete backups after some were killed', async () => {
    for (let killed = 0; killed < KILLED_BACKUPS; killed += 1) {
      await whileWriting(killBackup);
      const verified = await runCliProcess({ DATA_DIR: at('data') }, 'backup', 'verify', at('backups'));
      expect(verified.code, verified.err).to.equal(0);
    }
  });

  it('is restored from its backups and the master key', async () => {
    expect(inDoubt(world)).to.deep.equal([]);
    const newest = expectBody(await service.sandbox.get('/v1/events?limit=1'), 200).data[0];
    await waitFor('the newest event', () => (eventIds().includes(newest.id) ? true : undefined));
    // An outcome is recorded a moment after the response.
    await waitFor('the outcomes of all deliveries', async () => {
      const { length } = await listAll(service.sandbox, `/v1/webhook_endpoints/${endpointId}/deliveries`);
      return length === new Set(eventIds()).size ? true : undefined;
    });
    const last = await backUp();
    expect(last.code, last.err).to.equal(0);
    const kept = world.attempts.length;
    // What is acknowledged after the last backup is lost.
    await drive(CLIENTS, async () => {
      await send(service.sandbox, newAttempt(world));
      return world.attempts.length < kept + WRITES;
    });
    await service.kill();
    world.attempts.splice(kept);
    copyFileSync(at('data/master.key'), at('master.key'));
    copyFileSync(at('data/credentials.json'), at('credentials.json'));
    rmSync(at('data'), { recursive: true });

    const wrong = await runCliProcess(
      { DATA_DIR: at('none') },
      'restore',
      at('backups'),
      '--to',
      at('restored'),
    );
    expect([wrong.code, wrong.err]).to.deep.equal([
      2,
      'Set MASTER_KEY, or name its file with --master-key.\n',
    ]);
    const restored = await runCliProcess(
      { DATA_DIR: at('none') },
      ...['restore', at('backups'), '--to', at('restored'), '--master-key', at('master.key')],
    );
    expect(restored.code, restored.err).to.equal(0);
    expect(restored.out).to.match(/^Restored .*-incremental to /);
    expect(restored.out).to.match(
      /All \d+ streams end as the manifest says and are valid\. \d+ signed checkpoints match\./,
    );
    expect(readdirSync(at('restored')).sort()).to.include.members([
      'checkpoints',
      'ledger.sqlite',
      'master.key',
    ]);
    expect(listBackups(at('backups')).length).to.be.at.least(3);

    copyFileSync(at('credentials.json'), at('restored/credentials.json'));
    service = await spawnService(at('restored'), env);
    await waitFor('ready', async () => ((await readiness(service.url)).status === 200 ? true : undefined));
  });

  it('replays every answer from before the last backup, and has nothing else', async () => {
    await forEach(world.attempts, async (attempt) => {
      expect(await send(service.sandbox, attempt)).to.equal(true);
    });
    await expectBookInOrder(service.sandbox, world);
  });

  it('delivers new events, and none again that was delivered before the last backup', async () => {
    const known = new Set(eventIds());
    const count = eventIds().length;
    expect(await send(service.sandbox, newAttempt(world))).to.equal(true);
    const newest = expectBody(await service.sandbox.get('/v1/events?limit=1'), 200).data[0];
    await waitFor('the newest event', () => (eventIds().includes(newest.id) ? true : undefined));
    expect(
      eventIds()
        .slice(count)
        .filter((id) => known.has(id)),
    ).to.deep.equal([]);
  });

  it('has an unbroken history and the documents that follow from it', async () => {
    expect(await service.stop()).to.equal(0);
    const { book, keys } = await auditFile(at('restored'), service.credentials.integrator_id);
    expect(keys).to.include.members(done(world).map(({ key }) => key));
    await expectDocumentsLike(book, at('restored'));
    const compared = await runCliProcess({ DATA_DIR: at('restored') }, 'audit', 'compare');
    expect(compared.out).to.match(/No differences\./);
  });
});
