import { expect } from 'chai';
import type { Answer, Client } from '../../../support/client.ts';
import { startTestService } from '../../../support/service.ts';
import type { RunningService } from '../../../support/service.ts';
import {
  expectBody,
  expectError,
  newDepositAccount,
  newWallet,
  onrampBody,
} from '../../../support/api-steps.ts';

describe('Routes', () => {
  let service: RunningService;
  let sandbox: Client;
  before(async () => {
    service = await startTestService();
    ({ sandbox } = service);
  });
  after(() => service.close());

  const routes = async (query = '', client = sandbox): Promise<Answer['body'][]> =>
    expectBody(await client.get(`/v1/routes${query}`), 200).data;

  it('list pairs with limits and decimals', async () => {
    const points = { type: 'wallet', asset: 'svc-points', decimals: 2 };
    const coin = { type: 'wallet', asset: 'svc-coin', decimals: 8 };
    const bank = (currency: string) => ({ type: 'fiat', currency, rail: 'bank_eft', decimals: 2 });
    const all = await routes();
    const between = { kind: 'user_to_user', settlement_time_seconds: 0, available: true };
    expect(all).to.deep.include.members([
      { ...between, source: points, destination: points, min_amount: '0.01', max_amount: '2500000.00' },
      { ...between, source: coin, destination: coin, min_amount: '0.00000100', max_amount: '100.00000000' },
    ]);
    for (const [currency, country] of [
      ['usd', { country: 'US' }],
      ['cad', { country: 'CA' }],
      ['eur', { country: null }],
    ] as const) {
      const source = { ...bank(currency), ...country };
      const [route, ...more] = all.filter(
        ({ kind, source: { currency: unit, rail } }) =>
          kind === 'onramp' && unit === currency && rail === 'bank_eft',
      );
      expect(more).to.deep.equal([]);
      expect(route).to.deep.include({
        kind: 'onramp',
        source,
        destination: points,
        min_amount: '1.00',
        max_amount: '25000.00',
        available: true,
      });
    }
    expect(all.filter(({ source }) => source.rail === 'emailpay')).to.deep.equal([
      {
        kind: 'onramp',
        source: { type: 'fiat', currency: 'cad', rail: 'emailpay', country: 'CA', decimals: 2 },
        destination: points,
        min_amount: '1.00',
        max_amount: '25000.00',
        settlement_time_seconds: 1_800,
        available: true,
      },
    ]);
  });

  it('are filtered by kind and country; routes without a country always match', async () => {
    const all = await routes();
    const countryOf = ({ source, destination }: Answer['body']) => source.country ?? destination.country;
    for (const kind of ['user_to_user', 'conversion', 'onramp', 'offramp']) {
      expect(await routes(`?kind=${kind}`)).to.deep.equal(all.filter((route) => route.kind === kind));
    }
    for (const country of ['US', 'CA', 'FR']) {
      const wanted = all.filter((route) => [undefined, null, country].includes(countryOf(route)));
      expect(await routes(`?country=${country}`)).to.deep.equal(wanted);
      expect(await routes(`?country=${country}&kind=onramp`)).to.deep.equal(
        wanted.filter((route) => route.kind === 'onramp'),
      );
    }
    for (const query of ['limit=10', 'country=ZZ', 'country=us', 'kind=gift'])
      expectError(await sandbox.get(`/v1/routes?${query}`), 400, 'malformed_request');
  });

  it('are accepted by on-ramps within the listed limits', async () => {
    const wallet = await newWallet(sandbox);
    for (const { source, min_amount, max_amount } of await routes('?kind=onramp')) {
      const { type, currency, rail } = source;
      for (const amount of [min_amount, max_amount]) {
        const body = onrampBody(wallet.id, amount, { source: { type, currency, rail } });
        expectBody(await sandbox.post('/v1/transfers', body), 201);
      }
      if (rail !== 'bank_eft') continue;
      expect((await newDepositAccount(sandbox, wallet, currency)).source).to.deep.equal({ currency, rail });
    }
  });

  it('are unavailable in production without a provider', async () => {
    const all = await routes('', service.production);
    for (const { kind, available } of all) expect(available, kind).to.equal(kind === 'user_to_user');
  });
});
