/**
 * Every endpoint of the interface. Whatever is in this list gets keys, limits, idempotency, validation and error answers
 * from `serve`; a new endpoint is its schema, one handler, and its place in here.
 */
import { cancelRoutes } from './cancel.ts';
import { depositAccountsRoutes } from './deposit-accounts.ts';
import { eventsRoutes } from './events.ts';
import { onboardingRoutes } from './onboarding.ts';
import { payoutAccountsRoutes } from './payout-accounts.ts';
import { publishedRoutes } from './published-routes.ts';
import { quotesRoutes } from './quotes.ts';
import { redeliveryRoutes } from './redelivery.ts';
import { ratesRoutes } from './rates.ts';
import type { Route } from './route.ts';
import { sandboxRoutes } from './sandbox.ts';
import { transfersRoutes } from './transfers.ts';
import { usersRoutes } from './users.ts';
import { walletsRoutes } from './wallets.ts';
import { webhookEndpointsRoutes } from './webhook-endpoints.ts';

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
