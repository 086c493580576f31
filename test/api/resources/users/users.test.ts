import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createOperatorClient } from '../../../support/client.ts';
import type { Client } from '../../../support/client.ts';
import { startTestService } from '../../../support/service.ts';
import type { RunningService } from '../../../support/service.ts';
import {
  approvedUser,
  expectBody,
  expectError,
  fundedWallet,
  listAll,
  newDepositAccount,
  newUser,
  newWallet,
  unknownId,
  onrampBody,
  transferBody,
} from '../../../support/api-steps.ts';

const UNTOUCHED = {
  status: 'active',
  kyc_status: 'not_started',
  terms_status: 'pending',
  rejection_reasons: [],
  version: 1,
};

describe('Users', () => {
  let service: RunningService;
  let sandbox: Client;
  before(async () => {
    service = await startTestService();
    ({ sandbox } = service);
  });
  after(() => service.close());

  const create = (body: object) => sandbox.post('/v1/users', body);
  const shown = async (id: string) => expectBody(await sandbox.get(`/v1/users/${id}`), 200);

  describe('when created', () => {
    it('have every field of a person', async () => {
      const external_reference = randomUUID();
      const given = {
        type: 'individual',
        external_reference,
        email: 'ada@example.com',
        phone: '+14155550123',
        first_name: 'Ada',
        last_name: 'Moreau',
        country: 'US',
        metadata: { tier: 'gold' },
      };
      const { id, created_at, updated_at, ...rest } = expectBody(await create(given), 201);
      expect(id).to.match(/^usr_/);
      expect(rest).to.deep.equal({ object: 'user', ...given, ...UNTOUCHED });
      expect(updated_at).to.equal(created_at);
      expect(await shown(id)).to.deep.equal({ id, ...rest, created_at, updated_at });
      const bare = expectBody(await create({ type: 'individual', external_reference: randomUUID() }), 201);
      expect(bare).to.deep.include({
        email: null,
        phone: null,
        first_name: null,
        last_name: null,
        country: null,
        metadata: {},
      });
      expect(bare).to.not.have.property('business_name');
    });

    it('have every field of a business', async () => {
      const given = {
        type: 'business',
        external_reference: randomUUID(),
        business_name: 'Harbour Books Ltd',
      };
      const { id, created_at: _, updated_at: __, ...rest } = expectBody(await create(given), 201);
      const empty = { email: null, phone: null, country: null, metadata: {} };
      expect(rest).to.deep.equal({ object: 'user', ...given, ...empty, ...UNTOUCHED });
      expect(await shown(id)).to.deep.include({ business_name: 'Harbour Books Ltd' });
      expect(await shown(id)).to.not.have.any.keys('first_name', 'last_name');
    });

    it('accept only the name fields of their type', async () => {
      for (const [body, fields] of [
        [{ type: 'business' }, ['business_name']],
        [{ type: 'business', business_name: 'B', first_name: 'A' }, ['first_name']],
        [
          { type: 'business', business_name: 'B', first_name: 'A', last_name: 'C' },
          ['first_name', 'last_name'],
        ],
        [{ type: 'business', business_name: '' }, ['business_name']],
        [{ type: 'individual', business_name: 'B' }, ['business_name']],
        [{ type: 'individual', first_name: '' }, ['first_name']],
        [{ type: 'individual', first_name: null }, ['first_name']],
      ] as const) {
        const answer = await create({ external_reference: randomUUID(), ...body });
        const { details } = expectError(answer, 422, 'validation_failed');
        expect(details.map(({ field }: { field: string }) => field).sort()).to.deep.equal(fields);
      }
    });

    it('accept only valid phone numbers, email addresses, and countries', async () => {
      for (const [field, bad] of [
        ['phone', ['4155550123', '+1 415 555 0123', '+1', '+14155550123456789', '+0123456789', '+14155']],
        [
          'email',
          [
            ...['ada', 'ada@', '@example.com', 'ada@example', 'a b@example.com', `${'a'.repeat(250)}@x.io`],
            ...[
              'a@b@example.com',
              '.ada@example.com',
              'a..b@example.com',
              'ada.@example.com',
              'ada@-a.example',
            ],
            ...[
              'ada@exa_mple.com',
              'ada@example..com',
              'a\u202eb@example.com',
              'ada\u200b@example.com',
              'a"b@example.com',
            ],
          ],
        ],
        ['country', ['us', 'USA', 'U', '', '12', 'ZZ', 'QQ']],
      ] as const) {
        for (const value of bad) {
          const answer = await create({
            type: 'individual',
            external_reference: randomUUID(),
            [field]: value,
          });
          const { details } = expectError(answer, 422, 'validation_failed');
          expect(
            details.map((entry: { field: string }) => entry.field),
            value,
          ).to.deep.equal([field]);
        }
      }
      for (const good of [
        { phone: '+442079460018', country: 'GB' },
        { phone: '+4930901820', country: 'DE' },
        // The number is not assigned, but its format is valid.
        { phone: '+1234567890' },
        { email: 'ada+tag@sub.example.co.uk', country: 'CA' },
        { email: "o'hara@example.com" },
        { email: 'jörg@müller.example' },
        { email: '用户@例子.广告' },
        { email: 'ada@xn--mller-kva.example' },
      ]) {
        expectBody(await create({ type: 'individual', external_reference: randomUUID(), ...good }), 201);
      }
    });

    it('have a permanently unique external reference', async () => {
      const external_reference = `  Ünïque/${randomUUID()}?&=+ `;
      const { id } = await newUser(sandbox, { external_reference });
      const again = { type: 'business', business_name: 'B', external_reference };
      expect(expectError(await create(again), 409, 'external_reference_exists').existing_id).to.equal(id);
      expectBody(await sandbox.post(`/v1/users/${id}/deactivate`), 200);
      expect(expectError(await create(again), 409, 'external_reference_exists').existing_id).to.equal(id);
      const query = `external_reference=${encodeURIComponent(external_reference)}`;
      const { data } = expectBody(await sandbox.get(`/v1/users?${query}`), 200);
      expect(data.map((user: { id: string }) => user.id)).to.deep.equal([id]);
    });

    it('are created once per reference under concurrency', async () => {
      const body = { type: 'individual', external_reference: randomUUID() };
      const answers = await Promise.all(Array.from({ length: 10 }, () => create(body)));
      const [made, ...more] = answers.filter(({ status }) => status === 201);
      expect(more).to.deep.equal([]);
      for (const answer of answers.filter((each) => each !== made)) {
        const { existing_id } = expectError(answer, 409, 'external_reference_exists');
        expect(existing_id).to.equal(made?.body.id);
      }
    });
  });

  describe('when changed', () => {
    const patch = (id: string, body: object) => sandbox.patch(`/v1/users/${id}`, body);

    it('accept email, phone, and metadata, and keep omitted fields', async () => {
      const user = await newUser(sandbox, { email: 'a@example.com', metadata: { a: '1', b: '2' } });
      const changed = expectBody(await patch(user.id, { phone: '+14155550123', metadata: { b: '3' } }), 200);
      const { updated_at } = changed;
      const expected = { ...user, phone: '+14155550123', metadata: { b: '3' }, version: 2, updated_at };
      expect(changed).to.deep.equal(expected);
      expect(await shown(user.id)).to.deep.equal(expected);
      expect(updated_at >= user.updated_at).to.equal(true);
    });

    it('are cleared by null', async () => {
      const user = await newUser(sandbox, { email: 'a@example.com', phone: '+14155550123' });
      const changed = expectBody(await patch(user.id, { email: null, phone: null }), 200);
      expect(changed).to.include({ email: null, phone: null, first_name: 'Ada', version: 2 });
      expect(await shown(user.id)).to.deep.equal(changed);
      expectError(await patch(user.id, { metadata: null }), 422, 'validation_failed');
    });

    it('do not increase the version if nothing changes', async () => {
      const user = await newUser(sandbox, { email: 'a@example.com', metadata: { a: '1' } });
      for (const body of [{}, { email: 'a@example.com' }, { phone: null }, { metadata: { a: '1' } }]) {
        expect(expectBody(await patch(user.id, body), 200)).to.deep.equal(user);
      }
      expect(await shown(user.id)).to.deep.equal(user);
    });

    it('reject identity fields and invalid values', async () => {
      const { id } = await newUser(sandbox);
      for (const body of [
        { first_name: 'Eve' },
        { type: 'business' },
        { country: 'US' },
        { external_reference: 'x' },
        { status: 'deactivated' },
        { kyc_status: 'approved' },
        { email: 'nobody' },
        { phone: '1' },
      ]) {
        expectError(await patch(id, body), 422, 'validation_failed');
      }
      expect((await shown(id)).version).to.equal(1);
      expectError(await patch(unknownId('usr'), {}), 404, 'not_found');
    });
  });

  describe('when listed', () => {
    it('are filtered by reference and both statuses, alone and combined', async () => {
      const [plain, approved, rejected, deactivated] = [
        await newUser(sandbox),
        await approvedUser(sandbox),
        await newUser(sandbox),
        await approvedUser(sandbox),
      ];
      expectBody(await sandbox.post(`/v1/sandbox/users/${rejected.id}/kyc`, { kyc_status: 'rejected' }), 200);
      expectBody(await sandbox.post(`/v1/users/${deactivated.id}/deactivate`), 200);
      const known = new Map<string, string>([
        [plain.id, 'plain'],
        [approved.id, 'approved'],
        [rejected.id, 'rejected'],
        [deactivated.id, 'deactivated'],
      ]);
      for (const [query, expected] of [
        ['kyc_status=not_started', ['plain']],
        ['kyc_status=approved', ['deactivated', 'approved']],
        ['kyc_status=approved&status=active', ['approved']],
        ['kyc_status=approved&status=deactivated', ['deactivated']],
        ['kyc_status=rejected', ['rejected']],
        ['kyc_status=under_review', []],
        ['status=deactivated', ['deactivated']],
        [`external_reference=${approved.external_reference}`, ['approved']],
        [`external_reference=${approved.external_reference}&status=active`, ['approved']],
        [`external_reference=${approved.external_reference}&kyc_status=rejected`, []],
        ['external_reference=nobody', []],
      ] as const) {
        const all = await listAll(sandbox, `/v1/users?${query}`);
        const mine = all.map(({ id }) => known.get(id)).filter((name) => name !== undefined);
        expect(mine, query).to.deep.equal(expected);
      }
    });

    it('are sorted newest first and paged in both directions without gaps or duplicates', async () => {
      const production = service.production;
      const made: string[] = [];
      for (let i = 0; i < 25; i++) made.unshift((await newUser(production)).id);
      const page = async (query: string) => {
        const { data, has_more } = expectBody(await production.get(`/v1/users?${query}`), 200);
        return [data.map(({ id }: { id: string }) => id), has_more];
      };
      expect(await page('')).to.deep.equal([made.slice(0, 10), true]);
      expect(await page('limit=25')).to.deep.equal([made, false]);
      expect(await page('limit=100')).to.deep.equal([made, false]);
      expect(await page(`limit=10&starting_after=${made[9]}`)).to.deep.equal([made.slice(10, 20), true]);
      expect(await page(`limit=10&starting_after=${made[14]}`)).to.deep.equal([made.slice(15), false]);
      expect(await page(`starting_after=${made[24]}`)).to.deep.equal([[], false]);
      expect(await page(`limit=10&ending_before=${made[24]}`)).to.deep.equal([made.slice(14, 24), true]);
      expect(await page(`limit=10&ending_before=${made[10]}`)).to.deep.equal([made.slice(0, 10), false]);
      expect(await page(`limit=10&ending_before=${made[0]}`)).to.deep.equal([[], false]);
    });

    it('continue after an object that no longer matches the filter', async () => {
      const users = [await approvedUser(sandbox), await approvedUser(sandbox), await approvedUser(sandbox)];
      const [oldest, middle, newest] = users.map(({ id }) => id);
      expectBody(await sandbox.post(`/v1/sandbox/users/${middle}/kyc`, { kyc_status: 'incomplete' }), 200);
      const next = `/v1/users?kyc_status=approved&limit=1`;
      expect(expectBody(await sandbox.get(`${next}&starting_after=${middle}`), 200).data[0].id).to.equal(
        oldest,
      );
      expect(expectBody(await sandbox.get(`${next}&ending_before=${middle}`), 200).data[0].id).to.equal(
        newest,
      );
    });
  });

  describe('when deactivated', () => {
    const deactivate = (id: string) => sandbox.post(`/v1/users/${id}/deactivate`);

    it('must have empty wallets', async () => {
      const rich = await fundedWallet(sandbox, { earned: '0.01' });
      expectError(await deactivate(rich.user_id), 409, 'user_has_balance');
      const wallet = await newWallet(sandbox);
      const account = await newDepositAccount(sandbox, wallet);
      const deposit = { deposit_account_id: account.id, amount: '1.00', outcome: 'in_review' };
      expectBody(await sandbox.post('/v1/sandbox/deposits', deposit), 200);
      expectError(await deactivate(wallet.user_id), 409, 'user_has_balance');
    });

    it('must have no open transfers', async () => {
      const wallet = await newWallet(sandbox);
      const { id } = expectBody(await sandbox.post('/v1/transfers', onrampBody(wallet.id, '5.00')), 201);
      expectError(await deactivate(wallet.user_id), 409, 'user_has_open_transfers');
      const sentBack = { transfer_id: id, amount: '5.00', outcome: 'returned' };
      expectBody(await sandbox.post('/v1/sandbox/deposits', sentBack), 200);
      expectBody(await deactivate(wallet.user_id), 200);
    });

    it('must not be the recipient of a transfer in review', async () => {
      const from = await fundedWallet(sandbox, { earned: '1000000.00' });
      const to = await newWallet(sandbox);
      const held = expectBody(
        await sandbox.post('/v1/transfers', transferBody(from.id, to.id, '1000000.00')),
        201,
      );
      expect(held.state).to.equal('in_review');
      expectError(await deactivate(to.user_id), 409, 'user_has_open_transfers');
      expectError(await deactivate(from.user_id), 409, 'user_has_balance');
      const review = `/v1/sandbox/transfers/${held.id}/review_outcome`;
      expectBody(await sandbox.post(review, { outcome: 'rejected' }), 200);
      expectBody(await deactivate(to.user_id), 200);
    });

    it('have late deposits held, which can only be returned', async () => {
      const wallet = await newWallet(sandbox);
      const account = await newDepositAccount(sandbox, wallet);
      expectBody(await deactivate(wallet.user_id), 200);
      const deposit = { deposit_account_id: account.id, amount: '5.00' };
      const { id, state } = expectBody(await sandbox.post('/v1/sandbox/deposits', deposit), 200);
      expect(state).to.equal('in_review');
      const review = `/v1/sandbox/transfers/${id}/review_outcome`;
      expectError(await sandbox.post(review, { outcome: 'approved' }), 409, 'wallet_frozen');
      expect(expectBody(await sandbox.post(review, { outcome: 'rejected' }), 200).state).to.equal('returned');
      const path = `/v1/users/${wallet.user_id}/wallets/${wallet.id}/balance`;
      expect(expectBody(await sandbox.get(path), 200)).to.include({ available: '0.00', pending: '0.00' });
    });

    it('cannot be changed afterward', async () => {
      const [wallet, other] = [await newWallet(sandbox), await fundedWallet(sandbox, { earned: '5.00' })];
      const account = await newDepositAccount(sandbox, wallet);
      const { user_id } = wallet;
      const before = await shown(user_id);
      const deactivated = expectBody(await deactivate(user_id), 200);
      const { updated_at } = deactivated;
      expect(deactivated).to.deep.equal({
        ...before,
        status: 'deactivated',
        version: Number(before.version) + 1,
        updated_at,
      });
      const base = `/v1/users/${user_id}`;
      for (const [path, body] of [
        [`${base}/deactivate`, undefined],
        [`${base}/wallets`, { asset: 'svc-coin', acknowledge_price_risk: true }],
        [
          `${base}/deposit_accounts`,
          { source: { currency: 'usd', rail: 'bank_eft' }, destination: { wallet_id: wallet.id } },
        ],
        [`${base}/deposit_accounts/${account.id}/deactivate`, undefined],
        [`${base}/deposit_accounts/${account.id}/reactivate`, undefined],
        [`/v1/sandbox${base.slice(3)}/kyc`, { kyc_status: 'approved' }],
        ['/v1/sandbox/rewards', { wallet_id: wallet.id, amount: '1.00' }],
        ['/v1/transfers', onrampBody(wallet.id, '5.00')],
        ['/v1/transfers', transferBody(wallet.id, other.id, '1.00')],
      ] as const) {
        expectError(await sandbox.post(path, body), 409, 'user_deactivated');
      }
      expectError(await sandbox.patch(base, { email: 'x@example.com' }), 409, 'user_deactivated');
      expectError(await sandbox.patch(base, {}), 409, 'user_deactivated');
      const paid = await sandbox.post('/v1/transfers', transferBody(other.id, wallet.id, '1.00'));
      expectError(paid, 403, 'user_not_approved');
    });

    it('stay readable with frozen wallets', async () => {
      const wallet = await fundedWallet(sandbox, { cashable: '100.00' });
      const other = await newWallet(sandbox);
      const { user_id } = wallet;
      expectBody(await sandbox.post('/v1/transfers', transferBody(wallet.id, other.id, '100.00')), 201);
      expectBody(await deactivate(user_id), 200);
      const base = `/v1/users/${user_id}`;
      const frozen = expectBody(await sandbox.get(`${base}/wallets/${wallet.id}`), 200);
      expect(frozen).to.include({ status: 'frozen', version: Number(wallet.version) + 1 });
      expect(expectBody(await sandbox.get(`${base}/wallets`), 200).data).to.deep.equal([frozen]);
      expect(expectBody(await sandbox.get(`${base}/wallets/${wallet.id}/balance`), 200)).to.deep.equal(
        frozen.balance,
      );
      expect(await listAll(sandbox, `${base}/wallets/${wallet.id}/history`)).to.have.length(4);
      const [account] = expectBody(await sandbox.get(`${base}/deposit_accounts`), 200).data;
      expect(await listAll(sandbox, `${base}/deposit_accounts/${account.id}/activity`)).to.have.length(1);
      expect(await listAll(sandbox, `/v1/transfers?user_id=${user_id}`)).to.have.length(2);
      expect(await listAll(sandbox, `/v1/events?object_id=${user_id}`)).to.have.length(4);
    });

    it('have no stored answers with personal data after erasure', async () => {
      const body = { type: 'individual', external_reference: randomUUID(), email: 'deactivated@example.com' };
      const request = { body, idempotencyKey: randomUUID() };
      const { id } = expectBody(await sandbox.request('POST', '/v1/users', request), 201);
      expectBody(await deactivate(id), 200);
      const admin = createOperatorClient(service.url, service.credentials.operator_token);
      const why = { reason: 'Case 1.' };
      expect(expectBody(await admin.post(`/operator/v1/users/${id}/forget`, why), 200).email).to.equal(null);
      expectError(await sandbox.request('POST', '/v1/users', request), 404, 'not_found');
      expect((await shown(id)).email).to.equal(null);
    });

    it('are 404 if unknown', async () => {
      expectError(await deactivate(unknownId('usr')), 404, 'not_found');
    });
  });
});
