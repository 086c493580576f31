/** Users with funded wallets, and users who can convert and cash out, created over HTTP. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Request } from './load.ts';
import type { RunningService } from './service.ts';

type Service = Pick<RunningService, 'port' | 'apiKey'>;

export type Wallet = { readonly userId: string; readonly walletId: string };

type Post = (path: string, body: unknown) => Promise<Readonly<Record<string, unknown>>>;

export async function populate(service: Service, count: number, atOnce = 16): Promise<Wallet[]> {
  const post = poster(service);
  const wallets: Wallet[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next++ < count) wallets.push(await makeWallet(post));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return wallets;
}

async function makeWallet(post: Post): Promise<Wallet> {
  const user = await post('/v1/users', { type: 'individual', external_reference: randomUUID() });
  const userId = String(user['id']);
  await post(`/v1/sandbox/users/${userId}/kyc`, { kyc_status: 'approved' });
  const wallet = await post(`/v1/users/${userId}/wallets`, { asset: 'svc-points' });
  const walletId = String(wallet['id']);
  await post('/v1/sandbox/rewards', { wallet_id: walletId, amount: '1000000.00' });
  return { userId, walletId };
}

/** The response to a transfer. */
export const exampleTransfer = (service: RunningService, body: unknown): Promise<unknown> =>
  poster(service)('/v1/transfers', body);

const BUSY_RETRIES_MAX = 60;

/** Sends POST requests with unique keys, again while the service is busy; throws unless the response is 2xx. */
function poster({ port, apiKey }: Service): Post {
  return async (path, body) => {
    const idempotencyKey = randomUUID();
    const send = (): Promise<Response> =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: { 'Api-Key': apiKey, 'Idempotency-Key': idempotencyKey, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    let response = await send();
    for (let retries = 0; response.status === 503 && retries < BUSY_RETRIES_MAX; retries++) {
      await delay(1_000 * Number(response.headers.get('retry-after') ?? 1));
      response = await send();
    }
    const text = await response.text();
    if (!response.ok) throw new Error(`POST ${path} was answered with ${response.status}: ${text}`);
    // Every API response is an object.
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  };
}

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
