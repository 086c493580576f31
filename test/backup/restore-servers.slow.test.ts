/** A machine with servers is lost. Its backup is restored into other servers, which are empty. */
import { randomBytes } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import { createEventStoreDb } from '../../src/event-store/eventstoredb/eventstoredb.ts';
import { START } from '../../src/event-store/port.ts';
import { runCliProcess } from '../support/cli.ts';
import { findEventStoreDb } from '../support/eventstoredb.ts';
import { findMongoDb } from '../support/mongodb.ts';
import { spawnService } from '../support/service.ts';
import { skip } from '../support/skip.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { untilReady } from '../faults/service-behind-gates.ts';
import { recordedIn, take, type Recorded } from './backups.ts';

describe('A backup that is restored into EventStoreDB and MongoDB', function () {
  this.timeout(300_000);
  const database = `restore_test_${randomBytes(6).toString('hex')}`;
  let events: Awaited<ReturnType<typeof findEventStoreDb>>;
  let mongo: Awaited<ReturnType<typeof findMongoDb>>;
  let folder: Folder | undefined;
  let recorded: Recorded;
  let servers: Record<string, string>;
  const at = (name: string): string => join(folder?.path ?? '', name);
  before(async function () {
    [events, mongo] = [await findEventStoreDb(), await findMongoDb()];
    if (events === undefined || mongo === undefined)
      skip(this, 'needs EventStoreDB and MongoDB: set EVENTSTORE_URL and MONGODB_URL or start Docker');
    const store = createEventStoreDb(events.url);
    const isEmpty = (await store.head()) === START;
    await store.close();
    if (!isEmpty) skip(this, 'needs an EventStoreDB without events of a service');
    folder = await temporaryFolder();
    recorded = recordedIn(folder.path);
    await take(recorded, { directory: at('backups') });
    const url = new URL(mongo.url);
    url.pathname = `/${database}`;
    servers = { EVENTSTORE_URL: events.url, MONGODB_URL: url.href };
  });
  after(async () => {
    if (folder !== undefined && mongo !== undefined) {
      const client = new MongoClient(mongo.url);
      await client.db(database).dropDatabase();
      await client.close();
      await folder.remove();
    }
    await Promise.all([events?.stop(), mongo?.stop()]);
  });

  const restore = (to: string) =>
    runCliProcess(
      servers,
      ...['restore', at('backups'), '--servers', '--to', at(to)],
      ...['--master-key', join(recorded.dataDir, 'master.key')],
    );

  it('ends as its manifest says, and is refused a second time', async () => {
    const restored = await restore('restored');
    expect(restored.code, restored.err).to.equal(0);
    expect(restored.out).to.match(/All \d+ streams end as the manifest says and are valid\./);
    const again = await restore('again');
    expect(again.code).to.equal(1);
    expect(again.err).to.match(/The event store is not empty/);
  });

  it('serves a service, which builds its documents from the events', async () => {
    const MASTER_KEY = Buffer.from(recorded.masterKey).toString('base64');
    const env = { ...servers, MASTER_KEY, CHECKPOINT_DIR: 'off', LOG_LEVEL: 'warn' };
    copyFileSync(join(recorded.dataDir, 'credentials.json'), join(at('restored'), 'credentials.json'));
    const service = await spawnService(at('restored'), env);
    try {
      await untilReady(service.url);
      const compared = await runCliProcess({ ...env, DATA_DIR: at('restored') }, 'audit', 'compare');
      expect(compared.code, compared.out + compared.err).to.equal(0);
    } finally {
      await service.stop();
    }
  });
});
