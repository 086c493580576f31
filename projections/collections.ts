/** The collections that the API and the jobs read. */
import type { BookProposal } from '../src/ledger/limited-actions.ts';
import { collection, type Collection } from '../src/read-models/collection.ts';
import { versionedName } from '../src/read-models/projection.ts';
import type { IdempotencyKeyUse } from '../src/read-models/retention.ts';
import { activityProjection, type ActivityEntry } from './activity.ts';
import { deliveryTargetsProjection, type DeliveryTarget } from './delivery-targets.ts';
import {
  depositAccountsProjection,
  depositsProjection,
  railReferencesProjection,
  type DepositAccountView,
  type DepositView,
  type RailReference,
} from './deposits.ts';
import { eventLogProjection, type PublicEvent } from './event-log.ts';
import { idempotencyProjection } from './idempotency.ts';
import {
  notesProjection,
  proposalsProjection,
  reviewsProjection,
  type ReviewView,
  type SealedNote,
} from './operators.ts';
import { payoutAccountsProjection, type PayoutAccountView } from './payout-accounts.ts';
import { searchIndexProjection, type SearchEntry } from './search.ts';
import { tasksProjection, type BookClock, type Task } from './tasks.ts';
import { totalsProjection, type BookTotals, type FlowTotals } from './totals.ts';
import { quotesProjection, transfersProjection, type QuoteView } from './transfers.ts';
import { identitiesProjection, usersProjection, type SealedIdentity } from './users.ts';
import type { TransferView, UserView } from './views.ts';
import {
  walletHistoryProjection,
  walletsProjection,
  type HistoryEntry,
  type WalletPosting,
  type WalletView,
} from './wallets.ts';
import {
  redeliveriesProjection,
  webhookEndpointsProjection,
  type Redelivery,
  type WebhookEndpointView,
} from './webhook-endpoints.ts';

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
  proposals: mainCollection<BookProposal>(proposalsProjection),
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
