/** Conversions to measure. A quote can be used once, so every round gets quotes of its own, made before its clock runs. */
import { randomUUID } from 'node:crypto';
import type { Request } from './load.ts';
import { poster } from './population.ts';
import type { Post } from './population.ts';
import type { RunningService } from './service.ts';

const HOLDERS = 32;
const AT_ONCE = 32;
/** More than a service on this machine gets through; each connection of the load starts at a place of its own. */
const QUOTES_PER_SECOND = 4_000;

type Holder = { readonly points: string; readonly coin: string };

/** Gives the requests of a round that lasts so many seconds. */
export async function conversionsOf(
  service: RunningService,
): Promise<(seconds: number) => Promise<readonly Request[]>> {
  const post = poster(service);
  const holders = await Promise.all(Array.from({ length: HOLDERS }, () => makeHolder(post)));
  return async (seconds) => {
    const requests: Request[] = [];
    let left = QUOTES_PER_SECOND * seconds;
    const work = async (holder: Holder): Promise<void> => {
      while (left-- > 0) requests.push(await conversion(post, holder));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => work(holders[i % HOLDERS] ?? NOBODY)));
    return requests;
  };
}

const NOBODY: Holder = { points: '', coin: '' };

/** A user with points that can buy coin. */
async function makeHolder(post: Post): Promise<Holder> {
  const user = String(
    (await post('/v1/users', { type: 'individual', external_reference: randomUUID() }))['id'],
  );
  await post(`/v1/sandbox/users/${user}/kyc`, { kyc_status: 'approved' });
  const open = async (asset: string, more: object): Promise<string> =>
    String((await post(`/v1/users/${user}/wallets`, { asset, ...more }))['id']);
  const points = await open('svc-points', {});
  const coin = await open('svc-coin', { acknowledge_price_risk: true });
  const account = await post(`/v1/users/${user}/deposit_accounts`, {
    source: { currency: 'usd', rail: 'bank_eft' },
    destination: { wallet_id: points },
  });
  await post('/v1/sandbox/deposits', { deposit_account_id: account['id'], amount: '9000.00' });
  return { points, coin };
}

async function conversion(post: Post, { points, coin }: Holder): Promise<Request> {
  const amount = '1.00';
  const wallets = { source_wallet_id: points, destination_wallet_id: coin };
  const { id: quote_id } = await post('/v1/quotes', { ...wallets, amount });
  const ends = {
    source: { type: 'wallet', wallet_id: points },
    destination: { type: 'wallet', wallet_id: coin },
  };
  return { method: 'POST', path: '/v1/transfers', body: { ...ends, amount, quote_id } };
}
