import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'chai';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { createEventStoreDb } from '../../src/event-store/eventstoredb/eventstoredb.ts';
import type { EventStore } from '../../src/event-store/port.ts';
import { bookStreamOf } from '../../src/ledger/ids.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import { createSqliteDocuments } from '../../src/sqlite/documents.ts';
import { expectBookInOrder } from '../crash/assert-book.ts';
import { audit, expectDocumentsLike } from '../crash/assert-stream.ts';
import {
  createWorld,
  done,
  drive,
  expectUnavailable,
  inAHurry,
  inDoubt,
  newAttempt,
  send,
  type World,
} from '../crash/load.ts';
import { findEventStoreDb } from '../support/eventstoredb.ts';
import { readiness } from '../support/readiness.ts';
import { spawnService, type ServiceProcess } from '../support/service.ts';
import { skip } from '../support/skip.ts';
import { createTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import {
  beginAt,
  makeKeys,
  masterKey,
  settleDoubts,
  untilHeldUpBy,
  untilReady,
} from './service-behind-gates.ts';

const CUTS = 4;
const CLIENTS = 32;

describe('A service whose EventStoreDB (at EVENTSTORE_URL, or in Docker) becomes unavailable', function () {
  this.timeout(300_000);
  let server: Awaited<ReturnType<typeof findEventStoreDb>>;
  let folder: Folder;
  let gate: TcpProxy;
  let service: ServiceProcess;
  let stream: string;
  let world: World;
  before(async function () {
    server = await findEventStoreDb();
    if (server === undefined) {
      skip(this, 'needs EventStoreDB: set EVENTSTORE_URL or start Docker');
    }
    folder = await temporaryFolder();
    const { integratorId } = await makeKeys(folder.path, { EVENTSTORE_URL: server.url });
    stream = bookStreamOf(integratorId, 'sandbox');
    const file = openDatabase(join(folder.path, DATABASE_FILE_NAME));
    await beginAt(createSqliteDocuments(file), await atServer((eventStore) => eventStore.head()));
    gate = await createTcpProxy(server.url);
    const url = new URL(gate.url);
    url.searchParams.delete('directConnection');
    const env = { ...inAHurry(folder.path), ...masterKey(), EVENTSTORE_URL: url.href, LOG_LEVEL: 'warn' };
    service = await spawnService(folder.path, env);
  });
  after(async () => {
    if (server === undefined) return;
    await service.kill();
    await gate.close();
    await folder.remove();
    await server.stop();
  });

  /** Bypasses the gate. It is closed immediately, because a process should have only one client. */
  async function atServer<T>(work: (eventStore: EventStore) => Promise<T>): Promise<T> {
    if (server === undefined) throw new Error('There is no server.');
    const eventStore = createEventStoreDb(server.url);
    const result = await work(eventStore);
    await eventStore.close();
    return result;
  }

  /** Each client continues until it gets a 503. */
  async function cutUnderLoad(): Promise<void> {
    const enough = randomInt(5, 150);
    let answers = 0;
    await drive(CLIENTS, async () => {
      if (!(await send(service.sandbox, newAttempt(world)))) return false;
      answers += 1;
      if (answers === enough) gate.shut();
      return true;
    });
  }

  it('listens without it, is not ready, and reports the cause', async () => {
    await untilHeldUpBy(service.url, 'event_store', 'EventStoreDB');
    const { health } = await readiness(service.url);
    expect(health.parts.keys).to.deep.equal({ ok: false, detail: 'not loaded yet' });
    expect((await fetch(`${service.url}/healthz`)).status).to.equal(200);
  });

  it('returns 503 until it is available', async () => {
    // The key cannot be verified yet, so the response has no rate-limit headers.
    for (const method of ['GET', 'POST']) {
      const response = await fetch(`${service.url}/v1/users`, {
        method,
        headers: { 'Api-Key': service.sandbox.apiKey },
      });
      expect(response.status).to.equal(503);
      expect(response.headers.get('retry-after')).to.equal('1');
      expect(await response.json()).to.have.nested.property('error.code', 'service_unavailable');
    }
  });

  it('is ready as soon as it is available', async () => {
    gate.open();
    await untilReady(service.url);
    world = await createWorld(service.sandbox);
  });

  it('returns 503 when it is cut off under load, and recovers automatically', async () => {
    for (let cut = 1; cut <= CUTS; cut += 1) {
      await cutUnderLoad();
      expect(inDoubt(world)).to.have.length.of.at.least(CLIENTS);
      await untilHeldUpBy(service.url, 'event_store', 'EventStoreDB');
      expectUnavailable(await service.sandbox.get(`/v1/users/${world.holders[0]?.user_id ?? ''}`));
      gate.open();
      await untilReady(service.url);
      await settleDoubts(service.sandbox, world);
    }
  });

  it('contains no duplicate, partial, or unrequested write', async () => {
    await expectBookInOrder(service.sandbox, world);
  });

  it('leaves a stream with every acknowledged key once and an intact hash chain', async () => {
    expect(await service.stop()).to.equal(0);
    const { book, keys } = await atServer((eventStore) => audit(eventStore, stream));
    expect(keys).to.include.members(done(world).map(({ key }) => key));
    await expectDocumentsLike(book, folder.path);
  });
});
