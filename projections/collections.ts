/** The collections that the API and the jobs read. Each name contains the version of the projection that fills it. */
import { collection } from '../src/read-models/collection.ts';
import type { DepositAccountView } from './deposits/deposit-accounts.ts';
import type { DepositView } from './deposits/deposits.ts';
import type { RailReference } from './deposits/rail-references.ts';
import type { IdempotencyKeyUse } from '../src/read-models/idempotency-key-use.ts';
import type { PayoutAccountView } from './payouts/payout-accounts.ts';
import type { Task } from './tasks.ts';
import type { QuoteView } from './transfers/quotes.ts';
import type { SealedIdentity } from './users/identities.ts';
import type { TransferView, UserView } from './views.ts';
import type { BookTotals, FlowTotals } from './wallets/totals.ts';
import type { HistoryEntry, WalletPosting } from './wallets/wallet-history.ts';
import type { WalletView } from './wallets/wallets.ts';
import type { DeliveryTarget } from './webhooks/delivery-targets.ts';
import type { PublicEvent } from './webhooks/event-log.ts';
import type { Redelivery } from './webhooks/redeliveries.ts';
import type { WebhookEndpointView } from './webhooks/webhook-endpoints.ts';

export const COLLECTIONS = {
  users: collection<UserView>('users_v1'),
  identities: collection<SealedIdentity>('identities_v1'),
  wallets: collection<WalletView>('wallets_v1'),
  walletHistory: collection<HistoryEntry>('wallet_history_v3'),
  depositAccounts: collection<DepositAccountView>('deposit_accounts_v1'),
  deposits: collection<DepositView>('deposits_v1'),
  payoutAccounts: collection<PayoutAccountView>('payout_accounts_v1'),
  railReferences: collection<RailReference>('rail_references_v1'),
  transfers: collection<TransferView>('transfers_v2'),
  quotes: collection<QuoteView>('quotes_v1'),
  events: collection<PublicEvent>('events_v2'),
  idempotency: collection<IdempotencyKeyUse>('idempotency_v1'),
  tasks: collection<Task>('tasks_v2'),
  totals: collection<BookTotals | FlowTotals>('totals_v1'),
  webhookEndpoints: collection<WebhookEndpointView>('webhook_endpoints_v1'),
  deliveryTargets: collection<DeliveryTarget>('delivery_targets_v1'),
  redeliveries: collection<Redelivery>('redeliveries_v1'),
} as const;

/** The totals that carry the term `books`. */
export const BOOK_TOTALS = collection<BookTotals>(COLLECTIONS.totals);
/** The totals that carry the term `flows:<environment>`. */
export const FLOW_TOTALS = collection<FlowTotals>(COLLECTIONS.totals);
/** The wallet history as it is stored: one document for each posting, which `list` splits into entries. */
export const WALLET_POSTINGS = collection<WalletPosting>(COLLECTIONS.walletHistory);
