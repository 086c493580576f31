import { countDecimals, formatAmount, parseStoredAmount } from '../src/ledger/amount.ts';
import { isWalletAccount, receivableWallet, type Line } from '../src/ledger/posting.ts';
import type { ProjectedDocument } from '../src/read-models/projection.ts';
import { defineBookProjection, ignoreAllBut } from './book-projection.ts';
import type { Recorded } from './views.ts';

// Totals across integrators: the trial balance of each book, and the fiat flows of each hour and environment. All wallets of a
// book form one row for each unit and bucket, so transfers between wallets change nothing here, and the cost of a read does not
// depend on the number of wallets.

/** The scope of the totals of all books. */
export const TOTALS_SCOPE = 'totals';

/** A row of a trial balance: the balance of one account, or of all wallets together, in one unit. */
export type TrialBalanceRow = { readonly account: string; readonly unit: string; readonly balance: string };

/** One row for each account and unit. The rows of a unit sum to zero. */
export type BookTotals = {
  readonly book: string;
  /** The number of opened wallets by asset. */
  readonly wallets: Readonly<Record<string, number>>;
  readonly rows: readonly TrialBalanceRow[];
  /** Revision and time of the event that caused the latest change. */
  readonly revision: number;
  readonly as_of: string;
};

export type FlowTotals = {
  /** The start of the hour, as ISO 8601 in UTC. */
  readonly hour: string;
  readonly flows: Readonly<Record<string, { readonly in: string; readonly out: string }>>;
};

type Totals = BookTotals | FlowTotals;
type Before = ProjectedDocument<Totals> | undefined;
type Posting = Recorded<'posting.recorded'>;

export const WALLETS = { available: 'wallets', pending: 'wallets:pending' } as const;
/** What all users owe. */
export const RECEIVABLES = 'receivables';

const HOUR_LENGTH = '2026-11-21T17'.length;
const CLEARING = 'clearing:';

export const bookTotalsId = (stream: string): string => `book|${stream}`;
/** The upper bound of a list of hours up to a time, in milliseconds since 1970: sandbox books may be ahead of the clock. */
export const flowsUntil = (time: number): string =>
  `flow|${new Date(time + 3_600_000).toISOString().slice(0, HOUR_LENGTH)}`;
const environmentIn = (stream: string): string => stream.slice(stream.lastIndexOf('-') + 1);
const flowId = ({ stream, time }: Posting): string =>
  `flow|${time.slice(0, HOUR_LENGTH)}|${environmentIn(stream)}`;

/** The row of a line: its account, or the row of all wallets or of all receivables. */
const rowAccount = ({ account, bucket }: Line): string =>
  isWalletAccount(account)
    ? WALLETS[bucket]
    : receivableWallet(account) === undefined
      ? account
      : RECEIVABLES;

/** A posting between wallets changes no total. */
function staysInWallets({ data: { lines } }: Posting): boolean {
  const bucket = lines[0]?.bucket;
  for (const line of lines) if (!isWalletAccount(line.account) || line.bucket !== bucket) return false;
  return true;
}

const bringsFiat = ({ data: { lines } }: Posting): boolean =>
  lines.some(({ account }) => account.startsWith(CLEARING));

function touched(event: Posting): string[] {
  if (staysInWallets(event)) return [];
  return bringsFiat(event) ? [bookTotalsId(event.stream), flowId(event)] : [bookTotalsId(event.stream)];
}

const sum = (a: string | undefined, b: string): string =>
  a === undefined ? b : formatAmount(parseStoredAmount(a) + parseStoredAmount(b), countDecimals(b));

function emptyBook({ stream, revision, time }: Pick<Posting, 'stream' | 'revision' | 'time'>): BookTotals {
  return { book: stream, wallets: {}, rows: [], revision, as_of: time };
}

// IDs distinguish the two kinds of documents, which only this projection writes.
/** The totals of a book before the event; empty for a new book. */
const bookBefore = (before: Before, event: Pick<Posting, 'stream' | 'revision' | 'time'>): BookTotals =>
  before === undefined ? emptyBook(event) : (before.value as BookTotals);

function bookAfter(before: Before, event: Posting): ProjectedDocument<Totals> {
  const { revision, time } = event;
  const rows = [...bookBefore(before, event).rows];
  for (const line of event.data.lines) {
    const account = rowAccount(line);
    const at = rows.findIndex((row) => row.account === account && row.unit === line.unit);
    const row = { account, unit: line.unit, balance: sum(rows[at]?.balance, line.amount) };
    if (at === -1) rows.push(row);
    else rows[at] = row;
  }
  const value = { ...bookBefore(before, event), rows, revision, as_of: time };
  return { value, terms: ['books'] };
}

function flowAfter(before: Before, event: Posting): ProjectedDocument<Totals> {
  const hour = `${event.time.slice(0, HOUR_LENGTH)}:00:00.000Z`;
  // The ID of a flow document leads only to FlowTotals.
  const flows = { ...(before?.value as FlowTotals | undefined)?.flows };
  for (const { account, unit, amount } of event.data.lines) {
    if (!account.startsWith(CLEARING)) continue;
    const nothing = formatAmount(0n, countDecimals(amount));
    const { in: into, out } = flows[unit] ?? { in: nothing, out: nothing };
    // Incoming fiat debits its clearing account.
    flows[unit] = amount.startsWith('-')
      ? { in: sum(into, amount.slice(1)), out }
      : { in: into, out: sum(out, amount) };
  }
  return { value: { hour, flows }, terms: [`flows:${environmentIn(event.stream)}`] };
}

export const totalsProjection = defineBookProjection<Totals>({
  name: 'totals',
  version: 1,
  scope: TOTALS_SCOPE,
  state: 'totals',
  rules: {
    ...ignoreAllBut('wallets', 'postings', 'generations'),
    'book.opened': 'ignore',
    'book.closed': {
      touches: ({ stream }) => [bookTotalsId(stream)],
      // Auditors still find it by its ID. It counts in no total of all books.
      fold: (before) => before && { ...before, terms: [] },
    },
    'task.dropped': 'ignore',
    'wallet.opened': {
      touches: ({ stream }) => [bookTotalsId(stream)],
      fold(before, event) {
        const book = bookBefore(before, event);
        const { asset } = event.data;
        const wallets = { ...book.wallets, [asset]: (book.wallets[asset] ?? 0) + 1 };
        return { value: { ...book, wallets, revision: event.revision, as_of: event.time }, terms: ['books'] };
      },
    },
    'wallet.frozen': 'ignore',
    'wallet.unfrozen': 'ignore',
    'posting.recorded': {
      touches: touched,
      fold: (before, event, id) =>
        id.startsWith('flow|') ? flowAfter(before, event) : bookAfter(before, event),
    },
  },
});
