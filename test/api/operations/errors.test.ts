/** Errors in paths and queries. Errors in bodies are in body-errors.test.ts. */
import { expect } from 'chai';
import { documentedOperations } from '../../support/client.ts';
import type { Client } from '../../support/client.ts';
import { startTestService } from '../../support/service.ts';
import type { RunningService } from '../../support/service.ts';
import { expectBody, expectError, newUser } from '../../support/api-steps.ts';
import { bodyFor, createSampleObjects, pathOf, queryFor } from '../../support/sample-objects.ts';
import type { SampleObjects } from '../../support/sample-objects.ts';

describe('Errors', () => {
  let service: RunningService;
  let sandbox: Client;
  let world: SampleObjects;
  before(async () => {
    service = await startTestService();
    ({ sandbox } = service);
    world = await createSampleObjects(sandbox);
  });
  after(() => service.close());

  describe('for paths', () => {
    it('are 404 for unknown paths', async () => {
      for (const path of [
        '/v1',
        '/v1/',
        '/v1/user',
        '/v1/users/',
        '/v1/Users',
        '/v1/users//wallets',
        '/v1/sandbox',
        '/v1/constructor',
        '/v1/__proto__',
        `/v1/users/${world.user_id}/nothing`,
        '/v2/users',
        '/v1/users/%',
        '/v1/users/%ff',
        '/v1/users/%00',
        '/v1/users/..%2fusers',
      ]) {
        expectError(await sandbox.get(path), 404, 'not_found');
      }
    });

    it('say what is most often wrong with an unknown path', async () => {
      const messageOf = async (path: string): Promise<string> =>
        expectError(await sandbox.get(path), 404, 'not_found').message;
      expect(await messageOf('/v1/users/')).to.contain('Paths do not end with a slash.');
      expect(await messageOf('/users')).to.contain('The API begins with /v1');
    });

    it('are 404 for an ID of another kind', async () => {
      for (const operation of documentedOperations()) {
        if (!operation.path.includes('{') || operation.codes.includes('not_implemented')) continue;
        const body = bodyFor(operation.id, world);
        for (const wrong of [world.other_wallet_id.toUpperCase(), 'x', `evt_${'u'.repeat(26)}`]) {
          const path = operation.path.replace(/\{\w+\}/g, wrong);
          const answer = await sandbox.request(operation.method, path, body === undefined ? {} : { body });
          expectError(answer, 404, 'not_found');
        }
      }
    });

    it('are 405 for unsupported methods and list the supported ones', async () => {
      const methodsOf = new Map<string, string[]>();
      for (const { path, method } of documentedOperations()) {
        methodsOf.set(path, [...(methodsOf.get(path) ?? []), method]);
      }
      for (const [path, methods] of methodsOf) {
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
          if (methods.includes(method)) continue;
          const answer = await sandbox.request(method, pathOf({ path }, world), {});
          const { type } = expectError(answer, 405, 'method_not_allowed');
          expect(type).to.equal('invalid_request');
          expect(answer.headers.get('allow')?.split(', ').sort()).to.deep.equal([...methods].sort());
        }
      }
    });
  });

  describe('for queries', () => {
    it('are 400 for unknown parameters', async () => {
      for (const operation of documentedOperations()) {
        if (operation.codes.includes('not_implemented')) continue;
        const body = bodyFor(operation.id, world);
        const query = queryFor(operation.id);
        const path = `${pathOf(operation, world)}${query}${query === '' ? '?' : '&'}colour=red`;
        const answer = await sandbox.request(operation.method, path, body === undefined ? {} : { body });
        const { message } = expectError(answer, 400, 'malformed_request');
        expect(message).to.contain('colour');
      }
    });

    const lists = (): string[] => [
      '/v1/users',
      '/v1/transfers',
      '/v1/events',
      `/v1/users/${world.user_id}/wallets`,
      `/v1/users/${world.user_id}/wallets/${world.wallet_id}/history`,
      `/v1/users/${world.user_id}/deposit_accounts`,
      `/v1/users/${world.user_id}/deposit_accounts/${world.deposit_account_id}/activity`,
    ];

    it('are 400 for an invalid limit or cursor in every list', async () => {
      for (const path of lists()) {
        for (const query of [
          'limit=0',
          'limit=00',
          'limit=010',
          'limit=101',
          'limit=-1',
          'limit=1e1',
          'limit=%201',
          'limit=',
          'limit',
          'limit=1&limit=1',
          'starting_after=',
          'starting_after=x',
          'ending_before=x',
          `starting_after=${world.user_id.toUpperCase()}`,
          `starting_after=${'x'.repeat(65)}`,
        ]) {
          expectError(await sandbox.get(`${path}?${query}`), 400, 'malformed_request');
        }
      }
    });

    it('are 400 for both cursors in one request', async () => {
      for (const path of lists()) {
        const { data } = expectBody(await sandbox.get(path), 200);
        const id = data[0]?.id ?? 'x';
        const both = `starting_after=${id}&ending_before=${id}`;
        const { message } = expectError(await sandbox.get(`${path}?${both}`), 400, 'malformed_request');
        expect(message).to.contain('Send only one of `starting_after` and `ending_before`.');
      }
    });

    it('are 400 for a cursor of another list', async () => {
      const { id } = await newUser(sandbox);
      const foreign = [id, world.wallet_id, world.transfer_id, world.event_id, world.deposit_account_id];
      for (const path of lists()) {
        const { data } = expectBody(await sandbox.get(`${path}?limit=100`), 200);
        const own = new Set(data.map((object: { id: string }) => object.id));
        for (const cursor of foreign.filter((each) => !own.has(each))) {
          expectError(await sandbox.get(`${path}?starting_after=${cursor}`), 400, 'malformed_request');
          expectError(await sandbox.get(`${path}?ending_before=${cursor}`), 400, 'malformed_request');
        }
      }
    });

    it('are 400 for an invalid time', async () => {
      for (const path of lists().filter((list) => /transfers|events|history|activity/.test(list))) {
        for (const time of [
          '',
          'yesterday',
          '2026-11-21',
          '1700000000',
          '2026-11-21T10:00:00',
          '2026-13-01T00:00:00Z',
          '2026-02-30T00:00:00Z',
          '2026-11-21T25:00:00Z',
          '2026-11-21 10:00:00Z',
        ]) {
          for (const name of ['created_after', 'created_before']) {
            const query = `${name}=${encodeURIComponent(time)}`;
            expectError(await sandbox.get(`${path}?${query}`), 400, 'malformed_request');
          }
        }
      }
      for (const path of lists().filter((list) => !/transfers|events|history|activity/.test(list))) {
        const query = 'created_after=2026-11-21T00:00:00Z';
        expectError(await sandbox.get(`${path}?${query}`), 400, 'malformed_request');
      }
    });

    it('are 400 for values outside the enumeration', async () => {
      for (const path of [
        '/v1/users?status=Active',
        '/v1/users?kyc_status=',
        '/v1/transfers?state=done',
        '/v1/transfers?kind=gift',
        '/v1/routes?kind=gift',
        '/v1/routes?country=us',
        '/v1/routes?country=USA',
        `/v1/users/${world.user_id}/wallets?asset=gold`,
      ]) {
        expectError(await sandbox.get(path), 400, 'malformed_request');
      }
    });

    it('are 400 for invalid text', async () => {
      for (const query of [
        '%',
        '%f',
        '%ff',
        '%c3%28',
        '%ed%a0%80',
        'external_reference=%',
        'external_reference=%00',
      ]) {
        expectError(await sandbox.get(`/v1/users?${query}`), 400, 'malformed_request');
      }
    });
  });
});
