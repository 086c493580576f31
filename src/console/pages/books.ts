/** The lists of transfers, deposits, and users: of all books, and of one. */
import type { OperatedTransfer, OperatedUser, Transfer } from '../../generated/api.ts';
import { TRANSFER_LIST } from '../../operator/lists/transfer-list.ts';
import { USER_LIST } from '../../operator/lists/user-list.ts';
import { html, type Html } from '../../web/html.ts';
import {
  bookBadge,
  bookHref,
  bookOwnerHtml,
  integratorBreadcrumbs,
  locateFromPath,
  type BookLocation,
} from '../book-location.ts';
import { listRoutes } from '../lists.ts';
import type { ConsolePage, ConsoleRoute, PageContext } from '../page-context.ts';
import { displayName, type Parties } from '../parties.ts';
import { inner, show } from '../ui/columns.ts';
import { tabLinks } from '../ui/panels.ts';
import type { Column } from '../ui/tables.ts';
import { toLabel } from '../ui/text.ts';
import {
  DEPOSIT_AMOUNTS,
  loadTransferParties,
  railReferenceHtml,
  transferColumns,
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

export const bookFrame = (book: BookLocation, tab: Tab): Omit<ConsolePage, 'content'> => ({
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
  actions: bookBadge(book),
});

export const BOOK_PATH = '/console/books/{integrator_id}/{environment}';

/** A list of the book in the path. */
const ofBook = (tab: Tab, more: Readonly<Record<string, string>> = {}) => ({
  path: `${BOOK_PATH}/${tab}`,
  title: '',
  section: 'ledger' as const,
  frame: (context: PageContext) => bookFrame(locateFromPath(context), tab),
  fixed(context: PageContext) {
    const { integrator_id, environment, generation, isFormer } = locateFromPath(context);
    return {
      ...{ integrator_id, environment },
      ...(isFormer ? { generation: String(generation) } : {}),
      ...more,
    };
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

const TRANSFERS = {
  operation: 'listOperatorTransfers',
  caption: 'Transfers',
  filters: TRANSFER_LIST.filters,
  columns: withParties(transfers),
  empty: ['No transfers yet', 'Payments of users appear here as soon as an integrator makes the first one.'],
} as const;

export const transferListPages: readonly ConsoleRoute[] = [
  ...listRoutes({
    ...TRANSFERS,
    path: '/console/transfers',
    title: 'Transfers',
    section: 'transfers',
    lead: html`<p>Transfers, deposits, and payouts of all integrators.</p>`,
    columns: withParties((parties) => withBook(transfers(parties))),
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
  empty: ['No deposits yet', 'Incoming payments appear here once a rail reports them.'],
});

const DEPOSIT_COLUMNS: readonly Column<Transfer>[] = [
  show.badge('State', 'state', 'aside'),
  ...DEPOSIT_AMOUNTS,
  show.shortId('Deposit account', 'deposit_account_id', 'hidden'),
  show.html('Rail reference', railReferenceHtml, 'hidden'),
  show.time('Created', 'created_at', 'plain'),
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
  show.time('Created', ({ user }) => user.created_at, 'hidden'),
];

const USERS = {
  operation: 'listOperatorUsers',
  caption: 'Users',
  filters: USER_LIST.filters,
  columns: USER_COLUMNS,
  empty: ['No users yet', 'Integrators create users through the API. They appear here at once.'],
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
    columns: withBook(USER_COLUMNS),
  }),
  ...listRoutes({ ...USERS, ...ofBook('users') }),
];
