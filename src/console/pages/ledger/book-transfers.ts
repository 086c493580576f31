/** The transfers of a book. */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import { transfersKeys } from '../../../api/reads/list-keys.ts';
import { isProblem } from '../../../api/server/errors.ts';
import type { Transfer } from '../../../generated/api.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import { locateFromPath } from '../../book-location.ts';
import type { Parties } from '../../parties.ts';
import type { ConsoleRoute, ListPage, PageContext, PageResult } from '../../page-context.ts';
import { listFromBook } from '../../page-context.ts';
import { emptyState } from '../../ui/panels.ts';
import { filterLinks, pagedTable } from '../../ui/tables.ts';
import { BOOK_PATH, bookPage } from './book-page.ts';
import { loadTransferParties, transferColumns } from './transfer-table.ts';

export async function transfers(context: PageContext): Promise<PageResult> {
  const book = locateFromPath(context);
  if (isProblem(book)) return book;
  const kind = context.query.get('kind') ?? '';
  const state = context.query.get('state') ?? '';
  const found = await listFromBook<Transfer>(context, book.stream, {
    collection: COLLECTIONS.transfers,
    prefix: 'trf',
    terms: kind === '' ? [] : [`kind:${kind}`],
    keysOf: transfersKeys({}),
    filters: state === '' ? [] : [`state:${state}`],
  });
  if (isProblem(found)) return found;
  const narrowed = html`${filterLinks(context, 'kind', 'Type', [
    ['', 'All types'],
    ['user_to_user', 'User-to-user'],
    ['onramp', 'On-ramps'],
    ['offramp', 'Off-ramps'],
    ['conversion', 'Conversions'],
  ])}${filterLinks(context, 'state', 'State', [
    ['', 'All states'],
    ['in_review', 'In review'],
    ['payout_submitted', 'Payout submitted'],
    ['completed', 'Completed'],
    ['failed', 'Failed'],
  ])}`;
  return bookPage(
    book,
    'transfers',
    html`${narrowed}
      <section class="panel">
        ${transferRows(context, found, await loadTransferParties(context, found.data))}
      </section>`,
  );
}

const transferRows = (context: PageContext, found: ListPage<Transfer>, parties: Parties): Html =>
  pagedTable(context, found, {
    caption: 'Transfers',
    columns: transferColumns(context, parties),
    emptyState: emptyState(
      'No transfers',
      kindOrState(context) ? 'Remove a filter to see more.' : 'Payments of users will appear here.',
    ),
  });

const kindOrState = ({ query }: PageContext): boolean => query.has('kind') || query.has('state');

export const bookTransfersPages: readonly ConsoleRoute[] = [
  { path: `${BOOK_PATH}/transfers`, get: transfers },
];
