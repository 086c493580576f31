import { createPublicKey } from 'node:crypto';
import { expect } from 'chai';
import { WEBHOOK_ENDPOINTS_MAX } from '../../../../src/ledger/webhook-endpoint.ts';
import { expectBody, expectError, listAll, newUser, unknownId } from '../../../support/api-steps.ts';
import type { Answer, Client } from '../../../support/client.ts';
import { startSharedService, type SharedService } from '../../../support/shared-service.ts';

type Body = Answer['body'];

const ENDPOINTS = '/v1/webhook_endpoints';
const HOOKS = 'https://shop.example/hooks';

describe('Webhook endpoints', () => {
  let service: SharedService;
  let sandbox: Client;
  before(async () => {
    service = await startSharedService();
    ({ sandbox } = service);
  });
  after(() => service.close());

  const create = async (more: object = {}, client: Client = sandbox): Promise<Body> =>
    expectBody(await client.post(ENDPOINTS, { url: HOOKS, ...more }), 201);
  const get = async (id: string): Promise<Body> => expectBody(await sandbox.get(`${ENDPOINTS}/${id}`), 200);
  const patch = (id: string, body: object): Promise<Answer> => sandbox.patch(`${ENDPOINTS}/${id}`, body);
  const remove = (id: string, client: Client = sandbox): Promise<Answer> =>
    client.request('DELETE', `${ENDPOINTS}/${id}`);

  describe('when registered', () => {
    it('are disabled, with every documented field and a public key', async () => {
      const endpoint = await create();
      expect(endpoint).to.deep.equal({
        id: endpoint.id,
        object: 'webhook_endpoint',
        url: HOOKS,
        status: 'disabled',
        event_types: [],
        description: null,
        public_key_pem: endpoint.public_key_pem,
        version: 1,
        created_at: endpoint.created_at,
      });
      expect(endpoint.id).to.match(/^we_/);
      expect(createPublicKey(endpoint.public_key_pem).asymmetricKeyType).to.equal('ed25519');
      expect(await get(endpoint.id)).to.deep.equal(endpoint);
    });

    it('have the given fields and separate keys', async () => {
      const given = { event_types: ['user.created', 'transfer.state_changed'], description: 'Orders' };
      const [one, two] = [await create(given), await create(given)];
      expect(one).to.deep.include(given);
      expect(one.public_key_pem).to.not.equal(two.public_key_pem);
    });

    it('are created once per idempotency key with the same answer', async () => {
      const idempotencyKey = 'webhook endpoint once';
      const body = { url: HOOKS };
      const first = await sandbox.post(ENDPOINTS, body, { idempotencyKey });
      const again = await sandbox.post(ENDPOINTS, body, { idempotencyKey });
      expect(again.text).to.equal(first.text);
      expect(again.headers.get('idempotent-replayed')).to.equal('true');
      const other = await sandbox.post(ENDPOINTS, { url: `${HOOKS}2` }, { idempotencyKey });
      expectError(other, 409, 'idempotency_key_reused');
    });

    it('need a URL that deliveries can reach', async () => {
      const wrong = [
        'http://shop.example/hooks',
        'http://127.0.0.1:8080/hooks',
        'http://localhost:8080/hooks',
        'http://[::1]/hooks',
        'http://10.0.0.1/',
        'https://localhost/hooks',
        'https://127.0.0.1/hooks',
        'https://2130706433/hooks',
        'https://[::ffff:127.0.0.1]/hooks',
        'https://10.0.0.1/hooks',
        'https://0xa.1/hooks',
        'https://169.254.169.254/latest/meta-data',
        'https://168.63.129.16/',
        'https://[fd00:ec2::254]/hooks',
        'https://[64:ff9b::a00:1]/hooks',
        'https://0.0.0.0/',
        'https://user:secret@shop.example/',
        'https://user@shop.example/',
        'ftp://shop.example/',
        'https://',
        'https://a:b:c/',
        'https://shop.example:99999/',
        'shop.example/hooks',
        '',
        `https://shop.example/${'x'.repeat(2048)}`,
        7,
        null,
      ];
      for (const url of wrong) {
        const { details } = expectError(await sandbox.post(ENDPOINTS, { url }), 422, 'validation_failed');
        expect(
          details.map(({ field }: { field: string }) => field),
          String(url),
        ).to.deep.equal(['url']);
      }
      for (const url of [
        'https://8.8.8.8/hooks',
        'https://müller.example/hooks',
        'https://[2001:4860:4860::8888]/hooks',
        'https://shop.example:8443/a?b=c',
        'HTTPS://Shop.example/Hooks',
      ])
        expect((await create({ url })).url).to.equal(url);
    });

    it('need known event types and fields', async () => {
      for (const body of [
        { url: HOOKS, event_types: ['user.exploded'] },
        { url: HOOKS, event_types: 'user.created' },
        { url: HOOKS, event_types: Array.from({ length: 51 }, () => 'user.created') },
        { url: HOOKS, description: '' },
        { url: HOOKS, description: 'x'.repeat(501) },
        { url: HOOKS, status: 'enabled' },
        { url: HOOKS, colour: 'red' },
        {},
      ])
        expectError(await sandbox.post(ENDPOINTS, body), 422, 'validation_failed');
    });
  });

  describe('when changed', () => {
    it('change field by field, with a version for each change', async () => {
      const { id } = await create();
      const changes = [
        { status: 'enabled' },
        { url: 'https://other.example/' },
        { event_types: ['user.created'] },
        { description: 'Mine' },
        { description: null, event_types: [], status: 'disabled' },
      ];
      for (const [i, change] of changes.entries()) {
        const after = expectBody(await patch(id, change), 200);
        expect(after).to.deep.include({ ...change, version: i + 2 });
        expect(await get(id)).to.deep.equal(after);
      }
    });

    it('do not change for an empty body or equal values', async () => {
      const endpoint = await create({ event_types: ['user.created'], description: 'Mine' });
      const { url, event_types, status, description } = endpoint;
      for (const body of [{}, { url, event_types, status, description }])
        expect(expectBody(await patch(endpoint.id, body), 200)).to.deep.equal(endpoint);
    });

    it('accept only values that could be registered', async () => {
      const endpoint = await create();
      for (const body of [
        { url: 'http://shop.example/' },
        { url: 'http://localhost/' },
        { url: null },
        { event_types: ['user.exploded'] },
        { event_types: null },
        { status: 'paused' },
        { public_key_pem: 'mine' },
      ])
        expectError(await patch(endpoint.id, body), 422, 'validation_failed');
      expect(await get(endpoint.id)).to.deep.equal(endpoint);
    });
  });

  it('are returned when deleted and are 404 afterward', async () => {
    const endpoint = await create();
    const enabled = expectBody(await patch(endpoint.id, { status: 'enabled' }), 200);
    expect(expectBody(await remove(endpoint.id), 200)).to.deep.equal({ ...enabled, status: 'disabled' });
    const path = `${ENDPOINTS}/${endpoint.id}`;
    for (const answer of [await sandbox.get(path), await patch(endpoint.id, {}), await remove(endpoint.id)])
      expectError(answer, 404, 'not_found');
    expect((await listAll(sandbox, ENDPOINTS)).map(({ id }) => id)).to.not.include(endpoint.id);
  });

  it('define their place in the list after they were deleted', async () => {
    const made = [await create(), await create(), await create()].map(({ id }) => id).reverse();
    const [newer = '', deleted = '', older = ''] = made;
    await remove(deleted);
    const page = async (query: string) =>
      expectBody(await sandbox.get(`${ENDPOINTS}?limit=1&${query}=${deleted}`), 200).data[0].id;
    expect(await page('starting_after')).to.equal(older);
    expect(await page('ending_before')).to.equal(newer);
    // Other objects of the book were never in the list, and what another book deleted is unknown.
    const user = expectBody(
      await sandbox.post('/v1/users', { type: 'individual', external_reference: deleted }),
      201,
    );
    const made_up = `we${user.id.slice(3)}`;
    expectError(await sandbox.get(`${ENDPOINTS}?starting_after=${made_up}`), 400, 'malformed_request');
    expectError(
      await service.production.get(`${ENDPOINTS}?starting_after=${deleted}`),
      400,
      'malformed_request',
    );
  });

  it('are listed newest first in pages', async () => {
    const made = [await create(), await create(), await create()].map(({ id }) => id).reverse();
    const all = await listAll(sandbox, ENDPOINTS);
    expect(all.slice(0, 3).map(({ id }) => id)).to.deep.equal(made);
    const page = expectBody(await sandbox.get(`${ENDPOINTS}?limit=2`), 200);
    expect(page).to.deep.equal({ data: all.slice(0, 2), has_more: true });
    const next = expectBody(await sandbox.get(`${ENDPOINTS}?limit=1&starting_after=${made[0]}`), 200);
    expect(next.data).to.deep.equal([all[1]]);
    const back = expectBody(await sandbox.get(`${ENDPOINTS}?limit=1&ending_before=${made[1]}`), 200);
    expect(back).to.deep.equal({ data: [all[0]], has_more: false });
    for (const query of ['limit=0', 'limit=101', 'status=enabled', `starting_after=${unknownId('we')}`])
      expectError(await sandbox.get(`${ENDPOINTS}?${query}`), 400, 'malformed_request');
  });

  it('belong to one book', async () => {
    const { id } = await create();
    for (const other of [service.otherIntegrator, service.production]) {
      expectError(await other.get(`${ENDPOINTS}/${id}`), 404, 'not_found');
      expectError(await other.patch(`${ENDPOINTS}/${id}`, { status: 'enabled' }), 404, 'not_found');
      expectError(await remove(id, other), 404, 'not_found');
      expect(await listAll(other, ENDPOINTS)).to.deep.equal([]);
    }
    for (const each of [unknownId('we'), unknownId('usr'), 'x'])
      expectError(await sandbox.get(`${ENDPOINTS}/${each}`), 404, 'not_found');
  });

  it('never contain a private key', async () => {
    const { id } = await create({ description: 'secret?' });
    for (const answer of [await sandbox.get(`${ENDPOINTS}/${id}`), await sandbox.get(ENDPOINTS)])
      expect(answer.text).to.not.match(/private|sealed/i);
  });

  it('are limited in number', async () => {
    const client = service.otherIntegrator;
    const ids: string[] = [];
    for (let i = 0; i < WEBHOOK_ENDPOINTS_MAX; i++) ids.push((await create({}, client)).id);
    expectError(await client.post(ENDPOINTS, { url: HOOKS }), 409, 'webhook_endpoint_limit_reached');
    for (const id of ids) expectBody(await remove(id, client), 200);
    expectBody(await remove((await create({}, client)).id, client), 200);
  });

  it('of production never accept loopback URLs', async () => {
    const allowing = await startSharedService({ webhooks: { allow_loopback: true } });
    try {
      for (const host of ['127.0.0.1:8080', '127.1.2.3', 'localhost', 'a.localhost', '[::1]:9']) {
        const url = `http://${host}/hooks`;
        expect((await create({ url }, allowing.sandbox)).url).to.equal(url);
        for (const refused of [url, url.replace('http:', 'https:')])
          expectError(await allowing.production.post(ENDPOINTS, { url: refused }), 422, 'validation_failed');
      }
      const { id } = await create({}, allowing.production);
      const url = 'http://localhost/';
      const path = `${ENDPOINTS}/${id}`;
      expectError(await allowing.production.patch(path, { url }), 422, 'validation_failed');
      const remote = { url: 'http://shop.example/' };
      expectError(await allowing.sandbox.post(ENDPOINTS, remote), 422, 'validation_failed');
    } finally {
      await allowing.close();
    }
  });
});

describe('Redelivery', () => {
  let service: SharedService;
  let sandbox: Client;
  let endpoint: Body;
  let event: Body;
  before(async () => {
    service = await startSharedService();
    ({ sandbox } = service);
    await newUser(sandbox, { email: 'ada@example.com' });
    [event] = await listAll(sandbox, '/v1/events');
    endpoint = expectBody(
      await sandbox.post(ENDPOINTS, { url: HOOKS, event_types: ['transfer.created'] }),
      201,
    );
  });
  after(() => service.close());

  const redeliver = (body?: object, options = {}, client = sandbox): Promise<Answer> =>
    client.post(`/v1/events/${event.id}/redeliver`, body, options);
  const to = (webhook_endpoint_id: string) => ({ webhook_endpoint_id });
  const setStatus = (status: string): Promise<Answer> =>
    sandbox.patch(`${ENDPOINTS}/${endpoint.id}`, { status });

  it('returns 202 and the event even without a subscriber', async () => {
    for (const body of [undefined, {}]) expect(expectBody(await redeliver(body), 202)).to.deep.equal(event);
  });

  it('to a named endpoint needs it to be enabled, with any event types', async () => {
    expectError(await redeliver(to(endpoint.id)), 409, 'webhook_endpoint_disabled');
    expectBody(await setStatus('enabled'), 200);
    expect(expectBody(await redeliver(to(endpoint.id)), 202)).to.deep.equal(event);
    expectBody(await setStatus('disabled'), 200);
    expectError(await redeliver(to(endpoint.id)), 409, 'webhook_endpoint_disabled');
  });

  it('happens once per idempotency key', async () => {
    const idempotencyKey = 'redeliver once';
    expectBody(await setStatus('enabled'), 200);
    const first = await redeliver(to(endpoint.id), { idempotencyKey });
    expectBody(first, 202);
    expectBody(await setStatus('disabled'), 200);
    const again = await redeliver(to(endpoint.id), { idempotencyKey });
    expect(again.text).to.equal(first.text);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    expectError(await redeliver({}, { idempotencyKey }), 409, 'idempotency_key_reused');
  });

  it('is limited to the caller’s own events and endpoints', async () => {
    for (const id of [unknownId('we'), 'x', event.id]) expectError(await redeliver(to(id)), 404, 'not_found');
    for (const other of [service.otherIntegrator, service.production])
      expectError(await redeliver({}, {}, other), 404, 'not_found');
    const theirs = expectBody(await service.otherIntegrator.post(ENDPOINTS, { url: HOOKS }), 201);
    expectError(await redeliver(to(theirs.id)), 404, 'not_found');
    expectError(await sandbox.post(`/v1/events/${unknownId('evt')}/redeliver`), 404, 'not_found');
  });

  it('rejects other fields', async () => {
    for (const body of [{ webhook_endpoint_id: 7 }, { endpoint: endpoint.id }, { webhook_endpoint_id: null }])
      expectError(await redeliver(body), 422, 'validation_failed');
    expectError(await redeliver({}, { idempotencyKey: null }), 400, 'malformed_request');
  });
});
