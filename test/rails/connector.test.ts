import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'chai';
import { openDatabase } from '../../src/sqlite.ts';
import { FILE_NAME } from '../../src/stores.ts';
import type { Answer, Client } from '../support/client.ts';
import { startConnector } from '../support/connector.ts';
import type { Connector } from '../support/connector.ts';
import { startTestService } from '../support/service.ts';
import type { RunningService } from '../support/service.ts';
import {
  bodyOf,
  errorOf,
  fundedWallet,
  listAll,
  newDepositAccount,
  newWallet,
  offrampBody,
  onrampBody,
  transferBody,
} from '../support/story.ts';
import { until } from '../support/until.ts';

type Body = Answer['body'];

describe('A rail that a connector serves', () => {
  let connector: Connector;
  let service: RunningService;
  let sandbox: Client;
  before(async () => {
    connector = await startConnector();
    service = await startTestService(connector.env, Date.now, {
      rails: {
        bank_eft: { providers: { sandbox: connector.provider } },
        // A rail that no line of code knows.
        wire: {
          type: 'bank',
          currencies: {
            gbp: { country: 'GB', min: '2.00' },
            jpy: { country: 'JP', min: '100', max: '9000' },
          },
          checks_payouts: true,
          providers: { sandbox: connector.provider },
        },
      },
      points: { prices: { usd: '0.01', cad: '0.01', eur: '0.01', gbp: '0.02', jpy: '1' } },
      reviews: { amount_at_least: { offramp: '5000.00' } },
    });
    ({ sandbox } = service);
    await connector.control('settings', { service_url: service.url });
    await available(true);
  });
  after(async () => {
    await service.close();
    await connector.stop();
  });

  const availability = async (rail = 'bank_eft'): Promise<boolean[]> =>
    bodyOf(await sandbox.get('/v1/routes?kind=onramp'), 200)
      .data.filter(({ source }: Body) => source.rail === rail)
      .map((route: Body) => route.available);
  const available = (wanted: boolean) =>
    until(`the rail is ${wanted ? 'up' : 'down'}`, async () =>
      (await availability()).every((is) => is === wanted) ? true : undefined,
    );
  const quoted = ({ deposit_instructions }: Body): string => deposit_instructions.reference;
  const pay = (to: Body, amount: string, more: object = {}) =>
    connector.control('deposits', { to: quoted(to), amount, ...more });
  const balanceOf = async ({ user_id, id }: Body): Promise<Body> =>
    bodyOf(await sandbox.get(`/v1/users/${user_id}/wallets/${id}/balance`), 200);
  const transfer = async (id: string): Promise<Body> => bodyOf(await sandbox.get(`/v1/transfers/${id}`), 200);
  const onramp = async (wallet: Body, more: object = {}, amount = '5.00'): Promise<Body> =>
    bodyOf(await sandbox.post('/v1/transfers', onrampBody(wallet.id, amount, more)), 201);
  const settings = (body: object) => connector.control('settings', body);

  it('issues standing details; each payment to them is a deposit, told as often as it may be', async () => {
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

  it('counts a payment once when it is told many times at once', async () => {
    const wallet = await newWallet(sandbox);
    const account = await newDepositAccount(sandbox, wallet);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => pay(account, '3.00', { rail_reference: 'IN-MANY' })),
    );
    for (const answer of answers) expect(answer).to.deep.equal(answers[0]);
    expect(await balanceOf(wallet)).to.include({ available: '300.00' });
  });

  it('issues instructions for one payment, which ends its on-ramp', async () => {
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

  it('is told to hold what waits for a review, and what to do once that has ended', async () => {
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
      bodyOf(await sandbox.post(path, { outcome }), 200);
      expect((await pay(account, '5.00', payment)).body).to.include({ disposition });
    }
  });

  it('hears by itself what a review decided, until it says so, and then no more', async () => {
    const account = await newDepositAccount(sandbox, await newWallet(sandbox));
    const held: string[] = [];
    for (const rail_reference of ['IN-HEARS-1', 'IN-HEARS-2'])
      held.push((await pay(account, '5.00', { rail_reference, outcome: 'in_review' })).body.transfer_id);
    const heard = async (): Promise<Body[]> =>
      (await connector.control('state')).body.decisions.filter((each: Body) =>
        held.includes(each.transfer_id),
      );
    const decide = async (at: number, body: object) =>
      bodyOf(await sandbox.post(`/v1/sandbox/transfers/${held[at]}/review_outcome`, body), 200);
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
    const again = await until('it is told again', async () => {
      const all = await heard();
      return all.length > 1 ? all : undefined;
    });
    for (const each of again) expect(each).to.deep.equal(decided(0, { disposition: 'keep' }));
    await settings({ lose_answers: false });
    expect(await toldOnce(held[0])).to.equal(true);
    const before = (await heard()).length;
    await decide(1, { outcome: 'rejected', reason });
    expect(await toldOnce(held[1])).to.equal(true);
    expect((await heard()).slice(before)).to.deep.equal([decided(1, { disposition: 'return', reason })]);
  });

  /** Waits until it is recorded that the rail heard of a decision; whether it is so once. */
  const toldOnce = (transferId: string | undefined): Promise<boolean> =>
    until('it is recorded', () => {
      const database = openDatabase(join(service.dataDir, FILE_NAME), { readOnly: true });
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

  it('is told to return what is too little, too late, or for a closed account', async () => {
    const wallet = await newWallet(sandbox);
    const account = await newDepositAccount(sandbox, wallet);
    expect((await pay(account, '0.50')).body).to.include({ state: 'returned', disposition: 'return' });
    const path = `/v1/users/${wallet.user_id}/deposit_accounts/${account.id}/deactivate`;
    bodyOf(await sandbox.post(path), 200);
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

  it('can be any rail, in any currency, that the configuration names', async () => {
    const wallet = await newWallet(sandbox);
    const fiat = (currency: string) => ({ source: { type: 'fiat', currency, rail: 'wire' } });
    const yen = await onramp(wallet, fiat('jpy'), '150');
    expect(yen.amount).to.equal('150');
    expect((await pay(yen, '200')).body).to.include({ state: 'completed' });
    const pounds = await onramp(wallet, fiat('gbp'));
    expect((await pay(pounds, '5.00')).body).to.include({ state: 'completed' });
    expect(await balanceOf(wallet)).to.include({ available: '450.00' });
    const few = onrampBody(wallet.id, '1.99', fiat('gbp'));
    errorOf(await sandbox.post('/v1/transfers', few), 422, 'amount_below_minimum');
    const source = { currency: 'jpy', rail: 'wire' };
    const account = { source, destination: { wallet_id: wallet.id } };
    bodyOf(await sandbox.post(`/v1/users/${wallet.user_id}/deposit_accounts`, account), 201);
    const { data } = bodyOf(await sandbox.get('/v1/routes?country=JP&kind=onramp'), 200);
    expect(data[1] ?? data[0]).to.include({ min_amount: '100', max_amount: '9000' });
  });

  it('may refuse: the on-ramp has failed, and standing details are a route that there is not', async () => {
    const wallet = await newWallet(sandbox);
    await settings({ refuse: true });
    try {
      const failed = await onramp(wallet);
      expect(failed).to.deep.include({
        state: 'failed',
        state_reason: { code: 'refused_by_bank', message: 'The bank does not take this payment.' },
        deposit_instructions: null,
      });
      const source = { currency: 'usd', rail: 'bank_eft' };
      const account = { source, destination: { wallet_id: wallet.id } };
      const path = `/v1/users/${wallet.user_id}/deposit_accounts`;
      errorOf(await sandbox.post(path, account), 422, 'unsupported_route');
    } finally {
      await settings({ refuse: false });
    }
  });

  describe('pays out', () => {
    async function payoutAccount(wallet: Body): Promise<Body> {
      const body = {
        type: 'bank',
        currency: 'usd',
        country: 'US',
        rail: 'bank_eft',
        account_owner_name: 'Ada',
        bank: { bank_name: 'First', account_number: '123456789', routing_code: '021000021' },
      };
      return bodyOf(await sandbox.post(`/v1/users/${wallet.user_id}/payout_accounts`, body), 201);
    }
    /** A wallet with money that came through the connector, and an off-ramp of all of it. */
    async function payout(first: () => Promise<unknown> = () => Promise.resolve(), fiat = '20.00') {
      const wallet = await newWallet(sandbox);
      const account = await newDepositAccount(sandbox, wallet);
      expect((await pay(account, fiat)).status).to.equal(200);
      const { id: payout_account_id } = await payoutAccount(wallet);
      await first();
      const body = {
        source: { type: 'wallet', wallet_id: wallet.id },
        destination: { type: 'payout_account', payout_account_id },
        amount: `${fiat.replace('.', '')}.00`,
      };
      const created = bodyOf(await sandbox.post('/v1/transfers', body), 201);
      // An ID is text.
      return { wallet, id: created.id as string };
    }
    const submitted = (id: string, state = 'payout_submitted') =>
      until(`${id} is ${state}`, async () => {
        const found = await transfer(id);
        return found.state === state ? found : undefined;
      });
    const submissions = async (id: string): Promise<number> =>
      (await connector.control('state')).body.submissions[id];
    const told = async (transfer_id: string, outcome: string): Promise<string> => {
      const text = JSON.stringify({ type: 'payout.settled', transfer_id, outcome });
      const response = await fetch(`${service.url}/rails/sandbox/bank_eft/callbacks`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Svc-Rail-Signature': connector.signed(text) },
        body: text,
      });
      const body = (await response.json()) as Body;
      return `${response.status} ${body.state ?? body.error.code}`;
    };

    it('what the rail has taken, and hears that it arrived', async () => {
      const { wallet, id } = await payout();
      const { receipt } = await submitted(id);
      expect(receipt.rail_reference).to.match(/^EX-OUT-/);
      const done = await connector.control('payouts', { transfer_id: id, outcome: 'completed' });
      expect(done).to.deep.equal({
        status: 200,
        body: { object: 'rail_callback', transfer_id: id, state: 'completed' },
      });
      expect(await connector.control('payouts', { transfer_id: id, outcome: 'completed' })).to.deep.equal(
        done,
      );
      expect(await told(id, 'returned')).to.equal('409 transfer_state_conflict');
      expect(await balanceOf(wallet)).to.include({ available: '0.00' });
      expect(await transfer(id)).to.include({ state: 'completed' });
    });

    it('and refunds what came back, with the rail’s reason', async () => {
      for (const outcome of ['returned', 'undeliverable']) {
        const { wallet, id } = await payout();
        await submitted(id);
        const reason = { code: 'account_closed', message: 'The account is closed.', note: 'not kept' };
        const back = await connector.control('payouts', { transfer_id: id, outcome, reason });
        expect(back.body).to.include({ state: 'refunded' });
        expect((await transfer(id)).state_reason).to.deep.equal({
          code: 'account_closed',
          message: 'The account is closed.',
        });
        expect(await told(id, outcome)).to.equal('200 refunded');
        const other = outcome === 'returned' ? 'undeliverable' : 'returned';
        for (const different of ['completed', other])
          expect(await told(id, different), different).to.equal('409 transfer_state_conflict');
        expect(await told(id, outcome)).to.equal('200 refunded');
        expect((await transfer(id)).state_reason.code).to.equal('account_closed');
        expect(await balanceOf(wallet)).to.include({ available: '2000.00', cashable: '2000.00' });
        const types = (await listAll(sandbox, `/v1/events?object_id=${id}&type=payout.returned`)).length;
        expect(types).to.equal(1);
      }
    });

    it('once, though its answer is lost and it is asked again', async () => {
      const { id } = await payout(() => settings({ lose_answers: true }));
      await until('it is asked again', async () => ((await submissions(id)) > 1 ? true : undefined));
      expect(await transfer(id)).to.include({ state: 'pending' });
      // The rail knows already how it ended, but we do not know yet that it has taken it.
      expect(await told(id, 'completed')).to.equal('409 transfer_state_conflict');
      await settings({ lose_answers: false });
      await submitted(id);
      const { payouts } = (await connector.control('state')).body;
      expect(payouts.filter((each: Body) => each.transfer_id === id).length).to.equal(1);
      expect(await told(id, 'completed')).to.equal('200 completed');
    });

    it('nothing that it refuses, which goes back to the wallet', async () => {
      try {
        const { wallet, id } = await payout(() => settings({ refuse: true }));
        const refunded = await submitted(id, 'refunded');
        expect(refunded.state_reason.code).to.equal('refused_by_bank');
        expect(await balanceOf(wallet)).to.include({ available: '2000.00' });
        expect(await told(id, 'undeliverable')).to.equal('200 refunded');
        expect(await told(id, 'returned')).to.equal('409 transfer_state_conflict');
      } finally {
        await settings({ refuse: false });
      }
    });

    it('and is asked first where it can tell: what it refuses then is not debited', async () => {
      const wallet = await newWallet(sandbox);
      const deposits = await newDepositAccount(sandbox, wallet);
      expect((await pay(deposits, '20.00')).status).to.equal(200);
      const details = {
        type: 'bank',
        currency: 'gbp',
        country: 'GB',
        rail: 'wire',
        account_owner_name: 'Ada',
        bank: { bank_name: 'First', account_number: '12345678', routing_code: '102030' },
      };
      const accounts = `/v1/users/${wallet.user_id}/payout_accounts`;
      const account = bodyOf(await sandbox.post(accounts, details), 201);
      const body = offrampBody(wallet.id, account.id, '1000.00');
      const idempotencyKey = `checked ${wallet.id}`;
      const send = () => sandbox.post('/v1/transfers', body, { idempotencyKey });
      await settings({ lose_answers: true });
      errorOf(await send(), 503, 'provider_unavailable');
      await settings({ lose_answers: false, refuse: true });
      expect(await listAll(sandbox, `/v1/transfers?wallet_id=${wallet.id}&kind=offramp`)).to.deep.equal([]);
      const failed = await send();
      expect(bodyOf(failed, 201)).to.deep.include({
        state: 'failed',
        state_reason: { code: 'refused_by_bank', message: 'The bank does not pay there.' },
        receipt: null,
        version: 2,
      });
      expect(await balanceOf(wallet)).to.include({ available: '2000.00', cashable: '2000.00' });
      const { checks } = (await connector.control('state')).body;
      expect(checks.at(-1)).to.deep.include({
        rail: 'wire',
        amount: '20.00',
        currency: 'gbp',
        account_owner_name: 'Ada',
      });
      expect(checks.at(-1).destination).to.include({ account_number: '12345678' });
      await settings({ refuse: false });
      expect((await send()).text).to.equal(failed.text);
      const { id } = bodyOf(await sandbox.post('/v1/transfers', body), 201);
      await submitted(id);
      expect(await submissions(id)).to.equal(1);
    });

    it('and no outcome of what a review kept from it', async () => {
      const { id } = await payout(undefined, '50.00');
      const path = `/v1/sandbox/transfers/${id}/review_outcome`;
      expect(bodyOf(await sandbox.post(path, { outcome: 'rejected' }), 200).state).to.equal('refunded');
      for (const outcome of ['completed', 'returned', 'undeliverable'])
        expect(await told(id, outcome), outcome).to.equal('409 transfer_state_conflict');
    });

    it('and takes outcomes of its own payouts alone', async () => {
      const { id } = await payout();
      await submitted(id);
      const text = JSON.stringify({ type: 'payout.settled', transfer_id: id, outcome: 'completed' });
      const headers = { 'Content-Type': 'application/json', 'Svc-Rail-Signature': connector.signed(text) };
      const url = `${service.url}/rails/sandbox/wire/callbacks`;
      expect((await fetch(url, { method: 'POST', headers, body: text })).status).to.equal(404);
      const waiting = await onramp(await newWallet(sandbox));
      expect(await told(waiting.id, 'completed')).to.equal('404 not_found');
      expect(await told('trf_nothing', 'completed')).to.equal('404 not_found');
    });
  });

  it('that is down takes its routes with it, and nothing is written; between users all goes on', async () => {
    const [from, to] = [await fundedWallet(sandbox, { earned: '9.00' }), await newWallet(sandbox)];
    await settings({ down: true });
    try {
      await available(false);
      expect(await availability('emailpay')).to.deep.equal([true]);
      const idempotencyKey = `while down ${to.id}`;
      const body = onrampBody(to.id, '5.00');
      const refused = await sandbox.post('/v1/transfers', body, { idempotencyKey });
      errorOf(refused, 503, 'provider_unavailable');
      const tried = await sandbox.post('/v1/transfers', { ...body, dry_run: true });
      errorOf(tried, 503, 'provider_unavailable');
      const source = { currency: 'usd', rail: 'bank_eft' };
      const account = { source, destination: { wallet_id: to.id } };
      const path = `/v1/users/${to.user_id}/deposit_accounts`;
      errorOf(await sandbox.post(path, account), 503, 'provider_unavailable');
      expect(await listAll(sandbox, `/v1/transfers?wallet_id=${to.id}`)).to.deep.equal([]);
      expect(await listAll(sandbox, path)).to.deep.equal([]);
      bodyOf(await sandbox.post('/v1/transfers', transferBody(from.id, to.id, '1.00')), 201);
      await settings({ down: false });
      await available(true);
      bodyOf(await sandbox.post('/v1/transfers', body, { idempotencyKey }), 201);
    } finally {
      await settings({ down: false });
      await available(true);
    }
  });

  it('that loses its answers is asked again for the same details', async () => {
    const wallet = await newWallet(sandbox);
    const idempotencyKey = `lost ${wallet.id}`;
    const body = onrampBody(wallet.id, '7.77');
    await settings({ lose_answers: true });
    errorOf(await sandbox.post('/v1/transfers', body, { idempotencyKey }), 503, 'provider_unavailable');
    await settings({ lose_answers: false });
    const waiting = bodyOf(await sandbox.post('/v1/transfers', body, { idempotencyKey }), 201);
    const state = (await connector.control('state')).body;
    const asked = state.issued.filter(({ amount }: Body) => amount === '7.77');
    expect(asked.length).to.equal(1);
    expect((await pay(waiting, '7.77')).body).to.include({ state: 'completed' });
  });

  it('that loses its answers is asked for others when the request comes again with another body', async () => {
    const wallet = await newWallet(sandbox);
    const idempotencyKey = `changed ${wallet.id}`;
    const send = (amount: string) =>
      sandbox.post('/v1/transfers', onrampBody(wallet.id, amount), { idempotencyKey });
    await settings({ lose_answers: true });
    errorOf(await send('8.88'), 503, 'provider_unavailable');
    await settings({ lose_answers: false });
    const waiting = bodyOf(await send('9.99'), 201);
    expect((await pay(waiting, '9.99')).body).to.include({ state: 'completed' });
    errorOf(await send('8.88'), 409, 'idempotency_key_reused');
  });

  describe('has its callbacks refused', () => {
    const path = '/rails/sandbox/bank_eft/callbacks';
    const arrived = (more: object = {}) => ({
      type: 'deposit.arrived',
      reference: 'nobody',
      rail_reference: 'IN-X',
      amount: '5.00',
      currency: 'usd',
      ...more,
    });
    async function send(
      body: unknown,
      header?: string | null,
      to = path,
      method = 'POST',
      type = 'application/json',
    ) {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const signature = header === undefined ? connector.signed(text) : header;
      const response = await fetch(service.url + to, {
        method,
        headers: {
          'Content-Type': type,
          ...(signature === null ? {} : { 'Svc-Rail-Signature': signature }),
        },
        ...(method === 'GET' ? {} : { body: text }),
      });
      const answer = (await response.json()) as Body;
      expect(answer.error.request_id).to.equal(response.headers.get('request-id'));
      return `${response.status} ${answer.error.code}`;
    }

    it('without a fresh signature of its own over exactly this', async () => {
      const text = JSON.stringify(arrived());
      const at = Date.now();
      const good = connector.signed(text, { at });
      const other = randomBytes(32).toString('base64');
      for (const header of [
        null,
        '',
        'x',
        good.replace('v1', 'v2'),
        good.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        good.replace(/^t=\d+/, 't=1'),
        connector.signed(text, { secret: other }),
        connector.signed(text, { operation: 'health' }),
        connector.signed(text, { at: Date.now() - 301_000 }),
        connector.signed(text, { at: Date.now() + 302_000 }),
        connector.signed(`${text} `),
      ]) {
        expect(await send(text, header), String(header)).to.equal('401 invalid_api_key');
      }
      expect(
        await send(text, `${connector.signed(text, { at, secret: other })},${good.split(',')[1] ?? ''}`),
      ).to.equal('404 not_found');
    });

    it('where it has no place', async () => {
      for (const to of [
        '/rails/production/bank_eft/callbacks',
        '/rails/sandbox/emailpay/callbacks',
        '/rails/sandbox/toString/callbacks',
        '/rails/x/y/callbacks',
        '/rails/sandbox/bank_eft',
      ]) {
        expect(await send(arrived(), undefined, to), to).to.equal('404 not_found');
      }
      expect(await send('', null, path, 'GET')).to.equal('405 method_not_allowed');
    });

    it('when it is not what the protocol has', async () => {
      expect(await send('{')).to.equal('400 malformed_request');
      expect(await send('[]')).to.equal('400 malformed_request');
      expect(await send('{}', undefined, path, 'POST', 'text/plain')).to.equal('415 unsupported_media_type');
      expect(await send({ long: 'x'.repeat(64 * 1024) })).to.equal('413 payload_too_large');
      for (const bad of [
        {},
        { type: 'nothing' },
        arrived({ amount: 5 }),
        arrived({ amount: '-5.00' }),
        arrived({ extra: true }),
        arrived({ outcome: 'lost' }),
        arrived({ rail_reference: '' }),
        arrived({ rail_reference: 'half a pair \ud800' }),
        arrived({ rail_reference: 'two\nlines' }),
        arrived({ reference: undefined }),
        { type: 'payout.settled', transfer_id: 'x', outcome: 'maybe' },
        {
          type: 'payout.settled',
          transfer_id: 'x',
          outcome: 'returned',
          reason: { code: 'x', message: '\ud800' },
        },
      ]) {
        expect(await send(bad), JSON.stringify(bad)).to.equal('422 validation_failed');
      }
    });

    it('when they are about nothing of this rail', async () => {
      expect(await send(arrived())).to.equal('404 not_found');
      expect(await send({ type: 'payment.declined', reference: 'nobody' })).to.equal('404 not_found');
      const wallet = await newWallet(sandbox);
      const source = { type: 'fiat', currency: 'gbp', rail: 'wire' };
      const wire = await onramp(wallet, { source });
      const { issued } = (await connector.control('state')).body;
      const { reference } = issued.at(-1);
      expect(await send(arrived({ reference, currency: 'gbp' }))).to.equal('404 not_found');
      const own = '/rails/sandbox/wire/callbacks';
      expect(await send(arrived({ reference, currency: 'jpy' }), undefined, own)).to.equal(
        '422 validation_failed',
      );
      expect(await send(arrived({ reference, currency: 'gbp', amount: '0' }), undefined, own)).to.equal(
        '422 amount_below_minimum',
      );
      expect(await transfer(wire.id)).to.include({ state: 'awaiting_funds' });
    });
  });
});
