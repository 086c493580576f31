import { COLLECTIONS, WALLET_POSTINGS } from '../../../projections/collections.ts';
import { pendingTerm, receivableTerm, type WalletView } from '../../../projections/wallets.ts';
import { yieldToEventLoop } from '../../async/wait.ts';
import { html, printablePage, printableTable } from '../../formats/printable-page.ts';
import { csvText, groupDigits, timeText } from '../../formats/text.ts';
import type { WalletHistoryEntry, WalletStatement } from '../../generated/api.ts';
import { isProblem, malformedRequest, problem, type Problem } from '../../http/errors.ts';
import type { FileFormat, Reply } from '../../http/reply.ts';
import {
  ASSET_DECIMALS,
  countDecimals,
  formatAmount,
  isAsset,
  parseStoredAmount,
} from '../../ledger/amount.ts';
import { smallestIdAt } from '../../ledger/ids.ts';
import { receivableAccount, type Line } from '../../ledger/posting.ts';
import { parseBody } from '../../read-models/collection.ts';
import type { StoredDocument } from '../../read-models/port.ts';
import type { Calendar } from '../../system/calendar.ts';
import { boundsOf, listPage, refuseCursor, type Selection } from '../operations/list.ts';
import type { BookCaller, Caller } from '../operations/operation.ts';
import { assertCurrent, type Reader } from '../operations/read.ts';
import { waitForOwnWrites } from '../operations/wait.ts';

// The balance of a wallet at a time in the past, read from the newest posting lines up to then.

type Wallet = Pick<WalletView, 'id' | 'asset' | 'decimals' | 'created_at' | 'balance'>;

/** Few postings change only the pending bucket, so small pages suffice. */
const PAGE = 5;

/**
 * `time` is in milliseconds since 1970 and in the past; events in that millisecond count. 404 before the wallet was
 * opened.
 */
export async function balanceAt(
  reader: Reader,
  found: Pick<StoredDocument, 'body'>,
  time: number,
): Promise<Reply> {
  const wallet = parseBody(COLLECTIONS.wallets, found);
  if (time < Date.parse(wallet.created_at))
    return problem('not_found', 'The wallet did not exist at that time.');
  await assertHistoryComplete(reader, wallet.id);
  return { status: 200, body: JSON.stringify(await balanceAfter(reader, wallet, time)) };
}

/** The balance after all postings up to and including a millisecond. The history must be complete until then. */
async function balanceAfter(reader: Reader, wallet: Wallet, time: number): Promise<Wallet['balance']> {
  const before = smallestIdAt('whe', time + 1);
  const [available, pending, owed] = await Promise.all([
    newestLine(reader, wallet.id, 'available', `wallet:${wallet.id}`, before),
    newestLine(reader, wallet.id, 'pending', pendingTerm(wallet.id), before),
    newestLine(reader, receivableAccount(wallet.id), 'available', receivableTerm(wallet.id), before),
  ]);
  const zero = formatAmount(0n, isAsset(wallet.asset) ? ASSET_DECIMALS[wallet.asset] : wallet.decimals);
  return {
    object: 'wallet_balance',
    wallet_id: wallet.id,
    asset: wallet.asset,
    available: available?.balance_after ?? zero,
    pending: pending?.balance_after ?? zero,
    cashable: available?.cashable_after ?? zero,
    ...(owed !== undefined && parseStoredAmount(owed.balance_after) !== 0n
      ? { receivable: owed.balance_after }
      : {}),
    as_of: new Date(time).toISOString(),
  };
}

/** The account's line for a bucket in the newest posting before an ID. */
async function newestLine(
  { services, stream: scope }: Reader,
  account: string,
  bucket: Line['bucket'],
  term: string,
  until: string,
): Promise<Line | undefined> {
  for (let before = until; ;) {
    const query = { scope, terms: [term], before, order: 'newest', limit: PAGE } as const;
    const page = await services.documents.listStored(WALLET_POSTINGS, query);
    for (const document of page) {
      const { lines } = parseBody(WALLET_POSTINGS, document);
      const line = lines.find((each) => each.account === account && each.bucket === bucket);
      if (line !== undefined) return line;
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return undefined;
    before = last.id;
  }
}

/**
 * Throws ReadModelBehind unless the wallet history is complete, because missing entries would look like a zero balance.
 */
async function assertHistoryComplete(reader: Reader, walletId: string): Promise<void> {
  const { services, stream, consistency } = reader;
  // Commands in progress may have that time. A dry run returns after all earlier decisions are acknowledged.
  if (consistency !== 'eventual') await services.writers.dryRun(stream, () => ({ events: [] }));
  await waitForOwnWrites(reader, { collections: [COLLECTIONS.walletHistory], keysOf: () => [walletId] });
  await assertCurrent(services, COLLECTIONS.walletHistory);
}

// The statement of a wallet for a month: opening balance, entries, and closing balance, all from the wallet's history.

/** Entries per page. */
const LIMIT_DEFAULT = 100;
/** Entries of a statement that is returned as a whole. */
const ENTRIES_MAX = 10_000;

type StatementQuery = {
  /** Such as `2026-11`. */
  readonly month: string;
  readonly calendar: Calendar;
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
  const refusal = await refuseCursor(reader, HISTORY, entriesOf(wallet), starting_after);
  if (refusal !== undefined) return refusal;
  const [head, page] = await Promise.all([
    statementHead(reader, wallet, query, period),
    listEntries(reader, wallet, period, { limit, after: starting_after }),
  ]);
  return { status: 200, body: JSON.stringify({ ...head, ...page }) };
}

/**
 * The whole statement. Refuses what `replyWithStatement` refuses, and a month with more than 10,000 entries. Each page of 100
 * entries after the first counts as a request.
 */
export async function completeStatement(
  caller: BookCaller & Partial<Pick<Caller, 'charge'>>,
  wallet: Wallet,
  query: StatementQuery,
): Promise<WalletStatement | Problem> {
  const begun = await beginStatement(caller, wallet, query);
  if (isProblem(begun)) return begun;
  const { reader, period } = begun;
  // A posting has at least one entry, so most months that are too long are refused before anything is read.
  const { after, before } = boundsOfEntries(period);
  const posted = { scope: reader.stream, term: `wallet:${wallet.id}`, after, before };
  if (await reader.services.documents.hasMoreThan(WALLET_POSTINGS, ENTRIES_MAX, posted)) return TOO_LONG;
  const head = await statementHead(reader, wallet, query, period);
  const entries: WalletHistoryEntry[] = [];
  for (let after: string | undefined; ;) {
    const limited = entries.length === 0 ? undefined : caller.charge?.(1);
    if (limited !== undefined) return limited;
    await yieldToEventLoop();
    const page = await listEntries(reader, wallet, period, { limit: LIMIT_DEFAULT, after });
    entries.push(...page.entries);
    if (page.next === null) return { ...head, entries, next: null };
    if (entries.length >= ENTRIES_MAX) return TOO_LONG;
    after = page.next;
  }
}

const TOO_LONG = malformedRequest('The month has more than 10,000 entries. Read it as JSON, page by page.');

/** A reader that sees the whole period, or a problem. */
async function beginStatement(
  caller: BookCaller,
  wallet: Wallet,
  { month, calendar, now }: StatementQuery,
): Promise<{ readonly reader: BookCaller; readonly period: Period } | Problem> {
  const { start, end } = calendar.boundsOf(month);
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

const HISTORY = { collection: COLLECTIONS.walletHistory, prefix: 'whe' } as const;

const entriesOf = ({ id }: Pick<Wallet, 'id'>): Selection => ({ terms: [`wallet:${id}`] });

async function listEntries(
  { services, stream }: BookCaller,
  wallet: Wallet,
  { start, last }: Period,
  { limit, after }: { readonly limit: number; readonly after: string | undefined },
): Promise<Pick<WalletStatement, 'entries' | 'next'>> {
  const { shown, next } = await listPage(services.documents, HISTORY.collection, entriesOf(wallet), {
    scope: stream,
    ...boundsOfEntries({ start, last }, after),
    order: 'oldest',
    limit,
  });
  return {
    // Documents contain objects of the API.
    entries: shown.map(({ body }) => JSON.parse(body) as WalletHistoryEntry),
    next,
  };
}

const boundsOfEntries = (
  { start, last }: Pick<Period, 'start' | 'last'>,
  after?: string,
): { readonly after: string; readonly before: string } => {
  const { after: lower = '', before = '' } = boundsOf(HISTORY, {
    created_after: isoTime(start - 1),
    created_before: isoTime(last + 1),
    ...(after === undefined ? {} : { ending_before: after }),
  });
  return { after: lower, before };
};

const isoTime = (time: number): string => new Date(time).toISOString();

// A wallet's statement as a CSV file, or as a page to print.

export const STATEMENT_TYPES = ['text/csv', 'text/html'] as const;

type StatementFile = { readonly file: FileFormat; readonly body: string };

const BUCKETS = ['available', 'pending', 'cashable'] as const;

/** A statement shows what the user owes only if that was something during the month. */
const bucketsOf = ({
  opening,
  closing,
  entries,
}: WalletStatement): readonly WalletHistoryEntry['bucket'][] =>
  opening.receivable !== undefined ||
  closing.receivable !== undefined ||
  entries.some(({ bucket }) => bucket === 'receivable')
    ? [...BUCKETS, 'receivable']
    : BUCKETS;
const COLUMNS = [
  'row',
  'time',
  'bucket',
  'amount',
  'balance',
  'description',
  'entry_id',
  'transfer_id',
] as const;

type Row = Readonly<Record<(typeof COLUMNS)[number], string | null>>;

/** One row per bucket for the opening balances, one per entry, and one per bucket for the closing balances. */
function rowsOf(statement: WalletStatement): Row[] {
  const { opening, closing, entries } = statement;
  const buckets = bucketsOf(statement);
  const balances = (row: 'opening' | 'closing', balance: WalletStatement['opening']): Row[] =>
    buckets.map((bucket) => ({
      row,
      time: balance.as_of,
      bucket,
      amount: null,
      balance: balance[bucket] ?? zeroLike(balance.available),
      description: null,
      entry_id: null,
      transfer_id: null,
    }));
  return [
    ...balances('opening', opening),
    ...entries.map((entry) => ({
      row: 'entry',
      time: entry.created_at,
      bucket: entry.bucket,
      amount: entry.amount,
      balance: entry.balance_after,
      description: entry.description,
      entry_id: entry.id,
      transfer_id: entry.transfer_id,
    })),
    ...balances('closing', closing),
  ];
}

const zeroLike = (amount: string): string => formatAmount(0n, countDecimals(amount));

/** A complete statement as a file. */
export function statementFile(
  statement: WalletStatement,
  mediaType: (typeof STATEMENT_TYPES)[number],
): StatementFile {
  const file = { mediaType, name: `statement-${statement.wallet_id}-${statement.month}.csv` };
  return mediaType === 'text/csv'
    ? { file, body: csvText(COLUMNS, rowsOf(statement)) }
    : { file, body: statementPage(statement) };
}

const BUCKET_TITLES = {
  available: 'Available: what can be spent',
  pending: 'Pending: held until a transfer is decided',
  cashable: 'Cashable: the part of the available balance that can be paid out',
  receivable: 'Receivable: what the user owes',
} as const;
const MONTH = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const amountText = (amount: string | null): string => (amount === null ? '' : groupDigits(amount));

const TITLES = { opening: 'Opening balance', closing: 'Closing balance' } as const;

function statementPage(statement: WalletStatement): string {
  const { wallet_id, asset, month, status, closing } = statement;
  const rows = rowsOf(statement);
  const progress =
    status === 'final'
      ? undefined
      : html`<p>The month is not over: everything up to ${timeText(closing.as_of)} UTC.</p>`;
  const columns = [
    {
      label: 'Time (UTC)',
      cell: ({ time }: Row) => html`<span class="number">${time === null ? '' : timeText(time)}</span>`,
    },
    {
      label: 'Description',
      cell: ({ row, description }: Row) =>
        row === 'opening' || row === 'closing' ? TITLES[row] : (description ?? ''),
    },
    { label: 'Amount', isNumeric: true, cell: ({ amount }: Row) => amountText(amount) },
    { label: 'Balance', isNumeric: true, cell: ({ balance }: Row) => amountText(balance) },
    { label: 'Transfer', cell: ({ transfer_id }: Row) => html`<code>${transfer_id ?? ''}</code>` },
  ];
  return printablePage(
    `Statement for ${MONTH.format(Date.parse(`${month}-01`))}`,
    html`<p>Wallet <code>${wallet_id}</code>, ${asset === 'svc-points' ? 'points' : 'coin'}</p>
      <p>The opening balance plus the amounts of all entries is the closing balance.</p>
      ${progress}
      ${bucketsOf(statement).map((bucket) =>
        printableTable(
          BUCKET_TITLES[bucket],
          columns,
          rows.filter((row) => row.bucket === bucket),
          ({ row }) => row !== 'entry',
        ),
      )}`,
  );
}
