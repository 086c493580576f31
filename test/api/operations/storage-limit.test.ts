/** How much an integrator may store within a day. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { StorageLimit } from '../../../src/api/operations/storage-limit.ts';
import { expectBody, expectError } from '../../support/api-steps.ts';
import { createClient, createOperatorClient, type Client } from '../../support/client.ts';
import { createSampleObjects, send, writes } from '../../support/sample-objects.ts';
import { startTestService, type RunningService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitFor } from '../../support/wait-for.ts';

const BYTES_PER_DAY = 1_000_000;
const DAY_SECONDS = 86_400;

describe('The storage limit', () => {
  it('counts each integrator and environment, and a former sandbox like the current one', () => {
    const limit = new StorageLimit({ sandbox: 1_000, production: null });
    limit.record('book-int_one-sandbox', 600);
    expect(limit.refusal('int_one', 'sandbox')).to.equal(undefined);
    limit.record('book-int_one.2-sandbox', 500);
    limit.record('book-int_two-production', 1e12);
    limit.record('platform', 1e12);
    // One byte is needed, and 100 too many were written.
    const refusal = limit.refusal('int_one', 'sandbox');
    expect(refusal?.problem).to.equal('storage_limit_reached');
    expect(refusal?.retryAfterSeconds).to.be.within(
      (101 * DAY_SECONDS) / 1_000 - 5,
      (101 * DAY_SECONDS) / 1_000 + 1,
    );
    expect(limit.refusal('int_one', 'production')).to.equal(undefined);
    expect(limit.refusal('int_two', 'sandbox')).to.equal(undefined);
    expect(limit.refusal('int_two', 'production')).to.equal(undefined);
  });

  it('takes over what was added within a day, less what the budget has refilled since', async () => {
    const now = Date.parse('2026-06-02T00:00:00.000Z');
    const hoursAgo = (hours: number) => now - hours * 3_600_000;
    const one = (bytes: number) => ({ book: 'book-int_one-sandbox', bytes });
    const records = async function* () {
      yield Promise.resolve({ minute: hoursAgo(30) });
      // Refilled after six hours.
      yield { minute: hoursAgo(20), stored: [one(500)] };
      yield { minute: hoursAgo(12), stored: [one(2_000), { book: 'book-int_two-production', bytes: 1e12 }] };
      yield { minute: hoursAgo(12), stored: [{ ...one(400), book: 'book-int_one.2-sandbox' }] };
    };
    const waitOf = async (share: number): Promise<number> => {
      const limit = new StorageLimit({ sandbox: 1_000, production: null });
      await limit.restore(records(), share, now);
      expect(limit.refusal('int_two', 'production')).to.equal(undefined);
      return limit.refusal('int_one', 'sandbox')?.retryAfterSeconds ?? 0;
    };
    // 167 are left of the 500 after eight hours, and 2,567 less 500 twelve hours later: 1,067 too many, and one is needed.
    expect(await waitOf(1)).to.be.within((1_067 * DAY_SECONDS) / 1_000 - 100, (1_069 * DAY_SECONDS) / 1_000);
    // Half of it is left to another process: 1,200 less 500.
    expect(await waitOf(0.5)).to.equal(0);
  });

  it('refuses every operation that adds something, and no deletion', async () => {
    const settings = {
      storage: { event_bytes_per_day: { sandbox: BYTES_PER_DAY } },
      features: { transfer_cancel: true, webhook_endpoint_test: true },
    };
    const service = await startTestService({}, Date.now, settings);
    try {
      const { sandbox } = service;
      const world = await createSampleObjects(sandbox);
      const large = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`key_${at}`, 'a'.repeat(500)]));
      let status = 201;
      while (status === 201)
        ({ status } = await sandbox.post('/v1/users', {
          type: 'individual',
          external_reference: randomUUID(),
          metadata: large,
        }));
      for (const operation of writes()) {
        if (operation.method === 'DELETE') continue;
        const answer = await send(sandbox, operation, world);
        expectError(answer, 429, 'storage_limit_reached');
      }
      const endpoint = `/v1/webhook_endpoints/${world.webhook_endpoint_id}`;
      expect((await sandbox.request('DELETE', endpoint)).status).to.equal(200);
    } finally {
      await service.close();
    }
  });

  it('is not granted again by a restart', async () => {
    const folder = await temporaryFolder();
    const settings = { storage: { event_bytes_per_day: { sandbox: BYTES_PER_DAY } } };
    const metadata = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`key_${at}`, 'a'.repeat(500)]),
    );
    const create = (client: Client) =>
      client.post('/v1/users', { type: 'individual', external_reference: randomUUID(), metadata });
    try {
      const first = await startTestService({ DATA_DIR: folder.path }, Date.now, settings);
      let answer = await create(first.sandbox);
      while (answer.status === 201) answer = await create(first.sandbox);
      expectError(answer, 429, 'storage_limit_reached');
      await first.close();
      const second = await startTestService({ DATA_DIR: folder.path }, Date.now, settings);
      try {
        await waitFor('the budget to be taken over', async () =>
          (await create(second.sandbox)).status === 429 ? true : undefined,
        );
        // It ended before a new budget would have.
        const { data } = expectBody(await second.sandbox.get('/v1/users?limit=100'), 200);
        expect(data.length).to.be.below(2 * Math.floor(BYTES_PER_DAY / 44_000) - 5);
        expectBody(
          await second.production.post('/v1/users', { type: 'individual', external_reference: 'a' }),
          201,
        );
      } finally {
        await second.close();
      }
    } finally {
      await folder.remove();
    }
  });

  describe('of a service', () => {
    let service: RunningService;
    before(async () => {
      service = await startTestService({}, Date.now, {
        storage: { event_bytes_per_day: { sandbox: BYTES_PER_DAY } },
      });
    });
    after(() => service.close());

    const metadata = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`key_${at}`, 'ß'.repeat(500)]),
    );
    const userBody = (reference: string) => ({ type: 'individual', external_reference: reference, metadata });

    it('refuses writes beyond it, and nothing else', async () => {
      const { sandbox, production, url } = service;
      const endpoint = expectBody(
        await sandbox.post('/v1/webhook_endpoints', { url: 'https://receiver.example/hook' }),
        201,
      );
      let created = 0;
      let user = '';
      for (;;) {
        const reference = `user-${created}`;
        const answer = await sandbox.post('/v1/users', userBody(reference), { idempotencyKey: reference });
        if (answer.status === 429) {
          expectError(answer, 429, 'storage_limit_reached');
          expect(Number(answer.headers.get('retry-after'))).to.be.within(1, DAY_SECONDS);
          break;
        }
        user = expectBody(answer, 201).id;
        created += 1;
        expect(created).to.be.below(100);
      }
      // Each stores metadata of 20,000 characters, which are 40,000 bytes, twice.
      expect(created).to.be.within(10, BYTES_PER_DAY / 80_000);
      const patched = await sandbox.patch(`/v1/users/${user}`, { metadata: { a: 'b' } });
      expectError(patched, 429, 'storage_limit_reached');
      expectError(await sandbox.post('/v1/sandbox/reset', {}), 429, 'storage_limit_reached');
      expectBody(await sandbox.get(`/v1/users/${user}`), 200);
      const repeated = await sandbox.post('/v1/users', userBody('user-0'), { idempotencyKey: 'user-0' });
      expect(repeated.headers.get('idempotent-replayed')).to.equal('true');
      expect((await sandbox.request('DELETE', `/v1/webhook_endpoints/${endpoint.id}`)).status).to.equal(200);

      expectBody(await production.post('/v1/users', userBody('other')), 201);
      const operator = createOperatorClient(url, service.credentials.operator_token);
      const other = expectBody(await operator.post('/operator/v1/integrators', { name: 'Other' }), 201);
      const key = expectBody(
        await operator.post(`/operator/v1/integrators/${other.id}/keys`, {
          environment: 'sandbox',
          permissions: 'read_write',
        }),
        201,
      );
      expectBody(await createClient(url, String(key.secret)).post('/v1/users', userBody('other')), 201);
    });
  });
});
