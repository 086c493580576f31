import { randomInt } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { nodeArguments } from '../support/project-process.ts';
import { IS_FULL } from '../support/effort.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Folder } from '../support/temporary-folder.ts';
import { spawnService } from '../support/service.ts';
import type { ServiceProcess } from '../support/service.ts';
import { readiness } from '../support/readiness.ts';
import { waitFor } from '../support/wait-for.ts';
import { expectBookInOrder } from './assert-book.ts';
import { createWorld, done, drive, forEach, inAHurry, inDoubt, newAttempt, send } from './load.ts';
import type { Attempt, World } from './load.ts';
import { auditFile, expectDocumentsLike } from './assert-stream.ts';

const KILLS = IS_FULL ? 25 : 8;
const CLIENTS = 32;
/** One in this many kills is followed by a kill during startup. */
const START_KILLED_EVERY = 5;
/** One in this many kills hits the service during a graceful stop, possibly while it saves a snapshot. */
const STOP_KILLED_EVERY = 4;

describe('A service that is killed repeatedly', function () {
  this.timeout(600_000);
  let folder: Folder;
  let env: Record<string, string>;
  let service: ServiceProcess;
  let world: World;
  before(async () => {
    folder = await temporaryFolder();
    env = { ...inAHurry(folder.path), LOG_LEVEL: 'warn' };
    service = await spawnService(folder.path, env);
    world = await createWorld(service.sandbox);
  });
  after(async () => {
    await service.kill();
    await folder.remove();
  });

  async function kill(whileStopping: boolean): Promise<void> {
    if (whileStopping) void service.stop();
    await delay(randomInt(whileStopping ? 150 : 12));
    await service.kill();
  }

  /** Starts all clients, kills the service after some answers, and returns the answers. */
  async function burst(whileStopping: boolean): Promise<Attempt[]> {
    const doubts = inDoubt(world);
    const answered: Attempt[] = [];
    const enough = randomInt(1, 100);
    let killed: Promise<void> | undefined;
    await drive(CLIENTS, async () => {
      const attempt = doubts.pop() ?? newAttempt(world);
      if (!(await send(service.sandbox, attempt))) return false;
      answered.push(attempt);
      if (answered.length >= enough) killed ??= kill(whileStopping);
      return true;
    });
    await killed;
    return answered;
  }

  /** Starts a service and kills it early. */
  async function startAndKill(): Promise<void> {
    const child = spawn(process.execPath, nodeArguments('src/main.ts'), {
      env: { ...process.env, PORT: '0', EVENTSTORE_URL: '', MONGODB_URL: '', ...env, DATA_DIR: folder.path },
      stdio: 'ignore',
    });
    await delay(randomInt(200, 1_200));
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }

  it('replays the same answers after each kill, and shows acknowledged writes', async () => {
    for (let kills = 1; kills <= KILLS; kills += 1) {
      const answered = await burst(kills % STOP_KILLED_EVERY === 0);
      if (kills % START_KILLED_EVERY === 0) await startAndKill();
      service = await spawnService(folder.path, env);
      const newest = answered.slice(-24);
      await forEach(newest, async (attempt) => {
        expect(await send(service.sandbox, attempt)).to.equal(true);
      });
      await forEach(done({ ...world, attempts: newest }, 'transfer'), async ({ answer }) => {
        const shown = await service.sandbox.get(`/v1/transfers/${answer.body.id}`);
        expect(shown.text).to.equal(answer.text);
      });
    }
  });

  it('executes requests with an unknown outcome exactly once, and records the answer', async () => {
    const doubts = inDoubt(world);
    expect(doubts).not.to.have.length(0);
    for (const _ of ['first', 'again']) {
      await forEach(doubts, async (attempt) => {
        expect(await send(service.sandbox, attempt)).to.equal(true);
      });
    }
    expect(inDoubt(world)).to.deep.equal([]);
  });

  it('replays every answer, byte for byte', async () => {
    await forEach(world.attempts, async (attempt) => {
      expect(await send(service.sandbox, attempt)).to.equal(true);
    });
  });

  it('has no duplicate, partial, or unexplained write', async () => {
    await expectBookInOrder(service.sandbox, world);
  });

  it('keeps its projections up to date', async () => {
    const { parts } = await waitFor('ready', async () => {
      const { status, health } = await readiness(service.url);
      return status === 200 ? health : undefined;
    });
    for (const { state } of parts.projections.each) expect(state).to.equal('live');
  });

  it('leaves a stream with every acknowledged key once and an unbroken hash chain', async () => {
    expect(await service.stop()).to.equal(0);
    const { book, keys } = await auditFile(folder.path, service.credentials.integrator_id);
    const wanted = done(world).map(({ key }) => key);
    expect(keys).to.include.members(wanted);
    const mine = new Set(world.attempts.map(({ key }) => key));
    expect(keys.filter((key) => mine.has(key))).to.have.length(wanted.length);
    await expectDocumentsLike(book, folder.path);
  });
});
