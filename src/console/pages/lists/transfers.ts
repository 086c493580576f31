/** The transfers of all books, and of one. */
import type { OperatedTransfer } from '../../../generated/api.ts';
import { isProblem, type Problem } from '../../../http/errors.ts';
import { TRANSFER_LIST } from '../../../operator/lists/transfer-list.ts';
import { html, type Html } from '../../../web/html.ts';
import { bookOwnerHtml, locateFromPath, type BookLocation } from '../../book-location.ts';
import type { ConsoleRoute, PageContext, PageResult } from '../../page-context.ts';
import type { Column } from '../../ui/tables.ts';
import { loadTransferParties, transferColumns } from '../ledger/transfer-table.ts';
import { BOOK_PATH, bookPage, exportPage, listSection, type ListView } from './list-page.ts';

export const TRANSFERS = { path: '/operator/v1/transfers', filters: TRANSFER_LIST.filters } as const;

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
export const bookFilters = ({
  integrator_id,
  environment,
  generation,
  isFormer,
}: BookLocation): Readonly<Record<string, string>> => ({
  ...{ integrator_id, environment },
  ...(isFormer ? { generation: String(generation) } : {}),
});

/** The export of a list of the book that the path names. */
export function exportOfBook(
  context: PageContext,
  list: Pick<ListView<OperatedTransfer>, 'path' | 'filters'>,
  fixed: Readonly<Record<string, string>> = {},
): PageResult | Promise<PageResult> {
  const book = locateFromPath(context);
  return isProblem(book) ? book : exportPage(context, { ...list, fixed: { ...bookFilters(book), ...fixed } });
}

/** Adds the book before the ID, which is the last column but one. */
export const withBookColumn = <Item extends Pick<OperatedTransfer, 'integrator_id' | 'environment'>>(
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
