import type { OperatedTransfer, OperatedUser } from '../../generated/api.ts';
import { isProblem, type Problem } from '../../http/errors.ts';
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
import {
  getFromApi,
  type ConsolePage,
  type ConsoleRoute,
  type ListPage,
  type PageContext,
  type PageResult,
} from '../page-context.ts';
import { displayName, type Parties } from '../parties.ts';
import {
  clearHref,
  exportQuery,
  filterBar,
  isFiltered,
  listQuery,
  type ConsoleFilters,
} from '../ui/list-filters.ts';
import { emptyState, tabLinks } from '../ui/panels.ts';
import { pagedTable, type Column } from '../ui/tables.ts';
import {
  amountHtml,
  badge,
  referenceHtml,
  rowIdHtml,
  shortIdHtml,
  timestampHtml,
  toLabel,
} from '../ui/text.ts';
import { loadTransferParties, transferColumns, transferHtml } from './ledger/transfer-table.ts';

// A page with a list, its filters, and its export.

type Row = { readonly id: string };

type ListView<Item extends Row> = {
  readonly caption: string;
  /** The path of the API. */
  readonly path: string;
  readonly filters: ConsoleFilters;
  /** Filters that the page itself sets, such as the book. */
  readonly fixed?: Readonly<Record<string, string>>;
  readonly columns: (items: readonly Item[]) => readonly Column<Item>[] | Promise<readonly Column<Item>[]>;
  /** What is said about an empty list without filters: a title, and what to do. */
  readonly empty: readonly [title: string, hint: string];
};

export async function listSection<Item extends Row>(
  context: PageContext,
  { caption, path, filters, fixed = {}, columns, empty }: ListView<Item>,
): Promise<Html | Problem> {
  const search = listQuery(context, filters, fixed);
  if (isProblem(search)) return search;
  const found = await getFromApi<ListPage<Item>>(context, path, search);
  if (isProblem(found)) return found;
  const nothing = isFiltered(context, filters)
    ? emptyState(
        'Nothing matches the filters',
        html`Remove one of them, or <a href="${clearHref(context, filters)}">show everything</a>.`,
      )
    : emptyState(...empty);
  return html`${filterBar(context, filters, { fixed })}
    <section class="panel" aria-label="${caption}">
      ${pagedTable(context, found, { caption, columns: await columns(found.data), emptyState: nothing })}
    </section>`;
}

/** Downloads the whole list that the filters select, as a CSV file. */
export async function exportPage(
  context: PageContext,
  { path, filters, fixed = {} }: Pick<ListView<Row>, 'path' | 'filters' | 'fixed'>,
): Promise<PageResult> {
  const search = exportQuery(context, filters, fixed);
  if (isProblem(search)) return search;
  const { calls, session, requestId, origin } = context;
  const target = { path, search, requestId, origin, accept: 'text/csv' };
  const reply = await calls.call(session.token, { method: 'GET', ...target });
  if (isProblem(reply)) return reply;
  const { body, rest, file } = reply;
  return { kind: 'download', name: file?.name ?? 'export.csv', parts: joined(body, rest) };
}

/** The parts of a file. */
export async function* joined(
  first: string,
  rest: AsyncIterable<string> | undefined,
): AsyncGenerator<string> {
  yield first;
  if (rest !== undefined) yield* rest;
}

// The tabs shared by the pages of a book.

type Tab = 'trial balance' | 'users' | 'transfers' | 'deposits';

const TABS: readonly (readonly [Tab, string])[] = [
  ['trial balance', ''],
  ['users', '/users'],
  ['transfers', '/transfers'],
  ['deposits', '/deposits'],
];

export const bookPage = (book: BookLocation, tab: Tab, content: Html): ConsolePage => ({
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
  content,
});

export const BOOK_PATH = '/console/books/{integrator_id}/{environment}';

// The transfers of all books, and of one.

const TRANSFERS = { path: '/operator/v1/transfers', filters: TRANSFER_LIST.filters } as const;

async function allTransfers(context: PageContext): Promise<PageResult> {
  const content = await transferSection(context, undefined);
  if (isProblem(content)) return content;
  return {
    kind: 'page',
    title: 'Transfers',
    section: 'transfers',
    lead: html`<p>Transfers, deposits, and payouts of all integrators.</p>`,
    content,
  };
}

async function bookTransfers(context: PageContext): Promise<PageResult> {
  const book = locateFromPath(context);
  if (isProblem(book)) return book;
  const content = await transferSection(context, book);
  return isProblem(content) ? content : bookPage(book, 'transfers', content);
}

const transferSection = (context: PageContext, book: BookLocation | undefined): Promise<Html | Problem> =>
  listSection<OperatedTransfer>(context, {
    caption: 'Transfers',
    ...TRANSFERS,
    ...(book === undefined ? {} : { fixed: bookFilters(book) }),
    async columns(items) {
      const parties = await loadTransferParties(
        context,
        items.map(({ transfer }) => transfer),
      );
      const columns = transferColumns(context, parties).map(
        ({ cell, ...column }): Column<OperatedTransfer> => ({
          ...column,
          cell: ({ transfer }) => cell(transfer),
        }),
      );
      return book === undefined ? withBookColumn(context, columns) : columns;
    },
    empty: [
      'No transfers yet',
      'Payments of users appear here as soon as an integrator makes the first one.',
    ],
  });

/** The filters that select one book. */
const bookFilters = ({
  integrator_id,
  environment,
  generation,
  isFormer,
}: BookLocation): Readonly<Record<string, string>> => ({
  ...{ integrator_id, environment },
  ...(isFormer ? { generation: String(generation) } : {}),
});

/** The export of a list of the book that the path names. */
function exportOfBook(
  context: PageContext,
  list: Pick<ListView<OperatedTransfer>, 'path' | 'filters'>,
  fixed: Readonly<Record<string, string>> = {},
): PageResult | Promise<PageResult> {
  const book = locateFromPath(context);
  return isProblem(book) ? book : exportPage(context, { ...list, fixed: { ...bookFilters(book), ...fixed } });
}

/** Adds the book before the ID, which is the last column but one. */
const withBookColumn = <Item extends Pick<OperatedTransfer, 'integrator_id' | 'environment'>>(
  context: PageContext,
  columns: readonly Column<Item>[],
): readonly Column<Item>[] => [
  ...columns.slice(0, -2),
  { label: 'Integrator', small: 'plain', cell: (item) => bookOwnerHtml(context, item) },
  ...columns.slice(-2),
];

export const transferListPages: readonly ConsoleRoute[] = [
  { path: '/console/transfers', get: allTransfers },
  { path: '/console/transfers/export', get: (context) => exportPage(context, TRANSFERS) },
  { path: `${BOOK_PATH}/transfers`, get: bookTransfers },
  { path: `${BOOK_PATH}/transfers/export`, get: (context) => exportOfBook(context, TRANSFERS) },
];

// The deposits of a book: incoming payments, which are transfers of the kind on-ramp.

async function deposits(context: PageContext): Promise<PageResult> {
  const book = locateFromPath(context);
  if (isProblem(book)) return book;
  const content = await listSection<OperatedTransfer>(context, {
    caption: 'Deposits',
    ...TRANSFERS,
    fixed: { ...bookFilters(book), kind: 'onramp' },
    columns: async (items) =>
      depositColumns(
        context,
        await loadTransferParties(
          context,
          items.map(({ transfer }) => transfer),
        ),
      ),
    empty: ['No deposits yet', 'Incoming payments appear here once a rail reports them.'],
  });
  return isProblem(content) ? content : bookPage(book, 'deposits', content);
}

const depositColumns = (context: PageContext, parties: Parties): readonly Column<OperatedTransfer>[] => [
  { label: 'Deposit', isRowHeader: true, cell: ({ transfer }) => transferHtml(parties, transfer) },
  { label: 'State', small: 'aside', cell: ({ transfer }) => badge(transfer.state) },
  {
    label: 'Received',
    isNumeric: true,
    cell: ({ transfer: { receipt, source } }) => amountHtml(receipt?.amount_received, source.currency),
  },
  {
    label: 'Credited',
    isNumeric: true,
    cell: ({ transfer: { receipt, destination } }) => amountHtml(receipt?.amount_credited, destination.asset),
  },
  {
    label: 'Deposit account',
    small: 'hidden',
    cell: ({ transfer }) => shortIdHtml(transfer.deposit_account_id),
  },
  {
    label: 'Rail reference',
    small: 'hidden',
    cell: ({ transfer }) => referenceHtml(transfer.receipt?.rail_reference),
  },
  {
    label: 'Created',
    small: 'plain',
    cell: ({ transfer }) => timestampHtml(transfer.created_at, context.now),
  },
];

export const depositListPages: readonly ConsoleRoute[] = [
  { path: `${BOOK_PATH}/deposits`, get: deposits },
  {
    path: `${BOOK_PATH}/deposits/export`,
    get: (context) => exportOfBook(context, TRANSFERS, { kind: 'onramp' }),
  },
];

// The users of all books, and of one.

const userColumns = (context: PageContext): readonly Column<OperatedUser>[] => [
  {
    label: 'User',
    isRowHeader: true,
    cell: ({ id, user }) =>
      html`<a href="/console/users/${id}">${displayName(context, user)}</a>
        <small class="row-note">${user.type}</small>`,
  },
  {
    label: 'Reference',
    small: 'plain',
    cell: ({ user }) =>
      html`<span class="cut" title="${user.external_reference}">${user.external_reference}</span>`,
  },
  { label: 'Identity', small: 'plain', cell: ({ user }) => badge(user.kyc_status) },
  { label: 'Status', small: 'plain', cell: ({ user }) => badge(user.status) },
  { label: 'ID', small: 'hidden', cell: ({ id }) => rowIdHtml(id) },
  { label: 'Created', small: 'hidden', cell: ({ user }) => timestampHtml(user.created_at, context.now) },
];

const USERS = { path: '/operator/v1/users', filters: USER_LIST.filters } as const;

async function allUsers(context: PageContext): Promise<PageResult> {
  const content = await userSection(context, undefined);
  if (isProblem(content)) return content;
  return {
    kind: 'page',
    title: 'Users',
    section: 'users',
    lead: html`<p>
      People and businesses of all integrators. The search finds them by name, email, and phone.
    </p>`,
    content,
  };
}

async function bookUsers(context: PageContext): Promise<PageResult> {
  const book = locateFromPath(context);
  if (isProblem(book)) return book;
  const content = await userSection(context, book);
  return isProblem(content) ? content : bookPage(book, 'users', content);
}

const userSection = (context: PageContext, book: BookLocation | undefined): Promise<Html | Problem> =>
  listSection<OperatedUser>(context, {
    caption: 'Users',
    ...USERS,
    ...(book === undefined ? {} : { fixed: bookFilters(book) }),
    columns: () =>
      book === undefined ? withBookColumn(context, userColumns(context)) : userColumns(context),
    empty: ['No users yet', 'Integrators create users through the API. They appear here at once.'],
  });

export const userListPages: readonly ConsoleRoute[] = [
  { path: '/console/users', get: allUsers },
  { path: '/console/users/export', get: (context) => exportPage(context, USERS) },
  { path: `${BOOK_PATH}/users`, get: bookUsers },
  { path: `${BOOK_PATH}/users/export`, get: (context) => exportOfBook(context, USERS) },
];
