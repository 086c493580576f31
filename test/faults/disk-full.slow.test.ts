import { expect } from 'chai';
import { expectBookInOrder } from '../crash/assert-book.ts';
import { createWorld, done, drive, forEach, inAHurry, inDoubt, newAttempt, send } from '../crash/load.ts';
import type { World } from '../crash/load.ts';
import { auditFile, expectDocumentsLike } from '../crash/assert-stream.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Folder } from '../support/temporary-folder.ts';
import { spawnService } from '../support/service.ts';
import type { ServiceProcess } from '../support/service.ts';
import { waitFor } from '../support/wait-for.ts';
import { settleDoubts, untilHeldUpBy } from './service-behind-gates.ts';

const CLIENTS = 16;
/** Enough for a start and some hundred writes. */
const ROOM_KIB = 4_096;

describe('a service whose disk is full', function () {
  this.timeout(300_000);
  let folder: Folder;
  let env: Record<string, string>;
  let service: ServiceProcess;
  let world: World;
  before(async () => {
    folder = await temporaryFolder();
    env = { ...inAHurry(folder.path), LOG_LEVEL: 'warn' };
    service = await spawnService(folder.path, env, { fileSizeMaxKiB: ROOM_KIB });
    world = await createWorld(service.sandbox);
  });
  after(async () => {
    await service.kill();
    await folder.remove();
  });

  it('answers writes with 503, again and again, and lives on', async () => {
    // Each client goes on until it is told that the service can't now. That may be so for a moment alone: it takes its time, or
    // there is room once more, as the log is copied into the file.
    const isFull = async (): Promise<true | undefined> => {
      await drive(CLIENTS, () => send(service.sandbox, newAttempt(world)));
      const doubts = inDoubt(world);
      let taken = 0;
      await forEach(doubts, async (attempt) => {
        if (await send(service.sandbox, attempt)) taken += 1;
      });
      return taken === 0 ? true : undefined;
    };
    await waitFor('nothing is taken any more', isFull, 120_000);
    expect((await fetch(`${service.url}/healthz`)).status).to.equal(200);
  });

  it('says so on /readyz', async () => {
    await untilHeldUpBy(service.url, 'event_store', 'the database cannot be used');
  });

  it('has every acknowledged write, and no other by half, once there is room', async () => {
    await service.kill();
    service = await spawnService(folder.path, env);
    await forEach(done(world), async (attempt) => {
      expect(await send(service.sandbox, attempt)).to.equal(true);
    });
    await settleDoubts(service.sandbox, world);
    await expectBookInOrder(service.sandbox, world);
    expect(await service.stop()).to.equal(0);
    const { book, keys } = await auditFile(folder.path, service.credentials.integrator_id);
    expect(keys).to.include.members(done(world).map(({ key }) => key));
    await expectDocumentsLike(book, folder.path);
  });
});
