import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { openDatabase, type Database } from '../../src/sqlite/database.ts';
import { expectBookInOrder } from '../crash/assert-book.ts';
import { auditFile, expectDocumentsLike } from '../crash/assert-stream.ts';
import { createWorld, done, drive, inAHurry, inDoubt, newAttempt, send, type World } from '../crash/load.ts';
import { spawnService, type ServiceProcess } from '../support/service.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { settleDoubts, untilReady } from './service-behind-gates.ts';

const CLIENTS = 16;

describe('A service whose database file is locked by another program', function () {
  this.timeout(300_000);
  let folder: Folder;
  let service: ServiceProcess;
  let world: World;
  let other: Database;
  before(async () => {
    folder = await temporaryFolder();
    service = await spawnService(folder.path, { ...inAHurry(folder.path), LOG_LEVEL: 'warn' });
    world = await createWorld(service.sandbox);
    other = openDatabase(join(folder.path, DATABASE_FILE_NAME));
  });
  after(async () => {
    other.close();
    await service.kill();
    await folder.remove();
  });

  it('waits for a short lock and then responds', async () => {
    other.exec('BEGIN IMMEDIATE');
    let answers = 0;
    const written = Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        expect(await send(service.sandbox, newAttempt(world))).to.equal(true);
        answers += 1;
      }),
    );
    // Long enough for every request to reach the lock.
    await delay(500);
    expect(answers).to.equal(0);
    other.exec('ROLLBACK');
    await written;
  });

  it('returns 503 for a longer lock, and recovers afterwards', async () => {
    other.exec('BEGIN IMMEDIATE');
    // Each client continues until it gets a 503.
    await drive(CLIENTS, () => send(service.sandbox, newAttempt(world)));
    expect(inDoubt(world)).to.have.length(CLIENTS);
    other.exec('ROLLBACK');
    await settleDoubts(service.sandbox, world);
    await untilReady(service.url);
  });

  it('contains no duplicate, partial, or unrequested write', async () => {
    await expectBookInOrder(service.sandbox, world);
    expect(await service.stop()).to.equal(0);
    const { book, keys } = await auditFile(folder.path, service.credentials.integrator_id);
    expect(keys).to.include.members(done(world).map(({ key }) => key));
    await expectDocumentsLike(book, folder.path);
  });
});
