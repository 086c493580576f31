/** Every projection of the service, in no particular order: none of them reads what another one writes. */
import { depositAccountsProjection } from './deposit-accounts.ts';
import { depositsProjection } from './deposits.ts';
import { eventLogProjection } from './event-log.ts';
import { historyProjection } from './history.ts';
import { identitiesProjection } from './identities.ts';
import { idempotencyProjection } from './idempotency.ts';
import { payoutAccountsProjection } from './payout-accounts.ts';
import { quotesProjection } from './quotes.ts';
import { tasksProjection } from './tasks.ts';
import { railReferencesProjection } from './rail-references.ts';
import { transfersProjection } from './transfers.ts';
import { usersProjection } from './users.ts';
import { walletsProjection } from './wallets.ts';

export const PROJECTIONS = [
  usersProjection,
  walletsProjection,
  historyProjection,
  depositAccountsProjection,
  depositsProjection,
  railReferencesProjection,
  payoutAccountsProjection,
  transfersProjection,
  quotesProjection,
  eventLogProjection,
  idempotencyProjection,
  identitiesProjection,
  tasksProjection,
] as const;
