/** Every endpoint of the operator API; see src/http/routes.ts for what being in such a list does. */
import { auditRoutes } from './audit.ts';
import { forgettingRoutes } from './forgetting.ts';
import { identitiesRoutes } from './identities.ts';
import { integratorsRoutes } from './integrators.ts';
import { keysRoutes } from './keys.ts';
import { payoutsRoutes } from './payouts.ts';
import { projectionsRoutes } from './projections.ts';
import { railsRoutes } from './rails.ts';
import type { OperatorRoute } from './route.ts';
import { reviewsRoutes } from './reviews.ts';
import { snapshotsRoutes } from './snapshots.ts';
import { tokensRoutes } from './tokens.ts';
import { treasuryRoutes } from './treasury.ts';
import { walletsRoutes } from './wallets.ts';
import { webhookDeliveriesRoutes } from './webhook-deliveries.ts';
import { operatedWebhookEndpointsRoutes } from './webhook-endpoints.ts';

export const operatorRoutes: readonly OperatorRoute[] = [
  ...integratorsRoutes,
  ...keysRoutes,
  ...tokensRoutes,
  ...treasuryRoutes,
  ...reviewsRoutes,
  ...payoutsRoutes,
  ...identitiesRoutes,
  ...walletsRoutes,
  ...railsRoutes,
  ...operatedWebhookEndpointsRoutes,
  ...projectionsRoutes,
  ...webhookDeliveriesRoutes,
  ...auditRoutes,
  ...snapshotsRoutes,
  ...forgettingRoutes,
];
