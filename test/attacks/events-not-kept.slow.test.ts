import { join } from 'node:path';
import { EventStoreDBClient } from '@eventstore/db-client';
import { expect } from 'chai';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { createEventStoreDb } from '../../src/event-store/eventstoredb/eventstoredb.ts';
import type { EventStore, StreamSettings } from '../../src/event-store/port.ts';
import { bookStreamOf } from '../../src/ledger/ids.ts';
import { PLATFORM_STREAM } from '../../src/platform/platform.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import { createSqliteDocuments } from '../../src/sqlite/documents.ts';
import { audit } from '../crash/assert-stream.ts';
import { beginAt, makeKeys, masterKey, untilReady } from '../faults/service-behind-gates.ts';
import { expectBody } from '../support/api-steps.ts';
import { runCliProcess } from '../support/cli.ts';
import type { Client } from '../support/client.ts';
import { findEventStoreDb } from '../support/eventstoredb.ts';
import { readiness } from '../support/readiness.ts';
import { startTestService, type RunningService } from '../support/service.ts';
import { skip } from '../support/skip.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

/** Settings are read every five seconds. */
const NOTICED_WITHIN_MS = 40_000;

describe('A stream whose events EventStoreDB would delete (at EVENTSTORE_URL, or in Docker)', function () {
  this.timeout(180_000);
  let server: Awaited<ReturnType<typeof findEventStoreDb>>;
  let folder: Folder;
  let service: RunningService;
  let book: string;
  let events: EventStore;
  let settings: StreamSettings;
  let attacker: EventStoreDBClient;
  before(async function () {
    server = await findEventStoreDb();
    if (server === undefined) skip(this, 'needs EventStoreDB: set EVENTSTORE_URL or start Docker');
    folder = await temporaryFolder();
    const { integratorId } = await makeKeys(folder.path, { EVENTSTORE_URL: server.url });
    book = bookStreamOf(integratorId, 'sandbox');
    events = createEventStoreDb(server.url);
    if (events.settings === undefined) throw new Error('Streams of EventStoreDB have settings.');
    settings = events.settings;
    attacker = EventStoreDBClient.connectionString(server.url);
    await beginAt(
      createSqliteDocuments(openDatabase(join(folder.path, DATABASE_FILE_NAME))),
      await events.head(),
    );
    service = await start();
  });
  after(async () => {
    if (server === undefined) return;
    await service.close();
    await events.close();
    await attacker.dispose();
    await folder.remove();
    await server.stop();
  });

  async function start(): Promise<RunningService> {
    const env = { ...masterKey(), EVENTSTORE_URL: server?.url ?? '', DATA_DIR: folder.path };
    const started = await startTestService(env);
    await untilReady(started.url);
    return started;
  }

  const userBody = (external_reference: string) => ({
    type: 'individual',
    external_reference,
    first_name: 'Ada',
  });
  let users = 0;
  const createUser = async (
    client: Client,
  ): Promise<{ status: number; code?: string; retry: string | null }> => {
    users += 1;
    const { status, body, headers } = await client.post('/v1/users', userBody(`user-${users}`));
    return { status, code: body.error?.code, retry: headers.get('retry-after') };
  };
  const written = { status: 201, code: undefined, retry: null };
  const refused = { status: 503, code: 'service_unavailable', retry: '30' };

  const streams = async (): Promise<{ ok: boolean; detail?: string }> =>
    (await readiness(service.url)).health.parts.streams;
  const notKept = async (): Promise<number> =>
    Number(/^streams_not_kept (\d+)$/m.exec(await (await fetch(`${service.url}/metrics`)).text())?.[1]);

  const untilNoticed = (reason: string): Promise<unknown> =>
    waitFor(
      `/readyz to name ${reason}`,
      async () => (await streams()).detail?.includes(`${book}: ${reason}.`) === true || undefined,
      NOTICED_WITHIN_MS,
    );
  /** A shared server may have others that an earlier run has deleted for good. */
  const untilKept = (stream = book): Promise<unknown> =>
    waitFor(
      `/readyz without ${stream}`,
      async () => (await streams()).detail?.includes(`${stream}:`) !== true || undefined,
      NOTICED_WITHIN_MS,
    );

  const SETTINGS = {
    $maxCount: { set: () => attacker.setStreamMetadata(book, { maxCount: 2 }), reason: '$maxCount is 2' },
    $maxAge: { set: () => attacker.setStreamMetadata(book, { maxAge: 1 }), reason: '$maxAge is 1' },
    $tb: { set: () => attacker.setStreamMetadata(book, { truncateBefore: 3 }), reason: '$tb is 3' },
    'a deletion': { set: () => attacker.deleteStream(book), reason: 'it was deleted ($tb)' },
  } as const;

  for (const [name, { set, reason }] of Object.entries(SETTINGS))
    it(`takes no writes because of ${name}, until that is undone, and loses nothing`, async () => {
      expect(await createUser(service.sandbox)).to.deep.equal(written);
      const before = await events.read(book, 0, 500);
      await set();
      await untilNoticed(reason);
      expect((await readiness(service.url)).status).to.equal(200);
      expect(await notKept()).to.be.greaterThan(0);
      expect(await createUser(service.sandbox)).to.deep.equal(refused);
      expect(await createUser(service.production)).to.deep.equal(written);
      await settings.keepAll(book);
      await untilKept();
      expect(await createUser(service.sandbox)).to.deep.equal(written);
      const after = await events.read(book, 0, 500);
      expect(after.slice(0, before.length)).to.deep.equal(before);
      expect(after.length).to.be.greaterThan(before.length);
    });

  it('keeps all its events although the service writes before it notices a deletion', async () => {
    const before = await events.read(book, 0, 500);
    await attacker.deleteStream(book);
    expect(await createUser(service.sandbox)).to.deep.equal(written);
    await untilNoticed(`$tb is ${before.length}`);
    expect(await createUser(service.sandbox)).to.deep.equal(refused);
    await settings.keepAll(book);
    await untilKept();
    expect((await events.read(book, 0, 500)).slice(0, before.length)).to.deep.equal(before);
    expect(await createUser(service.sandbox)).to.deep.equal(written);
  });

  it('is noticed by a process that starts later, before anybody writes', async () => {
    await service.close();
    await attacker.setStreamMetadata(book, { maxCount: 2 });
    service = await start();
    await untilNoticed('$maxCount is 2');
    expect(await createUser(service.sandbox)).to.deep.equal(refused);
    const env = { EVENTSTORE_URL: server?.url ?? '' };
    const { code, out } = await runCliProcess(env, 'audit', 'keep-events', book, '--json');
    expect(code).to.equal(0);
    expect(JSON.parse(out)).to.deep.equal([{ stream: book, removed: '$maxCount is 2' }]);
    await untilKept();
    expect(await createUser(service.sandbox)).to.deep.equal(written);
  });

  it('takes no operators’ changes if it is the stream of the platform, while keys and books continue', async () => {
    await attacker.setStreamMetadata(PLATFORM_STREAM, { maxCount: 1_000_000 });
    try {
      await waitFor(
        'the stream',
        async () => (await streams()).detail?.includes(PLATFORM_STREAM) === true || undefined,
        NOTICED_WITHIN_MS,
      );
      expect((await readiness(service.url)).status).to.equal(200);
      expect(await createUser(service.sandbox)).to.deep.equal(written);
    } finally {
      await settings.keepAll(PLATFORM_STREAM);
    }
    await untilKept(PLATFORM_STREAM);
  });

  it('is right according to the audit after all of that', async () => {
    await audit(events, book);
  });

  it('stays refused once it was deleted for good, and other books are read and written', async () => {
    await attacker.tombstoneStream(book);
    await untilNoticed('it was deleted for good; restore it from a backup');
    expect(await createUser(service.sandbox)).to.deep.equal(refused);
    const body = expectBody(await service.production.post('/v1/users', userBody('last')), 201);
    // The read model contains it, so the event that marks the deletion does not stop the projector.
    expect((await service.production.get(`/v1/users/${body.id}`)).status).to.equal(200);
    await waitFor('the list of users', async () => {
      const { data } = (await service.production.get('/v1/users?limit=1')).body;
      return data[0]?.id === body.id || undefined;
    });
  });
});
