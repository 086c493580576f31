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
/** Enough for the start and several hundred writes. */
const ROOM_KIB = 4_096;

describe('A service on a full disk', function () {
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

  it('returns 503 for writes and keeps running', async () => {
    // Each client continues until it gets a 503. Writes may succeed again while the log is copied into the file.
    const isFull = async (): Promise<true | undefined> => {
      await drive(CLIENTS, () => send(service.sandbox, newAttempt(world)));
      const doubts = inDoubt(world);
      let taken = 0;
      await forEach(doubts, async (attempt) => {
        if (await send(service.sandbox, attempt)) taken += 1;
      });
      return taken === 0 ? true : undefined;
    };
    await waitFor('all writes to fail', isFull, 120_000);
    expect((await fetch(`${service.url}/healthz`)).status).to.equal(200);
  });

  it('reports the fault on /readyz', async () => {
    await untilHeldUpBy(service.url, 'event_store', 'the database cannot be used');
  });

  it('contains every acknowledged write and no partial one once there is space', async () => {
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
