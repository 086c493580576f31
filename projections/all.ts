/** All projections of the service. No projection reads the documents of another one. */
import { activityProjection } from './activity.ts';
import { deliveryTargetsProjection } from './delivery-targets.ts';
import { depositAccountsProjection, depositsProjection, railReferencesProjection } from './deposits.ts';
import { eventLogProjection } from './event-log.ts';
import { idempotencyProjection } from './idempotency.ts';
import { notesProjection, proposalsProjection, reviewsProjection } from './operators.ts';
import { payoutAccountsProjection } from './payout-accounts.ts';
import { searchIndexProjection } from './search.ts';
import { tasksProjection } from './tasks.ts';
import { totalsProjection } from './totals.ts';
import { quotesProjection, transfersProjection } from './transfers.ts';
import { identitiesProjection, usersProjection } from './users.ts';
import { walletHistoryProjection, walletsProjection } from './wallets.ts';
import { redeliveriesProjection, webhookEndpointsProjection } from './webhook-endpoints.ts';

export const PROJECTIONS = [
  usersProjection,
  identitiesProjection,
  walletsProjection,
  walletHistoryProjection,
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
  activityProjection,
  notesProjection,
  proposalsProjection,
  reviewsProjection,
  searchIndexProjection,
] as const;
