import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'chai';
import { DATABASE_FILE_NAME } from '../../../src/config/config.ts';
import { FIRST_HASH, decodeData, decodeMetadata } from '../../../src/event-store/codec.ts';
import { PLATFORM_STREAM } from '../../../src/platform/platform.ts';
import { openDatabase } from '../../../src/sqlite/database.ts';
import { createSqliteDocuments } from '../../../src/sqlite/documents.ts';
import { openEmbeddedStores } from '../../../src/sqlite/embedded-stores.ts';
import { expectBody, expectError, fundedWallet, newWallet, transferBody } from '../../support/api-steps.ts';
import type { Answer } from '../../support/client.ts';
import { encodeEvent } from '../../support/encode-event.ts';
import {
  startServiceWithOperators,
  type ServiceWithOperators,
} from '../../support/service-with-operators.ts';
import { waitFor } from '../../support/wait-for.ts';

type Body = Answer['body'];
const ROOT = '/operator/v1/projections';

describe('Projection operations', () => {
  let service: ServiceWithOperators;
  before(async () => {
    service = await startServiceWithOperators();
  });
  after(() => service.close());

  const statusOf = async (name: string): Promise<Body> =>
    expectBody(await service.admin.get(ROOT), 200).data.find((each: Body) => each.name === name);
  const rebuilt = (name: string, generation: number): Promise<Body> =>
    waitFor(`${name} is built`, async () => {
      const status = await statusOf(name);
      return status.generation === generation ? status : undefined;
    });
  const compared = (name: string): Promise<Body> =>
    waitFor(`${name} is compared`, async () => {
      const { verification } = await statusOf(name);
      return verification === null || verification.state === 'running' ? undefined : verification;
    });

  it('rebuild a projection under load and then switch to the new build', async () => {
    const { sandbox, admin } = service;
    const [from, to] = [await fundedWallet(sandbox, { earned: '500.00' }), await newWallet(sandbox)];
    const path = `/v1/users/${to.user_id}/wallets/${to.id}`;
    const begun = expectBody(await admin.post(`${ROOT}/wallets/rebuild`, { reason: 'To see it.' }), 202);
    expect(begun).to.deep.include({ name: 'wallets', generation: 1 });
    expect(begun.building).to.deep.include({ version: 1, generation: 2, progress: 0, fault: null });
    // Each response reflects the preceding write, regardless of the build it came from.
    for (let paid = 1; paid <= 60; paid++) {
      expectBody(await sandbox.post('/v1/transfers', transferBody(from.id, to.id, '1.00')), 201);
      expect(expectBody(await sandbox.get(path), 200).balance.available).to.equal(`${paid}.00`);
    }
    const { old, building, state } = await rebuilt('wallets', 2);
    expect({ old, building, state }).to.deep.equal({
      old: [{ version: 1, generation: 1, dropping: false }],
      building: null,
      state: 'live',
    });
    expect(expectBody(await sandbox.get(path), 200).balance.available).to.equal('60.00');
  });

  it('compare the new build with the old one and find a difference', async () => {
    const { admin } = service;
    expectBody(await admin.post(`${ROOT}/users/rebuild`, { verify: true }), 202);
    await rebuilt('users', 2);
    expectBody(await admin.post(`${ROOT}/users/verify`), 202);
    const good = await compared('users');
    expect(good).to.deep.include({ state: 'done', differences: 0, skipped: 0, examples: [] });
    expect(good.compared).to.be.greaterThan(1);

    expectBody(await admin.post(`${ROOT}/users/rebuild`, { verify: true }), 202);
    await rebuilt('users', 3);
    const database = openDatabase(join(service.dataDir, DATABASE_FILE_NAME));
    const { id } = database.prepare('SELECT id FROM "documents users_v2_g2" LIMIT 1').get() as { id: string };
    database.prepare(`UPDATE "documents users_v2_g2" SET body = '{}' WHERE id = ?`).run(id);
    database.close();
    expectBody(await admin.post(`${ROOT}/users/verify`), 202);
    const bad = await waitFor('it is compared again', async () => {
      const found = await compared('users');
      return found.against.generation === 2 ? found : undefined;
    });
    expect(bad).to.deep.include({ state: 'done', differences: 1 });
    expect(bad.examples).to.deep.equal([{ collection: 'users', id, kind: 'body' }]);
  });

  it('remove unused builds once', async () => {
    const { admin } = service;
    expectBody(await admin.post(`${ROOT}/quotes/rebuild`), 202);
    await rebuilt('quotes', 2);
    const key = { idempotencyKey: 'drop-once', body: {} };
    const dropped = expectBody(await admin.request('POST', `${ROOT}/drop_old`, key), 202);
    expect(dropped.data).to.deep.include({ name: 'quotes', version: 1, generation: 1 });
    await waitFor('it is gone', async () => {
      const { old } = await statusOf('quotes');
      return old.length === 0 ? true : undefined;
    });
    const tables = openDatabase(join(service.dataDir, DATABASE_FILE_NAME), { readOnly: true });
    const names = tables.prepare("SELECT name FROM sqlite_schema WHERE name LIKE '%quotes%'").all();
    expect(JSON.stringify(names)).to.include('quotes_v1_g2').and.not.to.include('"documents quotes_v1"');
    expect(await createSqliteDocuments(tables).scan('quotes_v1_g2', { limit: 1 })).to.deep.equal([]);
    tables.close();
    expect(expectBody(await admin.request('POST', `${ROOT}/drop_old`, key), 202)).to.deep.equal(dropped);
    expect(expectBody(await admin.post(`${ROOT}/drop_old`), 202)).to.deep.equal({ data: [] });
  });

  it('are refused in invalid states', async () => {
    const { admin } = service;
    for (const what of ['rebuild', 'verify'])
      expectError(await admin.post(`${ROOT}/nothing/${what}`), 404, 'not_found');
    expectError(await admin.post(`${ROOT}/tasks/verify`), 409, 'projection_state_conflict');
    expectBody(await admin.post(`${ROOT}/tasks/rebuild`), 202);
    expectError(await admin.post(`${ROOT}/tasks/rebuild`), 409, 'projection_state_conflict');
    expectError(await admin.post(`${ROOT}/tasks/verify`), 409, 'projection_state_conflict');
    await rebuilt('tasks', 2);
  });

  it('start once per idempotency key', async () => {
    const { admin } = service;
    const key = { idempotencyKey: 'rebuild-once', body: {} };
    const first = expectBody(await admin.request('POST', `${ROOT}/deposits/rebuild`, key), 202);
    await rebuilt('deposits', 2);
    expect(expectBody(await admin.request('POST', `${ROOT}/deposits/rebuild`, key), 202)).to.deep.equal(
      first,
    );
    expect(await statusOf('deposits')).to.deep.include({ generation: 2, building: null });
  });

  it('are recorded in the platform stream with actor and reason', () => {
    const database = openDatabase(join(service.dataDir, DATABASE_FILE_NAME), { readOnly: true });
    const events = readPlatform(database);
    const first = events.find(({ type }) => type === 'projection.rebuild_requested');
    expect(first && decodeData(first)).to.deep.equal({ projection: 'wallets', version: 1, generation: 2 });
    expect(first && decodeMetadata(first)).to.include({ reason: 'To see it.' });
    expect(first && decodeMetadata(first).actor).to.match(/^operator:opt_/);
    const types = new Set(events.map(({ type }) => type));
    expect([...types]).to.include.members(['projection.verify_requested', 'projection.drop_requested']);
    database.close();
  });

  it('show the event that stalls a projection while others continue, and its recovery', async () => {
    const { sandbox, admin, url, dataDir } = service;
    const file = join(dataDir, DATABASE_FILE_NAME);
    // Data sealed with a key wrapped by another master key cannot be decrypted, but does not count as erased.
    const keyId = randomBytes(12);
    const sealed = Buffer.concat([keyId, randomBytes(60)]).toString('base64url');
    const elsewhere = await openEmbeddedStores({ file });
    await elsewhere.documents.putRecord(
      'vault',
      keyId.toString('base64url'),
      randomBytes(72).toString('base64url'),
    );
    const stream = 'book-int_other-sandbox';
    const data = {
      user_id: 'usr_1',
      type: 'individual',
      external_reference: 'r',
      country: null,
      sealed,
      metadata: {},
    };
    const time = new Date().toISOString();
    const about = { schema_version: 1, time, actor: 'key:test', request_id: 'req_1' };
    const { event } = encodeEvent(FIRST_HASH, stream, 0, { type: 'user.created', data }, about);
    await elsewhere.eventStore.append(stream, [event], -1);

    const stalled = await waitFor('the projection has stalled', async () => {
      const status = await statusOf('users');
      return status.state === 'stalled' ? status : undefined;
    });
    expect(stalled.fault).to.include({ stream, revision: 0 });
    expect(stalled.fault.reason).to.match(/cannot be opened/);
    expect((await statusOf('wallets')).state).to.equal('live');
    const ready = await fetch(`${url}/readyz`);
    const text = await ready.text();
    expect([ready.status, text.includes(stream)]).to.deep.equal([503, true]);
    expect(await (await fetch(`${url}/metrics`)).text()).to.include(
      'projection_stalled{projection="users"} 1',
    );
    const [from, to] = [await fundedWallet(sandbox, { earned: '5.00' }), await newWallet(sandbox)];
    expectBody(await sandbox.post('/v1/transfers', transferBody(from.id, to.id, '1.00')), 201);
    expect(
      expectBody(await sandbox.get(`/v1/users/${to.user_id}/wallets/${to.id}`), 200).balance.available,
    ).to.equal('1.00');
    // The projection's documents are behind. The user is in memory, but the list needs the documents.
    const path = `/v1/users/${to.user_id}`;
    expect(expectBody(await sandbox.get(path), 200).id).to.equal(to.user_id);
    expect(expectBody(await sandbox.get('/v1/users'), 503).error.code).to.equal('service_unavailable');

    await elsewhere.documents.deleteRecord('vault', keyId.toString('base64url'));
    await elsewhere.close();
    await waitFor('it goes on', async () => ((await statusOf('users')).state === 'live' ? true : undefined));
    await waitFor('the service is ready', async () =>
      (await fetch(`${url}/readyz`)).status === 200 ? true : undefined,
    );
    expect(expectBody(await sandbox.get(path), 200).id).to.equal(to.user_id);
    expect(expectBody(await admin.get(`/operator/v1/users/${to.user_id}`), 200).id).to.equal(to.user_id);
  });
});

const readPlatform = (database: ReturnType<typeof openDatabase>) => {
  const rows = database
    .prepare(
      `SELECT name AS stream, revision, id, type, data, metadata FROM events
       JOIN streams ON streams.key = events.stream WHERE name = ? ORDER BY revision`,
    )
    .all(PLATFORM_STREAM);
  // The columns of a stored event, except for its position.
  return (rows as Omit<Parameters<typeof decodeData>[0], 'position'>[]).map((row) => ({
    ...row,
    position: 0n,
  }));
};
