import { join } from 'node:path';
import { expect } from 'chai';
import { takeBackupInThread } from '../../src/backup/backup-thread.ts';
import { ThreadFailed } from '../../src/system/thread-task.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';

const NO_SERVERS = { eventStoreUrl: undefined, mongoUrl: undefined, objectStore: undefined };

describe('A task in a thread', () => {
  let folder: Folder;
  before(async () => {
    folder = await temporaryFolder();
  });
  after(() => folder.remove());

  /** A backup of a folder without data. */
  const fail = (signal?: AbortSignal): Promise<unknown> =>
    takeBackupInThread(
      {
        directory: join(folder.path, 'backups'),
        masterKeys: [new Uint8Array(32)],
        config: { dataDir: join(folder.path, 'missing'), ...NO_SERVERS },
        copyTo: null,
        checkpoints: undefined,
        isFull: true,
        keepFull: 1,
        nowMs: 0,
        release: '0.0.0',
      },
      signal,
    ).catch((error: unknown) => error);

  it('fails with the message of its error', async () => {
    const error = await fail();
    expect(error).to.be.an.instanceOf(ThreadFailed);
    expect(error).to.have.property('message').that.includes('missing');
  });

  it('ends when its signal aborts', async () => {
    const abort = new AbortController();
    const failure = fail(abort.signal);
    abort.abort();
    expect(await failure).to.have.property('message', 'the task was stopped');
    expect(await fail(abort.signal)).to.have.property('message', 'the task was stopped');
  });
});
