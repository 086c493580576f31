/** A failed start prints one line that says how to fix it, and no secret. */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import { expectBody, newUser } from '../support/api-steps.ts';
import { nodeArguments } from '../support/project-process.ts';
import { spawnService } from '../support/service.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');

type Ended = { readonly code: unknown; readonly stderr: string };

function start(env: NodeJS.ProcessEnv): Promise<Ended> {
  const alone = { HOST: '127.0.0.1', PORT: '0', EVENTSTORE_URL: '', MONGODB_URL: '', LOG_LEVEL: 'silent' };
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...alone, ...env }, timeout: 60_000 };
    execFile(process.execPath, nodeArguments('src/main.ts'), options, (error, _stdout, stderr) =>
      resolve({ code: error?.code, stderr }),
    );
  });
}

describe('A failed start', () => {
  let folder: Folder;
  before(async () => (folder = await temporaryFolder()));
  after(() => folder.remove());

  /** A data directory with one file in it. */
  const dataWith = (name: string, text: string): string => {
    const path = join(folder.path, name);
    mkdirSync(path);
    writeFileSync(join(path, name), text);
    return path;
  };

  const cases: readonly [what: string, env: () => NodeJS.ProcessEnv, says: RegExp][] = [
    [
      'a data directory that is a file',
      () => ({ DATA_DIR: join(dataWith('some-file', ''), 'some-file') }),
      /^DATA_DIR must be a folder .*EEXIST/,
    ],
    [
      'a data directory below a file',
      () => ({ DATA_DIR: join(dataWith('other-file', ''), 'other-file', 'data') }),
      /^DATA_DIR must be a folder .*ENOTDIR/,
    ],
    // Not even root can create a folder there.
    [
      'a data directory that cannot be created',
      () => ({ DATA_DIR: '/proc/data/here' }),
      /^DATA_DIR must be a folder /,
    ],
    ['an invalid master key file', () => ({ DATA_DIR: dataWith('master.key', 'short') }), /32 bytes/],
    [
      'a file that is not a database',
      () => ({ DATA_DIR: dataWith('ledger.sqlite', 'no database '.repeat(100)) }),
      /not a database/,
    ],
    ['an unknown host', () => ({ HOST: 'no such host' }), /HOST and PORT/],
    ['an address of another machine', () => ({ HOST: '192.0.2.1' }), /HOST and PORT/],
    [
      'an invalid connection string of the event store',
      () => ({ MASTER_KEY: KEY, EVENTSTORE_URL: 'esdb://user:hidden@host?tls=hidden' }),
      /^EVENTSTORE_URL /,
    ],
    [
      'an invalid connection string of the document store',
      () => ({ MASTER_KEY: KEY, MONGODB_URL: 'mongodb://user:hidden@host/?foo=bar' }),
      /^MONGODB_URL /,
    ],
    ['an invalid public URL', () => ({ PUBLIC_URL: 'https://' }), /^PUBLIC_URL /],
  ];
  for (const [what, env, says] of cases) {
    it(`prints one line for ${what}`, async () => {
      const { code, stderr } = await start({ DATA_DIR: join(folder.path, 'data'), ...env() });
      expect(code).to.equal(1);
      expect(stderr).to.match(says);
      expect(stderr.trim().split('\n')).to.have.lengthOf(1);
      expect(stderr).to.not.contain('hidden');
    });
  }

  it('prints one line for events that went back, with the stream and what proves it', async () => {
    const dataDir = join(folder.path, 'cut');
    const service = await spawnService(dataDir);
    await newUser(service.sandbox);
    // This read waits until the documents contain all earlier events.
    expectBody(await service.sandbox.get('/v1/events?limit=1'), 200);
    await service.stop();
    const database = openDatabase(join(dataDir, DATABASE_FILE_NAME));
    database.exec(`DROP TRIGGER events_never_go; DELETE FROM events WHERE position > 3`);
    database.close();
    const { code, stderr } = await start({ DATA_DIR: dataDir });
    expect(code).to.equal(1);
    expect(stderr).to.match(
      /^The event store was changed: revision \d+ of .* the last orderly stop proves .*\n$/,
    );
  });
});
