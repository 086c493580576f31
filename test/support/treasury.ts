/** The operator's part of conversions: trades, and allocations to books. */
import { createOperatorClient } from './client.ts';
import type { Answer, Client } from './client.ts';
import type { RunningService } from './service.ts';
import { expectBody, fundedWallet, transferBody } from './api-steps.ts';

type Body = Answer['body'];
type Place = Pick<RunningService, 'url' | 'credentials'>;

/** A client for the operator of the first start. */
export const operatorOf = ({ url, credentials }: Place): Client =>
  createOperatorClient(url, credentials.operator_token);

export async function trade(service: Place, more: object = {}, environment = 'sandbox'): Promise<Body> {
  const body = { side: 'buy', coin_amount: '1000', price: '2500.00', ...more };
  return expectBody(await operatorOf(service).post(`/operator/v1/treasury/${environment}/trades`, body), 201);
}

export async function allocate(service: Place, amounts: object, environment = 'sandbox'): Promise<Body> {
  const body = { integrator_id: service.credentials.integrator_id, ...amounts };
  const path = `/operator/v1/treasury/${environment}/allocations`;
  return expectBody(await operatorOf(service).post(path, body), 201);
}

/** A user's two wallets, with points, and with coin bought with points. */
export async function holderOfBoth(
  client: Client,
  { cashable = '1000.00', earned = '0.00', coinFor = '0' } = {},
): Promise<{ points: Body; coin: Body }> {
  const total = (Number(cashable) + Number(coinFor)).toFixed(2);
  const points = await fundedWallet(client, { cashable: total, earned });
  const coin = expectBody(
    await client.post(`/v1/users/${points.user_id}/wallets`, {
      asset: 'svc-coin',
      acknowledge_price_risk: true,
    }),
    201,
  );
  if (coinFor !== '0') expectBody(await convert(client, points, coin, coinFor), 201);
  return { points, coin };
}

export const quoteBody = (from: Body, to: Body, amount: string) => ({
  source_wallet_id: from.id,
  destination_wallet_id: to.id,
  amount,
});

export const newQuote = async (client: Client, from: Body, to: Body, amount: string): Promise<Body> =>
  expectBody(await client.post('/v1/quotes', quoteBody(from, to, amount)), 201);

/** A conversion at a new quote. */
export async function convert(client: Client, from: Body, to: Body, amount: string): Promise<Answer> {
  const { id } = await newQuote(client, from, to, amount);
  return client.post('/v1/transfers', transferBody(from.id, to.id, amount, { quote_id: id }));
}
