/** Nothing personal and no secret in what the service writes to its log, nor in clear among its events. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect } from 'chai';
import { FILE_NAME } from '../../src/stores.ts';
import { createClient } from '../support/client.ts';
import { temporaryFolder } from '../support/folder.ts';
import { spawnService } from '../support/service.ts';
import type { ServiceProcess } from '../support/service.ts';
import { bodyOf, errorOf, listAll, newDepositAccount, newUser, onrampBody } from '../support/story.ts';

const tag = randomUUID().slice(0, 8);
const person = {
  email: `ada.${tag}@example.com`,
  phone: '+14155550199',
  first_name: `Adelheid${tag}`,
  last_name: `Moreau${tag}`,
};
const business = {
  type: 'business',
  business_name: `Harbour Books ${tag}`,
  email: `books.${tag}@example.com`,
};
const later = { email: `later.${tag}@example.com`, phone: '+442079460018' };

describe('Personal data', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let output: string;
  let service: ServiceProcess;
  const secrets = new Set<string>();

  before(async () => {
    folder = await temporaryFolder();
    service = await spawnService(folder.path, { LOG_LEVEL: 'debug' });
    const { sandbox } = service;
    const idempotencyKey = randomUUID();
    const body = { type: 'individual', external_reference: randomUUID(), ...person };
    const user = bodyOf(await sandbox.post('/v1/users', body, { idempotencyKey }), 201);
    bodyOf(await sandbox.post('/v1/users', body, { idempotencyKey }), 201);
    errorOf(await sandbox.post('/v1/users', body), 409, 'external_reference_exists');
    errorOf(await sandbox.post('/v1/users', { ...body, phone: person.email }), 422, 'validation_failed');
    await newUser(sandbox, { ...business, first_name: undefined });
    bodyOf(await sandbox.patch(`/v1/users/${user.id}`, later), 200);
    bodyOf(await sandbox.get(`/v1/users?external_reference=${person.email}`), 200);
    errorOf(await sandbox.get(`/v1/users?email=${person.email}`), 400, 'malformed_request');
    errorOf(await sandbox.get(`/v1/users/${person.email}`), 404, 'not_found');
    const approve = { kyc_status: 'approved' };
    bodyOf(await sandbox.post(`/v1/sandbox/users/${user.id}/kyc`, approve), 200);
    const wallet = bodyOf(await sandbox.post(`/v1/users/${user.id}/wallets`, { asset: 'svc-points' }), 201);
    const account = await newDepositAccount(sandbox, wallet);
    const onramp = bodyOf(await sandbox.post('/v1/transfers', onrampBody(wallet.id, '5.00')), 201);
    for (const { deposit_instructions } of [account, onramp])
      secrets.add(deposit_instructions.account_number);
    errorOf(await createClient(service.url, `svc_test_${tag}`).get('/v1/users'), 401, 'invalid_api_key');
    await listAll(sandbox, '/v1/events');
    expect(await service.stop()).to.equal(0);
    output = service.output();
  });
  after(async () => {
    await service.kill();
    await folder.remove();
  });

  it('stays out of the log, at its most talkative', () => {
    const lines = output.split('\n').filter((line) => line.startsWith('{'));
    expect(lines.length).to.be.at.least(15);
    const values = [
      ...Object.values(person),
      ...Object.values(later),
      business.business_name,
      business.email,
    ];
    for (const value of [...values, ...secrets, tag]) expect(output).to.not.contain(value);
  });

  it('has keys in the first run’s banner alone', () => {
    const { sandbox_api_key, production_api_key, operator_token } = service.credentials;
    const log = output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .join('\n');
    for (const key of [sandbox_api_key, production_api_key, operator_token]) {
      expect(output).to.contain(key);
      expect(log).to.not.contain(key);
      expect(log).to.not.contain(key.slice(-20));
    }
  });

  it('has a request ID for every line about a request', () => {
    const lines = output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      // Whatever begins with a brace was written by the logger.
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const requests = lines.filter((line) => 'status' in line && 'method' in line);
    expect(requests.length).to.be.at.least(15);
    for (const line of requests) expect(line['request_id']).to.match(/^req_/);
  });

  it('is sealed in events, and secrets of keys are not in the file at all', () => {
    const database = new DatabaseSync(join(folder.path, FILE_NAME), { readOnly: true });
    try {
      // Rows are objects by their columns' names, whatever the columns are.
      const rows = database.prepare('SELECT * FROM events').all() as Record<string, unknown>[];
      expect(rows.length).to.be.greaterThan(10);
      const events = rows.map((row) => Object.values(row).map(textOf).join(' ')).join('\n');
      const values = [
        ...Object.values(person),
        ...Object.values(later),
        business.business_name,
        business.email,
      ];
      expect(events).to.contain('user.created');
      for (const value of [...values, tag]) expect(events).to.not.contain(value);
      const { sandbox_api_key, production_api_key, operator_token } = service.credentials;
      for (const key of [sandbox_api_key, production_api_key, operator_token]) {
        expect(events).to.not.contain(key);
        expect(events).to.not.contain(key.slice(-20));
      }
    } finally {
      database.close();
    }
  });
});

const textOf = (value: unknown): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value);
