/** The statement of a wallet for a month: opening balance, entries, and closing balance, all from the wallet's history. */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import type { BookCaller } from '../../operations/operation.ts';
import { boundsOf, listDocuments, refuseCursor } from '../../operations/page.ts';
import { problem } from '../../server/errors.ts';
import type { Reply } from '../../server/reply.ts';
import { assertHistoryComplete, balanceAfter } from './balance-at-time.ts';
import type { Wallet } from './balance-at-time.ts';

/** Entries per page. */
const LIMIT_DEFAULT = 100;

type StatementQuery = {
  /** Such as `2026-11`. */
  readonly month: string;
  /** Milliseconds since 1970 in the book. */
  readonly now: number;
  readonly limit?: number;
  readonly starting_after?: string;
};

/**
 * Replies with a page of the statement, entries oldest first. 404 for a month that ended before the wallet was opened or that
 * has not begun. A month in progress ends with the last complete millisecond, so that no entry can follow.
 */
export async function statementFor(
  caller: BookCaller,
  wallet: Wallet,
  query: StatementQuery,
): Promise<Reply> {
  const { month, now, starting_after, limit = LIMIT_DEFAULT } = query;
  const { start, end } = boundsOfMonth(month);
  if (start > now) return problem('not_found', 'The month has not begun.');
  if (end <= Date.parse(wallet.created_at))
    return problem('not_found', 'The wallet did not exist in that month.');
  // Without completed writes, the parts of the statement would not add up.
  const { consistency: _, ...reader } = caller;
  await assertHistoryComplete(reader, wallet.id);
  const listing = {
    collection: COLLECTIONS.walletHistory,
    prefix: 'whe',
    terms: [`wallet:${wallet.id}`],
  } as const;
  const refusal = await refuseCursor(reader, listing, undefined, starting_after);
  if (refusal !== undefined) return refusal;
  const last = Math.min(end, now) - 1;
  const period = { created_after: isoTime(start - 1), created_before: isoTime(last + 1) };
  const cursor = starting_after === undefined ? {} : { ending_before: starting_after };
  const [opening, closing, found] = await Promise.all([
    balanceAfter(reader, wallet, start - 1),
    balanceAfter(reader, wallet, last),
    listDocuments(caller.services.documents, listing, undefined, {
      scope: caller.stream,
      ...boundsOf(listing, { ...period, ...cursor }),
      order: 'oldest',
      limit: limit + 1,
    }),
  ]);
  const shown = found.documents.slice(0, limit);
  const hasMore = found.isCut || found.documents.length > limit;
  const statement = {
    object: 'wallet_statement',
    wallet_id: wallet.id,
    asset: wallet.asset,
    month,
    status: end <= now ? 'final' : 'in_progress',
    opening,
    closing,
    entries: shown.map(({ body }) => JSON.parse(body) as unknown),
    next: hasMore ? (shown.at(-1)?.id ?? null) : null,
  };
  return { status: 200, body: JSON.stringify(statement) };
}

const isoTime = (time: number): string => new Date(time).toISOString();

/** In milliseconds since 1970; `end` is the beginning of the next month. */
function boundsOfMonth(month: string): { readonly start: number; readonly end: number } {
  const start = new Date(`${month}-01T00:00:00.000Z`);
  const end = new Date(start);
  end.setUTCMonth(start.getUTCMonth() + 1);
  return { start: start.getTime(), end: end.getTime() };
}
