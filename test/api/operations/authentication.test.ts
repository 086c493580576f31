import { expect } from 'chai';
import { createApiKey } from '../../../src/platform/credentials.ts';
import {
  expectBody,
  expectError,
  newUser,
  onrampBody,
  transferBody,
  unknownId,
} from '../../support/api-steps.ts';
import { createClient, documentedOperations, type Answer, type Client } from '../../support/client.ts';
import {
  bodyFor,
  createSampleObjects,
  pathOf,
  send,
  type SampleObjects,
} from '../../support/sample-objects.ts';
import { startSharedService, type SharedService } from '../../support/shared-service.ts';

describe('Authentication', () => {
  let service: SharedService;
  let world: SampleObjects;
  before(async () => {
    service = await startSharedService();
    world = await createSampleObjects(service.sandbox);
  });
  after(() => service.close());

  const withoutLimitHeaders = ({ headers }: Answer): void =>
    void expect([...headers.keys()].filter((name) => name.startsWith('ratelimit'))).to.deep.equal([]);

  it('is required by every operation', async () => {
    const nobody = createClient(service.url, '');
    for (const operation of documentedOperations()) {
      const answer = await send(nobody, operation, world);
      expectError(answer, 401, 'invalid_api_key');
      withoutLimitHeaders(answer);
    }
  });

  it('returns the same answer for every invalid key', async () => {
    const { sandbox, keys } = service;
    const good = sandbox.apiKey;
    const last = good.endsWith('a') ? 'b' : 'a';
    const texts = new Set<string>();
    for (const key of [
      'x',
      good.slice(0, -1),
      `${good}x`,
      good.slice(0, -1) + last,
      good.replace('svc_test_', 'svc_live_'),
      good.toUpperCase(),
      `${good}, ${keys.second}`,
      createApiKey('int_nobody', 'sandbox').text,
      createApiKey('int_nobody', 'production').text,
      keys.revoked,
      keys.expired,
    ]) {
      const answer = await createClient(service.url, key).get('/v1/users');
      const { message } = expectError(answer, 401, 'invalid_api_key');
      withoutLimitHeaders(answer);
      texts.add(message);
    }
    expect(texts.size).to.equal(1);
  });

  it('says how to send a key that is sent in another way, whether the key is valid or not', async () => {
    const nobody = createClient(service.url, '');
    const [good, other] = [service.sandbox.apiKey, createApiKey('int_nobody', 'sandbox').text];
    const { operator_token } = service.credentials;
    const ways: readonly (readonly [advice: string, headers: (key: string) => Record<string, string>])[] = [
      ['instead of X-Api-Key', (key) => ({ 'X-Api-Key': key })],
      ['without "Bearer"', (key) => ({ 'Api-Key': `Bearer ${key}` })],
      ['without "Basic"', (key) => ({ 'Api-Key': `Basic ${key}` })],
      [
        'instead of "Authorization: Basic"',
        (key) => ({ Authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` }),
      ],
    ];
    for (const [advice, headersOf] of ways) {
      const texts = new Set<string>();
      for (const key of [good, other, 'x']) {
        const answer = await nobody.request('GET', '/v1/users', { headers: headersOf(key) });
        texts.add(expectError(answer, 401, 'invalid_api_key').message);
      }
      expect([...texts][0]).to.contain(advice);
      expect(texts.size, advice).to.equal(1);
    }
    for (const token of [operator_token, `${operator_token.slice(0, -1)}x`])
      for (const headers of [{ 'Api-Key': token }, { Authorization: `Bearer ${token}` }]) {
        const answer = await nobody.request('GET', '/v1/users', { headers });
        expect(expectError(answer, 401, 'invalid_api_key').message).to.contain('This is an operator token');
      }
    for (const key of [good, other]) {
      const headers = { Authorization: `Bearer ${key}` };
      const answer = await nobody.request('GET', '/operator/v1/attention', { headers });
      expect(expectError(answer, 401, 'invalid_api_key').message).to.contain('This is an API key');
    }
  });

  it('names the Api-Key header to clients that send a bearer token, whether the key is valid or not', async () => {
    const nobody = createClient(service.url, '');
    const other = createApiKey('int_nobody', 'sandbox').text;
    const texts = new Set<string>();
    for (const key of [service.sandbox.apiKey, other, 'svc_live_x']) {
      const headers = { Authorization: `Bearer ${key}` };
      const { message } = expectError(
        await nobody.request('GET', '/v1/users', { headers }),
        401,
        'invalid_api_key',
      );
      expect(message).to.contain('Api-Key header instead of "Authorization: Bearer"');
      texts.add(message);
    }
    expect(texts.size).to.equal(1);
    const basic = await nobody.request('GET', '/v1/users', { headers: { Authorization: 'Basic c3Zj' } });
    expect(expectError(basic, 401, 'invalid_api_key').message).to.not.contain('Bearer');
    // A key in its own header counts, whatever else is sent.
    const headers = { Authorization: `Bearer ${other}` };
    expectBody(await service.sandbox.request('GET', '/v1/users', { headers }), 200);
    const both = await createClient(service.url, other).request('GET', '/v1/users', { headers });
    expect(expectError(both, 401, 'invalid_api_key').message).to.not.contain('Bearer');
  });

  it('accepts any valid key of the integrator for the same objects', async () => {
    const mine = expectBody(await service.sandbox.get(`/v1/users/${world.user_id}`), 200);
    expect(expectBody(await service.secondKey.get(`/v1/users/${world.user_id}`), 200)).to.deep.equal(mine);
  });
});

describe('Permissions', () => {
  let service: SharedService;
  let world: SampleObjects;
  before(async () => {
    service = await startSharedService();
    world = await createSampleObjects(service.sandbox);
  });
  after(() => service.close());

  it('of a read-only key allow every GET and nothing else', async () => {
    for (const operation of documentedOperations()) {
      const answer = await send(service.readOnly, operation, world);
      // Without checkpoints, no state is signed.
      if (operation.id === 'getWalletBalanceProof') expectError(answer, 404, 'not_found');
      else if (operation.method === 'GET') expectBody(answer, 200);
      else expectError(answer, 403, 'permission_denied');
    }
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const answer = await service.readOnly.request(method, '/v1/users', {});
      expectError(answer, 403, 'permission_denied');
    }
  });

  it('of a production key exclude sandbox operations', async () => {
    const sandboxOnly = documentedOperations().filter(({ path }) => path.startsWith('/v1/sandbox/'));
    expect(sandboxOnly.length).to.be.at.least(4);
    for (const operation of sandboxOnly) {
      expectError(await send(service.production, operation, world), 403, 'sandbox_only');
      const path = pathOf(operation, world);
      const broken = operation.method === 'GET' ? {} : { raw: '{', idempotencyKey: null };
      expectError(await service.production.request(operation.method, path, broken), 403, 'sandbox_only');
    }
  });
});

describe('Another book', () => {
  let service: SharedService;
  let world: SampleObjects;
  before(async () => {
    service = await startSharedService();
    world = await createSampleObjects(service.sandbox);
  });
  after(() => service.close());

  const others = (): [string, Client][] => [
    ['another integrator', service.otherIntegrator],
    ['the same integrator’s production', service.production],
    ['another integrator’s production', service.otherIntegratorProduction],
  ];

  it('returns 404 for objects in the path', async () => {
    for (const [who, client] of others()) {
      for (const operation of documentedOperations()) {
        const isShared = !operation.path.includes('{') || operation.codes.includes('not_implemented');
        const isSandbox = operation.path.startsWith('/v1/sandbox');
        if (isShared || (isSandbox && client !== service.otherIntegrator)) continue;
        const answer = await send(client, operation, world);
        expect(answer.status, `${operation.id} by ${who}: ${answer.text}`).to.equal(404);
      }
    }
  });

  it('returns 404 for objects in the body', async () => {
    const { otherIntegrator } = service;
    const theirs = await createSampleObjects(otherIntegrator);
    const accounts = `/v1/users/${theirs.user_id}/deposit_accounts`;
    for (const [path, body] of [
      ['/v1/transfers', transferBody(world.wallet_id, theirs.wallet_id, '1.00')],
      ['/v1/transfers', transferBody(theirs.wallet_id, world.wallet_id, '1.00')],
      ['/v1/transfers', transferBody(theirs.wallet_id, world.wallet_id, '1.00', { dry_run: true })],
      ['/v1/transfers', onrampBody(world.wallet_id, '5.00')],
      [accounts, bodyFor('createDepositAccount', world)],
      ['/v1/sandbox/deposits', { deposit_account_id: world.deposit_account_id, amount: '1.00' }],
      ['/v1/sandbox/deposits', { transfer_id: world.transfer_id, amount: '1.00' }],
      ['/v1/sandbox/rewards', { wallet_id: world.wallet_id, amount: '1.00' }],
    ] as const) {
      expectError(await otherIntegrator.post(path, body), 404, 'not_found');
    }
  });

  it('answers as if the object did not exist', async () => {
    const plain = ({ status, body }: Answer) => ({ status, ...body.error, request_id: '' });
    for (const operation of documentedOperations()) {
      if (!operation.path.includes('{') || operation.path.startsWith('/v1/sandbox')) continue;
      const absent: SampleObjects = {
        ...world,
        user_id: unknownId('usr'),
        wallet_id: unknownId('wal'),
        deposit_account_id: unknownId('da'),
        transfer_id: unknownId('trf'),
        event_id: unknownId('evt'),
      };
      const foreign = await send(service.otherIntegrator, operation, world);
      expect(plain(foreign)).to.deep.equal(plain(await send(service.otherIntegrator, operation, absent)));
    }
  });

  it('returns empty lists', async () => {
    for (const [who, client] of others()) {
      for (const path of [
        '/v1/users',
        '/v1/transfers',
        '/v1/events',
        `/v1/transfers?user_id=${world.user_id}`,
        `/v1/transfers?wallet_id=${world.wallet_id}`,
        `/v1/events?object_id=${world.user_id}`,
        `/v1/events?object_id=${world.transfer_id}`,
      ]) {
        if (client === service.otherIntegrator && !path.includes('?')) continue;
        const { data, has_more } = expectBody(await client.get(path), 200);
        expect([data, has_more], `${path} by ${who}`).to.deep.equal([[], false]);
      }
    }
    const [user] = expectBody(await service.sandbox.get('/v1/users'), 200).data;
    for (const cursor of ['starting_after', 'ending_before']) {
      expectError(
        await service.otherIntegrator.get(`/v1/users?${cursor}=${user.id}`),
        400,
        'malformed_request',
      );
    }
  });

  it('has its own external references', async () => {
    const external_reference = 'the same everywhere';
    const ids = new Set<string>();
    for (const client of [service.sandbox, ...others().map(([, each]) => each)]) {
      ids.add((await newUser(client, { external_reference })).id);
    }
    expect(ids.size).to.equal(4);
  });

  it('returns 404 for objects under the path of another user', async () => {
    const { id } = await newUser(service.sandbox);
    for (const operation of documentedOperations()) {
      if (!/^\/v1\/users\/\{user_id\}\/\w+\/\{/.test(operation.path)) continue;
      expectError(await send(service.sandbox, operation, { ...world, user_id: id }), 404, 'not_found');
    }
    for (const [list, cursor] of [
      ['wallets', world.wallet_id],
      ['deposit_accounts', world.deposit_account_id],
    ]) {
      const path = `/v1/users/${id}/${list}`;
      expect(expectBody(await service.sandbox.get(path), 200).data).to.deep.equal([]);
      expectError(await service.sandbox.get(`${path}?starting_after=${cursor}`), 400, 'malformed_request');
    }
  });
});
