import { expect } from 'chai';
import { makeHolder, startMemoryApp } from '../../support/memory-app.ts';
import type { MemoryApp } from '../../support/memory-app.ts';

const NOBODY = `usr_${'0'.repeat(26)}`;

describe('The API', () => {
  let app: MemoryApp;
  before(async () => {
    app = await startMemoryApp();
  });
  after(() => app.close());

  describe('users', () => {
    const person = {
      type: 'individual',
      external_reference: 'p-1',
      email: 'ada@example.com',
      phone: '+14155550123',
      first_name: 'Ada',
    };

    it('are created, returned, and listed with every documented field', async () => {
      const created = await app.call('POST', '/v1/users', { body: person, as: 'createUser' });
      expect(created.status, created.text).to.equal(201);
      expect(created.body).to.include({
        ...person,
        last_name: null,
        country: null,
        status: 'active',
        version: 1,
      });
      const shown = await app.call('GET', `/v1/users/${created.body.id}`, { as: 'getUser' });
      expect(shown.body).to.deep.equal(created.body);
      const listed = await app.call('GET', '/v1/users?external_reference=p-1', { as: 'listUsers' });
      expect(listed.body).to.deep.equal({ data: [created.body], has_more: false });
    });

    it('have unique external references', async () => {
      const first = await app.call('POST', '/v1/users', {
        body: { type: 'business', business_name: 'B', external_reference: 'b-1' },
        as: 'createUser',
      });
      expect(first.body).to.include({ business_name: 'B' }).and.not.have.property('first_name');
      const second = await app.call('POST', '/v1/users', {
        body: { type: 'individual', external_reference: 'b-1' },
        as: 'createUser',
      });
      expect(second.status).to.equal(409);
      expect(second.body.error).to.include({ code: 'external_reference_exists', existing_id: first.body.id });
    });

    it('are changed by PATCH, which increases the version only for real changes', async () => {
      const { body: user } = await app.call('POST', '/v1/users', {
        body: { ...person, external_reference: 'p-2' },
      });
      const path = `/v1/users/${user.id}`;
      const patch = (body: unknown) => app.call('PATCH', path, { body, as: 'updateUser' });
      expect((await patch({})).body).to.deep.equal(user);
      expect((await patch({ email: person.email })).body).to.deep.equal(user);
      const cleared = await patch({ email: null, metadata: { a: 'b' } });
      expect(cleared.body).to.deep.include({
        email: null,
        phone: person.phone,
        metadata: { a: 'b' },
        version: 2,
      });
      expect((await app.call('GET', path)).body).to.deep.equal(cleared.body);
    });

    it('are rejected with one entry for every invalid field', async () => {
      const answer = await app.call('POST', '/v1/users', {
        body: { type: 'individual', country: 'ZZ', nickname: 'x' },
        as: 'createUser',
      });
      expect(answer.status).to.equal(422);
      expect(answer.body.error.details.map(({ field }) => field)).to.have.members([
        'external_reference',
        'country',
        'nickname',
      ]);
    });

    it('are deactivated permanently if their wallets are empty', async () => {
      const { user_id, wallet_id } = await makeHolder(app, '1.00');
      const refused = await app.call('POST', `/v1/users/${user_id}/deactivate`, { as: 'deactivateUser' });
      expect(refused.body.error.code).to.equal('user_has_balance');
      const other = await makeHolder(app);
      const done = await app.call('POST', `/v1/users/${other.user_id}/deactivate`, {
        body: {},
        as: 'deactivateUser',
      });
      expect(done.body).to.include({ status: 'deactivated' });
      const wallet = await app.call('GET', `/v1/users/${other.user_id}/wallets/${other.wallet_id}`, {
        as: 'getWallet',
      });
      expect(wallet.body).to.include({ status: 'frozen', version: 2 });
      const again = await app.call('POST', `/v1/users/${other.user_id}/deactivate`, { as: 'deactivateUser' });
      expect(again.body.error.code).to.equal('user_deactivated');
      const paid = await transfer(app, wallet_id, other.wallet_id, '1.00');
      expect(paid.body.error.code).to.equal('user_not_approved');
    });

    it('are not visible to other integrators', async () => {
      const { user_id } = await makeHolder(app);
      for (const path of [`/v1/users/${user_id}`, `/v1/users/${user_id}/wallets`, `/v1/users/${NOBODY}`]) {
        const key = app.keys.stranger;
        const answer = await app.call('GET', path, { key });
        expect(answer.status, path).to.equal(404);
        expect(answer.body.error.code).to.equal('not_found');
      }
      expect((await app.call('GET', `/v1/users`, { key: app.keys.stranger })).body.data).to.deep.equal([]);
    });
  });

  describe('wallets', () => {
    it('have a balance and a history, newest first', async () => {
      const { user_id, wallet_id } = await makeHolder(app, '5.00');
      const path = `/v1/users/${user_id}/wallets/${wallet_id}`;
      const wallet = await app.call('GET', path, { as: 'getWallet' });
      expect(wallet.body.balance).to.include({ available: '5.00', cashable: '0.00', pending: '0.00' });
      const balance = await app.call('GET', `${path}/balance`, { as: 'getWalletBalance' });
      expect(balance.body).to.deep.equal(wallet.body.balance);
      const history = await app.call('GET', `${path}/history`, { as: 'listWalletHistory' });
      expect(history.body.data).to.have.length(1);
      expect(history.body.data[0]).to.include({ amount: '5.00', transfer_id: null, description: 'Reward' });
      const list = await app.call('GET', `/v1/users/${user_id}/wallets?asset=svc-coin`, {
        as: 'listWallets',
      });
      expect(list.body.data).to.deep.equal([]);
    });

    it('need an approved user, are unique per asset, and need acknowledged price risk for coin', async () => {
      const { body: user } = await app.call('POST', '/v1/users', {
        body: { type: 'individual', external_reference: 'w-1' },
      });
      const open = (id: string, body: unknown) =>
        app.call('POST', `/v1/users/${id}/wallets`, { body, as: 'createWallet' });
      expect((await open(user.id, { asset: 'svc-points' })).body.error.code).to.equal('user_not_approved');
      const { user_id } = await makeHolder(app);
      expect((await open(user_id, { asset: 'svc-points' })).body.error.code).to.equal('wallet_exists');
      expect((await open(user_id, { asset: 'svc-coin' })).body.error.code).to.equal(
        'price_risk_not_acknowledged',
      );
      const coin = await open(user_id, { asset: 'svc-coin', acknowledge_price_risk: true });
      expect(coin.body.balance).to.include({ available: '0.00000000' });
    });
  });

  describe('deposit accounts', () => {
    it('have bank details, credit deposits, and can be deactivated and reactivated', async () => {
      const { user_id, wallet_id } = await makeHolder(app);
      const base = `/v1/users/${user_id}/deposit_accounts`;
      const opened = await app.call('POST', base, {
        body: { source: { currency: 'eur', rail: 'bank_eft' }, destination: { wallet_id } },
        as: 'createDepositAccount',
      });
      expect(opened.status, opened.text).to.equal(201);
      const id = opened.body.id;
      expect((await app.call('GET', `${base}/${id}`, { as: 'getDepositAccount' })).body).to.deep.equal(
        opened.body,
      );
      expect((await app.call('GET', base, { as: 'listDepositAccounts' })).body.data).to.deep.equal([
        opened.body,
      ]);
      const paid = await app.call('POST', '/v1/sandbox/deposits', {
        body: { deposit_account_id: id, amount: '12.34' },
        as: 'createSandboxDeposit',
      });
      expect(paid.body).to.include({ state: 'completed', deposit_account_id: id });
      expect(paid.body.receipt).to.include({ amount_received: '12.34', amount_credited: '1234.00' });
      const activity = await app.call('GET', `${base}/${id}/activity`, { as: 'listDepositAccountActivity' });
      expect(activity.body.data).to.have.length(1);
      expect(activity.body.data[0]).to.include({
        transfer_id: paid.body.id,
        state: 'completed',
        amount_credited: '1234.00',
      });
      const off = await app.call('POST', `${base}/${id}/deactivate`, { as: 'deactivateDepositAccount' });
      expect(off.body).to.include({ status: 'deactivated', version: 2 });
      const twice = await app.call('POST', `${base}/${id}/deactivate`, { as: 'deactivateDepositAccount' });
      expect(twice.body.error.code).to.equal('deposit_account_state_conflict');
      const late = await app.call('POST', '/v1/sandbox/deposits', {
        body: { deposit_account_id: id, amount: '1.00' },
      });
      expect(late.body).to.include({ state: 'returned' });
      const on = await app.call('POST', `${base}/${id}/reactivate`, { as: 'reactivateDepositAccount' });
      expect(on.body).to.include({ status: 'active', version: 3 });
    });

    it('are refused for rails without bank details and for wallets of other users', async () => {
      const { user_id, wallet_id } = await makeHolder(app);
      const other = await makeHolder(app);
      const open = (rail: string, wallet: string) =>
        app.call('POST', `/v1/users/${user_id}/deposit_accounts`, {
          body: { source: { currency: 'cad', rail }, destination: { wallet_id: wallet } },
          as: 'createDepositAccount',
        });
      expect((await open('emailpay', wallet_id)).body.error.code).to.equal('unsupported_route');
      expect((await open('bank_eft', other.wallet_id)).status).to.equal(404);
    });
  });

  describe('transfers', () => {
    it('between users complete immediately and are found by every filter', async () => {
      const from = await makeHolder(app, '10.00');
      const to = await makeHolder(app);
      const made = await transfer(app, from.wallet_id, to.wallet_id, '4', {
        integrator_reference: 'order-1',
      });
      expect(made.status, made.text).to.equal(201);
      expect(made.body).to.include({ kind: 'user_to_user', state: 'completed', version: 2, amount: '4.00' });
      expect(made.body.receipt).to.include({ earned_amount: '4.00', amount_credited: '4.00' });
      const shown = await app.call('GET', `/v1/transfers/${made.body.id}`, { as: 'getTransfer' });
      expect(shown.body).to.deep.equal(made.body);
      for (const filter of [
        `user_id=${from.user_id}`,
        `user_id=${to.user_id}`,
        `wallet_id=${to.wallet_id}`,
        'integrator_reference=order-1',
        `user_id=${to.user_id}&state=completed&kind=user_to_user`,
        `user_id=${to.user_id}&created_after=2020-01-01T00:00:00Z&created_before=2100-01-01T00:00:00%2B02:00`,
      ]) {
        const list = await app.call('GET', `/v1/transfers?${filter}`, { as: 'listTransfers' });
        expect(list.body.data, filter).to.deep.equal([made.body]);
      }
      for (const filter of [
        'state=failed',
        'kind=onramp',
        'created_before=2020-01-01T00:00:00Z',
        `created_after=${made.body.created_at}`,
      ]) {
        const list = await app.call('GET', `/v1/transfers?user_id=${to.user_id}&${filter}`, {
          as: 'listTransfers',
        });
        expect(list.body.data, filter).to.deep.equal([]);
      }
      expect((await app.call('GET', `/v1/transfers?user_id=${NOBODY}`)).body.data).to.deep.equal([]);
    });

    it('from fiat are credited when the money arrives', async () => {
      const { wallet_id } = await makeHolder(app);
      const made = await app.call('POST', '/v1/transfers', {
        body: onramp(wallet_id, '25.5'),
        as: 'createTransfer',
      });
      expect(made.status, made.text).to.equal(201);
      expect(made.body).to.include({ state: 'awaiting_funds', version: 1 });
      expect(made.body.deposit_instructions).to.include({ type: 'bank', amount: '25.50' });
      const transfer_id = made.body.id;
      const deposit = (body: unknown) =>
        app.call('POST', '/v1/sandbox/deposits', { body, as: 'createSandboxDeposit' });
      const paid = await deposit({ transfer_id, amount: '20.00', outcome: 'in_review' });
      expect(paid.body, paid.text).to.include({ state: 'in_review', version: 3 });
      const reviewed = await app.call('POST', `/v1/sandbox/transfers/${transfer_id}/review_outcome`, {
        body: { outcome: 'approved' },
      });
      expect(reviewed.body, reviewed.text).to.include({ state: 'completed', state_reason: null });
      expect(reviewed.body.receipt).to.include({
        amount_expected: '25.50',
        amount_received: '20.00',
        amount_credited: '2000.00',
      });
      expect((await app.call('GET', `/v1/transfers/${transfer_id}`)).body).to.deep.equal(reviewed.body);
      expect((await deposit({ transfer_id, amount: '1.00' })).body.error.code).to.equal(
        'transfer_state_conflict',
      );
      expect((await deposit({ transfer_id: `trf_${'0'.repeat(26)}`, amount: '1.00' })).status).to.equal(404);
      expect((await deposit({ amount: '1.00' })).status).to.equal(422);
    });

    it('are only checked in a dry run without an idempotency key', async () => {
      const from = await makeHolder(app, '10.00');
      const to = await makeHolder(app);
      const body = { ...between(from.wallet_id, to.wallet_id, '4.00'), dry_run: true };
      const preview = await app.call('POST', '/v1/transfers', {
        body,
        headers: {},
        idempotencyKey: '',
        as: 'createTransfer',
      });
      expect(preview.status, preview.text).to.equal(200);
      expect(preview.body.estimated).to.deep.equal({
        rate: null,
        fees: [],
        amount_credited: '4.00',
        settlement_time_seconds: 0,
      });
      const more = await app.call('POST', '/v1/transfers', {
        body: { ...body, amount: '10.01' },
        as: 'createTransfer',
      });
      expect(more.body.error.code).to.equal('insufficient_balance');
      const bought = await app.call('POST', '/v1/transfers', {
        body: { ...onramp(to.wallet_id, '2'), dry_run: true },
        as: 'createTransfer',
      });
      expect(bought.body.estimated).to.deep.include({ rate: '100', amount_credited: '200.00' });
      expect((await app.call('GET', `/v1/transfers?user_id=${to.user_id}`)).body.data).to.deep.equal([]);
    });

    it('have no provider in production, which is the last check', async () => {
      const { key } = { key: app.keys.production };
      const missing = await app.call('POST', '/v1/transfers', {
        key,
        body: onramp(`wal_${'0'.repeat(26)}`, '2'),
        as: 'createTransfer',
      });
      expect(missing.status).to.equal(404);
      const routes = await app.call('GET', '/v1/routes?kind=onramp', { key, as: 'listRoutes' });
      expect(routes.body.data.every(({ available }) => !available)).to.equal(true);
    });

    it('cannot be canceled by default', async () => {
      const answer = await app.call('POST', '/v1/transfers/x/cancel', { as: 'cancelTransfer' });
      expect(answer.status).to.equal(501);
    });
  });

  describe('routes', () => {
    it('are listed by kind and country', async () => {
      const all = await app.call('GET', '/v1/routes', { as: 'listRoutes' });
      expect(all.body.data.some(({ available }) => available)).to.equal(true);
      const { body } = await app.call('GET', '/v1/routes?country=US&kind=onramp', { as: 'listRoutes' });
      const countries = body.data.map(({ source }) => source['country']);
      expect(countries).to.include('US').and.not.include('CA');
    });
  });

  describe('events', () => {
    it('are listed by type and object, newest first', async () => {
      const { user_id } = await makeHolder(app);
      const { body } = await app.call('GET', `/v1/events?object_id=${user_id}`, { as: 'listEvents' });
      expect(body.data.map(({ type }) => type)).to.deep.equal([
        'user.terms_status_changed',
        'user.kyc_status_changed',
        'user.created',
      ]);
      const one = await app.call('GET', `/v1/events/${body.data[0]?.id}`, { as: 'getEvent' });
      expect(one.body).to.deep.equal(body.data[0]);
      const none = await app.call('GET', `/v1/events?type=no.such_type`, { as: 'listEvents' });
      expect(none.body.data).to.deep.equal([]);
    });
  });

  describe('lists', () => {
    it('are paged in both directions without gaps', async () => {
      const ids: string[] = [];
      for (let i = 0; i < 5; i++) {
        const { body } = await app.call('POST', '/v1/users', {
          key: app.keys.production,
          body: { type: 'individual', external_reference: `l-${i}` },
        });
        ids.unshift(body.id);
      }
      const key = app.keys.production;
      const list = async (query: string) => {
        const { body } = await app.call('GET', `/v1/users?${query}`, { key, as: 'listUsers' });
        return [body.data.map(({ id }) => id), body.has_more];
      };
      expect(await list('limit=2')).to.deep.equal([ids.slice(0, 2), true]);
      expect(await list(`limit=2&starting_after=${ids[1]}`)).to.deep.equal([ids.slice(2, 4), true]);
      expect(await list(`limit=2&starting_after=${ids[3]}`)).to.deep.equal([ids.slice(4), false]);
      expect(await list(`limit=2&ending_before=${ids[4]}`)).to.deep.equal([ids.slice(2, 4), true]);
      expect(await list(`limit=2&ending_before=${ids[2]}`)).to.deep.equal([ids.slice(0, 2), false]);
    });

    it('reject cursors of other lists', async () => {
      const mine = await makeHolder(app, '1.00');
      const { wallet_id } = await makeHolder(app);
      for (const [path, cursor] of [
        ['/v1/users', NOBODY],
        ['/v1/users', mine.wallet_id],
        [`/v1/users/${mine.user_id}/wallets`, wallet_id],
        ['/v1/transfers', 'trf_x'],
      ]) {
        const answer = await app.call('GET', `${path}?starting_after=${cursor}`);
        expect(answer.status, `${path} ${cursor}`).to.equal(400);
      }
    });
  });
});

const between = (source: string, destination: string, amount: string) => ({
  source: { type: 'wallet', wallet_id: source },
  destination: { type: 'wallet', wallet_id: destination },
  amount,
});

const onramp = (wallet_id: string, amount: string) => ({
  source: { type: 'fiat', currency: 'usd', rail: 'bank_eft' },
  destination: { type: 'wallet', wallet_id },
  amount,
});

const transfer = (app: MemoryApp, source: string, destination: string, amount: string, more: object = {}) =>
  app.call('POST', '/v1/transfers', {
    body: { ...between(source, destination, amount), ...more },
    as: 'createTransfer',
  });
