/** What a start says that can't go on: what to mend, in a sentence, and nothing that is a secret. */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openDatabase } from '../../src/sqlite/database.ts';
import { DATABASE_FILE_NAME } from '../../src/config/storage.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Folder } from '../support/temporary-folder.ts';
import { spawnService } from '../support/service.ts';
import { expectBody, newUser } from '../support/api-steps.ts';

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;
const KEY = Buffer.alloc(32, 7).toString('base64');

type Ended = { readonly code: unknown; readonly stderr: string };

function start(env: NodeJS.ProcessEnv): Promise<Ended> {
  const alone = { HOST: '127.0.0.1', PORT: '0', EVENTSTORE_URL: '', MONGODB_URL: '', LOG_LEVEL: 'silent' };
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...alone, ...env }, timeout: 60_000 };
    execFile(process.execPath, ['--import', 'tsx', MAIN], options, (error, _stdout, stderr) =>
      resolve({ code: error?.code, stderr }),
    );
  });
}

describe('A start that can’t go on', () => {
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
      /EEXIST/,
    ],
    ['a master key that was changed', () => ({ DATA_DIR: dataWith('master.key', 'short') }), /32 bytes/],
    [
      'a database that is none',
      () => ({ DATA_DIR: dataWith('ledger.sqlite', 'no database '.repeat(100)) }),
      /not a database/,
    ],
    ['a host that nobody knows', () => ({ HOST: 'no such host' }), /HOST and PORT/],
    ['an address that is not ours', () => ({ HOST: '192.0.2.1' }), /HOST and PORT/],
    [
      'an event store whose connection string can’t be read',
      () => ({ MASTER_KEY: KEY, EVENTSTORE_URL: 'esdb://user:hidden@host?tls=hidden' }),
      /^EVENTSTORE_URL /,
    ],
    [
      'a documents store whose connection string can’t be read',
      () => ({ MASTER_KEY: KEY, MONGODB_URL: 'mongodb://user:hidden@host/?foo=bar' }),
      /^MONGODB_URL /,
    ],
    ['a public address that is none', () => ({ PUBLIC_URL: 'https://' }), /^PUBLIC_URL /],
  ];
  for (const [what, env, says] of cases) {
    it(`is told in one line for ${what}`, async () => {
      const { code, stderr } = await start({ DATA_DIR: join(folder.path, 'data'), ...env() });
      expect(code).to.equal(1);
      expect(stderr).to.match(says);
      expect(stderr.trim().split('\n')).to.have.lengthOf(1);
      expect(stderr).to.not.contain('hidden');
    });
  }

  it('is told in one line for documents that are ahead of the events', async () => {
    const dataDir = join(folder.path, 'cut');
    const service = await spawnService(dataDir);
    const { id } = await newUser(service.sandbox);
    // Once it is read, all that came before is in the documents.
    expectBody(await service.sandbox.get(`/v1/users/${id}`), 200);
    await service.stop();
    const database = openDatabase(join(dataDir, DATABASE_FILE_NAME));
    database.exec(`DROP TRIGGER events_never_go; DELETE FROM events WHERE position > 3`);
    database.close();
    const { code, stderr } = await start({ DATA_DIR: dataDir });
    expect(code).to.equal(1);
    expect(stderr).to.match(/^The documents are ahead of the events: .* the newest event is at 3\. .*\n$/);
  });
});
