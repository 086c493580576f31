/** Streams that end before what checkpoints or the last orderly stop prove, although everything in the database file fits together. */
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { listCheckpointedStreams } from '../../src/audit/checkpoints/checkpoint-files.ts';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { bookStreamOf } from '../../src/ledger/ids.ts';
import { PLATFORM_STREAM } from '../../src/platform/platform.ts';
import { expectBody, expectError, newUser } from '../support/api-steps.ts';
import { startCli, type Cli } from '../support/cli.ts';
import { readiness } from '../support/readiness.ts';
import { startTestService, type RunningService } from '../support/service.ts';
import {
  backUp,
  newestRevision,
  removeAfter,
  removeReadModels,
  removeSnapshots,
} from '../support/tampered-events.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { operatorOf, trade } from '../support/treasury.ts';
import { waitFor } from '../support/wait-for.ts';

const ENDS = 'proves an event, but the stream ends before it';

describe('A store that goes back in time', function () {
  this.timeout(60_000);
  let folder: Folder;
  let service: RunningService;
  let book: string;
  let cli: Cli;
  before(() => (cli = startCli()));
  after(() => cli.close());
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(async () => {
    await service.close();
    await folder.remove();
  });

  /** An empty value is the default. */
  async function start(CHECKPOINT_DIR = ''): Promise<void> {
    service = await startTestService({ DATA_DIR: folder.path, CHECKPOINT_DIR });
    book = bookStreamOf(service.credentials.integrator_id, 'sandbox');
  }
  const faultOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
  const expectNoUser = async (): Promise<void> => {
    const user = { type: 'individual', external_reference: 'refused' };
    expectError(await service.sandbox.post('/v1/users', user), 503, 'service_unavailable');
  };
  const booksDetail = async (): Promise<string | undefined> =>
    (await readiness(service.url)).health.parts['books']?.detail;

  /** `audit accept` of the newest event. */
  async function accept(stream: string): Promise<void> {
    const env = { DATA_DIR: folder.path };
    const where = ['audit', 'accept', stream, String(newestRevision(folder.path, stream))];
    const { hash } = JSON.parse((await cli.run(env, ...where, '--json')).out) as { hash: string };
    const { code, err } = await cli.run(env, ...where, '--hash', hash, '--reason', 'The backup is older.');
    expect(code, err).to.equal(0);
  }

  it('because a backup replaces its file: starts once an operator has accepted that', async () => {
    await start();
    await newUser(service.sandbox);
    await service.close();
    const backup = join(folder.path, 'backup.sqlite');
    backUp(folder.path, backup);
    await start();
    await newUser(service.sandbox);
    await operatorOf(service).post('/operator/v1/integrators', { name: 'Lost' });
    await service.close();
    const file = join(folder.path, DATABASE_FILE_NAME);
    for (const suffix of ['', '-wal', '-shm']) await rm(file + suffix, { force: true });
    await copyFile(backup, file);

    const refused = await faultOf(start());
    expect(String(refused)).to.match(
      new RegExp(`ConfigError: .*revision [0-9]+ of ${PLATFORM_STREAM} .*the checkpoint of \\S+ ${ENDS}`),
    );
    const restored = ['audit', 'accept-restore', '--reason', 'The backup is older.'];
    const { code, err } = await cli.run({ DATA_DIR: folder.path }, ...restored);
    expect(code, err).to.equal(0);
    await start();
    await newUser(service.sandbox);
    expect(await booksDetail()).to.equal(undefined);
    // The checkpoints continue from the accepted event.
    await service.close();
    removeAfter(folder.path, book, newestRevision(folder.path, book) - 1);
    removeSnapshots(folder.path);
    removeReadModels(folder.path);
    await start();
    await expectNoUser();
    expect(await booksDetail()).to.match(new RegExp(`${book}: .*the checkpoint of \\S+ ${ENDS}`));
  });

  it('restored into another folder, as docs/backup.md says, needs nothing else', async () => {
    await start();
    await newUser(service.sandbox);
    await service.close();
    const restored = await temporaryFolder();
    backUp(folder.path, join(restored.path, DATABASE_FILE_NAME));
    for (const file of ['master.key', 'credentials.json'])
      await copyFile(join(folder.path, file), join(restored.path, file));
    removeAfter(restored.path, book, newestRevision(restored.path, book) - 1);
    removeSnapshots(restored.path);
    removeReadModels(restored.path);
    await folder.remove();
    folder = restored;
    await start();
    await newUser(service.sandbox);
  });

  it('names a book that only its checkpoint proves before anybody has used it', async () => {
    await start();
    await newUser(service.sandbox);
    await service.close();
    expect(listCheckpointedStreams(join(folder.path, 'checkpoints'))).to.include(book);
    removeAfter(folder.path, book, newestRevision(folder.path, book) - 1);
    removeSnapshots(folder.path);
    removeReadModels(folder.path);
    await start();
    const detail = await waitFor('the report', booksDetail);
    expect(detail).to.match(new RegExp(`${book}: .*the checkpoint of \\S+ ${ENDS}`));
    await expectNoUser();
    const { data } = expectBody(await operatorOf(service).get('/operator/v1/attention'), 200);
    const warnings = (data as { kind: string; detail: string }[]).filter(({ kind }) => kind === 'warning');
    expect(warnings.map(({ detail: text }) => text).join()).to.include(book);
    expect(await (await fetch(`${service.url}/metrics`)).text()).to.match(/^books_unreadable 1$/m);
  });

  for (const stream of [PLATFORM_STREAM, 'treasury-sandbox'])
    it(`while the service runs, in ${stream}: it is not ready any more, and does not start again`, async () => {
      await start('off');
      const revision = newestRevision(folder.path, stream);
      if (stream === PLATFORM_STREAM)
        await operatorOf(service).post('/operator/v1/integrators', { name: 'Lost' });
      else await trade(service);
      await newUser(service.sandbox);
      removeAfter(folder.path, stream, revision);
      const cause = new RegExp(`of ${stream} .*a process that read it ${ENDS}`);
      await waitFor('the report', async () => {
        const { health } = await readiness(service.url);
        return !health.ready && cause.test(health.parts['keys']?.detail ?? '') ? true : undefined;
      });
      await service.close();
      expect(String(await faultOf(start('off')))).to.match(new RegExp(`ConfigError: .*${cause.source}`));
    });

  it('remembers the newest events of the treasury from the last orderly stop', async () => {
    await start('off');
    const revision = newestRevision(folder.path, 'treasury-sandbox');
    await trade(service);
    await operatorOf(service).post('/operator/v1/integrators', { name: 'Later events' });
    await service.close();
    removeAfter(folder.path, 'treasury-sandbox', revision);
    const refused = await faultOf(start('off'));
    expect(String(refused)).to.match(
      new RegExp(`ConfigError: .*of treasury-sandbox .*the last orderly stop ${ENDS}`),
    );
    await accept('treasury-sandbox');
    await start('off');
    await trade(service);
  });
});
