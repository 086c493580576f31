/** A page with a list, its filters, and its export. */

import { isProblem, type Problem } from '../../../http/errors.ts';
import { html, type Html } from '../../../web/html.ts';
import { bookBadge, bookHref, integratorBreadcrumbs, type BookLocation } from '../../book-location.ts';
import {
  getFromApi,
  type ConsolePage,
  type ListPage,
  type PageContext,
  type PageResult,
} from '../../page-context.ts';
import {
  clearHref,
  exportQuery,
  filterBar,
  isFiltered,
  listQuery,
  type ConsoleFilters,
} from '../../ui/list-filters.ts';
import { emptyState, tabLinks } from '../../ui/panels.ts';
import { pagedTable, type Column } from '../../ui/tables.ts';
import { toLabel } from '../../ui/text.ts';

type Row = { readonly id: string };

export type ListView<Item extends Row> = {
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
