/** All projections of the service. No projection reads the documents of another one. */
import { activityProjection } from './activity.ts';
import { deliveryTargetsProjection } from './webhooks/delivery-targets.ts';
import { depositAccountsProjection } from './deposits/deposit-accounts.ts';
import { depositsProjection } from './deposits/deposits.ts';
import { eventLogProjection } from './webhooks/event-log.ts';
import { walletHistoryProjection } from './wallets/wallet-history.ts';
import { idempotencyProjection } from './idempotency.ts';
import { identitiesProjection } from './users/identities.ts';
import { notesProjection } from './operators/notes.ts';
import { proposalsProjection } from './operators/proposals.ts';
import { reviewsProjection } from './operators/reviews.ts';
import { payoutAccountsProjection } from './payouts/payout-accounts.ts';
import { quotesProjection } from './transfers/quotes.ts';
import { railReferencesProjection } from './deposits/rail-references.ts';
import { searchIndexProjection } from './search/search-index.ts';
import { redeliveriesProjection } from './webhooks/redeliveries.ts';
import { tasksProjection } from './tasks.ts';
import { totalsProjection } from './wallets/totals.ts';
import { transfersProjection } from './transfers/transfers.ts';
import { usersProjection } from './users/users.ts';
import { walletsProjection } from './wallets/wallets.ts';
import { webhookEndpointsProjection } from './webhooks/webhook-endpoints.ts';

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
