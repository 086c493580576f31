/** The users of a book. */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import { usersKeys } from '../../../api/reads/list-keys.ts';
import { isProblem } from '../../../api/server/errors.ts';
import type { User } from '../../../generated/api.ts';
import { html } from '../../../web/html.ts';
import { locateFromPath } from '../../book-location.ts';
import type { ConsoleRoute, PageContext, PageResult } from '../../page-context.ts';
import { displayName } from '../../parties.ts';
import { listFromBook } from '../../page-context.ts';
import { rowIdHtml } from '../../ui/ids.ts';
import { emptyState } from '../../ui/panels.ts';
import type { Column } from '../../ui/tables.ts';
import { filterLinks, pagedTable } from '../../ui/tables.ts';
import { badge, timestampHtml } from '../../ui/text.ts';
import { BOOK_PATH, bookPage } from './book-page.ts';

const userColumns = (context: PageContext): readonly Column<User>[] => [
  {
    label: 'User',
    isRowHeader: true,
    cell: (user) => html`<a href="/console/users/${user.id}">${displayName(context, user)}</a>`,
  },
  { label: 'ID', cell: (user) => rowIdHtml(user.id) },
  {
    label: 'Reference',
    cell: ({ external_reference }) => html`<span class="clip">${external_reference}</span>`,
  },
  { label: 'Type', cell: ({ type }) => html`${type}` },
  { label: 'Identity', cell: ({ kyc_status }) => badge(kyc_status) },
  { label: 'Status', cell: ({ status }) => badge(status) },
  { label: 'Created', cell: ({ created_at }) => timestampHtml(created_at, context.now) },
];

async function users(context: PageContext): Promise<PageResult> {
  const book = locateFromPath(context);
  if (isProblem(book)) return book;
  const kyc = context.query.get('kyc') ?? '';
  const found = await listFromBook<User>(context, book.stream, {
    collection: COLLECTIONS.users,
    prefix: 'usr',
    terms: [],
    keysOf: usersKeys(),
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

export const bookUsersPages: readonly ConsoleRoute[] = [{ path: `${BOOK_PATH}/users`, get: users }];
