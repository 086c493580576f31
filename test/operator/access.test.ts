import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createClient, createOperatorClient } from '../support/client.ts';
import { loadOperations } from '../../scripts/generate/operations.ts';
import {
  OPERATOR_WORLD_SETTINGS,
  knownOperations,
  createOperatorWorld,
  operatorPath,
  sendAs,
  transferInReview,
} from '../support/operator-world.ts';
import type { OperatorWorld } from '../support/operator-world.ts';
import {
  ROLES,
  createOperatorTestClient,
  startServiceWithOperators,
} from '../support/service-with-operators.ts';
import type { ServiceWithOperators } from '../support/service-with-operators.ts';
import { expectBody, expectError, unknownId } from '../support/api-steps.ts';

const root = new URL('../../schemas', import.meta.url).pathname;
const roleOf = new Map(
  loadOperations(root, 'operator-operations.json').operations.map(({ operationId, role }) => [
    operationId,
    role,
  ]),
);

const pathParameters = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** Operations whose bodies may be larger than others. */
const TOO_LARGE: Readonly<Record<string, number>> = { importBankStatement: 13 * 1_024 * 1_024 };

describe('The operator API', () => {
  let service: ServiceWithOperators;
  let world: OperatorWorld;
  before(async () => {
    service = await startServiceWithOperators(OPERATOR_WORLD_SETTINGS);
    world = await createOperatorWorld(service);
  });
  after(() => service.close());

  it('responds identically to every missing or invalid token', async () => {
    const { url, admin, operators } = service;
    const revoked = await createOperatorTestClient(url, admin, 'admin');
    const { data } = expectBody(await admin.get('/operator/v1/tokens?limit=1'), 200);
    expectBody(await admin.post(`/operator/v1/tokens/${data[0].id}/revoke`), 200);
    const { apiKey } = operators.admin;
    const texts = ['', 'x', revoked.apiKey, `${apiKey}x`, apiKey.slice(0, -1), apiKey.toUpperCase()];
    const messages = new Set<string>();
    for (const text of texts) {
      for (const operation of knownOperations()) {
        const answer = await sendAs(createOperatorClient(url, text), operation, world);
        messages.add(expectError(answer, 401, 'invalid_api_key').message);
      }
    }
    expect(messages.size).to.equal(1);
  });

  it('accepts the bearer scheme in any case, only in the Authorization header', async () => {
    const { url, admin } = service;
    const nobody = createOperatorClient(url, '');
    const path = '/operator/v1/integrators';
    for (const scheme of ['bearer', 'BEARER'])
      expectBody(
        await nobody.request('GET', path, { headers: { Authorization: `${scheme} ${admin.apiKey}` } }),
        200,
      );
    for (const headers of [
      { Authorization: admin.apiKey },
      { Authorization: `Basic ${admin.apiKey}` },
      { 'Api-Key': admin.apiKey },
    ] as const)
      expectError(await nobody.request('GET', path, { headers: { ...headers } }), 401, 'invalid_api_key');
    expectError(await createClient(url, admin.apiKey).get('/v1/users'), 401, 'invalid_api_key');
  });

  it('lets every role read, and restricts writes by role', async () => {
    for (const operation of knownOperations()) {
      const needed = roleOf.get(operation.id);
      for (const role of ROLES) {
        const may = needed === 'viewer' || role === 'admin' || role === needed;
        const fresh =
          operation.method === 'GET' || !may
            ? world
            : await createOperatorWorld(service, pathParameters(operation.path));
        const answer = await sendAs(service.operators[role], operation, fresh);
        if (!may) expectError(answer, 403, 'permission_denied');
        // Without checkpoints, no state is signed.
        else if (operation.id === 'getOperatorWalletBalanceProof') expectError(answer, 404, 'not_found');
        // In the sandbox, a user can be under review without submitted identity data.
        else if (operation.id === 'getUserIdentity') expectError(answer, 404, 'not_found');
        // Only admins see the sessions of others.
        else if (operation.id === 'getSession' && role !== 'admin') expectError(answer, 404, 'not_found');
        else expect(answer.status, `${role} ${operation.id} ${answer.text}`).to.be.within(200, 202);
      }
    }
  });

  it('shows viewers no reason that an operator gave', async () => {
    const { operators, sandbox } = service;
    const [first, second] = ['Her aunt called about it.', 'Her cousin called, too.'];
    const wallet = `/operator/v1/wallets/${world['wallet_id']}`;
    expectBody(await operators.reviewer.post(`${wallet}/freeze`, { reason: first }), 200);
    const { id } = await transferInReview(sandbox);
    const reason = { code: 'checked', message: second };
    const review = { outcome: 'approved', reason };
    expectBody(await operators.reviewer.post(`/operator/v1/transfers/${id}/review`, review), 200);
    const read = [...knownOperations().filter(({ method }) => method === 'GET')].map(
      (operation) => operatorPath(operation, world) + (operation.id === 'search' ? '?q=ada' : ''),
    );
    for (const path of read) {
      for (const headers of [{}, { Accept: 'text/csv' }] as const) {
        const { text } = await operators.viewer.request('GET', path, { headers });
        expect(text, path).to.not.include(first).and.not.include(second);
      }
    }
    const { text } = await operators.reviewer.get('/operator/v1/activity');
    expect(text).to.include(first).and.include(second);
    expectBody(await operators.reviewer.post(`${wallet}/unfreeze`, { reason: first }), 200);
  });

  it('has no rate limit and sends no rate limit headers', async () => {
    const answer = await service.admin.get('/operator/v1/integrators');
    expect([...answer.headers.keys()].filter((name) => name.startsWith('ratelimit'))).to.deep.equal([]);
  });

  it('authenticates before it reports unknown paths and methods', async () => {
    const { url, admin } = service;
    expectError(await admin.get('/operator/v1'), 404, 'not_found');
    expectError(await admin.get('/operator/v1/nothing'), 404, 'not_found');
    expectError(await admin.get('/operator/v2/integrators'), 404, 'not_found');
    const answer = await admin.request('PATCH', '/operator/v1/integrators', { body: {} });
    expectError(answer, 405, 'method_not_allowed');
    expect(answer.headers.get('allow')).to.equal('GET, POST');
    expectError(await createOperatorClient(url, '').get('/operator/v1/nothing'), 401, 'invalid_api_key');
  });

  it('returns 404 for unknown IDs and IDs of other types', async () => {
    for (const operation of knownOperations()) {
      if (!operation.path.includes('{')) continue;
      for (const prefix of ['usr', 'wal', 'trf', 'int', 'opt', 'key']) {
        const path = operation.path.replace(/\{\w+\}/g, unknownId(prefix));
        const known = sendAs(service.admin, { ...operation, path }, {});
        expectError(await known, 404, 'not_found');
      }
      const odd = operation.path.replace(/\{\w+\}/g, 'key_zzzzzzzz');
      expectError(await sendAs(service.admin, { ...operation, path: odd }, {}), 404, 'not_found');
    }
  });

  it('validates queries and bodies like the public API', async () => {
    const { admin } = service;
    for (const operation of knownOperations()) {
      const path = operatorPath(operation, world);
      if (operation.method === 'GET') {
        expectError(await admin.get(`${path}?nonsense=1`), 400, 'malformed_request');
        continue;
      }
      expectError(await admin.request('POST', path, { raw: '{' }), 400, 'malformed_request');
      expectError(
        await admin.request('POST', path, { raw: 'x'.repeat(TOO_LARGE[operation.id] ?? 140_000) }),
        413,
        'payload_too_large',
      );
      const typed = { headers: { 'Content-Type': 'text/plain' }, raw: '{}' };
      expectError(await admin.request('POST', path, typed), 415, 'unsupported_media_type');
      const { details } = expectError(await admin.post(path, { nonsense: 1 }), 422, 'validation_failed');
      expect(details.map(({ field }: { field: string }) => field)).to.include('nonsense');
      expectError(
        await admin.request('POST', path, { body: {}, idempotencyKey: null }),
        400,
        'malformed_request',
      );
    }
  });

  it('paginates lists in both directions', async () => {
    const { admin } = service;
    for (let i = 0; i < 4; i++)
      expectBody(await admin.post('/operator/v1/integrators', { name: `P ${i}` }), 201);
    const list = async (query: string) =>
      expectBody(await admin.get(`/operator/v1/integrators?${query}`), 200);
    const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
    const all = await list('limit=100');
    expect(all.data[0].name).to.equal('P 3');
    const [a, b, c, d] = ids(all);
    expect([ids(await list('limit=2')), (await list('limit=2')).has_more]).to.deep.equal([[a, b], true]);
    expect(ids(await list(`limit=2&starting_after=${b}`))).to.deep.equal([c, d]);
    expect(ids(await list(`limit=2&ending_before=${d}`))).to.deep.equal([b, c]);
    const first = await list(`limit=5&ending_before=${c}`);
    expect([ids(first), first.has_more]).to.deep.equal([[a, b], false]);
    const last = all.data.at(-1).id;
    expect(await list(`starting_after=${last}`)).to.deep.equal({ data: [], has_more: false });
    expectError(await admin.get('/operator/v1/integrators?starting_after=int_x'), 400, 'malformed_request');
    expectError(
      await admin.get(`/operator/v1/integrators?starting_after=${a}&ending_before=${b}`),
      400,
      'malformed_request',
    );
  });

  it('counts requests by route, and logs neither tokens nor bodies', async () => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    expect(text).to.include('route="/operator/v1/integrators/{integrator_id}/keys"');
    expect(text).not.to.include(world['integrator_id'] ?? randomUUID());
  });
});
