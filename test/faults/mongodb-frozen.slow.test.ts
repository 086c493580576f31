import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import { createWorld, inAHurry } from '../crash/load.ts';
import type { World } from '../crash/load.ts';
import { transferBody } from '../support/api-steps.ts';
import { findMongoDb } from '../support/mongodb.ts';
import { spawnService } from '../support/service.ts';
import type { ServiceProcess } from '../support/service.ts';
import { skip } from '../support/skip.ts';
import { createTcpProxy } from '../support/tcp-proxy.ts';
import type { TcpProxy } from '../support/tcp-proxy.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Folder } from '../support/temporary-folder.ts';
import { makeKeys, masterKey, untilReady } from './service-behind-gates.ts';

const WRITERS = 16;
const FROZEN_MS = 10_000;
/** A write waits for the store for a second, and a refusal for two: to look up an earlier one, and to be stored. */
const WRITE_MS_MAX = 6_000;

/** Projections wait for the answer that they expect, so they report it later than this test ends, or earlier. */
const CONSEQUENCES = [
  'store disconnected',
  'stored refusals unavailable; refused keys are decided again',
  'projections waiting for a store',
];

type Write = { readonly ms: number; readonly isRefused: boolean; readonly status: number };

describe('A service whose MongoDB (at MONGODB_URL, or in Docker) freezes', function () {
  this.timeout(180_000);
  const database = `frozen_test_${randomBytes(6).toString('hex')}`;
  let server: Awaited<ReturnType<typeof findMongoDb>>;
  let folder: Folder;
  let proxy: TcpProxy;
  let service: ServiceProcess;
  let world: World;
  let outputBefore: string;
  let lookupsBefore: number;
  const writes: Write[] = [];
  before(async function () {
    server = await findMongoDb();
    if (server === undefined) skip(this, 'needs MongoDB: set MONGODB_URL or start Docker');
    folder = await temporaryFolder();
    await makeKeys(folder.path);
    proxy = await createTcpProxy(server.url);
    proxy.open();
    const url = new URL(proxy.url);
    url.pathname = `/${database}`;
    const env = { ...inAHurry(folder.path), ...masterKey(), MONGODB_URL: url.href, LOG_LEVEL: 'warn' };
    service = await spawnService(folder.path, env);
    await untilReady(service.url);
    world = await createWorld(service.sandbox);
  });
  after(async () => {
    if (server === undefined) return;
    await service.kill();
    await proxy.close();
    await folder.remove();
    const client = new MongoClient(server.url);
    await client.db(database).dropDatabase();
    await client.close();
    await server.stop();
  });

  /** How many lookups of records have ended. */
  async function lookups(): Promise<number> {
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    const found = /^store_call_duration_seconds_count\{(?=.*"documents")(?=.*"getRecord").*\} (\d+)$/m.exec(
      metrics,
    );
    return Number(found?.[1]);
  }

  /** A transfer. Refused ones exceed the balance, and their refusals have to be stored. */
  async function write(writer: number, isRefused: boolean): Promise<void> {
    const [from, to] = [world.holders[writer % 8]?.id ?? '', world.holders[(writer + 1) % 8]?.id ?? ''];
    const body = transferBody(from, to, isRefused ? '1000000.00' : '0.01');
    const startedAt = performance.now();
    const { status } = await service.sandbox.post('/v1/transfers', body, { idempotencyKey: randomUUID() });
    writes.push({ ms: performance.now() - startedAt, isRefused, status });
  }

  it('accepts all writes that are not refused', async () => {
    lookupsBefore = await lookups();
    proxy.freeze();
    outputBefore = service.output();
    let isOver = false;
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let i = 0; !isOver; i += 1) await write(writer, i % 10 === 9);
    });
    await delay(FROZEN_MS);
    isOver = true;
    await Promise.all(writers);
    expect(writes.filter(({ isRefused, status }) => !isRefused && status !== 201)).to.deep.equal([]);
    expect(writes).to.have.length.of.at.least(2 * WRITERS);
  });

  it('answers 503 if it cannot store a refusal', () => {
    const refused = writes.filter(({ isRefused }) => isRefused);
    expect(new Set(refused.map(({ status }) => status))).to.deep.equal(new Set([503]));
  });

  it('answers each request before the server continues', () => {
    expect(writes.filter(({ ms }) => ms > WRITE_MS_MAX)).to.deep.equal([]);
  });

  it('logs each consequence once', () => {
    const lines = service.output().slice(outputBefore.length).split('\n');
    const messages = lines.flatMap((line) => /"msg":"([^"]*)"/.exec(line)?.[1] ?? []);
    expect(messages).to.include('store disconnected');
    expect(messages).to.deep.equal([...new Set(messages)]);
    expect(CONSEQUENCES).to.include.members(messages);
  });

  it('is ready again once the server continues', async () => {
    proxy.open();
    await untilReady(service.url);
    const [holder] = world.holders;
    expect((await service.sandbox.get(`/v1/users/${holder?.user_id ?? ''}`)).status).to.equal(200);
  });

  it('has looked up refusals only for the first write of each client', async () => {
    // Other lookups wait for their answers, so they are few.
    expect((await lookups()) - lookupsBefore).to.be.within(WRITERS, writes.length / 4);
  });
});
