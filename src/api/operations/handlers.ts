/**
 * Every endpoint of the interface. Whatever is in this list gets keys, limits, idempotency, validation and error answers
 * from `serve`; a new endpoint is its schema, one handler, and its place in here.
 */
import { cancelRoutes } from '../resources/transfers/cancel-transfer.ts';
import { depositAccountsRoutes } from '../resources/deposits/deposit-accounts.ts';
import { eventsRoutes } from '../resources/webhooks/events.ts';
import { onboardingRoutes } from '../resources/users/onboarding-links.ts';
import { payoutAccountsRoutes } from '../resources/payouts/payout-accounts.ts';
import { publishedRoutes } from '../resources/quotes/published-routes.ts';
import { quotesRoutes } from '../resources/quotes/quotes.ts';
import { redeliveryRoutes } from '../resources/webhooks/redelivery.ts';
import { ratesRoutes } from '../resources/quotes/rates.ts';
import type { Route } from './operation.ts';
import { sandboxRoutes } from '../resources/sandbox/sandbox.ts';
import { transfersRoutes } from '../resources/transfers/transfers.ts';
import { usersRoutes } from '../resources/users/users.ts';
import { walletsRoutes } from '../resources/wallets/wallets.ts';
import { webhookEndpointsRoutes } from '../resources/webhooks/webhook-endpoints.ts';

export const routes: readonly Route[] = [
  ...usersRoutes,
  ...onboardingRoutes,
  ...walletsRoutes,
  ...depositAccountsRoutes,
  ...payoutAccountsRoutes,
  ...transfersRoutes,
  ...cancelRoutes,
  ...publishedRoutes,
  ...ratesRoutes,
  ...quotesRoutes,
  ...eventsRoutes,
  ...redeliveryRoutes,
  ...webhookEndpointsRoutes,
  ...sandboxRoutes,
];
