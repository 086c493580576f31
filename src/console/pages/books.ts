/** The lists of transfers, deposits, and users: of all books, and of one. The trial balance of a book. */
import type {
  AccountBalance,
  BookTotals,
  OperatedTransfer,
  OperatedTransferPage,
  OperatedUser,
  Transfer,
  TransferTotals,
} from '../../generated/api.ts';
import { groupDigits } from '../../formats/text.ts';
import { countDecimals, formatAmount, parseStoredAmount } from '../../ledger/amount.ts';
import { TRANSFER_LIST } from '../../operator/lists/transfer-list.ts';
import { USER_LIST } from '../../operator/lists/user-list.ts';
import { html, type Html } from '../../web/html.ts';
import {
  formerBadge,
  bookHref,
  bookOwnerHtml,
  filtersOf,
  integratorBreadcrumbs,
  locateFromPath,
  type BookLocation,
} from '../book-location.ts';
import { listRoutes } from '../lists.ts';
import {
  personalText,
  read,
  type ConsolePage,
  type ConsoleRoute,
  type PageContext,
  type PageResult,
} from '../page-context.ts';
import { displayName, type Parties } from '../parties.ts';
import { emptyState, panel, tabLinks } from '../ui/panels.ts';
import { byCreation, extras, inner, show, table, type Column } from '../ui/tables.ts';
import { accountHtml, amountHtml, badge, timestampHtml, toLabel, unitName } from '../ui/text.ts';
import {
  DEPOSIT_ACCOUNT,
  DEPOSIT_AMOUNTS,
  loadTransferParties,
  railReferenceHtml,
  transferColumns,
  transferExtras,
  transferHtml,
} from './ledger/transfer-table.ts';

// The tabs shared by the pages of a book.

type Tab = 'trial balance' | 'users' | 'transfers' | 'deposits';

const TABS: readonly (readonly [Tab, string])[] = [
  ['trial balance', ''],
  ['users', '/users'],
  ['transfers', '/transfers'],
  ['deposits', '/deposits'],
];

const bookFrame = (book: BookLocation, tab: Tab): Omit<ConsolePage, 'content'> => ({
  kind: 'page',
  title: `${toLabel(tab)} of ${book.name}`,
  section: 'ledger',
  breadcrumbs: integratorBreadcrumbs(book.integrator_id, book.name),
  lead: tabLinks(
    'Book',
    TABS.map(([name, path]) => ({
      label: name,
      href: `${bookHref(book)}${path}`,
      isCurrent: name === tab,
    })),
  ),
  actions: formerBadge(book),
});

const BOOK_PATH = '/console/books/{integrator_id}/{environment}';

/** A list of the book in the path. */
const ofBook = (tab: Tab, more: Readonly<Record<string, string>> = {}) => ({
  path: `${BOOK_PATH}/${tab}`,
  title: '',
  section: 'ledger' as const,
  frame: (context: PageContext) => bookFrame(locateFromPath(context), tab),
  fixed(context: PageContext) {
    return { ...filtersOf(locateFromPath(context)), ...more };
  },
});

type Owned = Pick<OperatedTransfer, 'integrator_id' | 'environment'>;

/** Adds the book before the ID, which is the last column but one. */
const withBook = <Item extends Owned>(columns: readonly Column<Item>[]): readonly Column<Item>[] => [
  ...columns.slice(0, -2),
  show.html('Integrator', (item, context) => bookOwnerHtml(context, item), 'plain'),
  ...columns.slice(-2),
];

const transferOf = ({ transfer }: OperatedTransfer): Transfer => transfer;

/** Loads the people of the transfers for their columns. */
const withParties =
  (columns: (parties: Parties) => readonly Column<OperatedTransfer>[]) =>
  async (context: PageContext, rows: readonly OperatedTransfer[]) =>
    columns(await loadTransferParties(context, rows.map(transferOf)));

const transfers = (parties: Parties): readonly Column<OperatedTransfer>[] =>
  transferColumns(parties).map((column) => inner(column, transferOf));
const onDemand = (parties: Parties): readonly Column<OperatedTransfer>[] =>
  transferExtras(parties).map((column) => inner(column, transferOf));

/** What the filters select, of the newest transfers if there are many. */
const totalsHtml = ({ by_unit, is_complete, read_max }: TransferTotals): Html | undefined =>
  by_unit.length === 0
    ? undefined
    : html`<p class="muted">
        ${!is_complete && `Of the newest ${groupDigits(String(read_max))} that were read: `}
        ${by_unit.map(
          ({ unit, count, amount }, at) =>
            html`${at > 0 && ' · '}${groupDigits(String(count))} ${count === 1 ? 'transfer' : 'transfers'},
            ${amountHtml(amount, unit)} in all`,
        )}
      </p>`;

const TRANSFERS = {
  operation: 'listOperatorTransfers',
  caption: 'Transfers',
  filters: TRANSFER_LIST.filters,
  columns: withParties((parties) => [...transfers(parties), ...onDemand(parties)]),
  totals: { totals: 'by_unit' },
  summary: ({ totals }: OperatedTransferPage) => totals && totalsHtml(totals),
  empty: [
    'No transfers yet',
    html`Payments of users appear here as soon as an integrator
      <a href="/docs/api/transfers">makes the first one</a>.`,
  ],
} as const;

export const transferListPages: readonly ConsoleRoute[] = [
  ...listRoutes({
    ...TRANSFERS,
    path: '/console/transfers',
    title: 'Transfers',
    section: 'transfers',
    lead: html`<p>Transfers, deposits, and payouts of all integrators.</p>`,
    columns: withParties((parties) => [...withBook(transfers(parties)), ...onDemand(parties)]),
  }),
  ...listRoutes({ ...TRANSFERS, ...ofBook('transfers') }),
];

export const depositListPages: readonly ConsoleRoute[] = listRoutes({
  ...TRANSFERS,
  ...ofBook('deposits', { kind: 'onramp' }),
  caption: 'Deposits',
  columns: withParties((parties) =>
    [
      show.html<Transfer>('Deposit', (transfer) => transferHtml(parties, transfer), 'head'),
      ...DEPOSIT_COLUMNS,
    ].map((column) => inner(column, transferOf)),
  ),
  empty: [
    'No deposits yet',
    html`Incoming payments appear here once a <a href="/console/rails">rail</a> reports them.`,
  ],
});

const DEPOSIT_COLUMNS: readonly Column<Transfer>[] = [
  show.badge('State', 'state', 'aside'),
  ...DEPOSIT_AMOUNTS,
  DEPOSIT_ACCOUNT,
  show.html('Rail reference', railReferenceHtml, 'hidden'),
  byCreation(show.time('Created', 'created_at', 'plain')),
];

const userName = ({ id, user }: OperatedUser, context: PageContext): Html =>
  html`<a href="/console/users/${id}">${displayName(context, user)}</a>
    <small class="row-note">${user.type}</small>`;

const USER_COLUMNS: readonly Column<OperatedUser>[] = [
  show.html('User', userName, 'head'),
  show.html(
    'Reference',
    ({ user: { external_reference: reference } }) =>
      html`<span class="cut" title="${reference}">${reference}</span>`,
    'plain',
  ),
  show.badge('Identity', ({ user }) => user.kyc_status, 'plain'),
  show.badge('Status', ({ user }) => user.status, 'plain'),
  show.rowId('ID', 'id', 'hidden'),
  byCreation(show.time('Created', ({ user }) => user.created_at, 'hidden')),
];

/** Columns of people that are shown on demand. */
const USER_EXTRAS: readonly Column<OperatedUser>[] = extras(
  show.text('Email', ({ user }, context) => personalText(context, 'email', user.email)),
  show.text('Phone', ({ user }, context) => personalText(context, 'phone', user.phone)),
  show.text('Country', ({ user }) => user.country),
  show.badge('Terms', ({ user }) => user.terms_status),
  show.count('Version', ({ user }) => user.version),
  show.time('Last change', ({ user }) => user.updated_at),
);

const USERS = {
  operation: 'listOperatorUsers',
  caption: 'Users',
  filters: USER_LIST.filters,
  columns: [...USER_COLUMNS, ...USER_EXTRAS],
  empty: [
    'No users yet',
    html`Integrators create users <a href="/docs/api/users">through the API</a>. They appear here at once.`,
  ],
} as const;

export const userListPages: readonly ConsoleRoute[] = [
  ...listRoutes({
    ...USERS,
    path: '/console/users',
    title: 'Users',
    section: 'users',
    lead: html`<p>
      People and businesses of all integrators. The search finds them by name, email, and phone.
    </p>`,
    columns: [...withBook(USER_COLUMNS), ...USER_EXTRAS],
  }),
  ...listRoutes({ ...USERS, ...ofBook('users') }),
];

// The trial balance of a book: one table of debit and credit balances per unit.

const ACCOUNT_DESCRIPTIONS: Readonly<Record<string, string>> = {
  wallets: 'Available balance of all wallets',
  'wallets:pending': 'Pending balance of all wallets',
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
const rankOf = ({ account }: AccountBalance): number => {
  const at = Object.keys(ACCOUNT_DESCRIPTIONS).indexOf(account);
  return at === -1 ? Object.keys(ACCOUNT_DESCRIPTIONS).length : at;
};

async function trialBalance(context: PageContext): Promise<PageResult> {
  const book = locateFromPath(context);
  const { data } = await read(context, 'listBookTotals', { query: filtersOf(book) });
  const [totals] = data;
  return {
    ...bookFrame(book, 'trial balance'),
    content:
      totals === undefined
        ? panel(
            'Trial balance',
            emptyState(
              'No postings yet',
              html`Account balances appear here after the first
                <a href="${`${bookHref(book)}/deposits`}">deposit</a> or
                <a href="${`${bookHref(book)}/transfers`}">transfer</a>.`,
            ),
          )
        : html`${unitsOf(totals).map((unit) => unitPanel(context, totals, unit))}`,
  };
}

const unitsOf = ({ balances }: BookTotals): readonly string[] =>
  [...new Set(balances.map(({ unit }) => unit))].sort();

/** Debit and credit balances of one unit, with their totals. */
function unitPanel(context: PageContext, totals: BookTotals, unit: string): Html {
  const rows = totals.balances
    .filter((row) => row.unit === unit)
    .sort((a, b) => rankOf(a) - rankOf(b) || (a.account < b.account ? -1 : 1));
  const decimals = countDecimals(rows[0]?.balance ?? '');
  const total = (sign: 1 | -1): bigint =>
    rows
      .map(({ balance }) => parseStoredAmount(balance))
      .reduce((sum, each) => (each * BigInt(sign) > 0n ? sum + each : sum), 0n);
  const [debit, credit] = [-total(-1), total(1)];
  const difference = credit - debit;
  const amount = (minor: bigint): Html => amountHtml(formatAmount(minor, decimals), unit);
  const side = (row: AccountBalance, sign: 1 | -1): Html => {
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
    table<AccountBalance>(
      context,
      `Trial balance in ${unitName(unit)}`,
      [
        show.html('Account', ({ account }) => accountHtml(account), 'head'),
        show.html(
          'Description',
          ({ account }) => html`<span class="muted">${describeAccount(account)}</span>`,
        ),
        show.number('Debit', (row) => side(row, -1)),
        show.number('Credit', (row) => side(row, 1)),
      ],
      rows,
      { foot: sums },
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
