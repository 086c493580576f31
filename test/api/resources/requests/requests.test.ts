/** The request log, as integrators read it. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { REQUESTS_COLLECTION } from '../../../../src/request-log/entry.ts';
import { startMemoryApp } from '../../../support/memory-app.ts';
import {
  expectBody,
  expectError,
  fundedWallet,
  newUser,
  newWallet,
  transferBody,
  unknownId,
} from '../../../support/api-steps.ts';
import { createClient } from '../../../support/client.ts';
import type { Answer, Client } from '../../../support/client.ts';
import { withFile } from '../../../support/extra-keys.ts';
import { startTestService } from '../../../support/service.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { startSharedService } from '../../../support/shared-service.ts';
import type { SharedService } from '../../../support/shared-service.ts';

const requestIdOf = ({ headers }: Answer): string => headers.get('request-id') ?? '';

describe('The request log', () => {
  let service: SharedService;
  let sandbox: Client;
  before(async () => {
    service = await startSharedService();
    ({ sandbox } = service);
  });
  after(() => service.close());

  const logged = async (answer: Answer) =>
    expectBody(await sandbox.get(`/v1/requests/${requestIdOf(answer)}`), 200);
  const listed = async (query: string) =>
    expectBody(await sandbox.get(`/v1/requests?${query}`), 200).data.map(({ id }: { id: string }) => id);

  it('contains a transfer with its bodies and the events that it caused', async () => {
    const from = await fundedWallet(sandbox, { cashable: '200.00' });
    const to = await newWallet(sandbox);
    const idempotencyKey = randomUUID();
    const body = transferBody(from.id, to.id, '4.00', { metadata: { note: 'for Ana' } });
    const answer = await sandbox.post('/v1/transfers', body, { idempotencyKey });
    const transfer = expectBody(answer, 201);
    const entry = await logged(answer);
    expect(entry).to.deep.include({
      id: requestIdOf(answer),
      object: 'request',
      method: 'POST',
      path: '/v1/transfers',
      query: null,
      operation: 'createTransfer',
      status: 201,
      error: null,
      idempotency_key: idempotencyKey,
      replayed: false,
      omitted_before: 0,
    });
    expect(entry.api_key_id).to.match(/^key_/);
    expect(entry.duration_ms).to.be.greaterThan(0);
    expect(Math.abs(Date.parse(entry.created_at) - Date.now())).to.be.lessThan(60_000);
    expect(JSON.parse(entry.request_body)).to.deep.equal({ ...body, metadata: '[masked]' });
    expect(JSON.parse(entry.response_body)).to.include({
      id: transfer.id,
      state: 'completed',
      amount: '4.00',
    });
    const events = await Promise.all(
      entry.events.map(async (id: string) => expectBody(await sandbox.get(`/v1/events/${id}`), 200)),
    );
    expect(events.map(({ type, data }) => [type, data.id])).to.deep.equal([
      ['transfer.created', transfer.id],
      ['transfer.state_changed', transfer.id],
    ]);
  });

  it('names exactly the events of each write, while others write too', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        sandbox.post('/v1/users', { type: 'individual', external_reference: randomUUID() }),
      ),
    );
    for (const answer of answers) {
      const { events } = await logged(answer);
      expect(events).to.have.length(1);
      const event = expectBody(await sandbox.get(`/v1/events/${String(events[0])}`), 200);
      expect([event.type, event.data.id]).to.deep.equal(['user.created', answer.body.id]);
    }
  });

  it('contains no events for reads, refusals, replays, and writes that publish none', async () => {
    const user = await newUser(sandbox);
    const body = { type: 'individual', external_reference: user.external_reference };
    const idempotencyKey = randomUUID();
    const first = { type: 'individual', external_reference: randomUUID() };
    const created = await sandbox.post('/v1/users', first, { idempotencyKey });
    const replay = await sandbox.post('/v1/users', first, { idempotencyKey });
    for (const answer of [
      await sandbox.get(`/v1/users/${user.id}`),
      await sandbox.post('/v1/users', body),
      await sandbox.request('PATCH', `/v1/users/${user.id}`, { body: { metadata: { a: 'b' } } }),
      replay,
    ])
      expect((await logged(answer)).events).to.deep.equal([]);
    expect([(await logged(created)).replayed, (await logged(replay)).replayed]).to.deep.equal([false, true]);
    expect((await logged(replay)).response_body).to.equal((await logged(created)).response_body);
  });

  it('contains requests that fail, with the error and the invalid body', async () => {
    const answer = await sandbox.post('/v1/users', { type: 'person', first_name: 'Ana', amout: '1' });
    const entry = await logged(answer);
    expect([entry.status, entry.error]).to.deep.equal([
      422,
      { code: 'validation_failed', message: 'The request has invalid fields. See details.' },
    ]);
    expect(JSON.parse(entry.request_body)).to.deep.equal({
      type: '[masked]',
      first_name: '[masked]',
      '[masked]': '[masked]',
    });
    const details = JSON.parse(entry.response_body).error.details as { field: string; code: string }[];
    expect(details.map(({ field, code }) => `${field} ${code}`)).to.include.members([
      'type invalid_value',
      'external_reference required',
      '[masked] unknown_field',
    ]);
    for (const [path, options, status, code] of [
      ['/v1/users', { raw: '{"first_name":"Ana"' }, 400, 'malformed_request'],
      ['/v1/users', { body: {}, idempotencyKey: null }, 400, 'malformed_request'],
      ['/v1/persons/Ana', {}, 404, 'not_found'],
      [`/v1/users/${unknownId('usr')}`, {}, 405, 'method_not_allowed'],
    ] as const) {
      const failed = await sandbox.request('POST', path, options);
      const { error, ...rest } = await logged(failed);
      expect([rest.status, error.code], path).to.deep.equal([status, code]);
      expect(JSON.stringify(rest)).to.not.contain('Ana');
    }
    const replayed = { idempotencyKey: randomUUID() };
    const path = `/v1/users/${unknownId('usr')}/wallets`;
    await sandbox.post(path, { asset: 'svc-points' }, replayed);
    const again = await logged(await sandbox.post(path, { asset: 'svc-points' }, replayed));
    expect([again.replayed, again.error.code]).to.deep.equal([true, 'not_found']);
  });

  it('does not contain requests without a valid key, and requests to itself', async () => {
    const nobody = await createClient(service.url, '').get('/v1/users');
    expectError(await sandbox.get(`/v1/requests/${requestIdOf(nobody)}`), 404, 'not_found');
    const list = await sandbox.get('/v1/requests');
    expectError(await sandbox.get(`/v1/requests/${requestIdOf(list)}`), 404, 'not_found');
    expect(await listed('operation=listRequests')).to.deep.equal([]);
  });

  it('contains a stream of events once, as soon as it begins', async () => {
    const closing = new AbortController();
    const headers = { 'Api-Key': sandbox.apiKey };
    const stream = await fetch(`${service.url}/v1/events/stream`, { headers, signal: closing.signal });
    const id = stream.headers.get('request-id') ?? '';
    const entry = expectBody(await sandbox.get(`/v1/requests/${id}`), 200);
    expect([entry.operation, entry.status, entry.response_body]).to.deep.equal(['streamEvents', 200, null]);
    closing.abort();
    await newUser(sandbox);
    expect(await listed('operation=streamEvents')).to.deep.equal([id]);
  });

  it('is filtered by each member, alone and combined', async () => {
    const idempotencyKey = randomUUID();
    const user = await newUser(sandbox);
    const read = requestIdOf(await sandbox.get(`/v1/users/${user.id}`));
    const body = { type: 'individual', external_reference: user.external_reference };
    const refused = requestIdOf(await sandbox.post('/v1/users', body, { idempotencyKey }));
    const key = expectBody(await sandbox.get(`/v1/requests/${read}`), 200).api_key_id;
    expect(await listed(`path=/v1/users/${user.id}`)).to.deep.equal([read]);
    expect(await listed(`idempotency_key=${idempotencyKey}`)).to.deep.equal([refused]);
    for (const query of [
      'error=external_reference_exists',
      'status=409',
      'status=4xx',
      'operation=createUser',
      'method=POST',
      `api_key_id=${key}`,
      'method=POST&path=/v1/users&operation=createUser&status=409',
    ]) {
      const [newest] = await listed(`${query}&limit=1`);
      expect(newest, query).to.equal(refused);
    }
    expect(await listed(`status=2xx&path=/v1/users/${user.id}`)).to.deep.equal([read]);
    expect(await listed(`status=4xx&path=/v1/users/${user.id}`)).to.deep.equal([]);
    expect(await listed('error=nothing')).to.deep.equal([]);
    expect(await listed(`created_after=${new Date(Date.now() + 60_000).toISOString()}`)).to.deep.equal([]);
    for (const query of ['status=600', 'status=4x', 'created_after=x', `starting_after=${user.id}`, 'x=1'])
      expectError(await sandbox.get(`/v1/requests?${query}`), 400, 'malformed_request');
  });

  it('is paged newest first, in both directions', async () => {
    const ids: string[] = [];
    const path = `/v1/users/${(await newUser(sandbox)).id}/wallets`;
    for (let i = 0; i < 5; i += 1) ids.unshift(requestIdOf(await sandbox.get(path)));
    const all = await listed(`path=${path}`);
    expect(all).to.deep.equal(ids);
    expect(await listed(`path=${path}&limit=2&starting_after=${ids[1] ?? ''}`)).to.deep.equal(
      ids.slice(2, 4),
    );
    expect(await listed(`path=${path}&limit=2&ending_before=${ids[3] ?? ''}`)).to.deep.equal(ids.slice(1, 3));
  });

  it('shows no bodies in lists', async () => {
    await newUser(sandbox);
    const [entry] = expectBody(await sandbox.get('/v1/requests?operation=createUser&limit=1'), 200).data;
    expect(entry).to.not.have.any.keys('request_body', 'response_body', 'events', 'caused');
  });

  it('belongs to one environment of one integrator', async () => {
    const mine = requestIdOf(await sandbox.get('/v1/users'));
    for (const other of [service.otherIntegrator, service.production]) {
      expectError(await other.get(`/v1/requests/${mine}`), 404, 'not_found');
      const { data } = expectBody(await other.get('/v1/requests?limit=100'), 200);
      expect(data.map(({ id }: { id: string }) => id)).to.not.include(mine);
      expectError(await other.get(`/v1/requests?starting_after=${mine}`), 400, 'malformed_request');
    }
    // All keys of the environment share the log.
    expectBody(await service.secondKey.get(`/v1/requests/${mine}`), 200);
    expect(await listed('limit=1&path=/v1/users&method=GET')).to.deep.equal([mine]);
  });

  it('ends after the retention, and is empty without one', async () => {
    const DAY_MS = 24 * 60 * 60 * 1_000;
    let ahead = 0;
    const app = await startMemoryApp({ clock: () => Date.now() + ahead });
    try {
      const { headers } = await app.call('GET', '/v1/users');
      const path = `/v1/requests/${headers.get('request-id') ?? ''}`;
      ahead = 7 * DAY_MS - 60_000;
      expect((await app.call('GET', path)).status).to.equal(200);
      ahead = 7 * DAY_MS + 1_000;
      expect((await app.call('GET', path)).status).to.equal(404);
      expect((await app.call('GET', '/v1/requests')).body.data).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('is kept over a restart, and deleted from the store after the retention', async () => {
    const folder = await temporaryFolder();
    const storedIds = (): Promise<string[]> =>
      withFile(folder.path, async ({ documents }) => {
        const found = await documents.scan(REQUESTS_COLLECTION, { limit: 100 });
        return found.map(({ id }) => id);
      });
    const env = { DATA_DIR: folder.path };
    const first = await startTestService(env);
    const id = requestIdOf(await first.sandbox.get('/v1/users'));
    await first.close();
    expect(await storedIds()).to.deep.equal([id]);
    const second = await startTestService(env);
    expectBody(await second.sandbox.get(`/v1/requests/${id}`), 200);
    await second.close();
    const DAY_MS = 24 * 60 * 60 * 1_000;
    const later = await startTestService(env, () => Date.now() + 8 * DAY_MS);
    // The first sweep begins with the service, and closing waits for it.
    await later.close();
    expect(await storedIds()).to.deep.equal([]);
    await folder.remove();
  });

  it('can be turned off', async () => {
    const off = await startTestService({}, Date.now, { requests: { retention_days: 0 } });
    try {
      const id = requestIdOf(await off.sandbox.get('/v1/users'));
      expectError(await off.sandbox.get(`/v1/requests/${id}`), 404, 'not_found');
      expect(expectBody(await off.sandbox.get('/v1/requests'), 200)).to.deep.equal({
        data: [],
        has_more: false,
        next_cursor: null,
      });
    } finally {
      await off.close();
    }
  });
});
