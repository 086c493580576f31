/** The log and the stored events contain no personal data and no secrets in plain text. */
import { randomInt, randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect } from 'chai';
import { DATABASE_FILE_NAME } from '../../../src/config/config.ts';
import {
  expectBody,
  expectError,
  listAll,
  newDepositAccount,
  newUser,
  onrampBody,
  payoutAccountBody,
  submittedOfframp,
} from '../../support/api-steps.ts';
import { createClient } from '../../support/client.ts';
import { spawnService, type ServiceProcess } from '../../support/service.ts';
import { temporaryFolder, type Folder } from '../../support/temporary-folder.ts';
import { waitFor } from '../../support/wait-for.ts';

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
/** The details of a payout account; the tag occurs only in these names. */
const bank = {
  account_owner_name: `Ottoline${tag} Moreau`,
  bank: {
    bank_name: 'First Harbour Bank',
    account_number: `77${String(randomInt(10 ** 9)).padStart(9, '0')}31`,
    routing_code: '021000021',
  },
};
const emailpay = { email: `paid.${tag}@example.net`, phone: '+14165559731' };
/** Only the rail sees these values again. */
const sealed = [bank.bank.account_number, emailpay.email, emailpay.phone];
const later = { email: `later.${tag}@example.com`, phone: '+442079460018' };

describe('Personal data', () => {
  let folder: Folder;
  let output: string;
  let service: ServiceProcess;
  const secrets = new Set<string>();
  const answers: string[] = [];

  before(async () => {
    folder = await temporaryFolder();
    service = await spawnService(folder.path, { LOG_LEVEL: 'debug' });
    const { sandbox } = service;
    const idempotencyKey = randomUUID();
    const body = { type: 'individual', external_reference: randomUUID(), ...person };
    const user = expectBody(await sandbox.post('/v1/users', body, { idempotencyKey }), 201);
    expectBody(await sandbox.post('/v1/users', body, { idempotencyKey }), 201);
    expectError(await sandbox.post('/v1/users', body), 409, 'external_reference_exists');
    expectError(await sandbox.post('/v1/users', { ...body, phone: person.email }), 422, 'validation_failed');
    await newUser(sandbox, { ...business, first_name: undefined });
    expectBody(await sandbox.patch(`/v1/users/${user.id}`, later), 200);
    expectBody(await sandbox.get(`/v1/users?external_reference=${person.email}`), 200);
    expectError(await sandbox.get(`/v1/users?email=${person.email}`), 400, 'malformed_request');
    expectError(await sandbox.get(`/v1/users/${person.email}`), 404, 'not_found');
    const [created] = await listAll(sandbox, '/v1/events?type=user.created');
    expectBody(await sandbox.post(`/v1/events/${created.id}/redeliver`), 202);
    const approve = { kyc_status: 'approved' };
    expectBody(await sandbox.post(`/v1/sandbox/users/${user.id}/kyc`, approve), 200);
    const wallet = expectBody(
      await sandbox.post(`/v1/users/${user.id}/wallets`, { asset: 'svc-points' }),
      201,
    );
    const account = await newDepositAccount(sandbox, wallet);
    const onramp = expectBody(await sandbox.post('/v1/transfers', onrampBody(wallet.id, '5.00')), 201);
    for (const { deposit_instructions } of [account, onramp])
      secrets.add(deposit_instructions.account_number);
    const payouts = `/v1/users/${user.id}/payout_accounts`;
    const payKey = randomUUID();
    const register = payoutAccountBody('usd', bank);
    const payout = expectBody(await sandbox.post(payouts, register, { idempotencyKey: payKey }), 201);
    answers.push((await sandbox.post(payouts, register, { idempotencyKey: payKey })).text);
    const wrong = { ...bank.bank, routing_code: bank.bank.account_number };
    answers.push((await sandbox.post(payouts, { ...register, bank: wrong })).text);
    const byEmail = { type: 'emailpay', currency: 'cad', country: 'CA', rail: 'emailpay', emailpay };
    answers.push((await sandbox.post(payouts, { account_owner_name: 'Ada', ...byEmail })).text);
    answers.push((await sandbox.post(payouts, { account_owner_name: 'Viktor Sanctioned', ...byEmail })).text);
    expectBody(
      await sandbox.post('/v1/sandbox/deposits', { deposit_account_id: account.id, amount: '50.00' }),
      200,
    );
    for (const outcome of ['completed', 'returned']) {
      const { id } = await submittedOfframp(sandbox, wallet.id, payout.id, '100.00');
      const settled = await sandbox.post(`/v1/sandbox/transfers/${id}/payout_outcome`, { outcome });
      answers.push(settled.text);
    }
    await waitFor('the check of the name', async () =>
      expectBody(await sandbox.get(`${payouts}/${payout.id}`), 200).version === 3 ? true : undefined,
    );
    for (const path of [payouts, `${payouts}/${payout.id}`, '/v1/transfers', '/v1/events?limit=100'])
      answers.push((await sandbox.get(path)).text);
    answers.push((await sandbox.request('DELETE', `${payouts}/${payout.id}`)).text);
    // The file also contains a snapshot of the book, saved at shutdown.
    expectError(await createClient(service.url, `svc_test_${tag}`).get('/v1/users'), 401, 'invalid_api_key');
    await listAll(sandbox, '/v1/events');
    expect(await service.stop()).to.equal(0);
    output = service.output();
  });
  after(async () => {
    await service.kill();
    await folder.remove();
  });

  it('is not logged, even at the most verbose level', () => {
    const lines = output.split('\n').filter((line) => line.startsWith('{'));
    expect(lines.length).to.be.at.least(15);
    const values = [
      ...Object.values(person),
      ...Object.values(later),
      business.business_name,
      business.email,
      ...sealed,
    ];
    for (const value of [...values, ...secrets, tag]) expect(output).to.not.contain(value);
  });

  it('of payout accounts is masked in answers and encrypted on disk', () => {
    const text = answers.join('\n');
    expect(text).to.contain(bank.bank.account_number.slice(-4)).and.to.contain('p***@example.net');
    expect(text).to.contain(bank.account_owner_name);
    const files = readdirSync(folder.path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
    expect(files.join('').length).to.be.greaterThan(100_000);
    for (const value of sealed) {
      expect(text).to.not.contain(value);
      for (const file of files) expect(file).to.not.contain(value);
    }
  });

  it('includes no API keys, not even those of the first run', () => {
    const { sandbox_api_key, production_api_key, operator_token } = service.credentials;
    for (const key of [sandbox_api_key, production_api_key, operator_token]) {
      expect(output).to.not.contain(key);
      expect(output).to.not.contain(key.slice(-20));
    }
  });

  it('is logged with a request ID for every request', () => {
    const lines = output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      // Lines that start with a brace come from the logger.
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const requests = lines.filter((line) => 'status' in line && 'method' in line);
    expect(requests.length).to.be.at.least(15);
    for (const line of requests) expect(line['request_id']).to.match(/^req_/);
  });

  it('is encrypted in events, and key secrets are not stored', () => {
    const database = new DatabaseSync(join(folder.path, DATABASE_FILE_NAME), { readOnly: true });
    try {
      // The driver returns rows as objects with one member per column.
      const rows = database.prepare('SELECT * FROM events').all() as Record<string, unknown>[];
      expect(rows.length).to.be.greaterThan(10);
      const events = rows.map((row) => Object.values(row).map(textOf).join(' ')).join('\n');
      const values = [
        ...Object.values(person),
        ...Object.values(later),
        business.business_name,
        business.email,
        ...sealed,
        bank.account_owner_name,
      ];
      expect(events).to.contain('payout_account.opened');
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
