/** What somebody can do to a book on EventStoreDB, which removes only the beginning of a stream, or all of it. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { EventStoreDBClient } from '@eventstore/db-client';
import { expect } from 'chai';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { createEventStoreDb } from '../../src/event-store/eventstoredb/eventstoredb.ts';
import { bookStreamOf } from '../../src/ledger/ids.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import { createSqliteDocuments } from '../../src/sqlite/documents.ts';
import { beginAt, makeKeys, masterKey, untilReady } from '../faults/service-behind-gates.ts';
import { expectBody, expectError, newUser } from '../support/api-steps.ts';
import type { Client } from '../support/client.ts';
import { findEventStoreDb } from '../support/eventstoredb.ts';
import { readiness } from '../support/readiness.ts';
import { startTestService, type RunningService } from '../support/service.ts';
import { skip } from '../support/skip.ts';
import { removeSnapshots } from '../support/tampered-events.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

const ENDS = 'proves an event, but the stream ends before it';

describe('A book that was removed from EventStoreDB (at EVENTSTORE_URL, or in Docker)', function () {
  this.timeout(120_000);
  let server: Awaited<ReturnType<typeof findEventStoreDb>>;
  let folder: Folder;
  let service: RunningService;
  let book: string;
  let client: EventStoreDBClient;
  before(async function () {
    server = await findEventStoreDb();
    if (server === undefined) skip(this, 'needs EventStoreDB: set EVENTSTORE_URL or start Docker');
  });
  after(() => server?.stop());

  const url = (): string => server?.url ?? '';
  async function start(): Promise<void> {
    service = await startTestService({ ...masterKey(), DATA_DIR: folder.path, EVENTSTORE_URL: url() });
    await untilReady(service.url);
  }
  beforeEach(async () => {
    folder = await temporaryFolder();
    const { integratorId } = await makeKeys(folder.path, { EVENTSTORE_URL: url() });
    book = bookStreamOf(integratorId, 'sandbox');
    const eventStore = createEventStoreDb(url());
    const head = await eventStore.head();
    await eventStore.close();
    await beginAt(createSqliteDocuments(openDatabase(join(folder.path, DATABASE_FILE_NAME))), head);
    client = EventStoreDBClient.connectionString(url());
    await start();
    for (let count = 0; count < 3; count++) {
      const { id } = await newUser(service.sandbox);
      // Waits for the documents.
      expectBody(await service.sandbox.get(`/v1/users/${id}`), 200);
    }
    expectBody(await service.sandbox.get('/v1/events'), 200);
  });
  afterEach(async () => {
    await service.close();
    await client.dispose();
    await folder.remove();
  });

  const writeTo = (keys: Client) =>
    keys.post('/v1/users', { type: 'individual', external_reference: randomUUID() });
  async function expectRefused(cause: string): Promise<void> {
    const { message } = expectError(await writeTo(service.sandbox), 503, 'service_unavailable');
    expect(message).to.include('Stored events are missing or were changed.');
    const { health } = await readiness(service.url);
    expect(health.parts['books']?.detail).to.match(new RegExp(`${book}: .*${cause}`));
  }

  it('is refused because of its snapshot', async () => {
    await service.close();
    await client.deleteStream(book);
    await start();
    await expectRefused(`a snapshot ${ENDS}`);
  });

  it('is refused because of its documents', async () => {
    await service.close();
    await client.deleteStream(book);
    removeSnapshots(folder.path);
    await start();
    await expectRefused(`the document evt_[0-9a-z]{26} ${ENDS}`);
  });

  it('is refused if only its beginning was removed', async () => {
    await service.close();
    await client.setStreamMetadata(book, { truncateBefore: 1 });
    removeSnapshots(folder.path);
    await start();
    await expectRefused('the hash chain of .* is broken');
  });

  it('is refused while it is loaded, even if nobody uses it', async () => {
    // Its newest event is the newest of all streams, as after a restore to just before it.
    await client.deleteStream(book);
    const cause = new RegExp(`${book}: .*a process that read it ${ENDS}`);
    await waitFor('the report', async () => {
      const { health } = await readiness(service.url);
      return cause.test(health.parts['books']?.detail ?? '') ? true : undefined;
    });
    await expectRefused(`a process that read it ${ENDS}`);
    expectBody(await writeTo(service.production), 201);
  });

  it('continues on what a process has in memory at most, and cannot be loaded without the removed events', async () => {
    await client.deleteStream(book);
    const answer = await writeTo(service.sandbox);
    // The server continues with the next revision, so the decision is the right one. The process may have noticed the loss first.
    const isRefused = answer.status !== 201;
    if (isRefused) expectError(answer, 503, 'service_unavailable');
    await service.close();
    removeSnapshots(folder.path);
    await start();
    await expectRefused(isRefused ? ENDS : 'the hash chain of .* is broken');
  });
});
