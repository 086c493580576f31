/** Converts points to coin and back, each at a quoted price. */
import { at, cents, text } from './client.ts';
import type { Client } from './client.ts';
import { label, step } from './output.ts';
import { check, get, post } from './requests.ts';
import type { Person } from './requests.ts';

export async function coin(client: Client, person: Person): Promise<void> {
  const { name, userId, walletId } = person;
  step(`Open a coin wallet for ${name}; this requires acknowledging the price risk`);
  const wallets = `/v1/users/${userId}/wallets`;
  await post(client, wallets, { asset: 'svc-coin' }, { expect: 422, shown: [] });
  const opened = await post(
    client,
    wallets,
    { asset: 'svc-coin', acknowledge_price_risk: true },
    { expect: 201, shown: ['id', 'asset', 'price_risk_acknowledged_at'] },
  );
  const coinWallet = text(opened.body, 'id');
  label(coinWallet, `${name.toLowerCase()}'s coin`);
  await get(client, '/v1/rates?from=svc-points&to=svc-coin', ['rate', 'type', 'as_of']);

  step('Buy coin for 1000.00 points at a quote, which locks the price for 30 seconds');
  const bought = await convert(client, walletId, coinWallet, '1000.00');
  check(
    'the wallet received the quoted amount of coin',
    at(bought.body, 'receipt.amount_credited') === bought.promised,
  );
  step('Using the same quote again is refused');
  await post(client, '/v1/transfers', bought.request, { expect: 409, shown: [] });

  step(`${name} sells all coin`);
  const sold = await convert(client, coinWallet, walletId, bought.promised);
  const back = cents(text(sold.body, 'receipt.amount_credited'));
  check(
    'the points received are less than 1000.00 by the spread, charged twice',
    back < cents('1000.00') && back > cents('970.00'),
  );
}

type Converted = {
  readonly request: { readonly quote_id: string; readonly [name: string]: unknown };
  readonly body: unknown;
  readonly promised: string;
};

async function convert(client: Client, from: string, to: string, amount: string): Promise<Converted> {
  const wanted = { source_wallet_id: from, destination_wallet_id: to, amount };
  const shown = ['id', 'rate', 'amount_out', 'expires_at'];
  const quote = await post(client, '/v1/quotes', wanted, { expect: 201, shown });
  const quote_id = text(quote.body, 'id');
  label(quote_id, 'the quote');
  const request = {
    source: { type: 'wallet', wallet_id: from },
    destination: { type: 'wallet', wallet_id: to },
    amount,
    quote_id,
  };
  const settled = {
    expect: 201,
    shown: ['kind', 'state', 'receipt.amount_debited', 'receipt.amount_credited'],
  };
  const { body } = await post(client, '/v1/transfers', request, settled);
  return { request, body, promised: text(quote.body, 'amount_out') };
}
