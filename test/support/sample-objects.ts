/** One object of each kind, and a valid request for every operation. */
import { randomUUID } from 'node:crypto';
import { documentedOperations } from './client.ts';
import type { Client, Operation } from './client.ts';
import { holderOfBoth, quoteBody } from './treasury.ts';
import { waitFor } from './wait-for.ts';
import { newEndpoint, setStatus } from './webhook-client.ts';
import {
  expectBody,
  fundedWallet,
  newDepositAccount,
  newPayoutAccount,
  newUser,
  newWallet,
  unknownId,
  onrampBody,
  payoutAccountBody,
  transferBody,
} from './api-steps.ts';

export type SampleObjects = {
  readonly user_id: string;
  readonly wallet_id: string;
  readonly month: string;
  readonly deposit_account_id: string;
  readonly payout_account_id: string;
  /** A one-off on-ramp in awaiting_funds. */
  readonly transfer_id: string;
  readonly transfer_batch_id: string;
  readonly quote_id: string;
  /** Two wallets of one user, for conversions. */
  readonly points_wallet_id: string;
  readonly coin_wallet_id: string;
  readonly event_id: string;
  readonly request_id: string;
  readonly webhook_endpoint_id: string;
  /** It failed, and its endpoint is disabled. */
  readonly webhook_delivery_id: string;
  /** A wallet of another user of the same integrator. */
  readonly other_wallet_id: string;
};

const ENDPOINT = { url: 'https://shop.example/hooks' };

export async function createSampleObjects(client: Client): Promise<SampleObjects> {
  const both = await holderOfBoth(client, { cashable: '1000.00' });
  // Books without an allocation have no quotes.
  const quoted = await client.post('/v1/quotes', quoteBody(both.points, both.coin, '10.00'));
  const wallet = await fundedWallet(client, { cashable: '100.00', earned: '50.00' });
  const account = await newDepositAccount(client, wallet);
  const payout = await newPayoutAccount(client, wallet.user_id);
  const transfer = expectBody(await client.post('/v1/transfers', onrampBody(wallet.id, '5.00')), 201);
  const events = expectBody(await client.get(`/v1/events?object_id=${wallet.user_id}`), 200);
  const other = await newWallet(client);
  const batch = expectBody(
    await client.post('/v1/transfer_batches', batchBody(transferBody(wallet.id, other.id, '1.00'))),
    201,
  );
  const endpoint = expectBody(await client.post('/v1/webhook_endpoints', ENDPOINT), 201);
  return {
    user_id: wallet.user_id,
    wallet_id: wallet.id,
    month: wallet.created_at.slice(0, 7),
    deposit_account_id: account.id,
    payout_account_id: payout.id,
    transfer_id: transfer.id,
    transfer_batch_id: batch.id,
    quote_id: quoted.status === 201 ? quoted.body.id : unknownId('qt'),
    points_wallet_id: both.points.id,
    coin_wallet_id: both.coin.id,
    event_id: events.data[0].id,
    request_id: expectBody(await client.get('/v1/requests?limit=1'), 200).data[0].id,
    webhook_endpoint_id: endpoint.id,
    webhook_delivery_id: await newDelivery(client),
    other_wallet_id: other.id,
  };
}

const batchBody = (...transfers: readonly object[]) => ({ mode: 'independent', transfers });

/** A delivery that is not sent, because the name has no address. */
async function newDelivery(client: Client): Promise<string> {
  const { id } = await newEndpoint(client, 'https://hooks.invalid/hooks');
  await newUser(client);
  const { id: deliveryId } = await waitFor('a delivery', async () => {
    const found = await client.get(`/v1/webhook_endpoints/${id}/deliveries?limit=1`);
    return expectBody(found, 200).data[0];
  });
  await setStatus(client, id, 'disabled');
  return String(deliveryId);
}

/** The operation's path with the IDs of the sample objects. */
export const pathOf = ({ path }: Pick<Operation, 'path'>, world: SampleObjects): string =>
  // Every path parameter has the name of a member of the sample objects.
  path.replace(/\{(\w+)\}/g, (_, name: string) => world[name as keyof SampleObjects]);

/** The required query of the operation, with its question mark. */
export const queryFor = (operationId: string): string =>
  operationId === 'getRate' ? '?from=usd&to=svc-points' : '';

/** A valid body for the operation; undefined if none is needed. */
export function bodyFor(operationId: string, world: SampleObjects): Record<string, unknown> | undefined {
  switch (operationId) {
    case 'createUser':
      return { type: 'individual', external_reference: randomUUID() };
    case 'updateUser':
      return { metadata: { touched: randomUUID() } };
    case 'createWallet':
      return { asset: 'svc-coin', acknowledge_price_risk: true };
    case 'createDepositAccount':
      return {
        source: { currency: 'usd', rail: 'bank_eft' },
        destination: { wallet_id: world.wallet_id },
      };
    case 'createPayoutAccount':
      return payoutAccountBody();
    case 'createQuote':
      return {
        source_wallet_id: world.points_wallet_id,
        destination_wallet_id: world.coin_wallet_id,
        amount: '10.00',
      };
    case 'createTransfer':
      return transferBody(world.wallet_id, world.other_wallet_id, '1.00');
    case 'createTransferBatch':
      return batchBody(transferBody(world.wallet_id, world.other_wallet_id, '1.00'));
    case 'createWebhookEndpoint':
      return ENDPOINT;
    case 'redeliverToWebhookEndpoint':
      return { select: 'failed' };
    case 'updateWebhookEndpoint':
      return { description: randomUUID() };
    case 'setSandboxKyc':
      return { kyc_status: 'approved' };
    case 'createSandboxDeposit':
      return { deposit_account_id: world.deposit_account_id, amount: '2.00' };
    case 'createSandboxReward':
      return { wallet_id: world.wallet_id, amount: '1.00' };
    case 'setSandboxPayoutOutcome':
      return { outcome: 'completed' };
    case 'setSandboxReviewOutcome':
      return { outcome: 'approved' };
    case 'advanceSandboxClock':
      return { seconds: 1 };
    default:
      return undefined;
  }
}

/** Operations that write. */
export const writes = (): readonly Operation[] =>
  documentedOperations().filter(({ method }) => method !== 'GET');

/** Operations that take an idempotency key. */
export const posts = (): readonly Operation[] =>
  documentedOperations().filter(({ method }) => method === 'POST');

/** Sends a valid request for an operation. */
export const send = (client: Client, operation: Operation, world: SampleObjects) => {
  const body = bodyFor(operation.id, world);
  const path = pathOf(operation, world) + queryFor(operation.id);
  return client.request(operation.method, path, body === undefined ? {} : { body });
};
