import { join } from 'node:path';
import { expect } from 'chai';
import { PROJECTIONS } from '../../projections/all.ts';
import { sqliteSource } from '../../src/audit/event-source.ts';
import { compareReadModels, openReadModels } from '../../src/audit/compare/comparison.ts';
import { DATABASE_FILE_NAME, readConfig } from '../../src/config/config.ts';
import { bookStreamOf } from '../../src/ledger/ids.ts';
import { UNSHARED_LEASE } from '../../src/jobs/lease.ts';
import { booksWithoutDocuments } from '../../src/platform/books.ts';
import type { DocumentStore, StoredDocument } from '../../src/read-models/port.ts';
import { FormerBookRemoval } from '../../src/service/former-books.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import { createSqliteDocuments } from '../../src/sqlite/documents.ts';
import { expectBody, expectError, fundedWallet, newUser, onrampBody } from '../support/api-steps.ts';
import { createOperatorClient, type Client } from '../support/client.ts';
import { startTestService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';
import { newEndpoint } from '../support/webhook-client.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** A user with money, a transfer that is open, and a webhook endpoint. */
async function useSandbox(client: Client): Promise<{ readonly user: string; readonly transfer: string }> {
  const wallet = await fundedWallet(client, { cashable: '100.00' });
  await newEndpoint(client, 'https://example.com/hooks');
  const transfer = expectBody(await client.post('/v1/transfers', onrampBody(wallet.id, '50.00')), 201);
  return { user: wallet.user_id, transfer: transfer.id };
}

async function everything(documents: DocumentStore): Promise<Map<string, StoredDocument>> {
  const found = new Map<string, StoredDocument>();
  for (const name of (await documents.collections()).keys())
    for (let after = ''; ;) {
      const page = await documents.scan(name, { after, limit: 500 });
      for (const each of page) found.set(`${name} ${each.id}`, each);
      if (page.length < 500) break;
      after = page.at(-1)?.id ?? '';
    }
  return found;
}

/** Read models are the same in each run; what the service records about itself is not. */
const isReadModel = (key: string): boolean =>
  PROJECTIONS.some(({ state, log }) => key.startsWith(`${state}_v`) || key.startsWith(`${log}_v`));

describe('The documents of a sandbox that was reset', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => folder.remove());

  const file = (): string => join(folder.path, DATABASE_FILE_NAME);
  const open = (readOnly: boolean): DocumentStore =>
    createSqliteDocuments(openDatabase(file(), { readOnly }));
  async function stored(): Promise<Map<string, StoredDocument>> {
    const documents = open(true);
    try {
      return await everything(documents);
    } finally {
      await documents.close();
    }
  }

  /** Uses and resets the sandbox `days` ago, and uses it and production afterward. */
  async function history(days: number) {
    const old = await startTestService({ DATA_DIR: folder.path }, () => Date.now() - days * DAY_MS);
    const former = await useSandbox(old.sandbox);
    const { integrator_id } = old.credentials;
    expectBody(await old.sandbox.post('/v1/sandbox/reset'), 200);
    // Otherwise the next process drops the deliveries of the former sandbox, in any order with their removal.
    await waitFor('the deliveries to be dropped', async () => {
      const waiting = [...(await stored())].filter(
        ([key, { body }]) =>
          (key.startsWith('delivery_retries_') && body.includes(bookStreamOf(integrator_id, 'sandbox', 1))) ||
          (key.startsWith('deliveries_') && body.includes('"state":"pending"')),
      );
      return waiting.length === 0 ? true : undefined;
    });
    const current = await useSandbox(old.sandbox);
    await newUser(old.production);
    await old.close();
    const admin = (url: string) => createOperatorClient(url, old.credentials.operator_token);
    const users = await stored();
    const scope = users.get(`users_v2 ${former.user}`)?.scope ?? '';
    return { former, current, scope, admin, before: users };
  }

  const ofScope = (documents: ReadonlyMap<string, StoredDocument>, scope: string): string[] =>
    [...documents].flatMap(([key, each]) =>
      each.scope === scope || each.body.includes(`"stream":"${scope}"`) ? [key] : [],
    );

  it('are deleted after a day, except for its people, and no document of another book changes', async () => {
    const { former, current, scope, admin, before } = await history(2);
    const collections = new Set(ofScope(before, scope).map((key) => key.split(' ')[0]));
    expect([...collections]).to.include.members(['transfers_v3', 'events_v4', 'wallets_v1', 'requests_v1']);
    const service = await startTestService({ DATA_DIR: folder.path });
    try {
      const left = await waitFor('the documents to be deleted', async () => {
        const keys = ofScope(await stored(), scope).filter((key) => !key.startsWith('tasks_v3 '));
        return keys.length === 1 ? keys : undefined;
      });
      expect(left).to.deep.equal([`users_v2 ${former.user}`]);
      expectBody(await service.sandbox.get(`/v1/transfers/${current.transfer}`), 200);
      expectError(
        await admin(service.url).get(`/operator/v1/transfers/${former.transfer}`),
        404,
        'not_found',
      );
    } finally {
      await service.close();
    }
    const after = await stored();
    const others = [...before].filter(([key]) => isReadModel(key) && !ofScope(before, scope).includes(key));
    expect(others.length).to.be.greaterThan(30);
    for (const [key, document] of others) expect(after.get(key), key).to.deep.equal(document);
  });

  it('do not return when a person is forgotten, and are rebuilt and compared without a difference', async () => {
    const { former, scope, admin } = await history(2);
    const service = await startTestService({ DATA_DIR: folder.path });
    const operator = admin(service.url);
    const areDeleted = async (): Promise<true | undefined> =>
      ofScope(await stored(), scope).some((key) => /^(transfers|wallets|search)_v/.test(key))
        ? undefined
        : true;
    try {
      await waitFor('the documents to be deleted', areDeleted);
      const forget = `/operator/v1/users/${former.user}/forget`;
      expectBody(await operator.post(forget, { reason: 'A request of the person.' }), 200);
      expectBody(await operator.get(`/operator/v1/users/${former.user}`), 200);
      const projections = '/operator/v1/projections';
      const find = async (name: string) => {
        const { data } = expectBody(await operator.get(projections), 200);
        return data.find((each: { name: string }) => each.name === name);
      };
      for (const name of ['transfers', 'search']) {
        expectBody(await operator.post(`${projections}/${name}/rebuild`, { verify: true }), 202);
        await waitFor('the build', async () => ((await find(name)).generation === 2 ? true : undefined));
        expectBody(await operator.post(`${projections}/${name}/verify`), 202);
        const { verification } = await waitFor('the comparison', async () => {
          const found = await find(name);
          return found.verification?.state === 'done' ? found : undefined;
        });
        // The build has documents that were deleted before.
        expect(verification).to.include({ differences: 0 });
      }
      expect(expectBody(await operator.get('/readyz'), 200)).to.include({ ready: true });
    } finally {
      await service.close();
    }
    const documents = await openReadModels(readConfig({ DATA_DIR: folder.path }));
    try {
      const source = sqliteSource(file());
      const compared = await compareReadModels(source, documents);
      await source.close();
      expect(compared).to.include({ ok: true, differences_in_all: 0 });
    } finally {
      await documents.close();
    }
  });

  it('are deleted to the end by another process if the first one is killed', async () => {
    const { scope } = await history(0);
    const documents = open(false);
    try {
      const [before, { signal }] = [await everything(documents), new AbortController()];
      let calls = 0;
      const killed: DocumentStore = {
        ...documents,
        remove: (...args) =>
          (calls += 1) > 5 ? Promise.reject(new Error('killed')) : documents.remove(...args),
      };
      const run = (store: DocumentStore) =>
        new FormerBookRemoval(store, UNSHARED_LEASE, signal).run([scope], 0n);
      await run(killed).then(
        () => expect.fail('the first process ended'),
        () => undefined,
      );
      const half = ofScope(await everything(documents), scope).length;
      expect(half).to.be.within(10, ofScope(before, scope).length - 3);
      expect(await run(documents)).to.equal(true);
      const left = await everything(documents);
      expect(ofScope(left, scope).filter((key) => !/^(users|tasks)_v/.test(key))).to.deep.equal([]);
      const others = new Set(ofScope(before, scope));
      for (const [key, each] of before) if (!others.has(key)) expect(left.get(key), key).to.deep.equal(each);
    } finally {
      await documents.close();
    }
  });

  it('are deleted if they were written while others were, and are not looked for again after a start', async () => {
    const { scope } = await history(0);
    const documents = open(false);
    try {
      let walks: string[] = [];
      const watched: DocumentStore = {
        ...documents,
        findInScopes: (name, ...args) => {
          walks.push(name);
          return documents.findInScopes(name, ...args);
        },
      };
      /** As another process would. */
      const walkedIn = async (breaks = 0n): Promise<readonly string[]> => {
        walks = [];
        const { signal } = new AbortController();
        const removal = new FormerBookRemoval(watched, UNSHARED_LEASE, signal);
        expect(await removal.run([scope], breaks)).to.equal(true);
        return walks;
      };
      const write = async (name: string): Promise<void> => {
        const document = { id: 'whd_late', scope, terms: [], body: '{}' };
        await documents.write([{ collection: name, id: document.id, document, position: 1n }], new Map());
      };
      await write('deliveries_v1');
      const first = await walkedIn();
      expect(first).to.include.members(['transfers_v3', 'deliveries_v1']);
      // An attempt that was under way is recorded after the walk.
      await write('deliveries_v1');
      const second = await walkedIn();
      expect(second).to.include('deliveries_v1').and.to.not.include('transfers_v3');
      expect(await documents.get('deliveries_v1', 'whd_late')).to.equal(undefined);
      await walkedIn();
      expect(await walkedIn()).to.deep.equal([]);
      // Documents that went back in time may be there again.
      expect(await walkedIn(1n)).to.have.members([...new Set(first)]);
    } finally {
      await documents.close();
    }
  });

  it('are kept for a day, however many resets followed', () => {
    const now = Date.parse('2026-06-03T00:00:00.000Z');
    const books = (generation: number, ...ages: readonly number[]) =>
      booksWithoutDocuments(
        { sandboxes: new Map([['int_a', { generation, resetTimes: ages.map((age) => now - age) }]]) },
        now,
      );
    const book = (generation: number) => bookStreamOf('int_a', 'sandbox', generation);
    expect(books(2, DAY_MS - 1)).to.deep.equal([]);
    expect(books(2, DAY_MS)).to.deep.equal([book(1)]);
    expect(books(4, 3 * DAY_MS, DAY_MS + 1, 5)).to.deep.equal([book(1), book(2)]);
    // Only the newest times are in memory.
    expect(books(4, 5, 2)).to.deep.equal([book(1)]);
  });
});
