import { expect } from 'chai';
import type { Answer, Client } from '../../../support/client.ts';
import { startTestService } from '../../../support/service.ts';
import type { RunningService } from '../../../support/service.ts';
import {
  expectBody,
  expectError,
  listAll,
  newWallet,
  unknownId,
  transferBody,
} from '../../../support/api-steps.ts';
import {
  allocate,
  convert,
  holderOfBoth,
  newQuote,
  operatorOf,
  quoteBody,
  trade,
} from '../../../support/treasury.ts';

type Body = Answer['body'];

const HOUR_MS = 60 * 60 * 1000;

describe('Quotes and conversions', () => {
  let service: RunningService;
  let sandbox: Client;
  let now = Date.now();
  before(async () => {
    service = await startTestService({}, () => now);
    ({ sandbox } = service);
  });
  after(() => service.close());

  const shown = async (id: string): Promise<Body> => expectBody(await sandbox.get(`/v1/quotes/${id}`), 200);
  const use = (quote: Body, more: object = {}) =>
    sandbox.post(
      '/v1/transfers',
      transferBody(quote.source_wallet_id, quote.destination_wallet_id, quote.amount, {
        quote_id: quote.id,
        ...more,
      }),
    );
  const balanceOf = async ({ user_id, id }: Body): Promise<Body> =>
    expectBody(await sandbox.get(`/v1/users/${user_id}/wallets/${id}/balance`), 200);

  it('work immediately after the first start', async () => {
    const { data } = expectBody(await sandbox.get('/v1/routes?kind=conversion'), 200);
    expect(data).to.deep.equal([
      {
        kind: 'conversion',
        source: { type: 'wallet', asset: 'svc-points', decimals: 2 },
        destination: { type: 'wallet', asset: 'svc-coin', decimals: 8 },
        min_amount: '0.01',
        max_amount: '2500000.00',
        settlement_time_seconds: 0,
        available: true,
      },
      {
        kind: 'conversion',
        source: { type: 'wallet', asset: 'svc-coin', decimals: 8 },
        destination: { type: 'wallet', asset: 'svc-points', decimals: 2 },
        min_amount: '0.00000100',
        max_amount: '100.00000000',
        settlement_time_seconds: 0,
        available: true,
      },
    ]);
    const { points, coin } = await holderOfBoth(sandbox);
    expectBody(await convert(sandbox, points, coin, '10.00'), 201);
  });

  it('are open, then used', async () => {
    const { points, coin } = await holderOfBoth(sandbox, { cashable: '500.00', earned: '50.00' });
    const quote = await newQuote(sandbox, points, coin, '100');
    expect(quote).to.deep.equal({
      id: quote.id,
      object: 'quote',
      source_wallet_id: points.id,
      destination_wallet_id: coin.id,
      from: 'svc-points',
      to: 'svc-coin',
      amount: '100.00',
      rate: '0.000396',
      amount_out: '0.03960000',
      fees: [{ type: 'svc', amount: '1.00', unit: 'svc-points' }],
      status: 'open',
      transfer_id: null,
      expires_at: quote.expires_at,
      created_at: quote.created_at,
    });
    expect(Date.parse(quote.expires_at) - Date.parse(quote.created_at)).to.equal(30_000);
    expect(await shown(quote.id)).to.deep.equal(quote);
    const more = { integrator_reference: 'order 1', metadata: { a: 'b' } };
    const transfer = expectBody(await use(quote, more), 201);
    expect(transfer).to.deep.include({ kind: 'conversion', state: 'completed', version: 2, ...more });
    expect(transfer.receipt).to.deep.equal({
      amount_debited: '100.00',
      amount_credited: '0.03960000',
      rate: '0.000396',
      fees: quote.fees,
      rail_reference: null,
      initiated_at: transfer.created_at,
      completed_at: transfer.updated_at,
    });
    expect(expectBody(await sandbox.get(`/v1/transfers/${transfer.id}`), 200)).to.deep.equal(transfer);
    expect(await shown(quote.id)).to.deep.equal({ ...quote, status: 'used', transfer_id: transfer.id });
    expect(await balanceOf(points)).to.include({ available: '450.00', cashable: '400.00' });
    expect(await balanceOf(coin)).to.include({ available: '0.03960000', cashable: '0.00000000' });
    const events = await listAll(sandbox, `/v1/events?object_id=${transfer.id}`);
    expect(events.map(({ type, object_version }) => [type, object_version])).to.deep.equal([
      ['transfer.state_changed', 2],
      ['transfer.created', 1],
    ]);
    expect(events[0].previous_attributes).to.include({ state: 'pending', receipt: null });
  });

  it('sell coin for cashable points', async () => {
    const { points, coin } = await holderOfBoth(sandbox, { cashable: '0.00', coinFor: '1000.00' });
    expect((await balanceOf(coin)).available).to.equal('0.39600000');
    const transfer = expectBody(await convert(sandbox, coin, points, '0.3'), 201);
    expect(transfer.receipt).to.deep.include({
      amount_debited: '0.30000000',
      amount_credited: '742.50',
      rate: '2475',
      fees: [{ type: 'svc', amount: '0.00300000', unit: 'svc-coin' }],
    });
    expect(await balanceOf(points)).to.include({ available: '742.50', cashable: '742.50' });
    const history = await listAll(sandbox, `/v1/users/${points.user_id}/wallets/${points.id}/history`);
    expect(history.slice(0, 2).map(({ bucket, amount }) => [bucket, amount])).to.have.deep.members([
      ['available', '742.50'],
      ['cashable', '742.50'],
    ]);
  });

  it('return the first answer for the same key', async () => {
    const { points, coin } = await holderOfBoth(sandbox);
    const ask = quoteBody(points, coin, '5.00');
    const first = await sandbox.post('/v1/quotes', ask, { idempotencyKey: `quote ${points.id}` });
    const quote = expectBody(first, 201);
    const body = transferBody(points.id, coin.id, '5.00', { quote_id: quote.id });
    const made = await sandbox.post('/v1/transfers', body, { idempotencyKey: `convert ${points.id}` });
    expectBody(made, 201);
    const again = await sandbox.post('/v1/quotes', ask, { idempotencyKey: `quote ${points.id}` });
    expect(again.text).to.equal(first.text);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    const repeated = await sandbox.post('/v1/transfers', body, { idempotencyKey: `convert ${points.id}` });
    expect(repeated.text).to.equal(made.text);
  });

  it('are previewed by a dry run, which does not use the quote', async () => {
    const { points, coin } = await holderOfBoth(sandbox);
    const quote = await newQuote(sandbox, points, coin, '100.00');
    const preview = expectBody(await use(quote, { dry_run: true }), 200);
    expect(preview).to.deep.include({ object: 'transfer_preview', kind: 'conversion', amount: '100.00' });
    expect(preview.estimated).to.deep.equal({
      rate: '0.000396',
      fees: quote.fees,
      amount_credited: '0.03960000',
      settlement_time_seconds: 0,
    });
    expect((await shown(quote.id)).status).to.equal('open');
    expectBody(await use(quote), 201);
    expectError(await use(quote, { dry_run: true }), 409, 'quote_used');
  });

  it('expire and have the status expired', async () => {
    const { points, coin } = await holderOfBoth(sandbox);
    const quote = await newQuote(sandbox, points, coin, '1.00');
    now = Date.parse(quote.expires_at) - 1;
    expect((await shown(quote.id)).status).to.equal('open');
    now += 1;
    expect(await shown(quote.id)).to.deep.equal({ ...quote, status: 'expired' });
    expectError(await use(quote), 422, 'quote_expired');
    expectError(await use(quote, { dry_run: true }), 422, 'quote_expired');
  });

  it('have the status used or expired after the book has removed them', async () => {
    const { points, coin } = await holderOfBoth(sandbox);
    const used = await newQuote(sandbox, points, coin, '1.00');
    expectBody(await use(used), 201);
    const expired = await newQuote(sandbox, points, coin, '1.00');
    now += 60_000;
    for (let i = 0; i < 260; i++)
      expectBody(await sandbox.post('/v1/sandbox/rewards', { wallet_id: points.id, amount: '0.01' }), 201);
    const key = { idempotencyKey: `late ${points.id}` };
    const body = transferBody(points.id, coin.id, '1.00', { quote_id: used.id });
    expectError(await sandbox.post('/v1/transfers', body, key), 409, 'quote_used');
    expectError(await sandbox.post('/v1/transfers', body, key), 409, 'quote_used');
    expectError(await use(expired), 422, 'quote_expired');
    expectError(await use(expired, { amount: '2.00' }), 422, 'quote_mismatch');
    expectError(await use(expired, { dry_run: true }), 422, 'quote_expired');
    expect((await shown(used.id)).status).to.equal('used');
    expect((await shown(expired.id)).status).to.equal('expired');
  });

  it('are valid only for their wallets, amount, and integrator', async () => {
    const { points, coin } = await holderOfBoth(sandbox);
    const other = await holderOfBoth(sandbox);
    const quote = await newQuote(sandbox, points, coin, '5.00');
    expectError(await use(quote, { amount: '5.01' }), 422, 'quote_mismatch');
    expectError(await use(quote, { amount: '0.00' }), 422, 'quote_mismatch');
    expectError(
      await use({ ...quote, source_wallet_id: coin.id, destination_wallet_id: points.id }),
      422,
      'quote_mismatch',
    );
    const others = { source_wallet_id: other.points.id, destination_wallet_id: other.coin.id };
    expectError(await use({ ...quote, ...others }), 422, 'quote_mismatch');
    expectError(await use({ ...quote, id: unknownId('qt') }), 404, 'not_found');
    expectError(await use({ ...quote, id: points.id }), 404, 'not_found');
    expectError(await service.production.get(`/v1/quotes/${quote.id}`), 404, 'not_found');
    expectError(await sandbox.get(`/v1/quotes/${unknownId('qt')}`), 404, 'not_found');
    expectError(await sandbox.get(`/v1/quotes/${points.id}`), 404, 'not_found');
    expectBody(await use(quote), 201);
  });

  it('are required for conversions and refused for other kinds', async () => {
    const { points, coin } = await holderOfBoth(sandbox);
    const quote = await newQuote(sandbox, points, coin, '5.00');
    const without = await sandbox.post('/v1/transfers', transferBody(points.id, coin.id, '5.00'));
    expect(expectError(without, 422, 'validation_failed').details[0]).to.include({
      field: 'quote_id',
      code: 'required',
    });
    const to = await newWallet(sandbox);
    const foreign = transferBody(points.id, to.id, '5.00', { quote_id: quote.id });
    const with_ = await sandbox.post('/v1/transfers', foreign);
    expect(expectError(with_, 422, 'validation_failed').details[0].field).to.equal('quote_id');
  });

  it('are refused in the documented order', async () => {
    const { points, coin } = await holderOfBoth(sandbox, { cashable: '100.00', earned: '5.00' });
    const to = await newWallet(sandbox);
    const ask = (from: Body, into: Body, amount: string) =>
      sandbox.post('/v1/quotes', quoteBody(from, into, amount));
    const kyc = async (kyc_status: string) =>
      expectBody(await sandbox.post(`/v1/sandbox/users/${points.user_id}/kyc`, { kyc_status }), 200);
    await kyc('incomplete');
    expectError(await ask({ id: unknownId('wal') }, coin, '0.001'), 404, 'not_found');
    expectError(await ask(points, { id: 'usr_1' }, '0.001'), 404, 'not_found');
    expectError(await ask(points, coin, '0.001'), 403, 'user_not_approved');
    await kyc('approved');
    expectError(await ask(points, to, '0.001'), 422, 'unsupported_route');
    expectError(await ask(points, points, '0.001'), 422, 'unsupported_route');
    expectError(await ask(points, coin, '0.001'), 422, 'validation_failed');
    expectError(await ask(points, coin, '0.00'), 422, 'amount_below_minimum');
    expectError(await ask(points, coin, '2500000.01'), 422, 'amount_above_maximum');
    expectError(await ask(points, coin, '105.01'), 422, 'insufficient_balance');
    expectError(await ask(points, coin, '100.01'), 422, 'amount_exceeds_cashable');
    expectBody(await ask(points, coin, '100.00'), 201);
    const freeze = (to_: string) =>
      operatorOf(service).post(`/operator/v1/wallets/${coin.id}/${to_}`, { reason: 'A check.' });
    expectBody(await freeze('freeze'), 200);
    expectError(await ask(points, coin, '0.001'), 409, 'wallet_frozen');
    expectBody(await freeze('unfreeze'), 200);
    const [frozen] = [await newWallet(sandbox)];
    expectBody(await sandbox.post(`/v1/users/${frozen.user_id}/deactivate`), 200);
    expectError(await ask(frozen, frozen, '1.00'), 409, 'user_deactivated');
    expectError(await sandbox.post('/v1/quotes', {}), 422, 'validation_failed');
  });

  it('are checked against the wallet again when used', async () => {
    const { points, coin } = await holderOfBoth(sandbox, { cashable: '100.00' });
    const quote = await newQuote(sandbox, points, coin, '100.00');
    const to = await newWallet(sandbox);
    expectBody(await sandbox.post('/v1/transfers', transferBody(points.id, to.id, '1.00')), 201);
    expectError(await use(quote), 422, 'insufficient_balance');
    expectBody(await sandbox.post('/v1/sandbox/rewards', { wallet_id: points.id, amount: '5.00' }), 201);
    expectError(await use(quote), 422, 'amount_exceeds_cashable');
    const freeze = (to_: string) =>
      operatorOf(service).post(`/operator/v1/wallets/${coin.id}/${to_}`, { reason: 'A check.' });
    expectBody(await freeze('freeze'), 200);
    expectError(await use(quote), 409, 'wallet_frozen');
    expectBody(await freeze('unfreeze'), 200);
    expectBody(await sandbox.post('/v1/transfers', transferBody(to.id, points.id, '1.00')), 201);
    expectBody(await use(quote), 201);
  });

  it('are used once under concurrency', async () => {
    const { points, coin } = await holderOfBoth(sandbox);
    const quote = await newQuote(sandbox, points, coin, '10.00');
    const answers = await Promise.all(Array.from({ length: 50 }, () => use(quote)));
    expect(answers.filter(({ status }) => status === 201)).to.have.length(1);
    const refused = answers.filter(({ status }) => status !== 201);
    for (const each of refused) expectError(each, 409, 'quote_used');
    expect(refused).to.have.length(49);
    expect(await balanceOf(coin)).to.include({ available: '0.00396000' });
    expect(await balanceOf(points)).to.include({ available: '990.00' });
  });
});

describe('Quotes without a current price of coin', () => {
  let service: RunningService;
  let now = Date.now();
  before(async () => {
    service = await startTestService({}, () => now, {
      quotes: { lifetime_seconds: 7_200, price_max_age_hours: { sandbox: 1 } },
    });
  });
  after(() => service.close());

  it('are 503 after all other checks; earlier quotes can still be used', async () => {
    const { sandbox } = service;
    const { points, coin } = await holderOfBoth(sandbox);
    const quote = await newQuote(sandbox, points, coin, '10.00');
    now += HOUR_MS;
    const ask = (amount: string) => sandbox.post('/v1/quotes', quoteBody(points, coin, amount));
    expectError(await ask('1000.01'), 422, 'insufficient_balance');
    const refused = await ask('10.00');
    expectError(refused, 503, 'provider_unavailable');
    expect(refused.headers.get('retry-after')).to.equal('30');
    const body = transferBody(points.id, coin.id, '10.00', { quote_id: quote.id });
    expectBody(await sandbox.post('/v1/transfers', body), 201);
    // Transfers of coin between users need no price.
    const to = await newWallet(sandbox, 'svc-coin');
    expectBody(await sandbox.post('/v1/transfers', transferBody(coin.id, to.id, '0.00000100')), 201);
  });
});

describe('Conversions with low liquidity', () => {
  let service: RunningService;
  let sandbox: Client;
  const now = Date.now();
  before(async () => {
    // High limits, so that only stock and backing can run out.
    service = await startTestService({}, () => now, {
      quotes: { spread_bps: 0 },
      routes: { max: { points: '900000000.00', coin: '900000.00000000', fiat: '9000000.00' } },
      reviews: { amount_at_least: { onramp: '900000000.00' } },
    });
    ({ sandbox } = service);
  });
  after(() => service.close());

  const use = (quote: Body, more: object = {}) =>
    sandbox.post(
      '/v1/transfers',
      transferBody(quote.source_wallet_id, quote.destination_wallet_id, quote.amount, {
        quote_id: quote.id,
        ...more,
      }),
    );

  it('fail if the stock was sold after the quote, and use up the quote', async () => {
    const { points, coin } = await holderOfBoth(sandbox, { cashable: '13000000.00' });
    const { points: more, coin: theirs } = await holderOfBoth(sandbox, { cashable: '100.00' });
    expectError(
      await sandbox.post('/v1/quotes', quoteBody(points, coin, '12500002.50')),
      422,
      'insufficient_liquidity',
    );
    const all = await newQuote(sandbox, points, coin, '12500000.00');
    const late = await newQuote(sandbox, more, theirs, '100.00');
    expectBody(await use(all), 201);
    expectError(await use(late, { dry_run: true }), 422, 'insufficient_liquidity');
    expect(expectBody(await sandbox.get(`/v1/quotes/${late.id}`), 200).status).to.equal('open');
    const failed = expectBody(await use(late), 201);
    expect(failed).to.deep.include({ kind: 'conversion', state: 'failed', version: 2, receipt: null });
    expect(failed.state_reason.code).to.equal('insufficient_liquidity');
    const quote = expectBody(await sandbox.get(`/v1/quotes/${late.id}`), 200);
    expect(quote).to.include({ status: 'used', transfer_id: failed.id });
    expectError(await use(late), 409, 'quote_used');
    expectError(
      await sandbox.post('/v1/quotes', quoteBody(more, theirs, '1.00')),
      422,
      'insufficient_liquidity',
    );
    await allocate(service, { coin_stock: '1.00000000' });
    expectBody(await convert(sandbox, more, theirs, '100.00'), 201);
    // The points paid for the stock were added to the backing; no more can be issued.
    expectError(
      await sandbox.post('/v1/quotes', quoteBody(coin, points, '5000.00000001')),
      422,
      'insufficient_balance',
    );
    expectBody(await convert(sandbox, coin, points, '5000'), 201);
  });

  it('sell only as much coin as points are backed', async () => {
    const dear = { price: '1000000.00', traded_at: new Date(now).toISOString() };
    await trade(service, dear);
    const { points, coin } = await holderOfBoth(sandbox, { cashable: '0.00', coinFor: '40000000.00' });
    expectError(
      await sandbox.post('/v1/quotes', quoteBody(points, coin, '1.00')),
      422,
      'insufficient_balance',
    );
    await trade(service, { ...dear, price: '2000000.00' });
    const answer = await sandbox.post('/v1/quotes', quoteBody(coin, points, '40'));
    expectError(answer, 422, 'insufficient_liquidity');
    await allocate(service, { points_backing: '20000000.00' });
    expectBody(await sandbox.post('/v1/quotes', quoteBody(coin, points, '40')), 201);
  });
});
