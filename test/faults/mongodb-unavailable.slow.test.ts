import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import { expectBookInOrder } from '../crash/assert-book.ts';
import { createWorld, done, expectUnavailable, forEach, inAHurry, newAttempt, send } from '../crash/load.ts';
import type { World } from '../crash/load.ts';
import { auditFile } from '../crash/assert-stream.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Folder } from '../support/temporary-folder.ts';
import { createTcpProxy } from '../support/tcp-proxy.ts';
import type { TcpProxy } from '../support/tcp-proxy.ts';
import { findMongoDb } from '../support/mongodb.ts';
import { spawnService } from '../support/service.ts';
import type { ServiceProcess } from '../support/service.ts';
import { makeKeys, masterKey, settleDoubts, untilHeldUpBy, untilReady } from './service-behind-gates.ts';
import { skip } from '../support/skip.ts';

describe('A service whose MongoDB (at MONGODB_URL, or in Docker) becomes unavailable', function () {
  this.timeout(300_000);
  const database = `faults_test_${randomBytes(6).toString('hex')}`;
  let server: Awaited<ReturnType<typeof findMongoDb>>;
  let folder: Folder;
  let gate: TcpProxy;
  let service: ServiceProcess;
  let integratorId: string;
  let world: World;
  before(async function () {
    server = await findMongoDb();
    if (server === undefined) {
      skip(this, 'needs MongoDB: set MONGODB_URL or start Docker');
    }
    folder = await temporaryFolder();
    ({ integratorId } = await makeKeys(folder.path));
    gate = await createTcpProxy(server.url);
    const url = new URL(gate.url);
    url.pathname = `/${database}`;
    const env = { ...inAHurry(folder.path), ...masterKey(), MONGODB_URL: url.href, LOG_LEVEL: 'warn' };
    service = await spawnService(folder.path, env);
  });
  after(async () => {
    if (server === undefined) return;
    await service.kill();
    await gate.close();
    await folder.remove();
    const client = new MongoClient(server.url);
    await client.db(database).dropDatabase();
    await client.close();
    await server.stop();
  });

  const aRead = () => service.sandbox.get(`/v1/users/${world.holders[0]?.user_id ?? ''}`);

  /** Writes that need no document: all except those that seal personal fields. */
  function writes(count: number) {
    const attempts = Array.from({ length: count }, () => newAttempt(world));
    return attempts.filter(({ kind }) => kind !== 'user');
  }

  it('listens without it, is not ready, reports the cause, and returns 503 for reads', async () => {
    await untilHeldUpBy(service.url, 'documents', 'MongoDB');
    expectUnavailable(await service.sandbox.get('/v1/users'));
  });

  it('is ready as soon as it is available', async () => {
    gate.open();
    await untilReady(service.url);
    world = await createWorld(service.sandbox);
    expect((await aRead()).status).to.equal(200);
  });

  it('accepts writes without it, and returns 503 for lists', async () => {
    gate.shut();
    await untilHeldUpBy(service.url, 'documents', 'MongoDB');
    await forEach(writes(100), async (attempt) => {
      expect(await send(service.sandbox, attempt), attempt.kind).to.equal(true);
    });
    expect(done(world)).to.have.length.of.at.least(50);
    expectUnavailable(await service.sandbox.get('/v1/users'));
  });

  it('replays the response of an idempotency key during the outage', async () => {
    await forEach(done(world), async (attempt) => {
      expect(await send(service.sandbox, attempt)).to.equal(true);
    });
  });

  it('shows all writes once the server is back, without a restart', async () => {
    gate.open();
    await untilReady(service.url);
    await settleDoubts(service.sandbox, world);
    await expectBookInOrder(service.sandbox, world);
  });

  it('leaves a stream with every acknowledged key once and an intact hash chain', async () => {
    expect(await service.stop()).to.equal(0);
    const { keys } = await auditFile(folder.path, integratorId);
    expect(keys).to.include.members(done(world).map(({ key }) => key));
  });
});
