/** The collections that the API and the jobs read. */
import { collection } from '../src/read-models/collection.ts';
import type { Collection } from '../src/read-models/collection.ts';
import { versionedName } from '../src/read-models/projection.ts';
import { activityProjection } from './activity.ts';
import type { ActivityEntry } from './activity.ts';
import { usersProjection } from './users/users.ts';
import { identitiesProjection } from './users/identities.ts';
import { walletsProjection } from './wallets/wallets.ts';
import { walletHistoryProjection } from './wallets/wallet-history.ts';
import { depositAccountsProjection } from './deposits/deposit-accounts.ts';
import { depositsProjection } from './deposits/deposits.ts';
import { payoutAccountsProjection } from './payouts/payout-accounts.ts';
import { railReferencesProjection } from './deposits/rail-references.ts';
import { transfersProjection } from './transfers/transfers.ts';
import { quotesProjection } from './transfers/quotes.ts';
import { eventLogProjection } from './webhooks/event-log.ts';
import { idempotencyProjection } from './idempotency.ts';
import { tasksProjection } from './tasks.ts';
import { totalsProjection } from './wallets/totals.ts';
import { notesProjection } from './operators/notes.ts';
import type { SealedNote } from './operators/notes.ts';
import { searchIndexProjection } from './search/search-index.ts';
import type { SearchEntry } from './search/search-terms.ts';
import { proposalsProjection } from './operators/proposals.ts';
import { reviewsProjection } from './operators/reviews.ts';
import type { ReviewView } from './operators/reviews.ts';
import type { ProposalView } from '../src/ledger/dual-control/present-proposal.ts';
import { webhookEndpointsProjection } from './webhooks/webhook-endpoints.ts';
import { deliveryTargetsProjection } from './webhooks/delivery-targets.ts';
import { redeliveriesProjection } from './webhooks/redeliveries.ts';
import type { BookClock } from './book-clocks.ts';
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

type Named = { readonly version: number; readonly state?: string; readonly log?: string };

/** Holds the objects of a projection: its log, or its state if it has none. The name contains the version of the projection. */
const mainCollection = <Value>({ log, state, version }: Named): Collection<Value> => {
  const name = log ?? state;
  if (name === undefined) throw new Error('A projection has a state or a log.');
  return collection<Value>(versionedName(name, version));
};

export const COLLECTIONS = {
  users: mainCollection<UserView>(usersProjection),
  identities: mainCollection<SealedIdentity>(identitiesProjection),
  wallets: mainCollection<WalletView>(walletsProjection),
  walletHistory: mainCollection<HistoryEntry>(walletHistoryProjection),
  depositAccounts: mainCollection<DepositAccountView>(depositAccountsProjection),
  deposits: mainCollection<DepositView>(depositsProjection),
  payoutAccounts: mainCollection<PayoutAccountView>(payoutAccountsProjection),
  railReferences: mainCollection<RailReference>(railReferencesProjection),
  transfers: mainCollection<TransferView>(transfersProjection),
  quotes: mainCollection<QuoteView>(quotesProjection),
  events: mainCollection<PublicEvent>(eventLogProjection),
  idempotency: mainCollection<IdempotencyKeyUse>(idempotencyProjection),
  tasks: mainCollection<Task>(tasksProjection),
  totals: mainCollection<BookTotals | FlowTotals>(totalsProjection),
  webhookEndpoints: mainCollection<WebhookEndpointView>(webhookEndpointsProjection),
  deliveryTargets: mainCollection<DeliveryTarget>(deliveryTargetsProjection),
  redeliveries: mainCollection<Redelivery>(redeliveriesProjection),
  activity: mainCollection<ActivityEntry>(activityProjection),
  notes: mainCollection<SealedNote>(notesProjection),
  proposals: mainCollection<ProposalView>(proposalsProjection),
  reviews: mainCollection<ReviewView>(reviewsProjection),
  search: mainCollection<SearchEntry>(searchIndexProjection),
} as const;

/** The clocks of sandbox books that are ahead, with the term `clocks`. */
export const BOOK_CLOCKS = collection<BookClock>(COLLECTIONS.tasks);
/** The totals that carry the term `books`. */
export const BOOK_TOTALS = collection<BookTotals>(COLLECTIONS.totals);
/** The totals that carry the term `flows:<environment>`. */
export const FLOW_TOTALS = collection<FlowTotals>(COLLECTIONS.totals);
/** The wallet history as it is stored: one document for each posting, which `list` splits into entries. */
export const WALLET_POSTINGS = collection<WalletPosting>(COLLECTIONS.walletHistory);
