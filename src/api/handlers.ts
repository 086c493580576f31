/** The handlers of all operations of the API. Paths, access, and schemas are declared in `schemas/operations.json`. */
import { operations, type OperationId } from '../generated/operations.ts';
import { bindHandlers, type ApiOperation, type BodyCheck, type Handlers } from './operations/operation.ts';
import { deliveryHandlers } from './resources/deliveries.ts';
import { depositAccountHandlers } from './resources/deposit-accounts.ts';
import { eventHandlers, eventStreamHandlers } from './resources/events.ts';
import { checkRedirectUrl, onboardingLinkHandlers } from './resources/onboarding-links.ts';
import { checkPayoutDetails, payoutAccountHandlers } from './resources/payout-accounts.ts';
import { quoteHandlers, rateHandlers, routeListHandlers } from './resources/quotes.ts';
import { bulkRedeliveryHandlers, checkRedeliver, redeliveryHandlers } from './resources/redelivery.ts';
import { requestHandlers } from './resources/requests.ts';
import { sandboxClockHandlers, sandboxHandlers, sandboxResetHandlers } from './resources/sandbox.ts';
import { cancelTransferHandlers } from './resources/transfer-command.ts';
import { transferBatchHandlers } from './resources/transfer-batches.ts';
import { transferHandlers } from './resources/transfers.ts';
import { checkUser, userHandlers } from './resources/users.ts';
import { walletHandlers } from './resources/wallets.ts';
import { checkEndpointUrl, webhookEndpointHandlers } from './resources/webhook-endpoints.ts';

const handlers = {
  ...userHandlers,
  ...onboardingLinkHandlers,
  ...walletHandlers,
  ...depositAccountHandlers,
  ...payoutAccountHandlers,
  ...transferHandlers,
  ...transferBatchHandlers,
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
  createUser: checkUser,
  updateUser: checkUser,
  createOnboardingLinks: checkRedirectUrl,
  createPayoutAccount: checkPayoutDetails,
  createWebhookEndpoint: checkEndpointUrl,
  updateWebhookEndpoint: checkEndpointUrl,
  redeliverToWebhookEndpoint: checkRedeliver,
} satisfies Partial<Record<OperationId, BodyCheck>>;

export const apiOperations: readonly ApiOperation[] = bindHandlers(operations, handlers, bodyChecks);
