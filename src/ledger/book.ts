/**
 * A book: one integrator's ledger in one environment, folded from its stream.
 *
 * It holds what a command needs to decide: live objects and balances. Transfers that are over leave it, so it grows
 * with what is alive and not with history. How events change it is in `evolve.ts`.
 */
import { bucketKey } from './account.ts';
import type { Balance } from './account.ts';
import type { DepositAccount } from './deposits/deposit-account.ts';
import type { BookEvent } from './event.ts';
import { deriveId } from './ids.ts';
import type {
  DepositAccountId,
  Id,
  IdPrefix,
  PayoutAccountId,
  QuoteId,
  TransferId,
  UserId,
  WalletId,
  WebhookEndpointId,
} from './ids.ts';
import type { OnboardingLinks } from './users/onboarding-link.ts';
import type { BookPayoutAccount } from './payouts/payout-account.ts';
import type { Policy } from './policy.ts';
import type { Quote } from './quotes/quote.ts';
import type { Refusal } from './refusal.ts';
import type { UserSpending } from './transfers/spending-window.ts';
import { createUndoLog, createTable } from './table.ts';
import type { ReadonlyTable, Table, UndoLog } from './table.ts';
import type { Transfer } from './transfers/transfer.ts';
import type { User } from './users/user.ts';
import type { Wallet } from './wallets/wallet.ts';
import type { BookWebhookEndpoint } from './webhooks/webhook-endpoint.ts';

/** What the book remembers of a user: the user, the sealed personal fields, and the wallet of each asset. */
export type BookUser = {
  readonly user: User;
  readonly sealed: string | null;
  /** The person behind the user is forgotten. */
  readonly forgotten?: true;
  readonly wallets: Readonly<Partial<Record<string, string>>>;
};

/** What each table of a book stores. Table names are stored in snapshots. */
export type TableValues = {
  readonly users: BookUser;
  /** The integrator's own reference to the user's ID. Taken for ever. */
  readonly references: string;
  readonly wallets: Wallet;
  /** Balances by `bucketKey`. */
  readonly accounts: Balance;
  readonly depositAccounts: DepositAccount;
  readonly payoutAccounts: BookPayoutAccount;
  /** Transfers that are not over. */
  readonly transfers: Transfer;
  /** What is held in a `pending` bucket, by the transfer it is held for. */
  readonly holds: Balance;
  /** Quotes that can be used, and those that were used or have expired a short while ago. */
  readonly quotes: Quote;
  /** The newest allocation received, by the stream of the treasury that gave it. */
  readonly allocations: string;
  /** What users sent within the windows of their limits, by kind and user. */
  readonly spending: UserSpending;
  /** The newest hosted links of each user, by the user's ID. */
  readonly onboardingLinks: OnboardingLinks;
  /** Where public events are delivered to; those that were deleted are gone. */
  readonly webhookEndpoints: BookWebhookEndpoint;
};

export type TableName = keyof TableValues;

/** The keys of each table. */
type TableKeys = {
  readonly users: UserId;
  readonly references: string;
  readonly wallets: WalletId;
  readonly accounts: string;
  readonly depositAccounts: DepositAccountId;
  readonly payoutAccounts: PayoutAccountId;
  readonly transfers: TransferId;
  readonly holds: TransferId;
  readonly quotes: QuoteId;
  readonly allocations: string;
  readonly spending: string;
  readonly onboardingLinks: UserId;
  readonly webhookEndpoints: WebhookEndpointId;
};

type Tables = { readonly [Name in TableName]: Table<TableValues[Name], TableKeys[Name]> };
type ReadonlyTables = { readonly [Name in TableName]: ReadonlyTable<TableValues[Name], TableKeys[Name]> };

/** The names of all tables, each of which has to stand here. */
const IS_TABLE: Record<TableName, true> = {
  users: true,
  references: true,
  wallets: true,
  accounts: true,
  depositAccounts: true,
  payoutAccounts: true,
  transfers: true,
  holds: true,
  quotes: true,
  allocations: true,
  spending: true,
  onboardingLinks: true,
  webhookEndpoints: true,
};
// The keys of a record are those of its type.
export const TABLES = Object.keys(IS_TABLE) as readonly TableName[];

export type Book = Tables & {
  readonly stream: string;
  readonly undoLog: UndoLog;
  /** The newest event folded in; -1 before the first. */
  revision: number;
  /** Its time in milliseconds. */
  time: number;
};

/** A book as decisions see it. Only `evolve` changes a book. */
export type ReadonlyBook = ReadonlyTables & {
  readonly stream: string;
  readonly revision: number;
  readonly time: number;
};

/** Grows with the shape of Book: a snapshot of another number is ignored. */
export const FOLD_VERSION = 3;

/** An empty book, or one from the tables of a snapshot. */
export function createBook(
  stream: string,
  snapshot?: { revision: number; time: number; tables: TableEntries },
): Book {
  const undoLog = createUndoLog();
  const tables = snapshot?.tables;
  return {
    stream,
    undoLog,
    revision: snapshot?.revision ?? -1,
    time: snapshot?.time ?? 0,
    users: createTable(undoLog, tables?.users),
    references: createTable(undoLog, tables?.references),
    wallets: createTable(undoLog, tables?.wallets),
    accounts: createTable(undoLog, tables?.accounts),
    depositAccounts: createTable(undoLog, tables?.depositAccounts),
    payoutAccounts: createTable(undoLog, tables?.payoutAccounts),
    transfers: createTable(undoLog, tables?.transfers),
    holds: createTable(undoLog, tables?.holds),
    quotes: createTable(undoLog, tables?.quotes),
    allocations: createTable(undoLog, tables?.allocations),
    spending: createTable(undoLog, tables?.spending),
    onboardingLinks: createTable(undoLog, tables?.onboardingLinks),
    webhookEndpoints: createTable(undoLog, tables?.webhookEndpoints),
  };
}

export type TableEntries = {
  [Name in TableName]: readonly (readonly [TableKeys[Name], TableValues[Name]])[];
};

/** What a decision gives: events and what the caller is told, or a refusal. */
export type Decision = { readonly events: readonly BookEvent[] } | { readonly refusal: Refusal };

/** What a decision may know beside the book. */
export type DecisionContext = {
  /** ISO 8601 and milliseconds; at least the time of the book's newest event. */
  readonly time: string;
  readonly now: number;
  readonly policy: Policy;
};

/** The ID of what comes to be in the `ahead`-th event of the decision being made. */
export const newId = <Prefix extends IdPrefix>(
  prefix: Prefix,
  book: ReadonlyBook,
  context: DecisionContext,
  eventOffset = 0,
): Id<Prefix> => deriveId(prefix, context.now, book.stream, book.revision + 1 + eventOffset);

/** What a wallet can spend; nothing for one that is not there. */
export const availableBalance = (book: ReadonlyBook, walletId: WalletId): Balance =>
  book.accounts.get(walletId) ?? { unit: '', amount: 0n, cashable: 0n };

/** What is held for a wallet, until a review says what becomes of it. */
export const pendingBalance = (book: ReadonlyBook, walletId: WalletId): Balance =>
  book.accounts.get(bucketKey(walletId, 'pending')) ?? { unit: '', amount: 0n, cashable: 0n };
