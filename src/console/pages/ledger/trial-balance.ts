/** The trial balance of a book: one table of debit and credit balances per unit. */
import { BOOK_TOTALS, COLLECTIONS } from '../../../../projections/collections.ts';
import {
  WALLETS,
  bookTotalsId,
  type BookTotals,
  type TrialBalanceRow,
} from '../../../../projections/totals.ts';
import { waitForOwnWrites } from '../../../api/operations/wait.ts';
import { formatAmount, parseStoredAmount } from '../../../ledger/amount.ts';
import { getValue } from '../../../read-models/collection.ts';
import { html, type Html } from '../../../web/html.ts';
import { bookReader, locateFromPath } from '../../book-location.ts';
import type { ConsoleRoute, PageContext, PageResult } from '../../page-context.ts';
import { show } from '../../ui/columns.ts';
import { emptyState, panel } from '../../ui/panels.ts';
import { table } from '../../ui/tables.ts';
import { amountHtml, badge, timestampHtml, unitName } from '../../ui/text.ts';
import { BOOK_PATH, bookFrame } from '../books.ts';

const ACCOUNT_DESCRIPTIONS: Readonly<Record<string, string>> = {
  [WALLETS.available]: 'Available balance of all wallets',
  [WALLETS.pending]: 'Pending balance of all wallets',
  points_issued: 'Points sold for fiat',
  rewards_granted: 'Points granted as rewards',
  payouts_in_flight: 'Points of payouts in progress',
  points_backed: 'Backing allocated by the treasury',
  points_headroom: 'Points that can still be issued for coin',
  coin_allocated: 'Coin allocated by the treasury',
  coin_stock: 'Coin available for users to buy',
  spread_income: 'Income from the conversion spread',
  rounding: 'Rounding differences of conversions',
};

/** What an account of a book is for; empty for an unknown one. */
export const describeAccount = (account: string): string =>
  ACCOUNT_DESCRIPTIONS[account] ??
  (account.startsWith('clearing:')
    ? 'Fiat in transit through a rail'
    : account.startsWith('fiat_held:')
      ? 'Fiat that backs points'
      : '');

/** Wallets come first, then the service's own accounts. */
const rankOf = ({ account }: TrialBalanceRow): number => {
  const at = Object.keys(ACCOUNT_DESCRIPTIONS).indexOf(account);
  return at === -1 ? Object.keys(ACCOUNT_DESCRIPTIONS).length : at;
};

async function trialBalance(context: PageContext): Promise<PageResult> {
  const book = locateFromPath(context);
  await waitForOwnWrites(bookReader(context, book), {
    collections: [COLLECTIONS.totals],
    keysOf: 'everything',
  });
  const totals = await getValue(context.services.documents, BOOK_TOTALS, bookTotalsId(book.stream));
  return {
    ...bookFrame(book, 'trial balance'),
    content:
      totals === undefined
        ? panel(
            'Trial balance',
            emptyState('No postings yet', 'Account balances will appear here after the first posting.'),
          )
        : html`${unitsOf(totals).map((unit) => unitPanel(context, totals, unit))}`,
  };
}

const unitsOf = ({ rows }: BookTotals): readonly string[] =>
  [...new Set(rows.map(({ unit }) => unit))].sort();

/** Debit and credit balances of one unit, with their totals. */
function unitPanel(context: PageContext, totals: BookTotals, unit: string): Html {
  const rows = totals.rows
    .filter((row) => row.unit === unit)
    .sort((a, b) => rankOf(a) - rankOf(b) || (a.account < b.account ? -1 : 1));
  const decimals = (rows[0]?.balance.split('.')[1] ?? '').length;
  const total = (sign: 1 | -1): bigint =>
    rows
      .map(({ balance }) => parseStoredAmount(balance))
      .reduce((sum, each) => (each * BigInt(sign) > 0n ? sum + each : sum), 0n);
  const [debit, credit] = [-total(-1), total(1)];
  const difference = credit - debit;
  const amount = (minor: bigint): Html => amountHtml(formatAmount(minor, decimals), unit);
  const side = (row: TrialBalanceRow, sign: 1 | -1): Html => {
    const minor = parseStoredAmount(row.balance) * BigInt(sign);
    return minor > 0n ? amount(minor) : html``;
  };
  const sums = html`<tfoot role="rowgroup">
    <tr role="row">
      <th role="rowheader" scope="row">Sum</th>
      <td role="cell" data-label=""></td>
      <td role="cell" data-label="Debit" data-numeric>${amount(debit)}</td>
      <td role="cell" data-label="Credit" data-numeric>${amount(credit)}</td>
    </tr>
  </tfoot>`;
  const balanceBadge =
    difference === 0n
      ? html`${badge('balanced', 'ok', 'Balanced')}`
      : html`${badge('unbalanced', 'stop', `Unbalanced by ${formatAmount(difference, decimals)} ${unitName(unit)}`)}`;
  return panel(
    unitName(unit).replace(/^[a-z]/, (first) => first.toUpperCase()),
    table<TrialBalanceRow>(
      context,
      `Trial balance in ${unitName(unit)}`,
      [
        show.code('Account', 'account', 'head'),
        show.html(
          'Description',
          ({ account }) => html`<span class="muted">${describeAccount(account)}</span>`,
        ),
        show.number('Debit', (row) => side(row, -1)),
        show.number('Credit', (row) => side(row, 1)),
      ],
      rows,
      sums,
    ),
    {
      actions: balanceBadge,
      note: html`<p class="muted">
        As of revision ${totals.revision}, ${timestampHtml(totals.as_of, context.now)}
      </p>`,
    },
  );
}

export const trialBalancePages: readonly ConsoleRoute[] = [{ path: BOOK_PATH, get: trialBalance }];
