import { expect } from 'chai';
import type { Answer } from '../../../support/client.ts';
import { startTestService } from '../../../support/service.ts';
import type { RunningService } from '../../../support/service.ts';
import { expectBody, expectError } from '../../../support/api-steps.ts';
import { trade } from '../../../support/treasury.ts';

type Body = Answer['body'];

const HOUR_MS = 60 * 60 * 1000;

describe('Rates', () => {
  let service: RunningService;
  let now = Date.now();
  before(async () => {
    service = await startTestService({}, () => now, {
      points: { prices: { usd: '0.01', cad: '0.03' } },
      dual_control: { price_moves_above_percent: { production: null } },
    });
  });
  after(() => service.close());

  const rate = (from: string, to: string, client = service.sandbox) =>
    client.get(`/v1/rates?from=${from}&to=${to}`);

  it('of points are fixed in both directions', async () => {
    const bought = expectBody(await rate('usd', 'svc-points'), 200);
    expect(bought).to.include({ object: 'rate', from: 'usd', to: 'svc-points', rate: '100', type: 'fixed' });
    expect(bought.expires_at).to.equal(null);
    expect(expectBody(await rate('svc-points', 'usd'), 200).rate).to.equal('0.01');
    expect(expectBody(await rate('cad', 'svc-points'), 200).rate).to.equal('33.333333333333333334');
    expect(expectBody(await rate('svc-points', 'cad'), 200).rate).to.equal('0.03');
  });

  it('of coin follow the last trade, before the spread', async () => {
    const traded_at = new Date(now - HOUR_MS).toISOString();
    await trade(service, { price: '2400.50', traded_at }, 'production');
    const { production } = service;
    const sold = expectBody(await rate('svc-coin', 'svc-points', production), 200);
    expect(sold).to.deep.include({ rate: '2400.5', type: 'floating', as_of: traded_at });
    expect(Date.parse(sold.expires_at)).to.equal(Date.parse(traded_at) + 24 * HOUR_MS);
    expect(expectBody(await rate('svc-points', 'svc-coin', production), 200).rate).to.equal(
      '0.000416579879191835',
    );
    // A trade with an older `traded_at` does not change the price.
    await trade(
      service,
      { price: '1.00', traded_at: new Date(now - 2 * HOUR_MS).toISOString() },
      'production',
    );
    expect(expectBody(await rate('svc-coin', 'svc-points', production), 200).rate).to.equal('2400.5');
  });

  it('of coin never expire without a maximum age', async () => {
    expect(expectBody(await rate('svc-coin', 'svc-points'), 200).expires_at).to.equal(null);
  });

  it('are 503 while coin has no current price', async () => {
    now += 23 * HOUR_MS - 1;
    expectBody(await rate('svc-coin', 'svc-points', service.production), 200);
    now += 1;
    const answer = await rate('svc-coin', 'svc-points', service.production);
    expectError(answer, 503, 'provider_unavailable');
    expect(answer.headers.get('retry-after')).to.equal('30');
    const { data } = expectBody(await service.production.get('/v1/routes?kind=conversion'), 200);
    expect(data.map(({ available }: Body) => available)).to.deep.equal([false, false]);
    await trade(service, { price: '9' }, 'production');
    expect(expectBody(await rate('svc-coin', 'svc-points', service.production), 200).rate).to.equal('9');
  });

  it('exist only for pairs with a price', async () => {
    for (const [from, to] of [
      ['usd', 'svc-coin'],
      ['svc-coin', 'usd'],
      ['usd', 'cad'],
      ['eur', 'svc-points'],
      ['svc-points', 'svc-points'],
      ['svc-coin', 'svc-coin'],
      ['svc-gold', 'svc-points'],
      ['toString', 'svc-points'],
    ] as const) {
      expectError(await rate(from, to), 422, 'unsupported_route');
    }
    for (const query of ['', '?from=usd', '?to=svc-points', '?from=usd&to=svc-points&at=now', '?from=&to=x'])
      expectError(await service.sandbox.get(`/v1/rates${query}`), 400, 'malformed_request');
  });
});
