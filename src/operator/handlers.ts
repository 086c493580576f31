/** Every endpoint of the operator API; see src/api/operations/handlers.ts for what being in such a list does. */
import { auditRoutes } from './resources/audit.ts';
import { userErasureRoutes } from './resources/user-erasure.ts';
import { identitiesRoutes } from './resources/identities.ts';
import { integratorsRoutes } from './resources/integrators.ts';
import { keysRoutes } from './resources/keys.ts';
import { payoutsRoutes } from './resources/payouts.ts';
import { projectionsRoutes } from './resources/projections.ts';
import { railsRoutes } from './resources/rails.ts';
import type { OperatorRoute } from './operation.ts';
import { reviewsRoutes } from './resources/reviews.ts';
import { snapshotsRoutes } from './resources/snapshots.ts';
import { tokensRoutes } from './resources/tokens.ts';
import { treasuryRoutes } from './resources/treasury.ts';
import { walletsRoutes } from './resources/wallets.ts';
import { webhookDeliveriesRoutes } from './resources/webhook-deliveries.ts';
import { webhookEndpointsRoutes } from './resources/webhook-endpoints.ts';

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
  ...webhookEndpointsRoutes,
  ...projectionsRoutes,
  ...webhookDeliveriesRoutes,
  ...auditRoutes,
  ...snapshotsRoutes,
  ...userErasureRoutes,
];
