/** What the variables of the examples stand for: objects of the suite's own, in the state that a call wants them in. */
import type { Answer, Client } from '../support/client.ts';
import type { ServiceWithOperators } from '../support/service-with-operators.ts';
import {
  approvedUser,
  expectBody,
  fundedWallet,
  newDepositAccount,
  newPayoutAccount,
  newUser,
  newWallet,
  onrampBody,
  transferBody,
  submittedOfframp,
} from '../support/api-steps.ts';
import { holderOfBoth, newQuote } from '../support/treasury.ts';
import { transferInReview } from '../support/operator-world.ts';
import { waitFor } from '../support/wait-for.ts';

/** By the names that the examples have them under. */
export type Variables = Readonly<Record<string, string>>;

const WEBHOOK = { url: 'https://shop.example/webhooks' };

/** One of everything, with money where it takes some. */
export async function makeObjects({ sandbox }: Pick<ServiceWithOperators, 'sandbox'>): Promise<Variables> {
  const { points, coin } = await holderOfBoth(sandbox, { cashable: '100000.00' });
  const other = await newWallet(sandbox);
  const deposits = await newDepositAccount(sandbox, points);
  const payouts = await newPayoutAccount(sandbox, points.user_id);
  const transfer = expectBody(await sandbox.post('/v1/transfers', onrampBody(points.id, '5.00')), 201);
  const transfers = [transferBody(points.id, other.id, '1.00')];
  const batch = expectBody(
    await sandbox.post('/v1/transfer_batches', { mode: 'independent', transfers }),
    201,
  );
  const quote = await newQuote(sandbox, points, coin, '10.00');
  const events = expectBody(await sandbox.get(`/v1/events?object_id=${transfer.id}`), 200);
  const endpoint = await newEndpoint(sandbox);
  const delivery = await newDelivery(sandbox, endpoint.id, points.id);
  const request = await loggedRequest(sandbox);
  return {
    USER_ID: points.user_id,
    OTHER_USER_ID: other.user_id,
    WALLET_ID: points.id,
    COIN_WALLET_ID: coin.id,
    OTHER_WALLET_ID: other.id,
    DEPOSIT_ACCOUNT_ID: deposits.id,
    PAYOUT_ACCOUNT_ID: payouts.id,
    TRANSFER_ID: transfer.id,
    TRANSFER_BATCH_ID: batch.id,
    QUOTE_ID: quote.id,
    EVENT_ID: events.data[0].id,
    WEBHOOK_ENDPOINT_ID: endpoint.id,
    WEBHOOK_DELIVERY_ID: delivery.id,
    REQUEST_ID: request.id,
    MONTH: points.created_at.slice(0, 7),
  };
}

async function newEndpoint(client: Client, status = 'enabled'): Promise<Answer['body']> {
  const { id } = expectBody(await client.post('/v1/webhook_endpoints', WEBHOOK), 201);
  return expectBody(await client.patch(`/v1/webhook_endpoints/${id}`, { status }), 200);
}

/** Causes an event, and waits for its delivery, which does not have to succeed. */
async function newDelivery(client: Client, endpointId: string, walletId: string): Promise<Answer['body']> {
  expectBody(await client.post('/v1/transfers', onrampBody(walletId, '5.00')), 201);
  return waitFor('a delivery', async () => {
    const { data } = expectBody(await client.get(`/v1/webhook_endpoints/${endpointId}/deliveries`), 200);
    return data[0];
  });
}

/** A request in the log, which is written in the background. */
const loggedRequest = (client: Client): Promise<Answer['body']> =>
  waitFor('a request in the log', async () => expectBody(await client.get('/v1/requests'), 200).data[0]);

/** Where an operation needs an object in a state of its own. */
export async function objectsFor(
  operationId: string,
  { sandbox }: Pick<ServiceWithOperators, 'sandbox'>,
  { WALLET_ID = '', PAYOUT_ACCOUNT_ID = '' }: Variables,
): Promise<Variables> {
  switch (operationId) {
    case 'deactivateUser':
      return { USER_ID: (await approvedUser(sandbox)).id };
    case 'setSandboxKyc':
      return { USER_ID: (await newUser(sandbox)).id };
    case 'createWallet':
      return { USER_ID: (await approvedUser(sandbox)).id };
    case 'deactivateDepositAccount':
    case 'reactivateDepositAccount': {
      const wallet = await newWallet(sandbox);
      const account = await newDepositAccount(sandbox, wallet);
      const path = `/v1/users/${wallet.user_id}/deposit_accounts/${account.id}/deactivate`;
      if (operationId === 'reactivateDepositAccount') expectBody(await sandbox.post(path), 200);
      return { USER_ID: wallet.user_id, DEPOSIT_ACCOUNT_ID: account.id };
    }
    case 'deletePayoutAccount': {
      const user = await approvedUser(sandbox);
      const account = await newPayoutAccount(sandbox, user.id);
      return { USER_ID: user.id, PAYOUT_ACCOUNT_ID: account.id };
    }
    case 'cancelTransfer': {
      const wallet = await fundedWallet(sandbox, {});
      const transfer = expectBody(await sandbox.post('/v1/transfers', onrampBody(wallet.id, '5.00')), 201);
      return { TRANSFER_ID: transfer.id };
    }
    case 'setSandboxPayoutOutcome':
      return { TRANSFER_ID: (await submittedOfframp(sandbox, WALLET_ID, PAYOUT_ACCOUNT_ID)).id };
    case 'createSandboxPayoutReturn':
      return { TRANSFER_ID: await completedPayout(sandbox) };
    case 'createSandboxDepositReversal':
      return { TRANSFER_ID: await completedDeposit(sandbox) };
    case 'setSandboxReviewOutcome':
      return { TRANSFER_ID: (await transferInReview(sandbox)).id };
    case 'deleteWebhookEndpoint':
      return { WEBHOOK_ENDPOINT_ID: (await newEndpoint(sandbox, 'disabled')).id };
    default:
      return {};
  }
}

async function completedPayout(sandbox: Client): Promise<string> {
  const wallet = await fundedWallet(sandbox, { cashable: '1000.00' });
  const account = await newPayoutAccount(sandbox, wallet.user_id);
  const { id } = await submittedOfframp(sandbox, wallet.id, account.id);
  const path = `/v1/sandbox/transfers/${String(id)}/payout_outcome`;
  return expectBody(await sandbox.post(path, { outcome: 'completed' }), 200).id;
}

async function completedDeposit(sandbox: Client): Promise<string> {
  const account = await newDepositAccount(sandbox, await newWallet(sandbox));
  const deposit = { deposit_account_id: account.id, amount: '5.00' };
  return expectBody(await sandbox.post('/v1/sandbox/deposits', deposit), 200).id;
}

/** The same for operators. */
export async function objectsOfOperators(
  operationId: string,
  { sandbox }: Pick<ServiceWithOperators, 'sandbox'>,
): Promise<Variables> {
  // It is over, and older than the breaks of other examples.
  if (operationId === 'closeReconciliationDay') return { DAY: '2020-01-01' };
  if (operationId === 'returnPayout') return { TRANSFER_ID: await completedPayout(sandbox) };
  if (operationId === 'reverseDeposit') return { TRANSFER_ID: await completedDeposit(sandbox) };
  if (operationId !== 'forgetUser') return {};
  const { id } = await approvedUser(sandbox);
  expectBody(await sandbox.post(`/v1/users/${String(id)}/deactivate`), 200);
  return { USER_ID: id };
}
