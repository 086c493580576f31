import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { ConfigError } from '../../src/config/config-file.ts';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { StoreUnavailable } from '../../src/event-store/port.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import { verifyMasterKey } from '../../src/vault/master-key.ts';
import { WrongMasterKey } from '../../src/vault/stored-key-ring.ts';
import { createVault, type Vault } from '../../src/vault/vault.ts';
import { expectBody, newUser } from '../support/api-steps.ts';
import { spawnService, startTestService } from '../support/service.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';

const newKey = (): string => randomBytes(32).toString('base64');
const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('A wrong master key', () => {
  let folder: Folder;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => folder.remove());

  function countsInFile(): unknown {
    const database = openDatabase(join(folder.path, DATABASE_FILE_NAME), { readOnly: true });
    try {
      return database
        .prepare(
          'SELECT (SELECT count(*) FROM events) AS events, (SELECT sum(position) FROM checkpoints) AS projected',
        )
        .get();
    } finally {
      database.close();
    }
  }

  it('is rejected at startup with one sentence, before anything is written', async () => {
    const env = { DATA_DIR: folder.path, MASTER_KEY: newKey() };
    // Pending projections must not run with another key.
    const first = await startTestService({ ...env, ROLES: 'api,worker' });
    const { id } = await newUser(first.sandbox, { email: 'ada@example.com' });
    await first.close();
    const before = countsInFile();
    const wrong = await faultOf(startTestService({ ...env, MASTER_KEY: newKey() }));
    expect(wrong)
      .to.be.instanceOf(ConfigError)
      .with.property('message')
      .that.matches(/^MASTER_KEY is not/);
    // A missing MASTER_KEY is the same mistake, and creates no key file.
    const none = await faultOf(startTestService({ DATA_DIR: folder.path }));
    expect(none)
      .to.be.instanceOf(ConfigError)
      .with.property('message')
      .that.matches(/master\.key; restore that key, or set MASTER_KEY/);
    expect(existsSync(join(folder.path, 'master.key'))).to.equal(false);
    expect(countsInFile()).to.deep.equal(before);
    const again = await startTestService(env);
    try {
      expect(expectBody(await again.sandbox.get(`/v1/users/${id}`), 200).email).to.equal('ada@example.com');
    } finally {
      await again.close();
    }
  });

  it('may be a new key, created because the key file was lost', async () => {
    await (await startTestService({ DATA_DIR: folder.path })).close();
    const file = join(folder.path, 'master.key');
    const text = readFileSync(file);
    rmSync(file);
    expect(await faultOf(startTestService({ DATA_DIR: folder.path }))).to.be.instanceOf(ConfigError);
    expect(existsSync(file)).to.equal(false);
    // An existing key file is never deleted.
    writeFileSync(file, newKey());
    expect(await faultOf(startTestService({ DATA_DIR: folder.path }))).to.be.instanceOf(ConfigError);
    expect(existsSync(file)).to.equal(true);
    writeFileSync(file, text);
    await (await startTestService({ DATA_DIR: folder.path })).close();
  });

  it('ends the process with only that sentence', async () => {
    await (await startTestService({ DATA_DIR: folder.path })).close();
    const said = await faultOf(spawnService(folder.path, { MASTER_KEY: newKey(), LOG_LEVEL: 'warn' }));
    expect(String(said)).to.include('MASTER_KEY is not the key that this data was sealed with');
    expect(String(said)).to.not.include('    at ');
  });

  it('is detected once unavailable stores are back, and seals nothing until then', async () => {
    let isAway = false;
    const documents = createMemoryDocumentStore();
    const away = (): Promise<never> => Promise.reject(new StoreUnavailable('away'));
    const vaultOf = (masterKey: Uint8Array): Vault =>
      createVault(
        {
          ...documents,
          getRecord: (...args) => (isAway ? away() : documents.getRecord(...args)),
          putRecord: (...args) => (isAway ? away() : documents.putRecord(...args)),
        },
        masterKey,
      );
    const [right, wrong] = [vaultOf(randomBytes(32)), vaultOf(randomBytes(32))];
    const about = { bytes: new Uint8Array(), mismatchMessage: 'It is another one.' };
    expect(await verifyMasterKey(right, about)).to.equal(true);
    isAway = true;
    expect(await verifyMasterKey(wrong, about)).to.equal(false);
    isAway = false;
    expect(await faultOf(wrong.createKey())).to.be.instanceOf(WrongMasterKey);
    const refused = await faultOf(verifyMasterKey(wrong, about));
    expect(refused).to.be.instanceOf(ConfigError).with.property('message', 'It is another one.');
    await right.createKey();
  });
});
