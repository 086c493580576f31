/** The tabs shared by the pages of a book. */
import type { Html } from '../../../web/html.ts';
import type { BookLocation } from '../../book-location.ts';
import { bookHref, bookBadge, integratorBreadcrumbs } from '../../book-location.ts';
import type { ConsolePage } from '../../page-context.ts';
import { toLabel } from '../../ui/text.ts';
import { tabLinks } from '../../ui/tabs.ts';

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
