import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createClient } from '../../support/client.ts';
import type { Answer, Client } from '../../support/client.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createOperatorTestClient, startServiceWithOperators } from '../../support/service-with-operators.ts';
import type { ServiceWithOperators } from '../../support/service-with-operators.ts';
import { createKey } from '../../support/operator-world.ts';
import { startTestService } from '../../support/service.ts';
import { createOperatorClient } from '../../support/client.ts';
import { expectBody, expectError, newUser } from '../../support/api-steps.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('API keys issued by an operator', () => {
  let service: ServiceWithOperators;
  let admin: Client;
  let integrator: string;
  before(async () => {
    service = await startServiceWithOperators();
    admin = service.admin;
    integrator = expectBody(await admin.post('/operator/v1/integrators', { name: 'Acme Games' }), 201).id;
  });
  after(() => service.close());

  const users = (secret: string): Promise<Answer> => createClient(service.url, secret).get('/v1/users');

  it('each give access to one book of a new integrator', async () => {
    const [sandbox, production] = [
      await createKey(admin, integrator),
      await createKey(admin, integrator, 'production'),
    ];
    expect(sandbox.secret).to.match(/^svc_test_/);
    expect(production.secret).to.match(/^svc_live_/);
    const user = await newUser(createClient(service.url, sandbox.secret));
    const seen = async ({ secret }: { secret: string }) => expectBody(await users(secret), 200).data.length;
    expect([await seen(sandbox), await seen(production)]).to.deep.equal([1, 0]);
    expectError(await service.sandbox.get(`/v1/users/${user.id}`), 404, 'not_found');
  });

  it('are listed without their secrets', async () => {
    const { id, secret } = await createKey(admin, integrator);
    const list = await admin.get(`/operator/v1/integrators/${integrator}/keys`);
    expect(expectBody(list, 200).data[0]).to.include({ id, status: 'active' });
    expect(list.text).not.to.include(secret).and.not.to.include('secret');
    expect(expectBody(await admin.get(`/operator/v1/keys/${id}`), 200)).to.deep.equal(list.body.data[0]);
  });

  it('have the given permissions until they expire', async () => {
    const path = `/operator/v1/integrators/${integrator}/keys`;
    const body = { environment: 'sandbox', permissions: 'read' };
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const issued = expectBody(await admin.post(path, { ...body, expires_at, name: 'a day' }), 201);
    expect(issued).to.include({ expires_at, name: 'a day', permissions: 'read' });
    const client = createClient(service.url, issued.secret);
    expectBody(await client.get('/v1/users'), 200);
    expectError(await client.post('/v1/users', {}), 403, 'permission_denied');
    const late = expectError(
      await admin.post(path, { ...body, expires_at: '2020-01-01T00:00:00Z' }),
      422,
      'validation_failed',
    );
    expect(late.details).to.deep.equal([
      { field: 'expires_at', code: 'out_of_range', message: 'Must be in the future.' },
    ]);
  });

  it('are refused immediately after they are revoked', async () => {
    const { id, secret } = await createKey(admin, integrator);
    expectBody(await users(secret), 200);
    const revoked = expectBody(
      await admin.post(`/operator/v1/keys/${id}/revoke`, { reason: 'A leak.' }),
      200,
    );
    expect(revoked).to.include({ id, status: 'revoked' });
    expectError(await users(secret), 401, 'invalid_api_key');
    expect(expectBody(await admin.post(`/operator/v1/keys/${id}/revoke`), 200)).to.deep.equal(revoked);
    expectError(await admin.post(`/operator/v1/keys/${id}/rotate`), 409, 'key_state_conflict');
  });

  it('can be rotated: the new key works, and the old key works until the overlap ends', async () => {
    const old = await createKey(admin, integrator);
    const before = Date.now();
    const next = expectBody(
      await admin.post(`/operator/v1/keys/${old.id}/rotate`, { overlap_seconds: 60 }),
      201,
    );
    expect(next).to.deep.include({ permissions: old.permissions, environment: 'sandbox', expires_at: null });
    expectBody(await users(old.secret), 200);
    expectBody(await users(next.secret), 200);
    const { expires_at } = expectBody(await admin.get(`/operator/v1/keys/${old.id}`), 200);
    expect(Date.parse(expires_at)).to.be.within(before + 60_000, Date.now() + 60_000);
    // Another rotation does not extend its lifetime.
    expectBody(await admin.post(`/operator/v1/keys/${old.id}/rotate`), 201);
    expect(expectBody(await admin.get(`/operator/v1/keys/${old.id}`), 200).expires_at).to.equal(expires_at);
    expectBody(await admin.post(`/operator/v1/keys/${old.id}/rotate`, { overlap_seconds: 0 }), 201);
    expectError(await users(old.secret), 401, 'invalid_api_key');
    // A node whose clock is behind would accept a key that has only just expired.
    expect(expectBody(await admin.get(`/operator/v1/keys/${old.id}`), 200).status).to.equal('revoked');
    expectError(await admin.post(`/operator/v1/keys/${old.id}/rotate`), 409, 'key_state_conflict');
  });

  it('overlap for one day by default', async () => {
    const old = await createKey(admin, integrator);
    const before = Date.now();
    expectBody(await admin.post(`/operator/v1/keys/${old.id}/rotate`), 201);
    const { expires_at } = expectBody(await admin.get(`/operator/v1/keys/${old.id}`), 200);
    expect(Date.parse(expires_at)).to.be.within(before + DAY_MS, Date.now() + DAY_MS);
  });
});

describe('A repeated request to the platform', () => {
  let service: ServiceWithOperators;
  let admin: Client;
  before(async () => {
    service = await startServiceWithOperators();
    admin = service.admin;
  });
  after(() => service.close());

  const again = async (path: string, body?: unknown): Promise<Answer> => {
    const idempotencyKey = randomUUID();
    const [first, second] = [
      await admin.post(path, body, { idempotencyKey }),
      await admin.post(path, body, { idempotencyKey }),
    ];
    expect([first.status, first.text]).to.deep.equal([second.status, second.text]);
    expect(first.headers.get('idempotent-replayed')).to.equal(null);
    expect(second.headers.get('idempotent-replayed')).to.equal('true');
    return first;
  };

  it('gets an identical response, including the secret', async () => {
    const { id } = expectBody(await again('/operator/v1/integrators', { name: 'Twice' }), 201);
    const body = { environment: 'sandbox', permissions: 'read_write' };
    const key = expectBody(await again(`/operator/v1/integrators/${id}/keys`, body), 201);
    expect(key.secret).to.match(/^svc_test_/);
    expect(expectBody(await admin.get(`/operator/v1/integrators/${id}/keys`), 200).data).to.have.length(1);
    expectBody(await again(`/operator/v1/keys/${key.id}/rotate`, { overlap_seconds: 5 }), 201);
    expectBody(await again(`/operator/v1/keys/${key.id}/revoke`), 200);
    // It has no effect, and its response is recorded anyway.
    expectBody(await again(`/operator/v1/keys/${key.id}/revoke`), 200);
    const token = expectBody(await again('/operator/v1/tokens', { name: 'Twice', role: 'viewer' }), 201);
    expectBody(await again(`/operator/v1/tokens/${token.id}/revoke`, { reason: 'Enough.' }), 200);
  });

  it('gets the same refusal', async () => {
    expectError(await again('/operator/v1/keys/key_zzzzzzzz/revoke'), 404, 'not_found');
    expectError(
      await again(`/operator/v1/integrators/int_${'0'.repeat(26)}/keys`, {
        environment: 'sandbox',
        permissions: 'read',
      }),
      404,
      'not_found',
    );
  });

  it('gets 409 with a different body or path, even for another stream', async () => {
    const idempotencyKey = randomUUID();
    const { id } = expectBody(
      await admin.post('/operator/v1/integrators', { name: 'One' }, { idempotencyKey }),
      201,
    );
    const reuse = async (path: string, body?: unknown) =>
      expectError(await admin.post(path, body, { idempotencyKey }), 409, 'idempotency_key_reused');
    await reuse('/operator/v1/integrators', { name: 'Two' });
    await reuse('/operator/v1/tokens', { name: 'One', role: 'viewer' });
    const { id: wallet_id } = await newWalletOf(service);
    await reuse(`/operator/v1/wallets/${wallet_id}/freeze`, { reason: 'A check.' });
    expectBody(await admin.post('/operator/v1/integrators', { name: 'One' }, { idempotencyKey }), 201);
    expect(expectBody(await admin.get(`/operator/v1/integrators/${id}`), 200).name).to.equal('One');
  });

  it('is matched per operator token', async () => {
    const idempotencyKey = randomUUID();
    const other = await createOperatorTestClient(service.url, admin, 'admin');
    const [mine, theirs] = [
      expectBody(await admin.post('/operator/v1/integrators', { name: 'Mine' }, { idempotencyKey }), 201),
      expectBody(await other.post('/operator/v1/integrators', { name: 'Theirs' }, { idempotencyKey }), 201),
    ];
    expect(mine.id).not.to.equal(theirs.id);
  });

  it('writes once when it is sent 10 times concurrently', async () => {
    const idempotencyKey = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        admin.post('/operator/v1/integrators', { name: 'Ten' }, { idempotencyKey }),
      ),
    );
    expect(new Set(answers.map(({ text }) => text)).size).to.equal(1);
    const { data } = expectBody(await admin.get('/operator/v1/integrators?limit=100'), 200);
    expect(data.filter(({ name }: { name: string }) => name === 'Ten')).to.have.length(1);
  });
});

describe('A secret in a response', () => {
  it('is replayed for 24 hours, also after a restart, and omitted afterwards', async () => {
    const folder = await temporaryFolder();
    let now = Date.now();
    const idempotencyKey = randomUUID();
    const issue = async (): Promise<Answer> => {
      const service = await startTestService({ DATA_DIR: folder.path }, () => now);
      const admin = createOperatorClient(service.url, service.credentials.operator_token);
      const { integrator_id } = service.credentials;
      const body = { environment: 'production', permissions: 'read' };
      const path = `/operator/v1/integrators/${integrator_id}/keys`;
      const answer = await admin.post(path, body, { idempotencyKey });
      await service.close();
      return answer;
    };
    const first = await issue();
    now += DAY_MS - 60_000;
    expect((await issue()).text).to.equal(first.text);
    now += 120_000;
    const late = await issue();
    expect(late.body).to.deep.equal({ ...first.body, secret: null });
    expect((await issue()).text).to.equal(late.text);
    await folder.remove();
  });
});

async function newWalletOf({ sandbox }: ServiceWithOperators) {
  const { id } = await newUser(sandbox);
  expectBody(await sandbox.post(`/v1/sandbox/users/${id}/kyc`, { kyc_status: 'approved' }), 200);
  return expectBody(await sandbox.post(`/v1/users/${id}/wallets`, { asset: 'svc-points' }), 201);
}
