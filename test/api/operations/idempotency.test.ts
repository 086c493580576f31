import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createClient } from '../../support/client.ts';
import type { Answer, Client } from '../../support/client.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startSharedService } from '../../support/shared-service.ts';
import type { SharedService } from '../../support/shared-service.ts';
import { startTestService } from '../../support/service.ts';
import {
  approvedUser,
  expectBody,
  expectError,
  fundedWallet,
  listAll,
  newUser,
  newWallet,
  unknownId,
  onrampBody,
  transferBody,
} from '../../support/api-steps.ts';
import { bodyFor, createSampleObjects, pathOf, posts } from '../../support/sample-objects.ts';

const HOUR_MS = 60 * 60 * 1000;

const isReplay = ({ headers }: Answer): boolean => headers.get('idempotent-replayed') === 'true';

/** The second answer equals the first one, is marked as replayed, and has its own request ID. */
function expectReplayed(first: Answer, second: Answer): void {
  expect([second.status, second.text]).to.deep.equal([first.status, first.text]);
  expect([isReplay(first), isReplay(second)]).to.deep.equal([false, true]);
  expect(second.headers.get('request-id')).to.not.equal(first.headers.get('request-id'));
}

const user = (external_reference: string = randomUUID()) => ({ type: 'individual', external_reference });

/** 200 characters of two bytes each, as sent by a client that encodes headers in UTF-8. */
const LONG = Buffer.from('é'.repeat(200)).toString('latin1');

describe('An idempotency key', () => {
  let service: SharedService;
  let sandbox: Client;
  before(async () => {
    service = await startSharedService();
    ({ sandbox } = service);
  });
  after(() => service.close());

  const available = posts().filter(({ codes }) => !codes.includes('not_implemented'));

  it('is required by every POST', async () => {
    const world = await createSampleObjects(sandbox);
    for (const operation of available) {
      const body = bodyFor(operation.id, world) ?? {};
      const path = pathOf(operation, world);
      for (const idempotencyKey of [null, '', 'x'.repeat(256)]) {
        expectError(await sandbox.request('POST', path, { body, idempotencyKey }), 400, 'malformed_request');
      }
    }
  });

  it('replays the result of every POST', async () => {
    const world = await createSampleObjects(sandbox);
    const held = expectBody(
      await sandbox.post('/v1/sandbox/deposits', {
        transfer_id: world.transfer_id,
        amount: '1.00',
        outcome: 'in_review',
      }),
      200,
    );
    expect(held.state).to.equal('in_review');
    for (const operation of available) {
      const idempotencyKey = randomUUID();
      const path = pathOf(operation, world);
      const body = bodyFor(operation.id, world);
      const first = await sandbox.post(path, body, { idempotencyKey });
      // Users with money cannot be deactivated, and active accounts cannot be reactivated, so these requests are
      // refused.
      expect(first.status, `${operation.id}: ${first.text}`).to.be.oneOf([200, 201, 202, 409]);
      expectReplayed(first, await sandbox.post(path, body, { idempotencyKey }));
    }
  });

  it('has up to 255 characters that a header allows', async () => {
    for (const idempotencyKey of ['x'.repeat(255), '1', 'a b', 'a,b', '|', `"é%00'`, '__proto__', LONG]) {
      const first = await sandbox.post('/v1/users', user(), { idempotencyKey });
      expectBody(first, 201);
      expectReplayed(
        first,
        await sandbox.post('/v1/users', user(first.body.external_reference), { idempotencyKey }),
      );
    }
  });

  it('is ignored by PATCH', async () => {
    const idempotencyKey = randomUUID();
    const { id } = expectBody(await sandbox.post('/v1/users', user(), { idempotencyKey }), 201);
    for (const [index, metadata] of [{ a: '1' }, { a: '2' }].entries()) {
      const answer = await sandbox.request('PATCH', `/v1/users/${id}`, {
        body: { metadata },
        idempotencyKey,
      });
      expect(expectBody(answer, 200)).to.deep.include({ metadata, version: index + 2 });
      expect(isReplay(answer)).to.equal(false);
    }
  });

  it('treats JSON with other whitespace and member order as the same request', async () => {
    const idempotencyKey = randomUUID();
    const reference = randomUUID();
    const texts = [
      `{"type":"individual","external_reference":"${reference}","metadata":{"a":"1","b":"é"}}`,
      `{ "metadata" : {"b":"\\u00e9",\n"a":"1"},\t"external_reference":"${reference}", "type":"individual" }`,
    ];
    const [first, second] = [
      await sandbox.request('POST', '/v1/users', { raw: texts[0] ?? '', idempotencyKey }),
      await sandbox.request('POST', '/v1/users', { raw: texts[1] ?? '', idempotencyKey }),
    ];
    expectBody(first, 201);
    expectReplayed(first, second);
  });

  it('treats no body and an empty object as the same request', async () => {
    const { id } = await newUser(sandbox);
    const path = `/v1/users/${id}/deactivate`;
    const idempotencyKey = randomUUID();
    const first = await sandbox.post(path, undefined, { idempotencyKey });
    expectBody(first, 200);
    expectReplayed(first, await sandbox.post(path, {}, { idempotencyKey }));
  });

  it('is 409 with another body or path, and keeps its result', async () => {
    const idempotencyKey = randomUUID();
    const body = user();
    const first = await sandbox.post('/v1/users', body, { idempotencyKey });
    const { id } = expectBody(first, 201);
    for (const [path, other] of [
      ['/v1/users', user()],
      ['/v1/users', { ...body, metadata: {} }],
      [`/v1/users/${id}/deactivate`, undefined],
      [`/v1/sandbox/users/${id}/kyc`, { kyc_status: 'approved' }],
    ] as const) {
      const answer = await sandbox.post(path, other, { idempotencyKey });
      expectError(answer, 409, 'idempotency_key_reused');
      expect(isReplay(answer)).to.equal(false);
    }
    expectReplayed(first, await sandbox.post('/v1/users', body, { idempotencyKey }));
    expect(expectBody(await sandbox.get(`/v1/users/${id}`), 200)).to.deep.equal(first.body);
  });

  it('is 409 for every POST if another request used it', async () => {
    const world = await createSampleObjects(sandbox);
    const idempotencyKey = randomUUID();
    expectBody(await sandbox.post('/v1/users', user(), { idempotencyKey }), 201);
    for (const operation of available) {
      const body = bodyFor(operation.id, world);
      const answer = await sandbox.post(pathOf(operation, world), body, { idempotencyKey });
      expectError(answer, 409, 'idempotency_key_reused');
    }
  });

  it('replays stored refusals with the ID of the first request', async () => {
    const { id } = await newUser(sandbox);
    const [from, to] = [await newWallet(sandbox), await newWallet(sandbox)];
    const taken = await newUser(sandbox);
    for (const [status, path, body] of [
      [403, `/v1/users/${id}/wallets`, { asset: 'svc-points' }],
      [404, `/v1/users/${unknownId('usr')}/wallets`, { asset: 'svc-points' }],
      [404, '/v1/transfers', transferBody(from.id, unknownId('wal'), '1.00')],
      [409, '/v1/users', user(taken.external_reference)],
      [409, `/v1/users/${from.user_id}/wallets`, { asset: 'svc-points' }],
      [422, '/v1/transfers', transferBody(from.id, to.id, '1.00')],
      [422, '/v1/transfers', transferBody(from.id, to.id, '1.001')],
      [422, `/v1/users/${from.user_id}/wallets`, { asset: 'svc-coin' }],
    ] as const) {
      const idempotencyKey = randomUUID();
      const first = await sandbox.post(path, body, { idempotencyKey });
      expect(first.status, first.text).to.equal(status);
      const second = await sandbox.post(path, body, { idempotencyKey });
      expectReplayed(first, second);
      expect(second.body.error.request_id).to.equal(first.headers.get('request-id'));
      const other = await sandbox.post('/v1/users', user(), { idempotencyKey });
      expectError(other, 409, 'idempotency_key_reused');
    }
  });

  it('replays a refusal even if the request would now be accepted', async () => {
    const to = await newWallet(sandbox);
    const from = await newWallet(sandbox);
    const idempotencyKey = randomUUID();
    const body = transferBody(from.id, to.id, '1.00');
    const first = await sandbox.post('/v1/transfers', body, { idempotencyKey });
    expectError(first, 422, 'insufficient_balance');
    expectBody(await sandbox.post('/v1/sandbox/rewards', { wallet_id: from.id, amount: '5.00' }), 201);
    expectReplayed(first, await sandbox.post('/v1/transfers', body, { idempotencyKey }));
    expectBody(await sandbox.post('/v1/transfers', body), 201);
  });

  it('can be reused after a malformed, unauthenticated, or forbidden request', async () => {
    const idempotencyKey = randomUUID();
    const post = (client: Client, request: object) =>
      client.request('POST', '/v1/users', { idempotencyKey, ...request });
    expectError(await post(sandbox, { raw: '{' }), 400, 'malformed_request');
    expectError(await post(createClient(service.url, ''), { body: user() }), 401, 'invalid_api_key');
    expectError(await post(service.readOnly, { body: user() }), 403, 'permission_denied');
    expectError(
      await post(sandbox, { raw: '{}', headers: { 'Content-Type': 'text/xml' } }),
      415,
      'unsupported_media_type',
    );
    expectError(await post(sandbox, { body: {} }), 422, 'validation_failed');
    const first = await post(sandbox, { body: user() });
    expectBody(first, 201);
    expect(isReplay(first)).to.equal(false);
  });

  it('is ignored by a dry run', async () => {
    const [from, to] = [await fundedWallet(sandbox, { earned: '10.00' }), await newWallet(sandbox)];
    const idempotencyKey = randomUUID();
    const real = transferBody(from.id, to.id, '1.00');
    const dry = { ...real, dry_run: true };
    for (const key of [null, 'x'.repeat(300), idempotencyKey, idempotencyKey]) {
      const answer = await sandbox.post('/v1/transfers', dry, { idempotencyKey: key });
      expect(expectBody(answer, 200).object).to.equal('transfer_preview');
      expect(isReplay(answer)).to.equal(false);
    }
    const made = await sandbox.post('/v1/transfers', real, { idempotencyKey });
    expectBody(made, 201);
    expectBody(await sandbox.post('/v1/transfers', dry, { idempotencyKey }), 200);
    const refusedDry = await sandbox.post('/v1/transfers', { ...dry, amount: '99.00' }, { idempotencyKey });
    expectError(refusedDry, 422, 'insufficient_balance');
    expectReplayed(made, await sandbox.post('/v1/transfers', real, { idempotencyKey }));
  });

  it('is shared by all API keys of an integrator and environment', async () => {
    const idempotencyKey = randomUUID();
    const body = user();
    const first = await sandbox.post('/v1/users', body, { idempotencyKey });
    expectBody(first, 201);
    expectReplayed(first, await service.secondKey.post('/v1/users', body, { idempotencyKey }));
    for (const other of [service.production, service.otherIntegrator, service.otherIntegratorProduction]) {
      const answer = await other.post('/v1/users', body, { idempotencyKey });
      expect(expectBody(answer, 201).id).to.not.equal(first.body.id);
      expect(isReplay(answer)).to.equal(false);
    }
  });

  it('turns twenty concurrent requests into one write with one answer', async () => {
    const [from, to] = [await fundedWallet(sandbox, { earned: '10.00' }), await newWallet(sandbox)];
    const { id } = await approvedUser(sandbox);
    for (const [path, body] of [
      ['/v1/users', { ...user(), email: 'twenty@example.com' }],
      [`/v1/users/${id}/wallets`, { asset: 'svc-points' }],
      ['/v1/transfers', transferBody(from.id, to.id, '0.10')],
      ['/v1/transfers', onrampBody(to.id, '5.00')],
      ['/v1/sandbox/rewards', { wallet_id: to.id, amount: '1.00' }],
      ['/v1/transfers', transferBody(from.id, to.id, '1000.00')],
    ] as const) {
      const idempotencyKey = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          (i % 2 === 0 ? sandbox : service.secondKey).post(path, body, { idempotencyKey }),
        ),
      );
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, path).to.equal(1);
      expect(answers.filter(isReplay)).to.have.length(19);
    }
    const { balance } = expectBody(await sandbox.get(`/v1/users/${to.user_id}/wallets/${to.id}`), 200);
    expect(balance.available).to.equal('1.10');
    expect(await listAll(sandbox, `/v1/transfers?user_id=${to.user_id}`)).to.have.length(2);
  });

  it('accepts exactly one of twenty concurrent bodies', async () => {
    const idempotencyKey = randomUUID();
    const references = Array.from({ length: 20 }, () => randomUUID());
    const answers = await Promise.all(
      references.map((reference) => sandbox.post('/v1/users', user(reference), { idempotencyKey })),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).to.have.length(1);
    for (const answer of answers) {
      if (answer !== made[0]) expectError(answer, 409, 'idempotency_key_reused');
    }
    const found = await Promise.all(
      references.map((reference) => sandbox.get(`/v1/users?external_reference=${reference}`)),
    );
    expect(found.flatMap(({ body }) => body.data)).to.have.length(1);
  });
});

describe('A stored result', () => {
  it('survives restarts', async () => {
    const folder = await temporaryFolder();
    let service = await startTestService({ DATA_DIR: folder.path });
    try {
      const wallet = await fundedWallet(service.sandbox, { earned: '10.00' });
      const other = await newWallet(service.sandbox);
      const requests = [
        ['/v1/users', { ...user(), email: 'kept@example.com', first_name: 'Kept' }],
        ['/v1/transfers', transferBody(wallet.id, other.id, '1.00')],
        ['/v1/transfers', onrampBody(other.id, '7.00')],
        ['/v1/sandbox/rewards', { wallet_id: other.id, amount: '1.00' }],
        ['/v1/transfers', transferBody(wallet.id, other.id, '100.00')],
        [`/v1/sandbox/users/${wallet.user_id}/kyc`, { kyc_status: 'approved' }],
      ] as const;
      const refused: { path: string; body: object; idempotencyKey: string; first: Answer }[] = [];
      for (const [i, [path, body]] of requests.entries()) {
        const idempotencyKey = `kept-${i}`;
        const first = await service.sandbox.post(path, body, { idempotencyKey });
        refused.push({ path, body, idempotencyKey, first });
      }
      for (let restarts = 0; restarts < 2; restarts++) {
        await service.close();
        service = await startTestService({ DATA_DIR: folder.path });
        for (const { path, body, idempotencyKey, first } of refused) {
          expectReplayed(first, await service.sandbox.post(path, body, { idempotencyKey }));
          const reused = await service.sandbox.post('/v1/users', user(), { idempotencyKey });
          expectError(reused, 409, 'idempotency_key_reused');
        }
      }
      const { balance } = expectBody(
        await service.sandbox.get(`/v1/users/${other.user_id}/wallets/${other.id}`),
        200,
      );
      expect(balance.available).to.equal('2.00');
    } finally {
      await service.close();
      await folder.remove();
    }
  });

  it('of a refusal expires after 24 hours', async () => {
    // The service that stores the refusals has a slow clock, so they are expired when requested.
    for (const [ageHours, isKept] of [
      [23, true],
      [25, false],
    ] as const) {
      const service = await startTestService({}, () => Date.now() - ageHours * HOUR_MS);
      try {
        const { sandbox } = service;
        const [from, to] = [await newWallet(sandbox), await newWallet(sandbox)];
        const body = transferBody(from.id, to.id, '1.00');
        const pay = () => sandbox.post('/v1/transfers', body, { idempotencyKey: 'aged' });
        const first = await pay();
        expectError(first, 422, 'insufficient_balance');
        expectBody(await sandbox.post('/v1/sandbox/rewards', { wallet_id: from.id, amount: '5.00' }), 201);
        const again = await pay();
        if (isKept) expectReplayed(first, again);
        else {
          expectBody(again, 201);
          expectReplayed(again, await pay());
        }
      } finally {
        await service.close();
      }
    }
  });
});
