/** Deposits and on-ramps over rails with a connector, also while it is down. */
import { join } from 'node:path';
import { expect } from 'chai';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import {
  expectBody,
  expectError,
  fundedWallet,
  listAll,
  newDepositAccount,
  newWallet,
  onrampBody,
  transferBody,
} from '../support/api-steps.ts';
import { createClient, createOperatorClient, type Answer } from '../support/client.ts';
import { startConnectedRails, type ConnectedRails } from '../support/connected-rails.ts';
import { waitFor } from '../support/wait-for.ts';

type Body = Answer['body'];

describe('A rail with a connector', () => {
  let connected: ConnectedRails;
  let connector: ConnectedRails['connector'];
  let service: ConnectedRails['service'];
  let sandbox: ConnectedRails['sandbox'];
  let availability: ConnectedRails['availability'];
  let available: ConnectedRails['available'];
  let quoted: ConnectedRails['quoted'];
  let pay: ConnectedRails['pay'];
  let balanceOf: ConnectedRails['balanceOf'];
  let transfer: ConnectedRails['transfer'];
  let onramp: ConnectedRails['onramp'];
  let settings: ConnectedRails['settings'];
  before(async () => {
    connected = await startConnectedRails();
    ({
      connector,
      service,
      sandbox,
      availability,
      available,
      quoted,
      pay,
      balanceOf,
      transfer,
      onramp,
      settings,
    } = connected);
  });
  after(() => connected.close());

  it('issues standing details and records each payment to them as a deposit, however often it is reported', async () => {
    const wallet = await newWallet(sandbox);
    const account = await newDepositAccount(sandbox, wallet);
    expect(account.deposit_instructions).to.include({ type: 'bank', bank_name: 'Example Bank' });
    const payment = { rail_reference: 'IN-1' };
    const first = await pay(account, '12.00', payment);
    expect(first.status).to.equal(200);
    const { transfer_id } = first.body;
    expect(first.body).to.deep.equal({
      object: 'rail_callback',
      transfer_id,
      state: 'completed',
      disposition: 'keep',
    });
    const shown = await transfer(transfer_id);
    expect(shown).to.include({ state: 'completed', deposit_account_id: account.id });
    expect(shown.receipt).to.include({ rail_reference: 'IN-1', amount_received: '12.00' });
    expect(await pay(account, '12.00', payment)).to.deep.equal(first);
    const other = await pay(account, '13.00', payment);
    expect([other.status, other.body.error.code]).to.deep.equal([409, 'idempotency_key_reused']);
    expect((await pay(account, '1.00', { rail_reference: 'IN-2' })).status).to.equal(200);
    expect(await balanceOf(wallet)).to.include({ available: '1300.00', cashable: '1300.00' });
  });

  it('counts a payment once if it is reported concurrently', async () => {
    const wallet = await newWallet(sandbox);
    const account = await newDepositAccount(sandbox, wallet);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => pay(account, '3.00', { rail_reference: 'IN-MANY' })),
    );
    for (const answer of answers) expect(answer).to.deep.equal(answers[0]);
    expect(await balanceOf(wallet)).to.include({ available: '300.00' });
  });

  it('counts a payment once if it is reported again for another integrator', async () => {
    const admin = createOperatorClient(service.url, service.credentials.operator_token);
    const { id } = expectBody(await admin.post('/operator/v1/integrators', { name: 'A stranger' }), 201);
    const key = { environment: 'sandbox', permissions: 'read_write' };
    const issued = expectBody(await admin.post(`/operator/v1/integrators/${id}/keys`, key), 201);
    const stranger = createClient(service.url, issued.secret);
    const [ours, theirs] = [await newWallet(sandbox), await newWallet(stranger)];
    const payment = { rail_reference: 'IN-TWO-BOOKS' };
    const first = await pay(await newDepositAccount(sandbox, ours), '3.00', payment);
    expect(first.status).to.equal(200);
    const again = await pay(await newDepositAccount(stranger, theirs), '3.00', payment);
    expect([again.status, again.body.error?.code]).to.deep.equal([409, 'idempotency_key_reused']);
    const path = `/v1/users/${theirs.user_id}/wallets/${theirs.id}/balance`;
    expect(expectBody(await stranger.get(path), 200)).to.include({ available: '0.00' });
    expect(await balanceOf(ours)).to.include({ available: '300.00' });
  });

  it('issues instructions for one payment that completes its on-ramp', async () => {
    const wallet = await newWallet(sandbox);
    const waiting = await onramp(wallet);
    expect(waiting.deposit_instructions).to.include({ type: 'bank', currency: 'usd', amount: '5.00' });
    const { body } = await pay(waiting, '4.00', { rail_reference: 'IN-ONE' });
    expect(body).to.include({ transfer_id: waiting.id, state: 'completed', disposition: 'keep' });
    expect(await balanceOf(wallet)).to.include({ available: '400.00' });
    const more = await pay(waiting, '4.00', { rail_reference: 'IN-TWO' });
    expect([more.status, more.body.error.code]).to.deep.equal([409, 'transfer_state_conflict']);
    const again = await pay(waiting, '4.00', { rail_reference: 'IN-ONE' });
    expect(again).to.deep.equal({ status: 200, body });
  });

  it('is told to hold a deposit in review, and then the decision', async () => {
    for (const [outcome, disposition] of [
      ['approved', 'keep'],
      ['rejected', 'return'],
    ] as const) {
      const account = await newDepositAccount(sandbox, await newWallet(sandbox));
      const payment = { rail_reference: `IN-REVIEW-${outcome}`, outcome: 'in_review' };
      const held = await pay(account, '5.00', payment);
      expect(held.body).to.include({ state: 'in_review', disposition: 'hold' });
      expect((await pay(account, '5.00', payment)).body).to.deep.equal(held.body);
      const path = `/v1/sandbox/transfers/${held.body.transfer_id}/review_outcome`;
      expectBody(await sandbox.post(path, { outcome }), 200);
      expect((await pay(account, '5.00', payment)).body).to.include({ disposition });
    }
  });

  it('is notified of a decision until it acknowledges it', async () => {
    const account = await newDepositAccount(sandbox, await newWallet(sandbox));
    const held: string[] = [];
    for (const rail_reference of ['IN-HEARS-1', 'IN-HEARS-2'])
      held.push((await pay(account, '5.00', { rail_reference, outcome: 'in_review' })).body.transfer_id);
    const heard = async (): Promise<Body[]> =>
      (await connector.control('state')).body.decisions.filter((each: Body) =>
        held.includes(each.transfer_id),
      );
    const decide = async (at: number, body: object) =>
      expectBody(await sandbox.post(`/v1/sandbox/transfers/${held[at]}/review_outcome`, body), 200);
    const decided = (at: number, more: object) => ({
      environment: 'sandbox',
      rail: 'bank_eft',
      transfer_id: held[at],
      rail_reference: `IN-HEARS-${at + 1}`,
      amount: '5.00',
      currency: 'usd',
      ...more,
    });
    const reason = { code: 'suspected_fraud', message: 'The story does not hold.' };
    await settings({ lose_answers: true });
    await decide(0, { outcome: 'approved' });
    const again = await waitFor('the decision to be repeated', async () => {
      const all = await heard();
      return all.length > 1 ? all : undefined;
    });
    for (const each of again) expect(each).to.deep.equal(decided(0, { disposition: 'keep' }));
    await settings({ lose_answers: false });
    expect(await notifiedOnce(held[0])).to.equal(true);
    const before = (await heard()).length;
    await decide(1, { outcome: 'rejected', reason });
    expect(await notifiedOnce(held[1])).to.equal(true);
    expect((await heard()).slice(before)).to.deep.equal([decided(1, { disposition: 'return', reason })]);
  });

  /** Waits until the notification is recorded. Returns whether that happened once. */
  const notifiedOnce = (transferId: string | undefined): Promise<boolean> =>
    waitFor('the notification to be recorded', () => {
      const database = openDatabase(join(service.dataDir, DATABASE_FILE_NAME), { readOnly: true });
      try {
        const rows = database
          .prepare(
            `SELECT count(*) AS count FROM events WHERE type = 'deposit.decision_told' AND data LIKE ?`,
          )
          .get(`%${transferId ?? ''}%`);
        const count = Number((rows as { count: number | bigint }).count);
        return count === 0 ? undefined : count === 1;
      } finally {
        database.close();
      }
    });

  it('is told to return payments that are too small, too late, or for a closed account', async () => {
    const wallet = await newWallet(sandbox);
    const account = await newDepositAccount(sandbox, wallet);
    expect((await pay(account, '0.50')).body).to.include({ state: 'returned', disposition: 'return' });
    const path = `/v1/users/${wallet.user_id}/deposit_accounts/${account.id}/deactivate`;
    expectBody(await sandbox.post(path), 200);
    expect((await pay(account, '5.00')).body).to.include({ state: 'returned', disposition: 'return' });
    const declined = await onramp(wallet);
    const decline = () => connector.control('declines', { to: quoted(declined) });
    for (const answer of [await decline(), await decline()]) {
      expect(answer.status).to.equal(200);
      expect(answer.body).to.include({ transfer_id: declined.id, state: 'canceled' });
    }
    expect((await transfer(declined.id)).state_reason.code).to.equal('declined');
    const late = { rail_reference: 'IN-LATE' };
    for (const answer of [await pay(declined, '5.00', late), await pay(declined, '5.00', late)]) {
      expect(answer.body).to.include({ transfer_id: declined.id, state: 'canceled', disposition: 'return' });
    }
    const events = await listAll(sandbox, `/v1/events?object_id=${declined.id}&type=deposit.returned`);
    expect(events.length).to.equal(1);
    const paid = await onramp(wallet);
    expect((await pay(paid, '5.00')).status).to.equal(200);
    const tooLate = await connector.control('declines', { to: quoted(paid) });
    expect([tooLate.status, tooLate.body.error.code]).to.deep.equal([409, 'transfer_not_cancelable']);
  });

  it('can be any configured rail in any currency', async () => {
    const wallet = await newWallet(sandbox);
    const fiat = (currency: string) => ({ source: { type: 'fiat', currency, rail: 'wire' } });
    const yen = await onramp(wallet, fiat('jpy'), '150');
    expect(yen.amount).to.equal('150');
    expect((await pay(yen, '200')).body).to.include({ state: 'completed' });
    const pounds = await onramp(wallet, fiat('gbp'));
    expect((await pay(pounds, '5.00')).body).to.include({ state: 'completed' });
    expect(await balanceOf(wallet)).to.include({ available: '450.00' });
    const few = onrampBody(wallet.id, '1.99', fiat('gbp'));
    expectError(await sandbox.post('/v1/transfers', few), 422, 'amount_below_minimum');
    const source = { currency: 'jpy', rail: 'wire' };
    const account = { source, destination: { wallet_id: wallet.id } };
    expectBody(await sandbox.post(`/v1/users/${wallet.user_id}/deposit_accounts`, account), 201);
    const { data } = expectBody(await sandbox.get('/v1/routes?country=JP&kind=onramp'), 200);
    expect(data[1] ?? data[0]).to.include({ min_amount: '100', max_amount: '9000' });
  });

  it('may refuse: the on-ramp fails, and standing details are unavailable', async () => {
    const wallet = await newWallet(sandbox);
    await settings({ refuse: true });
    try {
      const failed = await onramp(wallet);
      expect(failed).to.deep.include({
        state: 'failed',
        state_reason: { code: 'refused_by_bank', message: 'The bank does not accept this payment.' },
        deposit_instructions: null,
      });
      const source = { currency: 'usd', rail: 'bank_eft' };
      const account = { source, destination: { wallet_id: wallet.id } };
      const path = `/v1/users/${wallet.user_id}/deposit_accounts`;
      expectError(await sandbox.post(path, account), 422, 'unsupported_route');
    } finally {
      await settings({ refuse: false });
    }
  });
  it('disables its routes while down, without blocking transfers between users', async () => {
    const [from, to] = [await fundedWallet(sandbox, { earned: '9.00' }), await newWallet(sandbox)];
    await settings({ down: true });
    try {
      await available(false);
      expect(await availability('emailpay')).to.deep.equal([true]);
      const idempotencyKey = `while down ${to.id}`;
      const body = onrampBody(to.id, '5.00');
      const refused = await sandbox.post('/v1/transfers', body, { idempotencyKey });
      expectError(refused, 503, 'provider_unavailable');
      const tried = await sandbox.post('/v1/transfers', { ...body, dry_run: true });
      expectError(tried, 503, 'provider_unavailable');
      const source = { currency: 'usd', rail: 'bank_eft' };
      const account = { source, destination: { wallet_id: to.id } };
      const path = `/v1/users/${to.user_id}/deposit_accounts`;
      expectError(await sandbox.post(path, account), 503, 'provider_unavailable');
      expect(await listAll(sandbox, `/v1/transfers?wallet_id=${to.id}`)).to.deep.equal([]);
      expect(await listAll(sandbox, path)).to.deep.equal([]);
      expectBody(await sandbox.post('/v1/transfers', transferBody(from.id, to.id, '1.00')), 201);
      await settings({ down: false });
      await available(true);
      expectBody(await sandbox.post('/v1/transfers', body, { idempotencyKey }), 201);
    } finally {
      await settings({ down: false });
      await available(true);
    }
  });

  it('is asked again for the same details if responses are lost', async () => {
    const wallet = await newWallet(sandbox);
    const idempotencyKey = `lost ${wallet.id}`;
    const body = onrampBody(wallet.id, '7.77');
    await settings({ lose_answers: true });
    expectError(await sandbox.post('/v1/transfers', body, { idempotencyKey }), 503, 'provider_unavailable');
    await settings({ lose_answers: false });
    const waiting = expectBody(await sandbox.post('/v1/transfers', body, { idempotencyKey }), 201);
    const state = (await connector.control('state')).body;
    const asked = state.issued.filter(({ amount }: Body) => amount === '7.77');
    expect(asked.length).to.equal(1);
    expect((await pay(waiting, '7.77')).body).to.include({ state: 'completed' });
  });

  it('is asked for other details if a repeated request has another body', async () => {
    const wallet = await newWallet(sandbox);
    const idempotencyKey = `changed ${wallet.id}`;
    const send = (amount: string) =>
      sandbox.post('/v1/transfers', onrampBody(wallet.id, amount), { idempotencyKey });
    await settings({ lose_answers: true });
    expectError(await send('8.88'), 503, 'provider_unavailable');
    await settings({ lose_answers: false });
    const waiting = expectBody(await send('9.99'), 201);
    expect((await pay(waiting, '9.99')).body).to.include({ state: 'completed' });
    expectError(await send('8.88'), 409, 'idempotency_key_reused');
  });
});
