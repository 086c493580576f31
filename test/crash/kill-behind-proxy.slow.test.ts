/** Processes on one EventStoreDB behind a proxy. Those that serve a book are killed under load. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { createEventStoreDb } from '../../src/event-store/eventstoredb/eventstoredb.ts';
import type { EventStore } from '../../src/event-store/port.ts';
import { bookStreamOf } from '../../src/ledger/ids.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import { createSqliteDocuments } from '../../src/sqlite/documents.ts';
import { beginAt, makeKeys, masterKey, settleDoubts, untilReady } from '../faults/service-behind-gates.ts';
import { createClient, type Client } from '../support/client.ts';
import { findEventStoreDb } from '../support/eventstoredb.ts';
import { PROXIES, startProxy } from '../support/proxies.ts';
import { spawnService, type ServiceProcess } from '../support/service.ts';
import { skip } from '../support/skip.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';
import { expectSums, figuresOf } from './assert-book.ts';
import { audit } from './assert-stream.ts';
import {
  createWorld,
  done,
  drive,
  forEach,
  inAHurry,
  inDoubt,
  newTransfer,
  send,
  type World,
} from './load.ts';

const PROCESSES = 3;
const CLIENTS = 24;
/** Answers before a process is killed. */
const ENOUGH = 60;

for (const proxy of PROXIES)
  describe(`Processes on EventStoreDB (at EVENTSTORE_URL, or in Docker) behind ${proxy.name}`, function () {
    this.timeout(300_000);
    let server: Awaited<ReturnType<typeof findEventStoreDb>>;
    let folder: Folder;
    let eventStore: EventStore;
    let stream: string;
    const running: ServiceProcess[] = [];
    let stopProxy: () => Promise<void>;
    let client: Client;
    let world: World;

    before(async function () {
      if (!proxy.isInstalled()) skip(this, `needs ${proxy.name}`);
      server = await findEventStoreDb();
      if (server === undefined) skip(this, 'needs EventStoreDB: set EVENTSTORE_URL or start Docker');
      const { url: EVENTSTORE_URL } = server;
      folder = await temporaryFolder();
      const { integratorId } = await makeKeys(folder.path, { EVENTSTORE_URL });
      stream = bookStreamOf(integratorId, 'sandbox');
      eventStore = createEventStoreDb(EVENTSTORE_URL);
      const env = { ...inAHurry(folder.path), ...masterKey(), EVENTSTORE_URL, LOG_LEVEL: 'warn' };
      for (let i = 0; i < PROCESSES; i++) {
        const dataDir = join(folder.path, `process-${i}`);
        mkdirSync(dataDir);
        copyFileSync(join(folder.path, 'credentials.json'), join(dataDir, 'credentials.json'));
        const file = openDatabase(join(dataDir, DATABASE_FILE_NAME));
        await beginAt(createSqliteDocuments(file), await eventStore.head());
        running.push(await spawnService(dataDir, env));
      }
      for (const { url } of running) await untilReady(url);
      const started = await startProxy(
        proxy,
        folder.path,
        running.map(({ url }) => url),
      );
      stopProxy = started.stop;
      client = behindProxy(createClient(started.url, running[0]?.sandbox.apiKey ?? ''));
      world = await createWorld(client);
    });
    after(async () => {
      if (server === undefined) return;
      await stopProxy();
      for (const each of running) await each.kill();
      await eventStore.close();
      await folder.remove();
      await server.stop();
    });

    /** Transfers that each process has answered. */
    const transfersOf = async ({ url }: ServiceProcess): Promise<number> => {
      const text = await (await fetch(`${url}/metrics`)).text();
      const counts = text.matchAll(
        /^http_request_duration_seconds_count\{method="POST",route="\/v1\/transfers".*\} (\d+)/gm,
      );
      return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
    };

    /** Sends transfers until the process that serves the book has been killed, and its clients have noticed. */
    async function killUnderLoad(): Promise<void> {
      const before = await Promise.all(running.map(transfersOf));
      let answers = 0;
      let isKilled = false;
      const load = drive(CLIENTS, async () => {
        // A client that lost its answer continues with another request, so that the load does not end.
        if (await send(client, newTransfer(world))) answers += 1;
        return !isKilled;
      });
      await waitFor('answers', () => answers >= ENOUGH || undefined);
      const after = await Promise.all(running.map(transfersOf));
      const serving = after.findIndex((count, i) => count > (before[i] ?? 0));
      const [victim] = running.splice(serving, 1);
      if (victim === undefined) throw new Error('no process serves the book');
      await victim.kill();
      isKilled = true;
      await load;
    }

    it('answer every request in the end, though two of three are killed', async () => {
      while (running.length > 1) {
        await killUnderLoad();
        await settleDoubts(client, world);
        expect(inDoubt(world)).to.deep.equal([]);
      }
    });

    // Refusals are kept in the documents, which these processes do not share.
    it('have lost no acknowledged request, and answer a repeated one without executing it again', async () => {
      expectSums(world, await figuresOf(client, world));
      const { keys } = await audit(eventStore, stream);
      expect(keys).to.include.members(done(world).map(({ key }) => key));
      const before = await eventStore.readLast(stream);
      await forEach(done(world), async (attempt) => {
        expect(await send(client, attempt)).to.equal(true);
      });
      expect((await eventStore.readLast(stream))?.revision).to.equal(before?.revision);
    });
  });

/** A proxy answers for a process that ended before it did. For a client, that is a lost connection. */
const behindProxy = (client: Client): Client => ({
  ...client,
  post: (...args) =>
    client.post(...args).catch((error: unknown) => {
      throw /<html/i.test(String(error)) ? new TypeError('the process ended') : error;
    }),
});
