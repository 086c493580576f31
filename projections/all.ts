/** Every projection of the service, as their collections are listed. None of them reads what another one writes. */
import { deliveryTargetsProjection } from './delivery-targets.ts';
import { depositAccountsProjection } from './deposit-accounts.ts';
import { depositsProjection } from './deposits.ts';
import { eventLogProjection } from './event-log.ts';
import { historyProjection } from './history.ts';
import { idempotencyProjection } from './idempotency.ts';
import { identitiesProjection } from './identities.ts';
import { payoutAccountsProjection } from './payout-accounts.ts';
import { quotesProjection } from './quotes.ts';
import { railReferencesProjection } from './rail-references.ts';
import { redeliveriesProjection } from './redeliveries.ts';
import { tasksProjection } from './tasks.ts';
import { totalsProjection } from './totals.ts';
import { transfersProjection } from './transfers.ts';
import { usersProjection } from './users.ts';
import { walletsProjection } from './wallets.ts';
import { webhookEndpointsProjection } from './webhook-endpoints.ts';

export const PROJECTIONS = [
  usersProjection,
  identitiesProjection,
  walletsProjection,
  historyProjection,
  depositAccountsProjection,
  depositsProjection,
  payoutAccountsProjection,
  railReferencesProjection,
  transfersProjection,
  quotesProjection,
  eventLogProjection,
  idempotencyProjection,
  tasksProjection,
  totalsProjection,
  webhookEndpointsProjection,
  deliveryTargetsProjection,
  redeliveriesProjection,
] as const;
