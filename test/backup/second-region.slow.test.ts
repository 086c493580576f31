/**
 * A second region follows the first one by copies of its backups. The first one is lost under load, and the second one takes over.
 * The stores of the first one are read afterward, to say exactly what the second one does not have.
 */
import { cpSync, copyFileSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { listBackups } from '../../src/backup/manifest.ts';
import { expectBookInOrder } from '../crash/assert-book.ts';
import { auditFile } from '../crash/assert-stream.ts';
import {
  createWorld,
  done,
  drive,
  forEach,
  inAHurry,
  newAttempt,
  send,
  writeDuring,
  type World,
} from '../crash/load.ts';
import { runCliProcess, type Ended } from '../support/cli.ts';
import { readiness } from '../support/readiness.ts';
import { spawnService, type ServiceProcess } from '../support/service.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

const CLIENTS = 8;
const ROUNDS = 3;
/** At least this many writes before and after each copy, and after the last one. */
const WRITES = 50;

describe('A second region', function () {
  this.timeout(600_000);
  let folder: Folder;
  let env: Record<string, string>;
  let first: ServiceProcess;
  let second: ServiceProcess;
  const started: ServiceProcess[] = [];
  let world: World;
  /** Keys of what was acknowledged before the newest backup began that the second region has. */
  let safe: string[] = [];
  /** Keys of the book in the order of its events, in the first region and in what the second one restored. */
  let keys: { readonly first: readonly string[]; readonly second: readonly string[] };
  const at = (name: string): string => join(folder.path, name);
  before(async () => {
    folder = await temporaryFolder();
    for (const region of ['first', 'second']) mkdirSync(at(region));
    mkdirSync(at('second/backups'));
    env = { ...inAHurry(folder.path), LOG_LEVEL: 'warn' };
    first = await spawnService(at('first/data'), env);
    started.push(first);
    // The key is brought there once, on another way than the backups.
    copyFileSync(at('first/data/master.key'), at('second/master.key'));
    world = await createWorld(first.sandbox);
  });
  after(async () => {
    await Promise.all(started.map((service) => service.kill()));
    await folder.remove();
  });

  async function backUp(): Promise<void> {
    const { code, err } = await runCliProcess({ DATA_DIR: at('first/data') }, 'backup', at('first/backups'));
    expect(code, err).to.equal(0);
  }

  /** Copies what the second region does not have, as a tool does that gives a folder its name when it is complete. */
  function ship(): void {
    const known = listBackups(at('second/backups'));
    for (const name of listBackups(at('first/backups')).filter((each) => !known.includes(each))) {
      cpSync(at(`first/backups/${name}`), at(`second/backups/${name}.partial`), { recursive: true });
      renameSync(at(`second/backups/${name}.partial`), at(`second/backups/${name}`));
    }
  }

  const inSecond = (...command: readonly string[]): Promise<Ended> =>
    runCliProcess({ DATA_DIR: at('second/none'), MASTER_KEY_FILE: at('second/master.key') }, ...command);

  it('has a verified copy of each backup, while clients write to the first one', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await writeDuring(first.sandbox, world, { clients: CLIENTS, writes: WRITES }, async () => {
        const acknowledged = done(world).map(({ key }) => key);
        await backUp();
        ship();
        safe = acknowledged;
      });
      const verified = await inSecond('backup', 'verify', at('second/backups'));
      expect(verified.code, verified.err).to.equal(0);
    }
    expect(listBackups(at('second/backups'))).to.have.length(ROUNDS);
  });

  it('restores the last complete copy when the first one is lost, and serves', async () => {
    // The first region ends while it copies the next backup, and clients still write.
    await backUp();
    const [next = ''] = listBackups(at('first/backups')).slice(ROUNDS);
    mkdirSync(at(`second/backups/${next}.partial`));
    const [part = ''] = readdirSync(at(`first/backups/${next}`));
    copyFileSync(at(`first/backups/${next}/${part}`), at(`second/backups/${next}.partial/${part}`));
    const enough = done(world).length + WRITES;
    await drive(CLIENTS, async () => {
      if (done(world).length >= enough) await first.kill();
      return send(first.sandbox, newAttempt(world));
    });

    const restored = await inSecond('restore', at('second/backups'), '--to', at('second/data'));
    expect(restored.code, restored.err).to.equal(0);
    expect(restored.out).to.contain(`Restored ${listBackups(at('second/backups')).at(-1)}`);
    const { integrator_id } = first.credentials;
    const keysIn = async (region: string): Promise<readonly string[]> =>
      (await auditFile(at(`${region}/data`), integrator_id)).keys;
    keys = { first: await keysIn('first'), second: await keysIn('second') };
    copyFileSync(at('first/data/credentials.json'), at('second/data/credentials.json'));
    second = await spawnService(at('second/data'), { ...env, MASTER_KEY_FILE: at('second/master.key') });
    started.push(second);
    await waitFor('ready', async () => ((await readiness(second.url)).status === 200 ? true : undefined));
  });

  it('has lost the newest writes, and none that was acknowledged before the last copied backup', () => {
    // What it has is what the first region had at one time.
    expect(keys.second).to.deep.equal(keys.first.slice(0, keys.second.length));
    expect(keys.second).to.include.members(safe);
    const acknowledged = done(world).map(({ key }) => key);
    expect(keys.first).to.include.members(acknowledged);
    const lost = acknowledged.filter((key) => !keys.second.includes(key));
    expect(lost.length).to.be.at.least(WRITES);
    expect(keys.first.slice(keys.second.length)).to.include.members(lost);
  });

  it('replays what it has, and does once what clients send again', async () => {
    const kept = new Set(keys.second);
    for (const attempt of world.attempts)
      // What was refused after the backup may be allowed now.
      if (!kept.has(attempt.key)) delete attempt.answer;
    await forEach(world.attempts, async (attempt) => {
      expect(await send(second.sandbox, attempt)).to.equal(true);
    });
    await expectBookInOrder(second.sandbox, world);
    expect(await second.stop()).to.equal(0);
    const { code, out } = await runCliProcess({ DATA_DIR: at('second/data') }, 'audit', 'compare');
    expect(code, out).to.equal(0);
    expect(out).to.match(/No differences\./);
  });
});
