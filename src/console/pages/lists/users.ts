/** The users of all books, and of one. */
import type { OperatedUser } from '../../../generated/api.ts';
import { isProblem, type Problem } from '../../../http/errors.ts';
import { USER_LIST } from '../../../operator/lists/user-list.ts';
import { html, type Html } from '../../../web/html.ts';
import { locateFromPath, type BookLocation } from '../../book-location.ts';
import type { ConsoleRoute, PageContext, PageResult } from '../../page-context.ts';
import { displayName } from '../../parties.ts';
import type { Column } from '../../ui/tables.ts';
import { badge, rowIdHtml, timestampHtml } from '../../ui/text.ts';
import { BOOK_PATH, bookPage, exportPage, listSection } from './list-page.ts';
import { bookFilters, exportOfBook, withBookColumn } from './transfers.ts';

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
