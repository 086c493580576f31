/** The deposits of a book. */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import { transfersKeys } from '../../../api/reads/list-keys.ts';
import { isProblem } from '../../../api/server/errors.ts';
import type { Transfer } from '../../../generated/api.ts';
import { html } from '../../../web/html.ts';
import { locateFromPath } from '../../book-location.ts';
import type { ConsoleRoute, PageContext, PageResult } from '../../page-context.ts';
import { listFromBook } from '../../page-context.ts';
import { shortIdHtml } from '../../ui/ids.ts';
import { emptyState } from '../../ui/panels.ts';
import type { Column } from '../../ui/tables.ts';
import { pagedTable } from '../../ui/tables.ts';
import { badge, groupDigits, textHtml, timestampHtml, unitName } from '../../ui/text.ts';
import { BOOK_PATH, bookPage } from './book-page.ts';
import { loadTransferParties, transferHtml } from './transfer-table.ts';

/** All incoming payments, which are transfers of the kind on-ramp. */
async function deposits(context: PageContext): Promise<PageResult> {
  const book = locateFromPath(context);
  if (isProblem(book)) return book;
  const found = await listFromBook<Transfer>(context, book.stream, {
    collection: COLLECTIONS.transfers,
    prefix: 'trf',
    terms: ['kind:onramp'],
    keysOf: transfersKeys({ kind: 'onramp' }),
  });
  if (isProblem(found)) return found;
  const parties = await loadTransferParties(context, found.data);
  const columns: readonly Column<Transfer>[] = [
    { label: 'Deposit', isRowHeader: true, cell: (each) => transferHtml(parties, each) },
    { label: 'State', cell: ({ state }) => badge(state) },
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
      label: 'Deposit account',
      cell: ({ deposit_account_id }) => shortIdHtml(deposit_account_id),
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

export const bookDepositsPages: readonly ConsoleRoute[] = [{ path: `${BOOK_PATH}/deposits`, get: deposits }];
