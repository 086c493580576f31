/** A service with one object of every kind, and operators of every role. */
import { transferInReview, userUnderReview } from '../support/operator-world.ts';
import { ROLES, startServiceWithOperators } from '../support/service-with-operators.ts';
import type { ServiceWithOperators, RoleName } from '../support/service-with-operators.ts';
import {
  expectBody,
  fundedWallet,
  newDepositAccount,
  newPayoutAccount,
  newWallet,
  submittedOfframp,
  transferBody,
} from '../support/api-steps.ts';
import { statementOf } from '../support/statements.ts';
import { startWebhookReceiver, statusResponse } from '../support/webhook-receiver.ts';
import type { WebhookReceiver } from '../support/webhook-receiver.ts';
import { holderOfBoth, quoteBody } from '../support/treasury.ts';
import { waitFor } from '../support/wait-for.ts';
import { LOCAL, newEndpoint } from '../support/webhook-client.ts';

export type ConsoleWorld = {
  readonly service: ServiceWithOperators;
  /** Texts of operators' tokens, by role. */
  readonly tokens: Readonly<Record<RoleName, string>>;
  readonly integrator_id: string;
  readonly user_id: string;
  readonly wallet_id: string;
  readonly coin_wallet_id: string;
  readonly deposit_account_id: string;
  readonly payout_account_id: string;
  readonly quote_id: string;
  /** A transfer between users, and one that is held. */
  readonly transfer_id: string;
  readonly held_id: string;
  readonly offramp_id: string;
  readonly under_review_id: string;
  /** A large reward that waits for a second operator. */
  readonly proposal_id: string;
  readonly key_id: string;
  readonly token_id: string;
  readonly webhook_endpoint_id: string;
  /** A delivery that has succeeded. */
  readonly webhook_delivery_id: string;
  readonly receiver: WebhookReceiver;
  close(): Promise<void>;
};

export async function startConsole(settings: object = {}): Promise<ConsoleWorld> {
  const service = await startServiceWithOperators({
    ...LOCAL,
    dual_control: { rewards_at_least: '50000.00' },
    ...settings,
  });
  const receiver = await startWebhookReceiver();
  receiver.respondWith(statusResponse(200, 'Thank you.'));
  const endpoint = await newEndpoint(service.sandbox, `${receiver.url}/hooks`);
  const { sandbox, admin } = service;
  const tokens: Partial<Record<RoleName, string>> = {};
  let token_id = '';
  for (const role of ROLES) {
    const issued = expectBody(await admin.post('/operator/v1/tokens', { name: `Robin ${role}`, role }), 201);
    tokens[role] = issued.secret;
    token_id = issued.id;
  }
  const wallet = await fundedWallet(sandbox, { cashable: '12500.00', earned: '750.00' });
  const reward = await admin.post(`/operator/v1/wallets/${wallet.id}/rewards`, { amount: '60000.00' });
  const proposal_id = expectBody(reward, 202).id;
  const other = await newWallet(sandbox);
  const both = await holderOfBoth(sandbox, { cashable: '4000.00' });
  const quote = expectBody(
    await sandbox.post('/v1/quotes', quoteBody(both.points, both.coin, '1000.00')),
    201,
  );
  const account = await newDepositAccount(sandbox, wallet);
  const payout = await newPayoutAccount(sandbox, wallet.user_id);
  const transfer = expectBody(
    await sandbox.post('/v1/transfers', transferBody(wallet.id, other.id, '1840.00')),
    201,
  );
  const offramp = await submittedOfframp(sandbox, wallet.id, payout.id, '2500.00');
  const held = await transferInReview(sandbox);
  const person = await userUnderReview(sandbox);
  const integrator_id = service.credentials.integrator_id;
  const key = expectBody(
    await admin.post(`/operator/v1/integrators/${integrator_id}/keys`, {
      environment: 'sandbox',
      permissions: 'read',
    }),
    201,
  );
  const delivery = await waitFor('a delivery', async () => {
    const path = `/operator/v1/webhook_endpoints/${endpoint.id}/deliveries?state=succeeded`;
    return expectBody(await admin.get(path), 200).data[0];
  });
  return {
    service,
    receiver,
    webhook_endpoint_id: endpoint.id,
    webhook_delivery_id: delivery.id,
    async close() {
      await service.close();
      await receiver.close();
    },
    // Every role has a token.
    tokens: tokens as Record<RoleName, string>,
    integrator_id,
    user_id: wallet.user_id,
    wallet_id: wallet.id,
    coin_wallet_id: both.coin.id,
    deposit_account_id: account.id,
    payout_account_id: payout.id,
    quote_id: quote.id,
    transfer_id: transfer.id,
    held_id: held.id,
    offramp_id: offramp.id,
    under_review_id: person.id,
    proposal_id,
    key_id: key.id,
    token_id,
  };
}

/** Imports a statement of today's payments with lines that no book has. Returns the ID of the first of these breaks. */
export async function addBreaks({ service: { admin } }: ConsoleWorld): Promise<string> {
  const today = new Date().toISOString().slice(0, 10);
  const lines = [
    { day: today, amount: '-6.50', reference: 'FEE-1' },
    { day: today, amount: '-75.00', reference: 'PAY-1' },
    { day: today, amount: '75.00', reference: 'RET-1' },
  ];
  const path = '/operator/v1/reconciliation/sandbox';
  const statement = statementOf(lines, { opened_on: today, closed_on: today });
  expectBody(await admin.post(`${path}/statements`, statement), 201);
  const { data } = expectBody(await admin.get(`${path}/items?breaks=open`), 200);
  return data.find(
    ({ line }: { line: { bank_reference: string } | null }) => line?.bank_reference === 'PAY-1',
  ).id;
}
