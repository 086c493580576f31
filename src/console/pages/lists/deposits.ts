/** The deposits of a book: incoming payments, which are transfers of the kind on-ramp. */
import type { OperatedTransfer } from '../../../generated/api.ts';
import { isProblem } from '../../../http/errors.ts';
import { locateFromPath } from '../../book-location.ts';
import type { ConsoleRoute, PageContext, PageResult } from '../../page-context.ts';
import type { Parties } from '../../parties.ts';
import type { Column } from '../../ui/tables.ts';
import { amountHtml, badge, referenceHtml, shortIdHtml, timestampHtml } from '../../ui/text.ts';
import { loadTransferParties, transferHtml } from '../ledger/transfer-table.ts';
import { BOOK_PATH, bookPage, listSection } from './list-page.ts';
import { TRANSFERS, bookFilters, exportOfBook } from './transfers.ts';

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
