/**
 * What the books of all integrators come to: for each book its trial balance, and for each hour and environment the
 * fiat that came in and went out. Wallets are one figure a unit and bucket, so a transfer between two of them touches
 * nothing here, and reading it costs the same for ten wallets as for ten million.
 */
import type { ProjectedDocument } from '../../src/read-models/projection.ts';
import { isWalletAccount } from '../../src/ledger/account.ts';
import { countDecimals, formatAmount, parseStoredAmount } from '../../src/ledger/amount.ts';
import type { Line } from '../../src/ledger/posting.ts';
import { defineBookProjection, ignoreTopics } from '../book-projection.ts';
import type { Recorded } from '../views.ts';

/** All documents are listed together, whichever book they are made from. */
export const TOTALS_SCOPE = 'totals';

/** A row of a trial balance: the balance of an account, or of all wallets together, in one unit. */
export type TrialBalanceRow = { readonly account: string; readonly unit: string; readonly balance: string };

/** `rows` by account and unit; together they sum to zero in each unit. */
export type BookTotals = {
  readonly book: string;
  /** How many wallets were opened, by asset. */
  readonly wallets: Readonly<Record<string, number>>;
  readonly rows: readonly TrialBalanceRow[];
  /** Revision and time of the event behind the newest change. */
  readonly revision: number;
  readonly as_of: string;
};

export type FlowTotals = {
  /** The hour that began then, as ISO 8601 in UTC. */
  readonly hour: string;
  readonly flows: Readonly<Record<string, { readonly in: string; readonly out: string }>>;
};

type Totals = BookTotals | FlowTotals;
type Before = ProjectedDocument<Totals> | undefined;
type Posting = Recorded<'posting.recorded'>;

export const WALLETS = { available: 'wallets', pending: 'wallets:pending' } as const;

const HOUR_LENGTH = '2026-11-21T17'.length;
const CLEARING = 'clearing:';

const bookId = (stream: string): string => `book|${stream}`;
const environmentIn = (stream: string): string => stream.slice(stream.lastIndexOf('-') + 1);
const flowId = ({ stream, time }: Posting): string =>
  `flow|${time.slice(0, HOUR_LENGTH)}|${environmentIn(stream)}`;

/** The account that a line counts for: its own, or that of all wallets. */
const rowAccount = ({ account, bucket }: Line): string =>
  isWalletAccount(account) ? WALLETS[bucket] : account;

/** Money that only goes from wallet to wallet changes no total. */
function staysInWallets({ data: { lines } }: Posting): boolean {
  const bucket = lines[0]?.bucket;
  for (const line of lines) if (!isWalletAccount(line.account) || line.bucket !== bucket) return false;
  return true;
}

const bringsFiat = ({ data: { lines } }: Posting): boolean =>
  lines.some(({ account }) => account.startsWith(CLEARING));

function touched(event: Posting): string[] {
  if (staysInWallets(event)) return [];
  return bringsFiat(event) ? [bookId(event.stream), flowId(event)] : [bookId(event.stream)];
}

const sum = (a: string | undefined, b: string): string =>
  a === undefined ? b : formatAmount(parseStoredAmount(a) + parseStoredAmount(b), countDecimals(b));

function emptyBook({ stream, revision, time }: Pick<Posting, 'stream' | 'revision' | 'time'>): BookTotals {
  return { book: stream, wallets: {}, rows: [], revision, as_of: time };
}

/** The projection alone writes these documents, each kind under IDs of its own. */
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
  // As above.
  const flows = { ...(before?.value as FlowTotals | undefined)?.flows };
  for (const { account, unit, amount } of event.data.lines) {
    if (!account.startsWith(CLEARING)) continue;
    const nothing = formatAmount(0n, countDecimals(amount));
    const { in: into, out } = flows[unit] ?? { in: nothing, out: nothing };
    // Fiat that comes in makes its clearing account negative.
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
    ...ignoreTopics(
      'users',
      'onboarding',
      'deposit_accounts',
      'payout_accounts',
      'transfers',
      'offramps',
      'deposits',
      'quotes',
      'treasury',
      'webhook_endpoints',
      'redeliveries',
      'requests',
    ),
    'wallet.opened': {
      touches: ({ stream }) => [bookId(stream)],
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
