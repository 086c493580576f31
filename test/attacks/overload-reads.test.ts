/** Writes are faster than the documents store. Reads wait only for what concerns them, or read from memory. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import { StoreUnavailable } from '../../src/event-store/port.ts';
import type { DocumentStore } from '../../src/read-models/port.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { expectBody, expectError, onrampBody, transferBody } from '../support/api-steps.ts';
import { reward } from '../support/ledger-commands.ts';
import { makeHolder, startMemoryApp, type Answer, type MemoryApp } from '../support/memory-app.ts';
import { POLICY } from '../support/policy.ts';
import { waitFor } from '../support/wait-for.ts';
import { done, keepersOn, latch } from '../support/writer.ts';

const STREAM = 'book-int_one-sandbox';
const READ_TIMEOUT_MS = 1_000;
const LAG_SECONDS = 0.5;
const EVENTUAL = { 'Ledger-Consistency': 'eventual' };

/** The lag that an answer reports, in seconds. */
const lagOf = ({ headers, text }: Answer): number => {
  const lag = headers.get('ledger-lag');
  expect(lag, text).to.match(/^[0-9]+[.][0-9]{3}$/);
  return Number(lag);
};

type Holder = Awaited<ReturnType<typeof makeHolder>>;

const pathsOf = ({ user_id, wallet_id }: Holder) => {
  const user = `/v1/users/${user_id}`;
  const wallet = `${user}/wallets/${wallet_id}`;
  const objects = [user, wallet, `${wallet}/balance`];
  const lists = [
    `${user}/wallets`,
    `${wallet}/history`,
    `${user}/deposit_accounts`,
    `/v1/transfers?wallet_id=${wallet_id}`,
    `/v1/transfers?user_id=${user_id}`,
    `/v1/events?object_id=${user_id}`,
  ];
  return { objects, lists, wallet };
};

/** An app whose documents store stops while the gate is shut, with three users that are projected. */
async function startLaggingApp(options: Parameters<typeof startMemoryApp>[0] = {}) {
  const gate = latch();
  const documents = createMemoryDocumentStore();
  const slow: DocumentStore = {
    ...documents,
    async write(...args) {
      await gate.pass();
      return documents.write(...args);
    },
  };
  const app = await startMemoryApp({
    documents: slow,
    settings: { readTimeoutMs: READ_TIMEOUT_MS },
    ...options,
  });
  const [anna, ben, carol] = [
    await makeHolder(app, '100.00'),
    await makeHolder(app),
    await makeHolder(app, '7.00'),
  ];
  // Waits for everything in the book.
  expectBody(await app.call('GET', '/v1/events'), 200);
  const close = async (): Promise<void> => {
    gate.open();
    await app.close();
  };
  return { app, gate, anna, ben, carol, close };
}

/** The answers to reads, in order. */
const readAll = (app: MemoryApp, paths: readonly string[], headers = {}): Promise<Answer[]> =>
  Promise.all(paths.map((path) => app.call('GET', path, { headers })));
const textsOf = (answers: readonly Answer[]): string[] => answers.map(({ text }) => text);

describe('While documents are behind', () => {
  let lagging: Awaited<ReturnType<typeof startLaggingApp>>;
  beforeEach(async () => {
    lagging = await startLaggingApp();
  });
  afterEach(() => lagging.close());

  const pay = async (amount: string): Promise<Answer> => {
    const { app, anna, ben } = lagging;
    const paid = await app.call('POST', '/v1/transfers', {
      body: transferBody(anna.wallet_id, ben.wallet_id, amount, { integrator_reference: 'order-1' }),
    });
    expectBody(paid, 201);
    return paid;
  };

  it('users, wallets, and lists that did not change are read at once', async () => {
    const { app, gate, carol } = lagging;
    const { objects, lists } = pathsOf(carol);
    const paths = [...objects, ...lists, '/v1/users', '/v1/transfers?kind=offramp', '/v1/webhook_endpoints'];
    const before = await readAll(app, paths);
    gate.shut();
    await pay('1.00');
    const startedAt = performance.now();
    const during = await readAll(app, paths);
    expect(textsOf(during)).to.deep.equal(textsOf(before));
    expect(during.map(({ status }) => status)).to.deep.equal(paths.map(() => 200));
    expect(performance.now() - startedAt).to.be.lessThan(READ_TIMEOUT_MS);
  });

  it('an object that does not exist is 404 at once', async () => {
    const { app, gate, anna, carol } = lagging;
    gate.shut();
    await pay('1.00');
    const { wallet } = pathsOf({ user_id: anna.user_id, wallet_id: carol.wallet_id });
    expectError(await app.call('GET', wallet), 404, 'not_found');
    expectError(await app.call('GET', `/v1/transfers/trf_${'0'.repeat(26)}`), 404, 'not_found');
  });

  it('objects that were just written are read from memory, with the bytes that their documents get', async () => {
    const { app, gate, anna, ben } = lagging;
    gate.shut();
    const paid = await pay('2.50');
    const open = await app.call('POST', '/v1/transfers', { body: onrampBody(ben.wallet_id, '3.00') });
    const opened = expectBody(open, 201);
    const user = `/v1/users/${anna.user_id}`;
    const changed = await app.call('PATCH', user, { body: { email: 'anna@example.com' } });
    const carla = await makeHolder(app, '9.00');
    const paths = [
      ...[anna, ben, carla].flatMap((holder) => pathsOf(holder).objects),
      `/v1/transfers/${paid.body.id}`,
      `/v1/transfers/${opened.id}`,
    ];
    const during = await readAll(app, paths);
    expect(during.map(({ status }) => status)).to.deep.equal(paths.map(() => 200));
    expect(during[0]?.text).to.equal(changed.text);
    expect(during[2]?.body.available).to.equal('97.50');
    expect(textsOf(during.slice(-2))).to.deep.equal([paid.text, open.text]);
    gate.open();
    expectBody(await app.call('GET', '/v1/events'), 200);
    expect(textsOf(await readAll(app, paths))).to.deep.equal(textsOf(during));
  });

  it('personal data in memory is erased with its key', async () => {
    const { app, gate } = lagging;
    const user = { type: 'individual', external_reference: 'forgotten', first_name: 'Anna' };
    const { id } = expectBody(await app.call('POST', '/v1/users', { body: user }), 201);
    const path = `/v1/users/${id}`;
    gate.shut();
    expectBody(await app.call('PATCH', path, { body: { email: 'anna@example.com' } }), 200);
    expect((await app.call('GET', path)).text).to.contain('anna@example.com');
    await app.forget(id);
    const erased = await app.call('GET', path, { as: 'getUser' });
    expect(erased.text).to.contain('"email":null').and.not.contain('anna@example.com');
  });

  it('a list that changed waits for its change, and no longer', async () => {
    const { app, gate, anna } = lagging;
    gate.shut();
    const paid = await pay('1.00');
    const { lists } = pathsOf(anna);
    const [, history = ''] = lists;
    const transfers = '/v1/transfers?integrator_reference=order-1';
    expectError(await app.call('GET', history), 503, 'service_unavailable');
    expectError(await app.call('GET', transfers), 503, 'service_unavailable');
    expectError(await app.call('GET', `/v1/events?object_id=${paid.body.id}`), 503, 'service_unavailable');
    const waiting = readAll(app, [history, transfers]);
    gate.open();
    const [entries, found] = await waiting;
    expect(entries?.body.data[0]).to.include({ transfer_id: paid.body.id });
    expect(found?.body.data.map(({ id }) => id)).to.deep.equal([paid.body.id]);
  });

  it('a list says how old its documents are, although it includes every write to it', async () => {
    const { app, gate, carol } = lagging;
    const [, path = ''] = pathsOf(carol).lists;
    const fresh = await app.call('GET', path, { as: 'listWalletHistory' });
    expect(lagOf(fresh)).to.be.lessThan(LAG_SECONDS);
    gate.shut();
    await pay('1.00');
    const written = Date.now();
    await delay(LAG_SECONDS * 1_000);
    const behind = await app.call('GET', path, { as: 'listWalletHistory' });
    expect(behind.text).to.equal(fresh.text);
    expect(lagOf(behind)).to.be.at.least(LAG_SECONDS);
    expect(Date.parse(behind.headers.get('ledger-as-of') ?? '')).to.be.at.most(written);
  });

  it('a client that needs no current state gets what there is, and how old it is', async () => {
    const { app, gate, anna } = lagging;
    const { objects, lists } = pathsOf(anna);
    const paths = [...objects, ...lists, '/v1/events'];
    const before = await readAll(app, paths);
    gate.shut();
    const paid = await pay('1.00');
    await delay(LAG_SECONDS * 1_000);
    const eventual = await readAll(app, paths, EVENTUAL);
    expect(textsOf(eventual)).to.deep.equal(textsOf(before));
    for (const answer of eventual) expect(lagOf(answer)).to.be.at.least(LAG_SECONDS);
    const missing = await app.call('GET', `/v1/transfers/${paid.body.id}`, { headers: EVENTUAL });
    expectError(missing, 404, 'not_found');
    expect(lagOf(missing)).to.be.at.least(LAG_SECONDS);
    gate.open();
    expectBody(await app.call('GET', '/v1/events'), 200);
    const current = await app.call('GET', `/v1/transfers/${paid.body.id}`, {
      headers: EVENTUAL,
      as: 'getTransfer',
    });
    expect(current.text).to.equal(paid.text);
    expect(lagOf(current)).to.be.lessThan(LAG_SECONDS);
  });

  it('links to hosted pages are issued without waiting', async () => {
    const { app, gate, carol } = lagging;
    gate.shut();
    await pay('1.00');
    const startedAt = performance.now();
    const path = `/v1/users/${carol.user_id}/onboarding_links`;
    expectBody(await app.call('POST', path, { body: {} }), 201);
    expect(performance.now() - startedAt).to.be.lessThan(READ_TIMEOUT_MS);
  });
});

describe('The header Ledger-Consistency', () => {
  let app: MemoryApp;
  let isHeadKnown = true;
  before(async () => {
    app = await startMemoryApp({
      writers: (writers) => ({
        ...writers,
        head: (stream) =>
          isHeadKnown ? writers.head(stream) : Promise.reject(new StoreUnavailable('the events are away')),
      }),
    });
  });
  after(() => app.close());

  it('needs no event store', async () => {
    const holder = await makeHolder(app, '5.00');
    const { wallet } = pathsOf(holder);
    const before = expectBody(await app.call('GET', wallet), 200);
    await waitFor('the document', async () => {
      const { status } = await app.call('GET', wallet, { headers: EVENTUAL });
      return status === 200 ? true : undefined;
    });
    isHeadKnown = false;
    expectError(await app.call('GET', wallet), 503, 'service_unavailable');
    expect(expectBody(await app.call('GET', wallet, { headers: EVENTUAL }), 200).id).to.equal(before.id);
    isHeadKnown = true;
  });

  it('is 400 with any other value', async () => {
    for (const value of ['Eventual', 'strong', '', 'eventual, eventual', 'eventual\t;']) {
      const answer = await app.call('GET', '/v1/users', {
        headers: { 'Ledger-Consistency': value },
        as: 'listUsers',
      });
      expectError(answer, 400, 'malformed_request');
    }
  });

  it('is ignored by writes', async () => {
    const headers = { 'Ledger-Consistency': 'strong' };
    const body = { type: 'individual', external_reference: 'ignored' };
    const created = await app.call('POST', '/v1/users', { body, headers, as: 'createUser' });
    expect(created.status, created.text).to.equal(201);
    expect(created.headers.get('ledger-as-of')).to.equal(null);
  });
});

describe('While documents are behind, and another node writes', () => {
  it('its changes are read from memory, and other objects at once', async () => {
    const sharedEvents = createMemoryEventStore();
    const { app, gate, anna, carol, close } = await startLaggingApp({ sharedEvents });
    const otherNode = keepersOn({ eventStore: sharedEvents, policy: POLICY, hasOtherWriters: true });
    try {
      const untouched = pathsOf(carol);
      const paths = [...untouched.objects, ...untouched.lists];
      const before = await readAll(app, paths);
      gate.shut();
      await done(otherNode, reward(anna.wallet_id, '11.00'), STREAM);
      const { wallet } = pathsOf(anna);
      expect(expectBody(await app.call('GET', `${wallet}/balance`), 200).available).to.equal('111.00');
      expect(textsOf(await readAll(app, paths))).to.deep.equal(textsOf(before));
      expectError(await app.call('GET', `${wallet}/history`), 503, 'service_unavailable');
    } finally {
      await otherNode.close();
      await close();
    }
  });
});
