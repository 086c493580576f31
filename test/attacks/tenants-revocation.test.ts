/** A key or a token that was revoked on one node must not work on another one. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { decodeMetadata } from '../../src/event-store/codec.ts';
import type { EventStore } from '../../src/event-store/port.ts';
import { PLATFORM_STREAM } from '../../src/platform/platform.ts';
import { createConsoleClient, hiddenFieldsOf } from '../console/console-client.ts';
import { expectBody, expectError } from '../support/api-steps.ts';
import { createClient, createOperatorClient } from '../support/client.ts';
import { encodeEvent } from '../support/encode-event.ts';
import { startServicePair, type ServicePair } from '../support/service-pair.ts';
import { waitFor } from '../support/wait-for.ts';

const newUser = () => ({ type: 'individual', external_reference: randomUUID() });

/** Revokes some key with an event that this release does not understand. */
async function appendOfNewerRelease(eventStore: EventStore): Promise<void> {
  const last = await eventStore.readLast(PLATFORM_STREAM);
  if (last === undefined) throw new Error('the platform has no events');
  const { hash, time, actor, request_id } = decodeMetadata(last);
  const revoked = { type: 'key.revoked', data: { key_id: 'key_12345678' } };
  const metadata = { schema_version: 7, time, actor, request_id };
  const { event } = encodeEvent(hash, PLATFORM_STREAM, last.revision + 1, revoked, metadata);
  await eventStore.append(PLATFORM_STREAM, [event], last.revision);
}

describe('A revocation on one of two nodes', () => {
  let pair: ServicePair;
  before(async () => {
    pair = await startServicePair();
  });
  after(() => pair.close());

  /** A new key that both nodes accept, as a client of each. */
  async function keyOnBoth() {
    const [here, there] = pair.nodes;
    const path = `/operator/v1/integrators/${pair.integratorId}/keys`;
    const issue = { environment: 'sandbox', permissions: 'read_write' };
    const { id, secret } = expectBody(await here.admin.post(path, issue), 201);
    const clients = [here, there].map(({ url }) => createClient(url, String(secret)));
    for (const client of clients)
      await waitFor('the key works', async () => (await client.get('/v1/users')).status === 200 || undefined);
    return { id: String(id), clients };
  }

  it('applies to the next request on the other node', async () => {
    const [here] = pair.nodes;
    const { id, clients } = await keyOnBoth();
    expectBody(await here.admin.post(`/operator/v1/keys/${id}/revoke`, {}), 200);
    // The other node first, because it reads the keys again after a quarter of a second anyway.
    for (const client of clients.toReversed()) {
      expectError(await client.post('/v1/users', newUser()), 401, 'invalid_api_key');
      expectError(await client.get('/v1/users'), 401, 'invalid_api_key');
    }
  });

  it('applies to the next request when a key is rotated without an overlap', async () => {
    const [here] = pair.nodes;
    const { id, clients } = await keyOnBoth();
    expectBody(await here.admin.post(`/operator/v1/keys/${id}/rotate`, { overlap_seconds: 0 }), 201);
    for (const client of clients.toReversed())
      expectError(await client.post('/v1/users', newUser()), 401, 'invalid_api_key');
  });

  it('applies to operator tokens, and to the repeat of a request whose answer was lost', async () => {
    const [here, there] = pair.nodes;
    const issued = await here.admin.post('/operator/v1/tokens', { name: 'Rita', role: 'admin' });
    const { id, secret } = expectBody(issued, 201);
    const rita = createOperatorClient(there.url, String(secret));
    await waitFor(
      'the token works',
      async () => (await rita.get('/operator/v1/tokens')).status === 200 || undefined,
    );
    const consolePages = createConsoleClient(there.url);
    expect((await consolePages.signIn(String(secret))).status).to.equal(303);
    expect((await consolePages.get('/console')).status).to.equal(200);
    const path = `/operator/v1/tokens/${id}/revoke`;
    const idempotencyKey = randomUUID();
    void here.admin.post(path, {}, { idempotencyKey });
    expectBody(await here.admin.post(path, {}, { idempotencyKey }), 200);
    expectError(await rita.post('/operator/v1/integrators', { name: 'Late' }), 401, 'invalid_api_key');
    expect((await consolePages.get('/console')).location).to.match(/sign-in/);
  });

  for (const state of ['down', 'frozen'] as const) {
    it(`leaves no node writing with old keys while its event store is ${state}`, async () => {
      const [here, there] = pair.nodes;
      const { id, clients } = await keyOnBoth();
      const [, client] = clients as [unknown, (typeof clients)[number]];
      const body = newUser();
      const idempotencyKey = randomUUID();
      expectBody(await client.post('/v1/users', body, { idempotencyKey }), 201);
      const pages = createConsoleClient(there.url);
      await pages.signIn(there.admin.apiKey);
      const form = hiddenFieldsOf(await pages.get('/console/integrators/new'));
      there.connectEvents(state);
      try {
        expectBody(await here.admin.post(`/operator/v1/keys/${id}/revoke`, {}), 200);
        const repeated = await client.post('/v1/users', body, { idempotencyKey });
        expectError(repeated, 503, 'service_unavailable');
        const again = await there.admin.post('/operator/v1/integrators', { name: 'Late' });
        expectError(again, 503, 'service_unavailable');
        const submitted = await pages.post('/console/integrators/new', { ...form, name: 'Late' });
        expect(submitted.status).to.equal(503);
        there.connectEvents('up');
        await delay(Number(repeated.headers.get('retry-after')) * 1_000);
        expectError(await client.post('/v1/users', body, { idempotencyKey }), 401, 'invalid_api_key');
        expectBody(await there.sandbox.post('/v1/users', newUser()), 201);
      } finally {
        there.connectEvents('up');
      }
    });
  }

  it('does not reject writes because the event loop was busy', async () => {
    const [, there] = pair.nodes;
    const until = performance.now() + 1_500;
    while (performance.now() < until);
    expectBody(await there.sandbox.post('/v1/users', newUser()), 201);
  });

  it('that a node cannot read stops its writes, although it can reach the event store', async () => {
    const [, { sandbox }] = pair.nodes;
    expectBody(await sandbox.post('/v1/users', newUser()), 201);
    await appendOfNewerRelease(pair.eventStore);
    await waitFor('a rejection', async () => {
      const answer = await sandbox.post('/v1/users', newUser());
      if (answer.status !== 201) expectError(answer, 503, 'service_unavailable');
      return answer.status === 503 || undefined;
    });
    // It may also be a reset of the sandbox.
    expectError(await sandbox.get('/v1/users'), 503, 'service_unavailable');
    const headers = { 'ledger-consistency': 'eventual' };
    expectBody(await sandbox.request('GET', '/v1/users', { headers }), 200);
  });
});
