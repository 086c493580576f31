/**
 * A book: the ledger of one integrator in one environment, folded from its stream. It contains what commands need to
 * decide: live objects and balances. Final transfers are removed, so memory does not grow with history. `evolve.ts`
 * applies events to it.
 */
import type { Amount } from './amount.ts';
import type { DepositAccount } from './deposit-account.ts';
import type { RecentEvents } from './dual-control.ts';
import type { BookEvent } from './event.ts';
import {
  deriveId,
  environmentOf,
  type DepositAccountId,
  type Id,
  type IdPrefix,
  type PayoutAccountId,
  type ProposalId,
  type QuoteId,
  type TransferId,
  type UserId,
  type WalletId,
  type WebhookEndpointId,
} from './ids.ts';
import type { BookProposal } from './limited-actions.ts';
import type { LateMovementKind } from './late-movement.ts';
import type { SpendingWindow, UserSpending } from './limits.ts';
import type { OnboardingLinks } from './onboarding.ts';
import type { BookPayoutAccount } from './payout-account.ts';
import type { Policy } from './policy.ts';
import { bucketKey, receivableAccount, type Balance } from './posting.ts';
import type { Quote } from './quote.ts';
import type { Refusal } from './refusal.ts';
import { createTable, createUndoLog, type ReadonlyTable, type Table, type UndoLog } from './table.ts';
import type { Transfer } from './transfer.ts';
import type { User } from './user.ts';
import type { Wallet } from './wallet.ts';
import type { BookWebhookEndpoint } from './webhook-endpoint.ts';

/** A user with the sealed personal fields and the wallet ID of each asset. */
export type BookUser = {
  readonly user: User;
  readonly sealed: string | null;
  /** The person behind the user was forgotten. */
  readonly forgotten?: true;
  /** Codes of the matches of the user's name on sanctions lists; absent if there were none. */
  readonly screening?: { readonly matches: readonly string[] };
  readonly wallets: Readonly<Partial<Record<string, string>>>;
};

/** What each table of a book stores. Table names are stored in snapshots. */
type TableValues = {
  readonly users: BookUser;
  /** User ID by external reference. A reference is never released. */
  readonly references: string;
  readonly wallets: Wallet;
  /** Balances by `bucketKey`. */
  readonly accounts: Balance;
  readonly depositAccounts: DepositAccount;
  readonly payoutAccounts: BookPayoutAccount;
  /** Transfers that are not final. */
  readonly transfers: Transfer;
  /** Balances in `pending` buckets, by transfer. */
  readonly holds: Balance;
  /** Open quotes, and used or expired ones that were not removed yet. */
  readonly quotes: Quote;
  /** ID of the last allocation received, by treasury stream. */
  readonly allocations: string;
  /** Amounts sent within the limit windows, by transfer kind and user. */
  readonly spending: UserSpending;
  /** Newest hosted links, by user. */
  readonly onboardingLinks: OnboardingLinks;
  /** Webhook endpoints that were not deleted. */
  readonly webhookEndpoints: BookWebhookEndpoint;
  /** Proposals of operators that were not executed and did not end. They may have expired. */
  readonly proposals: BookProposal;
  /** Points of limited actions that one operator decided alone within a day, by kind of action and actor. */
  readonly decidedAlone: SpendingWindow;
  /** Decimals of the currencies that the book holds. A book keeps those of its first posting in a currency. */
  readonly units: number;
  /** Keys of notes about a user, except the key of the user's personal fields. */
  readonly noteKeys: readonly string[];
  /** Completed transfers whose money came back late. Each of them can only once. */
  readonly lateMovements: LateMovementKind;
};

type TableName = keyof TableValues;

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
  readonly proposals: ProposalId;
  readonly decidedAlone: string;
  readonly units: string;
  readonly noteKeys: UserId;
  readonly lateMovements: TransferId;
};

type Tables = { readonly [Name in TableName]: Table<TableValues[Name], TableKeys[Name]> };
type ReadonlyTables = { readonly [Name in TableName]: ReadonlyTable<TableValues[Name], TableKeys[Name]> };

/** Lists every table; the compiler reports a missing one. */
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
  proposals: true,
  decidedAlone: true,
  units: true,
  noteKeys: true,
  lateMovements: true,
};
// Object.keys returns string[]; the record's type has exactly these keys.
export const TABLES = Object.keys(IS_TABLE) as readonly TableName[];

/** When the balance of a wallet last changed (ISO 8601), for wallets that changed since the book was loaded. */
type BalanceTimes<T> = { readonly balanceTimes: T };

export type Book = Tables &
  BalanceTimes<Table<string, WalletId>> & {
    readonly stream: string;
    readonly undoLog: UndoLog;
    /** Revision of the last applied event; -1 before the first. */
    revision: number;
    /** Time after that event, in milliseconds since 1970. */
    time: number;
    /** How far the time of a sandbox book is ahead of the clock, in milliseconds. */
    clockAheadMs: number;
    /** The stream of the book that replaces this one; null while it is not closed. A closed book has no snapshot. */
    nextBook: string | null;
    /** The newest events, which say what a proposal had as its effect. Not in snapshots, which begin after a decision. */
    readonly recent: RecentEvents<BookEvent>;
  };

/** A book as decisions see it. Only `evolve` changes a book. */
export type ReadonlyBook = ReadonlyTables &
  BalanceTimes<ReadonlyTable<string, WalletId>> & {
    readonly stream: string;
    readonly revision: number;
    readonly time: number;
    readonly clockAheadMs: number;
    readonly nextBook: string | null;
  };

/** Whether the book is in the sandbox, where money is simulated. */
export const isSandboxBook = ({ stream }: Pick<ReadonlyBook, 'stream'>): boolean =>
  environmentOf(stream) === 'sandbox';

/** Increment this when the shape of Book changes. Snapshots with another version are ignored. */
export const FOLD_VERSION = 9;

/** The tables of a book at one moment. */
export type CapturedBook = {
  /** In milliseconds since 1970. */
  readonly time: number;
  readonly clock_ahead_ms?: number;
  readonly tables: ReadonlyMap<TableName, readonly (readonly [string, unknown])[]>;
};

/** Values are never mutated, so copying the entries is enough. */
export const captureTables = (book: Book): CapturedBook => ({
  time: book.time,
  ...(book.clockAheadMs === 0 ? {} : { clock_ahead_ms: book.clockAheadMs }),
  tables: new Map(TABLES.map((table) => [table, [...book[table].entries()]])),
});

/** Creates an empty book, or one with the tables of a snapshot. */
export function createBook(
  stream: string,
  snapshot?: { revision: number; time: number; clockAheadMs: number; tables: TableEntries },
): Book {
  const undoLog = createUndoLog();
  const tables = snapshot?.tables;
  return {
    stream,
    undoLog,
    revision: snapshot?.revision ?? -1,
    time: snapshot?.time ?? 0,
    clockAheadMs: snapshot?.clockAheadMs ?? 0,
    nextBook: null,
    recent: [],
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
    proposals: createTable(undoLog, tables?.proposals),
    decidedAlone: createTable(undoLog, tables?.decidedAlone),
    units: createTable(undoLog, tables?.units),
    noteKeys: createTable(undoLog, tables?.noteKeys),
    lateMovements: createTable(undoLog, tables?.lateMovements),
    balanceTimes: createTable(undoLog),
  };
}

export type TableEntries = {
  [Name in TableName]: readonly (readonly [TableKeys[Name], TableValues[Name]])[];
};

/** The events that a decision records, or a refusal. */
export type Decision = { readonly events: readonly BookEvent[] } | { readonly refusal: Refusal };

/** Inputs of a decision other than the book and the command. */
export type DecisionContext = {
  /** ISO 8601 with milliseconds; not earlier than the last event of the book. */
  readonly time: string;
  readonly now: number;
  readonly policy: Policy;
};

/** The ID of the object created by the event at `eventOffset` of the current decision. */
export const newId = <Prefix extends IdPrefix>(
  prefix: Prefix,
  book: ReadonlyBook,
  context: DecisionContext,
  eventOffset = 0,
): Id<Prefix> => deriveId(prefix, context.now, book.stream, book.revision + 1 + eventOffset);

/** The spendable balance of a wallet, or zero if it has none. */
export const availableBalance = (book: ReadonlyBook, walletId: WalletId): Balance =>
  book.accounts.get(walletId) ?? { unit: '', amount: 0n, cashable: 0n };

/** The pending balance of a wallet: money held for transfers in review. */
export const pendingBalance = (book: ReadonlyBook, walletId: WalletId): Balance =>
  book.accounts.get(bucketKey(walletId, 'pending')) ?? { unit: '', amount: 0n, cashable: 0n };

/** What the user of a wallet owes, as a negative amount. */
export const receivableOf = (book: Pick<ReadonlyBook, 'accounts'>, walletId: WalletId): Amount =>
  book.accounts.get(receivableAccount(walletId))?.amount ?? 0n;
