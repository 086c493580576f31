import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import { createEventStoreDb } from '../../src/event-store/eventstoredb/eventstoredb.ts';
import type { EventStore } from '../../src/event-store/port.ts';
import { bookStreamOf } from '../../src/ledger/ids.ts';
import { newKey, newOperatorToken } from '../../src/platform/credentials.ts';
import { loadPlatform } from '../../src/platform/platform.ts';
import { createMongoDocumentStore } from '../../src/read-models/stores/mongodb/database.ts';
import { beginAt, makeKeys, masterKey, untilReady } from '../faults/service-behind-gates.ts';
import { expectBody, fundedWallet, listAll, newWallet, transferBody } from '../support/api-steps.ts';
import { createClient, createOperatorClient, type Answer } from '../support/client.ts';
import { EVENT_MACS } from '../support/event-macs.ts';
import { findEventStoreDb } from '../support/eventstoredb.ts';
import { findMongoDb } from '../support/mongodb.ts';
import {
  spawnService,
  startTestService,
  type RunningService,
  type ServiceProcess,
} from '../support/service.ts';
import { skip } from '../support/skip.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';
import { expectBookInOrder, expectSums, figuresOf } from './assert-book.ts';
import { audit } from './assert-stream.ts';
import {
  createWorld,
  done,
  drive,
  forEach,
  inAHurry,
  inDoubt,
  newAttempt,
  send,
  type World,
} from './load.ts';

const times = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, make));

describe('Racing requests', function () {
  this.timeout(120_000);
  let folder: Folder;
  let service: RunningService;
  before(async () => {
    folder = await temporaryFolder();
    service = await startTestService({ ...inAHurry(folder.path), DATA_DIR: folder.path });
  });
  after(async () => {
    await service.close();
    await folder.remove();
  });

  const balanceOf = async (wallet: Answer['body']): Promise<Answer['body']> =>
    expectBody(await service.sandbox.get(`/v1/users/${wallet.user_id}/wallets/${wallet.id}/balance`), 200);

  it('for the money of one wallet are paid up to its balance', async () => {
    const from = await fundedWallet(service.sandbox, { cashable: '300.00', earned: '75.00' });
    const to = await newWallet(service.sandbox);
    const answers = await times(100, () =>
      service.sandbox.post('/v1/transfers', transferBody(from.id, to.id, '10.00')),
    );
    const paid = answers.filter(({ status }) => status === 201);
    expect(paid).to.have.length(37);
    for (const { status, body } of answers) {
      if (status === 201) expect(body.state).to.equal('completed');
      else expect(body.error.code).to.equal('insufficient_balance');
    }
    expect(new Set(paid.map(({ body }) => body.id)).size).to.equal(37);
    expect(await balanceOf(from)).to.include({ available: '5.00', cashable: '5.00' });
    expect(await balanceOf(to)).to.include({ available: '370.00', cashable: '295.00' });
  });

  it('with transfers of any size never overspend, and spend as long as one fits', async () => {
    const from = await fundedWallet(service.sandbox, { cashable: '500.00' });
    const to = await newWallet(service.sandbox);
    const amounts = Array.from({ length: 100 }, () => (randomInt(1, 5_000) / 100).toFixed(2));
    const answers = await Promise.all(
      amounts.map(async (amount) => ({
        amount,
        answer: await service.sandbox.post('/v1/transfers', transferBody(from.id, to.id, amount)),
      })),
    );
    const cents = (text: string): number => Math.round(Number(text) * 100);
    const paid = answers
      .filter(({ answer }) => answer.status === 201)
      .reduce((sum, { amount }) => sum + cents(amount), 0);
    const left = cents((await balanceOf(from)).available);
    expect(left).to.equal(50_000 - paid);
    // A refused transfer exceeded the balance at its turn, and so exceeds the smaller balance now.
    for (const { amount, answer } of answers)
      if (answer.status !== 201) expect(cents(amount)).to.be.above(left);
  });

  it('with one key cause one write and get one answer', async () => {
    const from = await fundedWallet(service.sandbox, { cashable: '100.00' });
    const to = await newWallet(service.sandbox);
    const idempotencyKey = randomUUID();
    const body = transferBody(from.id, to.id, '1.00');
    const answers = await times(20, () => service.sandbox.post('/v1/transfers', body, { idempotencyKey }));
    const [first] = answers;
    for (const { status, text } of answers) {
      expect(status).to.equal(201);
      expect(text).to.equal(first?.text);
    }
    const replayed = answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true');
    expect(replayed).to.have.length(19);
    expect(
      await listAll(service.sandbox, `/v1/transfers?wallet_id=${from.id}&kind=user_to_user`),
    ).to.have.length(1);
    expect(await balanceOf(to)).to.include({ available: '1.00' });
  });

  it('with one key and different bodies cause one write and a conflict for the others', async () => {
    const from = await fundedWallet(service.sandbox, { cashable: '100.00' });
    const to = await newWallet(service.sandbox);
    const idempotencyKey = randomUUID();
    const amounts = Array.from({ length: 10 }, (_, i) => `0.0${i}`.replace('0.00', '0.11'));
    const answers = await Promise.all(
      amounts.map((amount) =>
        service.sandbox.post('/v1/transfers', transferBody(from.id, to.id, amount), { idempotencyKey }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).to.have.length(1);
    const others = answers.filter(({ status }) => status !== 201);
    for (const { body } of others) expect(body.error.code).to.equal('idempotency_key_reused');
    expect(
      await listAll(service.sandbox, `/v1/transfers?wallet_id=${from.id}&kind=user_to_user`),
    ).to.have.length(1);
  });

  it('for one external reference create one user, and return its ID to the others', async () => {
    const user = { type: 'individual', external_reference: randomUUID(), first_name: 'Ada' };
    const answers = await times(20, () => service.sandbox.post('/v1/users', user));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).to.have.length(1);
    const id: unknown = made[0]?.body.id;
    for (const { status, body } of answers)
      if (status !== 201)
        expect(body.error).to.include({ code: 'external_reference_exists', existing_id: id });
  });
});

describe('Two services on the same stores (at EVENTSTORE_URL and MONGODB_URL, or in Docker)', function () {
  this.timeout(300_000);
  const ENOUGH = 600;
  const database = `races_test_${randomBytes(6).toString('hex')}`;
  let eventServer: Awaited<ReturnType<typeof findEventStoreDb>>;
  let documentServer: Awaited<ReturnType<typeof findMongoDb>>;
  let folder: Folder;
  let eventStore: EventStore;
  let services: readonly ServiceProcess[];
  let integratorId: string;
  let stream: string;
  let world: World;
  before(async function () {
    eventServer = await findEventStoreDb();
    documentServer = await findMongoDb();
    if (eventServer === undefined || documentServer === undefined) {
      skip(this, 'needs EventStoreDB and MongoDB: set EVENTSTORE_URL and MONGODB_URL, or start Docker');
    }
    folder = await temporaryFolder();
    ({ integratorId } = await makeKeys(folder.path, { EVENTSTORE_URL: eventServer.url }));
    stream = bookStreamOf(integratorId, 'sandbox');
    eventStore = createEventStoreDb(eventServer.url);
    const url = new URL(documentServer.url);
    url.pathname = `/${database}`;
    await beginAt(createMongoDocumentStore(url.href), await eventStore.head());
    const servers = { EVENTSTORE_URL: eventServer.url, MONGODB_URL: url.href };
    const env = { ...inAHurry(folder.path), ...masterKey(), ...servers, LOG_LEVEL: 'warn' };
    services = await Promise.all([spawnService(folder.path, env), spawnService(folder.path, env)]);
    for (const service of services) await untilReady(service.url);
    world = await createWorld(services[0]!.sandbox);
  });
  after(async () => {
    if (eventServer === undefined || documentServer === undefined) return;
    for (const service of services) await service.kill();
    await eventStore.close();
    await folder.remove();
    const client = new MongoClient(documentServer.url);
    await client.db(database).dropDatabase();
    await client.close();
    await eventServer.stop();
    await documentServer.stop();
  });

  const sandboxes = () => services.map(({ sandbox }) => sandbox);

  it('both write to the same book, and answer with the written state', async () => {
    const done = [0, 0];
    await Promise.all(
      sandboxes().map((client, i) =>
        drive(16, async () => {
          if (await send(client, newAttempt(world))) done[i] = (done[i] ?? 0) + 1;
          return (done[i] ?? 0) < ENOUGH / 2;
        }),
      ),
    );
    // A long race may end in 503; nothing was written then, and the key can be retried.
    await forEach(inDoubt(world), async (attempt) => {
      await waitFor('an answer', async () =>
        (await send(sandboxes()[0] ?? expect.fail(), attempt)) ? true : undefined,
      );
    });
    expect(done[0]).to.be.at.least(ENOUGH / 2);
    expect(done[1]).to.be.at.least(ENOUGH / 2);
  });

  it('replay each other’s answers', async () => {
    for (const client of sandboxes())
      await forEach(world.attempts, async (attempt) => {
        expect(await send(client, attempt)).to.equal(true);
      });
  });

  it('execute a write with one key once, whichever service receives it first', async () => {
    const [a, b] = sandboxes();
    if (a === undefined || b === undefined) throw new Error('There are not two.');
    for (let round = 0; round < 20; round += 1) {
      const attempt = newAttempt(world);
      const sent = [a, b, a, b].map((client) =>
        client.post(attempt.path, attempt.body, { idempotencyKey: attempt.key }),
      );
      const answers = await Promise.all(sent);
      const [first] = answers;
      if (first === undefined || first.status >= 300) {
        world.attempts.pop();
        continue;
      }
      for (const { text } of answers) expect(text).to.equal(first.text);
      attempt.answer = first;
    }
  });

  it('show the same balances once both are up to date', async () => {
    for (const client of sandboxes()) {
      await waitFor('the same sums', async () => {
        try {
          expectSums(world, await figuresOf(client, world));
          return true;
        } catch {
          return undefined;
        }
      });
      await expectBookInOrder(client, world);
    }
  });

  it('both refuse a key as soon as one of them has revoked it', async () => {
    const platform = await loadPlatform(eventStore, EVENT_MACS);
    const token = newOperatorToken('Ada', 'admin');
    const key = newKey(integratorId, 'sandbox', 'read_write', null);
    await platform.record(() => [token.event, key.event], 'system:test');
    const [here, there] = services.map(({ url }) => ({
      admin: createOperatorClient(url, token.text),
      client: createClient(url, key.key.text),
    }));
    if (here === undefined || there === undefined) throw new Error('There are not two.');
    for (const { client } of [here, there])
      await waitFor('the key works', async () => (await client.get('/v1/users')).status === 200 || undefined);
    expect((await here.admin.post(`/operator/v1/keys/${key.record.id}/revoke`, {})).status).to.equal(200);
    for (const { client } of [there, here]) expect((await client.get('/v1/users')).status).to.equal(401);
  });

  it('leave one unbroken hash chain', async () => {
    expect(await Promise.all(services.map((service) => service.stop()))).to.deep.equal([0, 0]);
    const { keys } = await audit(eventStore, stream);
    expect(keys).to.include.members(done(world).map(({ key }) => key));
  });
});
