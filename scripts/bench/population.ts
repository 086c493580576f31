/** Users with funded wallets, created over HTTP, and one transfer as an example response. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunningService } from './service.ts';

type Service = Pick<RunningService, 'port' | 'apiKey'>;

export type Wallet = { readonly userId: string; readonly walletId: string };

export type Post = (path: string, body: unknown) => Promise<Readonly<Record<string, unknown>>>;

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
export function poster({ port, apiKey }: Service): Post {
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
