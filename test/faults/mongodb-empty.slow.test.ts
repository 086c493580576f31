import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Folder } from '../support/temporary-folder.ts';
import { findMongoDb } from '../support/mongodb.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';
import type { WebhookReceiver } from '../support/webhook-receiver.ts';
import { spawnService, writeConfigFile } from '../support/service.ts';
import type { ServiceProcess } from '../support/service.ts';
import { expectBody, newUser } from '../support/api-steps.ts';
import { waitFor } from '../support/wait-for.ts';
import { LOCAL, eventIds, newEndpoint, setStatus } from '../support/webhook-client.ts';
import { makeKeys, masterKey, untilReady } from './service-behind-gates.ts';
import { skip } from '../support/skip.ts';

describe('A service on an empty MongoDB (at MONGODB_URL, or in Docker)', function () {
  this.timeout(120_000);
  const database = `empty_test_${randomBytes(6).toString('hex')}`;
  const key = masterKey();
  let server: Awaited<ReturnType<typeof findMongoDb>>;
  let client: MongoClient;
  let folder: Folder;
  let service: ServiceProcess | undefined;
  let receivers: WebhookReceiver[] = [];
  before(async function () {
    server = await findMongoDb();
    if (server === undefined) {
      skip(this, 'needs MongoDB: set MONGODB_URL or start Docker');
    }
    folder = await temporaryFolder();
    await makeKeys(folder.path);
    client = new MongoClient(server.url);
    receivers = await Promise.all([startWebhookReceiver(), startWebhookReceiver(), startWebhookReceiver()]);
  });
  after(async () => {
    if (server === undefined) return;
    await service?.stop();
    await Promise.all(receivers.map((receiver) => receiver.close()));
    await client.db(database).dropDatabase();
    await client.close();
    await folder.remove();
    await server.stop();
  });

  const start = async (): Promise<ServiceProcess> => {
    const url = new URL(server?.url ?? '');
    url.pathname = `/${database}`;
    const CONFIG_FILE = writeConfigFile(folder.path, LOCAL);
    service = await spawnService(folder.path, {
      ...key,
      CONFIG_FILE,
      MONGODB_URL: url.href,
      LOG_LEVEL: 'warn',
    });
    await untilReady(service.url);
    return service;
  };
  const got = (receiver: WebhookReceiver, count: number): Promise<true> =>
    waitFor(`${count} webhooks`, () => receiver.received.length >= count || undefined);

  it('starts without log messages', async () => {
    const begun = await start();
    const { sandbox } = begun;
    const [, , stays] = receivers;
    await newEndpoint(sandbox, stays!.url);
    await newUser(sandbox);
    await got(stays!, 1);
    expect(begun.output()).to.not.contain('"level"');
  });

  it('sends no rebuilt delivery to endpoints that were deleted or changed', async () => {
    const [old, next, stays] = receivers;
    const { sandbox } = service!;
    const moved = await newEndpoint(sandbox, old!.url);
    await newUser(sandbox);
    await got(old!, 1);
    expectBody(await sandbox.patch(`/v1/webhook_endpoints/${moved.id}`, { url: next!.url }), 200);
    await waitFor('the delivery', async () => {
      await newUser(sandbox);
      return next!.received[0];
    });
    await setStatus(sandbox, moved.id, 'disabled');
    await service!.stop();
    const known = [old!.received.length, next!.received.length];
    const sent = new Set(eventIds(stays!.received));
    const own = client.db(database);
    for (const { name } of await own.listCollections().toArray())
      if (name !== 'records_vault') await own.dropCollection(name);
    const before = stays!.received.length;
    const restarted = await start();
    // No record says what the other endpoint received, so all events are sent again.
    await got(stays!, before + sent.size);
    await newUser(restarted.sandbox);
    await waitFor('the newest event', () => new Set(eventIds(stays!.received)).size > sent.size || undefined);
    expect([old!.received.length, next!.received.length]).to.deep.equal(known);
    expect(restarted.output()).to.not.contain('"level":5');
  });
});
