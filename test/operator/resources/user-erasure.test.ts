import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { DATABASE_FILE_NAME } from '../../../src/config/config.ts';
import { FIRST_HASH, decodeMetadata, verifyHash } from '../../../src/event-store/codec.ts';
import { bookStreamOf } from '../../../src/ledger/ids.ts';
import { createMemoryDocumentStore } from '../../../src/read-models/stores/memory.ts';
import { openDatabase } from '../../../src/sqlite/database.ts';
import { createSqliteDocuments } from '../../../src/sqlite/documents.ts';
import { createSqliteEventStore } from '../../../src/sqlite/event-store.ts';
import { KEY_CACHE_TTL_MS, createVault } from '../../../src/vault/vault.ts';
import {
  expectBody,
  expectError,
  listAll,
  newPayoutAccount,
  newWallet,
  onrampBody,
} from '../../support/api-steps.ts';
import type { Answer } from '../../support/client.ts';
import {
  startServiceWithOperators,
  type ServiceWithOperators,
} from '../../support/service-with-operators.ts';
import { waitFor } from '../../support/wait-for.ts';

type Body = Answer['body'];
const tag = randomUUID().slice(0, 8);
const PERSON = {
  email: `ada.${tag}@example.com`,
  phone: '+14155550177',
  first_name: `Adelheid${tag}`,
  last_name: `Moreau${tag}`,
};
const OWNER = `Ottoline${tag}`;
const NOTHING = { email: null, phone: null, first_name: null, last_name: null };

describe('Erasing a user', () => {
  let service: ServiceWithOperators;
  before(async () => {
    service = await startServiceWithOperators();
  });
  after(() => service.close());

  const forget = (id: string, reason = 'Case 4711.') =>
    service.admin.post(`/operator/v1/users/${id}/forget`, { reason });

  it('requires a deactivated user without open transfers, and a reason', async () => {
    const { sandbox, admin } = service;
    const wallet = await newWallet(sandbox);
    expectError(await forget(wallet.user_id), 409, 'user_state_conflict');
    expectError(
      await admin.post(`/operator/v1/users/${wallet.user_id}/forget`, {}),
      422,
      'validation_failed',
    );
    expectError(await forget('usr_none'), 404, 'not_found');
    const accounts = `/v1/users/${wallet.user_id}/deposit_accounts`;
    const standing = { source: { currency: 'usd', rail: 'bank_eft' }, destination: { wallet_id: wallet.id } };
    const account = expectBody(await sandbox.post(accounts, standing), 201);
    expectBody(await sandbox.post(`/v1/users/${wallet.user_id}/deactivate`), 200);
    const deposit = { deposit_account_id: account.id, amount: '7.00', outcome: 'credited' };
    expectBody(await sandbox.post('/v1/sandbox/deposits', deposit), 200);
    expectError(await forget(wallet.user_id), 409, 'user_has_open_transfers');
    expectError(
      await service.operators.reviewer.post(`/operator/v1/users/${wallet.user_id}/forget`, { reason: 'x' }),
      403,
      'permission_denied',
    );
    expect(onrampBody(wallet.id, '1.00')).to.be.an('object');
  });

  it('replaces personal data with null, immediately and after a rebuild, and keeps the history', async () => {
    const { sandbox, admin, dataDir, credentials } = service;
    const create = { type: 'individual', external_reference: `r-${tag}`, ...PERSON };
    const key = randomUUID();
    const user = expectBody(
      await sandbox.request('POST', '/v1/users', { body: create, idempotencyKey: key }),
      201,
    );
    expectBody(await sandbox.post(`/v1/sandbox/users/${user.id}/kyc`, { kyc_status: 'approved' }), 200);
    const wallet = expectBody(
      await sandbox.post(`/v1/users/${user.id}/wallets`, { asset: 'svc-points' }),
      201,
    );
    const account = await newPayoutAccount(sandbox, wallet.user_id, 'usd', { account_owner_name: OWNER });
    expectBody(await sandbox.post(`/v1/users/${user.id}/deactivate`), 200);
    const userEvents = async (): Promise<Body[]> =>
      (await listAll(sandbox, '/v1/events')).filter(({ data }) => data.id === user.id);
    const before = await userEvents();
    expect(JSON.stringify(before)).to.include(PERSON.email);

    const erasedUser = expectBody(await forget(user.id), 200);
    expect(erasedUser).to.include({ ...NOTHING, id: user.id, status: 'deactivated' });
    expect(expectBody(await forget(user.id), 200)).to.deep.equal(erasedUser);

    const expectErased = async (): Promise<void> => {
      expect(expectBody(await sandbox.get(`/v1/users/${user.id}`), 200)).to.deep.equal(erasedUser);
      const accounts = expectBody(await sandbox.get(`/v1/users/${user.id}/payout_accounts`), 200).data;
      expect(accounts.map((each: Body) => [each.id, each.account_owner_name])).to.deep.equal([
        [account.id, null],
      ]);
      const after = await userEvents();
      expect(after.map(({ id, type }) => [id, type])).to.deep.equal(before.map(({ id, type }) => [id, type]));
      for (const { data } of after) expect(data).to.include({ ...NOTHING, id: user.id });
      for (const path of ['/operator/v1/users/'])
        expect(expectBody(await admin.get(`${path}${user.id}`), 200)).to.include(NOTHING);
      expectError(await admin.get(`/operator/v1/users/${user.id}/identity`), 404, 'not_found');
      // Recorded responses contained personal data, so they are no longer replayed.
      expectError(
        await sandbox.request('POST', '/v1/users', { body: create, idempotencyKey: key }),
        404,
        'not_found',
      );
    };
    await expectErased();

    for (const name of ['users', 'payout_accounts', 'events', 'identities'])
      expectBody(await admin.post(`/operator/v1/projections/${name}/rebuild`, { verify: true }), 202);
    await waitFor('all are built', async () => {
      const { data } = expectBody(await admin.get('/operator/v1/projections'), 200);
      return data.filter(({ generation }: Body) => generation === 2).length === 4 ? true : undefined;
    });
    await expectErased();
    // Updating the old build and creating a new one give identical documents.
    for (const name of ['users', 'payout_accounts', 'events'])
      expectBody(await admin.post(`/operator/v1/projections/${name}/verify`), 202);
    await waitFor('all are compared', async () => {
      const { data } = expectBody(await admin.get('/operator/v1/projections'), 200);
      const done = data.filter(({ verification }: Body) => verification?.state === 'done');
      for (const { verification } of done)
        expect(verification).to.deep.include({ differences: 0, skipped: 0 });
      return done.length === 3 ? true : undefined;
    });

    const database = openDatabase(join(dataDir, DATABASE_FILE_NAME), { readOnly: true });
    const rows = database.prepare('SELECT data, metadata FROM events').all();
    for (const secret of [PERSON.email, OWNER]) expect(JSON.stringify(rows)).not.to.include(secret);
    const readable = ['users_v2_g2', 'payout_accounts_v2_g2', 'events_v4_g2', 'event_subjects_v4_g2'];
    for (const name of readable) {
      const found = await createSqliteDocuments(database).scan(name, { limit: 10_000 });
      for (const secret of [PERSON.email, PERSON.last_name, OWNER])
        expect(found.map(({ body }) => body).join('\n')).not.to.include(secret);
    }
    database.close();
    await chainHolds(dataDir, bookStreamOf(credentials.integrator_id, 'sandbox'), 'Case 4711.');
  });

  it('leaves nothing of the person in any file, seconds later', async () => {
    const { sandbox, dataDir } = service;
    const [host, first_name] = [`${tag}.example.net`, `Hildegard${tag}`];
    const create = { type: 'individual', external_reference: `gone-${tag}` };
    const names = { first_name, last_name: 'Moreau', email: `h@${host}`, phone: '+14155550178' };
    const user = expectBody(await sandbox.post('/v1/users', { ...create, ...names }), 201);
    const approve = { kyc_status: 'approved', terms_status: 'approved' };
    expectBody(await sandbox.post(`/v1/sandbox/users/${user.id}/kyc`, approve), 200);
    const account = {
      ...{ type: 'emailpay', currency: 'cad', rail: 'emailpay', country: 'CA' },
      account_owner_name: `${first_name} Moreau`,
      emailpay: { email: `pay@${host}`, phone: '+14155550179' },
    };
    const path = `/v1/users/${user.id}/payout_accounts`;
    const opened = expectBody(await sandbox.post(path, account), 201);
    expect(opened.emailpay).to.deep.equal({ email_masked: `p***@${host}`, phone_number_last4: '0179' });
    expect(expectBody(await sandbox.get(path), 200).data[0].emailpay).to.deep.equal(opened.emailpay);
    expect(expectBody(await sandbox.request('DELETE', `${path}/${opened.id}`), 200).emailpay).to.deep.equal(
      opened.emailpay,
    );
    expectBody(await sandbox.patch(`/v1/users/${user.id}`, { email: `later@${host}` }), 200);
    expectBody(await sandbox.post(`/v1/users/${user.id}/deactivate`), 200);
    const filesWith = (text: string): string[] =>
      readdirSync(dataDir).filter((name) => readFileSync(join(dataDir, name)).includes(text));
    expect(filesWith(host)).to.not.deep.equal([]);
    expectBody(await forget(user.id), 200);
    expect(expectBody(await sandbox.get(`${path}/${opened.id}`), 200).emailpay).to.deep.equal({
      ...{ email_masked: null, phone_number_last4: null },
    });
    await waitFor('the files to be free of the person', () =>
      [host, first_name].every((text) => filesWith(text).length === 0) ? true : undefined,
    );
  });

  it('drops outdated builds that still contain personal data', async () => {
    const { sandbox, admin, dataDir } = service;
    const email = `old.${tag}@example.com`;
    const create = { type: 'individual', external_reference: `old-${tag}`, ...PERSON, email };
    const user = expectBody(await sandbox.post('/v1/users', create), 201);
    const generations = async (): Promise<number[][]> => {
      const { data } = expectBody(await admin.get('/operator/v1/projections'), 200);
      const users = data.find(({ name }: Body) => name === 'users');
      return [[users.generation], users.old.map(({ generation }: Body) => generation)];
    };
    const [before = []] = await generations();
    expectBody(await admin.post('/operator/v1/projections/users/rebuild'), 202);
    await waitFor('users are built', async () =>
      (await generations())[1]?.includes(before[0] ?? 0) ? true : undefined,
    );
    expectBody(await sandbox.post(`/v1/users/${user.id}/deactivate`), 200);
    expectBody(await forget(user.id), 200);
    await waitFor('the old build is gone', async () =>
      (await generations())[1]?.length === 0 ? true : undefined,
    );
    const database = openDatabase(join(dataDir, DATABASE_FILE_NAME), { readOnly: true });
    const tables = database
      .prepare("SELECT name FROM sqlite_master WHERE name LIKE 'documents users%'")
      .all();
    expect(tables).to.have.length(1);
    database.close();
  });
});

/** The stored events are unchanged, and record who erased the user and why. */
async function chainHolds(dataDir: string, stream: string, reason: string): Promise<void> {
  const database = openDatabase(join(dataDir, DATABASE_FILE_NAME));
  const events = await createSqliteEventStore(database).read(stream, 0, 10_000);
  let hash = FIRST_HASH;
  for (const event of events) hash = verifyHash(hash, event);
  const erasure = events.findLast(({ type }) => type === 'user.forgotten');
  const { actor, reason: why } = decodeMetadata(erasure ?? events[0]!);
  expect([actor.startsWith('operator:opt_'), why]).to.deep.equal([true, reason]);
  database.close();
  expect(readdirSync(dataDir)).to.include(DATABASE_FILE_NAME);
  expect(readFileSync(join(dataDir, 'credentials.json'), 'utf8')).not.to.include(tag);
}

describe('The key of a user who is being erased', () => {
  it('is not cached by concurrent readers', async () => {
    const documents = createMemoryDocumentStore();
    const vault = createVault(
      {
        ...documents,
        async deleteRecord(...place) {
          await vault.keyFor(sealed);
          await documents.deleteRecord(...place);
        },
      },
      new Uint8Array(32),
    );
    const sealed = (await vault.createKey()).seal('Ada', 'context');
    await vault.destroyKey(sealed);
    expect(await vault.keyFor(sealed)).to.equal(undefined);
  });
});

describe('The key of a user who was erased by another process', () => {
  it('is unusable after its cache entry expires', async () => {
    let now = 0;
    const documents = createMemoryDocumentStore();
    const masterKey = new Uint8Array(32);
    const [here, elsewhere] = [
      createVault(documents, masterKey, () => now),
      createVault(documents, masterKey),
    ];
    const key = await here.createKey();
    const sealed = key.seal('Ada', 'context');
    await elsewhere.destroyKey(key.id);
    expect((await here.keyFor(sealed))?.open(sealed, 'context')).to.equal('Ada');
    now = KEY_CACHE_TTL_MS + 1;
    expect(await here.keyFor(sealed)).to.equal(undefined);
  });
});
