import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import { createMongoDocumentStore } from '../../../src/read-models/stores/mongodb/document-store.ts';
import type { DocumentStore } from '../../../src/read-models/port.ts';
import { StoreUnavailable } from '../../../src/event-store/port.ts';
import { createTcpProxy } from '../../support/tcp-proxy.ts';
import { findMongoDb } from '../../support/mongodb.ts';
import { waitFor } from '../../support/wait-for.ts';
import { documentsContract } from '../../contracts/document-store.ts';
import type { DocumentsContext } from '../../support/document-store.ts';
import { skip } from '../../support/skip.ts';

/** What tests have opened and has to be closed, also when they fail. */
const opened: { close(): Promise<void> }[] = [];

function opening<Closable extends { close(): Promise<void> }>(closable: Closable): Closable {
  opened.push(closable);
  return closable;
}

async function closeOpened(): Promise<void> {
  for (const closable of opened.splice(0).reverse()) await closable.close();
}

async function faultOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('It was expected to throw.');
}

type Monitor = { readonly connection: { readonly socket: Socket }; requestCheck(): void };
type Connected = {
  readonly topology: { readonly s: { readonly servers: Map<string, { monitor: Monitor }> } };
};

/** The part of the driver that looks after the server, of documents that are not connected yet. It is the driver's own. */
async function monitorOf(documents: DocumentStore): Promise<Monitor> {
  const clients: unknown[] = [];
  const connect = Reflect.get(MongoClient.prototype, 'connect');
  MongoClient.prototype.connect = function (...args) {
    clients.push(this);
    return connect.apply(this, args);
  };
  await documents.ping().finally(() => (MongoClient.prototype.connect = connect));
  // It has no types.
  const [client] = clients as [Connected];
  const [server] = client.topology.s.servers.values();
  if (server === undefined) throw new Error('the driver knows no server');
  return server.monitor;
}

describe('Documents in MongoDB', () => {
  let server: Awaited<ReturnType<typeof findMongoDb>>;
  let context: DocumentsContext;
  const database = `documents_test_${randomBytes(6).toString('hex')}`;

  before('skipped: there is neither a MONGODB_URL nor a Docker to start mongo:7 in', async function () {
    this.timeout(180_000);
    server = await findMongoDb();
    if (server === undefined) {
      skip(this, 'needs MongoDB: set MONGODB_URL or start Docker');
    }
    const documents = createMongoDocumentStore(server.url, { database });
    context = { documents, close: () => documents.close() };
  });

  after(async () => {
    if (server === undefined) return;
    await context.close();
    const client = new MongoClient(server.url);
    // Some servers that speak the protocol stumble over an index that was made anew; what is left there does no harm.
    await client
      .db(database)
      .dropDatabase()
      .catch(() => undefined);
    await client.close();
    await server.stop();
  });

  afterEach(closeOpened);

  for (const { title, run } of documentsContract) it(title, () => run(context));

  it('shows another node the collections and documents of this one', async () => {
    if (server === undefined) return;
    await context.documents.ensure([{ name: 'shared', kind: 'state' }]);
    const document = { id: 'd', scope: 'book-a', terms: ['t'], body: '{}' };
    await context.documents.write([{ collection: 'shared', id: 'd', document, position: 1n }], new Map());
    const other = opening(createMongoDocumentStore(server.url, { database }));
    expect(await other.get('shared', 'd')).to.deep.equal({ ...document, position: 1n });
    await other.close();
    expect(await faultOf(other.get('shared', 'd'))).to.be.instanceOf(StoreUnavailable);
  });

  it('tells what another node has removed from what is not there, and makes it not anew', async () => {
    if (server === undefined) return;
    await context.documents.ensure([{ name: 'leaving', kind: 'state' }]);
    const document = { id: 'd', scope: 'book-a', terms: ['t'], body: '{}' };
    const write = { collection: 'leaving', id: 'd', document, position: 1n };
    await context.documents.write([write], new Map());
    const other = opening(createMongoDocumentStore(server.url, { database }));
    expect(await other.get('leaving', 'd')).to.not.equal(undefined);
    expect(await other.get('leaving', 'e')).to.equal(undefined);
    await context.documents.drop(['leaving'], ['leaving_v1']);
    for (let asked = 0; asked < 2; asked += 1)
      expect(await faultOf(other.get('leaving', 'd'))).to.be.instanceOf(StoreUnavailable);
    expect(await faultOf(other.write([write], new Map([['leaving_v1', 1n]])))).to.be.instanceOf(
      StoreUnavailable,
    );
    const late = opening(createMongoDocumentStore(server.url, { database }));
    await context.documents.ensure([{ name: 'leaving', kind: 'state' }]);
    expect(await late.get('leaving', 'd')).to.equal(undefined);
    expect(await other.get('leaving', 'd')).to.equal(undefined);
    await context.documents.drop(['leaving'], []);
    // A page that was on its way for longer than the build was there.
    expect(await faultOf(late.write([write], new Map([['leaving_v1', 1n]])))).to.be.instanceOf(
      StoreUnavailable,
    );
    expect((await context.documents.checkpoints()).has('leaving_v1')).to.equal(false);
    await context.documents.ensure([{ name: 'leaving', kind: 'state' }]);
    expect(await context.documents.scan('leaving', { limit: 1 })).to.deep.equal([]);
  });

  it('serves when a server that was away at the start is there', async () => {
    if (server === undefined) return;
    const gate = opening(await createTcpProxy(server.url));
    const documents = opening(
      createMongoDocumentStore(gate.url, {
        database,
        selectionTimeoutMs: 300,
        responseTimeoutMs: 2_000,
      }),
    );
    expect(await faultOf(documents.ping())).to.be.instanceOf(StoreUnavailable);
    expect(await faultOf(documents.putRecord('vault', 'key', 'value'))).to.be.instanceOf(StoreUnavailable);
    gate.open();
    await documents.putRecord('vault', 'key', 'value');
    gate.shut();
    expect(await faultOf(documents.getRecord('vault', 'key'))).to.be.instanceOf(StoreUnavailable);
    gate.open();
    expect(await documents.getRecord('vault', 'key')).to.equal('value');
  });

  it('finds back to a server also where the driver has lost it for good', async () => {
    if (server === undefined) return;
    const gate = opening(await createTcpProxy(server.url));
    gate.open();
    const documents = opening(
      createMongoDocumentStore(gate.url, {
        database,
        selectionTimeoutMs: 300,
        responseTimeoutMs: 500,
        reconnectAfterMs: 1_500,
      }),
    );
    const monitor = await monitorOf(documents);
    await documents.putRecord('vault', 'key', 'value');
    // It asks at most every half second.
    await delay(600);
    // As when the connection that it asks over breaks just then: it waits for ever to get rid of the question.
    monitor.connection.socket.destroy();
    monitor.requestCheck();
    // A call whose connection breaks before its answer has the server taken for away.
    gate.freeze();
    const asked = faultOf(documents.getRecord('vault', 'key'));
    await delay(100);
    gate.shut();
    expect(await asked).to.be.instanceOf(StoreUnavailable);
    gate.open();
    await waitFor('it serves again', () => documents.getRecord('vault', 'key').catch(() => undefined));
    await documents.putRecord('vault', 'key', 'next');
    expect(await documents.getRecord('vault', 'key')).to.equal('next');
  });

  it('is unavailable to what it does not take in any more, and serves again once it does', async () => {
    if (server === undefined) return;
    const gate = opening(await createTcpProxy(server.url));
    gate.open();
    const documents = opening(
      createMongoDocumentStore(gate.url, { database, selectionTimeoutMs: 500, responseTimeoutMs: 500 }),
    );
    await documents.putRecord('snapshots', 'book', 'small');
    gate.freeze();
    // More than fits into all that is between the two.
    const large = documents.putRecord('snapshots', 'book', 'x'.repeat(15 * 2 ** 20));
    expect(await faultOf(large)).to.be.instanceOf(StoreUnavailable);
    gate.shut();
    gate.open();
    await waitFor('it serves again', () =>
      documents.putRecord('snapshots', 'book', 'again').catch(() => undefined),
    );
    expect(await documents.getRecord('snapshots', 'book')).to.equal('again');
  }).timeout(60_000);
});

describe('Documents in MongoDB without a server', () => {
  afterEach(closeOpened);

  it('are unavailable, within the time given for it', async () => {
    const documents = opening(
      createMongoDocumentStore('mongodb://127.0.0.1:1/', { selectionTimeoutMs: 100 }),
    );
    expect(await faultOf(documents.ping())).to.be.instanceOf(StoreUnavailable);
    expect(await faultOf(documents.write([], new Map([['p_v1', 1n]])))).to.be.instanceOf(StoreUnavailable);
  });

  it('refuse names that belong to the store itself', async () => {
    const documents = opening(
      createMongoDocumentStore('mongodb://127.0.0.1:1/', { selectionTimeoutMs: 100 }),
    );
    for (const name of ['checkpoints', 'collections', 'records_vault', 'a.b', '$x', '']) {
      expect(String(await faultOf(documents.ensure([{ name, kind: 'log' }])))).to.include(
        'a collection name must match',
      );
    }
  });
});
