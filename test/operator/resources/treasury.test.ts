import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Answer } from '../../support/client.ts';
import { createIntegratorIn } from '../../support/extra-keys.ts';
import { startServiceWithOperators } from '../../support/service-with-operators.ts';
import type { ServiceWithOperators } from '../../support/service-with-operators.ts';
import { expectBody, expectError, listAll, unknownId } from '../../support/api-steps.ts';
import { convert, holderOfBoth, quoteBody } from '../../support/treasury.ts';

type Body = Answer['body'];

const TRADES = '/operator/v1/treasury/production/trades';
const ALLOCATIONS = '/operator/v1/treasury/production/allocations';

describe('A treasury', () => {
  let service: ServiceWithOperators;
  before(async () => {
    service = await startServiceWithOperators({
      dual_control: { price_moves_above_percent: { production: null } },
      quotes: { price_trade_at_least: { production: '0' } },
    });
  });
  after(() => service.close());

  const record = (more: object = {}, path = TRADES) =>
    service.operators.treasury.post(path, { side: 'buy', coin_amount: '10', price: '2000', ...more });
  const allocate = (amounts: object, path = ALLOCATIONS) =>
    service.operators.treasury.post(path, { integrator_id: service.credentials.integrator_id, ...amounts });

  it('stores trades and who recorded them', async () => {
    const more = { counterparty: 'Desk one', traded_at: '2026-01-02T03:04:05.678Z' };
    const trade = expectBody(await record(more), 201);
    const { id, recorded_by, created_at } = trade;
    expect(trade).to.deep.equal({
      id,
      object: 'trade',
      environment: 'production',
      side: 'buy',
      coin_amount: '10.00000000',
      price: '2000',
      ...more,
      recorded_by,
      created_at,
    });
    expect(recorded_by).to.match(/^operator:opt_/);
    const bare = expectBody(await record({ side: 'sell', coin_amount: '0.00000001' }), 201);
    expect(bare).to.include({ counterparty: null, side: 'sell' });
    const all = await listAll(service.operators.viewer, TRADES);
    expect(all).to.deep.equal([bare, trade]);
    const { data, has_more } = expectBody(await service.admin.get(`${TRADES}?limit=1`), 200);
    expect([data, has_more]).to.deep.equal([[bare], true]);
    expectError(
      await service.admin.get(`${TRADES}?starting_after=${unknownId('trd')}`),
      400,
      'malformed_request',
    );
  });

  it('prices coin by the latest trading time, not the recording time', async () => {
    const now = new Date().toISOString();
    expectBody(await record({ price: '2100.5', traded_at: now }), 201);
    expectBody(await record({ price: '9', traded_at: '2026-01-01T00:00:00Z' }), 201);
    const rate = await service.production.get('/v1/rates?from=svc-coin&to=svc-points');
    expect(expectBody(rate, 200)).to.include({ rate: '2100.5', as_of: now });
  });

  it('refuses trades with a zero amount, a zero price, or a future time', async () => {
    const field = async (more: object): Promise<string> =>
      expectError(await record(more), 422, 'validation_failed').details[0].field;
    expect(await field({ coin_amount: '0' })).to.equal('coin_amount');
    expect(await field({ coin_amount: '0.000000001' })).to.equal('coin_amount');
    expect(await field({ price: '0.000' })).to.equal('price');
    expect(await field({ price: '-1' })).to.equal('price');
    expect(await field({ side: 'lend' })).to.equal('side');
    const soon = new Date(Date.now() + 60_000).toISOString();
    expect(await field({ traded_at: soon })).to.equal('traded_at');
    expect(await field({ traded_at: '0000-01-01T00:00:00+23:00' })).to.equal('traded_at');
  });

  it('does not allocate more than the unallocated coin', async () => {
    const trades = await listAll(service.admin, TRADES);
    const units = (text: string): bigint => BigInt(text.replace('.', ''));
    const held = trades.reduce(
      (sum: bigint, { side, coin_amount }: Body) =>
        side === 'buy' ? sum + units(coin_amount) : sum - units(coin_amount),
      0n,
    );
    const text = (value: bigint): string =>
      `${value / 10n ** 8n}.${String(value % 10n ** 8n).padStart(8, '0')}`;
    expectError(await allocate({ coin_stock: text(held + 1n) }), 422, 'insufficient_liquidity');
    const first = expectBody(await allocate({ coin_stock: text(held - 1n), points_backing: '5.5' }), 201);
    expect(first).to.include({
      object: 'allocation',
      environment: 'production',
      integrator_id: service.credentials.integrator_id,
      previous_allocation_id: null,
      coin_stock: text(held - 1n),
      points_backing: '5.50',
    });
    const second = expectBody(await allocate({ coin_stock: '0.00000001' }), 201);
    expect(second).to.include({ previous_allocation_id: first.id, points_backing: null });
    expectError(await allocate({ coin_stock: '0.00000001' }), 422, 'insufficient_liquidity');
    expectBody(await allocate({ points_backing: '1.00' }), 201);
  });

  it('refuses empty allocations and unknown integrators', async () => {
    for (const amounts of [{}, { coin_stock: '0' }, { coin_stock: '0.00', points_backing: '0' }])
      expectError(await allocate(amounts), 422, 'validation_failed');
    expectError(await allocate({ points_backing: '0.001' }), 422, 'validation_failed');
    expectError(await allocate({ integrator_id: 'int_none', points_backing: '1' }), 404, 'not_found');
    expectError(await record({}, '/operator/v1/treasury/test/trades'), 404, 'not_found');
  });

  it('allocates to an integrator that another process just created', async () => {
    for (let i = 0; i < 3; i++) {
      const integrator_id = await createIntegratorIn(service.dataDir);
      expectBody(await allocate({ integrator_id, points_backing: '1' }), 201);
    }
  });

  it('replays the first response for the same idempotency key', async () => {
    const { treasury } = service.operators;
    const [trade, give] = [randomUUID(), randomUUID()];
    const body = { side: 'buy', coin_amount: '3', price: '2000' };
    const first = await treasury.post(TRADES, body, { idempotencyKey: trade });
    expectBody(first, 201);
    const before = (await listAll(treasury, TRADES)).length;
    const again = await treasury.post(TRADES, body, { idempotencyKey: trade });
    expect(again.text).to.equal(first.text);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    expect((await listAll(treasury, TRADES)).length).to.equal(before);
    const { integrator_id } = service.credentials;
    const amounts = { integrator_id, coin_stock: '2' };
    const given = await treasury.post(ALLOCATIONS, amounts, { idempotencyKey: give });
    expectBody(given, 201);
    const repeated = await treasury.post(ALLOCATIONS, amounts, { idempotencyKey: give });
    expect(repeated.text).to.equal(given.text);
    expectError(await allocate({ coin_stock: '1.00000001' }), 422, 'insufficient_liquidity');
    const other = await treasury.post(ALLOCATIONS, { ...amounts, coin_stock: '1' }, { idempotencyKey: give });
    expectError(other, 409, 'idempotency_key_reused');
  });

  it('requires the treasury role', async () => {
    const { reviewer, viewer } = service.operators;
    for (const client of [reviewer, viewer]) {
      expectError(await client.post(TRADES, {}), 403, 'permission_denied');
      expectError(await client.post(ALLOCATIONS, {}), 403, 'permission_denied');
      expectBody(await client.get(TRADES), 200);
    }
  });

  it('makes an allocation immediately available to the book', async () => {
    const { otherIntegrator } = service;
    const { points, coin } = await holderOfBoth(otherIntegrator);
    const ask = quoteBody(points, coin, '100.00');
    expectError(await otherIntegrator.post('/v1/quotes', ask), 422, 'insufficient_liquidity');
    const { data } = expectBody(await service.admin.get('/operator/v1/integrators?limit=100'), 200);
    const { id } = data.find(({ name }: Body) => name === 'stranger');
    const path = '/operator/v1/treasury/sandbox/allocations';
    expectBody(await allocate({ integrator_id: id, coin_stock: '1' }, path), 201);
    expectBody(await convert(otherIntegrator, points, coin, '100.00'), 201);
    // The price paid for the coin backs the points issued for it.
    expectBody(await convert(otherIntegrator, coin, points, '0.0396'), 201);
  });

  it('says its price, its coin, and what it allocated', async () => {
    const path = '/operator/v1/treasury/production';
    const before = expectBody(await service.admin.get(path), 200);
    expectBody(await record({ coin_amount: '3', price: '2100' }), 201);
    const first = expectBody(await allocate({ coin_stock: '1' }), 201);
    const second = expectBody(await allocate({ points_backing: '50.00' }), 201);
    const { price, unallocated_coin } = expectBody(await service.operators.viewer.get(path), 200);
    expect(price).to.include({ price: '2100', current: true });
    expect(Number(unallocated_coin) - Number(before.unallocated_coin)).to.equal(2);
    const newest = expectBody(await service.operators.viewer.get(`${ALLOCATIONS}?limit=1`), 200);
    expect(newest).to.deep.equal({ data: [{ ...second, delivered: true }], has_more: true });
    const next = await service.operators.viewer.get(`${ALLOCATIONS}?limit=1&starting_after=${second.id}`);
    expect(expectBody(next, 200).data).to.deep.equal([{ ...first, delivered: true }]);
  });
});
