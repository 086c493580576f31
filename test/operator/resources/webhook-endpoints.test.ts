import { createPublicKey, verify } from 'node:crypto';
import { expect } from 'chai';
import type { Answer, Client } from '../../support/client.ts';
import { startServiceWithOperators } from '../../support/service-with-operators.ts';
import type { ServiceWithOperators } from '../../support/service-with-operators.ts';
import { startWebhookReceiver } from '../../support/webhook-receiver.ts';
import { expectBody, expectError, unknownId } from '../../support/api-steps.ts';

const ENDPOINTS = '/v1/webhook_endpoints';
const OPERATED = '/operator/v1/webhook_endpoints';

describe('Webhook endpoint operations', () => {
  let service: ServiceWithOperators;
  let admin: Client;
  let sandbox: Client;
  before(async () => {
    service = await startServiceWithOperators({
      features: { webhook_endpoint_test: true },
      webhooks: { allow_loopback: true },
    });
    ({ admin, sandbox } = service);
  });
  after(() => service.close());

  const create = async (client: Client, url = 'https://shop.example/hooks'): Promise<Answer['body']> =>
    expectBody(await client.post(ENDPOINTS, { url }), 201);
  const rotate = (id: string, body?: object, options = {}): Promise<Answer> =>
    admin.post(`${OPERATED}/${id}/rotate_key`, body, options);

  it('list the endpoints of all books or one book, newest first', async () => {
    const mine = await create(sandbox);
    const live = await create(service.production);
    const theirs = await create(service.otherIntegrator);
    const { integrator_id } = service.credentials;
    const list = async (query = ''): Promise<Answer['body']> =>
      expectBody(await admin.get(`${OPERATED}${query}`), 200);
    const ids = ({ data }: Answer['body']) => data.map(({ id }: { id: string }) => id);
    expect(ids(await list()).slice(0, 3)).to.deep.equal([theirs.id, live.id, mine.id]);
    expect(ids(await list(`?integrator_id=${integrator_id}&environment=sandbox`))).to.deep.equal([mine.id]);
    expect(ids(await list('?environment=production'))).to.deep.equal([live.id]);
    expect(ids(await list(`?integrator_id=${unknownId('int')}`))).to.deep.equal([]);
    const page = await list('?limit=1');
    expect(page.has_more).to.equal(true);
    expect(ids(await list(`?limit=1&starting_after=${theirs.id}`))).to.deep.equal([live.id]);
    const [shown] = (await list(`?integrator_id=${integrator_id}&environment=sandbox`)).data;
    expect(shown).to.deep.equal({
      id: mine.id,
      object: 'operated_webhook_endpoint',
      integrator_id,
      environment: 'sandbox',
      webhook_endpoint: mine,
    });
    expectError(await admin.get(`${OPERATED}?environment=moon`), 400, 'malformed_request');
  });

  it('rotate the signing key, and sign with both keys during the overlap', async () => {
    const receiver = await startWebhookReceiver();
    try {
      const before = await create(sandbox, receiver.url);
      const after = expectBody(await rotate(before.id, { overlap_seconds: 3_600, reason: 'Routine.' }), 200);
      expect(after).to.deep.equal({ ...before, public_key_pem: after.public_key_pem, version: 2 });
      expect(after.public_key_pem).to.not.equal(before.public_key_pem);
      expect(expectBody(await sandbox.get(`${ENDPOINTS}/${before.id}`), 200)).to.deep.equal(after);
      expectBody(await sandbox.post(`${ENDPOINTS}/${before.id}/test`), 200);
      const now = expectBody(await rotate(before.id, { overlap_seconds: 0 }), 200);
      expectBody(await sandbox.post(`${ENDPOINTS}/${before.id}/test`), 200);
      const signedBy = receiver.received.map(({ headers, body }) => {
        const [t = '', ...v1] = String(headers['svc-signature'])
          .split(',')
          .map((part) => part.split('=')[1] ?? '');
        const isBy = (pem: string) => (hex: string) =>
          verify(null, Buffer.from(`${t}.${body}`), createPublicKey(pem), Buffer.from(hex, 'hex'));
        return [before, after, now].map((each) => v1.findIndex(isBy(each.public_key_pem)));
      });
      // The newest key signs first; after a rotation without overlap the old key does not sign.
      expect(signedBy).to.deep.equal([
        [1, 0, -1],
        [-1, -1, 0],
      ]);
    } finally {
      await receiver.close();
    }
  });

  it('rotate once per idempotency key', async () => {
    const { id } = await create(sandbox);
    const options = { idempotencyKey: `rotate ${id}` };
    const first = await rotate(id, undefined, options);
    expect((await rotate(id, undefined, options)).text).to.equal(first.text);
    expect(expectBody(await sandbox.get(`${ENDPOINTS}/${id}`), 200).version).to.equal(2);
  });

  it('require an existing endpoint, a valid overlap, and the admin role', async () => {
    const { id } = await create(sandbox);
    expectError(await rotate(unknownId('we')), 404, 'not_found');
    for (const body of [{ overlap_seconds: -1 }, { overlap_seconds: 2_592_001 }, { overlap: 1 }])
      expectError(await rotate(id, body), 422, 'validation_failed');
    const path = `${OPERATED}/${id}/rotate_key`;
    for (const role of ['reviewer', 'treasury', 'viewer'] as const)
      expectError(await service.operators[role].post(path), 403, 'permission_denied');
    expectBody(await service.operators.viewer.get(OPERATED), 200);
  });
});
