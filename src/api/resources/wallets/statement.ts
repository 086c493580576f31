/** The statement of a wallet for a month: opening balance, entries, and closing balance, all from the wallet's history. */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import type { WalletHistoryEntry, WalletStatement } from '../../../generated/api.ts';
import type { BookCaller } from '../../operations/operation.ts';
import { boundsOf, listPage, refuseCursor } from '../../operations/page.ts';
import { isProblem, malformedRequest, problem } from '../../server/errors.ts';
import type { Problem } from '../../server/errors.ts';
import type { Reply } from '../../server/reply.ts';
import { assertHistoryComplete, balanceAfter } from './balance-at-time.ts';
import type { Wallet } from './balance-at-time.ts';

/** Entries per page. */
const LIMIT_DEFAULT = 100;
/** Entries of a statement that is returned as a whole. */
const ENTRIES_MAX = 10_000;

export type StatementQuery = {
  /** Such as `2026-11`. */
  readonly month: string;
  /** Milliseconds since 1970 in the book. */
  readonly now: number;
};
type PageQuery = { readonly limit?: number; readonly starting_after?: string };

/** A month of a wallet. Times are in milliseconds since 1970. */
type Period = {
  /** The first millisecond of the month. */
  readonly start: number;
  /** The last millisecond of the statement. */
  readonly last: number;
  readonly isFinal: boolean;
};

/**
 * Replies with a page of the statement, entries oldest first. 404 for a month that ended before the wallet was opened or that
 * has not begun. A month in progress ends with the last complete millisecond, so that no entry can follow.
 */
export async function replyWithStatement(
  caller: BookCaller,
  wallet: Wallet,
  query: StatementQuery & PageQuery,
): Promise<Reply> {
  const begun = await beginStatement(caller, wallet, query);
  if (isProblem(begun)) return begun;
  const { reader, period } = begun;
  const { starting_after, limit = LIMIT_DEFAULT } = query;
  const refusal = await refuseCursor(reader, listingOf(wallet), undefined, starting_after);
  if (refusal !== undefined) return refusal;
  const [head, page] = await Promise.all([
    statementHead(reader, wallet, query, period),
    listEntries(reader, wallet, period, { limit, after: starting_after }),
  ]);
  return { status: 200, body: JSON.stringify({ ...head, ...page }) };
}

/** The whole statement. Refuses what `replyWithStatement` refuses, and a month with more than 10,000 entries. */
export async function completeStatement(
  caller: BookCaller,
  wallet: Wallet,
  query: StatementQuery,
): Promise<WalletStatement | Problem> {
  const begun = await beginStatement(caller, wallet, query);
  if (isProblem(begun)) return begun;
  const { reader, period } = begun;
  const head = await statementHead(reader, wallet, query, period);
  const entries: WalletHistoryEntry[] = [];
  for (let after: string | undefined; ;) {
    const page = await listEntries(reader, wallet, period, { limit: LIMIT_DEFAULT, after });
    entries.push(...page.entries);
    if (page.next === null) return { ...head, entries, next: null };
    if (entries.length >= ENTRIES_MAX)
      return malformedRequest('The month has more than 10,000 entries. Read it as JSON, page by page.');
    after = page.next;
  }
}

/** A reader that sees the whole period, or a problem. */
async function beginStatement(
  caller: BookCaller,
  wallet: Wallet,
  { month, now }: StatementQuery,
): Promise<{ readonly reader: BookCaller; readonly period: Period } | Problem> {
  const { start, end } = boundsOfMonth(month);
  if (start > now) return problem('not_found', 'The month has not begun.');
  if (end <= Date.parse(wallet.created_at))
    return problem('not_found', 'The wallet did not exist in that month.');
  // Without completed writes, the parts of the statement would not add up.
  const { consistency: _, ...reader } = caller;
  await assertHistoryComplete(reader, wallet.id);
  return { reader, period: { start, last: Math.min(end, now) - 1, isFinal: end <= now } };
}

async function statementHead(
  reader: BookCaller,
  wallet: Wallet,
  { month }: StatementQuery,
  { start, last, isFinal }: Period,
): Promise<Omit<WalletStatement, 'entries' | 'next'>> {
  const [opening, closing] = await Promise.all([
    balanceAfter(reader, wallet, start - 1),
    balanceAfter(reader, wallet, last),
  ]);
  const status = isFinal ? 'final' : 'in_progress';
  return {
    object: 'wallet_statement',
    wallet_id: wallet.id,
    asset: wallet.asset,
    month,
    status,
    opening,
    closing,
  };
}

const listingOf = ({ id }: Pick<Wallet, 'id'>) =>
  ({ collection: COLLECTIONS.walletHistory, prefix: 'whe', terms: [`wallet:${id}`] }) as const;

async function listEntries(
  { services, stream }: BookCaller,
  wallet: Wallet,
  { start, last }: Period,
  { limit, after }: { readonly limit: number; readonly after: string | undefined },
): Promise<Pick<WalletStatement, 'entries' | 'next'>> {
  const listing = listingOf(wallet);
  const { shown, hasMore } = await listPage(services.documents, listing, undefined, {
    scope: stream,
    ...boundsOf(listing, {
      created_after: isoTime(start - 1),
      created_before: isoTime(last + 1),
      ...(after === undefined ? {} : { ending_before: after }),
    }),
    order: 'oldest',
    limit,
  });
  return {
    // Documents contain objects of the API.
    entries: shown.map(({ body }) => JSON.parse(body) as WalletHistoryEntry),
    next: hasMore ? (shown.at(-1)?.id ?? null) : null,
  };
}

const isoTime = (time: number): string => new Date(time).toISOString();

/** In milliseconds since 1970; `end` is the beginning of the next month. */
function boundsOfMonth(month: string): { readonly start: number; readonly end: number } {
  const start = new Date(`${month}-01T00:00:00.000Z`);
  const end = new Date(start);
  end.setUTCMonth(start.getUTCMonth() + 1);
  return { start: start.getTime(), end: end.getTime() };
}
