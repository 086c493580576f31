import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Answer, Client } from '../support/client.ts';
import { startTestService } from '../support/service.ts';
import type { RunningService } from '../support/service.ts';
import {
  bodyOf,
  errorOf,
  fundedWallet,
  listAll,
  newDepositAccount,
  newWallet,
  nothing,
  onrampBody,
  transferBody,
} from '../support/story.ts';

type Body = Answer['body'];

const DAY_MS = 24 * 60 * 60 * 1000;

describe('Transfers', () => {
  let service: RunningService;
  let sandbox: Client;
  before(async () => {
    service = await startTestService({}, Date.now, {
      reviews: { amount_at_least: { user_to_user: '1000.00', onramp: '50000.00' } },
      routes: { max: { points: '5000.00', fiat: '1000.00' }, min: { points: '0.05' } },
    });
    ({ sandbox } = service);
  });
  after(() => service.close());

  const post = (body: object) => sandbox.post('/v1/transfers', body);
  const shown = async (id: string): Promise<Body> => bodyOf(await sandbox.get(`/v1/transfers/${id}`), 200);
  const review = (id: string, body: object) =>
    sandbox.post(`/v1/sandbox/transfers/${id}/review_outcome`, body);
  const pay = (transfer_id: string, amount: string, more: object = {}) =>
    sandbox.post('/v1/sandbox/deposits', { transfer_id, amount, ...more });
  const balanceOf = async ({ user_id, id }: Body): Promise<Body> =>
    bodyOf(await sandbox.get(`/v1/users/${user_id}/wallets/${id}/balance`), 200);
  const kyc = async ({ user_id }: Body, kyc_status: string) =>
    void bodyOf(await sandbox.post(`/v1/sandbox/users/${user_id}/kyc`, { kyc_status }), 200);

  describe('between users', () => {
    it('complete at once, with a receipt, the sender’s earned points first', async () => {
      const from = await fundedWallet(sandbox, { cashable: '100.00', earned: '30.00' });
      const to = await newWallet(sandbox);
      const more = { integrator_reference: 'order 1', metadata: { a: 'b' } };
      const transfer = bodyOf(await post(transferBody(from.id, to.id, '40', more)), 201);
      const { id, created_at, updated_at } = transfer;
      const end = ({ id: wallet_id, user_id }: Body) => ({
        type: 'wallet',
        wallet_id,
        user_id,
        asset: 'svc-points',
      });
      expect(transfer).to.deep.equal({
        id,
        object: 'transfer',
        kind: 'user_to_user',
        state: 'completed',
        state_reason: null,
        source: end(from),
        destination: end(to),
        amount: '40.00',
        deposit_account_id: null,
        deposit_instructions: null,
        receipt: {
          amount_debited: '40.00',
          amount_credited: '40.00',
          earned_amount: '30.00',
          rate: null,
          fees: [],
          rail_reference: null,
          initiated_at: created_at,
          completed_at: updated_at,
        },
        ...more,
        version: 2,
        created_at,
        updated_at,
      });
      expect(await shown(id)).to.deep.equal(transfer);
      expect(await balanceOf(from)).to.include({ available: '90.00', cashable: '90.00' });
      expect(await balanceOf(to)).to.include({ available: '40.00', cashable: '10.00' });
    });

    it('keep the split when it goes on', async () => {
      const a = await fundedWallet(sandbox, { cashable: '100.00', earned: '5.00' });
      const [b, c] = [await newWallet(sandbox), await newWallet(sandbox)];
      bodyOf(await post(transferBody(a.id, b.id, '105.00')), 201);
      const { receipt } = bodyOf(await post(transferBody(b.id, c.id, '7.50')), 201);
      expect(receipt.earned_amount).to.equal('5.00');
      expect(await balanceOf(b)).to.include({ available: '97.50', cashable: '97.50' });
      expect(await balanceOf(c)).to.include({ available: '7.50', cashable: '2.50' });
    });

    it('are held from a certain amount on, and complete when the review approves', async () => {
      const from = await fundedWallet(sandbox, { cashable: '1500.00', earned: '200.00' });
      const to = await newWallet(sandbox);
      bodyOf(await post(transferBody(from.id, to.id, '0.05')), 201);
      const held = bodyOf(await post(transferBody(from.id, to.id, '1000.00')), 201);
      expect(held).to.include({ state: 'in_review', version: 2 });
      expect(held.state_reason).to.have.all.keys('code', 'message');
      expect(held.receipt).to.include({
        amount_debited: '1000.00',
        amount_credited: null,
        completed_at: null,
      });
      expect(await shown(held.id)).to.deep.equal(held);
      const done = bodyOf(await review(held.id, { outcome: 'approved' }), 200);
      expect(done).to.include({ state: 'completed', state_reason: null, version: 3 });
      expect(done.receipt).to.include({
        amount_debited: '1000.00',
        amount_credited: '1000.00',
        earned_amount: held.receipt.earned_amount,
        initiated_at: held.created_at,
        completed_at: done.updated_at,
      });
      expect(await shown(held.id)).to.deep.equal(done);
      expect(await balanceOf(to)).to.include({ available: '1000.05', pending: '0.00', cashable: '800.05' });
      errorOf(await review(held.id, { outcome: 'approved' }), 409, 'transfer_state_conflict');
    });

    it('fail when the review rejects, and the sender has all back, split and all', async () => {
      const from = await fundedWallet(sandbox, { cashable: '1500.00', earned: '200.00' });
      const to = await newWallet(sandbox);
      const held = bodyOf(await post(transferBody(from.id, to.id, '1600.00')), 201);
      expect(await balanceOf(from)).to.include({
        available: '100.00',
        pending: '1600.00',
        cashable: '100.00',
      });
      const reason = { code: 'looks_odd', message: 'It looks odd.' };
      const failed = bodyOf(await review(held.id, { outcome: 'rejected', reason }), 200);
      expect(failed).to.deep.include({ state: 'failed', state_reason: reason, version: 3 });
      expect(failed.receipt).to.include({ amount_credited: null, completed_at: null });
      const { available, pending, cashable } = from.balance;
      expect(await balanceOf(from)).to.include({ available, pending, cashable });
      expect(await balanceOf(to)).to.include({ available: '0.00', pending: '0.00' });
    });

    it('of coin, and of nothing, tell what is wrong with them', async () => {
      const [from, to] = [await newWallet(sandbox, 'svc-coin'), await newWallet(sandbox, 'svc-coin')];
      errorOf(await post(transferBody(from.id, to.id, '0.00000099')), 422, 'amount_below_minimum');
      errorOf(await post(transferBody(from.id, to.id, '100.00000001')), 422, 'amount_above_maximum');
      errorOf(await post(transferBody(from.id, to.id, '0.00000100')), 422, 'insufficient_balance');
    });
  });

  describe('from fiat', () => {
    it('wait for their money with instructions of their own', async () => {
      const wallet = await newWallet(sandbox);
      const references = new Set<string>();
      for (const currency of ['usd', 'cad', 'eur']) {
        const body = onrampBody(wallet.id, '5', { source: { type: 'fiat', currency, rail: 'bank_eft' } });
        const transfer = bodyOf(await post(body), 201);
        expect(transfer).to.deep.include({
          kind: 'onramp',
          state: 'awaiting_funds',
          state_reason: null,
          amount: '5.00',
          source: body.source,
          receipt: null,
          deposit_account_id: null,
          version: 1,
        });
        const { deposit_instructions, created_at, id } = transfer;
        expect(deposit_instructions).to.include({ type: 'bank', currency, rail: 'bank_eft', amount: '5.00' });
        const lives = Date.parse(deposit_instructions.expires_at) - Date.parse(created_at);
        expect(lives).to.be.within(7 * DAY_MS - 60_000, 7 * DAY_MS + 60_000);
        references.add(deposit_instructions.reference);
        expect(await shown(id)).to.deep.equal(transfer);
      }
      expect(references.size).to.equal(3);
    });

    it('are credited with what arrives, be it more or less than expected', async () => {
      const wallet = await newWallet(sandbox);
      for (const [amount, credited] of [
        ['5.00', '500.00'],
        ['1.01', '101.00'],
        ['9.99', '999.00'],
      ]) {
        const { id, created_at } = bodyOf(await post(onrampBody(wallet.id, '5.00')), 201);
        const paid = bodyOf(await pay(id, amount ?? ''), 200);
        expect(paid).to.include({ id, state: 'completed', amount: '5.00', version: 3, state_reason: null });
        expect(paid.receipt).to.deep.equal({
          amount_expected: '5.00',
          amount_received: amount,
          amount_credited: credited,
          rate: '100',
          fees: [],
          rail_reference: paid.receipt.rail_reference,
          initiated_at: created_at,
          completed_at: paid.updated_at,
        });
        expect(paid.receipt.rail_reference).to.be.a('string');
        expect(await shown(id)).to.deep.equal(paid);
      }
      expect(await balanceOf(wallet)).to.include({ available: '1600.00', cashable: '1600.00' });
    });

    it('go back to the sender when too little arrives or the rail returns it', async () => {
      const wallet = await newWallet(sandbox);
      for (const [amount, outcome] of [
        ['0.99', 'credited'],
        ['5.00', 'returned'],
      ]) {
        const { id } = bodyOf(await post(onrampBody(wallet.id, '5.00')), 201);
        const back = bodyOf(await pay(id, amount ?? '', { outcome }), 200);
        expect(back).to.include({ state: 'returned', version: 2 });
        expect(back.state_reason).to.have.all.keys('code', 'message');
        expect(await shown(id)).to.deep.equal(back);
      }
      expect(await balanceOf(wallet)).to.include({ available: '0.00', pending: '0.00' });
    });

    it('are held when the rail asks, or when much or too much arrives, and end as the review says', async () => {
      const wallet = await newWallet(sandbox);
      const ends: [string, object, string, object][] = [
        ['5.00', { outcome: 'in_review' }, 'completed', { outcome: 'approved' }],
        ['1000.01', {}, 'completed', { outcome: 'approved' }],
        ['500.00', {}, 'returned', { outcome: 'rejected' }],
      ];
      for (const [amount, more, state, decision] of ends) {
        const { id } = bodyOf(await post(onrampBody(wallet.id, '5.00')), 201);
        const held = bodyOf(await pay(id, amount, more), 200);
        expect(held, amount).to.include({ state: 'in_review', version: 3 });
        expect(held.receipt).to.include({
          amount_received: amount,
          amount_credited: null,
          completed_at: null,
        });
        const before = await balanceOf(wallet);
        const points = `${Number(amount) * 100}.00`;
        expect(before.pending).to.equal(points);
        const over = bodyOf(await review(id, decision), 200);
        expect(over).to.include({ state, version: 4 });
        expect(over.state_reason === null).to.equal(state === 'completed');
        expect(over.receipt.amount_credited).to.equal(state === 'completed' ? points : null);
        expect(await shown(id)).to.deep.equal(over);
        expect((await balanceOf(wallet)).pending).to.equal('0.00');
      }
      expect(await balanceOf(wallet)).to.include({ available: '100501.00', cashable: '100501.00' });
    });

    it('that are over, or not for fiat at all, take no more money', async () => {
      const from = await fundedWallet(sandbox, { cashable: '2000.00' });
      const to = await newWallet(sandbox);
      const done = bodyOf(await post(transferBody(from.id, to.id, '1.00')), 201);
      const held = bodyOf(await post(transferBody(from.id, to.id, '1000.00')), 201);
      const paid = bodyOf(await post(onrampBody(to.id, '5.00')), 201);
      bodyOf(await pay(paid.id, '5.00'), 200);
      for (const { id } of [done, held, paid]) errorOf(await pay(id, '1.00'), 409, 'transfer_state_conflict');
    });
  });

  describe('that can’t be', () => {
    it('name their reason', async () => {
      const from = await fundedWallet(sandbox, { cashable: '100.00', earned: '10.00' });
      const { user_id } = from;
      const to = await newWallet(sandbox);
      const coin = await newWallet(sandbox, 'svc-coin');
      const path = `/v1/users/${user_id}/wallets`;
      const ownCoin = bodyOf(
        await sandbox.post(path, { asset: 'svc-coin', acknowledge_price_risk: true }),
        201,
      );
      const fiat = (currency: string, rail: string) => ({ source: { type: 'fiat', currency, rail } });
      const payout = { type: 'payout_account', payout_account_id: nothing('pa') };
      for (const [status, code, body] of [
        [404, 'not_found', transferBody(from.id, nothing('wal'), '1.00')],
        [404, 'not_found', transferBody(nothing('wal'), to.id, '1.00')],
        [404, 'not_found', transferBody(from.user_id, to.id, '1.00')],
        [404, 'not_found', transferBody('x', to.id, '1.00')],
        [404, 'not_found', onrampBody(nothing('wal'), '5.00')],
        [404, 'not_found', { ...transferBody(from.id, to.id, '1.00'), destination: payout }],
        [422, 'unsupported_route', transferBody(from.id, from.id, '1.00')],
        [422, 'unsupported_route', transferBody(from.id, coin.id, '1.00')],
        [422, 'unsupported_route', transferBody(coin.id, from.id, '1.00')],
        [422, 'unsupported_route', onrampBody(coin.id, '5.00')],
        [422, 'unsupported_route', onrampBody(to.id, '5.00', fiat('gbp', 'bank_eft'))],
        [422, 'unsupported_route', onrampBody(to.id, '5.00', fiat('usd', 'pigeon'))],
        [422, 'amount_below_minimum', transferBody(from.id, to.id, '0.04')],
        [422, 'amount_below_minimum', transferBody(from.id, to.id, '0')],
        [422, 'amount_below_minimum', onrampBody(to.id, '0.99')],
        [422, 'amount_above_maximum', transferBody(from.id, to.id, '5000.01')],
        [422, 'amount_above_maximum', onrampBody(to.id, '1000.01')],
        [422, 'insufficient_balance', transferBody(from.id, to.id, '110.01')],
        [422, 'validation_failed', transferBody(from.id, to.id, '1.001')],
        [422, 'validation_failed', onrampBody(to.id, '5.001')],
        [422, 'validation_failed', transferBody(from.id, to.id, '1.00', { quote_id: nothing('qt') })],
        [422, 'validation_failed', onrampBody(to.id, '5.00', { quote_id: nothing('qt') })],
        [422, 'validation_failed', transferBody(from.id, ownCoin.id, '1.00')],
      ] as const) {
        errorOf(await post(body), status, code);
        errorOf(await post({ ...body, dry_run: true }), status, code);
      }
      expect(await balanceOf(from)).to.include({ available: '110.00' });
      expect(await listAll(sandbox, `/v1/transfers?user_id=${to.user_id}`)).to.deep.equal([]);
    });

    it('need both parties approved', async () => {
      const from = await fundedWallet(sandbox, { earned: '20.00' });
      const to = await newWallet(sandbox);
      const bodies = [
        transferBody(from.id, to.id, '1.00'),
        transferBody(from.id, to.id, '1.00', { dry_run: true }),
      ];
      for (const party of [from, to]) {
        for (const status of ['rejected', 'incomplete', 'under_review', 'not_started']) {
          await kyc(party, status);
          for (const body of bodies) errorOf(await post(body), 403, 'user_not_approved');
        }
        if (party === to) errorOf(await post(onrampBody(to.id, '5.00')), 403, 'user_not_approved');
        await kyc(party, 'approved');
      }
      bodyOf(await post(bodies[0] ?? {}), 201);
    });

    it('have ends of a known shape', async () => {
      const wallet = { type: 'wallet', wallet_id: nothing('wal') };
      const amount = '1.00';
      for (const [source, destination, fields] of [
        [wallet, { type: 'fiat', currency: 'usd', rail: 'bank_eft' }, ['destination.type']],
        [{ type: 'payout_account', payout_account_id: nothing('pa') }, wallet, ['source.type']],
        [{ type: 'fiat', currency: 'usd' }, wallet, ['source.rail']],
        [{ type: 'fiat', currency: 'US$', rail: '' }, wallet, ['source.currency', 'source.rail']],
        [
          { type: 'wallet' },
          { type: 'payout_account' },
          ['source.wallet_id', 'destination.payout_account_id'],
        ],
        [{}, wallet, ['source.type']],
        ['x', null, ['source', 'destination']],
      ] as const) {
        const { details } = errorOf(await post({ source, destination, amount }), 422, 'validation_failed');
        const named = details.map(({ field }: { field: string }) => field);
        expect(named).to.include.members([...fields]);
      }
    });

    it('never spend what is not there, however many try at once', async () => {
      const from = await fundedWallet(sandbox, { earned: '10.00' });
      const to = await newWallet(sandbox);
      const answers = await Promise.all(
        Array.from({ length: 25 }, () => post(transferBody(from.id, to.id, '1.00'))),
      );
      expect(answers.filter(({ status }) => status === 201)).to.have.length(10);
      for (const answer of answers) if (answer.status !== 201) errorOf(answer, 422, 'insufficient_balance');
      expect(await balanceOf(from)).to.include({ available: '0.00' });
      expect(await balanceOf(to)).to.include({ available: '10.00' });
    });
  });

  describe('in a dry run', () => {
    it('show what would come of them, and change nothing', async () => {
      const from = await fundedWallet(sandbox, { cashable: '2000.00', earned: '10.00' });
      const to = await newWallet(sandbox);
      const before = [await balanceOf(from), await balanceOf(to)];
      const events = await listAll(sandbox, '/v1/events');
      for (const body of [
        transferBody(from.id, to.id, '1.5'),
        transferBody(from.id, to.id, '1500.00'),
        onrampBody(to.id, '12.34'),
      ]) {
        const preview = bodyOf(await post({ ...body, dry_run: true }), 200);
        const isFiat = body.source.type === 'fiat';
        const { estimated, ...rest } = preview;
        const amount = Number(body.amount).toFixed(2);
        expect(estimated.amount_credited).to.equal(isFiat ? '1234.00' : amount);
        expect(estimated.rate).to.equal(isFiat ? '100' : null);
        expect(estimated.fees).to.deep.equal([]);
        expect(rest).to.deep.include({ object: 'transfer_preview', amount });
        expect([await balanceOf(from), await balanceOf(to)]).to.deep.equal(before);
      }
      expect(await listAll(sandbox, `/v1/transfers?wallet_id=${to.id}`)).to.deep.equal([]);
      expect(await listAll(sandbox, '/v1/events')).to.deep.equal(events);
      const real = bodyOf(await post({ ...transferBody(from.id, to.id, '1.5'), dry_run: false }), 201);
      const { kind, source, destination, amount } = real;
      const preview = bodyOf(await post({ ...transferBody(from.id, to.id, '1.5'), dry_run: true }), 200);
      expect(preview).to.deep.include({ kind, source, destination, amount });
    });
  });

  describe('when listed', () => {
    it('are found by every filter and every pair of filters', async () => {
      const [a, b] = [
        await fundedWallet(sandbox, { cashable: '3000.00', earned: '100.00' }),
        await newWallet(sandbox),
      ];
      const reference = randomUUID();
      const more = { integrator_reference: reference };
      bodyOf(await post(transferBody(a.id, b.id, '1.00', more)), 201);
      bodyOf(await post(transferBody(b.id, a.id, '0.50')), 201);
      bodyOf(await post(transferBody(a.id, b.id, '1000.00', more)), 201);
      const failed = bodyOf(await post(transferBody(a.id, b.id, '1001.00')), 201);
      bodyOf(await review(failed.id, { outcome: 'rejected' }), 200);
      bodyOf(await post(onrampBody(b.id, '5.00', more)), 201);
      const account = await newDepositAccount(sandbox, b);
      const standing = { deposit_account_id: account.id, amount: '0.50' };
      bodyOf(await sandbox.post('/v1/sandbox/deposits', standing), 200);
      const all = await listAll(sandbox, '/v1/transfers');
      const middle = all[3].created_at;
      const touches = (id: string) => (transfer: Body) =>
        [transfer.source, transfer.destination].some(
          ({ wallet_id, user_id }) => wallet_id === id || user_id === id,
        );
      const filters: [string, (transfer: Body) => boolean][] = [
        [`user_id=${a.user_id}`, touches(a.user_id)],
        [`user_id=${b.user_id}`, touches(b.user_id)],
        [`wallet_id=${a.id}`, touches(a.id)],
        [`wallet_id=${b.id}`, touches(b.id)],
        [
          `integrator_reference=${reference}`,
          ({ integrator_reference }) => integrator_reference === reference,
        ],
        [`created_after=${middle}`, ({ created_at }) => created_at > middle],
        [`created_before=${middle}`, ({ created_at }) => created_at < middle],
        ...['user_to_user', 'onramp', 'offramp', 'conversion'].map((kind): (typeof filters)[number] => [
          `kind=${kind}`,
          (transfer) => transfer.kind === kind,
        ]),
        ...['pending', 'awaiting_funds', 'completed', 'in_review', 'failed', 'returned', 'canceled'].map(
          (state): (typeof filters)[number] => [`state=${state}`, (transfer) => transfer.state === state],
        ),
        [`user_id=${nothing('usr')}`, () => false],
        ['wallet_id=x', () => false],
        ['integrator_reference=nobody', () => false],
      ];
      const nameOf = (query: string): string => query.split('=')[0] ?? '';
      for (const [i, [query, holds]] of filters.entries()) {
        expect(await listAll(sandbox, `/v1/transfers?${query}`), query).to.deep.equal(all.filter(holds));
        for (const [also, alsoHolds] of filters.slice(i + 1)) {
          if (nameOf(also) === nameOf(query)) continue;
          const found = await listAll(sandbox, `/v1/transfers?${query}&${also}`);
          const wanted = all.filter((transfer) => holds(transfer) && alsoHolds(transfer));
          expect(found, `${query}&${also}`).to.deep.equal(wanted);
        }
      }
    });

    for (const filter of ['wallet_id', 'user_id']) {
      it(`come in pages by ${filter}, and refuse a cursor that is not of the filter`, () => pagesBy(filter));
    }
    async function pagesBy(filter: string): Promise<void> {
      const from = await fundedWallet(sandbox, { earned: '10.00' });
      const to = await newWallet(sandbox);
      const coin = { asset: 'svc-coin', acknowledge_price_risk: true };
      bodyOf(await sandbox.post(`/v1/users/${to.user_id}/wallets`, coin), 201);
      const filtered = `/v1/transfers?${filter}=${filter === 'user_id' ? to.user_id : to.id}`;
      const ids: string[] = [];
      for (let i = 0; i < 5; i++) {
        ids.unshift(bodyOf(await post(transferBody(from.id, to.id, '1.00')), 201).id);
      }
      const page = async (query: string) => {
        const { data, has_more } = bodyOf(await sandbox.get(`${filtered}&limit=2&${query}`), 200);
        return [data.map(({ id }: { id: string }) => id), has_more];
      };
      expect(await page('')).to.deep.equal([ids.slice(0, 2), true]);
      expect(await page(`starting_after=${ids[1]}`)).to.deep.equal([ids.slice(2, 4), true]);
      expect(await page(`starting_after=${ids[2]}`)).to.deep.equal([ids.slice(3), false]);
      expect(await page(`ending_before=${ids[4]}`)).to.deep.equal([ids.slice(2, 4), true]);
      expect(await page(`ending_before=${ids[2]}`)).to.deep.equal([ids.slice(0, 2), false]);
      const other = bodyOf(await post(onrampBody((await newWallet(sandbox)).id, '5.00')), 201);
      errorOf(await sandbox.get(`${filtered}&starting_after=${other.id}`), 400, 'malformed_request');
    }
  });

  it('can not be canceled yet, in whatever state and by whatever ID', async () => {
    const wallet = await newWallet(sandbox);
    const { id } = bodyOf(await post(onrampBody(wallet.id, '5.00')), 201);
    for (const each of [id, nothing('trf'), 'x', wallet.id]) {
      for (const body of [undefined, {}, { reason: 'x' }]) {
        errorOf(await sandbox.post(`/v1/transfers/${each}/cancel`, body), 501, 'not_implemented');
      }
    }
    expect((await shown(id)).state).to.equal('awaiting_funds');
  });

  it('are 404 when they are not there', async () => {
    errorOf(await sandbox.get(`/v1/transfers/${nothing('trf')}`), 404, 'not_found');
  });
});
