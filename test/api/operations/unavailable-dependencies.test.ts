import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { StoreUnavailable } from '../../../src/event-store/port.ts';
import { createRails } from '../../../src/rails/rails.ts';
import type { DocumentStore } from '../../../src/read-models/port.ts';
import { createMemoryDocumentStore } from '../../../src/read-models/stores/memory.ts';
import { expectError, payoutAccountBody } from '../../support/api-steps.ts';
import { makeHolder, startMemoryApp, type MemoryApp } from '../../support/memory-app.ts';

const userBody = () => ({ type: 'individual', external_reference: randomUUID(), email: 'a@example.com' });

describe('When a dependency is unavailable', () => {
  it('a rail returns 503 after all other checks, also for a dry run', async () => {
    const app = await startMemoryApp({ rails: createRails({ isEnabled: () => false }) });
    try {
      const { user_id, wallet_id } = await makeHolder(app);
      const source = { currency: 'usd', rail: 'bank_eft' };
      const destination = { type: 'wallet', wallet_id };
      const buy = { source: { type: 'fiat', ...source }, destination, amount: '5.00' };
      for (const body of [buy, { ...buy, dry_run: true }]) {
        const answer = await app.call('POST', '/v1/transfers', { body, as: 'createTransfer' });
        expect([answer.status, answer.body.error.code]).to.deep.equal([503, 'provider_unavailable']);
        const small = await app.call('POST', '/v1/transfers', {
          body: { ...body, amount: '0.10' },
          as: 'createTransfer',
        });
        expect(small.body.error.code).to.equal('amount_below_minimum');
      }
      const opened = await app.call('POST', `/v1/users/${user_id}/deposit_accounts`, {
        body: { source, destination: { wallet_id } },
        as: 'createDepositAccount',
      });
      expect(opened.status).to.equal(503);
    } finally {
      await app.close();
    }
  });

  it('a recovered rail accepts the same idempotency key', async () => {
    let isUp = false;
    const app = await startMemoryApp({ rails: createRails({ isEnabled: () => isUp }) });
    try {
      const { wallet_id } = await makeHolder(app);
      const body = {
        source: { type: 'fiat', currency: 'usd', rail: 'bank_eft' },
        destination: { type: 'wallet', wallet_id },
        amount: '5',
      };
      const send = () =>
        app.call('POST', '/v1/transfers', { body, idempotencyKey: 'again', as: 'createTransfer' });
      expect((await send()).status).to.equal(503);
      isUp = true;
      const made = await send();
      expect(made.status).to.equal(201);
      isUp = false;
      expect((await send()).text).to.equal(made.text);
    } finally {
      await app.close();
    }
  });

  it('writes continue without the document store, objects in memory are read, and lists are 503', async () => {
    const documents = createMemoryDocumentStore();
    let isAway = false;
    const app = await startMemoryApp({ documents: sometimesAway(documents, () => isAway) });
    try {
      const { user_id, wallet_id } = await makeHolder(app, '5.00');
      const to = await makeHolder(app);
      isAway = true;
      const body = {
        source: { type: 'wallet', wallet_id },
        destination: { type: 'wallet', wallet_id: to.wallet_id },
        amount: '1.00',
      };
      const paid = await app.call('POST', '/v1/transfers', { body, as: 'createTransfer' });
      expect(paid.status, paid.text).to.equal(201);
      const path = `/v1/users/${user_id}`;
      const user = await app.call('GET', path, { as: 'getUser' });
      expect(user.status, user.text).to.equal(200);
      const list = await app.call('GET', `${path}/wallets`, { as: 'listWallets' });
      expect([list.status, list.body.error.code]).to.deep.equal([503, 'service_unavailable']);
      expect(list.headers.get('retry-after')).to.equal('1');
      isAway = false;
      expect((await app.call('GET', path)).text).to.equal(user.text);
      expect((await app.call('GET', `/v1/transfers/${paid.body.id}`)).text).to.equal(paid.text);
    } finally {
      await app.close();
    }
  });

  it('only one request at a time looks for a stored refusal while the document store does not answer', async () => {
    const documents = createMemoryDocumentStore();
    const lookups: ((error: Error) => void)[] = [];
    let isFrozen = false;
    const app = await startMemoryApp({
      documents: {
        ...documents,
        getRecord: (...args) =>
          isFrozen ? new Promise((_resolve, reject) => lookups.push(reject)) : documents.getRecord(...args),
      },
    });
    try {
      const [from, to] = [await makeHolder(app, '5.00'), await makeHolder(app)];
      const body = {
        source: { type: 'wallet', wallet_id: from.wallet_id },
        destination: { type: 'wallet', wallet_id: to.wallet_id },
        amount: '0.10',
      };
      const payFourTimes = async (): Promise<number[]> => {
        const paid = Array.from({ length: 4 }, () =>
          app.call('POST', '/v1/transfers', { body, as: 'createTransfer' }),
        );
        return (await Promise.all(paid)).map(({ status }) => status);
      };
      isFrozen = true;
      expect(await payFourTimes()).to.deep.equal([201, 201, 201, 201]);
      expect(lookups).to.have.length(4);
      for (const reject of lookups.splice(0)) reject(new StoreUnavailable('no answer'));
      expect(await payFourTimes()).to.deep.equal([201, 201, 201, 201]);
      expect(lookups).to.have.length(1);
    } finally {
      isFrozen = false;
      await app.close();
    }
  });

  it('a success replaces an earlier refusal under the same key', async () => {
    const documents = createMemoryDocumentStore();
    let isAway = false;
    const app = await startMemoryApp({ documents: sometimesAway(documents, () => isAway) });
    try {
      const [from, to] = [await makeHolder(app), await makeHolder(app)];
      const body = {
        source: { type: 'wallet', wallet_id: from.wallet_id },
        destination: { type: 'wallet', wallet_id: to.wallet_id },
        amount: '1.00',
      };
      const pay = (more = {}) =>
        app.call('POST', '/v1/transfers', {
          body: { ...body, ...more },
          idempotencyKey: 'outranked',
          as: 'createTransfer',
        });
      const refused = await pay();
      expect(refused.body.error.code).to.equal('insufficient_balance');
      const reward = { wallet_id: from.wallet_id, amount: '5.00' };
      await app.call('POST', '/v1/sandbox/rewards', { body: reward, as: 'createSandboxReward' });
      expect((await pay()).text).to.equal(refused.text);
      isAway = true;
      const paid = await pay();
      expect(paid.status, paid.text).to.equal(201);
      isAway = false;
      const again = await pay();
      expect([again.status, again.text]).to.deep.equal([201, paid.text]);
      expect(again.headers.get('idempotent-replayed')).to.equal('true');
      expect((await pay({ amount: '2.00' })).body.error.code).to.equal('idempotency_key_reused');
    } finally {
      await app.close();
    }
  });

  it('requests are 503 without rate limit headers until the API keys are loaded', async () => {
    const app = await startMemoryApp({
      findKey() {
        throw new StoreUnavailable('the keys are not loaded yet');
      },
    });
    try {
      for (const [method, path, as] of [
        ['GET', '/v1/users', 'listUsers'],
        ['POST', '/v1/users', 'createUser'],
      ] as const) {
        const answer = await app.call(method, path, { as });
        expect([answer.status, answer.body.error.code]).to.deep.equal([503, 'service_unavailable']);
        expect(answer.headers.get('retry-after')).to.equal('1');
        expect(answer.headers.get('ratelimit-limit')).to.equal(null);
      }
    } finally {
      await app.close();
    }
  });

  it('lists are 503 if the projections do not reach the last write to them', async () => {
    const documents = createMemoryDocumentStore();
    const held: DocumentStore = { ...documents, write: () => new Promise(() => undefined) };
    const app = await startMemoryApp({ documents: held, settings: { readTimeoutMs: 20 } });
    await app.call('POST', '/v1/users', { body: userBody() });
    const read = await app.call('GET', '/v1/users', { as: 'listUsers' });
    expect([read.status, read.body.error.code]).to.deep.equal([503, 'service_unavailable']);
    // The projector waits for a write that never completes, so this app cannot be closed gracefully.
    void app.close();
  });
});

/** A store whose reads and refusal records fail while `isAway` returns true. */
function sometimesAway(documents: DocumentStore, isAway: () => boolean): DocumentStore {
  const unlessAway = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isAway()) throw new StoreUnavailable('away');
    return work();
  };
  return {
    ...documents,
    get: (...args) => unlessAway(() => documents.get(...args)),
    list: (...args) => unlessAway(() => documents.list(...args)),
    getRecord: (...args) => unlessAway(() => documents.getRecord(...args)),
    putRecord: (...args) => unlessAway(() => documents.putRecord(...args)),
  };
}

describe('A user whose personal data was erased', () => {
  let app: MemoryApp;
  const documents = createMemoryDocumentStore();
  before(async () => {
    app = await startMemoryApp({ documents });
  });
  after(() => app.close());

  it('is not revealed by a replay, and gets no new contact details', async () => {
    const body = userBody();
    const created = await app.call('POST', '/v1/users', { body, idempotencyKey: 'forgotten' });
    await app.forget(created.body.id);
    const again = await app.call('POST', '/v1/users', { body, idempotencyKey: 'forgotten' });
    expect([again.status, again.body.error.code]).to.deep.equal([404, 'not_found']);
    const path = `/v1/users/${created.body.id}`;
    expectError(await app.call('PATCH', path, { body: { phone: '+14155550124' } }), 409, 'user_deactivated');
  });
});

describe('A user whose key was lost with the vault', () => {
  let app: MemoryApp;
  before(async () => {
    app = await startMemoryApp();
  });
  after(() => app.close());

  it('gets no new key, so that a restore of the vault brings everything back', async () => {
    const body = userBody();
    const created = await app.call('POST', '/v1/users', { body, idempotencyKey: 'lost' });
    const path = `/v1/users/${created.body.id}`;
    const approval = { body: { kyc_status: 'approved' } };
    expect((await app.call('POST', `/v1/sandbox${path.slice(3)}/kyc`, approval)).status).to.equal(200);
    const restore = await app.loseKey(created.body.id);
    const change = { body: { phone: '+14155550123' } };
    expectError(await app.call('PATCH', path, change), 503, 'service_unavailable');
    const account = { body: payoutAccountBody() };
    expectError(await app.call('POST', `${path}/payout_accounts`, account), 503, 'service_unavailable');
    // Not 404, which would say that the person was forgotten.
    const again = await app.call('POST', '/v1/users', { body, idempotencyKey: 'lost' });
    expectError(again, 503, 'service_unavailable');
    // What seals nothing continues.
    const reference = await app.call('PATCH', path, { body: { metadata: { a: 'b' } } });
    expect(reference.status).to.equal(200);

    await restore();
    expect((await app.call('PATCH', path, change)).body).to.include({
      email: body.email,
      phone: '+14155550123',
    });
    expect((await app.call('POST', `${path}/payout_accounts`, account)).status).to.equal(201);
    const replayed = await app.call('POST', '/v1/users', { body, idempotencyKey: 'lost' });
    expect(replayed.body).to.include({ email: body.email });
  });

  it('can be forgotten, if the key cannot be restored', async () => {
    const created = await app.call('POST', '/v1/users', { body: userBody() });
    await app.loseKey(created.body.id);
    expect((await app.call('POST', `/v1/users/${created.body.id}/deactivate`)).status).to.equal(200);
  });

  it('keeps all of several concurrent changes', async () => {
    const created = await app.call('POST', '/v1/users', { body: userBody() });
    const path = `/v1/users/${created.body.id}`;
    const answers = await Promise.all([
      app.call('PATCH', path, { body: { phone: '+14155550123' } }),
      app.call('PATCH', path, { body: { email: 'b@example.com' } }),
      app.call('PATCH', path, { body: { metadata: { a: 'b' } } }),
      app.call('POST', `/v1/sandbox/users/${created.body.id}/kyc`, { body: { kyc_status: 'approved' } }),
    ]);
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200]);
    const { body } = await app.call('GET', path, { as: 'getUser' });
    expect(body).to.deep.include({
      phone: '+14155550123',
      email: 'b@example.com',
      metadata: { a: 'b' },
      kyc_status: 'approved',
    });
  });
});

describe('An event', () => {
  it('expires', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    const app = await startMemoryApp({ clock: () => now });
    try {
      const { user_id } = await makeHolder(app);
      const { body } = await app.call('GET', `/v1/events?object_id=${user_id}`);
      expect(body.data).to.have.length(3);
      now += 31 * 24 * 60 * 60 * 1000;
      expect((await app.call('GET', `/v1/events?object_id=${user_id}`)).body.data).to.deep.equal([]);
      expect((await app.call('GET', `/v1/events/${body.data[0]?.id}`, { as: 'getEvent' })).status).to.equal(
        404,
      );
    } finally {
      await app.close();
    }
  });
});

describe('The monitoring endpoints', () => {
  it('need no key', async () => {
    const app = await startMemoryApp();
    try {
      await app.call('GET', '/v1/users');
      for (const path of ['/healthz', '/readyz']) expect((await fetch(app.url + path)).status).to.equal(200);
      const metrics = await (await fetch(`${app.url}/metrics`)).text();
      expect(metrics).to.contain(
        'http_request_duration_seconds_count{method="GET",route="/v1/users",status="2xx"} 1',
      );
      expect(metrics)
        .to.contain('projection_lag{projection="users"} 3')
        .and.contain('nodejs_eventloop_lag_seconds');
    } finally {
      await app.close();
    }
  });
});
