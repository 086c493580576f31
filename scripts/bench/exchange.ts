/** Users who can convert and cash out: with cashable points, a coin wallet, and a bank account. */
import { randomUUID } from 'node:crypto';
import type { Request } from './load.ts';
import { poster } from './population.ts';
import type { Post } from './population.ts';
import type { RunningService } from './service.ts';

type Exchanger = {
  readonly pointsWallet: string;
  readonly coinWallet: string;
  readonly payoutAccount: string;
};

/** At the fixed price of 100 points per dollar: 2.5 million points per deposit. */
const DEPOSIT = '25000.00';
const DEPOSITS = 4;

export async function populateExchangers(service: RunningService, count: number): Promise<Exchanger[]> {
  const post = poster(service);
  const exchangers: Exchanger[] = [];
  for (let i = 0; i < count; i++) exchangers.push(await makeExchanger(post));
  return exchangers;
}

async function makeExchanger(post: Post): Promise<Exchanger> {
  const user = await post('/v1/users', {
    type: 'individual',
    external_reference: randomUUID(),
    first_name: 'A',
  });
  const userId = String(user['id']);
  await post(`/v1/sandbox/users/${userId}/kyc`, { kyc_status: 'approved' });
  const wallets = `/v1/users/${userId}/wallets`;
  const points = await post(wallets, { asset: 'svc-points' });
  const coin = await post(wallets, { asset: 'svc-coin', acknowledge_price_risk: true });
  const pointsWallet = String(points['id']);
  const deposits = await post(`/v1/users/${userId}/deposit_accounts`, {
    source: { currency: 'usd', rail: 'bank_eft' },
    destination: { wallet_id: pointsWallet },
  });
  for (let i = 0; i < DEPOSITS; i++) {
    const deposit = { deposit_account_id: deposits['id'], amount: DEPOSIT };
    const { id, state } = await post('/v1/sandbox/deposits', deposit);
    if (state === 'in_review')
      await post(`/v1/sandbox/transfers/${String(id)}/review_outcome`, { outcome: 'approved' });
  }
  const account = await post(`/v1/users/${userId}/payout_accounts`, {
    type: 'bank',
    currency: 'usd',
    country: 'US',
    rail: 'bank_eft',
    account_owner_name: 'A',
    bank: { bank_name: 'B', account_number: '000123456789', routing_code: '021000021' },
  });
  return { pointsWallet, coinWallet: String(coin['id']), payoutAccount: String(account['id']) };
}

export const payoutRequest = ({ pointsWallet, payoutAccount }: Exchanger): Request => ({
  method: 'POST',
  path: '/v1/transfers',
  body: {
    source: { type: 'wallet', wallet_id: pointsWallet },
    destination: { type: 'payout_account', payout_account_id: payoutAccount },
    amount: '100.00',
  },
});

const AT_ONCE = 32;

/** Conversions with one quote each. Quotes live long enough for the next round. */
export async function quotedConversions(
  service: RunningService,
  exchangers: readonly Exchanger[],
  count: number,
): Promise<Request[]> {
  const post = poster(service);
  const requests: Request[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let i = next++; i < count; i = next++) {
      const exchanger = exchangers[i % exchangers.length];
      if (exchanger !== undefined) requests.push(await quotedConversion(post, exchanger));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return requests;
}

async function quotedConversion(post: Post, { pointsWallet, coinWallet }: Exchanger): Promise<Request> {
  const amount = '0.10';
  const ends = { source_wallet_id: pointsWallet, destination_wallet_id: coinWallet };
  const { id: quote_id } = await post('/v1/quotes', { ...ends, amount });
  const body = {
    source: { type: 'wallet', wallet_id: pointsWallet },
    destination: { type: 'wallet', wallet_id: coinWallet },
    amount,
    quote_id,
  };
  return { method: 'POST', path: '/v1/transfers', body };
}
