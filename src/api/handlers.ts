/** The handlers of all operations of the API. Paths, access, and schemas are declared in `schemas/operations.json`. */
import { operations } from '../generated/operations.ts';
import type { OperationId } from '../generated/operations.ts';
import { bindHandlers } from './operations/operation.ts';
import type { ApiOperation, BodyCheck, Handlers } from './operations/operation.ts';
import { depositAccountHandlers } from './resources/deposits/deposit-accounts.ts';
import { payoutAccountHandlers } from './resources/payouts/payout-accounts.ts';
import { checkPayoutDetails } from './resources/payouts/payout-details.ts';
import { routeListHandlers } from './resources/quotes/published-routes.ts';
import { quoteHandlers } from './resources/quotes/quotes.ts';
import { rateHandlers } from './resources/quotes/rates.ts';
import { sandboxClockHandlers } from './resources/sandbox/sandbox-clock.ts';
import { sandboxResetHandlers } from './resources/sandbox/sandbox-reset.ts';
import { requestHandlers } from './resources/requests/requests.ts';
import { sandboxHandlers } from './resources/sandbox/sandbox.ts';
import { cancelTransferHandlers } from './resources/transfers/cancel-transfer.ts';
import { transferHandlers } from './resources/transfers/transfers.ts';
import { checkRedirectUrl, onboardingLinkHandlers } from './resources/users/onboarding-links.ts';
import { checkCountry, userHandlers } from './resources/users/users.ts';
import { walletHandlers } from './resources/wallets/wallets.ts';
import { eventStreamHandlers } from './resources/webhooks/event-stream.ts';
import { eventHandlers } from './resources/webhooks/events.ts';
import { bulkRedeliveryHandlers, checkRedeliver } from './resources/webhooks/bulk-redelivery.ts';
import { deliveryHandlers } from './resources/webhooks/deliveries.ts';
import { redeliveryHandlers } from './resources/webhooks/redelivery.ts';
import { checkEndpointUrl, webhookEndpointHandlers } from './resources/webhooks/webhook-endpoints.ts';

const handlers = {
  ...userHandlers,
  ...onboardingLinkHandlers,
  ...walletHandlers,
  ...depositAccountHandlers,
  ...payoutAccountHandlers,
  ...transferHandlers,
  ...cancelTransferHandlers,
  ...routeListHandlers,
  ...rateHandlers,
  ...quoteHandlers,
  ...eventHandlers,
  ...eventStreamHandlers,
  ...redeliveryHandlers,
  ...deliveryHandlers,
  ...bulkRedeliveryHandlers,
  ...webhookEndpointHandlers,
  ...requestHandlers,
  ...sandboxHandlers,
  ...sandboxClockHandlers,
  ...sandboxResetHandlers,
} satisfies Handlers;

const bodyChecks = {
  createUser: checkCountry,
  createOnboardingLinks: checkRedirectUrl,
  createPayoutAccount: checkPayoutDetails,
  createWebhookEndpoint: checkEndpointUrl,
  updateWebhookEndpoint: checkEndpointUrl,
  redeliverToWebhookEndpoint: checkRedeliver,
} satisfies Partial<Record<OperationId, BodyCheck>>;

export const apiOperations: readonly ApiOperation[] = bindHandlers(operations, handlers, bodyChecks);
