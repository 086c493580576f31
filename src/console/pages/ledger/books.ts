/** Book pages: trial balance, users, transfers, and deposits of one integrator in one environment. */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import { WALLETS } from '../../../../projections/wallets/totals.ts';
import type { BookTotals, TrialBalanceRow } from '../../../../projections/wallets/totals.ts';
import type { Transfer, User } from '../../../generated/api.ts';
import { isProblem } from '../../../api/server/errors.ts';
import { waitForOwnWrites } from '../../../api/operations/read.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import { formatAmount, parseStoredAmount } from '../../../ledger/amount.ts';
import { mask } from '../../../operator/operations/personal-data.ts';
import { bookHref, environmentBadge, integratorBreadcrumbs, locateFromPath } from '../../book-location.ts';
import type { BookLocation } from '../../book-location.ts';
import { transferColumns } from './transfer-table.ts';
import {
  badge,
  emptyState,
  filterLinks,
  groupDigits,
  pagedTable,
  panel,
  rowIdHtml,
  toLabel,
  shortIdHtml,
  table,
  textHtml,
  unitName,
  timestampHtml,
} from '../../ui/components.ts';
import type { Column } from '../../ui/components.ts';
import { listFromBook, bookReader } from '../../page-context.ts';
import type { ConsolePage, ConsoleRoute, PageResult, PageContext } from '../../page-context.ts';

type Tab = 'trial balance' | 'users' | 'transfers' | 'deposits';

const TABS: readonly (readonly [Tab, string])[] = [
  ['trial balance', ''],
  ['users', '/users'],
  ['transfers', '/transfers'],
  ['deposits', '/deposits'],
];

const bookPage = (book: BookLocation, tab: Tab, content: Html): ConsolePage => ({
  kind: 'page',
  title: `${toLabel(tab)} of ${book.name}`,
  section: 'ledger',
  breadcrumbs: integratorBreadcrumbs(book.integrator_id, book.name),
  lead: html`<nav class="tabs" aria-label="Book">
    ${TABS.map(
      ([name, path]) =>
        html`<a href="${bookHref(book)}${path}" ${name === tab ? html`aria-current="page"` : undefined}
          >${name}</a
        >`,
    )}
  </nav>`,
  actions: environmentBadge(book.environment),
  content,
});

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

const describeAccount = (account: string): string =>
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
  if (isProblem(book)) return book;
  await waitForOwnWrites(bookReader(context, book.stream), COLLECTIONS.totals);
  const totals = (await context.samples.bookTotals()).find((each) => each.book === book.stream);
  if (totals === undefined)
    return bookPage(
      book,
      'trial balance',
      panel(
        'Trial balance',
        emptyState('No postings yet', 'Account balances will appear here after the first posting.'),
      ),
    );
  return bookPage(
    book,
    'trial balance',
    html`${unitsOf(totals).map((unit) => unitPanel(totals, unit, context.now))}`,
  );
}

const unitsOf = ({ rows }: BookTotals): readonly string[] =>
  [...new Set(rows.map(({ unit }) => unit))].sort();

/** Debit and credit balances of one unit, with their totals. */
function unitPanel(totals: BookTotals, unit: string, now: number): Html {
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
  const side = (row: TrialBalanceRow, wanted: 1 | -1): Html => {
    const amount = parseStoredAmount(row.balance) * BigInt(wanted);
    return amount > 0n
      ? html`<span class="money">${groupDigits(formatAmount(amount, decimals))}</span>`
      : html``;
  };
  const sums = html`<tfoot role="rowgroup">
    <tr role="row">
      <th role="rowheader" scope="row" data-label="Sum">Sum</th>
      <td role="cell" data-label=""></td>
      <td role="cell" data-label="Debit" data-numeric>${groupDigits(formatAmount(debit, decimals))}</td>
      <td role="cell" data-label="Credit" data-numeric>${groupDigits(formatAmount(credit, decimals))}</td>
    </tr>
  </tfoot>`;
  const verdict =
    difference === 0n
      ? html`${badge('balanced', 'ok', 'Balanced')}`
      : html`${badge('unbalanced', 'stop', `Unbalanced by ${formatAmount(difference, decimals)}`)}`;
  return panel(
    unitName(unit).replace(/^[a-z]/, (first) => first.toUpperCase()),
    table<TrialBalanceRow>(
      `Trial balance in ${unitName(unit)}`,
      [
        { label: 'Account', isRowHeader: true, cell: ({ account }) => html`<code>${account}</code>` },
        {
          label: 'Description',
          cell: ({ account }) => html`<span class="muted">${describeAccount(account)}</span>`,
        },
        { label: 'Debit', isNumeric: true, cell: (row) => side(row, -1) },
        { label: 'Credit', isNumeric: true, cell: (row) => side(row, 1) },
      ],
      rows,
      sums,
    ),
    {
      actions: verdict,
      note: html`<p class="muted">As of revision ${totals.revision}, ${timestampHtml(totals.as_of, now)}</p>`,
    },
  );
}

const userColumns = (context: PageContext): readonly Column<User>[] => [
  { label: 'User', isRowHeader: true, cell: (user) => rowIdHtml(user.id) },
  { label: 'Name', cell: (user) => textHtml(mask('name', userName(user))) },
  {
    label: 'Reference',
    cell: ({ external_reference }) => html`<span class="clip">${external_reference}</span>`,
  },
  { label: 'Type', cell: ({ type }) => html`${type}` },
  { label: 'Identity', cell: ({ kyc_status }) => badge(kyc_status) },
  { label: 'Status', cell: ({ status }) => badge(status) },
  { label: 'Created', cell: ({ created_at }) => timestampHtml(created_at, context.now) },
];

export const userName = ({ business_name, first_name, last_name }: Partial<User>): string | null => {
  const name =
    business_name ?? [first_name, last_name].filter((part) => part !== null && part !== undefined).join(' ');
  return name === '' ? null : name;
};

async function users(context: PageContext): Promise<PageResult> {
  const book = locateFromPath(context);
  if (isProblem(book)) return book;
  const kyc = context.query.get('kyc') ?? '';
  const found = await listFromBook<User>(context, book.stream, {
    collection: COLLECTIONS.users,
    prefix: 'usr',
    terms: [],
    filters: kyc === '' ? [] : [`kyc:${kyc}`],
  });
  if (isProblem(found)) return found;
  const shown = pagedTable(context, found, {
    caption: 'Users',
    columns: userColumns(context),
    emptyState: emptyState(
      'No users',
      kyc === '' ? 'The integrator creates users through the API.' : 'No users match the filter.',
    ),
  });
  const narrowed = filterLinks(context, 'kyc', 'Identity status', [
    ['', 'All'],
    ['under_review', 'Under review'],
    ['approved', 'Approved'],
    ['rejected', 'Rejected'],
    ['not_started', 'Not started'],
  ]);
  return bookPage(
    book,
    'users',
    html`${narrowed}
      <section class="panel">${shown}</section>`,
  );
}

async function transfers(context: PageContext): Promise<PageResult> {
  const book = locateFromPath(context);
  if (isProblem(book)) return book;
  const kind = context.query.get('kind') ?? '';
  const state = context.query.get('state') ?? '';
  const found = await listFromBook<Transfer>(context, book.stream, {
    collection: COLLECTIONS.transfers,
    prefix: 'trf',
    terms: kind === '' ? [] : [`kind:${kind}`],
    filters: state === '' ? [] : [`state:${state}`],
  });
  if (isProblem(found)) return found;
  const narrowed = html`${filterLinks(context, 'kind', 'Type', [
    ['', 'All types'],
    ['user_to_user', 'User-to-user'],
    ['onramp', 'On-ramps'],
    ['offramp', 'Off-ramps'],
    ['conversion', 'Conversions'],
  ])}${filterLinks(context, 'state', 'State', [
    ['', 'All states'],
    ['in_review', 'In review'],
    ['payout_submitted', 'Payout submitted'],
    ['completed', 'Completed'],
    ['failed', 'Failed'],
  ])}`;
  return bookPage(
    book,
    'transfers',
    html`${narrowed}
      <section class="panel">${transferRows(context, found)}</section>`,
  );
}

const transferRows = (context: PageContext, found: Parameters<typeof pagedTable<Transfer>>[1]): Html =>
  pagedTable(context, found, {
    caption: 'Transfers',
    columns: transferColumns(context),
    emptyState: emptyState('No transfers', 'No transfers match the filter.'),
  });

/** All incoming payments, which are transfers of the kind on-ramp. */
async function deposits(context: PageContext): Promise<PageResult> {
  const book = locateFromPath(context);
  if (isProblem(book)) return book;
  const found = await listFromBook<Transfer>(context, book.stream, {
    collection: COLLECTIONS.transfers,
    prefix: 'trf',
    terms: ['kind:onramp'],
  });
  if (isProblem(found)) return found;
  const columns: readonly Column<Transfer>[] = [
    { label: 'Transfer', isRowHeader: true, cell: (each) => rowIdHtml(each.id) },
    { label: 'State', cell: ({ state }) => badge(state) },
    { label: 'Rail', cell: ({ source }) => html`${(source.rail ?? '').replaceAll('_', ' ')}` },
    {
      label: 'Received',
      isNumeric: true,
      cell: ({ receipt, source }) =>
        receipt?.amount_received === undefined
          ? textHtml(null)
          : html`<span class="money"
              >${groupDigits(receipt.amount_received)} <small>${unitName(source.currency ?? '')}</small></span
            >`,
    },
    {
      label: 'Credited',
      isNumeric: true,
      cell: ({ receipt, destination }) =>
        typeof receipt?.amount_credited === 'string'
          ? html`<span class="money"
              >${groupDigits(receipt.amount_credited)}
              <small>${unitName(destination.asset ?? '')}</small></span
            >`
          : textHtml(null),
    },
    {
      label: 'Wallet, deposit account',
      cell: ({ destination, deposit_account_id }) =>
        html`${shortIdHtml(destination.wallet_id)}<br />${shortIdHtml(deposit_account_id)}`,
    },
    {
      label: 'Rail reference',
      cell: ({ receipt }) => html`<span class="clip">${textHtml(receipt?.rail_reference)}</span>`,
    },
    { label: 'Created', cell: ({ created_at }) => timestampHtml(created_at, context.now) },
  ];
  const shown = pagedTable(context, found, {
    caption: 'Deposits',
    columns,
    emptyState: emptyState('No deposits', 'Incoming payments will appear here.'),
  });
  return bookPage(book, 'deposits', html`<section class="panel">${shown}</section>`);
}

const BOOK_PATH = '/console/books/{integrator_id}/{environment}';

export const booksPages: readonly ConsoleRoute[] = [
  { path: BOOK_PATH, get: trialBalance },
  { path: `${BOOK_PATH}/users`, get: users },
  { path: `${BOOK_PATH}/transfers`, get: transfers },
  { path: `${BOOK_PATH}/deposits`, get: deposits },
];
